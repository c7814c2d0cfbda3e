//! The results of features, as answers of the protocol.

mod actions;
pub(super) mod completion;
pub(super) mod dialect;
mod edit;
pub(super) mod explain;
pub(super) mod following;
pub(super) mod formatting;
pub(super) mod hierarchy;
pub(super) mod hints;
pub(super) mod inline_values;
mod judge;
pub(super) mod links;
pub(super) mod of_dialect;
pub(super) mod outline;
pub(super) mod rename;
pub(super) mod score;
mod seen;
pub(super) mod shorten;
pub(super) mod signature;
pub(super) mod tokens;

pub(super) use actions::{KINDS as ACTION_KINDS, code_actions};
pub(super) use seen::Seen;

use mnc2_asm::message;
use mnc2_ide::features::{hover, lens, words};
use mnc2_ide::session::Snapshot;
use serde_json::{Value, json};
use tower_lsp::ls_types::{
    CodeLens, Command, Hover, HoverContents, MarkupContent, MarkupKind, Position, Uri,
};

use super::capabilities::{ClientFeatures, RUN_TO_HERE};
use super::markup;

/// The command that runs a document up to a line.
fn run_command(title: &str, uri: &Uri, line: u32) -> Command {
    run_with(title, json!({ "uri": uri.as_str(), "line": line }))
}

/// The command that runs the program, or the function at a line, to its end.
fn run_whole_command(title: &str, uri: &Uri, line: u32) -> Command {
    run_with(
        title,
        json!({ "uri": uri.as_str(), "line": line, "toEnd": true }),
    )
}

fn run_with(title: &str, argument: Value) -> Command {
    Command::new(
        title.to_owned(),
        RUN_TO_HERE.to_owned(),
        Some(vec![argument]),
    )
}

/// The explanation of what is at a position.
pub(super) fn hover(
    snapshot: &Snapshot,
    uri: &Uri,
    position: Position,
    features: &ClientFeatures,
) -> Option<Hover> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    if !snapshot.form.has_statements() {
        return None;
    }
    let content = snapshot.program.line(line)?;
    let text = snapshot.line_text(line);
    let setting = snapshot.program.mask_setting_at(line);
    let language = features.language();
    let mut explained = step(snapshot, line, &text, byte, features).or_else(|| {
        let around = hover::Around {
            language,
            setting,
            connections: &|range| {
                let is_whole = !snapshot.is_unread();
                is_whole.then(|| hover::connections(snapshot, line, range, language))?
            },
            params: snapshot.params(),
            waits: &|range| {
                let is_whole = !snapshot.is_unread();
                is_whole.then(|| hover::waits(snapshot, line, range, language))?
            },
        };
        hover::hover(&text, content, around, byte)
    })?;
    if let Some(dump) =
        hover::last_run::dump(&snapshot.outcomes, &snapshot.program, line as u32, language)
    {
        // The newest result comes first; the explanation is long.
        explained.markdown = format!("{}\n\n---\n\n{}", dump.trim(), explained.markdown);
    }
    let (kind, value) = if features.markdown_hover {
        // Links to lines are within the document; a client resolves complete addresses only.
        let linked = format!("]({}#L", uri.as_str());
        let markdown = explained.markdown.replace("](#L", &linked);
        (MarkupKind::Markdown, markup::aligned(&markdown))
    } else {
        (MarkupKind::PlainText, markup::plain(&explained.markdown))
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: Some(
            features
                .encoding
                .range(&snapshot.text, line as u32, &explained.range),
        ),
    })
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
    if let Some(word) = words::of_line(snapshot, line) {
        let is_coloured = features.coloured_markdown && features.markdown_hover;
        let word = words::markdown(&word, language, is_coloured);
        explained.markdown = format!("{}\n{word}", explained.markdown);
    }
    Some(explained)
}

/// The judge's lens, and `▶ Run to here` on every `d get`.
pub(super) fn code_lenses(
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> Vec<CodeLens> {
    let title = message!("▶ Run to here").say(features.language());
    let runs = lens::lenses(&snapshot.program, snapshot.review().quit_line())
        .into_iter()
        .map(|lens| CodeLens {
            range: features
                .encoding
                .range(&snapshot.text, lens.line, &lens.range),
            command: Some(run_command(&title, uri, lens.line)),
            data: None,
        });
    judge::lens(snapshot, uri, features)
        .into_iter()
        .chain(runs)
        .collect()
}
