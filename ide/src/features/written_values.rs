//! What an operand wrote in a cycle, as text.

use mnc2_dataflow::number_format::Numbers;
use mnc2_emulator::dump::value::DumpWord;
use mnc2_emulator::machine::last_writes::WrittenValue;

use super::number_format::meant;
use crate::session::WrittenOperand;

/// What an operand wrote in each cycle, as numbers if its instruction has a number format.
pub fn texts(written: &WrittenOperand) -> impl Iterator<Item = Option<String>> + '_ {
    let values = written.values.iter();
    values.map(|value| text(value, written.numbers))
}

/// A value in hexadecimal, after `[address]` if several long words of a memory above the PEs are written; `None` if the
/// mask let nothing through.
pub fn bits(value: &WrittenValue) -> Option<String> {
    text(value, None)
}

/// A value as numbers; in hexadecimal if the format is not known or part of a number was not written.
pub fn text(value: &WrittenValue, numbers: Option<Numbers>) -> Option<String> {
    let word_text = |word: u64, written: u64, digits: u32| {
        let all = u64::MAX >> (64 - 4 * digits);
        let numbers = numbers.filter(|_| written & all == all);
        numbers
            .and_then(|numbers| meant(numbers, word, 4 * digits))
            .unwrap_or_else(|| hexadecimal(word, written, digits))
    };
    Some(match value {
        WrittenValue::Masked => return None,
        WrittenValue::Word { word, bits } => match *word {
            DumpWord::Single(word) => word_text(word.into(), bits.0 >> 32, 8),
            DumpWord::Long(word) => word_text(word, bits.0, 16),
            DumpWord::DoubleLong(most, least) => {
                let (most, least) = (word_text(most, bits.0, 16), word_text(least, bits.1, 16));
                format!("{most} {least}")
            }
        },
        WrittenValue::Flags(flags) => format!("0b{flags:04b}"),
        WrittenValue::LongWords { address, words } => {
            let address = address.map(|address| format!("[{address}]"));
            let words = words.iter().map(|&word| word_text(word, u64::MAX, 16));
            address
                .into_iter()
                .chain(words)
                .collect::<Vec<_>>()
                .join(" ")
        }
    })
}

/// This many digits, with `_` for those whose bits were not written. Masks cover whole half words.
fn hexadecimal(word: u64, bits: u64, digits: u32) -> String {
    let digit = |index: u32| match (bits >> (4 * index) & 0xf, word >> (4 * index) & 0xf) {
        (0, _) => '_',
        (_, digit) => char::from_digit(digit as u32, 16).unwrap_or('_'),
    };
    let digits: String = (0..digits).rev().map(digit).collect();
    format!("0x{digits}")
}
