//! Reads of forwarding registers that the last step did not write. What they hold then is not documented.

use mnc2_isa::Forwarding;

use super::BetweenLines;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Landmark, Mark, OperandKind, Step};
use mnc2_text::{LineRange, message};

/// The content of the forwarding registers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Fed {
    /// Nothing: no step has updated them since the start of the program.
    #[default]
    Nothing,
    /// Unknown: the last step that updates them could not be parsed.
    Unknown,
    /// The results of this step.
    By(LastStep),
}

/// The last step that updates forwarding registers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LastStep {
    /// A bit for each forwarding register.
    registers: u8,
    at: Landmark,
}

/// A read of a register that was not written.
#[derive(Debug)]
pub(super) struct NotFed {
    register: Forwarding,
    range: LineRange,
    /// The last step that updates the registers; `None` at the start of the program.
    last: Option<Landmark>,
}

const fn bit(register: Forwarding) -> u8 {
    1 << register as u8
}

impl Fed {
    /// Checks the next step, which is in this line of its chunk.
    pub(super) fn step(&mut self, line: u32, step: &Step, add: &mut impl FnMut(NotFed)) {
        let (registers, last) = match self {
            Self::Nothing => (0, None),
            Self::Unknown => (u8::MAX, None),
            Self::By(last) => (last.registers, Some(last.at)),
        };
        let inputs = step.expressions.iter().flat_map(|other| &other.inputs);
        // A register that the step reads twice is one finding.
        let mut known = registers;
        for input in inputs {
            if let OperandKind::Forwarding(register) = input.kind
                && known & bit(register) == 0
            {
                known |= bit(register);
                add(NotFed {
                    register,
                    range: input.range.clone(),
                    last,
                });
            }
        }
        if step.forwards() {
            let fed = step.expressions.iter();
            let fed = fed.filter_map(|expression| expression.op.forwarding());
            *self = Self::By(LastStep {
                registers: fed.fold(0, |bits, register| bits | bit(register)),
                at: Landmark::Here(Mark::new(line, &step.range)),
            });
        }
    }

    /// Notes that a step could not be parsed, so that what it writes is not known.
    pub(super) fn forget(&mut self) {
        *self = Self::Unknown;
    }

    /// The place that it remembers.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        match self {
            Self::Nothing | Self::Unknown => None,
            Self::By(last) => Some(&mut last.at),
        }
        .into_iter()
    }
}

impl BetweenLines for NotFed {
    fn code(&self) -> Code {
        Code::ForwardingNotFed
    }

    fn diagnostic(&self, place: &dyn Fn(Landmark) -> Mark) -> Diagnostic {
        let last = self.last.map(place);
        let name = self.register.name();
        let unit = || match self.register {
            Forwarding::Mauf => message!("instruction of the MAU"),
            Forwarding::Aluf => message!("instruction of the ALU"),
            Forwarding::Lbf => message!("transfer from L1BM to the PEs"),
            Forwarding::Mreadf => message!("transposed read"),
        };
        let message = match last {
            Some(last) => message!(
                "`${name}` is read, but the last step, in line {line}, has no {unit}",
                name,
                line = last.line + 1,
                unit = unit()
            ),
            None => message!("`${name}` is read, but no step has written it yet", name),
        };
        let diagnostic = Diagnostic::new(self.code(), self.range.clone(), message)
            .cited(self.register.section());
        match last {
            Some(last) => diagnostic
                .note_at(
                    last.line,
                    last.range(),
                    message!("this step updates the forwarding registers"),
                )
                .help(message!(
                    "only `nop` and `noforward` are known to keep them"
                )),
            None => diagnostic.help(message!(
                "a forwarding register holds a result of the previous step; at the start of the program there is none"
            )),
        }
    }
}
