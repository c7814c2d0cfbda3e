//! Candidates as completion items of the protocol.

use mnc2_assist::complete::{Candidate, CandidateKind, Piece};
use mnc2_ide::features::completion;
use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionList,
    CompletionResponse, CompletionTextEdit, InsertReplaceEdit, InsertTextFormat, Position, Range,
    TextEdit,
};

use crate::lsp::capabilities::ClientFeatures;

/// Longer lists have no edits and examples, which would make them too large. They are lists of opcodes, which every
/// client treats as words.
const RICH_ITEMS_MAX: usize = 160;

/// What can be written at a position.
pub(crate) fn completion(
    snapshot: &Snapshot,
    position: Position,
    trigger: Option<&str>,
    features: &ClientFeatures,
) -> CompletionResponse {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let completions = completion::completion(snapshot, line, byte, trigger);
    let range = |start: u32, end: u32| {
        features
            .encoding
            .range(&snapshot.text, line as u32, &(start..end))
    };
    let word = &completions.word;
    let ranges = (completions.candidates.len() <= RICH_ITEMS_MAX)
        .then(|| (range(word.start, byte), range(word.start, word.end)));
    let items: Vec<CompletionItem> = completions
        .candidates
        .into_iter()
        .enumerate()
        .map(|(place, candidate)| item(place, candidate, ranges, features))
        .collect();
    CompletionResponse::List(CompletionList {
        // Typing changes which parts are offered.
        is_incomplete: !items.is_empty(),
        items,
    })
}

/// The item at a place in the list; `place` counts from the top.
fn item(
    place: usize,
    candidate: Candidate,
    ranges: Option<(Range, Range)>,
    features: &ClientFeatures,
) -> CompletionItem {
    let writing = &features.writing;
    let has_examples = candidate
        .pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Stop(_)));
    let is_snippet = writing.snippets && has_examples;
    let text_edit = ranges.map(|(insert, replace)| {
        let new_text = if is_snippet {
            snippet(&candidate.pieces)
        } else {
            plain(&candidate)
        };
        if writing.insert_replace && insert != replace && candidate.inserts {
            CompletionTextEdit::InsertAndReplace(InsertReplaceEdit {
                new_text,
                insert,
                replace,
            })
        } else {
            CompletionTextEdit::Edit(TextEdit::new(replace, new_text))
        }
    });
    let detail = (!candidate.detail.is_empty()).then(|| {
        let translated = features.language().translated(&candidate.detail);
        translated.map_or_else(|| candidate.detail.to_string(), str::to_owned)
    });
    // An editor shows the meaning beside the label; one that cannot gets it in the detail.
    let (label_details, detail) = if writing.label_details {
        let details = detail.map(|description| CompletionItemLabelDetails {
            detail: None,
            description: Some(description),
        });
        (details, None)
    } else {
        (None, detail)
    };
    CompletionItem {
        kind: Some(kind(candidate.kind)),
        sort_text: Some(format!("{place:04}")),
        label_details,
        detail,
        insert_text_format: (is_snippet && text_edit.is_some())
            .then_some(InsertTextFormat::SNIPPET),
        text_edit,
        label: candidate.label,
        ..CompletionItem::default()
    }
}

/// The text without tab stops: words with their examples, and only the name of a statement.
fn plain(candidate: &Candidate) -> String {
    match candidate.kind {
        CandidateKind::Statement => candidate.label.clone(),
        CandidateKind::Opcode
        | CandidateKind::Option
        | CandidateKind::Memory
        | CandidateKind::Register
        | CandidateKind::Value
        | CandidateKind::Tag
        | CandidateKind::Recent => candidate.text(),
    }
}

/// The pieces, with a tab stop for each example.
fn snippet(pieces: &[Piece]) -> String {
    let mut snippet = String::new();
    let mut stops = 0;
    for piece in pieces {
        let mut escaped = String::new();
        for character in piece.text().chars() {
            if matches!(character, '$' | '}' | '\\') {
                escaped.push('\\');
            }
            escaped.push(character);
        }
        match piece {
            Piece::Text(_) => snippet.push_str(&escaped),
            Piece::Stop(_) => {
                stops += 1;
                snippet.push_str(&format!("${{{stops}:{escaped}}}"));
            }
        }
    }
    snippet
}

fn kind(kind: CandidateKind) -> CompletionItemKind {
    match kind {
        CandidateKind::Opcode => CompletionItemKind::FUNCTION,
        CandidateKind::Statement => CompletionItemKind::KEYWORD,
        CandidateKind::Option => CompletionItemKind::PROPERTY,
        CandidateKind::Memory => CompletionItemKind::VARIABLE,
        CandidateKind::Recent => CompletionItemKind::REFERENCE,
        CandidateKind::Register => CompletionItemKind::CONSTANT,
        CandidateKind::Value => CompletionItemKind::VALUE,
        CandidateKind::Tag => CompletionItemKind::EVENT,
    }
}

/// The item with its explanation.
pub(crate) fn resolved(mut item: CompletionItem, features: &ClientFeatures) -> CompletionItem {
    if item.data.is_some() {
        // One of another language, which is complete.
        return item;
    }
    let form = &features.writing.item_documentation;
    item.documentation = completion::documentation(&item.label, features.language())
        .map(|text| form.documentation(text));
    item
}
