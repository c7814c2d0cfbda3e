//! Immediate values and their exact bits (manual 3.2.2).

use tree_sitter::Node;

use super::node_field::NodeField;
use super::{Context, context, number};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Literal, LiteralType};
use mnc2_text::{LineRange, Message, message};

/// Infinity of half precision (manual 1.3).
const HALF_INFINITY: u16 = 0x7e00;

const TYPES: [(&str, LiteralType); 6] = [
    ("f", LiteralType::Single),
    ("h", LiteralType::Half),
    ("i", LiteralType::SingleInteger),
    ("s", LiteralType::HalfInteger),
    ("ui", LiteralType::UnsignedSingleInteger),
    ("us", LiteralType::UnsignedHalfInteger),
];

/// Lowers an immediate value such as `f"1.0"`.
pub(super) fn literal(context: &mut Context<'_>, node: Node<'_>) -> Option<Literal> {
    let type_node = context::field(node, NodeField::Type)?;
    let letters = context.slice(type_node);
    let value_node = context::field(node, NodeField::Value);
    let text = value_node.map_or("", |value| context.slice(value));
    let range = value_node.map_or_else(|| context.range(node), |value| context.range(value));
    let Some(&(_, literal_type)) = TYPES.iter().find(|(name, _)| *name == letters) else {
        let type_range = context.range(type_node);
        let message = match letters {
            "d" | "l" | "ul" => {
                message!(
                    "`{letters}` is a long-word type: an immediate value has only 32 bits",
                    letters
                )
            }
            _ => message!("`{letters}` is not a type of immediate value", letters),
        };
        context.report(
            Diagnostic::new(Code::LiteralType, type_range, message)
                .help(message!("the types are `f`, `h`, `i`, `s`, `ui` and `us`")),
        );
        return None;
    };
    let bits = match literal_type {
        LiteralType::Single | LiteralType::Half => {
            let Some(value) = parse_float(text) else {
                let message = if text.is_empty() {
                    message!("there is no number between the quotes")
                } else {
                    message!("`{text}` is not a floating-point number", text)
                };
                malformed(context, range, message, float_meant(text));
                return None;
            };
            let bits = match literal_type {
                LiteralType::Half => repeat_half(half_from_single(value)),
                LiteralType::Single
                | LiteralType::SingleInteger
                | LiteralType::HalfInteger
                | LiteralType::UnsignedSingleInteger
                | LiteralType::UnsignedHalfInteger => value.to_bits(),
            };
            if let Some(becomes) = not_kept(text, value, literal_type) {
                context.error(Code::LiteralNotKept, range, becomes);
            }
            bits
        }
        LiteralType::SingleInteger
        | LiteralType::HalfInteger
        | LiteralType::UnsignedSingleInteger
        | LiteralType::UnsignedHalfInteger => {
            integer(context, literal_type, text, range, &context.range(node))?
        }
    };
    Some(Literal { literal_type, bits })
}

