//! What the data of a program do: which write reaches which read, what can be read where, what moves, which
//! writes an output depends on, and where the steps of a program go.

pub mod depends;
pub mod flow;
pub mod input_ranges;
pub mod liveness;
pub mod memory_traffic;
pub mod number_format;
pub mod output_marks;
pub mod profile;
pub mod readable;
pub mod score;
pub mod sections;
pub mod suspects;
pub mod timeline;
pub mod unit_usage;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
