//! The results of features, as answers of the protocol.

mod actions;
mod completion;
pub(super) mod diagnostics;
mod edit;
mod explain;
mod formatting;
pub(super) mod hierarchy;
pub(super) mod hints;
pub(super) mod hover;
mod inline_values;
mod judge;
pub(super) mod language_views;
mod lens;
mod linked;
mod links;
pub(super) mod navigation;
mod outline;
pub(super) mod rename;
pub(super) mod score;
pub(super) mod shorten;
mod signature;
pub(super) mod tokens;

pub(super) use actions::KINDS as ACTION_KINDS;
pub(super) use completion::answer_resolve as resolve_completion;

use serde_json::{Value, json};
use tower_lsp::ls_types::{Command, Uri};

use super::commands::RUN_TO_HERE;

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
