//! Operands: complete ones if little or nothing is typed, and the parts that can follow what is.

mod forms;

use mnc2_isa::spelling::{self, Spelling};
use mnc2_isa::{Op, OperandClass, OperandRole, TargetRule, Width, operand_doc};

use super::acceptance::{self, Judge};
use super::context::CursorContext;
use super::prediction::{self, Guess, Site};
use super::usage::Use;
use super::{Candidate, CandidateKind, Piece, partial_operand, pieces, usage};
use mnc2_asm::LineParser;
use mnc2_asm::lower::overload;
use mnc2_program::cursor::Cursor;
use mnc2_program::{Operand, OperandKind, Statement};

/// Statements that complete a row are tried with this many choices for the operands that follow.
const TAILS_A_ROW_MAX: usize = 8;

/// The spelling of an expression's first word.
pub(super) fn spelling_of(word: &str) -> Option<&'static Spelling> {
    let length = word
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(word.len());
    spelling::find(&word[..length])
}

/// The rows that the expression at a cursor can still mean, by its opcode and the operands before the cursor; every
/// row of the opcode if none fits. Empty without a known opcode.
#[must_use]
pub fn rows_at(parser: &mut LineParser, text: &str, cursor: &Cursor) -> Vec<Op> {
    let Some(opcode) = cursor.before.first().map(|word| &text[word.clone()]) else {
        return Vec::new();
    };
    let Some(spelling) = spelling_of(opcode) else {
        return Vec::new();
    };
    let start = cursor.range.start;
    let expression = &text[start..cursor.word.start];
    let kinds = operand_kinds(parser, expression);
    let kind_of = |word: &std::ops::Range<usize>| {
        let at = (word.start - start) as u32;
        kinds
            .iter()
            .find(|operand| operand.range.start == at)
            .map(|operand| &operand.kind)
    };
    let has_target = opcode.contains('@');
    let fits = |op: &Op| {
        let target_fits = match op.target_rule() {
            TargetRule::None => !has_target,
            TargetRule::OptionalL1bSet => true,
            TargetRule::MulticastL1bSet | TargetRule::L1b | TargetRule::Mab(_) => has_target,
        };
        target_fits
            && cursor.before[1..].iter().enumerate().all(|(index, word)| {
                let spec = overload::spec_at(op.row().operands, index);
                match (spec, kind_of(word)) {
                    (Some(spec), Some(kind)) => overload::accepts(spec.class, kind),
                    (Some(_), None) => true,
                    (None, _) => false,
                }
            })
    };
    let fitting: Vec<Op> = spelling.ops.iter().copied().filter(fits).collect();
    if fitting.is_empty() {
        spelling.ops.clone()
    } else {
        fitting
    }
}

/// The operands of an expression, or of an MV instruction, that has only some of them.
fn operand_kinds(parser: &mut LineParser, expression: &str) -> Vec<Operand> {
    match parser.parse(expression).statement {
        Some(Statement::Step(step)) => step
            .expressions
            .iter()
            .flat_map(|expression| expression.operands().cloned())
            .collect(),
        Some(Statement::Mv(mv)) => mv.operands,
        _ => Vec::new(),
    }
}

/// The text that completes an expression of these rows after an operand, or after the opcode (`None`).
pub(super) fn tails(rows: &[Op], operand: Option<usize>) -> Vec<String> {
    let mut tails: Vec<String> = Vec::new();
    for op in rows {
        let specs = op.row().operands;
        let rest = operand.map_or(0, |index| index + 1);
        let mut of_row = vec![String::new()];
        for spec in specs.get(rest..).unwrap_or_default() {
            of_row = of_row
                .iter()
                .flat_map(|tail| {
                    samples(spec.class)
                        .iter()
                        .map(move |sample| format!("{tail} {sample}"))
                })
                .take(TAILS_A_ROW_MAX)
                .collect();
        }
        for tail in of_row {
            if !tails.contains(&tail) {
                tails.push(tail);
            }
        }
    }
    tails
}

