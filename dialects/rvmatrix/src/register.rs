//! Names of registers: integer, matrix, and the control and status registers of the extension.

use crate::version::Version;

/// How many matrix registers there are.
pub const MATRIX_COUNT: u8 = 8;

/// The names of the integer registers in the order of their numbers.
pub const INTEGER_NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// The first integer register that a field of 3 bits can name.
pub const SCALAR_FIRST: u8 = 8;

/// The number of an integer register, by number or by name.
#[must_use]
pub fn integer(name: &str) -> Option<u8> {
    if name == "fp" {
        return Some(8);
    }
    if let Some(number) = numbered(name, 'x') {
        return (number < 32).then_some(number as u8);
    }
    let index = INTEGER_NAMES.iter().position(|known| *known == name)?;
    u8::try_from(index).ok()
}

/// The name of a floating-point register, according to its use.
#[must_use]
pub fn float_name(number: u8) -> String {
    match number {
        0..8 => format!("ft{number}"),
        8..10 => format!("fs{}", number - 8),
        10..18 => format!("fa{}", number - 10),
        18..28 => format!("fs{}", number - 16),
        _ => format!("ft{}", number.saturating_sub(20)),
    }
}

/// The number of a register of numbers with a fraction, by number or by name.
#[must_use]
pub fn float(name: &str) -> Option<u8> {
    if let Some(number) = numbered(name, 'f') {
        return (number < 32).then_some(number as u8);
    }
    (0..32).find(|&number| float_name(number) == name)
}

/// The kind of a matrix register in a version with tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bank {
    /// `tr0` to `tr3`, which have factors, and the numbers 0 to 3.
    Tile,
    /// `acc0` to `acc3`, which have sums, and the numbers 4 to 7.
    Accumulation,
}

impl Bank {
    /// How many registers it has.
    pub const COUNT: u8 = 4;

    /// The bank of a register with a number.
    #[must_use]
    pub const fn from_number(number: u8) -> Self {
        if number < Self::COUNT {
            Self::Tile
        } else {
            Self::Accumulation
        }
    }

    /// The names of its registers without their numbers, and the number of the first one.
    const fn names(self) -> (&'static str, u8) {
        match self {
            Self::Tile => ("tr", 0),
            Self::Accumulation => ("acc", Self::COUNT),
        }
    }
}

/// The number of a matrix register of a version.
#[must_use]
pub fn matrix(name: &str, version: Version) -> Option<u8> {
    if !version.has_tiles() {
        let number = numbered(name, 'm')?;
        return (number < u32::from(MATRIX_COUNT)).then_some(number as u8);
    }
    let banks = [Bank::Tile, Bank::Accumulation].into_iter();
    let mut numbers = banks.filter_map(|bank| {
        let (stem, first) = bank.names();
        let digit = name.strip_prefix(stem)?.as_bytes();
        let number = digit.first()?.checked_sub(b'0')?;
        (digit.len() == 1 && number < Bank::COUNT).then_some(first + number)
    });
    numbers.next()
}

/// The versions that have a matrix register with this name, as bits.
#[must_use]
pub fn matrix_versions(name: &str) -> u8 {
    Version::bits_where(|version| matrix(name, version).is_some())
}

/// The name of a matrix register in a version.
#[must_use]
pub fn matrix_name(number: u8, version: Version) -> String {
    if !version.has_tiles() {
        return format!("m{number}");
    }
    let (stem, first) = Bank::from_number(number).names();
    format!("{stem}{}", number.saturating_sub(first))
}

/// The names of all matrix registers of a version.
pub fn matrix_names(version: Version) -> impl Iterator<Item = String> {
    (0..MATRIX_COUNT).map(move |number| matrix_name(number, version))
}

/// The number after a letter, as `m9` and `x40` have it: a name that means a register, whether it exists or not.
#[must_use]
pub fn numbered(name: &str, letter: char) -> Option<u32> {
    let digits = name.strip_prefix(letter)?;
    let is_plain = !digits.is_empty()
        && digits.len() <= 4
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    if is_plain { digits.parse().ok() } else { None }
}

/// Whether a word is the name of some register of any kind, or looks like one.
#[must_use]
pub fn is_any(name: &str) -> bool {
    integer(name).is_some()
        || ["ft", "fs", "fa"].iter().any(|kind| {
            name.strip_prefix(kind)
                .is_some_and(|digits| numbered(&format!("x{digits}"), 'x').is_some())
        })
        || ['m', 'x', 'f', 'v']
            .iter()
            .any(|&letter| numbered(name, letter).is_some())
}

