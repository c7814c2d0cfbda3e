//! Memory as JSON: an object `{"0xADDRESS": "hex bytes"}`.

use std::ops::Range;

use mnc2_ide::dialects::Machine;
use mnc2_text::{Message, message};
use serde_json::{Map, Value};

/// Maximum number of bytes that are written after a run.
const DUMP_BYTES_MAX: u64 = 256 << 20;

/// Bytes at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The address.
    pub(crate) address: u64,
    /// What is there.
    pub(crate) bytes: Vec<u8>,
}

impl Piece {
    fn range(&self) -> Range<u64> {
        self.address..self.address.saturating_add(self.bytes.len() as u64)
    }
}

/// Reads such an object.
pub(crate) fn read(text: &str) -> Result<Vec<Piece>, Message> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| Message::verbatim(error.to_string()))?;
    let piece = |(key, value): (String, Value)| {
        let digits = key.strip_prefix("0x").or_else(|| key.strip_prefix("0X"));
        let address = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let address = address.ok_or_else(|| {
            message!(
                "`{key}` is not an address: write it in hexadecimal after `0x`",
                key = key.as_str()
            )
        })?;
        let bytes = value.as_str().and_then(bytes).ok_or_else(|| {
            message!(
                "the value of `{key}` is not a string of bytes in hexadecimal",
                key = key.as_str()
            )
        })?;
        if address.checked_add(bytes.len() as u64).is_none() {
            return Err(message!(
                "the bytes of `{key}` go beyond the last address",
                key = key.as_str()
            ));
        }
        Ok(Piece { address, bytes })
    };
    object.into_iter().map(piece).collect()
}

/// Two digits for each byte; white space between bytes is left out.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .filter(|it| !it.is_ascii_whitespace())
        .map(|it| Some(it.to_digit(16)? as u8))
        .collect();
    let digits = digits?;
    let pairs = digits.chunks_exact(2);
    let is_whole = pairs.remainder().is_empty();
    is_whole.then(|| pairs.map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// The ranges that were named, as they were named, and what the program wrote outside of them.
fn ranges(named: &[Piece], written: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut covered: Vec<Range<u64>> = named.iter().map(Piece::range).collect();
    let mut ranges = covered.clone();
    covered.sort_by_key(|range| range.start);
    for range in written {
        let mut start = range.start;
        for one in &covered {
            if one.end <= start || one.start >= range.end {
                continue;
            }
            if one.start > start {
                ranges.push(start..one.start);
            }
            start = start.max(one.end);
        }
        if start < range.end {
            ranges.push(start..range.end);
        }
    }
    ranges
}

/// The memory after a run: every range that was named, and what the program wrote, in the order of addresses.
pub(crate) fn write(machine: &Machine, named: &[Piece]) -> Result<Value, Message> {
    let mut ranges = ranges(named, &machine.written());
    ranges.sort_by_key(|range| (range.start, range.end));
    let total: u64 = ranges.iter().map(|range| range.end - range.start).sum();
    if total > DUMP_BYTES_MAX {
        return Err(message!(
            "the program wrote {total} bytes, and a dump has at most {max}",
            total,
            max = DUMP_BYTES_MAX
        ));
    }
    let mut object = Map::new();
    for range in ranges {
        let length = (range.end - range.start) as usize;
        let bytes = machine.read(range.start, length);
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        object.insert(format!("{:#x}", range.start), Value::String(digits));
    }
    Ok(Value::Object(object))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read() {
        let read = |text: &str| {
            let pieces = read(text).map_err(|message| message.to_string());
            pieces.map(|pieces| {
                let piece = |it: &Piece| format!("{:x}+{:02x?}", it.address, it.bytes);
                pieces.iter().map(piece).collect::<Vec<_>>().join(" ")
            })
        };
        assert_eq!(
            read(r#"{"0x1000": "0102 fF", "0X20": ""}"#).as_deref(),
            Ok("1000+[01, 02, ff] 20+[]")
        );
        for (text, expected) in [
            (r#"{"4096": "00"}"#, "`4096` is not an address"),
            (r#"{"0x": "00"}"#, "`0x` is not an address"),
            (r#"{"0x0": "0"}"#, "the value of `0x0`"),
            (r#"{"0x0": "0g"}"#, "the value of `0x0`"),
            (r#"{"0x0": 1}"#, "the value of `0x0`"),
            (r#"{"0xffffffffffffffff": "0000"}"#, "the bytes of"),
            ("[]", "invalid type"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn what_was_named_keeps_its_name() {
        let named = [(8, 4), (0, 2)].map(|(address, length)| Piece {
            address,
            bytes: vec![0; length],
        });
        let found = ranges(&named, &[1..3, 4..16, 20..21]);
        assert_eq!(found, [8..12, 0..2, 2..3, 4..8, 12..16, 20..21]);
        assert!(ranges(&[], &[]).is_empty());
    }
}
