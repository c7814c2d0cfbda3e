//! Numbers that meet in the PEs, before they are reduced over the MABs: two reductions that are added are one reduction of a sum,
//! and words of all MABs that are brought one by one and added are a reduction.
//!
//! Integer sums are exact modulo a power of two, and unions and intersections of bits are exact, so the order makes no
//! difference. This module looks for steps of this form; each change is proven before it is proposed.

use mnc2_isa::geometry::MABS_PER_L1B;
use mnc2_isa::l1bm::{Order, TransferKind};
use mnc2_isa::{AluOp, L1bmOp, Op, Precision, ReductionKind};
use mnc2_program::{Expression, OperandKind, TargetKind};

use super::makers::{Edits, destinations, home, in_place_of, maker, text};
use super::{horner, turns};
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// Lines that an addition of words of all MABs may have.
const SLICE_LINES_MAX: usize = 4 * MABS_PER_L1B;

/// What may be in place of a sum that a line computes, and of what it is made from.
pub(super) fn ways(draft: &Draft, line: usize) -> Vec<Edits> {
    let loops = Loop::from_last(draft, line).and_then(|it| it.edits(draft));
    let pairs = Pair::from_sum(draft, line).map(|it| it.ways(draft));
    loops.into_iter().chain(pairs.unwrap_or_default()).collect()
}

/// An operation of the ALU that adds or unites two numbers, as a reduction does with many.
fn joins(expression: &Expression) -> Option<(ReductionKind, Option<Precision>)> {
    let is_op = |op: AluOp| expression.op == Op::Alu(op);
    let kind = if turns::is_sum(expression) {
        ReductionKind::IntegerAdd
    } else if is_op(AluOp::Or) {
        ReductionKind::BitOr
    } else if is_op(AluOp::And) {
        ReductionKind::BitAnd
    } else {
        return None;
    };
    let precision = match kind {
        ReductionKind::IntegerAdd => expression.spelling.precision,
        // Bits are united at their places.
        ReductionKind::BitOr
        | ReductionKind::BitAnd
        | ReductionKind::FloatAdd
        | ReductionKind::Max
        | ReductionKind::Min
        | ReductionKind::LogicalAnd
        | ReductionKind::LogicalOr => None,
    };
    (expression.zero_flush.is_none() && expression.inputs.len() == 2).then_some((kind, precision))
}

/// Whether an expression writes zeros.
pub(super) fn is_zero(expression: &Expression) -> bool {
    let literal = horner::literal(std::slice::from_ref(expression));
    expression.op == Op::Alu(AluOp::Zero) || literal == Some(0)
}

/// A number that one line sends to L1BM, and another line brings back.
pub(super) struct Moved {
    pub(super) up: usize,
    pub(super) down: usize,
}

impl Moved {
    /// What an operand of a line reads, if two transfers alone make it.
    pub(super) fn from_operand(draft: &Draft, line: usize, position: usize) -> Option<Self> {
        let operand = draft.only(line)?.inputs.get(position)?;
        let down = maker(draft, line, operand)?;
        let expression = draft.only(down)?;
        let is_down = matches!(expression.op, Op::L1bm(op) if op.is_to_pe());
        let is_plain = is_down && expression.zero_flush.is_none() && expression.outputs.len() == 1;
        let up = maker(draft, down, expression.inputs.first().filter(|_| is_plain)?)?;
        let is_up = matches!(draft.only(up)?.op, Op::L1bm(op) if !op.is_to_pe());
        is_up.then_some(Self { up, down })
    }

    /// The transfer to L1BM, its instruction, and the instruction that brings its words to the PEs.
    pub(super) fn expressions<'a>(
        &self,
        draft: &'a Draft,
    ) -> Option<(&'a Expression, L1bmOp, L1bmOp)> {
        let (up, down) = (draft.only(self.up)?, draft.only(self.down)?);
        let (Op::L1bm(sends), Op::L1bm(brings)) = (up.op, down.op) else {
            return None;
        };
        let is_bare = |it: &Expression| {
            it.inputs
                .iter()
                .all(|it| it.conversion.is_none() && !it.negated)
        };
        (is_bare(up) && up.inputs.len() == 1).then_some((up, sends, brings))
    }
}