/// A control and status register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Csr {
    /// The key of its translations: the name, with `_03` or `_06` for a register that versions before have otherwise.
    pub key: &'static str,
    /// The name in assembly.
    pub name: &'static str,
    /// The versions that have it so.
    pub versions: &'static [Version],
    /// The number in instructions, 12 bits.
    pub number: u16,
    /// What it holds, in a few words.
    pub title: &'static str,
    /// What it holds, in sentences.
    pub doc: &'static str,
}

impl Csr {
    /// Whether writing it is illegal: the two highest bits of the number are set.
    #[must_use]
    pub const fn is_read_only(&self) -> bool {
        self.number >> 10 == 0b11
    }

    /// The registers of a version.
    pub fn all(version: Version) -> impl Iterator<Item = &'static Self> {
        CSRS.iter()
            .filter(move |csr| csr.versions.contains(&version))
    }

    /// The register with this name in a version.
    #[must_use]
    pub fn find(name: &str, version: Version) -> Option<&'static Self> {
        Self::all(version).find(|csr| csr.name == name)
    }

    /// The versions that have a register with this name, as bits.
    #[must_use]
    pub fn versions(name: &str) -> u8 {
        Version::bits_where(|version| Self::find(name, version).is_some())
    }

    /// The register with this number in a version.
    #[must_use]
    pub fn from_number(number: u64, version: Version) -> Option<&'static Self> {
        Self::all(version).find(|csr| u64::from(csr.number) == number)
    }
}

const fn csr(
    key: &'static str,
    versions: &'static [Version],
    number: u16,
    title: &'static str,
    doc: &'static str,
) -> Csr {
    let name = match key.as_bytes().split_last_chunk::<3>() {
        Some((name, b"_03" | b"_06")) => name,
        _ => key.as_bytes(),
    };
    let Ok(name) = std::str::from_utf8(name) else {
        panic!("a name is text");
    };
    Csr {
        key,
        name,
        versions,
        number,
        title,
        doc,
    }
}

const V02: &[Version] = &[Version::V02];
const V03: &[Version] = &[Version::V03];
const V06: &[Version] = &[Version::V06];

