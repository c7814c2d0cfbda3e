//! Inlay hints of the protocol; their tooltips are made on request.

use std::sync::Arc;

use mnc2_ide::features::hints::{self, Hint, HintKind};
use mnc2_ide::session::{InlayHints, Snapshot};
use mnc2_project::StepHints;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    InlayHint, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind, Position, Range, Uri,
};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::display_names::NamedKind;
use crate::lsp::document_view::{DocumentView, Of};
use crate::lsp::markup;
use crate::lsp::server_state::ServerState;

/// The most hints of an answer in another language than MN-Core 2.
const HINTS_MAX: usize = 10_000;

/// The data of a hint, from which its tooltip is made.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::lsp) struct Data {
    pub(in crate::lsp) uri: Uri,
    version: i32,
    kind: NamedKind,
    line: u32,
    byte: u32,
}

impl DocumentView<'_> {
    /// The hints of the lines in a range.
    pub(in crate::lsp) fn hints(
        self,
        range: Range,
        settings: &InlayHints,
    ) -> Option<Vec<InlayHint>> {
        // A client that shows values itself needs no hints for them.
        let settings = InlayHints {
            // The position of the cursor is not available in the server.
            steps: match settings.steps {
                StepHints::CurrentLine if !self.features.reading.shows_current_line => {
                    StepHints::Off
                }
                steps => steps,
            },
            values: settings.values && !self.features.reading.shows_values,
            ..*settings
        };
        let (first, last) = (range.start.line, range.end.line);
        let language = self.features.language();
        match self.of {
            Of::Mnc2(program) => {
                let hints = hints::hints(program.snapshot, first, last, &settings, language);
                let hint = |hint| program_hint(self, program.snapshot, hint);
                Some(hints.into_iter().map(hint).collect())
            }
            Of::Language(snapshot) => {
                let lines = first..last.saturating_add(1);
                let text = snapshot.read()?;
                let found = text.inlays(lines.clone(), language, &|| snapshot.is_cancelled());
                let found = found.into_iter();
                let found = found.map(|it| hint(self.range(&it.place).end, it.text));
                let last_run = snapshot.last_run.as_ref();
                let last_run = last_run.filter(|last| settings.values && !last.is_outdated);
                let beside = last_run.iter().flat_map(|last| &last.ran.beside);
                let beside = beside.filter(|(line, _)| lines.contains(line));
                let beside = beside
                    .map(|(line, text)| hint(self.lines(*line, *line).end, format!("→ {text}")));
                Some(found.chain(beside).take(HINTS_MAX).collect())
            }
        }
    }
}

fn hint(position: Position, label: String) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

fn program_hint(seen: DocumentView<'_>, snapshot: &Snapshot, of: Hint) -> InlayHint {
    let Hint {
        line,
        byte,
        label,
        kind,
    } = of;
    let features = seen.features;
    let position = features.encoding.position(&snapshot.text, line, byte);
    let hint = hint(position, label);
    if !features.reading.hint_tooltips_later {
        let tooltip = tooltip(snapshot, kind, line, byte, features);
        return InlayHint { tooltip, ..hint };
    }
    let data = json!(Data {
        uri: seen.uri.clone(),
        version: snapshot.version,
        kind: NamedKind(kind),
        line,
        byte
    });
    InlayHint {
        data: Some(data),
        ..hint
    }
}

/// Adds the tooltip to a hint; a hint of an earlier text is returned unchanged.
pub(in crate::lsp) fn resolved(
    mut hint: InlayHint,
    data: &Data,
    snapshot: &Snapshot,
    features: &ClientFeatures,
) -> InlayHint {
    if data.version == snapshot.version {
        hint.tooltip = tooltip(snapshot, data.kind.0, data.line, data.byte, features);
    }
    hint
}

fn tooltip(
    snapshot: &Snapshot,
    kind: HintKind,
    line: u32,
    byte: u32,
    features: &ClientFeatures,
) -> Option<InlayHintTooltip> {
    let page = hints::tooltip(snapshot, kind, line, byte, features.language())?;
    // No client declares a format for tooltips, so they use that of hovers.
    Some(if features.markdown_hover {
        InlayHintTooltip::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: markup::aligned(&page),
        })
    } else {
        InlayHintTooltip::String(markup::plain(&page))
    })
}

/// Answers a hint with its tooltip.
pub(in crate::lsp) async fn answer_resolve(
    shared: Arc<ServerState>,
    hint: InlayHint,
) -> Result<InlayHint> {
    let Some(data) = hint.data.clone() else {
        // It was sent with its tooltip, if it has one.
        return Ok(hint);
    };
    let data: Data = serde_json::from_value(data)
        .map_err(|_| Error::invalid_params("the hint is not one of this server"))?;
    let of_closed = hint.clone();
    let resolved = shared
        .analyse(data.uri.clone(), move |snapshot, _, features| {
            Some(resolved(hint, &data, snapshot, features))
        })
        .await?;
    Ok(resolved.unwrap_or(of_closed))
}