fn integer(
    context: &mut Context<'_>,
    literal_type: LiteralType,
    text: &str,
    range: LineRange,
    whole: &LineRange,
) -> Option<u32> {
    let (signed, bits) = match literal_type {
        LiteralType::SingleInteger | LiteralType::Single => (true, 32),
        LiteralType::HalfInteger | LiteralType::Half => (true, 16),
        LiteralType::UnsignedSingleInteger => (false, 32),
        LiteralType::UnsignedHalfInteger => (false, 16),
    };
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') if signed => (true, &text[1..]),
        Some(b'+') if signed => (false, &text[1..]),
        _ => (false, text),
    };
    let Some(magnitude) = number::parse(digits) else {
        if !signed && text.starts_with(['+', '-']) {
            let message = message!("`{text}` is not an integer", text);
            let diagnostic = Diagnostic::new(Code::LiteralMalformed, range, message)
                .help(message!("an unsigned type takes no sign"));
            let signed = if bits == 32 { "i" } else { "s" };
            context.report(with_type(diagnostic, whole, signed, text));
        } else if integer_meant(text, signed).is_none() && parse_float(text).is_some() {
            let message = message!("`{text}` is not an integer", text);
            let diagnostic =
                Diagnostic::new(Code::LiteralMalformed, range, message).help(message!(
                    "a floating-point number has the type `f` or `h`: `f\"{text}\"`",
                    text
                ));
            let float = if bits == 32 { "f" } else { "h" };
            context.report(with_type(diagnostic, whole, float, text));
        } else {
            let message = if text.is_empty() {
                message!("there is no number between the quotes")
            } else {
                message!("`{text}` is not an integer", text)
            };
            malformed(context, range, message, integer_meant(text, signed));
        }
        return None;
    };
    let value = if negative {
        -i128::from(magnitude)
    } else {
        i128::from(magnitude)
    };
    let (low, high) = if signed {
        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
    } else {
        (0, (1_i128 << bits) - 1)
    };
    if !(low..=high).contains(&value) {
        let diagnostic = Diagnostic::new(
            Code::LiteralOutOfRange,
            range,
            message!(
                "{text} does not fit: this type ranges from {low} to {high}",
                text,
                low = low as i64,
                high = high as i64
            ),
        );
        context.report(if signed && value > 0 && value < 1 << bits {
            let kind = if bits == 32 { "ui" } else { "us" };
            let help = message!("the unsigned type can hold it: `{kind}\"{text}\"`", kind, text);
            with_type(diagnostic.help(help), whole, kind, text)
        } else if bits == 16 && (-(1_i128 << 31)..1 << 32).contains(&value) {
            let kind = if value < 1 << 31 { "i" } else { "ui" };
            let help = message!("a single word can hold it: `{kind}\"{text}\"`", kind, text);
            with_type(diagnostic.help(help), whole, kind, text)
        } else {
            diagnostic.help(message!("an immediate value has 32 bits; a long word is written in two parts, with `imm` and `immu`"))
        });
        return None;
    }
    let word = value as u32;
    Some(if bits == 16 {
        repeat_half(word as u16)
    } else {
        word
    })
}

/// With a fix that writes the number with another type.
fn with_type(diagnostic: Diagnostic, whole: &LineRange, kind: &str, number: &str) -> Diagnostic {
    let literal = format!("{kind}\"{number}\"");
    let title = message!("Write `{text}`", text = &literal);
    diagnostic.suggest(title, whole.clone(), literal)
}

/// What becomes of a floating-point number that the chip does not have: NaN, and what is too large or too small for its
/// type; `None` for a number that is at most rounded.
fn not_kept(text: &str, value: f32, literal_type: LiteralType) -> Option<Message> {
    let is_half = literal_type == LiteralType::Half;
    let (is_infinite, is_zero) = match is_half {
        true => {
            let magnitude = half_from_single(value) & 0x7fff;
            (magnitude >= HALF_INFINITY, magnitude == 0)
        }
        false => (value.is_infinite(), value == 0.0 || value.is_subnormal()),
    };
    let lower = text.to_ascii_lowercase();
    if value.is_nan() {
        Some(message!(
            "the chip has no NaN: it reads these bits as infinity"
        ))
    } else if is_infinite && !lower.contains("inf") {
        Some(match is_half {
            true => message!(
                "`{text}` is too large for half precision: it becomes infinity",
                text
            ),
            false => message!(
                "`{text}` is too large for single precision: it becomes infinity",
                text
            ),
        })
    } else if is_zero && has_digit_other_than_zero(&lower) {
        Some(match is_half {
            true => message!(
                "`{text}` is too small for half precision: the chip reads it as zero",
                text
            ),
            false => message!(
                "`{text}` is too small for single precision: the chip reads it as zero",
                text
            ),
        })
    } else {
        None
    }
}

/// Whether the digits before the exponent of a floating-point number, in lower case, make another number than zero.
fn has_digit_other_than_zero(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(['-', '+']);
    let digits = match text.strip_prefix("0x") {
        Some(hexadecimal) => hexadecimal.split('p').next(),
        None => text.split('e').next(),
    };
    let mut digits = digits.unwrap_or_default().chars();
    digits.any(|digit| digit != '0' && digit != '.')
}