/// The control and status registers of the extension. The numbers are as in the vendor's assemblers,
/// in 0.6 as in its table.
#[rustfmt::skip]
pub const CSRS: [Csr; 26] = [
    csr("xmrstart", &[Version::V02, Version::V03], 0x801, "matrix start row",
        "The row at which a load or store starts. Written by a trap; a load or store resets it to 0. A write of MLEN/32 or more is dropped."),
    csr("xmcsr", V02, 0x802, "matrix control and status",
        "Bits 1:0 are the state MS: 0 off, 1 initial, 2 clean, 3 dirty. While it is off, matrix instructions are illegal. Other bits are 0."),
    csr("xmcsr_03", V03, 0x802, "matrix control and status",
        "Bits 1:0 are `xmxrm`, how `msra`, `mn4clip` and `mn4clipu` round: 0 to nearest up, 1 to nearest even, 2 down, 3 to odd. Bit 2 is `xmsat`, 1 after a clip saturated. Other bits are 0."),
    csr("xmxrm", V02, 0x803, "matrix fixed-point rounding mode",
        "How `msra`, `mn4clip` and `mn4clipu` round: 0 to nearest up, 1 to nearest even, 2 down, 3 to odd."),
    csr("xmxsat", V02, 0xcc0, "matrix fixed-point saturation flag",
        "1 after a clip saturated. It stays 1 and cannot be written."),
    csr("xmsize", V02, 0xcc1, "matrix size",
        "`sizeK << 16 | sizeN << 8 | sizeM`. Written only by `mcfg` instructions."),
    csr("xmsize_03", V03, 0x803, "matrix size",
        "`sizeK << 16 | sizeN << 8 | sizeM`. Written only by `mcfg` instructions, although registers with such a number can be written."),
    csr("xmregsize", V02, 0xcc2, "bytes of a matrix register",
        "MLEN/32 rows of MLEN/8 bytes, a constant of the machine."),
    csr("xmlenb", V02, 0xcc3, "bytes of a row of a matrix register",
        "MLEN/8, a constant of the machine."),
    csr("xmlenb_03", V03, 0xcc0, "bytes of a matrix register",
        "RLEN/32 rows of RLEN/8 bytes, a constant of the machine."),
    csr("xrlenb", V03, 0xcc1, "bytes of a row of a matrix register",
        "RLEN/8, a constant of the machine. Version 0.2 has it as `xmlenb`."),
    csr("xmisa", V02, 0xcc4, "optional parts of the extension",
        "A bit for each part that the machine has."),
    csr("xmisa_03", V03, 0xcc2, "optional parts of the extension",
        "A bit for each part that the machine has."),
    csr("xmcsr_06", V06, 0x802, "matrix control and status",
        "Bits 1:0 are `xmxrm`, 2 is `xmsat`, 7:3 are `xmfflags`, 10:8 are `xmfrm`, 11 is `xmsaten`. Other bits are 0."),
    csr("mtilem", V06, 0x803, "size of tiles, rows of A and C",
        "Set by `msettilem` and `msettilemi`. Registers with such a number can be written; by the text, only these instructions do."),
    csr("mtilen", V06, 0x804, "size of tiles, rows of B and columns of C",
        "Set by `msettilen` and `msettileni`. Registers with such a number can be written; by the text, only these instructions do."),
    csr("mtilek", V06, 0x805, "size of tiles, columns of A and B",
        "Counts elements. Set by `msettilek` and `msettileki`. Registers with such a number can be written; by the text, only these instructions do."),
    csr("xmxrm_06", V06, 0x806, "matrix fixed-point rounding mode",
        "How `mn4clip` instructions round: 0 to nearest up, 1 to nearest even, 2 down, 3 to odd. Bits 1:0 of `xmcsr`."),
    csr("xmsat", V06, 0x807, "matrix fixed-point saturation flag",
        "1 after a fixed-point instruction saturated. Bit 2 of `xmcsr`."),
    csr("xmfflags", V06, 0x808, "matrix floating-point exception flags",
        "0 inexact, 1 underflow, 2 overflow, 4 invalid; they stay 1. Bits 7:3 of `xmcsr`."),
    csr("xmfrm", V06, 0x809, "matrix floating-point rounding mode",
        "0 to nearest even, 1 to 0, 2 down, 3 up, 4 to nearest away from 0; others are illegal. Bits 10:8 of `xmcsr`."),
    csr("xmsaten", V06, 0x80a, "matrix saturation mode",
        "1 if integer results and conversions to fp8 saturate; otherwise integers wrap around, and fp8 becomes a NaN (E4M3) or an infinity (E5M2). Bit 11 of `xmcsr`."),
    csr("xmisa_06", V06, 0xcc0, "optional parts of the extension",
        "A bit for each part that the machine has."),
    csr("xtlenb", V06, 0xcc1, "bytes of a tile register",
        "Its rows times TRLEN/8, a constant of the machine."),
    csr("xtrlenb", V06, 0xcc2, "bytes of a row of a tile register",
        "TRLEN/8, a constant of the machine."),
    csr("xalenb", V06, 0xcc3, "bytes of an accumulation register",
        "The square of the number of rows, times ELEN/8, a constant of the machine."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (number, name) in INTEGER_NAMES.iter().enumerate() {
            assert_eq!(integer(name), Some(number as u8));
            assert_eq!(integer(&format!("x{number}")), Some(number as u8));
        }
        for (name, number) in [("ft0", 0), ("ft7", 7), ("fs0", 8), ("fs1", 9), ("fa0", 10)] {
            assert_eq!(float(name), Some(number), "{name}");
        }
        for (name, number) in [
            ("fa7", 17),
            ("fs2", 18),
            ("fs11", 27),
            ("ft8", 28),
            ("ft11", 31),
        ] {
            assert_eq!(
                (float(name), float(&format!("f{number}"))),
                (Some(number), Some(number))
            );
        }
        assert_eq!(
            (float("ft12"), float("f32"), float("fa8")),
            (None, None, None)
        );
        assert_eq!(integer("fp"), integer("s0"));
        for wrong in ["x32", "x08", "x", "a8", "X1", "m0", "", "x99999999999"] {
            assert_eq!(integer(wrong), None, "{wrong}");
        }
        for version in Version::ALL {
            for (number, name) in (0..).zip(matrix_names(version)) {
                assert_eq!(matrix(&name, version), Some(number));
            }
            for wrong in [
                "m8", "m07", "M1", "m", "x1", "tr4", "acc04", "acc", "tr", "tr0x",
            ] {
                assert_eq!(matrix(wrong, version), None, "{wrong}");
            }
        }
        assert_eq!(matrix("acc3", Version::V06), Some(7));
        assert_eq!(matrix("m3", Version::V06), None);
        assert_eq!(matrix("tr0", Version::V03), None);
        assert!(is_any("fa0") && is_any("m9") && is_any("v31") && !is_any("row") && !is_any("mx"));
    }

    #[test]
    fn only_those_from_0xcc0_are_read_only() {
        for csr in CSRS {
            assert_eq!(csr.is_read_only(), csr.number >= 0xcc0, "{}", csr.name);
        }
    }

    #[test]
    fn a_version_has_each_name_and_number_once() {
        for (version, count) in [(Version::V02, 8), (Version::V03, 6), (Version::V06, 13)] {
            assert_eq!(Csr::all(version).count(), count);
            for csr in Csr::all(version) {
                assert_eq!(Csr::find(csr.name, version), Some(csr));
                assert_eq!(Csr::from_number(csr.number.into(), version), Some(csr));
            }
        }
    }
}
