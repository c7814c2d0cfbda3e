//! A full-chip MN-Core 2 emulator as pure functions.
//!
//! It runs the assembler's typed program, never text, and does no I/O: dumps go to a sink from the caller. [`float`]
//! has the number formats, [`alu`], [`mau`] and [`rrn`] compute what the units do, [`machine`] is the chip that they
//! work on, [`dump`] prints `d get`, [`mod@judge`] compares a solution with a testcase, [`strict`] is an observer that
//! reports hazards and uninitialized reads, [`trace`] one that reports what a PE reads and writes; [`watch`]
//! answers questions about the state;
//! [`mod@saved`] makes bytes of a machine and back; [`Checkpoints`] let a run after an edit start at the edit.
//!
//! ```
//! use mnc2_program::Program;
//! use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
//!
//! // Every PE doubles its own number, and one of them is shown.
//! let program = mnc2_asm::parse(
//!     "lpassa $peid $nowrite\nladd $aluf $aluf $lr0\nd get $lr0n0c0b0m3p1 1\n",
//! );
//! let mut machine = Machine::new();
//! let mut dump: Vec<Dump> = Vec::new();
//! let report = machine.run(&program, &RunOptions::default(), &mut dump);
//!
//! assert_eq!(report.outcome, Outcome::Finished);
//! assert_eq!(report.steps, 2);
//! assert_eq!(
//!     dump[0].to_string(),
//!     "DEBUG-GREG0(n0c0b0m3p1,0):(f:0, i:{{0x0,0x0},{0x0,0x1A}}, v:0x1A) #d get $lr0n0c0b0m3p1 1",
//! );
//! ```

pub mod alu;
pub mod buffer_pool;
pub mod changes;
pub mod chip_place;
pub mod digest;
pub mod dump;
pub mod float;
pub mod infinity;
pub mod judge;
pub mod lanes;
pub mod machine;
pub mod mau;
pub mod rrn;
pub mod saved;
pub mod simd;
pub mod strict;
#[cfg(test)]
mod test_random;
pub mod trace;
pub mod watch;
mod word_stream;

pub use machine::checkpoints::Checkpoints;
pub use machine::initial_content::{OffChip, Start};
pub use machine::recording::{Recording, TravelOptions};
pub use machine::{
    Dump, DumpSink, Machine, MachineSnapshot, Outcome, Refusal, RunOptions, RunReport,
};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
