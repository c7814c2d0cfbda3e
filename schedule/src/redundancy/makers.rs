//! Which line makes what an operand reads, and a draft with other lines. Both only propose: lines between the two may write the
//! same place, and the proof decides.

use std::collections::BTreeMap;

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_equal::{Equivalence, Places};
use mnc2_isa::Op;
use mnc2_program::render::nops;
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, Operand, OperandKind};
use mnc2_text::line;

use super::copies::plain;
use crate::copy_unit_choice::is_same;
use crate::draft::Draft;

/// Maximum number of lines that the proofs of a region follow; each follows the whole program.
const FOLLOWED_LINES_MAX: usize = 200_000;

/// Lines before a reader in which what makes its value is looked for.
const MAKER_LINES_MAX: usize = 512;

/// The line of one expression that makes what an operand of another line reads.
pub(super) fn maker(draft: &Draft, reader: usize, operand: &Operand) -> Option<usize> {
    if operand.conversion.is_some() || operand.negated {
        return None;
    }
    let first = draft.start.max(reader.saturating_sub(MAKER_LINES_MAX));
    let mut before = (first..reader).rev();
    let writes = |line: usize, is_there: &dyn Fn(&Operand) -> bool| {
        let only = draft.only(line);
        only.is_some_and(|it| it.outputs.iter().any(is_there))
    };
    match &operand.kind {
        OperandKind::Forwarding(_) => before
            .find(|&it| draft.work(it).is_some_and(|step| step.forwards()))
            .filter(|&it| draft.only(it).is_some()),
        OperandKind::Turnaround(_) => {
            let sends = |it: &Expression| matches!(it.op, Op::L1bm(op) if !op.is_to_pe());
            before.find(|&it| draft.only(it).is_some_and(sends))
        }
        OperandKind::PeMemory(from) => {
            let from = plain(from)?;
            let is_there = |it: &Operand| match &it.kind {
                OperandKind::PeMemory(to) => it.mask.is_none() && is_same(from, to),
                _ => false,
            };
            before.find(|&it| writes(it, &is_there))
        }
        // The width of `$t` is only notation.
        from @ (OperandKind::L1bm { .. } | OperandKind::T(_)) => {
            let is_there = |it: &Operand| match it.kind {
                OperandKind::T(_) => matches!(from, OperandKind::T(_)) && it.mask.is_none(),
                _ => it.kind == *from,
            };
            before.find(|&it| writes(it, &is_there))
        }
        _ => None,
    }
}

/// The text of a part of a line.
pub(super) fn text(draft: &Draft, line: usize, range: &mnc2_text::LineRange) -> String {
    line::part(draft.line(line), range).to_owned()
}

/// The line of one expression that makes the first value that a line reads.
pub(super) fn source(draft: &Draft, line: usize) -> Option<usize> {
    maker(draft, line, draft.only(line)?.inputs.first()?)
}

/// The first place that the only expression of a line writes for certain.
pub(super) fn home(draft: &Draft, line: usize) -> Option<String> {
    let mut outputs = draft.only(line)?.outputs.iter();
    let output = outputs.find(|it| match &it.kind {
        OperandKind::PeMemory(place) => it.mask.is_none() && plain(place).is_some(),
        _ => false,
    })?;
    Some(text(draft, line, &output.range))
}

/// The texts of the destinations of the only expression of a line, together.
pub(super) fn destinations(draft: &Draft, line: usize) -> Option<String> {
    let expression = draft.only(line)?;
    let range = expression.outputs.first()?.range.start..expression.range.end;
    Some(text(draft, line, &range))
}

/// Other expressions for some lines, each of which becomes a few steps; a line without any only keeps its comment.
pub(super) type Edits = BTreeMap<usize, Vec<String>>;

/// Texts in place of a line, and without others.
pub(super) fn in_place_of<'l>(
    line: usize,
    texts: Vec<String>,
    gone: impl IntoIterator<Item = &'l usize>,
) -> Edits {
    let mut edits: Edits = gone.into_iter().map(|it| (*it, Vec::new())).collect();
    edits.insert(line, texts);
    edits
}

/// The region with what ways for a line propose in place of it, each of them proven; `None` if none is.
pub(super) fn improved(
    draft: &Draft,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
    ways: &dyn Fn(&Draft, usize) -> Vec<Edits>,
) -> Option<Draft> {
    let (mut best, mut followed, mut line) = (None, 0, draft.start);
    loop {
        let from = best.as_ref().unwrap_or(draft);
        if line >= from.end() || is_cancelled() {
            return best;
        }
        let mut legal = ways(from, line).into_iter().filter(is_legal);
        let proven = legal.find_map(|edits| {
            followed += from.program.len();
            let may_try = followed <= FOLLOWED_LINES_MAX.max(from.program.len());
            may_try.then(|| proven(from, &edits, places, is_cancelled))?
        });
        match proven {
            Some(next) => best = Some(next),
            None => line += 1,
        }
    }
}

fn is_legal(edits: &Edits) -> bool {
    let is_legal = |it: &String| !check(&mnc2_asm::parse(it), ModeChoice::Infer).has_errors();
    edits.values().flatten().all(is_legal)
}

/// The draft with other lines, if it is equivalent.
fn proven(
    draft: &Draft,
    edits: &Edits,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Draft> {
    let written = written(draft, edits);
    let program = &written.program;
    let outcome = mnc2_equal::by_dataflow(&draft.program, program, places, is_cancelled);
    (outcome == Equivalence::Same).then_some(written)
}

fn written(draft: &Draft, edits: &Edits) -> Draft {
    let mut lines = Vec::new();
    for number in draft.region() {
        let Some(texts) = edits.get(&number) else {
            lines.push(draft.line(number).to_owned());
            continue;
        };
        let comment = draft.program.line(number);
        let comment = comment.and_then(|it| it.comment.as_ref());
        lines.extend(comment.map(|it| text(draft, number, it)));
        lines.push(nops(REACH_STEPS as u64));
        if !texts.is_empty() {
            lines.extend(texts.iter().cloned());
            lines.push(nops(REACH_STEPS as u64));
        }
    }
    let mut written = draft.clone();
    written.replace(draft.region(), lines, &mut LineParser::new());
    written
}
