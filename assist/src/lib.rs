//! Features for people who write MN-Core 2 assembly, over the typed program of `mnc2-program`.
//!
//! - [`explain`]: what an opcode, an operand, a code or a section of the manual means, as pages;
//! - [`complete`]: what can be written at a place, and the signature of what is being written;
//! - [`mod@format`]: the layout of a program;
//! - [`relocate`]: moving a region of memory.
//!
//! Nothing here does I/O.

pub mod complete;
pub mod explain;
pub mod format;
pub mod relocate;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
