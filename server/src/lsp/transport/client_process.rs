//! Whether the process that started the server is still running.
//!
//! A client that dies closes its end of the pipes, which ends the session; but another process may have inherited them
//! and keep them open. Therefore the client's process is watched on systems that show processes as files.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::Notify;

/// How often it checks.
const INTERVAL: Duration = Duration::from_secs(1);

/// Reports that a process has ended. One that was never seen is not reported, such as a client in another container.
pub(in crate::lsp) fn watch(process: u32, ended: &Arc<Notify>) {
    let ended = Arc::downgrade(ended);
    let status = PathBuf::from(format!("/proc/{process}/stat"));
    if is_alive(&status) {
        tokio::spawn(wait(status, ended));
    }
}

async fn wait(status: PathBuf, ended: Weak<Notify>) {
    while ended.strong_count() > 0 {
        if !is_alive(&status) {
            if let Some(ended) = ended.upgrade() {
                ended.notify_one();
            }
            return;
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Whether there is such a process that has not ended; its state follows its name, which is in parentheses.
fn is_alive(status: &PathBuf) -> bool {
    let Ok(text) = fs::read_to_string(status) else {
        return false;
    };
    let state = text
        .rsplit_once(')')
        .and_then(|(_, rest)| rest.trim_start().chars().next());
    !matches!(state, Some('Z' | 'X'))
}
