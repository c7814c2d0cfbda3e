use super::text_of;
use crate::formatting::Seen;

/// Longest text that is formatted.
const BYTES_MAX: usize = 8192;

/// Formatting a text keeps every law of formatting.
///
/// # Panics
/// If one is broken.
pub fn formatter(data: &[u8]) {
    Seen::default().check("input", &text_of(data, BYTES_MAX));
}
