//! Shorter orders: the actions that search for one, the edit that applies it, and the lens that reports that there
//! is none.

use std::ops::Range as Span;

use mnc2_ide::features::shorten::{self, Region};
use mnc2_ide::session::Snapshot;
use mnc2_text::message;
use serde_json::json;
use tower_lsp::ls_types::{
    AnnotatedTextEdit, ChangeAnnotation, CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens,
    Command, DocumentChanges, OneOf, Range, TextEdit, Uri, WorkspaceEdit,
};

use super::edit::workspace_edit;
use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::commands::{SHORTEN, WHY_NO_SHORTER};

/// The kind of the actions.
pub(super) const KIND: CodeActionKind = CodeActionKind::REFACTOR_REWRITE;

/// The name of the annotation of an edit.
const ANNOTATION: &str = "shorten";

/// The commands for the selected lines, or for the whole program if no more than one line is selected.
pub(super) fn commands(
    snapshot: &Snapshot,
    uri: &Uri,
    selected: Span<u32>,
    features: &ClientFeatures,
) -> Vec<Command> {
    let Some(region) = shorten::region(snapshot, selected) else {
        return Vec::new();
    };
    let shorten = if region.is_program {
        message!("Shorten this program")
    } else {
        message!("Shorten these lines")
    };
    let why = message!("Why no shorter?");
    let language = features.language();
    [(shorten, SHORTEN), (why, WHY_NO_SHORTER)]
        .map(|(title, name)| command(title.say(language), name, snapshot, uri, region))
        .into()
}

/// A command as an action.
pub(super) fn action(command: Command) -> CodeActionOrCommand {
    CodeActionOrCommand::CodeAction(CodeAction {
        title: command.title.clone(),
        kind: Some(KIND),
        command: Some(command),
        ..CodeAction::default()
    })
}

fn command(title: String, name: &str, snapshot: &Snapshot, uri: &Uri, region: Region) -> Command {
    let argument = json!({
        "uri": uri.as_str(),
        "version": snapshot.version,
        "first": region.first,
        "last": region.last,
    });
    Command::new(title, name.to_owned(), Some(vec![argument]))
}

/// An edit that replaces some bytes of a document. A client that supports it shows the edit to its user, with a label
/// and a description, and applies it if the user agrees. It is one edit, so it is taken as a whole or not at all.
pub(in crate::lsp) fn edit(
    (bytes, new): (Span<usize>, String),
    (label, description): (String, String),
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> WorkspaceEdit {
    let text = &snapshot.text;
    let position = |byte: usize| {
        let line = text.byte_to_line(byte);
        let byte = byte - text.line_to_byte(line);
        features.encoding.position(text, line as u32, byte as u32)
    };
    let range = Range::new(position(bytes.start), position(bytes.end));
    let edits = vec![TextEdit::new(range, new)];
    let mut edit = workspace_edit(edits, snapshot.version, uri, features);
    if features.writing.change_annotations
        && let Some(DocumentChanges::Edits(documents)) = &mut edit.document_changes
    {
        for document in documents {
            for edit in &mut document.edits {
                if let OneOf::Left(text_edit) = edit {
                    *edit = OneOf::Right(AnnotatedTextEdit {
                        text_edit: text_edit.clone(),
                        annotation_id: ANNOTATION.to_owned(),
                    });
                }
            }
        }
        let annotation = ChangeAnnotation {
            label,
            needs_confirmation: Some(true),
            description: Some(description),
        };
        edit.change_annotations = Some([(ANNOTATION.to_owned(), annotation)].into());
    }
    edit
}

/// The lenses of lines whose order is known to be the shortest.
pub(in crate::lsp) fn lenses(
    regions: &[Region],
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> Vec<CodeLens> {
    let language = features.language();
    regions
        .iter()
        .map(|region| {
            let title = if region.is_program {
                message!("shortest order, proven")
            } else {
                message!(
                    "lines {first} to {last}: shortest order, proven",
                    first = region.first + 1,
                    last = region.last + 1
                )
            };
            let title = format!("✓ {}", title.say(language));
            CodeLens {
                range: features
                    .encoding
                    .range(&snapshot.text, region.first, &(0..0)),
                command: Some(command(title, WHY_NO_SHORTER, snapshot, uri, *region)),
                data: None,
            }
        })
        .collect()
}
