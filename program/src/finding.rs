//! Findings: what is wrong where, by which rule, and what to write instead.

pub mod generator;

use crate::code::Code;

/// A finding on one line.
pub type Diagnostic = mnc2_text::Diagnostic<Code>;

/// A diagnostic with its line, counted from 0.
pub type Finding = mnc2_text::Finding<Code>;