/// Two reductions, the first one earlier, and the line that adds them.
struct Pair {
    sum: usize,
    first: Moved,
    second: Moved,
    /// Whether the later one is the first operand.
    is_swapped: bool,
}

impl Pair {
    fn from_sum(draft: &Draft, sum: usize) -> Option<Self> {
        let (kind, precision) = joins(draft.only(sum)?)?;
        let [one, other] = [0, 1].map(|it| Moved::from_operand(draft, sum, it));
        let (one, other) = (one?, other?);
        let (up, sends, brings) = one.expressions(draft)?;
        let (other_up, other_sends, other_brings) = other.expressions(draft)?;
        let reduction = up.spelling.reduction?;
        let is_right = precision.is_none_or(|it| it == reduction.precision);
        let is_alike = up.spelling.text == other_up.spelling.text
            && (sends, brings) == (other_sends, other_brings)
            && reduction.kind == kind
            && (is_right || is_planted(Wrong::Carries));
        let is_swapped = other.up < one.up;
        let (first, second) = if is_swapped {
            (other, one)
        } else {
            (one, other)
        };
        let is_apart = first.up < second.up && first.down != second.down;
        (is_alike && is_apart).then_some(Self {
            sum,
            first,
            second,
            is_swapped,
        })
    }

    /// Ways to add first: the earlier number is read where it is, or is kept in one of the places of the results until the later
    /// one is there; and the result is brought to where it is needed, or is copied there.
    fn ways(&self, draft: &Draft) -> Vec<Edits> {
        let source = || {
            let input = draft.only(self.first.up)?.inputs.first()?;
            matches!(input.kind, OperandKind::PeMemory(_))
                .then(|| text(draft, self.first.up, &input.range))
        };
        let homes = [
            source().map(|it| (it, false)),
            home(draft, self.first.down).map(|it| (it, true)),
            home(draft, self.second.down).map(|it| (it, true)),
        ];
        let mut ways = Vec::new();
        for (home, is_copied) in homes.into_iter().flatten() {
            for is_direct in [true, false] {
                ways.extend(self.edits(draft, &home, is_copied, is_direct));
            }
        }
        ways
    }

    fn edits(&self, draft: &Draft, home: &str, is_copied: bool, is_direct: bool) -> Option<Edits> {
        let mut edits = Edits::new();
        let input = |line: usize| Some(text(draft, line, &draft.only(line)?.inputs.first()?.range));
        let copy = || Some(vec![format!("lpassa {} {home}", input(self.first.up)?)]);
        edits.insert(self.first.up, if is_copied { copy()? } else { Vec::new() });
        edits.insert(self.first.down, Vec::new());
        let later = input(self.second.up)?;
        let [one, other] = match self.is_swapped {
            true => [later.as_str(), home],
            false => [home, later.as_str()],
        };
        let opcode = text(draft, self.sum, &draft.only(self.sum)?.opcode_range);
        let up = draft.only(self.second.up)?;
        let sent = text(draft, self.second.up, &up.opcode_range);
        let to = destinations(draft, self.second.up)?;
        edits.insert(
            self.second.up,
            vec![
                format!("{opcode} {one} {other} $nowrite"),
                format!("{sent} $aluf {to}"),
            ],
        );
        let results = destinations(draft, self.sum)?;
        let down = draft.only(self.second.down)?;
        if is_direct {
            let opcode = text(draft, self.second.down, &down.opcode_range);
            let brought = format!("{opcode} {} {results}", input(self.second.down)?);
            edits.insert(self.second.down, vec![brought]);
            edits.insert(self.sum, Vec::new());
        } else {
            let position = usize::from(!self.is_swapped);
            let from = &draft.only(self.sum)?.inputs.get(position)?.range;
            let from = text(draft, self.sum, from);
            edits.insert(self.sum, vec![format!("lpassa {from} {results}")]);
        }
        Some(edits)
    }
}

