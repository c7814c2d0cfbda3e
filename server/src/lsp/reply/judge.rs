//! The lens that judges a program with the testcase next to it, and shows the verdict.

use mnc2_ide::session::{Placed, Snapshot};
use mnc2_project::solutions::testcase_of;
use mnc2_text::message;
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, Command, Uri};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::commands::JUDGE;
use crate::lsp::document::path;

/// The lens in the first line, if there is a testcase.
pub(in crate::lsp) fn lens(
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> Option<CodeLens> {
    let of_project = snapshot.project.as_ref().and_then(Placed::testcase);
    let testcase = testcase_of(&path(uri)?, of_project).filter(|path| path.is_file())?;
    let language = features.language();
    let title = match &snapshot.outcomes.verdict {
        Some(verdict) if verdict.accepted => format!("✓ {}", verdict.sentence.say(language)),
        Some(verdict) => format!("✗ {}", verdict.sentence.say(language)),
        None => {
            let name = testcase.file_name().unwrap_or_default().to_string_lossy();
            message!("▶ Judge with {name}", name = &*name).say(language)
        }
    };
    let argument = json!({ "uri": uri.as_str() });
    Some(CodeLens {
        range: features.encoding.range(&snapshot.text, 0, &(0..0)),
        command: Some(Command::new(title, JUDGE.to_owned(), Some(vec![argument]))),
        data: None,
    })
}
