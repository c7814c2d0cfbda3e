//! The reasons of limits in words.

use super::{Feed, Refusal, Why};
use mnc2_program::access::Store;
use mnc2_program::message::wording;
use mnc2_text::{Message, message};

/// A place that holds values, as a noun.
fn place(store: Store) -> Message {
    match store {
        Store::Memory(memory) => wording::memory(memory),
        Store::Forwarding(register) => Message::verbatim(format!("`${}`", register.name())),
        Store::Turnaround => message!("the turnaround register"),
        Store::Darbuf => Message::verbatim("DARBUF"),
    }
}

impl Why {
    /// Why the later of two atoms cannot come nearer to the earlier one, which is in this line, counted from 0.
    #[must_use]
    pub fn message_for_later(self, earlier: usize) -> Message {
        let line = earlier + 1;
        match self {
            Self::Value(store) => {
                message!(
                    "it reads what line {line} writes to {place}",
                    line,
                    place = place(store)
                )
            }
            Self::Reuse(store) => {
                message!(
                    "it replaces what line {line} reads from {place}",
                    line,
                    place = place(store)
                )
            }
            _ => self.message_for_either(line),
        }
    }

    /// Why the earlier of two atoms cannot come nearer to the later one, which is in this line, counted from 0.
    #[must_use]
    pub fn message_for_earlier(self, later: usize) -> Message {
        let line = later + 1;
        match self {
            Self::Value(store) => {
                message!(
                    "line {line} reads what it writes to {place}",
                    line,
                    place = place(store)
                )
            }
            Self::Reuse(store) => {
                message!(
                    "line {line} overwrites the value that it reads from {place}",
                    line,
                    place = place(store)
                )
            }
            _ => self.message_for_either(line),
        }
    }

    /// A reason that is the same for both; the other one is in this line, counted from 1.
    fn message_for_either(self, line: usize) -> Message {
        match self {
            Self::Value(store) | Self::Reuse(store) | Self::Rewrite(store) => {
                message!(
                    "line {line} writes the same words of {place}",
                    line,
                    place = place(store)
                )
            }
            Self::Timing(rule) => message!(
                "line {line} would be too near: {first}, {second} (manual {section})",
                line,
                first = Message::from_table(rule.first.name()),
                second = Message::from_table(rule.second.name()),
                section = rule.section
            ),
            Self::Together(code) => message!(
                "it cannot share a step with line {line}: {title}",
                line,
                title = Message::from_table(code.row().title)
            ),
            Self::Order => message!("it keeps its order with line {line}", line),
            Self::Wait => message!(
                "line {line} waits for MV instructions, or is waited for",
                line
            ),
            Self::MaskSetting => {
                message!("line {line} is under another `mask` setting", line)
            }
        }
    }
}

impl Feed {
    /// Who reads whose result; the lines of both are counted from 0.
    #[must_use]
    pub fn message(&self, from: usize, to: usize) -> Message {
        message!(
            "line {to} reads the result of line {from} from `${register}`",
            to = to + 1,
            from = from + 1,
            register = self.register.name()
        )
    }
}

impl Refusal {
    /// Why nothing may move. Lines are counted from 1.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            Self::Error(line) => message!("line {line} has an error", line = line + 1),
            Self::Unfed(line) => message!(
                "line {line} reads a forwarding register whose content is not known",
                line = line + 1
            ),
            Self::Hazard(line) => message!(
                "line {line} comes too early after an earlier one",
                line = line + 1
            ),
            Self::TooLong => message!("too much is in one line"),
        }
    }
}
