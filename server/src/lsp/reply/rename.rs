//! Rename as answers of the protocol.

use mnc2_asm::relocate::Refusal;
use mnc2_ide::features::rename;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{Position, PrepareRenameResponse, TextEdit, WorkspaceEdit};

use super::Seen;
use super::edit::workspace_edit;
use crate::lsp::capabilities::ClientFeatures;

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// The name at a position that can be changed.
pub(in crate::lsp) fn prepare(
    seen: Seen<'_>,
    position: Position,
) -> Result<Option<PrepareRenameResponse>> {
    let (line, byte) = seen.line_and_byte(position);
    let Some(found) = rename::name(&seen.whole(), line, byte) else {
        return Ok(None);
    };
    let found = found.map_err(|refusal| refused(&refusal, seen.features))?;
    let encoding = seen.features.encoding;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: encoding.range(&seen.snapshot.text, line as u32, &found.range),
        placeholder: found.name,
    }))
}

/// The edits that rename what is at a position.
pub(in crate::lsp) fn rename(
    seen: Seen<'_>,
    position: Position,
    name: &str,
) -> Result<Option<WorkspaceEdit>> {
    let (line, byte) = seen.line_and_byte(position);
    let (snapshot, features) = (seen.snapshot, seen.features);
    let replacements = rename::rename(&seen.whole(), line, byte, name)
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
    Ok(Some(workspace_edit(edits, snapshot, seen.uri, features)))
}

fn refused(refusal: &Refusal, features: &ClientFeatures) -> Error {
    if *refusal == Refusal::Cancelled {
        return Error::request_cancelled();
    }
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: refusal.message().say(features.language()).into(),
        data: None,
    }
}
