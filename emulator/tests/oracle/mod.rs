//! The common part of the exact oracles of several test programs: numbers, operations of the units, reductions and values to
//! try.

pub(crate) mod alu;
pub(crate) mod block;
pub(crate) mod matrix;
pub(crate) mod number;
pub(crate) mod rrn;
pub(crate) mod samples;
pub(crate) mod vector;
