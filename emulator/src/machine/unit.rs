//! The results of the units for an expression: its operands read, the four cycles executed.

mod alu;
mod cycle;
mod matrix;
mod mau;
mod operands;
mod sources;
mod uniform;

pub(super) use self::alu::alu;
pub(super) use self::matrix::{MatrixWrite, mread, mwrite};
pub(super) use self::mau::mau;
pub(super) use self::operands::{input, observe_inputs, read_input};
pub(super) use self::sources::{address_sources, input_sources, row_writes, sources};
