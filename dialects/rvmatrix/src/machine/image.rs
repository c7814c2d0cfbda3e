//! Memory by name: `0xADDRESS` and its bytes in hexadecimal.

use std::ops::Range;

use mnc2_assembly::Memory;
use mnc2_text::{Data, Fields, Message, Variable, message};

/// Bytes at an address.
struct Piece {
    address: u64,
    bytes: Vec<u8>,
}

impl Piece {
    fn range(&self) -> Range<u64> {
        self.address..self.address.saturating_add(self.bytes.len() as u64)
    }
}

/// Writes the given values. None is written if one of them is invalid.
pub(super) fn load(memory: &mut Memory, given: &[(String, Data)]) -> Result<(), Message> {
    let pieces = given.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
    memory.has_room(
        pieces
            .iter()
            .map(|piece| (piece.address, piece.bytes.len())),
    )?;
    pieces
        .iter()
        .try_for_each(|piece| memory.place(piece.address, &piece.bytes))
}

/// Every range that is named, and what the program wrote, in the order of addresses.
pub(super) fn dump(
    memory: &Memory,
    named: &[(String, Data)],
    bytes_max: u64,
) -> Result<Fields, Message> {
    let named = named.iter().map(|it| piece(it).map(|piece| piece.range()));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let ranges = memory.ranges(&named);
    let total: u64 = ranges.iter().map(|range| range.end - range.start).sum();
    if total > bytes_max {
        return Err(message!(
            "the program wrote {total} bytes, and a dump has at most {max}",
            total,
            max = bytes_max
        ));
    }
    let field = |range: Range<u64>| {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        memory.read(range.start, &mut bytes);
        let digits = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        (format!("{:#x}", range.start), Data::Text(digits))
    };
    Ok(ranges.into_iter().map(field).collect())
}

/// The places that were named, or that the program wrote.
pub(super) fn shown(memory: &Memory, named: &[(String, Data)]) -> Vec<Variable> {
    let named = named.iter().filter_map(|it| Some(piece(it).ok()?.range()));
    memory.shown(&memory.ranges(&named.collect::<Vec<_>>()), "")
}

fn piece((key, value): &(String, Data)) -> Result<Piece, Message> {
    let digits = key.strip_prefix("0x").or_else(|| key.strip_prefix("0X"));
    let address = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let address = address.ok_or_else(|| {
        message!(
            "`{key}` is not an address: write it in hexadecimal after `0x`",
            key = key.as_str()
        )
    })?;
    let bytes = value.as_text().and_then(bytes).ok_or_else(|| {
        message!(
            "the value of `{key}` is not a string of bytes in hexadecimal",
            key = key.as_str()
        )
    })?;
    if address.checked_add(bytes.len() as u64).is_none() {
        return Err(message!(
            "the bytes of `{key}` extend beyond the last address",
            key = key.as_str()
        ));
    }
    Ok(Piece { address, bytes })
}

/// Two digits for each byte; white space between bytes is ignored.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn given(address: &str, bytes: &str) -> (String, Data) {
        (address.to_owned(), Data::Text(bytes.to_owned()))
    }

    #[test]
    fn memory_is_read() {
        let read = |given: &[(String, Data)]| {
            let mut memory = Memory::with_64_bits();
            load(&mut memory, given)?;
            dump(&memory, given, 4)
        };
        let named = [given("0x1000", "0102 fF"), given("0X20", "")];
        let expected = [given("0x20", ""), given("0x1000", "0102ff")];
        assert_eq!(read(&named), Ok(expected.to_vec()));
        for (one, expected) in [
            (given("4096", "00"), "`4096` is not an address"),
            (given("0x", "00"), "`0x` is not an address"),
            (given("0x0", "0"), "the value of `0x0`"),
            (given("0x0", "0g"), "the value of `0x0`"),
            (("0x0".to_owned(), Data::Integer(1)), "the value of `0x0`"),
            (given("0xffffffffffffffff", "0000"), "the bytes of"),
            (given("0x0", "0011223344"), "the program wrote 5 bytes"),
        ] {
            let error = read(std::slice::from_ref(&one)).expect_err(expected);
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
}
