//! Opcodes at the start of an expression, and their options.

use std::collections::HashMap;
use std::ops::Range;

use mnc2_isa::spelling::{self, Spelling};
use mnc2_isa::{
    AluOp, ControlOp, Group, L2bmOp, Mnemonic, Op, Precision, TargetRule, l1b_set, operand_doc,
};

use super::acceptance::{self, Judge};
use super::context::CursorContext;
use super::usage::{self, Use};
use super::{Candidate, CandidateKind, Piece, frequencies, operand, partial_operand, pieces};
use mnc2_asm::LineParser;
use mnc2_program::cursor::Cursor;
use mnc2_program::{OperandKind, Statement, Step};

/// The completions at the start of an expression. `likely` states how likely opcodes are, `masks` which entries of the mask
/// register are written.
pub(super) fn candidates(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    likely: &HashMap<&'static str, f64>,
    masks: &[u8],
) -> Vec<Candidate> {
    let typed = cursor.typed(text);
    let mut candidates = options(parser, text, cursor, masks);
    let is_word = typed
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_word {
        return candidates;
    }
    let others = others(parser, text, cursor);
    candidates.extend(
        spelling::all()
            .iter()
            .filter(|spelling| is_opcode(spelling) && is_like(&spelling.text, typed))
            .filter(|spelling| {
                spelling
                    .ops
                    .iter()
                    .any(|&op| can_join(op, spelling, &others, cursor))
            })
            .map(|spelling| {
                let likelihood = likely.get(spelling.text.as_str());
                candidate(spelling).likely(likelihood.copied().unwrap_or(0.0))
            }),
    );
    candidates
}

/// How likely opcodes and statements are at the cursor.
pub(super) fn likely_heads(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    surroundings: &CursorContext,
) -> HashMap<&'static str, f64> {
    let earlier = usage::uses_before_cursor(parser, text, cursor);
    let uses: Vec<&Use> = surroundings.uses.iter().chain(&earlier).collect();
    let is_first = cursor.expression == 0;
    usage::next_heads(&uses, is_first, frequencies::heads(is_first))
}

/// The table's names of debug and host statements, with a space or one letter, are for the documentation and not
/// opcodes.
fn is_opcode(spelling: &Spelling) -> bool {
    let op = spelling.ops[0];
    op.row().group != Group::Control
        || matches!(
            op,
            Op::Control(ControlOp::Nop | ControlOp::Noforward | ControlOp::Wait)
        )
}

/// Whether the typed letters occur in this order, as clients match words.
pub(super) fn is_like(word: &str, typed: &str) -> bool {
    let mut letters = word.chars();
    typed
        .chars()
        .all(|typed| letters.any(|letter| letter.eq_ignore_ascii_case(&typed)))
}

/// The uses by another expression of the step.
struct Other {
    group: Group,
    turns: bool,
    is_dars: bool,
    precision: Option<Precision>,
}

/// The expressions before the cursor's.
fn others(parser: &mut LineParser, text: &str, cursor: &Cursor) -> Vec<Other> {
    let steps: Vec<Step> = cursor
        .earlier
        .iter()
        .rev()
        .take(usage::EARLIER_MAX)
        .filter_map(
            |range: &Range<usize>| match parser.parse(&text[range.clone()]).statement {
                Some(Statement::Step(step)) => Some(step),
                _ => None,
            },
        )
        .collect();
    steps
        .iter()
        .flat_map(|step| &step.expressions)
        .map(|expression| Other {
            group: expression.op.row().group,
            turns: matches!(expression.op, Op::L1bm(op) if op.is_to_pe())
                && expression
                    .inputs
                    .first()
                    .is_some_and(|input| matches!(input.kind, OperandKind::Turnaround(_))),
            is_dars: expression.op == Op::L2bm(L2bmOp::Dars),
            precision: expression.spelling.precision,
        })
        .collect()
}

