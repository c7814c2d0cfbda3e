//! A debugger for MN-Core 2 assembly that speaks the Debug Adapter Protocol.
//!
//! [`mnc2_debug`] is the debugger; here are the protocol, files and threads. [`protocol`] has the messages,
//! [`framing`] and [`inbox`] what comes in, [`outlet`] what goes out. [`server`] has two threads: one reads messages, the
//! other answers them in their order and runs the program. What must interrupt a run does so as soon as it is read.
//! Where there are no threads, as in a page, [`turns`] does the same on that of its caller. `session` has a file for each
//! group of requests.

pub mod framing;
pub mod inbox;
pub mod outlet;
pub mod protocol;
pub mod refusal;
pub mod server;
mod session;
pub mod turns;

pub use server::{Ending, serve};
