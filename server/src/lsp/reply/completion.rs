//! Candidates as completion items of the protocol.

use std::sync::Arc;

use mnc2_assist::complete::{Candidate, CandidateKind, Piece};
use mnc2_ide::features::{completion, silencing};
use mnc2_ide::session::LanguageSnapshot;
use mnc2_text::{CompletionKind, Place};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionList,
    CompletionResponse, CompletionTextEdit, InsertReplaceEdit, InsertTextFormat, Position, Range,
    TextEdit,
};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::document_view::{DocumentView, Of, Program};
use crate::lsp::server_state::ServerState;

/// Longer lists have no edits and examples, which would make them too large. They are lists of opcodes, which every
/// client treats as words.
const RICH_ITEMS_MAX: usize = 160;

impl DocumentView<'_> {
    /// What can be written at a position.
    pub(in crate::lsp) fn completion(
        self,
        position: Position,
        trigger: Option<&str>,
    ) -> Option<CompletionResponse> {
        let at = self.at(position);
        let (is_incomplete, items) = match self.of {
            Of::Mnc2(program) => {
                let items = self.candidates(program, at, trigger);
                // Typing changes which parts are offered.
                (!items.is_empty(), items)
            }
            Of::Language(snapshot) => (false, self.items(snapshot, at, trigger)?),
        };
        Some(CompletionResponse::List(CompletionList {
            is_incomplete,
            items,
        }))
    }

    fn candidates(
        self,
        program: Program<'_>,
        at: mnc2_text::Position,
        trigger: Option<&str>,
    ) -> Vec<CompletionItem> {
        let mnc2_text::Position { line, byte } = at;
        let completions = completion::completion(program.snapshot, line as usize, byte, trigger);
        let range = |range| self.range(&Place { line, range });
        let word = &completions.word;
        let ranges = (completions.candidates.len() <= RICH_ITEMS_MAX)
            .then(|| (range(word.start..byte), range(word.start..word.end)));
        let candidates = completions.candidates.into_iter().enumerate();
        let item = |(place, candidate)| item(place, candidate, ranges, self.features);
        candidates.map(item).collect()
    }

    /// The completions of another language. A list after a space was not requested by the user, so it has no mnemonics.
    fn items(
        self,
        snapshot: &LanguageSnapshot,
        at: mnc2_text::Position,
        trigger: Option<&str>,
    ) -> Option<Vec<CompletionItem>> {
        let language = self.features.language();
        let found = match silencing::completion(snapshot, at, language) {
            Some(found) => found,
            None => snapshot.read()?.completion(at, language),
        };
        let is_wanted = |kind| trigger != Some(" ") || kind != CompletionKind::Instruction;
        let form = &self.features.writing.item_documentation;
        let items = found.into_iter().enumerate();
        let items = items.filter(|(_, item)| is_wanted(item.kind));
        let items = items.map(|(index, item)| {
            let (line, range) = (at.line, item.replace);
            let range = self.range(&Place { line, range });
            CompletionItem {
                kind: Some(completion_kind(item.kind)),
                sort_text: Some(format!("{index:05}")),
                detail: (!item.detail.is_empty()).then_some(item.detail),
                documentation: item.documentation.map(|text| form.documentation(text)),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, item.insert))),
                label: item.label,
                // Its content is already in the label.
                data: Some(json!({ "language": snapshot.language().about().id })),
                ..CompletionItem::default()
            }
        });
        Some(items.collect())
    }
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
    // An editor shows the meaning next to the label; one that cannot gets it in the detail.
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

/// The parts of the text, with a tab stop for each example.
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

const fn completion_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Instruction => CompletionItemKind::FUNCTION,
        CompletionKind::Register => CompletionItemKind::VARIABLE,
        CompletionKind::Label => CompletionItemKind::REFERENCE,
        CompletionKind::Macro => CompletionItemKind::SNIPPET,
        CompletionKind::Directive => CompletionItemKind::KEYWORD,
        CompletionKind::Option => CompletionItemKind::PROPERTY,
        CompletionKind::Constant => CompletionItemKind::CONSTANT,
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

/// Answers a suggestion with its documentation.
pub(in crate::lsp) async fn answer_resolve(
    shared: Arc<ServerState>,
    item: CompletionItem,
) -> Result<CompletionItem> {
    Ok(resolved(item, &shared.features()))
}
