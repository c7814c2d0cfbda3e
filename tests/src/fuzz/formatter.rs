use super::text_of;
use crate::formatting::Seen;

/// Longest text that is laid out.
const BYTES_MAX: usize = 8192;

/// Laying a text out keeps every law of formatting.
///
/// # Panics
/// Where one is broken.
pub fn formatter(data: &[u8]) {
    Seen::default().check("input", &text_of(data, BYTES_MAX));
}
