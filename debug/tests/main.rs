//! Runs under the debugger.

mod debugger;
mod inverse;
mod operands;