/// Additions of what each MAB sends.
struct Loop {
    last: usize,
    kind: ReductionKind,
    leaves: Vec<Moved>,
    /// The number that they are added to, if that is not zero.
    other: Option<String>,
    /// The lines before the last one.
    slice: Vec<usize>,
}

impl Loop {
    /// The additions that end in a line, if they are of words of all MABs.
    fn from_last(draft: &Draft, last: usize) -> Option<Self> {
        let (kind, _) = joins(draft.only(last)?)?;
        let mut all = Self {
            last,
            kind,
            leaves: Vec::new(),
            other: None,
            slice: Vec::new(),
        };
        all.add(draft, last)?;
        let (_, sends, brings) = all.leaves.first()?.expressions(draft)?;
        let (motion, order) = (sends.transfer().motion, sends.transfer().shape.order);
        let mut from = 0_u32;
        for leaf in &all.leaves {
            let (up, own, down) = leaf.expressions(draft)?;
            if (own, down) != (sends, brings) {
                return None;
            }
            let TargetKind::Mab(mab) = up.target.as_ref()?.kind else {
                return None;
            };
            from |= 1 << mab;
        }
        let mabs = match order {
            Order::Mab => MABS_PER_L1B,
            Order::Mab4 => MABS_PER_L1B / 4,
            Order::Pe | Order::All => return None,
        };
        let is_each = from.count_ones() as usize == mabs
            || (is_planted(Wrong::MissingMab) && from.count_ones() as usize + 1 == mabs);
        let is_right = motion == TransferKind::FromMab;
        (is_right && is_each && all.leaves.len() == from.count_ones() as usize).then_some(all)
    }

    /// Adds the lines that make the operands of an addition.
    fn add(&mut self, draft: &Draft, line: usize) -> Option<()> {
        let sum = draft.only(line)?;
        let is_difference = sum.op == Op::Alu(AluOp::Sub);
        if self.slice.len() > SLICE_LINES_MAX || is_difference {
            return None;
        }
        for (position, input) in sum.inputs.iter().enumerate() {
            if let Some(moved) = Moved::from_operand(draft, line, position) {
                self.slice.extend([moved.up, moved.down]);
                self.leaves.push(moved);
                continue;
            }
            let maker = maker(draft, line, input);
            let made = maker.and_then(|it| draft.only(it));
            if let Some(maker) = maker
                && made.is_some_and(|it| it.spelling.text == sum.spelling.text)
            {
                self.slice.push(maker);
                self.add(draft, maker)?;
            } else if !made.is_some_and(is_zero) {
                let is_place = matches!(input.kind, OperandKind::PeMemory(_));
                let is_first = is_place && self.other.is_none();
                self.other = is_first.then(|| text(draft, line, &input.range));
                self.other.as_ref()?;
            }
        }
        Some(())
    }

    /// One reduction in place of all of them.
    fn edits(&self, draft: &Draft) -> Option<Edits> {
        let leaf = self.leaves.first()?;
        let (up, sends, _) = leaf.expressions(draft)?;
        let source = text(draft, leaf.up, &up.inputs.first()?.range);
        let letter = draft.only(self.last)?.spelling.precision?.letter();
        let prefix = match sends.transfer().shape.order {
            Order::Mab4 => "l1bmr4",
            Order::Pe | Order::Mab | Order::All => "l1bmr",
        };
        let reduction = self.kind.name();
        let opcode = text(draft, leaf.down, &draft.only(leaf.down)?.opcode_range);
        let results = destinations(draft, self.last)?;
        let reduced = format!("{prefix}{letter}{reduction} {source} $lbi");
        let texts = match &self.other {
            None => vec![reduced, format!("{opcode} $lbi {results}")],
            Some(other) => {
                let sum = text(draft, self.last, &draft.only(self.last)?.opcode_range);
                let added = format!("{sum} $lbf {other} {results}");
                vec![reduced, format!("{opcode} $lbi $nowrite"), added]
            }
        };
        Some(in_place_of(self.last, texts, &self.slice))
    }
}
