//! The testcase of a run: which file it is, and its content.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mnc2_ide::features::run::Inputs;
use mnc2_ide::session::{Placed, Snapshot};
use mnc2_project::data_json;
use mnc2_project::files::Roots;
use mnc2_project::solutions::testcase_of;
use mnc2_text::{Fields, message};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::failed;
use crate::lsp::document::{self, path as file_path};
use crate::lsp::open_testcase::OpenTestcase;
use crate::lsp::server_state::ServerState;

/// Largest testcase file in bytes; public ones reach a tenth of this.
const TESTCASE_BYTES_MAX: u64 = 64 << 20;
/// The inputs of a run, and remarks about them.
pub(super) struct FoundInputs {
    /// The inputs, if there are any.
    pub(super) read: Option<Inputs>,
    /// The file that they come from.
    pub(super) uri: Option<Uri>,
    /// A remark for the user.
    pub(super) remark: Option<String>,
}

/// A testcase file.
pub(in crate::lsp) struct Found {
    pub(in crate::lsp) uri: Uri,
    /// Its name in messages.
    pub(super) name: String,
    pub(in crate::lsp) text: String,
}

/// A document between the lines of its testcase, if it has one that can be read.
pub(in crate::lsp) fn around(
    shared: &ServerState,
    program: &Uri,
    snapshot: &Snapshot,
) -> Option<Arc<OpenTestcase>> {
    if snapshot.is_unread() || snapshot.program.iter().any(|line| line.is_insertion_marker) {
        return None;
    }
    let Found { uri, text, .. } = file(shared, program, None).ok().flatten()?;
    shared.testcases.around(program, snapshot, uri, text)
}

/// The testcase that a request names, otherwise the one next to the program; `None` if nothing is named and there is
/// none.
pub(in crate::lsp) fn file(
    shared: &ServerState,
    program: &Uri,
    named: Option<&str>,
) -> Result<Option<Found>> {
    find(shared, program, named, testcase_of)
}

/// The input of a run of a program in another language: the JSON file named by the request, otherwise by the project,
/// otherwise the file next to the program: `kernel.in.json` of `kernel.ir`.
pub(super) fn memory(shared: &ServerState, program: &Uri, named: Option<&str>) -> Result<Fields> {
    let found = find(shared, program, named, |path, of_project| {
        of_project.or_else(|| Some(data_json::beside(path)))
    })?;
    let Some(Found { name, text, .. }) = found else {
        return Ok(Fields::new());
    };
    data_json::read(&text).map_err(|reason| {
        let message = message!("`{name}` is not a memory: {reason}", name, reason);
        failed(message.say(shared.features().language()), Value::Null)
    })
}

fn find(
    shared: &ServerState,
    program: &Uri,
    named: Option<&str>,
    of: impl FnOnce(&Path, Option<PathBuf>) -> Option<PathBuf>,
) -> Result<Option<Found>> {
    let folder = || Some(file_path(program)?.parent()?.to_path_buf());
    let of_project = match named {
        Some(_) => None,
        None => project_testcase(shared, program),
    };
    let is_of_project = of_project.is_some();
    let path = match named {
        Some(named) => named
            .parse()
            .ok()
            .filter(|_| named.starts_with("file:"))
            .and_then(|uri: Uri| file_path(&uri))
            .or_else(|| Some(folder()?.join(named)))
            .unwrap_or_else(|| PathBuf::from(named)),
        None => match file_path(program).and_then(|path| of(&path, of_project)) {
            Some(path) => path,
            None => return Ok(None),
        },
    };
    let name = path.display().to_string();
    let project = project_of(shared, program);
    let roots = shared.workspace.roots_of(program, project.as_ref());
    let is_read = named.is_some() && path.exists() && !is_open(shared, &path);
    if is_read && !roots.hold(&path) {
        return Err(Error::invalid_params(format!(
            "{name} lies outside of the workspace"
        )));
    }
    match read_text(shared, &path, &roots) {
        Ok(Some((uri, text))) => Ok(Some(Found { uri, name, text })),
        Ok(None) if is_of_project => Err(failed(
            format!("mnc2.toml names the testcase {name}, but there is no such file"),
            Value::Null,
        )),
        Ok(None) if named.is_none() => Ok(None),
        Ok(None) => Err(Error::invalid_params(format!("there is no file {name}"))),
        Err(problem) => Err(failed(
            format!("cannot read {name}: {problem}"),
            Value::Null,
        )),
    }
}

/// The testcase that the project names for a program.
fn project_testcase(shared: &ServerState, program: &Uri) -> Option<PathBuf> {
    let project = project_of(shared, program);
    project.as_ref().and_then(Placed::testcase)
}

fn project_of(shared: &ServerState, program: &Uri) -> Option<Placed> {
    let open = shared.session().snapshot(&document::id(program));
    match open {
        Some(snapshot) => snapshot.project,
        None => shared.project(program),
    }
}

/// The inputs of a run.
pub(super) fn inputs(
    shared: &ServerState,
    program: &Uri,
    named: Option<&str>,
) -> Result<FoundInputs> {
    let Some(Found { uri, name, text }) = file(shared, program, named)? else {
        return Ok(FoundInputs {
            read: None,
            uri: None,
            remark: None,
        });
    };
    match Inputs::read(name.clone(), text) {
        Some(inputs) => Ok(FoundInputs {
            read: Some(inputs),
            uri: Some(uri),
            remark: None,
        }),
        None => {
            let problem = format!(
                "{name} is not a testcase: it has no line \"# {}\"",
                mnc2_program::INSERTION_MARKER
            );
            if named.is_some() {
                Err(Error::invalid_params(problem))
            } else {
                Ok(FoundInputs {
                    read: None,
                    uri: None,
                    remark: Some(problem),
                })
            }
        }
    }
}

fn is_open(shared: &ServerState, path: &Path) -> bool {
    let uri = Uri::from_file_path(path);
    uri.is_some_and(|uri| shared.session().is_open(&document::id(&uri)))
}

/// The text of a file, from the editor if it is open there; `None` if there is no such file.
fn read_text(
    shared: &ServerState,
    path: &Path,
    roots: &Roots,
) -> std::result::Result<Option<(Uri, String)>, String> {
    let uri = Uri::from_file_path(path).ok_or("its name is not a URI")?;
    let open = shared.session().snapshot(&document::id(&uri));
    if let Some(open) = open {
        return Ok(Some((uri, open.text.to_string())));
    }
    match roots.read(path, TESTCASE_BYTES_MAX) {
        Ok(bytes) => Ok(Some((uri, mnc2_text::line::decode(&bytes).0))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}