/// Operands that a position takes, and that restrict the others as little as possible.
fn samples(class: OperandClass) -> &'static [&'static str] {
    match class {
        OperandClass::AluFirstInput | OperandClass::PeInput => &["$aluf", "$llt"],
        OperandClass::PeOutput | OperandClass::PeOutputOrMask => &["$nowrite"],
        OperandClass::MatrixSide => &["$lx", "$ly"],
        OperandClass::MatrixRows => &["$lx0", "$llx0", "$ly0", "$lly0"],
        OperandClass::L1bmPe(Width::DoubleLong) => &["$llb0"],
        OperandClass::L1bmPe(Width::Single | Width::Long) | OperandClass::L1bm => &["$lb0"],
        OperandClass::L2bm | OperandClass::L2bmEvery => &["$lc0"],
        OperandClass::L2bmOfL2b | OperandClass::L2bmOneInEveryGroup => &["$lc0@.0"],
        OperandClass::Dar => &["$dar0"],
        OperandClass::PdmOfGroup => &["$p0@0", "$p0@1", "$p0@2", "$p0@3"],
        OperandClass::PdmOfEveryGroup => &["$p0"],
        OperandClass::DramOfGroup => &["$d0@0", "$di0@0"],
        OperandClass::DramOfEveryGroup => &["$d0", "$di0"],
        OperandClass::L2bmOne => &["$lc0@0.0"],
        OperandClass::L2bmOfGroup => &["$lc0@0", "$lc0@1", "$lc0@2", "$lc0@3"],
        OperandClass::Literal => &["i\"0\""],
        OperandClass::Tag => &["i01"],
    }
}

/// The completions at a cursor after an opcode.
pub(super) fn candidates(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    surroundings: &CursorContext,
) -> Vec<Candidate> {
    let Some(before) = acceptance::before(text, cursor) else {
        return Vec::new();
    };
    let index = cursor.before.len() - 1;
    let rows = rows_at(parser, text, cursor);
    let mut classes: Vec<OperandClass> = Vec::new();
    for spec in rows
        .iter()
        .filter_map(|op| overload::spec_at(op.row().operands, index))
    {
        if !classes.contains(&spec.class) {
            classes.push(spec.class);
        }
    }
    if classes.is_empty() {
        return Vec::new();
    }
    let typed = cursor.typed(text);
    let mut words = Vec::new();
    let specs = rows[0].row().operands;
    let role = overload::spec_at(specs, index).map_or(OperandRole::Input, |spec| spec.role);
    // The tags that can be waited for belong to transfers under way; the last tag waited for does not matter.
    let is_tag = classes.contains(&OperandClass::Tag);
    let guesses = match is_tag {
        true => Vec::new(),
        false => guesses(parser, text, cursor, surroundings, role),
    };
    for guess in guesses {
        let is_accepted = |&class: &OperandClass| overload::accepts(class, &guess.operand.kind);
        if guess.text.starts_with(typed) && classes.iter().any(is_accepted) {
            let kind = kind_of(&guess.operand.kind);
            words.push((vec![Piece::Text(guess.text)], kind, 0, guess.likelihood));
        }
    }
    let mut others = forms::forms(&classes, typed, surroundings);
    if is_tag {
        others.extend(tags(typed, surroundings));
    }
    others.extend(continued(typed, surroundings));
    words.extend(
        others
            .into_iter()
            .map(|(pieces, kind, rank)| (pieces, kind, rank, 0.0)),
    );
    let mut judge = Judge::new(parser, before, tails(&rows, Some(index)));
    let mut trial = surroundings.trial_at_end();
    let mut accepted: Vec<(Candidate, usize)> = words
        .into_iter()
        .filter_map(|(pieces, kind, rank, likelihood)| {
            let candidate = Candidate::new(pieces, kind, rank, "").likely(likelihood);
            let line = judge.line_with(&candidate.label)?;
            if partial_operand::has_address(typed, &candidate.label)
                && judge.is_misplaced(&line, &candidate.label)
            {
                return None;
            }
            Some((candidate, trial.errors(line)))
        })
        .collect();
    // Errors of the operands that are still missing occur with every candidate.
    let least = accepted.iter().map(|(_, errors)| *errors).min();
    accepted.retain(|(_, errors)| Some(*errors) == least);
    accepted
        .into_iter()
        .map(|(candidate, _)| Candidate {
            detail: operand_doc::find(&candidate.label)
                .map_or("", |entry| entry.title)
                .into(),
            ..candidate
        })
        .collect()
}

