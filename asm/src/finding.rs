//! Findings: what is wrong where, by which rule, and what to write instead.

pub mod diagnostic;
pub mod generator;

pub use mnc2_text::{fix, silence};
