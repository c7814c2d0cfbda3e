//! Rename as answers of the protocol.

use std::path::Path;
use std::sync::Arc;

use mnc2_assist::relocate::{Refusal, Replacement};
use mnc2_ide::features::rename;
use mnc2_text::{Change, Place};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    Position, PrepareRenameResponse, RenameParams, TextDocumentPositionParams, WorkspaceEdit,
};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::document_view::{DocumentView, Of, Scope};
use crate::lsp::server_state::ServerState;
use crate::lsp::view_requests::failed;

/// Answers what can be renamed at a place.
pub(in crate::lsp) async fn answer_prepare(
    shared: Arc<ServerState>,
    at: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    shared
        .ask(at.text_document.uri, Scope::Testcase, move |seen| {
            seen.renamable(at.position).transpose()
        })
        .await?
        .transpose()
}

/// Answers the edits of a rename.
pub(in crate::lsp) async fn answer(
    shared: Arc<ServerState>,
    params: RenameParams,
) -> Result<Option<WorkspaceEdit>> {
    let (at, name) = (params.text_document_position, params.new_name);
    let uri = at.text_document.uri;
    shared.read_linked_files(&uri);
    let folder = shared.linked_folder(&uri).unwrap_or_default();
    shared
        .ask(uri, Scope::Testcase, move |seen| {
            seen.rename(at.position, &name, &folder).transpose()
        })
        .await?
        .transpose()
}

impl DocumentView<'_> {
    /// The name at a position that can be changed.
    fn renamable(self, position: Position) -> Result<Option<PrepareRenameResponse>> {
        let found = match self.of {
            Of::Mnc2(program) => {
                let (line, byte) = program.line_and_byte(position);
                let found = rename::name(&program.whole(), line, byte).transpose();
                let found = found.map_err(|refusal| refused(&refusal, self.features))?;
                found.map(|it| {
                    let (line, range) = (line as u32, it.range);
                    (Place { line, range }, it.name)
                })
            }
            Of::Language(snapshot) => {
                let text = snapshot.read();
                let place = text.and_then(|text| text.renamable(self.at(position)));
                place.and_then(|place| {
                    let line = self.text.get_line(place.line as usize)?.to_string();
                    let name = mnc2_text::line::part(&line, &place.range).to_owned();
                    Some((place, name))
                })
            }
        };
        let answer = |(place, placeholder)| PrepareRenameResponse::RangeWithPlaceholder {
            range: self.range(&place),
            placeholder,
        };
        Ok(found.map(answer))
    }

    /// The edits that rename what is at a position.
    fn rename(
        self,
        position: Position,
        name: &str,
        folder: &Path,
    ) -> Result<Option<WorkspaceEdit>> {
        let changes = match self.of {
            Of::Mnc2(program) => {
                let (line, byte) = program.line_and_byte(position);
                let replacements = rename::rename(&program.whole(), line, byte, name)
                    .unwrap_or(Err(Refusal::NoRegion))
                    .map_err(|refusal| refused(&refusal, self.features))?;
                replacements.into_iter().map(change).collect()
            }
            Of::Language(snapshot) => {
                let Some(text) = snapshot.read() else {
                    return Ok(None);
                };
                let at = self.at(position);
                let linked = text.linked(at);
                if !linked.is_empty() {
                    let checked = text.check_linked(at, name);
                    checked.map_err(|message| failed(&message, self.features.language()))?;
                    return Ok(Some(self.linked_edit(&linked, folder, name)));
                }
                let changes = text.rename(at, name);
                changes.map_err(|message| failed(&message, self.features.language()))?
            }
        };
        Ok(Some(self.changed(changes)))
    }
}

fn change(replacement: Replacement) -> Change {
    let Replacement { line, range, text } = replacement;
    let line = line as u32;
    Change {
        place: Place { line, range },
        text,
    }
}

fn refused(refusal: &Refusal, features: &ClientFeatures) -> Error {
    match refusal {
        Refusal::Cancelled => Error::request_cancelled(),
        _ => failed(&refusal.message(), features.language()),
    }
}