/// The operands that the program above suggests at the cursor.
fn guesses(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    surroundings: &CursorContext,
    role: OperandRole,
) -> Vec<Guess> {
    let head = cursor.before.first().map(|word| &text[word.clone()]);
    let Some(spelling) = head.and_then(spelling_of) else {
        return Vec::new();
    };
    let operands = operand_kinds(parser, &text[cursor.range.start..cursor.word.start]);
    let is_output = role != OperandRole::Input;
    let own = Use {
        head: &spelling.text,
        is_first: cursor.expression == 0,
        inputs: operands.len(),
        operands,
    };
    let earlier = usage::uses_before_cursor(parser, text, cursor);
    let uses: Vec<&Use> = surroundings.uses.iter().chain(&earlier).collect();
    prediction::guesses(&Site {
        uses: &uses,
        own: &own,
        is_output,
        surroundings,
    })
}

type Word = (Vec<Piece>, CandidateKind, u8);

fn kind_of(kind: &OperandKind) -> CandidateKind {
    match kind {
        OperandKind::Forwarding(_) | OperandKind::Constant(_) | OperandKind::NoWrite => {
            CandidateKind::Register
        }
        OperandKind::Literal(_) => CandidateKind::Value,
        OperandKind::Tag(_) => CandidateKind::Tag,
        OperandKind::PeMemory(_)
        | OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MaskRegister(_)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::L1bm { .. }
        | OperandKind::Turnaround(_)
        | OperandKind::L2bm { .. }
        | OperandKind::Dar(_)
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. } => CandidateKind::Memory,
    }
}

fn tags(typed: &str, surroundings: &CursorContext) -> Vec<Word> {
    let named = |&tag: &u8| format!("i{tag:02x}");
    let under_way = surroundings
        .tags_under_way
        .iter()
        .map(named)
        .map(|tag| (tag, 1));
    let all = surroundings.tags.iter().map(named).map(|tag| (tag, 3));
    let mut words: Vec<Word> = under_way
        .chain(all)
        .filter(|(tag, _)| tag.starts_with(typed))
        .map(|(tag, rank)| (vec![Piece::Text(tag)], CandidateKind::Tag, rank))
        .collect();
    let generic = match typed {
        "" | "i" => Some("i{01}".to_owned()),
        _ if typed.len() == 2 && typed.starts_with('i') => Some(format!("{typed}{{1}}")),
        _ => None,
    };
    words.extend(generic.map(|tag| (pieces(&tag), CandidateKind::Tag, 4)));
    words
}

/// The typed text, continued with each part that can follow it.
fn continued(typed: &str, surroundings: &CursorContext) -> Vec<Word> {
    let kind_of = |tail: &str| {
        if tail.contains('"') {
            CandidateKind::Value
        } else {
            CandidateKind::Memory
        }
    };
    partial_operand::continuations(typed)
        .into_iter()
        .flat_map(|tail| partial_operand::with_entries(typed, tail, &surroundings.masks))
        .map(|tail| {
            let mut continued = vec![Piece::Text(typed.to_owned())];
            continued.extend(pieces(&tail));
            let names_live_entry = tail.contains("imr") && !surroundings.masks.is_empty();
            let rank = match tail.starts_with('/') {
                _ if names_live_entry => 3,
                true => 6,
                false => 4,
            };
            (continued, kind_of(&tail), rank)
        })
        .collect()
}

#[cfg(test)]
mod tests;
