//! The arithmetic of the units against a slow oracle of exact rational numbers.
//!
//! The oracle is written from the formulas of manual chapter 4 and shares no
//! code with `mnc2_emulator::float`. Values are random ones, values close to
//! cancellation and to ties, and all pairs of a boundary exponent and a
//! boundary mantissa.

mod alu;
mod alu_integer;
mod block;
mod convert;
mod known;
mod matrix;
mod rrn;
mod vector;

#[path = "../oracle/mod.rs"]
mod oracle;

use oracle::{number, samples};
