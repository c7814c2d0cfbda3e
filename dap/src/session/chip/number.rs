//! Words as texts, and texts as words.

use mnc2_asm::access::Store;
use mnc2_asm::numbers::Numbers;
use mnc2_asm::program::{WatchFormat, WatchKind, WatchNumber};
use mnc2_asm::{Message, message, watch};
use mnc2_ide::debug::chip::Debugger;
use mnc2_ide::debug::chip::look;
use mnc2_ide::debug::chip::place::Place;
use mnc2_ide::features::numbers::{Format, meant};
use mnc2_isa::{Level, Memory};

/// Lines that are looked at to find the formats of all values of an answer; beyond it they are shown as bits.
pub(super) const FORMAT_LINES_MAX: usize = 20_000_000;

/// Words of a place as the user reads them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Words {
    /// The words, in `bits` bits each.
    pub(super) words: Vec<u64>,
    /// 64, 32, 16 or 4.
    pub(super) bits: u32,
}

impl Words {
    /// The words of a place: long words where the place has whole ones.
    pub(super) fn of(debugger: &Debugger, place: &Place) -> Self {
        let words = look::words(debugger.machine().chip(), place);
        Self::from_singles(words, place)
    }

    /// Words as the debugger returns them.
    pub(super) fn from_singles(words: Vec<u64>, place: &Place) -> Self {
        let is_whole = place.words.start.is_multiple_of(2) && place.words.end.is_multiple_of(2);
        match place.store {
            Store::Memory(Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T) => {
                if !is_whole {
                    return Self { words, bits: 32 };
                }
                let pairs = words.chunks(2);
                Self {
                    words: pairs
                        .map(|pair| pair[0] << 32 | pair.get(1).copied().unwrap_or(0))
                        .collect(),
                    bits: 64,
                }
            }
            Store::Memory(Memory::MaskRegister) => Self { words, bits: 4 },
            Store::Memory(Memory::BaseLm0 | Memory::BaseLm1) => Self { words, bits: 16 },
            Store::Memory(Memory::Dar) | Store::Darbuf => Self { words, bits: 32 },
            Store::Memory(_) | Store::Forwarding(_) | Store::Turnaround => Self { words, bits: 64 },
        }
    }

    /// The words in every format that they are long enough for, with its name.
    pub(super) fn formats(&self) -> Vec<(&'static str, String)> {
        let text = |format: Format| {
            let texts = self.words.iter().map(|&word| format.texts(word, self.bits));
            let texts: Vec<Vec<String>> = texts.collect::<Option<_>>()?;
            Some((format.name(), texts.concat().join(", ")))
        };
        Format::all().filter_map(text).collect()
    }

    /// The words as bits, and as numbers if it is known what they mean.
    pub(super) fn text(&self, numbers: Option<Numbers>) -> String {
        let is_zero = self.words.iter().all(|word| *word == 0);
        let bits = |word: &u64| match self.bits {
            // Zero is zero in every precision.
            16.. if *word == 0 => "0".to_owned(),
            4 => format!("0b{word:04b}"),
            bits => Format::Hexadecimal.text(bits, *word),
        };
        let as_bits: Vec<String> = self.words.iter().map(bits).collect();
        let as_bits = as_bits.join(", ");
        let numbers = numbers.filter(|it| *it != Numbers::Bits && self.bits >= 32 && !is_zero);
        let texts: Option<Vec<String>> = numbers.and_then(|numbers| {
            let words = self.words.iter();
            words.map(|&word| meant(numbers, word, self.bits)).collect()
        });
        match texts {
            Some(texts) if !texts.is_empty() => format!("{} · {as_bits}", texts.join(", ")),
            _ => as_bits,
        }
    }
}

/// The name of what words mean.
pub(super) fn type_name(numbers: Option<Numbers>) -> Option<String> {
    let name = match numbers? {
        Numbers::Bits => return None,
        Numbers::Of(precision) => precision.name(),
    };
    Some(name.to_owned())
}

/// The new words of a place from a text: numbers separated by commas, as many as fill it. Integers are whole access
/// words; `f"1.5"`, or `1.5` where the format is known, are as long as their precision.
///
/// # Errors
/// A sentence if the text does not fill the place.
pub(super) fn words_from(
    text: &str,
    place: &Place,
    format: WatchFormat,
) -> Result<Vec<u64>, Message> {
    let count = (place.words.end - place.words.start) as usize;
    let single_bits = match place.store {
        Store::Memory(memory) if Level::of(memory) == Level::Pe => 32,
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
            "`{text}` is no number; write `0x1f`, `12`, `1.5` or `f\"1.5\"`",
            text
        )
    };
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
        WatchNumber::Integer(_) | WatchNumber::Real(_) if format.is_floating() => {
            // The reader of expressions rounds it.
            let typed = format!("{}\"{text}\"", format.letters());
            match watch::parse(&typed).map(|expression| expression.kind) {
                Ok(WatchKind::Number(WatchNumber::Typed(format, bits))) => {
                    Ok((bits, format.bits().unwrap_or(word_bits)))
                }
                _ => Err(no_number()),
            }
        }
        WatchNumber::Integer(_) | WatchNumber::Real(_) => Err(message!(
            "the precision of `{text}` is not known here: write it as in `f\"1.5\"`",
            text
        )),
    }
}

/// Whether a number is written as bits.
fn is_bits(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X") || text.starts_with("0b")
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Precision;

    use super::*;

    #[test]
    fn values_fill_their_places() {
        let check = |text: &str, memory, words, format, expected: Option<&[u64]>| {
            let place = Place::of_pe(Store::Memory(memory), words, 0);
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
        for (text, format) in [
            ("", hexadecimal),
            ("1.5", hexadecimal),
            ("f\"1.5\"", hexadecimal),
            ("0x10000000000000000", hexadecimal),
            ("1, 2", hexadecimal),
            ("$lr0", hexadecimal),
            ("x", WatchFormat::Single),
        ] {
            check(text, Memory::Lm0, 0..2, format, None);
        }
    }

    #[test]
    fn words_are_shown_as_they_are_meant() {
        let place = |words| Place::of_pe(Store::Memory(Memory::Grf0), words, 0);
        let long = Words::from_singles(vec![0x3ff8_0000, 0], &place(0..2));
        let meant = Some(Numbers::Of(Precision::Double));
        assert_eq!(long.text(meant), "1.5 · 0x3ff8000000000000");
        assert_eq!(long.text(None), "0x3ff8000000000000");
        let single = Words::from_singles(vec![7], &place(1..2));
        assert_eq!(single.text(None), "0x00000007");
        assert_eq!(single.text(meant), "0x00000007");
        let mask = Place::of_pe(Store::Memory(Memory::MaskRegister), 4..8, 0);
        let flags = Words::from_singles(vec![15, 0, 1, 2], &mask);
        assert_eq!(flags.text(meant), "0b1111, 0b0000, 0b0001, 0b0010");
    }
}
