//! The typed text stays: when nothing is offered, and what a candidate must not do to the word at the cursor.

use super::acceptance::{self, Judge};
use super::{Candidate, CandidateKind, CursorContext, Piece, operand};
use mnc2_asm::LineParser;
use mnc2_asm::lower::overload;
use mnc2_program::cursor::Cursor;
use mnc2_program::{HostAction, Statement};

/// Longer statements are not checked again; they are payloads.
const STATEMENT_BYTES_MAX: usize = 4000;

/// Whether the line up to the cursor is a whole statement and nothing follows, so that Enter comes next.
///
/// `f` alone is a complete statement, but many opcodes also begin with it. It flushes what host statements wrote, so
/// it counts as complete only after such a statement.
pub(super) fn is_whole(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    surroundings: &CursorContext,
) -> bool {
    let (Some(before), Some(rest)) = (text.get(..cursor.at), text.get(cursor.at..)) else {
        return false;
    };
    let is_end = rest.trim_start().is_empty() || rest.trim_start().starts_with('#');
    if !is_end || before.len() > STATEMENT_BYTES_MAX || before.trim_end().ends_with(';') {
        return false;
    }
    let line = parser.parse(before);
    if line.has_error() {
        return ends_in_last_operand(parser, text, cursor) && !can_be_right(parser, before);
    }
    match &line.statement {
        None => false,
        Some(Statement::Host(host))
            if matches!(host.action, HostAction::Flush) && !cursor.word.is_empty() =>
        {
            surroundings.has_host_statements
        }
        Some(_) => true,
    }
}

/// Whether the cursor is after the last operand of an expression, and nothing is wrong with that operand itself: the errors
/// of the line are elsewhere, so a longer operand fixes none of them.
fn ends_in_last_operand(parser: &mut LineParser, text: &str, cursor: &Cursor) -> bool {
    let typed = cursor.typed(text);
    let (Some(index), Some(before)) = (
        cursor.before.len().checked_sub(1),
        acceptance::before(text, cursor),
    ) else {
        return false;
    };
    let is_last = |op: &mnc2_isa::Op| {
        let operands = op.row().operands;
        index + 1 >= operands.len() && overload::spec_at(operands, index).is_some()
    };
    !typed.is_empty()
        && operand::rows_at(parser, text, cursor).iter().any(is_last)
        && Judge::new(parser, before, vec![String::new()]).accepts(typed)
}

/// Whether a suffix of the last operand makes a wrong line right: two accesses of one memory that must be alike.
fn can_be_right(parser: &mut LineParser, before: &str) -> bool {
    let suffixes = ["v", "e", "r", "ve", "vr"];
    let mut lines = suffixes.iter().map(|suffix| format!("{before}{suffix}"));
    lines.any(|line| !parser.parse(&line).has_error())
}

/// Whether accepting a candidate would insert the word that is already there.
pub(super) fn is_there(candidate: &Candidate, word: &str, typed: &str) -> bool {
    let text = candidate.text();
    let is = |word: &str| !word.is_empty() && (candidate.label == word || text == word);
    is(word) || is(typed)
}

/// Turns examples into plain text if they cover what is typed or are the whole inserted text: the next key would
/// replace them.
pub(super) fn keep_typed(candidate: &mut Candidate, typed: &str) {
    let is_template = match candidate.kind {
        CandidateKind::Statement | CandidateKind::Value => true,
        CandidateKind::Opcode
        | CandidateKind::Option
        | CandidateKind::Memory
        | CandidateKind::Register
        | CandidateKind::Tag
        | CandidateKind::Recent => false,
    };
    let ends_in_text = matches!(candidate.pieces.last(), Some(Piece::Text(_)));
    let is_several = candidate.text().contains(' ');
    if !is_template || !(ends_in_text || is_several) {
        candidate.pieces = vec![Piece::Text(candidate.text())];
        return;
    }
    let mut covered = typed.len();
    for piece in &mut candidate.pieces {
        if covered > 0
            && let Piece::Stop(example) = piece
        {
            *piece = Piece::Text(std::mem::take(example));
        }
        covered = covered.saturating_sub(piece.text().len());
    }
}
