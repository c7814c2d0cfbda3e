//! The content of the turnaround register (manual 3.6.8.2): it must be read by a transfer of the type that last wrote
//! it.

use mnc2_isa::Op;
use mnc2_isa::l1bm::Order;

use super::BetweenLines;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Landmark, Mark, OperandKind, Step};
use mnc2_text::{LineRange, message};

/// The last write of the turnaround register. The write before the program starts is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Turnaround {
    last_write: Option<Write>,
}

/// Types differ in their speed at L1BM.
#[derive(Clone, Debug, PartialEq)]
struct Write {
    /// Long words in a cycle.
    words: u32,
    at: Landmark,
}

/// A read by a transfer of another type.
#[derive(Debug)]
pub(super) struct OtherType {
    reads: u32,
    writes: u32,
    written: Landmark,
    range: LineRange,
}

impl Turnaround {
    /// Checks the next step, which is in this line of its chunk.
    pub(super) fn step(&mut self, line: u32, step: &Step, add: &mut impl FnMut(OtherType)) {
        let transfers = || {
            step.expressions
                .iter()
                .filter_map(|expression| match expression.op {
                    Op::L1bm(op) => Some((op, expression)),
                    _ => None,
                })
        };
        for (op, expression) in transfers().filter(|(op, _)| op.is_to_pe()) {
            let (Some(input), Some(write)) = (expression.inputs.first(), &self.last_write) else {
                continue;
            };
            let reads = op.transfer().shape.long_words();
            // `l1bmp` has no counterpart at all, which is a finding of the line itself.
            let has_counterpart = op.transfer().shape.order != Order::Pe;
            if matches!(input.kind, OperandKind::Turnaround(_))
                && has_counterpart
                && reads != write.words
            {
                add(OtherType {
                    reads,
                    writes: write.words,
                    written: write.at,
                    range: input.range.clone(),
                });
            }
        }
        if let (true, Some((op, expression))) =
            (step.forwards(), transfers().find(|(op, _)| !op.is_to_pe()))
        {
            self.last_write = Some(Write {
                words: op.transfer().shape.long_words(),
                at: Landmark::Here(Mark::new(line, &expression.range)),
            });
        }
    }

    /// The place that it remembers.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        self.last_write.iter_mut().map(|write| &mut write.at)
    }
}

impl BetweenLines for OtherType {
    fn code(&self) -> Code {
        Code::TurnaroundType
    }

    fn diagnostic(&self, place: &dyn Fn(Landmark) -> Mark) -> Diagnostic {
        let written = place(self.written);
        Diagnostic::new(
            self.code(),
            self.range.clone(),
            message!(
                "this transfer moves {reads:# long word|# long words} in a cycle, \
                 but the turnaround register was written by one that moves {writes}",
                reads = self.reads,
                writes = self.writes
            ),
        )
        .note_at(written.line, written.range(), message!("last written here"))
    }
}
