//! What is made of words that go round the PEs of a MAB. Every PE computes with its own words, so a result of turned words is the
//! turned result: words that go round alike go round once, and words that go round and back do not.
//!
//! Half of a double multiplication depends on the PE; the proof refuses it.

use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::{AluOp, MauOp, Op};
use mnc2_program::{Expression, OperandKind};

use super::makers::{Edits, destinations, in_place_of, maker, source, text};
use super::turns::{is_alike_in_mab, opcodes, turn};
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// Maximum number of operations between two turns.
const OPERATIONS_MAX: usize = 8;

/// What may be in place of a result of turned words that a line computes, or of a turn that ends in it.
pub(super) fn ways(draft: &Draft, line: usize) -> Vec<Edits> {
    let first = Turned::from_operation(draft, line);
    let back = Turned::from_turn(draft, line);
    let ways = [first, back].into_iter().flatten();
    ways.filter_map(|it| it.edits(draft)).collect()
}

/// An operation whose operands are words of its PE, and the register that forwards its result.
fn operation(draft: &Draft, line: usize) -> Option<(&Expression, &'static str)> {
    let expression = draft.only(line)?;
    let register = match expression.op {
        Op::Alu(AluOp::Imm | AluOp::Zero | AluOp::Bfe | AluOp::Bfn | AluOp::Msl | AluOp::Msr) => {
            return None;
        }
        Op::Alu(_) => "$aluf",
        Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa) => "$mauf",
        Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => return None,
    };
    expression
        .zero_flush
        .is_none()
        .then_some((expression, register))
}

/// A word that went round the PEs.
struct Source {
    /// The text of the place where it was before.
    place: String,
    pes: usize,
    /// The turns, the last one first.
    lines: Vec<usize>,
}

impl Source {
    /// The word that an operand of a line reads, if turns alone made it.
    fn from_operand(draft: &Draft, line: usize, position: usize) -> Option<Self> {
        let (mut line, mut position) = (line, position);
        let (mut pes, mut lines) = (0, Vec::new());
        loop {
            let operand = draft.only(line)?.inputs.get(position)?;
            let turns = maker(draft, line, operand).and_then(|it| Some((it, turn(draft, it)?)));
            match turns {
                Some((before, own)) if lines.len() < PES_PER_MAB => {
                    pes += own;
                    lines.push(before);
                    (line, position) = (before, 0);
                }
                _ => {
                    let is_place = matches!(operand.kind, OperandKind::PeMemory(_));
                    let place = text(draft, line, &operand.range);
                    let is_turned = !lines.is_empty() && is_place;
                    return is_turned.then_some(Self { place, pes, lines });
                }
            }
        }
    }
}

/// A result of turned words, as a turn of a result.
struct Turned {
    /// The line that it is in place of.
    last: usize,
    /// The operations, each with its forwarding register.
    operations: Vec<(String, &'static str)>,
    /// How many PEs further the result comes from.
    pes: usize,
    /// Turns and operations that are not needed.
    gone: Vec<usize>,
    /// How many of them are turns.
    turns: usize,
}

impl Turned {
    /// An operation on words of which several go round alike; others may be alike on all PEs.
    fn from_operation(draft: &Draft, line: usize) -> Option<Self> {
        let (_, register) = operation(draft, line)?;
        let (text, pes, gone) = on_sources(draft, line)?;
        Some(Self {
            last: line,
            operations: vec![(text, register)],
            pes,
            turns: gone.len(),
            gone,
        })
    }

    /// Turns of a result of turned words, with operations that have no other turned operand.
    fn from_turn(draft: &Draft, last: usize) -> Option<Self> {
        let (mut pes, mut gone) = (turn(draft, last)?, Vec::new());
        let mut before = source(draft, last)?;
        while let Some(own) = turn(draft, before) {
            pes += own;
            gone.push(before);
            before = source(draft, before)?;
            if gone.len() > PES_PER_MAB {
                return None;
            }
        }
        let mut turns = 1 + gone.len();
        let mut operations = Vec::new();
        while operations.len() < OPERATIONS_MAX {
            let (expression, register) = operation(draft, before)?;
            gone.push(before);
            if let Some((text, own, lines)) = on_sources(draft, before) {
                operations.push((text, register));
                operations.reverse();
                turns += lines.len();
                gone.extend(lines);
                return Some(Self {
                    last,
                    operations,
                    pes: pes + own,
                    gone,
                    turns,
                });
            }
            let mut inputs = expression.inputs.iter().enumerate();
            let (position, next) = inputs.find_map(|(position, input)| {
                let made = maker(draft, before, input)?;
                Some((position, operation(draft, made).map(|it| (made, it.1))?))
            })?;
            if !are_others_alike(draft, before, &[position]) {
                return None;
            }
            operations.push((with_inputs(draft, before, &[(position, next.1)])?, register));
            before = next.0;
        }
        None
    }

