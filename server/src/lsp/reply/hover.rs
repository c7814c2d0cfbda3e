//! Explanations of what is at a position.

use std::sync::Arc;

use mnc2_ide::features::{hover, words};
use mnc2_ide::session::Snapshot;
use mnc2_text::Place;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::document_view::{DocumentView, Of, Program, Scope};
use crate::lsp::markup;
use crate::lsp::outputs;
use crate::lsp::server_state::ServerState;

/// Explains what is at a place of a document, or of an output of the assembler.
pub(in crate::lsp) async fn answer(
    shared: Arc<ServerState>,
    params: HoverParams,
) -> Result<Option<Hover>> {
    let at = params.text_document_position_params;
    let output = &at.text_document.uri;
    if let Some(text) = shared.output(output) {
        let learned = shared.encodings(output);
        let features = shared.features();
        return Ok(outputs::hover(&text, at.position, &learned, &features));
    }
    shared
        .ask(at.text_document.uri, Scope::Lines, move |seen| {
            seen.hover(at.position)
        })
        .await
}

impl DocumentView<'_> {
    /// The explanation of what is at a position.
    fn hover(self, position: Position) -> Option<Hover> {
        let at = self.at(position);
        let (range, markdown) = match self.of {
            Of::Mnc2(program) => {
                let explained = explained(program, at.line as usize, at.byte)?;
                (explained.range, explained.markdown)
            }
            Of::Language(snapshot) => {
                let hover = snapshot.read()?.hover(at, self.features.language())?;
                (hover.range, hover.markdown)
            }
        };
        let (kind, value) = if self.features.markdown_hover {
            // Links to lines are within the document; a client resolves complete addresses only.
            let linked = format!("]({}#L", self.uri.as_str());
            let markdown = markdown.replace("](#L", &linked);
            (MarkupKind::Markdown, markup::aligned(&markdown))
        } else {
            (MarkupKind::PlainText, markup::plain(&markdown))
        };
        let line = at.line;
        Some(Hover {
            contents: HoverContents::Markup(MarkupContent { kind, value }),
            range: Some(self.range(&Place { line, range })),
        })
    }
}

/// The explanation of a part of a program, after what the last run dumped there.
fn explained(program: Program<'_>, line: usize, byte: u32) -> Option<hover::Explained> {
    let Program {
        snapshot, features, ..
    } = program;
    if !snapshot.form.has_statements() {
        return None;
    }
    let content = snapshot.program.line(line)?;
    let text = snapshot.line_text(line);
    let setting = snapshot.program.mask_setting_at(line);
    let language = features.language();
    let is_whole = !snapshot.is_unread();
    let mut explained = step(snapshot, line, &text, byte, features).or_else(|| {
        let around = hover::Around {
            language,
            setting,
            connections: &|range| {
                is_whole.then(|| hover::connections(snapshot, line, range, language))?
            },
            params: snapshot.params(),
            waits: &|range| is_whole.then(|| hover::waits(snapshot, line, range, language))?,
        };
        hover::hover(&text, content, around, byte)
    })?;
    let (outcomes, lines) = (&snapshot.outcomes, &snapshot.program);
    if let Some(dump) = hover::last_run::dump(outcomes, lines, line as u32, language) {
        // The newest result comes first; the explanation is long.
        explained.markdown = format!("{}\n\n---\n\n{}", dump.trim(), explained.markdown);
    }
    Some(explained)
}

/// The explanation of a whole step, and its word where it is known.
fn step(
    snapshot: &Snapshot,
    line: usize,
    text: &str,
    byte: u32,
    features: &ClientFeatures,
) -> Option<hover::Explained> {
    let content = snapshot.program.line(line)?;
    let setting = snapshot.program.mask_setting_at(line);
    let first_step = snapshot.program.steps_before(line);
    let language = features.language();
    let mut explained = hover::step(text, content, setting, first_step, byte, language)?;
    if let Some(word) = words::step_word(snapshot, line) {
        let is_coloured = features.coloured_markdown && features.markdown_hover;
        let word = words::markdown(&word, language, is_coloured);
        explained.markdown = format!("{}\n{word}", explained.markdown);
    }
    Some(explained)
}
