//! Words of a memory as texts, in the number format of the instruction that wrote them.

use mnc2_dataflow::number_format::Numbers;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_isa::Memory;
use mnc2_program::access::Store;

use super::{Debugger, next_line};
use mnc2_ide::features::number_format::{NumberFormat, meant};

/// Words of a place as the user reads them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlaceWords {
    /// The words, in `bits` bits each.
    pub words: Vec<u64>,
    /// 64, 32, 16 or 4.
    pub bits: u32,
}

impl PlaceWords {
    /// The words of a place: long words where the place has whole ones.
    pub fn read(debugger: &Debugger, place: &ChipPlace) -> Self {
        let words = next_line::words(debugger.machine().chip(), place);
        Self::from_singles(words, place)
    }

    /// Words as the debugger returns them.
    pub fn from_singles(words: Vec<u64>, place: &ChipPlace) -> Self {
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
    pub fn formats(&self) -> Vec<(&'static str, String)> {
        let text = |format: NumberFormat| {
            let texts = self.words.iter().map(|&word| format.texts(word, self.bits));
            let texts: Vec<Vec<String>> = texts.collect::<Option<_>>()?;
            Some((format.name(), texts.concat().join(", ")))
        };
        NumberFormat::all().filter_map(text).collect()
    }

    /// The words as bits, and as numbers if it is known what they mean.
    pub fn text(&self, numbers: Option<Numbers>) -> String {
        let is_zero = self.words.iter().all(|word| *word == 0);
        let bits = |word: &u64| match self.bits {
            // Zero is zero in every precision.
            16.. if *word == 0 => "0".to_owned(),
            4 => format!("0b{word:04b}"),
            bits => NumberFormat::Hexadecimal.text(bits, *word),
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
pub fn type_name(numbers: Option<Numbers>) -> Option<String> {
    let name = match numbers? {
        Numbers::Bits => return None,
        Numbers::Of(precision) => precision.name(),
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Precision;

    use super::*;

    #[test]
    fn words_are_shown_as_they_are_meant() {
        let place = |words| ChipPlace::from_pe(Store::Memory(Memory::Grf0), words, 0);
        let long = PlaceWords::from_singles(vec![0x3ff8_0000, 0], &place(0..2));
        let meant = Some(Numbers::Of(Precision::Double));
        assert_eq!(long.text(meant), "1.5 · 0x3ff8000000000000");
        assert_eq!(long.text(None), "0x3ff8000000000000");
        let single = PlaceWords::from_singles(vec![7], &place(1..2));
        assert_eq!(single.text(None), "0x00000007");
        assert_eq!(single.text(meant), "0x00000007");
        let mask = ChipPlace::from_pe(Store::Memory(Memory::MaskRegister), 4..8, 0);
        let flags = PlaceWords::from_singles(vec![15, 0, 1, 2], &mask);
        assert_eq!(flags.text(meant), "0b1111, 0b0000, 0b0001, 0b0010");
    }
}
