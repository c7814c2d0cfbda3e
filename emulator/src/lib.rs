//! A full-chip MN-Core 2 emulator as pure functions.
//!
//! It runs the assembler's typed program, never text, and does no I/O: dumps
//! go to a sink that the caller gives. [`float`] and [`alu`] are what the units
//! compute, [`machine`] is the chip that they work on, [`dump`] what `d get`
//! prints.

pub mod alu;
pub mod dump;
pub mod float;
pub mod machine;
pub mod mau;
pub mod rrn;

pub use machine::start::{OffChip, Start};
pub use machine::{Dump, DumpSink, Machine, Outcome, Refusal, RunOptions, RunReport, Snapshot};
