//! A debugger for MN-Core 2 assembly that speaks the Debug Adapter Protocol.
//!
//! [`mnc2_debug`] is the debugger; this crate has the protocol, files and threads. [`protocol`] defines the messages,
//! [`framing`] and [`request_queue`] handle the input, [`message_writer`] the output. [`server`] has two threads: one reads messages, the other
//! answers them in order and runs the program. A message that interrupts a run takes effect as soon as it is read. Without
//! threads, as in a page, [`single_threaded`] runs a session on the thread of its caller; [`host_program`] waits for the client that
//! debugs a kernel of a host program. `session` has a file for each group of requests.

#![expect(missing_docs, reason = "the crate is not published")]

pub mod framing;
pub mod host_program;
pub mod message_writer;
pub mod protocol;
pub mod refusal;
pub mod request_queue;
mod seat;
pub mod server;
mod session;
pub mod single_threaded;

pub use server::{Ending, serve};