/// Whether an expression of this row can share the step with the others (manual 3.6.4, 3.6.5).
fn can_join(op: Op, spelling: &Spelling, others: &[Other], cursor: &Cursor) -> bool {
    let group = op.row().group;
    if group == Group::Mv {
        return cursor.expression == 0;
    }
    let is_mau =
        |group: Group| matches!(group, Group::MauCalc | Group::MauMwrite | Group::MauMread);
    if is_mau(group) && others.iter().filter(|other| is_mau(other.group)).count() > 1 {
        return false;
    }
    others.iter().all(|other| match (group, other.group) {
        (Group::Nop, other) => other == Group::Wait,
        (group, Group::Nop) => group == Group::Wait,
        // A transfer to the PEs can read the turnaround register, which is a group of its own.
        (Group::L1bm, Group::L1bm) => other.turns || matches!(op, Op::L1bm(op) if op.is_to_pe()),
        (Group::L2bm, Group::L2bm) => other.is_dars != (op == Op::L2bm(L2bmOp::Dars)),
        (group, other_group) if is_mau(group) && is_mau(other_group) => {
            group != other_group && spelling.precision == other.precision
        }
        (group, other) => group != other,
    })
}

/// An opcode with its required options. Its operands are not inserted: signature help names them, and typing the next
/// space offers the first.
fn candidate(spelling: &'static Spelling) -> Candidate {
    let op = spelling.ops[0];
    let row = op.row();
    let mut written = spelling.text.clone();
    match op.target_rule() {
        TargetRule::None | TargetRule::OptionalL1bSet => {}
        TargetRule::MulticastL1bSet => written.push_str("@{0/0}"),
        TargetRule::L1b | TargetRule::Mab(_) => written.push_str("@{0}"),
    }
    if is_half_block_conversion(spelling) {
        written.push_str("/{9}");
    }
    if row.group == Group::Mv && !row.operands.is_empty() {
        written.push_str("/n{64}");
    }
    Candidate {
        label: spelling.text.clone(),
        pieces: pieces(&written),
        kind: CandidateKind::Opcode,
        detail: row.title.into(),
        likelihood: 0,
        rank: rank(spelling),
        inserts: true,
    }
}

fn rank(spelling: &Spelling) -> u8 {
    match spelling.ops[0].row().group {
        Group::Alu | Group::MauCalc => 2,
        Group::L1bm | Group::MauMwrite | Group::MauMread => 3,
        Group::Nop | Group::Noforward | Group::Wait => 3,
        Group::L2bm | Group::L2bmdarw => 4,
        Group::Mv => 5,
        Group::Control => 6,
    }
}

fn is_half_block_conversion(spelling: &Spelling) -> bool {
    matches!(spelling.ops[0], Op::Alu(AluOp::Bfn | AluOp::Bfe))
        && spelling.precision == Some(Precision::Half)
}

