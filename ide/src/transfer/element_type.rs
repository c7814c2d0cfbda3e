//! Types of values in files: what NumPy calls `float16`, `int32` and so on, and the corresponding types of the chip.

use half::f16;
use mnc2_emulator::float::convert;
use mnc2_emulator::float::format::{DOUBLE, HALF};
use mnc2_text::{Message, message};

/// A type of values in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ElementType {
    kind: Kind,
    bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Unsigned,
    Signed,
    Float,
}

impl ElementType {
    /// The type of files of long words.
    pub(super) const LONG_WORD: Self = Self {
        kind: Kind::Unsigned,
        bytes: 8,
    };

    /// Every type, by its name here and as NumPy writes it in little-endian files.
    const ALL: [(&'static str, &'static str, Self); 9] = [
        ("u16", "<u2", Self::new(Kind::Unsigned, 2)),
        ("u32", "<u4", Self::new(Kind::Unsigned, 4)),
        ("u64", "<u8", Self::LONG_WORD),
        ("i16", "<i2", Self::new(Kind::Signed, 2)),
        ("i32", "<i4", Self::new(Kind::Signed, 4)),
        ("i64", "<i8", Self::new(Kind::Signed, 8)),
        ("f16", "<f2", Self::new(Kind::Float, 2)),
        ("f32", "<f4", Self::new(Kind::Float, 4)),
        ("f64", "<f8", Self::new(Kind::Float, 8)),
    ];

    const fn new(kind: Kind, bytes: usize) -> Self {
        Self { kind, bytes }
    }

    /// The type with a name, such as `f32`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(super) fn named(name: &str) -> Result<Self, Message> {
        let found = Self::ALL.iter().find(|(other, ..)| *other == name);
        found.map(|(.., it)| *it).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|(name, ..)| *name).collect();
            let names = names.join(", ");
            message!(
                "`{name}` is not a type of values; there are {names}",
                name,
                names
            )
        })
    }

    /// The type with this name in NumPy, without the letter of the byte order: `f4`.
    pub(super) fn from_numpy(descr: &str) -> Option<Self> {
        let found = Self::ALL
            .iter()
            .find(|(_, other, _)| other.get(1..) == Some(descr));
        found.map(|(.., it)| *it)
    }

    /// The name in arguments.
    pub(super) fn name(self) -> &'static str {
        self.row().0
    }

    /// Its name in a little-endian `.npy` file.
    pub(super) fn numpy(self) -> &'static str {
        self.row().1
    }

    fn row(self) -> (&'static str, &'static str) {
        let row = Self::ALL.iter().find(|(.., it)| *it == self);
        row.map_or(("u64", "<u8"), |(name, numpy, _)| (name, numpy))
    }

    /// Bytes of a value.
    pub(super) const fn bytes(self) -> usize {
        self.bytes
    }

    /// Values in a long word.
    pub(super) const fn per_long_word(self) -> usize {
        8 / self.bytes
    }

    /// The number that a file's value is.
    pub(super) fn number(self, bits: u64) -> f64 {
        let shift = 64 - 8 * self.bytes as u32;
        match (self.kind, self.bytes) {
            (Kind::Unsigned, _) => bits as f64,
            (Kind::Signed, _) => ((bits << shift).cast_signed() >> shift) as f64,
            (Kind::Float, 2) => f16::from_bits(bits as u16).to_f64(),
            (Kind::Float, 4) => f32::from_bits(bits as u32).into(),
            (Kind::Float, _) => f64::from_bits(bits),
        }
    }

    /// The bits of a file's value in the chip's format.
    ///
    /// # Errors
    /// A sentence if the chip has no such value.
    pub(super) fn to_chip(self, bits: u64) -> Result<u64, Message> {
        if self != Self::new(Kind::Float, 2) {
            return Ok(bits);
        }
        let value = f16::from_bits(bits as u16);
        if value.is_nan() {
            return Err(message!(
                "it is NaN, which the chip's half precision does not have"
            ));
        }
        // Every float16 is an exact double; rounding to the chip's 9 bits of mantissa happens once.
        Ok(convert::narrow(DOUBLE, HALF, value.to_f64().to_bits()))
    }

    /// The chip's bits in the file's format.
    ///
    /// # Errors
    /// A sentence if the file's type has no such value.
    pub(super) fn bits_from_chip(self, bits: u64) -> Result<u64, Message> {
        if self != Self::new(Kind::Float, 2) {
            return Ok(bits);
        }
        let value = convert::to_f64(HALF, bits);
        let converted = f16::from_f64(value);
        if converted.is_infinite() && value.is_finite() {
            return Err(message!(
                "{value} is too large for float16; save u16 for the bits of the chip's half precision",
                value = value.to_string()
            ));
        }
        Ok(u64::from(converted.to_bits()))
    }
}

