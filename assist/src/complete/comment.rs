//! Comments that silence findings and those that are assertions, and no other comments.

use mnc2_program::ASSERTION_MARK;
use mnc2_program::code::Code;
use mnc2_text::silencing_comment::{MARK, Reach};
use mnc2_text::{LineRange, message};

use super::{Candidate, CandidateKind, Completions, Piece, pieces, typed_word};

/// The completions at a cursor in a comment.
pub(super) fn complete(text: &str, comment: &LineRange, at: usize) -> Option<Completions> {
    let before = text.get(comment.start as usize..at)?;
    if let Some(body) = before.strip_prefix(ASSERTION_MARK) {
        let typed = body.trim_start();
        let is_word = !typed.contains(|character: char| !character.is_ascii_alphabetic());
        return is_word.then(|| completions(at, typed, assertions()));
    }
    let body = before.rsplit('#').next()?.trim_start();
    let after_mark = body.strip_prefix(MARK);
    let candidates: Vec<Candidate>;
    let typed;
    match after_mark.map(|rest| rest.split_once('(')) {
        // Any other comment is prose, and can end anywhere.
        None => return None,
        Some(None) => {
            typed = after_mark?.trim_start();
            candidates = directives();
        }
        Some(Some((_, inside))) if !inside.contains(')') => {
            typed = inside.rsplit([',', ' ']).next()?;
            candidates = Code::ALL
                .iter()
                .map(|code| {
                    let row = code.row();
                    let written = vec![Piece::Text(row.id.to_owned())];
                    Candidate::new(written, CandidateKind::Value, 1, row.title)
                })
                .collect();
        }
        Some(Some(_)) => return None,
    }
    Some(completions(at, typed, candidates))
}

/// The candidates that continue what is typed.
fn completions(at: usize, typed: &str, mut candidates: Vec<Candidate>) -> Completions {
    candidates.retain(|candidate| {
        let label = candidate.label.to_ascii_lowercase();
        label.starts_with(&typed.to_ascii_lowercase())
            && !typed_word::is_there(candidate, typed, typed)
    });
    for candidate in &mut candidates {
        typed_word::keep_typed(candidate, typed);
    }
    Completions {
        word: mnc2_text::line::range(at - typed.len()..at),
        candidates,
    }
}

fn assertions() -> Vec<Candidate> {
    let detailed = [
        (
            "assert {$lr0 == 0}",
            message!("check after this line that a condition holds").template(),
        ),
        (
            "log {$lr0,f}",
            message!("show a value after this line").template(),
        ),
        (
            "budget {120}",
            message!("limit the steps of the section").template(),
        ),
    ];
    detailed
        .into_iter()
        .map(|(pattern, detail)| {
            Candidate::new(pieces(pattern), CandidateKind::Statement, 1, detail)
        })
        .collect()
}

fn directives() -> Vec<Candidate> {
    [Reach::Statement, Reach::File]
        .into_iter()
        .map(|reach| {
            let detail = match reach {
                Reach::Statement => {
                    message!("silence findings of this line, or of the next statement").template()
                }
                Reach::File => message!("silence findings of the file").template(),
            };
            let written = pieces(&format!("{}({{E1010}})", reach.word()));
            Candidate::new(written, CandidateKind::Statement, 1, detail)
        })
        .collect()
}
