//! What features say, as answers of the protocol.

pub(super) mod formatting;
pub(super) mod outline;
pub(super) mod tokens;

use serde_json::{Value, json};
use tower_lsp::ls_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionResponse,
    CodeLens, Command, DocumentChanges, Hover, HoverContents, MarkupContent, MarkupKind, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};

use super::capabilities::{ClientFeatures, RUN_TO_HERE};
use super::convert;
use crate::features::actions::{self, QuickFix};
use crate::features::{hover, lens};
use crate::session::Snapshot;

/// The command that runs a document up to a line.
fn run_command(title: &str, uri: &Uri, line: u32) -> Command {
    let argument: Value = json!({ "uri": uri.as_str(), "line": line });
    Command::new(
        title.to_owned(),
        RUN_TO_HERE.to_owned(),
        Some(vec![argument]),
    )
}

/// The explanation of what stands at a position.
pub(super) fn hover(
    snapshot: &Snapshot,
    position: Position,
    features: &ClientFeatures,
) -> Option<Hover> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let content = snapshot.program.line(line)?;
    let text = snapshot.line_text(line);
    let setting = snapshot.program.mask_setting_at(line);
    let explained = hover::hover(&text, content, setting, byte)?;
    let kind = if features.markdown_hover {
        MarkupKind::Markdown
    } else {
        MarkupKind::PlainText
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind,
            value: explained.markdown,
        }),
        range: Some(
            features
                .encoding
                .range(&snapshot.text, line as u32, &explained.range),
        ),
    })
}

/// `▶ Run to here` on every `d get`.
pub(super) fn code_lenses(
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> Vec<CodeLens> {
    lens::lenses(&snapshot.program, snapshot.report())
        .into_iter()
        .map(|lens| CodeLens {
            range: features
                .encoding
                .range(&snapshot.text, lens.line, &lens.range),
            command: Some(run_command("▶ Run to here", uri, lens.line)),
            data: None,
        })
        .collect()
}

/// Fixes of what is found in the range, and running to its last line.
pub(super) fn code_actions(
    snapshot: &Snapshot,
    uri: &Uri,
    range: Range,
    context: &CodeActionContext,
    features: &ClientFeatures,
) -> CodeActionResponse {
    let wanted = |kind: &CodeActionKind| match &context.only {
        None => true,
        Some(only) => only.iter().any(|only| is_within(kind, only)),
    };
    let first = features
        .encoding
        .line_and_byte(&snapshot.text, range.start)
        .0 as u32;
    let last = features.encoding.line_and_byte(&snapshot.text, range.end).0 as u32;
    let mut answer = CodeActionResponse::new();
    if features.code_action_literals && wanted(&CodeActionKind::QUICKFIX) {
        answer.extend(
            actions::quick_fixes(snapshot.report(), first, last)
                .iter()
                .map(|fix| quick_fix(fix, snapshot, uri, features)),
        );
    }
    // A plain command, which has no kind: some clients take every action with a command for one.
    if context.only.is_none() {
        let line = last.max(first);
        let command = run_command("Run to here", uri, line);
        answer.push(CodeActionOrCommand::Command(command));
    }
    answer
}

/// Whether a kind is the same as, or a part of, another one.
fn is_within(kind: &CodeActionKind, whole: &CodeActionKind) -> bool {
    let (kind, whole) = (kind.as_str(), whole.as_str());
    whole.is_empty()
        || kind
            .strip_prefix(whole)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn quick_fix(
    fix: &QuickFix<'_>,
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> CodeActionOrCommand {
    let edits: Vec<TextEdit> = fix
        .fix
        .edits
        .iter()
        .map(|edit| convert::edit(edit, fix.finding.line, &snapshot.text, features))
        .collect();
    let edit = if features.versioned_edits {
        WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier {
                    uri: uri.clone(),
                    version: Some(snapshot.version),
                },
                edits: edits.into_iter().map(OneOf::Left).collect(),
            }])),
            ..WorkspaceEdit::default()
        }
    } else {
        WorkspaceEdit::new([(uri.clone(), edits)].into_iter().collect())
    };
    CodeActionOrCommand::CodeAction(CodeAction {
        title: fix.fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![convert::diagnostic(
            fix.finding,
            &snapshot.text,
            uri,
            features,
        )]),
        edit: Some(edit),
        is_preferred: (features.preferred_actions && fix.is_preferred).then_some(true),
        ..CodeAction::default()
    })
}
