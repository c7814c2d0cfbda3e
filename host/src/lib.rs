//! The host's side of the emulator.
//!
//! - [`listing`]: what our assembler writes for our emulator: the known bits of each word, and the source next to them;
//! - [`stream`]: an emulator process, which executes the lines that a host writes and answers as they come;
//! - [`device`] and [`kernel`]: the chip as host programs see it, in the process of the host.
//!
//! Files are read by the callers.

pub mod device;
pub mod kernel;
pub mod listing;
pub mod stream;

use mnc2_emulator::Outcome;
use mnc2_text::{Message, message};

/// Why a run ended early; `None` if it did not. `line` counts from 0.
fn early_end(outcome: &Outcome) -> Option<(u32, Message)> {
    Some(match outcome {
        Outcome::Finished | Outcome::ReachedLine => return None,
        Outcome::StoppedAtLimit { line } => (*line, message!("the limit of steps is reached")),
        Outcome::StoppedAtMemory { line } => (*line, message!("the limit of memory is reached")),
        Outcome::NotExecutable { line, refusal } => (
            *line,
            message!(
                "the run stopped before this line: `{instruction}`: {reason}",
                instruction = &refusal.instruction,
                reason = Message::from_table(refusal.reason)
            ),
        ),
        Outcome::NotInterpretable { line, error } => (
            *line,
            message!(
                "the run stopped at this line: address {address} of {element}: {reason}",
                address = error.address,
                element = &error.element,
                reason = error.reason.message()
            ),
        ),
        Outcome::Cancelled { line } => (*line, message!("the run was stopped before this line")),
    })
}
