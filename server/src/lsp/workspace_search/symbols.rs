//! `workspace/symbol`: the symbols of open documents, and of the other programs in the folders of the workspace.
//!
//! The symbols of a file are kept until it changes, because clients repeat the request for every letter of the query.

use std::path::Path;
use std::sync::Arc;

use mnc2_ide::features::symbols::matches;
use mnc2_ide::session::{Mnc2Document, Snapshot};
use mnc2_program::FileForm;
use mnc2_project::files;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{SymbolInformation, Uri, WorkspaceSymbolParams, WorkspaceSymbolResponse};

use super::{OpenFiles, files as files_of_workspace};
use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::document;
use crate::lsp::document_view::DocumentView;
use crate::lsp::hosts::places;
use crate::lsp::server_state::ServerState;
use crate::lsp::workspace::{FILE_BYTES_MAX, FileState, Outlined};

/// Maximum number of symbols of an answer.
const SYMBOLS_MAX: usize = 1000;
/// Maximum number of symbols of a file that is not open.
const FILE_SYMBOLS_MAX: usize = 1000;
/// Maximum number of bytes of files that are read for one answer. The next query finds the rest.
const READ_BYTES_MAX: u64 = 32 << 20;

/// Answers the symbols of the workspace that match a query.
pub(in crate::lsp) async fn answer(
    shared: Arc<ServerState>,
    params: WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>> {
    let (search, _stop) = shared
        .search(move |shared, is_cancelled| symbols(shared, &params.query, is_cancelled))
        .await;
    let found = search.await.map_err(|_| Error::internal_error())?;
    Ok(Some(WorkspaceSymbolResponse::Flat(found)))
}

/// The symbols that match a query; those found so far if it is cancelled.
fn symbols(
    shared: &ServerState,
    query: &str,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<SymbolInformation> {
    let features = shared.features();
    let open = shared.session().snapshots();
    let mut open: Vec<(Uri, Snapshot)> = open
        .into_iter()
        .map(|(id, snapshot)| (document::uri(&id), snapshot.for_keeping()))
        .filter(|(uri, _)| !places::is_embedded(uri))
        .collect();
    open.sort_by(|left, right| left.0.as_str().cmp(right.0.as_str()));
    let mut found = Vec::new();
    let mut take = |symbols: &[SymbolInformation]| {
        let fits = symbols.iter().filter(|symbol| matches(query, &symbol.name));
        found.extend(fits.take(SYMBOLS_MAX - found.len()).cloned());
        found.len() < SYMBOLS_MAX && !is_cancelled()
    };
    for (uri, snapshot) in &open {
        if !take(&DocumentView::from_program(snapshot, uri, &features).flat_symbols()) {
            return found;
        }
    }
    let mut open_files = OpenFiles::default();
    open.iter().for_each(|(uri, _)| open_files.add(uri));
    let mut read_bytes = 0;
    for (path, state, form) in files_of_workspace(shared, is_cancelled) {
        if matches!(form, FileForm::Placement | FileForm::Structure) {
            continue;
        }
        if open_files.contains(&path) {
            continue;
        }
        let Some(uri) = Uri::from_file_path(&path) else {
            continue;
        };
        let Some(symbols) =
            file_symbols(shared, &uri, &path, state, form, &features, &mut read_bytes)
        else {
            continue;
        };
        if !take(&symbols) {
            break;
        }
    }
    found
}

/// The symbols of a file that is not open; `None` if it cannot be read, its project leaves it out, or too much has
/// been read already.
fn file_symbols(
    shared: &ServerState,
    uri: &Uri,
    path: &Path,
    state: FileState,
    form: FileForm,
    features: &ClientFeatures,
    read_bytes: &mut u64,
) -> Option<Arc<[SymbolInformation]>> {
    if let Some(known) = shared.workspace.outlined.get(path)
        && known.state == state
    {
        return Some(Arc::clone(&known.symbols));
    }
    *read_bytes += state.length_bytes;
    if *read_bytes > READ_BYTES_MAX {
        return None;
    }
    let project = shared.project(uri);
    if project
        .as_ref()
        .is_some_and(|project| project.is_excluded())
    {
        return None;
    }
    let (text, _) = mnc2_text::line::decode(&files::read(path, FILE_BYTES_MAX).ok()?);
    let snapshot = Mnc2Document::with_form(0, &text, form).snapshot();
    let mut symbols = DocumentView::from_program(&snapshot, uri, features).flat_symbols();
    symbols.truncate(FILE_SYMBOLS_MAX);
    let symbols: Arc<[SymbolInformation]> = symbols.into();
    let outlined = Outlined {
        state,
        symbols: Arc::clone(&symbols),
    };
    shared.workspace.outlined.insert(path.to_owned(), outlined);
    Some(symbols)
}
