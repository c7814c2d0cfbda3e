//! Moved regions as answers of the protocol.

use mnc2_asm::relocate::Refusal;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{Position, PrepareRenameResponse, TextEdit, Uri, WorkspaceEdit};

use super::actions::workspace_edit;
use crate::features::rename;
use crate::lsp::capabilities::ClientFeatures;
use crate::session::Snapshot;

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// The name at a position that can be changed.
pub(in crate::lsp) fn prepare(
    snapshot: &Snapshot,
    position: Position,
    features: &ClientFeatures,
) -> Result<Option<PrepareRenameResponse>> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let Some(found) = rename::name(snapshot, line, byte) else {
        return Ok(None);
    };
    let found = found.map_err(|refusal| refused(&refusal, features))?;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: features
            .encoding
            .range(&snapshot.text, line as u32, &found.range),
        placeholder: found.name,
    }))
}

/// The edits that give what stands at a position another name.
pub(in crate::lsp) fn rename(
    snapshot: &Snapshot,
    uri: &Uri,
    position: Position,
    name: &str,
    features: &ClientFeatures,
) -> Result<Option<WorkspaceEdit>> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let replacements = rename::rename(snapshot, line, byte, name)
        .unwrap_or(Err(Refusal::NoRegion))
        .map_err(|refusal| refused(&refusal, features))?;
    let edits = replacements
        .into_iter()
        .map(|replacement| {
            let line = replacement.line as u32;
            let range = &replacement.range;
            let range = features.encoding.range(&snapshot.text, line, range);
            TextEdit::new(range, replacement.text)
        })
        .collect();
    Ok(Some(workspace_edit(edits, snapshot, uri, features)))
}

fn refused(refusal: &Refusal, features: &ClientFeatures) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: refusal.message().say(features.language()).into(),
        data: None,
    }
}
