//! The page of a finding's code.

use mnc2_ide::features::code_page;
use mnc2_text::message;
use serde_json::json;
use tower_lsp::ls_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionResponse,
    CodeActionTriggerKind, Command, Diagnostic, NumberOrString,
};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::commands::EXPLAIN;

/// An action for each code of the findings that a request names. Automatic requests get none: the client would show a
/// light bulb for it.
pub(super) fn actions(
    context: &CodeActionContext,
    features: &ClientFeatures,
) -> CodeActionResponse {
    let is_automatic = context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
    let is_shown = features.reading.shows_pages || features.reading.shows_documents;
    if is_automatic || !is_shown {
        return Vec::new();
    }
    let mut seen = Vec::new();
    let mut found = Vec::new();
    for diagnostic in &context.diagnostics {
        if let Some(NumberOrString::String(code)) = &diagnostic.code
            && code_page::address(code).is_some()
            && !seen.contains(&code)
        {
            seen.push(code);
            found.push(action(code, diagnostic, features));
        }
    }
    found
}

fn action(code: &str, diagnostic: &Diagnostic, features: &ClientFeatures) -> CodeActionOrCommand {
    let title = message!("Explain {code}", code).say(features.language());
    let arguments = vec![json!({ "code": code })];
    CodeActionOrCommand::CodeAction(CodeAction {
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        command: Some(Command::new(
            title.clone(),
            EXPLAIN.to_owned(),
            Some(arguments),
        )),
        title,
        ..CodeAction::default()
    })
}
