//! What the units compute for an expression: its operands read, the four cycles executed.

mod alu;
mod cycle;
mod matrix;
mod mau;
mod operands;
mod short;

pub(super) use self::alu::alu;
pub(super) use self::matrix::{MatrixWrite, mread, mwrite};
pub(super) use self::mau::mau;
pub(super) use self::operands::{input, observe_inputs, read_input};
