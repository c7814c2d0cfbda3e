//! Inlay hints of the protocol; their tooltips are made on request.

use mnc2_ide::features::hints::{self, Hint, Kind};
use mnc2_ide::session::{InlayHints, Snapshot};
use mnc2_project::StepHints;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::ls_types::{
    InlayHint, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind, Range, Uri,
};

use crate::lsp::capabilities::ClientFeatures;
use crate::lsp::markup;
use crate::lsp::names::NamedKind;

/// The data of a hint, from which its tooltip is made.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::lsp) struct Data {
    /// The document.
    pub(in crate::lsp) uri: Uri,
    version: i32,
    kind: NamedKind,
    line: u32,
    byte: u32,
}

/// The hints of the lines in a range.
pub(in crate::lsp) fn hints(
    snapshot: &Snapshot,
    uri: &Uri,
    range: Range,
    settings: &InlayHints,
    features: &ClientFeatures,
) -> Vec<InlayHint> {
    // A client that shows values itself needs no hints for them.
    let settings = InlayHints {
        // The server does not know where the cursor is.
        steps: match settings.steps {
            StepHints::CurrentLine if !features.reading.shows_current_line => StepHints::Off,
            steps => steps,
        },
        values: settings.values && !features.reading.shows_values,
        ..*settings
    };
    hints::hints(
        snapshot,
        range.start.line,
        range.end.line,
        &settings,
        features.language(),
    )
    .into_iter()
    .map(|hint| of(hint, snapshot, uri, features))
    .collect()
}

fn of(hint: Hint, snapshot: &Snapshot, uri: &Uri, features: &ClientFeatures) -> InlayHint {
    let Hint {
        line,
        byte,
        label,
        kind,
    } = hint;
    let later = features.reading.hint_tooltips_later;
    InlayHint {
        position: features.encoding.position(&snapshot.text, line, byte),
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: (!later)
            .then(|| tooltip(snapshot, kind, line, byte, features))
            .flatten(),
        padding_left: Some(true),
        padding_right: None,
        data: later.then(|| {
            json!(Data {
                uri: uri.clone(),
                version: snapshot.version,
                kind: NamedKind(kind),
                line,
                byte
            })
        }),
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
    kind: Kind,
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