#[cfg(test)]
mod tests {
    use half::f16;

    use super::{ElementType, HALF, convert};

    fn half() -> ElementType {
        ElementType::named("f16").expect("it exists")
    }

    /// The chip's half precision has 6 bits of exponent and 9 of mantissa (manual 1.3).
    #[test]
    fn float16_becomes_the_half_of_the_chip() {
        for (value, expected) in [
            (0.0, 0x0000),
            (1.0, 0x3e00),
            (-2.0, 0xc000),
            (1.5, 0x3f00),
            // The smallest float16, which the chip has as a normal number.
            (2_f32.powi(-24), 0x0e00),
            (65504.0, 0x5e00),
            (f32::INFINITY, 0x7e00),
            // Halfway: to even, from below and above.
            (1.0 + 1.0 / 1024.0, 0x3e00),
            (1.0 + 3.0 / 1024.0, 0x3e02),
        ] {
            let bits = u64::from(f16::from_f32(value).to_bits());
            let chip = half().to_chip(bits);
            assert_eq!(chip, Ok(expected), "{value}: {chip:x?}");
        }
        assert!(half().to_chip(0x7e00).is_err(), "NaN");
    }

    /// Every half of the chip is rounded once: to the float16 that is nearest, of two that are as near to the even one.
    #[test]
    fn a_half_of_the_chip_becomes_the_nearest_float16() {
        let value = |bits: u16| f16::from_bits(bits).to_f64();
        for bits in 0..=u64::from(u16::MAX) {
            let Ok(found) = half().bits_from_chip(bits) else {
                continue;
            };
            let exact = convert::to_f64(HALF, bits);
            let found = found as u16;
            if exact.is_infinite() {
                assert_eq!(value(found), exact, "{bits:#x}");
                continue;
            }
            let magnitude = found & 0x7fff;
            let distance = (value(found) - exact).abs();
            for other in [magnitude.saturating_sub(1), magnitude + 1] {
                let other = other | found & 0x8000;
                let others = (value(other) - exact).abs();
                let is_nearest = distance < others || distance == others && found & 1 == 0;
                assert!(
                    is_nearest || other == found,
                    "{bits:#x}: {found:#x}, {other:#x}"
                );
            }
        }
    }

    #[test]
    fn what_the_chip_has_and_float16_too_survives_a_round_trip() {
        for bits in 0..=u64::from(u16::MAX) {
            let exponent = (bits >> 9) & 0x3f;
            // Exponents of 0 are zero on the chip; beyond these float16 has no normal number.
            if exponent != 0 && !(17..=46).contains(&exponent) {
                continue;
            }
            let bits = if exponent == 0 { bits & 0x8000 } else { bits };
            let file = half().bits_from_chip(bits).expect("it fits");
            assert_eq!(half().to_chip(file), Ok(bits), "{bits:#x}");
        }
        let too_large = half().bits_from_chip(0x7c00);
        assert!(
            too_large.is_err_and(|message| message.to_string().contains("too large for float16"))
        );
        assert_eq!(half().bits_from_chip(0x7e00), Ok(0x7c00), "infinity");
    }
}
