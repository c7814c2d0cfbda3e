//! Numbers in watch expressions: their digits and the types they are read as.

use super::{Operands, Read, Reader};
use crate::LineParser;
use mnc2_program::{LiteralType, OperandKind, WatchFormat, WatchNumber};
use mnc2_text::message;

/// Bits of single precision that pseudo-single precision does not have.
const PSEUDO_SINGLE_UNUSED_BITS: u32 = 5;

impl<O: Operands> Reader<'_, O> {
    /// A number without a type; its sign is already read.
    pub(super) fn number(&mut self, is_negative: bool) -> Read<WatchNumber> {
        let start = self.at - usize::from(is_negative);
        let mut last = ' ';
        let rest = self.rest();
        let is_hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
        let end = rest
            .find(|character: char| {
                let is_sign_of_exponent =
                    !is_hexadecimal && matches!(last, 'e' | 'E') && matches!(character, '+' | '-');
                last = character;
                !(character.is_ascii_alphanumeric()
                    || character == '_'
                    || character == '.'
                    || is_sign_of_exponent)
            })
            .unwrap_or(rest.len());
        self.at += end;
        let text = &rest[..end];
        let radix = [
            ("0x", 16),
            ("0X", 16),
            ("0b", 2),
            ("0B", 2),
            ("0o", 8),
            ("0O", 8),
        ]
        .into_iter()
        .find(|(prefix, _)| text.starts_with(prefix));
        let is_real = radix.is_none() && text.contains(['.', 'e', 'E']);
        if is_real {
            let is_digits = text.ends_with(|last: char| last.is_ascii_digit() || last == '.');
            return match text.parse::<f64>() {
                Ok(number) if is_digits && number.is_finite() => {
                    Ok(WatchNumber::Real(if is_negative {
                        -number
                    } else {
                        number
                    }))
                }
                _ => {
                    let message = message!("`{text}` is not a number", text);
                    Err(self.wrong(start..self.at, message))
                }
            };
        }
        let (digits, radix) =
            radix.map_or((text, 10), |(prefix, radix)| (&text[prefix.len()..], radix));
        let is_integer = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
        if !is_integer {
            let message = message!("`{text}` is not a number", text);
            return Err(self.wrong(start..self.at, message));
        }
        match u64::from_str_radix(digits, radix) {
            Ok(magnitude) => {
                let magnitude = i128::from(magnitude);
                Ok(WatchNumber::Integer(if is_negative {
                    -magnitude
                } else {
                    magnitude
                }))
            }
            Err(_) => {
                let message = message!("`{text}` does not fit in a long word", text);
                Err(self.wrong(start..self.at, message))
            }
        }
    }
}

impl Reader<'_, LineParser> {
    /// `f"1.5"`, whose type is already read.
    pub(super) fn typed_number(&mut self, start: usize) -> Read<WatchNumber> {
        let letters = &self.text[start..self.at];
        self.at += 1;
        let value_start = self.at;
        let value = self.take_while(|character| character != '"' && !character.is_control());
        if !self.rest().starts_with('"') {
            let message = message!("a `\"` is missing");
            return Err(self.wrong(start..self.at, message));
        }
        self.at += 1;
        let range = value_start..self.at - 1;
        if matches!(letters, "d" | "g") {
            let number = value.trim().parse::<f64>().ok();
            let Some(number) = number.filter(|number| !number.is_nan()) else {
                let message = message!("`{text}` is not a floating-point number", text = value);
                return Err(self.wrong(range, message));
            };
            return Ok(if letters == "d" {
                let bits = if number.is_subnormal() {
                    0.0_f64.copysign(number).to_bits()
                } else {
                    number.to_bits()
                };
                WatchNumber::Typed(WatchFormat::Double, bits)
            } else {
                let bits = u64::from(pseudo_single(number));
                WatchNumber::Typed(WatchFormat::PseudoSingle, bits)
            });
        }
        let before = "imm ";
        let text = &self.text[start..self.at];
        let line = self.operands.parse(&format!("{before}{text} $r0"));
        let literal = line.step().and_then(|step| {
            let operand = step.expressions.first()?.inputs.first()?;
            match &operand.kind {
                OperandKind::Literal(literal) => Some(literal.clone()),
                _ => None,
            }
        });
        let error = line.diagnostics.iter().find(|found| found.is_error());
        let (Some(literal), None) = (literal, error) else {
            let is_type = ["f", "h", "i", "s", "ui", "us"].contains(&letters);
            let (range, message) = match error {
                Some(error) if is_type => (range, error.message.clone()),
                Some(_) | None => (
                    start..value_start - 1,
                    message!(
                        "`{letters}` is not a type of number here: there are `d`, `f`, `g`, `h`, `i`, `s`, `ui` and `us`",
                        letters
                    ),
                ),
            };
            return Err(self.wrong(range, message));
        };
        let half = u64::from(literal.bits & 0xffff);
        let single = u64::from(literal.bits);
        Ok(match literal.literal_type {
            LiteralType::Single => WatchNumber::Typed(WatchFormat::Single, single),
            LiteralType::Half => WatchNumber::Typed(WatchFormat::Half, half),
            LiteralType::SingleInteger => WatchNumber::Typed(WatchFormat::SingleInteger, single),
            LiteralType::HalfInteger => WatchNumber::Typed(WatchFormat::HalfInteger, half),
            LiteralType::UnsignedSingleInteger => {
                WatchNumber::Typed(WatchFormat::UnsignedSingleInteger, single)
            }
            LiteralType::UnsignedHalfInteger => {
                WatchNumber::Typed(WatchFormat::UnsignedHalfInteger, half)
            }
        })
    }
}

/// A number rounded to the nearest pseudo-single, ties to even; too small becomes zero and too large infinity.
fn pseudo_single(number: f64) -> u32 {
    let unused = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS + PSEUDO_SINGLE_UNUSED_BITS;
    let bits = number.to_bits();
    // A carry out of the mantissa goes into the exponent, as it should.
    let half_below_even = (1 << (unused - 1)) - 1 + (bits >> unused & 1);
    let rounded = if number.is_finite() {
        f64::from_bits((bits + half_below_even) >> unused << unused)
    } else {
        number
    };
    let single = rounded as f32;
    if single.is_subnormal() {
        0.0_f32.copysign(single).to_bits()
    } else {
        single.to_bits()
    }
}