/// Reports a literal that is not a number, with the number that may be meant.
fn malformed(context: &mut Context<'_>, range: LineRange, message: Message, meant: Option<String>) {
    let diagnostic = Diagnostic::new(Code::LiteralMalformed, range.clone(), message);
    context.report(match meant {
        Some(meant) => diagnostic.fix(
            message!("Replace with `{near}`", near = &meant),
            range,
            meant,
        ),
        None => diagnostic,
    });
}

/// The number in a text with blanks, a suffix of C, or `_` between digits.
fn float_meant(text: &str) -> Option<String> {
    let bare = bare(text);
    let number = bare.strip_suffix(['f', 'F']).unwrap_or(&bare);
    (number != text && parse_float(number).is_some()).then(|| number.to_owned())
}

/// Like [`float_meant`], for an integer.
fn integer_meant(text: &str, signed: bool) -> Option<String> {
    let bare = bare(text);
    let number = bare.trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = match signed {
        true => number.trim_start_matches(['-', '+']),
        false => number,
    };
    (number != text && number::parse(digits).is_some()).then(|| number.to_owned())
}

/// Without blanks around it, and without `_` between digits.
fn bare(text: &str) -> String {
    text.trim().replace('_', "")
}

fn repeat_half(half: u16) -> u32 {
    u32::from(half) << 16 | u32::from(half)
}

/// The value that C's `strtof` gives for a text that is completely a number: decimal, hexadecimal with `p`, `inf`,
/// `nan`.
fn parse_float(text: &str) -> Option<f32> {
    let text = text.trim_start_matches([' ', '\t', '\u{b}', '\u{c}']);
    let (negative, magnitude) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let lower = magnitude.to_ascii_lowercase();
    let value = match lower.as_str() {
        "inf" | "infinity" => f32::INFINITY,
        "nan" => f32::NAN,
        _ => match lower.strip_prefix("0x") {
            Some(hexadecimal) => parse_hexadecimal_float(hexadecimal)?,
            None if lower.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
                lower.parse().ok()?
            }
            None => return None,
        },
    };
    Some(if negative { -value } else { value })
}

/// The value of `<hex>[.<hex>][p<exponent>]`, rounded once to nearest even.
fn parse_hexadecimal_float(text: &str) -> Option<f32> {
    let (digits, exponent) = match text.split_once('p') {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?.clamp(-10_000, 10_000)),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // 64 bits hold every digit that can matter; lower ones are kept as one sticky bit.
    let (mut significand, mut scale, mut sticky) = (0_u64, exponent, false);
    for (position, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(digit.to_digit(16)?);
        let in_fraction = position >= whole.len();
        if significand >> 59 == 0 {
            significand = significand << 4 | digit;
            scale = scale.saturating_sub(if in_fraction { 4 } else { 0 });
        } else {
            sticky |= digit != 0;
            scale = scale.saturating_add(if in_fraction { 0 } else { 4 });
        }
    }
    if significand == 0 {
        return Some(0.0);
    }
    Some(round_to_single(
        significand << 1 | u64::from(sticky),
        scale - 1,
    ))
}

/// `significand × 2^scale` rounded to the nearest single, ties to even.
fn round_to_single(significand: u64, scale: i32) -> f32 {
    let top = 63 - significand.leading_zeros() as i32;
    let exponent = top + scale;
    // The place value of the last kept bit: 23 below the top, or the place value of the smallest denormal.
    let last = (exponent - 23).max(-149);
    let shift = last - scale;
    let kept = if shift <= 0 {
        significand << -shift
    } else if shift > 64 {
        0
    } else {
        let (quotient, rest, half) = if shift == 64 {
            (0, significand, 1_u64 << 63)
        } else {
            (
                significand >> shift,
                significand & ((1 << shift) - 1),
                1_u64 << (shift - 1),
            )
        };
        quotient + u64::from(rest > half || (rest == half && quotient & 1 == 1))
    };
    // Exact up to the cast, which turns too large values into infinity: the kept significand has at most 25 bits, and
    // f64 holds the power of two, or infinity for it.
    (kept as f64 * 2.0_f64.powi(last)) as f32
}

