//! Where functions begin.

use std::sync::Arc;

use super::Piece;
use crate::version::Version;

/// Divides a text at its functions; the result is never empty.
pub(super) fn split(text: &str, version: Version) -> Vec<Arc<Piece>> {
    let none: Arc<str> = Arc::from("");
    let piece = |text: &str| Piece::new(text, version, &none);
    let mut pieces = Vec::new();
    let mut start = 0;
    for at in functions(text) {
        if at > start {
            pieces.push(piece(&text[start..at]));
        }
        start = at;
    }
    if start < text.len() || pieces.is_empty() {
        pieces.push(piece(&text[start..]));
    }
    pieces
}

/// The places of the word `func` outside of comments and quotes.
fn functions(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut is_word) = (0, false);
    while at < bytes.len() {
        let byte = bytes[at];
        let line = || {
            text[at..]
                .find('\n')
                .map_or(bytes.len(), |length| at + length)
        };
        if byte == b';' {
            at = line();
            is_word = false;
            continue;
        }
        if byte == b'"' {
            let end = line();
            at = text[at + 1..end]
                .find('"')
                .map_or(end, |length| at + length + 2);
            is_word = false;
            continue;
        }
        let is_part = byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'.' | b'%' | b'@')
            || !byte.is_ascii();
        if !is_word && text.as_bytes()[at..].starts_with(b"func") {
            let next = bytes.get(at + 4);
            if next
                .is_none_or(|next| !(next.is_ascii_alphanumeric() || matches!(next, b'_' | b'.')))
            {
                found.push(at);
            }
        }
        is_word = is_part;
        at += 1;
    }
    found
}
