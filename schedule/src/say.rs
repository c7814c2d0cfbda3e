//! What a search found, in words.

use mnc2_asm::depends;
use mnc2_asm::{Message, message};

use crate::bound::Reason;
use crate::shorten::{Refusal, Shortened};

/// Lines that a sentence names.
const NAMED_LINES_MAX: usize = 12;

impl Shortened {
    /// How much shorter the region is.
    #[must_use]
    pub fn summary(&self) -> Message {
        if self.after < self.before {
            message!(
                "{before:# step|# steps} before, {after} after",
                before = self.before,
                after = self.after
            )
        } else {
            message!("{steps:# step|# steps}, as before", steps = self.before)
        }
    }

    /// What is known of shorter orders.
    #[must_use]
    pub fn certainty(&self) -> Message {
        if self.is_shortest() {
            message!("no order is shorter: {reason}", reason = self.reason())
        } else if self.is_whole {
            message!(
                "time is up; no order takes fewer than {steps:# step|# steps}: {reason}",
                steps = self.bound.steps,
                reason = self.reason()
            )
        } else {
            message!("the lines were taken in overlapping parts, so another order may be shorter")
        }
    }

    /// Why no order is shorter than the bound. Lines are counted from 1.
    fn reason(&self) -> Message {
        let mut lines: Vec<usize> = self.bound_lines.iter().map(|line| line + 1).collect();
        lines.dedup();
        let mut named: Vec<String> = lines
            .iter()
            .take(NAMED_LINES_MAX)
            .map(usize::to_string)
            .collect();
        if lines.len() > NAMED_LINES_MAX {
            named.push("…".to_owned());
        }
        let lines = named.join(", ");
        match &self.bound.reason {
            Reason::Chain(_) => {
                message!(
                    "each of the lines {lines} must wait for the one before it",
                    lines
                )
            }
            Reason::Crowd { head, tail, .. } => message!(
                "no two of the lines {lines} can share a step; {head:# step comes|# steps come} before them and {tail} after",
                lines,
                head = *head,
                tail = *tail
            ),
            Reason::Search => message!("the search ruled out every other one"),
        }
    }
}

impl Refusal {
    /// Why there is no proposal. Lines are counted from 1.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Depends(depends::Refusal::Error(line)) => {
                message!("line {line} has an error", line = line + 1)
            }
            Self::Depends(depends::Refusal::Unfed(line)) => message!(
                "line {line} reads a forwarding register whose content is not known",
                line = line + 1
            ),
            Self::Depends(depends::Refusal::Hazard(line)) => message!(
                "line {line} comes too early after an earlier one",
                line = line + 1
            ),
            Self::Depends(depends::Refusal::TooLong) => message!("too much is in one line"),
            Self::Finding(code) => message!(
                "the shorter order would have one {code} more, so it is not proposed",
                code = code.row().id
            ),
            Self::NotProven(_) => message!(
                "a shorter order was found, but it is not proven that it does the same, so it is not proposed"
            ),
            Self::Cancelled => message!("cancelled"),
        }
    }
}
