//! Bytes as text: in hexadecimal, and as the comments of a listing of bytes that are not instructions.

use crate::encode::{Encoder, Unreadable};
use crate::options::Options;
use crate::source::{Line, Source};

/// Bytes in hexadecimal, after `0x`, in the order of a file.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = "0x".to_owned();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The bytes of hexadecimal digits, with or without `0x`.
#[must_use]
pub fn bytes_from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let pairs = digits.as_bytes().chunks(2);
    let number = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(number).collect()
}

/// What is before bytes that are not an instruction, in a listing.
pub(crate) const UNREAD: &str = "// ";

/// The lines of the listing of a `.tprog` file that mean bytes that are not an instruction, each with the reason.
/// Nothing in a text that is not such a listing, so that the comments of people stay comments.
#[must_use]
pub fn unreadable(source: &Source, options: &Options) -> Vec<(u32, Unreadable)> {
    let encoder = Encoder::new(&options.architecture, options.encoding);
    let reason = |line: &Line| {
        let digits = line.text().strip_prefix(UNREAD)?.strip_prefix("0x")?;
        encoder.decode(&bytes_from_hex(digits)?).err()
    };
    let mut lines: Vec<_> = source.lines().collect();
    lines.pop_if(|last| last.text().is_empty());
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let is_last = number + 1 == lines.len();
        match (&line.statement, &line.comment) {
            (Some(statement), None) if statement.range.start == 0 => {}
            (None, Some(_)) => match reason(line) {
                // Less than an instruction is left at the end alone.
                Some(Unreadable::Length { count, given }) if !is_last || given > count => {
                    return Vec::new();
                }
                Some(reason) => found.push((number as u32, reason)),
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        }
    }
    found
}
