//! The testcase of a run: which file it is, and what it says.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::{Argument, failed};
use crate::features::run::Inputs;
use crate::lsp::backend::Shared;

/// Bytes of a testcase file; public ones reach a tenth of it.
const TESTCASE_BYTES_MAX: u64 = 64 << 20;
/// The file beside a program that supplies its inputs.
const TESTCASE_NAME: &str = "testcase.vsm";

/// The inputs of a run, and what there is to say about them.
pub(super) struct FoundInputs {
    /// The inputs, if there are any.
    pub(super) read: Option<Inputs>,
    /// What the user should know.
    pub(super) remark: Option<String>,
}

/// The testcase that the argument names, else the one beside the program.
pub(super) fn inputs(shared: &Shared, argument: &Argument) -> Result<FoundInputs> {
    let program = file_path(&argument.uri);
    let beside = |name: &str| Some(program.as_deref()?.parent()?.join(name));
    let nothing = FoundInputs {
        read: None,
        remark: None,
    };
    let (path, is_asked_for) = match &argument.testcase {
        Some(named) => {
            let path = named
                .parse()
                .ok()
                .filter(|_| named.starts_with("file:"))
                .and_then(|uri: Uri| file_path(&uri))
                .or_else(|| beside(named))
                .unwrap_or_else(|| PathBuf::from(named));
            (path, true)
        }
        None => match beside(TESTCASE_NAME) {
            Some(path) if Some(&path) != program.as_ref() => (path, false),
            Some(_) | None => return Ok(nothing),
        },
    };
    let name = path.display().to_string();
    let text = match read_text(shared, &path) {
        Ok(Some(text)) => text,
        Ok(None) if !is_asked_for => return Ok(nothing),
        Ok(None) => return Err(Error::invalid_params(format!("there is no file {name}"))),
        Err(problem) => {
            return Err(failed(
                format!("cannot read {name}: {problem}"),
                Value::Null,
            ));
        }
    };
    match Inputs::read(name.clone(), &text) {
        Some(inputs) => Ok(FoundInputs {
            read: Some(inputs),
            remark: None,
        }),
        None => {
            let problem = format!(
                "{name} is no testcase: it has no line \"# {}\"",
                mnc2_asm::testcase::INSERTION_MARKER
            );
            if is_asked_for {
                Err(Error::invalid_params(problem))
            } else {
                Ok(FoundInputs {
                    read: None,
                    remark: Some(problem),
                })
            }
        }
    }
}

/// The text of a file, as it is in the editor when it is open there; `None` when there is no such file.
fn read_text(shared: &Shared, path: &Path) -> std::result::Result<Option<String>, String> {
    if let Some(uri) = Uri::from_file_path(path)
        && let Some(open) = shared.session().snapshot(uri.as_str())
    {
        return Ok(Some(open.text.to_string()));
    }
    let bytes = match std::fs::metadata(path) {
        Ok(metadata) if metadata.len() > TESTCASE_BYTES_MAX => {
            return Err(format!("it is longer than {TESTCASE_BYTES_MAX} bytes"));
        }
        Ok(_) => std::fs::read(path),
        Err(error) => Err(error),
    };
    match bytes {
        Ok(bytes) => Ok(Some(mnc2_asm::text::decode(&bytes).0)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// The path of a document that is a file.
fn file_path(uri: &Uri) -> Option<PathBuf> {
    if !uri.as_str().starts_with("file:") {
        return None;
    }
    Some(uri.to_file_path()?.into_owned())
}
