//! Forwarding registers that the last step did not feed: what they hold then is not documented.

use mnc2_isa::{ControlOp, Forwarding, Op};

use super::landmark::{Landmark, Mark};
use crate::access::forwarding_of;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::message;
use crate::program::{LineRange, OperandKind, Step};

/// What the last step that updates forwarding registers fed; nothing is known before the first one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fed {
    last: Option<LastStep>,
}

#[derive(Clone, Debug, PartialEq)]
struct LastStep {
    /// A bit for each forwarding register.
    registers: u8,
    at: Landmark,
}

/// A read of a register that was not fed.
#[derive(Debug)]
pub(super) struct NotFed {
    register: Forwarding,
    range: LineRange,
    last: Landmark,
}

const fn bit(register: Forwarding) -> u8 {
    1 << register as u8
}

impl Fed {
    /// Judges the next step, which is in this line of its chunk.
    pub(super) fn step(&mut self, line: u32, step: &Step, add: &mut impl FnMut(NotFed)) {
        if let Some(last) = &self.last {
            let inputs = step.expressions.iter().flat_map(|other| &other.inputs);
            for input in inputs {
                if let OperandKind::Forwarding(register) = input.kind
                    && last.registers & bit(register) == 0
                {
                    add(NotFed {
                        register,
                        range: input.range.clone(),
                        last: last.at,
                    });
                }
            }
        }
        let keeps = step.expressions.iter().any(|expression| {
            matches!(
                expression.op,
                Op::Control(ControlOp::Nop | ControlOp::Noforward)
            )
        });
        if !keeps {
            let fed = step.expressions.iter();
            let fed = fed.filter_map(|expression| forwarding_of(expression.op));
            self.last = Some(LastStep {
                registers: fed.fold(0, |bits, register| bits | bit(register)),
                at: Landmark::Here(Mark::new(line, &step.range)),
            });
        }
    }

    /// Says that a step could not be understood, so that nobody knows what it feeds.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// The place that it remembers.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        self.last.iter_mut().map(|last| &mut last.at)
    }
}

impl NotFed {
    /// Its code.
    pub(super) const CODE: Code = Code::ForwardingNotFed;

    /// The place of the last step.
    pub(super) fn landmark(&self) -> Landmark {
        self.last
    }

    /// The sentence, now that it is known where the last step stands.
    pub(super) fn diagnostic(&self, last: Mark) -> Diagnostic {
        let name = self.register.name();
        let unit = match self.register {
            Forwarding::Mauf => message!("instruction of the MAU"),
            Forwarding::Aluf => message!("instruction of the ALU"),
            Forwarding::Lbf => message!("transfer from L1BM to the PEs"),
            Forwarding::Mreadf => message!("transposed read"),
        };
        Diagnostic::new(
            Self::CODE,
            self.range.clone(),
            message!(
                "`${name}` is read, but the last step, in line {line}, holds no {unit}",
                name,
                line = last.line + 1,
                unit
            ),
        )
        .note_at(
            last.line,
            last.range(),
            message!("this step updates the forwarding registers"),
        )
        .help(message!(
            "only `nop` and `noforward` are known to keep them"
        ))
    }
}
