//! Natural numbers (manual 3.2.1).

use tree_sitter::Node;

use super::Context;
use mnc2_program::code::Code;
use mnc2_text::{LineRange, message};

/// The value of a number's text; numbers beyond 64 bits become the largest one. `None` if it is not a number.
pub(super) fn parse(text: &str) -> Option<u64> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o' | b'O', ..] => (8, &text[2..]),
        _ => (10, text),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    Some(u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

/// The value of a number node, with a finding if it is not a number.
pub(super) fn natural(context: &mut Context<'_>, node: Node<'_>) -> Option<u64> {
    natural_of(context, context.slice(node), context.range(node))
}

/// The value of a number's text at a place, with a finding if it is not a number.
pub(super) fn natural_of(context: &mut Context<'_>, text: &str, range: LineRange) -> Option<u64> {
    let value = parse(text);
    if value.is_none() {
        context.error(
            Code::NumberTooLarge,
            range,
            message!(
                "`{text}` is not a natural number: write decimal digits, `0x`, `0o` or `0b`",
                text
            ),
        );
    }
    value
}

/// The value of a number node that must fit 32 bits.
pub(super) fn natural_u32(context: &mut Context<'_>, node: Node<'_>) -> Option<u32> {
    natural_u32_of(context, context.slice(node), context.range(node))
}

/// The value of a number's text at a place, which must fit 32 bits.
pub(super) fn natural_u32_of(
    context: &mut Context<'_>,
    text: &str,
    range: LineRange,
) -> Option<u32> {
    let value = natural_of(context, text, range.clone())?;
    u32::try_from(value).ok().or_else(|| {
        context.error(
            Code::NumberTooLarge,
            range,
            message!("the number `{text}` is too large", text),
        );
        None
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn natural_numbers() {
        let check = |text, expected| assert_eq!(parse(text), expected, "{text}");
        check("0", Some(0));
        check("0010", Some(10));
        check("0x1f", Some(31));
        check("0XFF", Some(255));
        check("0b101", Some(5));
        check("0o17", Some(15));
        check("0x", None);
        check("0b2", None);
        check("18446744073709551615", Some(u64::MAX));
        check("99999999999999999999999", Some(u64::MAX));
        check("+1", None);
        check("", None);
    }
}
