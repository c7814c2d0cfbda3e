//! Words as numbers: in a given format, or in the format of the instruction that wrote them.

use mnc2_dataflow::number_format::Numbers;
use mnc2_emulator::float::convert::to_f64;
use mnc2_emulator::float::format::format_for_bits;
use mnc2_emulator::float::print::general;
use mnc2_isa::Precision;

/// Integers up to this size are shown in decimal by default; larger ones are more likely bits.
const DECIMAL_MAX: u64 = 1 << 53;

/// How words are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberFormat {
    /// The bits of the word, without a type.
    #[default]
    Hexadecimal,
    /// Two's complement, as long as the access; a long word is one number.
    Integer,
    /// Two's complement of 32 bits.
    SingleInteger,
    /// Two's complement of 16 bits.
    HalfInteger,
    /// Floating point of 64 bits.
    Double,
    /// Floating point of 32 bits.
    Single,
    /// Floating point of 16 bits.
    Half,
}

impl NumberFormat {
    /// Every format, with its name in the protocol.
    const NAMED: [(Self, &'static str); 7] = [
        (Self::Hexadecimal, "hexadecimal"),
        (Self::Integer, "integer"),
        (Self::SingleInteger, "singleInteger"),
        (Self::HalfInteger, "halfInteger"),
        (Self::Double, "double"),
        (Self::Single, "single"),
        (Self::Half, "half"),
    ];

    /// All formats, hexadecimal first.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMED.into_iter().map(|(format, _)| format)
    }

    /// The numbers of a word of this many bits; `None` if they do not fit.
    pub fn texts(self, word: u64, word_bits: u32) -> Option<Vec<String>> {
        let bits = self.bits(word_bits);
        self.fits(word_bits).then(|| {
            let numbers = self.split(word, word_bits);
            numbers.map(|number| self.text(bits, number)).collect()
        })
    }

    /// The name in the protocol.
    pub fn name(self) -> &'static str {
        let row = Self::NAMED.iter().find(|(format, _)| *format == self);
        row.map_or("", |(_, name)| name)
    }

    /// The format with this name in the protocol.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = Self::NAMED.iter().find(|(_, own)| *own == name);
        row.map(|(format, _)| *format)
    }

    /// The format of what an instruction wrote.
    pub const fn from_numbers(numbers: Numbers) -> Self {
        match numbers {
            Numbers::Bits => Self::Hexadecimal,
            Numbers::Of(precision) => match precision {
                Precision::Double => Self::Double,
                Precision::Single | Precision::PseudoSingle => Self::Single,
                Precision::Half => Self::Half,
                Precision::LongInteger => Self::Integer,
                Precision::SingleInteger => Self::SingleInteger,
                Precision::HalfInteger => Self::HalfInteger,
            },
        }
    }

    /// Bits of a number in an access word of this many bits.
    pub const fn bits(self, word_bits: u32) -> u32 {
        match self {
            Self::Hexadecimal | Self::Integer => word_bits,
            Self::Double => 64,
            Self::Single | Self::SingleInteger => 32,
            Self::Half | Self::HalfInteger => 16,
        }
    }

    /// Whether words of this many bits hold whole numbers of this format.
    pub const fn fits(self, word_bits: u32) -> bool {
        self.bits(word_bits) <= word_bits
    }

    /// A number of this many bits.
    pub fn text(self, bits: u32, value: u64) -> String {
        match self {
            Self::Hexadecimal => format!("0x{value:0digits$x}", digits = bits as usize / 4),
            Self::Integer | Self::SingleInteger | Self::HalfInteger => {
                signed(bits, value).to_string()
            }
            Self::Double | Self::Single | Self::Half => {
                general(to_f64(format_for_bits(bits), value))
            }
        }
    }

    /// The number for a colour; `None` for infinity and NaN.
    pub fn number(self, bits: u32, value: u64) -> Option<f64> {
        let number = match self {
            Self::Hexadecimal => value as f64,
            Self::Integer | Self::SingleInteger | Self::HalfInteger => signed(bits, value) as f64,
            Self::Double | Self::Single | Self::Half => to_f64(format_for_bits(bits), value),
        };
        number.is_finite().then_some(number)
    }

    /// The numbers of a word, the most significant first; they must [fit](Self::fits).
    pub fn split(self, word: u64, word_bits: u32) -> impl Iterator<Item = u64> {
        let bits = self.bits(word_bits);
        let mask = u64::MAX >> (64 - bits);
        (0..word_bits / bits)
            .rev()
            .map(move |index| word >> (bits * index) & mask)
    }
}

/// A word of this many bits in the format of its instruction. `None` if a number of that precision does not fit.
pub fn meant(numbers: Numbers, word: u64, word_bits: u32) -> Option<String> {
    let format = NumberFormat::from_numbers(numbers);
    if !format.fits(word_bits) {
        return None;
    }
    let bits = format.bits(word_bits);
    let text = |number| match format {
        NumberFormat::Integer if signed(bits, number).unsigned_abs() > DECIMAL_MAX => {
            NumberFormat::Hexadecimal.text(bits, number)
        }
        _ => format.text(bits, number),
    };
    let texts: Vec<String> = format.split(word, word_bits).map(text).collect();
    Some(match texts.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    })
}

fn signed(bits: u32, value: u64) -> i64 {
    let unused = 64 - bits;
    ((value << unused) as i64) >> unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_as_they_were_meant() {
        let check = |precision, word, word_bits, expected: Option<&str>| {
            let text = meant(Numbers::Of(precision), word, word_bits);
            assert_eq!(text.as_deref(), expected);
        };
        check(Precision::Double, 0x3ff8_0000_0000_0000, 64, Some("1.5"));
        check(Precision::Double, 0x3f80_0000, 32, None);
        check(Precision::Single, 0x3f80_0000_4000_0000, 64, Some("(1, 2)"));
        check(Precision::Single, 0x3f80_0000, 32, Some("1"));
        check(
            Precision::Half,
            0x3e00_c000_0000_7e00,
            64,
            Some("(1, -2, 0, inf)"),
        );
        check(Precision::LongInteger, u64::MAX, 64, Some("-1"));
        check(Precision::LongInteger, 42, 64, Some("42"));
        check(
            Precision::LongInteger,
            0x3ff8_0000_0000_0000,
            64,
            Some("0x3ff8000000000000"),
        );
        check(
            Precision::SingleInteger,
            7 << 32 | 0xffff_ffff,
            64,
            Some("(7, -1)"),
        );
        check(Precision::HalfInteger, 0x7_fffe, 32, Some("(7, -2)"));
        assert_eq!(meant(Numbers::Bits, 15, 32).as_deref(), Some("0x0000000f"));
    }
}
