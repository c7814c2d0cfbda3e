//! The result of a search, in words.

use mnc2_text::{Message, message};

use super::{OPERANDS_MAX, Proof, Refusal, Searched, Sequence, Unfit};

impl Searched {
    /// How much shorter the block is.
    #[must_use]
    pub fn summary(&self) -> Message {
        match &self.sequence {
            Some(sequence) if self.ordered < self.before => message!(
                "{before:# step|# steps} before, {ordered} in the best order of the same instructions, {after} after",
                before = self.before,
                ordered = self.ordered,
                after = sequence.after
            ),
            Some(sequence) => message!(
                "{before:# step|# steps} before, {after} after",
                before = self.before,
                after = sequence.after
            ),
            None if self.finished >= self.length => message!(
                "nothing shorter: no sequence of up to {length:# instruction|# instructions} over the values of the block and {constants} constants",
                length = self.finished,
                constants = self.constants
            ),
            None if self.finished == 0 => message!(
                "time is up, and nothing shorter is found so far: not all sequences of up to {length:# instruction|# instructions} over the values of the block and {constants} constants were tried",
                length = self.length,
                constants = self.constants
            ),
            None => message!(
                "time is up, and nothing shorter is found so far: all sequences of up to {finished:# instruction|# instructions} over the values of the block and {constants} constants were tried, but not all longer ones of up to {length}",
                finished = self.finished,
                constants = self.constants,
                length = self.length
            ),
        }
    }
}

impl Sequence {
    /// How sure it is that the sequence is equivalent.
    #[must_use]
    pub fn certainty(&self) -> Message {
        match self.proof {
            Proof::Dataflow => message!("equivalent, proven by dataflow"),
            Proof::Bits => message!("equivalent, proven bit by bit"),
            Proof::AllInputs(inputs) => message!("proven on all {inputs} inputs", inputs),
            Proof::Tried(inputs) => {
                message!("tried on {inputs:# input|# inputs}, not proven", inputs)
            }
        }
    }
}

impl Refusal {
    /// The refusal with other line numbers.
    #[must_use]
    pub fn with_lines(self, of: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Unfit { line, why } => Self::Unfit {
                line: of(line),
                why,
            },
            Self::Hazard(hazard) => Self::Hazard(hazard.in_line(of(hazard.line))),
            Self::Empty | Self::NothingRead | Self::TooMany | Self::Stopped => self,
        }
    }

    /// Why the lines cannot be searched. Lines are counted from 1.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Empty => message!("there is no instruction among these lines"),
            Self::NothingRead => message!("the results of these lines are not used"),
            Self::TooMany => message!(
                "these lines read or write more than {count} operands; choose fewer with `--region`",
                count = OPERANDS_MAX
            ),
            Self::Stopped => message!("the lines before these do not run to their end"),
            Self::Hazard(hazard) => hazard.message(),
            Self::Unfit { line, why } => {
                let line = line + 1;
                match why {
                    Unfit::NoStep => message!(
                        "line {line} is not a step, and only instructions of the ALU and vector instructions of the MAU are searched",
                        line
                    ),
                    Unfit::Unit => message!(
                        "line {line} has an instruction that is not searched; only instructions of the ALU on the memories of the PE and vector instructions of the MAU are",
                        line
                    ),
                    Unfit::MaskStatement => message!(
                        "line {line} is under a `mask` statement; write the mask at its operand",
                        line
                    ),
                    Unfit::MaskIn => message!(
                        "line {line} uses a mask register that a line before sets; let the region begin there",
                        line
                    ),
                    Unfit::MaskOut => message!(
                        "line {line} sets a mask register that is used after the region or counts at the end; end the region after the last use, or name the results with `--at`",
                        line
                    ),
                    Unfit::Address => message!(
                        "line {line} has an address that the text alone does not give, or that differs by PE",
                        line
                    ),
                    Unfit::ForwardedIn => message!(
                        "line {line} reads a forwarding register that a line before sets; let the region begin there",
                        line
                    ),
                    Unfit::ForwardedOut => message!(
                        "line {line} after the region reads a forwarding register that the region sets; let the region end there",
                        line
                    ),
                }
            }
        }
    }
}
