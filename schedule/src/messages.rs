//! The result of a search, in words.

use mnc2_dataflow::depends;
use mnc2_dataflow::depends::ChangeLevel;
use mnc2_text::{Message, message};

use crate::bound::BoundReason;
use crate::rules::Applied;
use crate::shorten::{ProofKind, Refusal, Shortened};

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

    /// The proven facts about shorter orders, also of the original expressions if the result has others.
    #[must_use]
    pub fn certainty(&self) -> Message {
        match self.original_bound {
            Some(steps) if self.level > ChangeLevel::Forwarding && steps != self.bound.steps => {
                message!(
                    "{certainty}; no order of the original expressions takes fewer than {steps:# step|# steps}",
                    certainty = self.certainty_of_result(),
                    steps
                )
            }
            _ => self.certainty_of_result(),
        }
    }

    /// The sentence about a result that is not proven to be equivalent for all inputs, unless it is for the ranges of a testcase.
    #[must_use]
    pub fn doubt(&self) -> Option<Message> {
        match self.proof {
            ProofKind::Dataflow | ProofKind::Ranges => None,
            ProofKind::Testcase => Some(message!(
                "proven for the inputs of the testcase, not for others"
            )),
            ProofKind::Tried(inputs) => Some(message!(
                "tried on {inputs:# input|# inputs}, not proven",
                inputs
            )),
        }
    }

    /// The proven facts about shorter orders of the expressions of the result.
    fn certainty_of_result(&self) -> Message {
        let is_rewritten = self.level > ChangeLevel::Forwarding;
        if self.bound_lines.is_empty()
            && matches!(self.bound.reason, BoundReason::Chain(_))
            && (self.is_whole || self.before == 0)
        {
            message!("there are no steps to move")
        } else if self.is_shortest_anywhere() {
            message!(
                "no order is shorter, regardless of where the values of LM, GRF, L1BM and L2BM are placed"
            )
        } else if let (true, Some(anywhere)) = (self.is_shortest(), &self.anywhere) {
            message!(
                "no order of these expressions is shorter; regardless of where the values of LM, GRF, L1BM and L2BM are placed, none takes fewer than {steps:# step|# steps}",
                steps = anywhere.steps
            )
        } else if self.is_shortest() && is_rewritten {
            message!("no order of these expressions is shorter")
        } else if self.is_whole && is_rewritten {
            message!(
                "time is up; no order of these expressions takes fewer than {steps:# step|# steps}",
                steps = self.bound.steps
            )
        } else if self.is_shortest() {
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

    /// What the rules of a rewriting and copies by other units did.
    #[must_use]
    pub fn explained(&self) -> Vec<Message> {
        let mut sentences: Vec<Message> = self.applied.iter().map(Applied::message).collect();
        if self.applied.is_empty() {
            sentences.push(message!("no rule saves a step"));
        }
        sentences
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
            BoundReason::Chain(_) => {
                message!(
                    "each of the lines {lines} must wait for the one before it",
                    lines
                )
            }
            BoundReason::Crowd { head, tail, .. } => message!(
                "no two of the lines {lines} can share a step; {head:# step comes|# steps come} before them and {tail} after",
                lines,
                head = *head,
                tail = *tail
            ),
            BoundReason::Around => {
                message!("the lines after these must wait for those before")
            }
            BoundReason::Search => message!("the search ruled out every other one"),
        }
    }
}

impl Refusal {
    /// The refusal with other line numbers.
    #[must_use]
    pub fn with_lines(self, of: impl Fn(usize) -> usize) -> Self {
        use depends::Refusal as Kept;
        match self {
            Self::Depends(Kept::Error(line)) => Self::Depends(Kept::Error(of(line))),
            Self::Depends(Kept::Unfed(line)) => Self::Depends(Kept::Unfed(of(line))),
            Self::Depends(Kept::Hazard(line)) => Self::Depends(Kept::Hazard(of(line))),
            Self::Hazard(hazard) => Self::Hazard(hazard.in_line(of(hazard.line))),
            other => other,
        }
    }

    /// The line that is the cause, counted from 0, if it is one line.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        use depends::Refusal as Kept;
        match self {
            Self::Depends(Kept::Error(line) | Kept::Unfed(line) | Kept::Hazard(line)) => {
                Some(*line)
            }
            Self::Hazard(hazard) => Some(hazard.line),
            Self::Depends(Kept::TooLong)
            | Self::Finding(_)
            | Self::NotProven(_)
            | Self::RunsDiffer
            | Self::Cancelled => None,
        }
    }

    /// Why there is no proposal. Lines are counted from 1.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Depends(refusal) => refusal.message(),
            Self::Hazard(hazard) => hazard.message(),
            Self::RunsDiffer => message!(
                "the shorter order does something else in a run, so it is not proposed; please report this"
            ),
            Self::Finding(code) => message!(
                "the shorter order would have one {code} more, so it is not proposed",
                code = code.row().id
            ),
            Self::NotProven(_) => message!(
                "a shorter order was found, but it is not proven equivalent, so it is not proposed"
            ),
            Self::Cancelled => message!("cancelled"),
        }
    }
}