/// The texts that can follow the letters of an opcode, or the options that it already has.
fn options(parser: &mut LineParser, text: &str, cursor: &Cursor, masks: &[u8]) -> Vec<Candidate> {
    let typed = cursor.typed(text);
    let (Some(spelling), Some(before)) = (
        operand::spelling_of(typed),
        acceptance::before(text, cursor),
    ) else {
        return Vec::new();
    };
    if !is_opcode(spelling) || spelling.ops[0].row().group == Group::Mv {
        return Vec::new();
    }
    let given = &typed[spelling.text.len()..];
    let all: Vec<String> = possible_options(spelling, given.contains('/'))
        .into_iter()
        .flat_map(|option| partial_operand::with_entries("", option, masks))
        .collect();
    // After complete options, and with the last one half typed.
    let begun = given
        .rfind(['/', '@', '+', '-'])
        .filter(|&at| at > 0)
        .map(|at| given.split_at(at));
    let mut words: Vec<String> = Vec::new();
    let mut add = |head: &str, rest: &str| {
        let word = format!("{}{head}{rest}", spelling.text);
        if !words.contains(&word) {
            words.push(word);
        }
    };
    add(given, "");
    for option in &all {
        let plain: String = pieces(option).iter().map(Piece::text).collect();
        if plain.starts_with(given) {
            add("", option);
        }
        if let Some((head, tail)) = begun
            && plain.starts_with(tail)
        {
            add(head, option);
        }
        add(given, option);
    }
    if let Some((_, list)) = given.split_once('[')
        && !list.contains(']')
    {
        for rest in l1b_list_rest(list) {
            add(given, &rest);
        }
    }
    if given.len() == 2 && given.starts_with('@') {
        (0..=l1b_set::MAX).for_each(|mode| add(given, &format!("/{mode}")));
    }
    let number = begun.map_or(given, |(_, tail)| tail);
    if matches!(number, "/" | "+" | "-" | "@") {
        add(given, "{1}");
    }
    let tails = operand::tails(&spelling.ops, None);
    let mut judge = Judge::new(parser, before, tails);
    words
        .iter()
        .map(|word| {
            let option = &word[spelling.text.len()..];
            let last = option.rsplit_once('/').map_or("", |(_, last)| last);
            let is_mask = last.len() >= 4;
            let (rank, title) = match is_mask {
                true => (4, operand_doc::find("zero-flush")),
                false => (1, operand_doc::find(&option.replace(['{', '}'], ""))),
            };
            let title = title.map_or(row_title(spelling), |entry| entry.title);
            Candidate::new(pieces(word), CandidateKind::Option, rank, title)
        })
        .filter(|candidate| candidate.label != spelling.text && judge.accepts(&candidate.label))
        .collect()
}

fn row_title(spelling: &Spelling) -> &'static str {
    spelling.ops[0].row().title
}

/// Every option that a row of the spelling can take, including its first character; masks only with `with_masks`, since every
/// complete opcode would be followed by dozens of them.
fn possible_options(spelling: &Spelling, with_masks: bool) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    let mut add = |option: String| {
        if !options.contains(&option) {
            options.push(option);
        }
    };
    for op in &spelling.ops {
        match op.target_rule() {
            TargetRule::None => {}
            TargetRule::OptionalL1bSet | TargetRule::MulticastL1bSet => {
                for (set, first, mode) in l1b_set::expressible() {
                    let members: Vec<String> =
                        l1b_set::members(set).map(|l1b| l1b.to_string()).collect();
                    add(match mode {
                        0 => format!("@{first}"),
                        _ => format!("@{first}/{mode}"),
                    });
                    add(format!("@[{}]", members.join(",")));
                }
            }
            TargetRule::L1b => (0..=l1b_set::MAX).for_each(|l1b| add(format!("@{l1b}"))),
            TargetRule::Mab(last) => (0..=last).for_each(|mab| add(format!("@{mab}"))),
        }
        if matches!(op, Op::L1bm(op) if op.rotates()) {
            add("+{1}".to_owned());
            add("-{1}".to_owned());
        }
        if *op == Op::Control(ControlOp::Nop) {
            add("/{2}".to_owned());
        }
    }
    if is_half_block_conversion(spelling) {
        (6..=9).for_each(|length| add(format!("/{length}")));
    }
    let flushes = |op: &Op| {
        matches!(
            op.row().mnemonic,
            Mnemonic::Alu { .. } | Mnemonic::Immediate | Mnemonic::Mau { .. }
        ) || matches!(op, Op::L1bm(_))
    };
    if with_masks && spelling.ops.iter().any(flushes) {
        partial_operand::masks(&[""])
            .into_iter()
            .for_each(|mask| add(format!("/{mask}")));
    }
    options
}

/// The texts that can follow in a half-typed list of L1Bs.
fn l1b_list_rest(list: &str) -> Vec<String> {
    let begun = list
        .rsplit(',')
        .next()
        .is_some_and(|last| !last.trim().is_empty());
    if begun {
        let more = (0..=l1b_set::MAX).map(|l1b| format!(",{l1b}]"));
        std::iter::once("]".to_owned()).chain(more).collect()
    } else {
        (0..=l1b_set::MAX).map(|l1b| format!("{l1b}]")).collect()
    }
}
