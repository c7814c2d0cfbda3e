//! Floating point as on the chip: formats, conversions, exact sums, block floats and printing.
//!
//! Everything here is a pure function on bit patterns. Choices that neither the manual nor any published observation
//! decides are in [`chip_choices`], and nowhere else.

pub mod block;
pub mod chip_choices;
pub mod convert;
pub mod exact;
pub mod format;
pub mod print;
pub mod reciprocal_square_root;
pub mod round_to_odd;
pub mod rounding;

pub use exact::Exact;
pub use format::{Class, Format};
