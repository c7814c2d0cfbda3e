//! Values of the judge: bits of a dump read as a type, and compared with the text in a testcase.

use std::fmt;

use mnc2_asm::testcase::{Expectation, ValueType};

use super::python_number;
use crate::dump::value as dump;

/// A value of a dump.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Signed and unsigned integers.
    Integer(i128),
    /// Every floating-point type; an `f64` can hold all of them.
    Float(f64),
    /// A character of a string.
    Character(u8),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Float(value) => f.write_str(&python_number::number(*value)),
            Self::Character(byte) => f.write_str(&quoted(char::from(*byte))),
        }
    }
}

impl Value {
    /// The bits of an integer, in which an error is often seen; `None` for other values.
    pub(super) fn hexadecimal(&self, value_type: ValueType) -> Option<String> {
        let Self::Integer(value) = self else {
            return None;
        };
        let bits = *value as u64 & (u64::MAX >> (64 - value_type.bits()));
        Some(format!("0x{bits:X}"))
    }
}

/// The bytes that the contest's judge finds in a dump: the hexadecimal digits in the order written, two for a byte.
/// With a data type these are the words. Without one they are the four half words and the long word without leading
/// zeros, and the last of an odd number of digits is left out.
pub(super) fn bytes(value: &dump::DumpValue) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in value.words() {
        let (long, first) = (word.word(), 8 - word.word_bits() as usize / 8);
        if !word.is_plain() {
            bytes.extend(&long.to_be_bytes()[first..]);
            continue;
        }
        let halves = [48, 32, 16, 0].map(|shift| long >> shift & 0xffff);
        for number in halves.into_iter().chain([long]) {
            let digits = (u64::BITS - number.leading_zeros()).div_ceil(4);
            let pairs = (1..=digits / 2).map(|pair| (number >> (4 * (digits - 2 * pair))) as u8);
            bytes.extend(pairs);
        }
    }
    bytes
}

/// Bytes as values, most significant first.
pub(super) fn values(value_type: ValueType, bytes: &[u8]) -> Vec<Value> {
    bytes
        .chunks_exact(value_type.bits() as usize / 8)
        .map(|chunk| {
            let bits = chunk
                .iter()
                .fold(0_u64, |bits, &byte| (bits << 8) | u64::from(byte));
            value(value_type, bits)
        })
        .collect()
}

fn value(value_type: ValueType, bits: u64) -> Value {
    let width = value_type.bits();
    match value_type {
        ValueType::ULong | ValueType::UInt | ValueType::UShort | ValueType::UByte => {
            Value::Integer(i128::from(bits))
        }
        ValueType::Long | ValueType::Int | ValueType::Short | ValueType::Byte => {
            let unused = 64 - width;
            Value::Integer(i128::from((bits << unused) as i64 >> unused))
        }
        ValueType::Double => Value::Float(float(bits, 11, 52)),
        ValueType::Float => Value::Float(float(bits, 8, 23)),
        // The machine's half (manual 1.3).
        ValueType::Half => Value::Float(float(bits, 6, 9)),
        ValueType::E4M3 => Value::Float(e4m3(bits)),
        ValueType::E5M2 => Value::Float(denormal(bits, 5, 2).unwrap_or_else(|| float(bits, 5, 2))),
        ValueType::String => Value::Character(bits as u8),
    }
}

/// A floating-point number as the machine has them: no denormals and no NaN.
fn float(bits: u64, exponent_bits: u32, mantissa_bits: u32) -> f64 {
    let exponent_mask = (1_u64 << exponent_bits) - 1;
    let exponent = (bits >> mantissa_bits) & exponent_mask;
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let sign = if (bits >> (exponent_bits + mantissa_bits)) & 1 == 1 {
        -1.0
    } else {
        1.0
    };
    if exponent == 0 {
        return sign * 0.0;
    }
    if exponent == exponent_mask {
        return sign * f64::INFINITY;
    }
    let bias = (exponent_mask >> 1) as i32;
    let fraction = 1.0 + mantissa as f64 / (1_u64 << mantissa_bits) as f64;
    sign * fraction * 2.0_f64.powi(exponent as i32 - bias)
}