    fn edits(&self, draft: &Draft) -> Option<Edits> {
        let pes = match is_planted(Wrong::TurnedBack) {
            true => 0,
            false => self.pes,
        };
        let turns = opcodes(pes);
        if turns.len() >= self.turns {
            return None;
        }
        let results = destinations(draft, self.last)?;
        let mut lines: Vec<String> = self.operations.iter().map(|it| it.0.clone()).collect();
        let mut register = self.operations.last()?.1;
        for turn in turns {
            lines.push(format!("{turn} {register}"));
            register = "$aluf";
        }
        let count = lines.len();
        let lines = lines.into_iter().enumerate().map(|(number, text)| {
            let is_last = number + 1 == count;
            format!("{text} {}", if is_last { &results } else { "$nowrite" })
        });
        Some(in_place_of(self.last, lines.collect(), &self.gone))
    }
}

/// An operation on the words that its operands were before they went round, how far that was, and the turns; `None` if they
/// do not go round alike.
fn on_sources(draft: &Draft, line: usize) -> Option<(String, usize, Vec<usize>)> {
    let (expression, _) = operation(draft, line)?;
    let positions = 0..expression.inputs.len();
    let sources = positions.filter_map(|it| Some((it, Source::from_operand(draft, line, it)?)));
    let sources: Vec<(usize, Source)> = sources.collect();
    let pes = sources.first()?.1.pes;
    if sources.iter().any(|it| it.1.pes != pes) {
        return None;
    }
    let positions: Vec<usize> = sources.iter().map(|it| it.0).collect();
    if !are_others_alike(draft, line, &positions) {
        return None;
    }
    let inputs: Vec<(usize, &str)> = sources.iter().map(|it| (it.0, &*it.1.place)).collect();
    let text = with_inputs(draft, line, &inputs)?;
    let mut lines: Vec<usize> = sources.iter().flat_map(|it| it.1.lines.clone()).collect();
    lines.sort_unstable();
    lines.dedup();
    Some((text, pes, lines))
}

/// Whether all other operands of a line are the same on all PEs of a MAB.
fn are_others_alike(draft: &Draft, line: usize, positions: &[usize]) -> bool {
    let inputs = draft.only(line).map_or(0, |it| it.inputs.len());
    let mut others = (0..inputs).filter(|it| !positions.contains(it));
    others.all(|it| is_alike(draft, line, it, 0))
}

/// Whether an operand follows from constants and words that all PEs of a MAB have. That of `$subpeid` does not, and is refused by
/// the proof.
fn is_alike(draft: &Draft, line: usize, position: usize, depth: usize) -> bool {
    let input = draft.only(line).and_then(|it| it.inputs.get(position));
    let Some(input) = input.filter(|_| depth < OPERATIONS_MAX) else {
        return false;
    };
    if matches!(input.kind, OperandKind::Constant(_)) {
        return true;
    }
    let Some(made) = maker(draft, line, input) else {
        return false;
    };
    let Some((expression, _)) = operation(draft, made) else {
        return is_alike_in_mab(draft, made);
    };
    (0..expression.inputs.len()).all(|it| is_alike(draft, made, it, depth + 1))
}

/// The text of an operation without its destinations, with other operands.
fn with_inputs(draft: &Draft, line: usize, others: &[(usize, &str)]) -> Option<String> {
    let expression = draft.only(line)?;
    let mut words = vec![text(draft, line, &expression.opcode_range)];
    for (position, input) in expression.inputs.iter().enumerate() {
        let other = others.iter().find(|it| it.0 == position);
        words.push(other.map_or_else(|| text(draft, line, &input.range), |it| it.1.to_owned()));
    }
    Some(words.join(" "))
}
