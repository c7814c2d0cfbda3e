//! The MN-Core 2 instruction table and chip geometry: the manual's chapter 3 transcribed as data.
//!
//! Every fact about an instruction is written here once, with the section it comes from; mnemonic lookup, operand
//! checks, hover text, documentation and the emulator's dispatch are derived from it. This crate has no semantics (the
//! emulator does), parses no text (the assembler front end does) and has no dependencies.

pub mod alu;
pub mod assumption;
pub mod control;
pub mod debug;
pub mod field;
mod forwarding;
pub mod geometry;
pub mod instruction;
pub mod l1b_set;
pub mod l1bm;
pub mod l2bm;
pub mod level;
pub mod mau;
pub mod memory;
mod mode;
pub mod mv;
pub mod operand;
pub mod operand_doc;
pub mod precision;
pub mod reduction;
pub mod source;
pub mod spelling;
pub mod syntax;
pub mod timing;

pub use alu::AluOp;
pub use control::ControlOp;
pub use instruction::{Group, Instruction, Mnemonic, Op, TargetRule};
pub use l1bm::L1bmOp;
pub use l2bm::L2bmOp;
pub use level::ChipLevel;
pub use mau::MauOp;
pub use memory::{Memory, NamedIn, Width};
pub use mode::Mode;
pub use mv::MvOp;
pub use operand::{Constant, Forwarding, OperandClass, OperandRole, OperandSpec};
pub use operand_doc::OperandDoc;
pub use precision::Precision;
pub use reduction::{ReductionKind, ReductionOp};
pub use source::Source;

/// The date of the manual that this crate transcribes.
pub const MANUAL_DATE: &str = "15 November 2024";

#[cfg(test)]
mod tests;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