/// The 8-bit format with 4 bits of exponent: there are denormals, no infinity, and the largest pattern of either sign is
/// not a number, as in the contest's judge.
fn e4m3(bits: u64) -> f64 {
    const LARGEST: u64 = 0x7f;
    const LARGEST_EXPONENT: u64 = 0xf;
    let mantissa = bits & 7;
    let exponent = (bits >> 3) & LARGEST_EXPONENT;
    if bits & LARGEST == LARGEST {
        return f64::NAN;
    }
    if exponent < LARGEST_EXPONENT {
        return denormal(bits, 4, 3).unwrap_or_else(|| float(bits, 4, 3));
    }
    let sign = if bits > LARGEST { -1.0 } else { 1.0 };
    sign * (1.0 + mantissa as f64 / 8.0) * 256.0
}

/// The value of a denormal number; `None` for any other.
fn denormal(bits: u64, exponent_bits: u32, mantissa_bits: u32) -> Option<f64> {
    let exponent_mask = (1_u64 << exponent_bits) - 1;
    if (bits >> mantissa_bits) & exponent_mask != 0 {
        return None;
    }
    let sign = if (bits >> (exponent_bits + mantissa_bits)) & 1 == 1 {
        -1.0
    } else {
        1.0
    };
    let mantissa = (bits & ((1 << mantissa_bits) - 1)) as f64;
    let smallest_exponent = 1 - (exponent_mask >> 1) as i32;
    Some(sign * mantissa * 2.0_f64.powi(smallest_exponent - mantissa_bits as i32))
}

/// A character in quotes, with escapes for invisible ones.
fn quoted(character: char) -> String {
    match character {
        '"' => "'\"'".to_owned(),
        _ => format!("'{}'", character.escape_debug()),
    }
}

/// An expected value as a mismatch shows it.
pub(super) fn shown(value_type: ValueType, expected: &str) -> String {
    let mut characters = expected.chars();
    match (value_type, characters.next(), characters.next()) {
        (ValueType::String, Some(character), None) => quoted(character),
        _ => expected.to_owned(),
    }
}

/// Compares a value with the expected text.
///
/// # Errors
/// If it is wrong: the actual value minus the expected one, if there is a difference.
pub(super) fn compare(
    expectation: &Expectation,
    actual: Option<&Value>,
    expected: &str,
) -> Result<(), Option<String>> {
    let unreadable = || Some("unreadable".to_owned());
    match actual {
        None => Err(Some("missing".to_owned())),
        Some(Value::Character(byte)) => {
            if expected.chars().eq([char::from(*byte)]) {
                Ok(())
            } else {
                Err(None)
            }
        }
        Some(Value::Integer(actual)) => match expected.parse::<i128>() {
            Ok(expected) => {
                let error = actual - expected;
                if is_within(expectation, error as f64, expected as f64) {
                    Ok(())
                } else {
                    Err(Some(error.to_string()))
                }
            }
            Err(_) => compare_float(
                expectation,
                *actual as f64,
                parse_float(expected).ok_or_else(unreadable)?,
            ),
        },
        Some(Value::Float(actual)) => compare_float(
            expectation,
            *actual,
            parse_float(expected).ok_or_else(unreadable)?,
        ),
    }
}

fn parse_float(text: &str) -> Option<f64> {
    text.parse().ok()
}

fn compare_float(
    expectation: &Expectation,
    actual: f64,
    expected: f64,
) -> Result<(), Option<String>> {
    // Zeros of both signs are equal, and so are infinities of one sign. What is not a number is never wrong, because
    // the judge's comparisons of it are false.
    if actual == expected || actual.is_nan() {
        return Ok(());
    }
    let error = actual - expected;
    if error.is_finite() && is_within(expectation, error, expected) {
        Ok(())
    } else {
        Err(Some(python_number::number(error)))
    }
}

