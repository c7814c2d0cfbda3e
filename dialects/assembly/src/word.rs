//! Numbers as text: of registers, and words of 32 bits in hexadecimal.

use mnc2_text::{Encoded, Message, message};

/// A number of some bits, at most 64, with or without a sign, in decimal or after `0x`.
#[must_use]
pub fn number(text: &str, bits: u32) -> Option<u64> {
    let value: i128 = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?.into(),
        None => text.parse().ok()?,
    };
    let is_short = (-1 << (bits - 1)..1 << bits).contains(&value);
    is_short.then_some(value as u64)
}

/// The value of a register of some bits as an option.
///
/// # Errors
/// With a sentence, if the text is not such a number.
pub fn register_value(key: &str, value: &str, bits: u32) -> Result<u64, Message> {
    number(value, bits).ok_or_else(|| {
        message!(
            "`{key}` is a number of {bits} bits, not {value}",
            key,
            bits,
            value
        )
    })
}

/// An instruction of a line with its word.
#[must_use]
pub fn encoded(line: u32, word: u32, text: String) -> Encoded {
    let hex = format!("0x{word:08x}");
    Encoded { line, hex, text }
}

/// The text that `decode` has for a word in hexadecimal.
///
/// # Errors
/// With a sentence, if it is not a number of 32 bits, or, with the sentence of `other`, not an instruction.
pub fn disassemble<T: ToString>(
    word: &str,
    decode: impl FnOnce(u32) -> Option<T>,
    other: impl FnOnce(String) -> Message,
) -> Result<String, Message> {
    let digits = word.trim();
    let digits = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
        .unwrap_or(digits);
    let is_plain =
        (1..=8).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_plain);
    let Some(number) = number else {
        return Err(message!(
            "`{word}` is not a word of 8 hexadecimal digits",
            word
        ));
    };
    let decoded = decode(number).map(|instruction| instruction.to_string());
    decoded.ok_or_else(|| other(format!("0x{number:08x}")))
}
