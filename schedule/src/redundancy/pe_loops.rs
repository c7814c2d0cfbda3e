//! Words of all PEs of a MAB, or of an L1B, that are brought one by one and joined: by one reduction over the MABs, and by turns of
//! one PE and of two PEs.
//!
//! Integer sums are exact modulo a power of two in any order, and so are maxima and minima of integers and unions and
//! intersections of bits. This module looks for steps of this form; each change is proven before it is proposed.

use std::collections::BTreeSet;

use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_isa::geometry::{MABS_PER_L1B, PES_PER_MAB};
use mnc2_isa::l1bm::{Order, TransferKind};
use mnc2_isa::{AluOp, Op, ReductionKind};
use mnc2_program::render::nops;
use mnc2_program::{Expression, OperandKind, TargetKind};

use super::makers::{Edits, destinations, home, in_place_of, maker, text};
use super::reductions::{Moved, is_zero};
use super::turns::turn;
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// Maximum number of operations that join the words: each word of an L1B, and another number.
const OPERATIONS_MAX: usize = MABS_PER_L1B * PES_PER_MAB + 1;

/// Operations before the last one in which a turn is looked for: in sums of sums.
const DEPTH_MAX: u32 = 2;

/// Lines that move a word on its way.
const MOVES_MAX: usize = 2 * PES_PER_MAB;

/// Lines after one of several operations in which the next one is looked for.
const NEXT_LINES_MAX: usize = 16;

/// Places for a result in between that are tried.
const HOMES_MAX: usize = 4;

/// What may be in place of a line that joins the last of the words.
pub(super) fn ways(draft: &Draft, line: usize) -> Vec<Edits> {
    Loop::from_last(draft, line).map_or_else(Vec::new, |it| it.ways(draft))
}

/// An operation on two numbers whose order makes no difference for several.
fn joins(expression: &Expression) -> bool {
    let is_joining = match expression.op {
        Op::Alu(AluOp::Add | AluOp::Or | AluOp::And | AluOp::Xor) => true,
        Op::Alu(AluOp::Max | AluOp::Min) => {
            let precision = expression.spelling.precision;
            precision.is_none_or(|it| !it.is_float())
        }
        Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    };
    is_joining && expression.zero_flush.is_none() && expression.inputs.len() == 2
}

/// Whether several equal numbers are as good as one.
const fn is_idempotent(op: Op) -> bool {
    matches!(
        op,
        Op::Alu(AluOp::Or | AluOp::And | AluOp::Max | AluOp::Min)
    )
}

/// A word on its way: where it was, and what moved it.
#[derive(Debug)]
struct Word {
    /// The text of the place, and the line that wrote it in the region.
    source: (String, Option<usize>),
    pes: usize,
    mab: Option<u8>,
    /// The lines that moved it, the last one first.
    lines: Vec<usize>,
}

impl Word {
    /// The word that an operand of a line reads.
    fn from_operand(draft: &Draft, line: usize, position: usize) -> Option<Self> {
        let (mut line, mut position) = (line, position);
        let (mut pes, mut mab, mut lines) = (0, None, Vec::new());
        while lines.len() < MOVES_MAX {
            let operand = draft.only(line)?.inputs.get(position)?;
            let made = maker(draft, line, operand);
            if let Some(before) = made
                && let Some(own) = turn(draft, before).or_else(|| copy(draft, before))
            {
                pes += own;
                lines.push(before);
                (line, position) = (before, 0);
                continue;
            }
            if mab.is_none()
                && let Some((moved, from)) = from_mab(draft, line, position)
            {
                mab = Some(from);
                lines.extend([moved.down, moved.up]);
                (line, position) = (moved.up, 0);
                continue;
            }
            let place = match &operand.kind {
                OperandKind::PeMemory(_) => text(draft, line, &operand.range),
                // What is read from a register is in a memory, too.
                _ => home(draft, made?)?,
            };
            return Some(Self {
                source: (place, made),
                pes: pes % PES_PER_MAB,
                mab,
                lines,
            });
        }
        None
    }
}

/// A copy is a turn by no PE.
fn copy(draft: &Draft, line: usize) -> Option<usize> {
    let expression = draft.only(line)?;
    let input = expression.inputs.first()?;
    let is_copy = expression.op == Op::Alu(AluOp::Passa) && expression.zero_flush.is_none();
    let is_place = matches!(
        input.kind,
        OperandKind::PeMemory(_) | OperandKind::Forwarding(_)
    );
    (is_copy && is_place && input.conversion.is_none()).then_some(0)
}

/// The transfers that bring an operand from one MAB to all, and the MAB.
fn from_mab(draft: &Draft, line: usize, position: usize) -> Option<(Moved, u8)> {
    let moved = Moved::from_operand(draft, line, position)?;
    let (up, sends, brings) = moved.expressions(draft)?;
    let TargetKind::Mab(mab) = up.target.as_ref()?.kind else {
        return None;
    };
    let (sends, brings) = (sends.transfer(), brings.transfer());
    let is_plain = sends.motion == TransferKind::FromMab
        && sends.shape == brings.shape
        && sends.shape.order == Order::Mab
        && sends.shape.sides == 1;
    is_plain.then_some((moved, mab))
}

/// Operations that join words of several PEs.
struct Loop {
    last: usize,
    source: (String, Option<usize>),
    words: Vec<(usize, Option<u8>)>,
    /// The number that they are joined with, if there is one.
    other: Option<String>,
    /// The lines before the last one that move or join the words.
    slice: BTreeSet<usize>,
    operations: Vec<usize>,
}