/// A value is wrong if it differs by more than the absolute tolerance and by more than the relative one.
fn is_within(expectation: &Expectation, error: f64, expected: f64) -> bool {
    let error = error.abs();
    error <= expectation.atol || error <= expectation.rtol * expected.abs()
}

#[cfg(test)]
mod tests {
    use mnc2_asm::testcase::{Expectation, ValueType};

    use mnc2_program::DataType;

    use super::{bytes, compare, values};
    use crate::dump::value::{DumpValue, DumpWord};

    /// The values in dumped bytes, in hexadecimal, and what is wrong with each.
    #[track_caller]
    fn check(dump: &str, comment: &str, expected: &str) {
        let digits = dump.as_bytes().chunks(2);
        let digits = digits.map(|pair| std::str::from_utf8(pair).expect("ASCII"));
        let dumped: Vec<u8> = digits
            .map(|pair| u8::from_str_radix(pair, 16).expect("two digits"))
            .collect();
        let expectation = Expectation::parse(comment)
            .expect("it expects something")
            .expect("it can be read");
        let actual = values(expectation.value_type, &dumped);
        let shown: Vec<String> = expectation
            .values
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let shown = actual
                    .get(index)
                    .map_or("-".to_owned(), ToString::to_string);
                match compare(&expectation, actual.get(index), value) {
                    Ok(()) => shown,
                    Err(Some(error)) => format!("{shown} off by {error}"),
                    Err(None) => format!(
                        "{shown} instead of {}",
                        super::shown(expectation.value_type, value)
                    ),
                }
            })
            .collect();
        assert_eq!(shown.join(", "), expected, "{comment}");
    }

    #[test]
    fn digits_of_a_dump() {
        let check = |data_type, word, expected: &[u8]| {
            let value = DumpValue::from_word(data_type, word, &[word; 4]).expect("it has a value");
            assert_eq!(bytes(&value), expected, "{value}");
        };
        check(
            DataType::Half,
            DumpWord::Single(0x3e00_7e01),
            &[0x3e, 0, 0x7e, 1],
        );
        let long = DumpWord::Long(0x0000_0042_8000_0001);
        check(DataType::Single, long, &[0, 0, 0, 0x42, 0x80, 0, 0, 1]);
        let double_long = DumpWord::DoubleLong(1 << 56, 2);
        let words = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
        check(DataType::Double, double_long, &words);
        // (f:0, i:{{0x0,0xABC},{0x0,0x12}}, v:0xABC00000012)
        let plain = [0xab, 0x12, 0xab, 0xc0, 0, 0, 1];
        check(DataType::Plain, DumpWord::Long(0x0abc_0000_0012), &plain);
        assert!(bytes(&DumpValue::Mask(15)).is_empty());
    }

    #[test]
    fn integers() {
        let dump = "fffffffe00000002";
        check(dump, "# expect=[-2, 2] / Int @[0],[1]", "-2, 2");
        check(
            dump,
            "# expect=[4294967295, 3] / UInt atol=1",
            "4294967294, 2",
        );
        check(
            dump,
            "# expect=[18446744069414584322] / ULong",
            "18446744065119617026 off by -4294967296",
        );
        check(
            dump,
            "# expect=[-1, -2, 0, 2, 7] / Short",
            "-1, -2, 0, 2, - off by missing",
        );
        check(dump, "# expect=[255] / UByte", "255");
    }

    #[test]
    fn floating_point() {
        check("3ff0000000000000", "# expect=[1.0] / Double", "1.0");
        check(
            "3f8000003f800000",
            "# expect=[1.00001, 1.1] / Float atol=1e-04 rtol=0.01",
            "1.0, 1.0 off by -0.10000000000000009",
        );
        check(
            "7f80000180000001",
            "# expect=[inf, 0.0] / Float",
            "inf, -0.0",
        );
        check(
            "7f800000ff800000",
            "# expect=[-inf, 3.0] / Float rtol=1e9",
            "inf off by inf, -inf off by -inf",
        );
        check("3e00be00", "# expect=[1.0, -1.0] / Half", "1.0, -1.0");
        check("38b8", "# expect=[1.0, -1.0] / E4M3", "1.0, -1.0");
        check("3cbc", "# expect=[1.0, -1.0] / E5M2", "1.0, -1.0");
    }

    /// The sign of the actual value minus the expected one; integers have a whole one, and the tolerances hold for both
    /// signs.
    #[test]
    fn errors_have_a_sign() {
        check(
            "0000000200000003",
            "# expect=[3, 2] / Int",
            "2 off by -1, 3 off by 1",
        );
        check(
            "8000000000000000",
            "# expect=[9223372036854775807] / Long",
            "-9223372036854775808 off by -18446744073709551615",
        );
        check("0000000200000003", "# expect=[3, 2] / Int atol=1", "2, 3");
        check("0000000200000003", "# expect=[3, 2] / Int rtol=0.5", "2, 3");
        check(
            "000000020000000a",
            "# expect=[2.5, 10.0] / Int",
            "2 off by -0.5, 10",
        );
        check(
            "3ff0000000000000",
            "# expect=[1e-7] / Double",
            "1.0 off by 0.9999999",
        );
        check(
            "3e7ad7f29abcaf48",
            "# expect=[0.0] / Double",
            "1e-07 off by 1e-07",
        );
    }

    #[test]
    fn integers_have_hexadecimal_digits_of_their_width() {
        let check = |dump: u64, value_type, expected: &[&str]| {
            let values = values(value_type, &dump.to_be_bytes());
            let shown = values.iter().map(|it| it.hexadecimal(value_type));
            let shown: Vec<String> = shown.map(Option::unwrap_or_default).collect();
            assert_eq!(shown, expected);
        };
        check(0x2_0000_000e, ValueType::Long, &["0x20000000E"]);
        check(u64::MAX, ValueType::Long, &["0xFFFFFFFFFFFFFFFF"]);
        check(
            0xffff_fffe_0000_0001,
            ValueType::Int,
            &["0xFFFFFFFE", "0x1"],
        );
        check(
            0x8000_ffff_0000_0001,
            ValueType::Short,
            &["0x8000", "0xFFFF", "0x0", "0x1"],
        );
        check(0x3ff0_0000_0000_0000, ValueType::Double, &[""]);
    }

    /// Both 8-bit formats have denormals; the largest pattern of one of them is not a number, so no expectation of it fails.
    #[test]
    fn floating_point_of_eight_bits() {
        check(
            "7eff0801",
            "# expect=[448.0, -inf, 0.015625, 0.001953125] / E4M3",
            "448.0, nan, 0.015625, 0.001953125",
        );
        check(
            "ff7fff7f",
            "# expect=[1.0, -inf, 0.0, 448.0] / E4M3",
            "nan, nan, nan, nan",
        );
        check(
            "f887",
            "# expect=[-256.0, -0.013671875] / E4M3",
            "-256.0, -0.013671875",
        );
        check(
            "7bfc0483",
            "# expect=[57344.0, -inf, 6.103515625e-05, -4.57763671875e-05] / E5M2",
            "57344.0, -inf, 6.103515625e-05, -4.57763671875e-05",
        );
    }

    #[test]
    fn text() {
        check(
            "310a22275c000000",
            r#"# expect="1\n\"'\\" / String"#,
            r#"'1', '\n', '"', '\'', '\\'"#,
        );
        check(
            "6100ff0000000000",
            r#"# expect="bc\xffあ" / String"#,
            r"'a' instead of 'b', '\0' instead of 'c', 'ÿ', '\0' instead of 'あ'",
        );
        check("61", r#"# expect="ab" / String"#, "'a', - off by missing");
    }
}
