//! What the exact oracles of several test programs share: numbers, reductions and values to try.

pub(crate) mod number;
pub(crate) mod rrn;
pub(crate) mod samples;