impl Loop {
    /// The operations that end in a line, if they join the words of all PEs of a MAB, or of an L1B.
    fn from_last(draft: &Draft, last: usize) -> Option<Self> {
        let expression = draft.only(last).filter(|it| joins(it))?;
        let source = source(draft, last, 0)?;
        if goes_on(draft, last, &source) {
            return None;
        }
        let mut all = Self {
            last,
            source,
            words: Vec::new(),
            other: None,
            slice: BTreeSet::new(),
            operations: vec![last],
        };
        let mut next = 0;
        while let Some(&line) = all.operations.get(next) {
            all.add(draft, line)?;
            next += 1;
        }
        let distinct: BTreeSet<_> = all.words.iter().copied().collect();
        let is_from_mabs = all.words.first()?.1.is_some();
        let is_alike = all.words.iter().all(|it| it.1.is_some() == is_from_mabs);
        let count = match is_from_mabs {
            true => MABS_PER_L1B * PES_PER_MAB,
            false => PES_PER_MAB,
        };
        let is_each = distinct.len() == count
            || (is_planted(Wrong::MissingPe) && distinct.len() + 1 == count);
        let is_once = is_idempotent(expression.op) || distinct.len() == all.words.len();
        let is_sum = expression.op == Op::Alu(AluOp::Add);
        (is_alike && is_each && is_once && (is_sum || !is_from_mabs)).then_some(all)
    }

    /// Adds the words of an operation, and the operations that make others of its operands.
    fn add(&mut self, draft: &Draft, line: usize) -> Option<()> {
        let spelling = draft.only(self.last)?.spelling;
        for position in 0..2 {
            let word = Word::from_operand(draft, line, position)?;
            let made = word.source.1;
            let own = made.and_then(|it| draft.only(it));
            if word.source == self.source {
                self.words.push((word.pes, word.mab));
                self.slice.extend(word.lines);
            } else if let Some(made) = made
                && word.pes == 0
                && word.mab.is_none()
                && own.is_some_and(|it| it.spelling.text == spelling.text && joins(it))
            {
                self.slice.extend(word.lines);
                self.slice.insert(made);
                self.operations.push(made);
            } else if !(own.is_some_and(is_zero) && spelling.ops.contains(&Op::Alu(AluOp::Add))) {
                let is_first = word.lines.is_empty() && self.other.is_none();
                self.other = is_first.then_some(word.source.0);
                self.other.as_ref()?;
            }
        }
        (self.operations.len() <= OPERATIONS_MAX).then_some(())
    }

    fn ways(&self, draft: &Draft) -> Vec<Edits> {
        let lines = self.operations.iter().chain(&self.slice);
        let homes = lines.filter_map(|it| home(draft, *it));
        let mut tried: Vec<String> = Vec::new();
        for home in homes {
            if !tried.contains(&home) && tried.len() < HOMES_MAX {
                tried.push(home);
            }
        }
        let ways = tried.iter().filter_map(|it| self.edits(draft, it));
        ways.collect()
    }

    /// A reduction, turns of one PE and of two, and an operation after each.
    fn edits(&self, draft: &Draft, home: &str) -> Option<Edits> {
        let last = draft.only(self.last)?;
        let operation = text(draft, self.last, &last.opcode_range);
        let results = destinations(draft, self.last)?;
        let mut source = self.source.0.as_str();
        let mut texts = Vec::new();
        if self.words.first()?.1.is_some() {
            let letter = last.spelling.precision?.letter();
            let reduction = ReductionKind::IntegerAdd.name();
            texts.extend([
                format!("l1bmr{letter}{reduction} {source} $lbi"),
                format!("l1bmm $lbi {home}"),
                nops(REACH_STEPS as u64),
            ]);
            source = home;
        }
        texts.extend([
            format!("msr {source} $nowrite"),
            format!("{operation} {source} $aluf {home}"),
            "msr $aluf $nowrite".to_owned(),
            "msr $aluf $nowrite".to_owned(),
        ]);
        match &self.other {
            None => texts.push(format!("{operation} {home} $aluf {results}")),
            Some(other) => texts.extend([
                format!("{operation} {home} $aluf $nowrite"),
                format!("{operation} $aluf {other} {results}"),
            ]),
        }
        if texts.len() > self.slice.len() {
            return None;
        }
        Some(in_place_of(self.last, texts, &self.slice))
    }
}

/// Whether one of the next lines joins another word from the same place to the result of a line.
fn goes_on(draft: &Draft, line: usize, from: &(String, Option<usize>)) -> bool {
    let next = line + 1..draft.end().min(line + 1 + NEXT_LINES_MAX);
    let mut next = next.filter(|it| draft.only(*it).is_some_and(joins));
    next.any(|next| {
        let inputs = draft.only(next).map_or(&[][..], |it| it.inputs.as_slice());
        let reads = inputs.iter().any(|it| maker(draft, next, it) == Some(line));
        reads && source(draft, next, DEPTH_MAX).as_ref() == Some(from)
    })
}

/// The place of the words that go round the PEs before a line joins them.
fn source(draft: &Draft, line: usize, depth: u32) -> Option<(String, Option<usize>)> {
    let expression = draft.only(line).filter(|it| joins(it))?;
    let mut words = (0..2).filter_map(|it| Word::from_operand(draft, line, it));
    let turned = words.find(|it| it.pes != 0);
    if let Some(word) = turned {
        return Some(word.source);
    }
    if depth == DEPTH_MAX {
        return None;
    }
    let mut makers = expression
        .inputs
        .iter()
        .filter_map(|it| maker(draft, line, it));
    makers.find_map(|it| source(draft, it, depth + 1))
}
