//! The host library for C programs: the calls of `include/mnc2.h`, over the emulator in the process.
//!
//! Handles are numbers that are looked up, and never followed, so that one that was closed is refused. `registry` has what they
//! mean, `failure` what a caller is told, and each other file a part of the header. Only pointers to a caller's data
//! are followed: in `memory`, after all that can be checked.

#![expect(unsafe_code, reason = "the interface is C's")]

mod debugging;
mod device;
mod failure;
mod kernel;
mod lock;
mod memory;
mod registry;
mod transfer;