/// A single rounded to the chip's half, 1-6-9 with bias 31, to nearest even; too small values become zero and too
/// large ones infinity (manual 1.3: no denormalised numbers).
fn half_from_single(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xff) as i32;
    let mantissa = bits & 0x7f_ffff;
    if exponent == 0xff {
        return sign | HALF_INFINITY;
    }
    if exponent == 0 {
        return sign;
    }
    let (mut half_exponent, mut half_mantissa) = (exponent - 127 + 31, mantissa >> 14);
    let rest = mantissa & 0x3fff;
    if rest > 0x2000 || (rest == 0x2000 && half_mantissa & 1 == 1) {
        half_mantissa += 1;
        if half_mantissa == 0x200 {
            half_mantissa = 0;
            half_exponent += 1;
        }
    }
    match half_exponent {
        ..=0 => sign,
        63.. => sign | HALF_INFINITY,
        _ => sign | (half_exponent as u16) << 9 | half_mantissa as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_stands_in_both_halves_of_a_word() {
        assert_eq!(repeat_half(0x3c01), 0x3c01_3c01);
        assert_eq!(repeat_half(0x8000), 0x8000_8000);
    }

    #[test]
    fn floats_are_what_strtof_reads() {
        let check = |text: &str, expected: Option<u32>| {
            assert_eq!(parse_float(text).map(f32::to_bits), expected, "{text}");
        };
        check("1.0", Some(0x3f80_0000));
        check("-1.0", Some(0xbf80_0000));
        check("+.5", Some(0x3f00_0000));
        check("5.", Some(0x40a0_0000));
        check("1e-50", Some(0));
        check("-0", Some(0x8000_0000));
        check("1e40", Some(0x7f80_0000));
        check("inf", Some(0x7f80_0000));
        check("-Infinity", Some(0xff80_0000));
        check("1099511627776.0", Some(0x5380_0000));
        check("1.17549435e-38", Some(0x0080_0000));
        check("0x1p3", Some(0x4100_0000));
        check("0x1.8p-1", Some(0x3f40_0000));
        check("0x1.000001p0", Some(0x3f80_0000));
        check("0x1.000003p0", Some(0x3f80_0002));
        check("0x1.00000100000000000001p0", Some(0x3f80_0001));
        check("0x1p-149", Some(1));
        check("0x1p-150", Some(0));
        check("0x1.8p-150", Some(1));
        check("0xffffffffffffffffffp0", Some(0x6380_0000));
        check("0x1.0000010000000000000000p0", Some(0x3f80_0000));
        check("0x7fffffffffffffffp-212", Some(1));
        check("0x4000000000000000p-212", Some(0));
        check("0x1p-9999", Some(0));
        check("0x1p127", Some(0x7f00_0000));
        check("0x1.ffffffp127", Some(0x7f80_0000));
        check("-0x1p128", Some(0xff80_0000));
        check("0x1p99999", Some(0x7f80_0000));
        check("", None);
        check("1.0x", None);
        check("0x", None);
        check("e5", None);
        check("--1", None);
    }

    #[test]
    fn halves_are_rounded_once() {
        let check =
            |value: f32, expected: u16| assert_eq!(half_from_single(value), expected, "{value}");
        check(1.0, 0x3e00);
        check(1.5, 0x3f00);
        check(-2.0, 0xc000);
        check(2.0, 0x4000);
        check(0.0, 0);
        check(-0.0, 0x8000);
        check(f32::INFINITY, 0x7e00);
        check(1e30, 0x7e00);
        check(1.0 + 1.0 / 1024.0, 0x3e00);
        check(1.0 + 3.0 / 1024.0, 0x3e02);
        check(1.9999, 0x4000);
        check(2.0_f32.powi(-30), 0x0200);
        check(2.0_f32.powi(-31), 0);
        check(1.5 * 2.0_f32.powi(-31), 0);
        check(-1.5 * 2.0_f32.powi(-40), 0x8000);
        check(2.0_f32.powi(-30) * 0.9999, 0x0200);
        check(2.0_f32.powi(31) * 1.999, 0x7dff);
        check(2.0_f32.powi(31) * 1.9999, 0x7e00);
    }
}
