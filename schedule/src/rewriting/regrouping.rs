//! Steps with their cycles in other groups, so that they can read a forwarding register.
//!
//! A result of two long words in each cycle is read by two steps: the first takes the long words of the first two cycles, the
//! second the long words of the others. If the first takes the first long word of each cycle instead, it reads what the forwarding
//! register has, and need not wait for the memory.

use std::collections::BTreeSet;

use mnc2_asm::LineParser;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Mode, Width};
use mnc2_program::{Expression, Operand, OperandKind, PeMemory, Statement, render};

use super::write::addressing;
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// A region with other groups of cycles, and the lines with them.
pub(crate) struct Regrouped {
    pub(crate) draft: Draft,
    pub(crate) lines: BTreeSet<usize>,
}

/// Addresses in the cycles of two steps.
const BOTH: usize = 2 * CYCLES_PER_STEP;

/// Lines after a result in which the steps that read it are looked for.
const READER_LINES_MAX: usize = 512;

/// The region with the cycles of all such steps in other groups; `None` if there are none.
pub(crate) fn regrouped(draft: &Draft, mode: Mode) -> Option<Regrouped> {
    let mut found = Regrouped {
        draft: draft.clone(),
        lines: BTreeSet::new(),
    };
    for line in draft.region() {
        for result in results(draft, line) {
            let both = [0, 1].map(|half| reader(draft, line, result, half));
            // What reads a forwarding register does so cycle by cycle.
            let can_change =
                |it: &usize| !found.lines.contains(it) && !draft.next_reads(*it, |_| true);
            if let [Some(first), Some(second)] = both
                && [first, second].iter().all(can_change)
            {
                found.swap([first, second], mode);
            }
        }
    }
    (!found.lines.is_empty()).then_some(found)
}

/// The places of two consecutive long words that a line writes in each cycle, one after the other.
fn results(draft: &Draft, line: usize) -> Vec<&PeMemory> {
    let step = draft.program.line(line).and_then(|line| line.step());
    let expressions = step.map_or(&[][..], |it| &it.expressions);
    let outputs = expressions.iter().flat_map(|it| &it.outputs);
    let places = outputs.filter(|it| it.mask.is_none());
    let places = places.filter_map(|it| match &it.kind {
        OperandKind::PeMemory(memory) if memory.width == Width::DoubleLong => Some(memory),
        _ => None,
    });
    let advances = |it: &&PeMemory| advances_by(it, Width::DoubleLong.single_words());
    places.filter(advances).collect()
}

fn advances_by(memory: &PeMemory, words: u32) -> bool {
    let addresses = memory.addresses_words();
    let mut pairs = addresses.windows(2);
    !memory.indirect && memory.madpe.is_none() && pairs.all(|it| it[1] == it[0] + words)
}

/// The first line that reads the long words of two cycles of a result: of the first two, or of the others.
fn reader(draft: &Draft, line: usize, result: &PeMemory, half: u32) -> Option<usize> {
    let cycles = (CYCLES_PER_STEP / 2) as u32;
    let base = result.addresses_words()[0] + half * cycles * result.width.single_words();
    let is_it = |operand: &Operand| match &operand.kind {
        OperandKind::PeMemory(memory) => {
            memory.memory == result.memory
                && memory.width == Width::Long
                && memory.addresses_words()[0] == base
                && advances_by(memory, Width::Long.single_words())
        }
        _ => false,
    };
    let mut lines = line + 1..draft.end().min(line + READER_LINES_MAX);
    lines.find(|it| {
        draft
            .only(*it)
            .is_some_and(|it| it.inputs.iter().any(is_it))
    })
}

impl Regrouped {
    /// Gives the first of two steps the cycles with even numbers, and the second the others, if they differ only in addresses.
    fn swap(&mut self, lines: [usize; 2], mode: Mode) -> Option<()> {
        let [first, second] = lines.map(|it| self.draft.only(it));
        let written = regrouped_pair([first?, second?], mode)?;
        for (line, text) in lines.into_iter().zip(written) {
            let statement = self.draft.program.line(line)?.statement.as_ref();
            let range = statement.map(Statement::range)?;
            let mut whole = self.draft.line(line).to_owned();
            whole.replace_range(range.start as usize..range.end as usize, &text);
            let mut parser = LineParser::new();
            self.draft.replace(line..line + 1, vec![whole], &mut parser);
            self.lines.insert(line);
        }
        Some(())
    }
}

/// The texts of two expressions with their cycles in other groups.
fn regrouped_pair([first, second]: [&Expression; 2], mode: Mode) -> Option<[String; 2]> {
    let is_alike = bare(first) == bare(second)
        && first.zero_flush.is_none()
        && second.zero_flush.is_none()
        && first.outputs.len() == second.outputs.len();
    let mut written = [first.clone(), second.clone()];
    let pairs = first.operands().zip(second.operands());
    let mut operands = Vec::new();
    for (one, other) in pairs.filter(|_| is_alike) {
        operands.push(operands_of_groups([one, other], mode)?);
    }
    let mut parser = LineParser::new();
    for (group, expression) in written.iter_mut().enumerate() {
        let all = expression.inputs.iter_mut().chain(&mut expression.outputs);
        for (operand, groups) in all.zip(&operands) {
            operand.clone_from(&groups[group]);
        }
    }
    let texts = written.map(|it| render::expression(&it));
    let is_right = |it: &String| !parser.parse(it).has_error();
    (!operands.is_empty() && texts.iter().all(is_right)).then_some(texts)
}

/// An expression without its operands.
fn bare(expression: &Expression) -> String {
    let mut bare = expression.clone();
    bare.outputs.clear();
    for input in &mut bare.inputs {
        input.kind = OperandKind::NoWrite;
    }
    render::expression(&bare)
}

/// An operand of two expressions in the cycles of each group.
fn operands_of_groups([one, other]: [&Operand; 2], mode: Mode) -> Option<[Operand; 2]> {
    let is_plain = one.negated == other.negated
        && one.conversion == other.conversion
        && one.mask.is_none()
        && other.mask.is_none();
    let kinds = match (&one.kind, &other.kind) {
        _ if !is_plain => return None,
        (OperandKind::PeMemory(first), OperandKind::PeMemory(second)) => {
            let is_alike = (first.memory, first.width) == (second.memory, second.width);
            let is_direct = [first, second]
                .iter()
                .all(|it| !it.indirect && it.madpe.is_none());
            if !is_alike || !is_direct {
                return None;
            }
            let all: Vec<u32> = [first, second]
                .iter()
                .flat_map(|it| it.addresses_words())
                .collect();
            [0, 1].map(|group| {
                let last = if is_planted(Wrong::Cycle) { 0 } else { group };
                let cycles = (0..BOTH).step_by(2).map(|it| {
                    let is_last = it + 2 == BOTH;
                    all[it + if is_last { last } else { group }]
                });
                let cycles: Vec<u32> = cycles.collect();
                let addressing = addressing(mode, &cycles)?;
                Some(OperandKind::PeMemory(PeMemory {
                    addressing,
                    ..first.clone()
                }))
            })
        }
        // Other registers hold something for each cycle.
        (
            OperandKind::MatrixSide(..)
            | OperandKind::Constant(_)
            | OperandKind::Literal(_)
            | OperandKind::NoWrite,
            second,
        ) if one.kind == *second => [Some(second.clone()), Some(second.clone())],
        _ => return None,
    };
    let [first, second] = kinds.map(|kind| {
        Some(Operand {
            kind: kind?,
            ..one.clone()
        })
    });
    Some([first?, second?])
}
