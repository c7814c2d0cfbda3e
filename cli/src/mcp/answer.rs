//! The result of a call.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::book;

/// Parts of pages that an answer shows.
const PARTS_MAX: usize = 5;

/// Maximum number of characters of each part of an answer.
const PART_CHARACTERS_MAX: usize = 2000;

/// The answer of every tool.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Answer {
    /// Whether everything is as it should be: no errors, accepted, the same, done.
    pub(super) ok: bool,
    /// The meaning, in a few words.
    pub(super) outcome: String,
    /// The objects of the answer, as the command writes them with `--format json`.
    pub(super) results: Vec<Value>,
    /// Text that is not an object: a dump, a page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) text: String,
    /// Remarks of the command.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) messages: Vec<String>,
    /// Whether something is left out because the answer would be too long.
    pub(super) is_cut: bool,
}

/// The parts of the book that fit some words best.
pub(super) fn search_book(query: &str) -> Answer {
    let found = book::search(query);
    let results: Vec<_> = found
        .iter()
        .take(PARTS_MAX)
        .map(|part| {
            let text: String = part.text.chars().take(PART_CHARACTERS_MAX).collect();
            json!({"page": part.page, "heading": part.heading, "text": text})
        })
        .collect();
    Answer {
        ok: !results.is_empty(),
        outcome: match results.len() {
            0 => "nothing found".to_owned(),
            count => format!("the best {count} of {}", found.len()),
        },
        results,
        is_cut: found.len() > PARTS_MAX,
        ..Answer::default()
    }
}
