//! Runs under the debugger.

mod debugger;
mod operands;
