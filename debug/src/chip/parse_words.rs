//! Texts as words of a place.

use mnc2_asm::watch;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_isa::ChipLevel;
use mnc2_program::access::Store;
use mnc2_program::{WatchFormat, WatchKind, WatchNumber};
use mnc2_text::{Message, message};

/// The new words of a place from a text: numbers separated by commas, as many as fill it, or one that is repeated, as `imm`
/// repeats it. Integers are whole access words; `f"1.5"`, or `1.5` where the format is known, are as long as their precision.
/// What is shown in a format is read in it.
///
/// # Errors
/// A sentence if the text does not fill the place.
pub fn words_from(text: &str, place: &ChipPlace, format: WatchFormat) -> Result<Vec<u64>, Message> {
    let count = (place.words.end - place.words.start) as usize;
    let single_bits = match place.store {
        Store::Memory(memory) if ChipLevel::from_memory(memory) == ChipLevel::Pe => 32,
        _ => 64,
    };
    let word_bits = if single_bits == 32 && count.is_multiple_of(2) {
        64
    } else {
        single_bits
    };
    let wanted_bits = single_bits as usize * count;
    let mut bits: Vec<(u64, u32)> = Vec::new();
    for part in text.split(',') {
        bits.push(number_from(part.trim(), format, word_bits)?);
    }
    if let [one] = bits[..]
        && wanted_bits.is_multiple_of(one.1 as usize)
    {
        bits.resize(wanted_bits / one.1 as usize, one);
    }
    let given: usize = bits.iter().map(|(_, bits)| *bits as usize).sum();
    if given != wanted_bits {
        return Err(message!(
            "the value has {given} bits, but the place has {wanted}; write {wanted} bits as numbers with commas between them",
            given,
            wanted = wanted_bits
        ));
    }
    // The first number is on the MSB side.
    let mut words = Vec::with_capacity(count);
    let (mut word, mut filled) = (0_u128, 0);
    for (value, length) in bits {
        word = word << length | u128::from(value);
        filled += length;
        while filled >= single_bits {
            filled -= single_bits;
            words.push((word >> filled) as u64 & (u64::MAX >> (64 - single_bits)));
            word &= (1_u128 << filled) - 1;
        }
    }
    Ok(words)
}

/// The bits of a number, and how many they are.
fn number_from(text: &str, format: WatchFormat, word_bits: u32) -> Result<(u64, u32), Message> {
    let no_number = || {
        message!(
            "`{text}` is not a number; write `0x1f`, `12`, `1.5` or `f\"1.5\"`",
            text
        )
    };
    if format.is_floating()
        && !is_bits(text)
        && let Some(number) = typed(text, format, word_bits)
    {
        return Ok(number);
    }
    let parsed = watch::parse(text).map_err(|_| no_number())?;
    let WatchKind::Number(number) = parsed.kind else {
        return Err(no_number());
    };
    match number {
        WatchNumber::Typed(format, bits) => Ok((bits, format.bits().unwrap_or(word_bits))),
        WatchNumber::Integer(number) if !format.is_floating() || is_bits(text) => {
            let bits = match format.bits() {
                Some(bits) if !is_bits(text) => bits,
                _ => word_bits,
            };
            let limit = 1_i128 << bits;
            if number >= limit || number < -(limit / 2) {
                return Err(message!(
                    "`{text}` does not fit into {bits} bits",
                    text,
                    bits
                ));
            }
            Ok((number as u64 & (u64::MAX >> (64 - bits)), bits))
        }
        WatchNumber::Integer(_) | WatchNumber::Real(_) if format.is_floating() => Err(no_number()),
        WatchNumber::Integer(_) | WatchNumber::Real(_) => Err(message!(
            "the precision of `{text}` is not known here: write it as in `f\"1.5\"`",
            text
        )),
    }
}

/// The bits of a number in a floating-point format, rounded by the reader of expressions, and how many they are.
fn typed(text: &str, format: WatchFormat, word_bits: u32) -> Option<(u64, u32)> {
    let typed = format!("{}\"{text}\"", format.letters());
    match watch::parse(&typed).ok()?.kind {
        WatchKind::Number(WatchNumber::Typed(format, bits)) => {
            Some((bits, format.bits().unwrap_or(word_bits)))
        }
        _ => None,
    }
}

/// Whether a number is written as bits.
fn is_bits(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X") || text.starts_with("0b")
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Memory;

    use super::*;

    #[test]
    fn values_fill_their_places() {
        let check = |text: &str, memory, words, format, expected: Option<&[u64]>| {
            let place = ChipPlace::from_pe(Store::Memory(memory), words, 0);
            let found = words_from(text, &place, format);
            assert_eq!(found.ok().as_deref(), expected, "{text}");
        };
        let hexadecimal = WatchFormat::Hexadecimal;
        check("0x1", Memory::Lm0, 0..1, hexadecimal, Some(&[1]));
        check("0x1", Memory::Lm0, 0..2, hexadecimal, Some(&[0, 1]));
        check(
            "-1",
            Memory::Lm0,
            0..2,
            hexadecimal,
            Some(&[0xffff_ffff; 2]),
        );
        check("1, 2", Memory::Lm0, 0..4, hexadecimal, Some(&[0, 1, 0, 2]));
        check(
            "f\"1.5\"",
            Memory::Grf0,
            1..2,
            hexadecimal,
            Some(&[0x3fc0_0000]),
        );
        check(
            "f\"1.5\", f\"2\"",
            Memory::Grf0,
            0..2,
            hexadecimal,
            Some(&[0x3fc0_0000, 0x4000_0000]),
        );
        check(
            "1.5, 2",
            Memory::Grf0,
            0..2,
            WatchFormat::Single,
            Some(&[0x3fc0_0000, 0x4000_0000]),
        );
        check(
            "1.5",
            Memory::Pdm,
            7..8,
            WatchFormat::Double,
            Some(&[0x3ff8_0000_0000_0000]),
        );
        check("7", Memory::Pdm, 7..8, hexadecimal, Some(&[7]));
        check(
            "1, 2",
            Memory::Lm0,
            0..2,
            WatchFormat::SingleInteger,
            Some(&[1, 2]),
        );
        // One number is repeated.
        check(
            "f\"1.5\"",
            Memory::Lm0,
            0..2,
            hexadecimal,
            Some(&[0x3fc0_0000; 2]),
        );
        check(
            "-3",
            Memory::Lm0,
            0..4,
            WatchFormat::SingleInteger,
            Some(&[0xffff_fffd; 4]),
        );
        for (text, format) in [
            ("", hexadecimal),
            ("1.5", hexadecimal),
            ("1, 2, 3", WatchFormat::SingleInteger),
            ("0x10000000000000000", hexadecimal),
            ("1, 2", hexadecimal),
            ("$lr0", hexadecimal),
            ("x", WatchFormat::Single),
        ] {
            check(text, Memory::Lm0, 0..2, format, None);
        }
    }
}
