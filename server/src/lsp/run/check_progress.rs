//! The progress of the check of a long text, which takes seconds. Its findings take the way of all findings.

use std::sync::Arc;

use mnc2_ide::session::Unread;
use mnc2_text::message;
use tower_lsp::ls_types::Uri;

use super::super::virtual_documents;
use super::progress::Extent;
use super::{ServerState, Task};

/// Shows how far the check of a text that was just opened is, if that takes long and the client shows progress.
pub(in crate::lsp) fn show(shared: &Arc<ServerState>, uri: Uri) {
    let snapshot = shared.snapshot(&uri).ok();
    let Some(snapshot) = snapshot.filter(|it| it.unread == Some(Unread::Long)) else {
        return;
    };
    let features = shared.features();
    if !features.server_progress {
        return;
    }
    let name = virtual_documents::name(uri.as_str());
    let title = message!("Checking {name}", name).say(features.language());
    let lines = u32::try_from(snapshot.program.len()).unwrap_or(u32::MAX);
    let checked = Arc::clone(snapshot.checked_lines());
    let task = Task::from_snapshot(shared, uri, snapshot, None);
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        let extent = Extent::Checked(checked, lines);
        let work = |work: super::Work| {
            work.snapshot.review();
            Ok(())
        };
        // The requester of the findings gets an error if the check fails.
        let _ = task.perform(&shared, title, extent, work).await;
    });
}
