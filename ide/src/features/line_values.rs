//! The values of a run that are shown next to lines: what each `d get` dumped, and what the last line wrote.
//!
//! Inlay hints and the answer of a run have the same texts, so no client has to shorten a value itself.

use mnc2_dataflow::number_format::Numbers;
use mnc2_emulator::dump::value::{DumpValue, Interpreted};

use super::number_format::meant;
use super::written_values;
use crate::session::{DumpText, RunResult, WrittenOperand};

/// Characters of the values next to a line, so that they seldom run out of the window; a single value may be longer.
const CHARACTERS: usize = 48;
/// A double outside of this range is more likely another type that was read as a double: an integer becomes a tiny number.
const MEANT: std::ops::RangeInclusive<f64> = 1e-30..=1e30;

/// The texts next to lines, in ascending order; lines count from 0.
pub fn texts(ran: &RunResult) -> Vec<(u32, String)> {
    let mut texts: Vec<(u32, String)> = ran
        .dump
        .chunk_by(|a, b| a.line == b.line)
        .map(|dumped| {
            let values: Vec<String> = dumped.iter().map(short).collect();
            (dumped[0].line, summary(&values))
        })
        .collect();
    let has_dump = texts.last().is_some_and(|(line, _)| *line == ran.line);
    if !has_dump && !ran.written.is_empty() {
        let written: Vec<String> = ran.written.iter().map(operand_values).collect();
        texts.push((ran.line, written.join("   ")));
    }
    texts
}

/// The text next to one line.
pub fn text(ran: &RunResult, line: u32) -> Option<String> {
    let first = ran.dump.partition_point(|dump| dump.line < line);
    let dumped = &ran.dump[first..];
    let dumped = &dumped[..dumped.partition_point(|dump| dump.line == line)];
    if dumped.is_empty() {
        let written: Vec<String> = ran.written.iter().map(operand_values).collect();
        return (ran.line == line && !written.is_empty()).then(|| written.join("   "));
    }
    let values: Vec<String> = dumped.iter().map(short).collect();
    Some(summary(&values))
}

/// A dumped value, shortened. With a data type only the numbers are kept. Without one the value is shown in the format
/// of the instruction that wrote it; if that is not known, as a number if it looks like one, otherwise as bits.
pub fn short(dump: &DumpText) -> String {
    match &dump.value {
        None => dump.text.clone(),
        Some(DumpValue::Word(word)) if word.is_plain() => {
            word_text(word, word.text(), dump.numbers)
        }
        Some(DumpValue::Word(word)) => match word.numbers() {
            [_] => word.text(),
            _ => format!("({})", word.text()),
        },
        Some(DumpValue::Words(words)) if words.iter().all(Interpreted::is_plain) => {
            let words = words.iter().enumerate().map(|(index, word)| {
                let number = word.text();
                // As in the dump.
                let number = if index == 0 {
                    number
                } else {
                    number.to_uppercase()
                };
                word_text(word, number, dump.numbers)
            });
            format!("{{{}}}", words.collect::<Vec<_>>().join(", "))
        }
        Some(value @ (DumpValue::Words(_) | DumpValue::Mask(_))) => value.to_string(),
    }
}

/// A long word of a `d get` without a data type; `number` is the double as text.
fn word_text(word: &Interpreted, number: String, numbers: Option<Numbers>) -> String {
    let bits = || format!("0x{:X}", word.word());
    match numbers {
        Some(Numbers::Of(_)) => {
            let meant = numbers.and_then(|numbers| meant(numbers, word.word(), 64));
            meant.unwrap_or_else(bits)
        }
        Some(Numbers::Bits) => bits(),
        None if word.numbers().iter().any(|it| MEANT.contains(&it.abs())) => number,
        None => bits(),
    }
}

/// As many values as fit, at least one, and how many more there are.
fn summary(values: &[String]) -> String {
    let mut room = CHARACTERS;
    let shown = values
        .iter()
        .enumerate()
        .take_while(|(index, value)| {
            let width = value.chars().count() + 2;
            let fits = *index == 0 || width <= room;
            room = room.saturating_sub(width);
            fits
        })
        .count();
    let text = values[..shown].join("  ");
    match values.len() - shown {
        0 => text,
        more => format!("{text} … +{more}"),
    }
}

/// One value if all cycles write the same, otherwise the value of each cycle.
fn operand_values(written: &WrittenOperand) -> String {
    let texts = written_values::texts(written).map(|text| text.unwrap_or("–".to_owned()));
    let texts: Vec<String> = texts.collect();
    let values = match texts.split_first() {
        Some((first, rest)) if rest.iter().all(|text| text == first) => first.clone(),
        _ => summary(&texts),
    };
    format!("{} = {values}", written.operand)
}

#[cfg(test)]
mod tests {
    use mnc2_emulator::dump::value::DumpWord;
    use mnc2_emulator::machine::last_writes::WrittenValue;
    use mnc2_isa::Precision;
    use mnc2_program::DataType;

    use super::*;

    fn dump(line: u32, value: DumpValue) -> DumpText {
        DumpText {
            line,
            text: value.to_string(),
            value: Some(value),
            numbers: None,
        }
    }

    fn value(data_type: DataType, word: DumpWord) -> DumpValue {
        DumpValue::from_word(data_type, word, &[word; 4]).expect("it has a value")
    }

    #[test]
    fn values_are_shown_as_they_were_meant() {
        let check = |precision: Precision, value: DumpValue, expected: &str| {
            let dump = DumpText {
                numbers: Some(Numbers::Of(precision)),
                ..dump(0, value)
            };
            assert_eq!(short(&dump), expected);
        };
        let plain = |word| value(DataType::Plain, DumpWord::Long(word));
        check(
            Precision::Double,
            plain(0x42_0042_0000_0042),
            "2.00268e-307",
        );
        check(
            Precision::SingleInteger,
            plain(0x42_0042_0000_0042),
            "(4325442, 66)",
        );
        check(Precision::LongInteger, plain(7), "7");
        check(Precision::Double, plain(7), "0");
        check(Precision::Single, plain(0x3f80_0000_4000_0000), "(1, 2)");
        let two = value(DataType::Plain, DumpWord::DoubleLong(7, 7));
        check(Precision::LongInteger, two, "{7, 7}");
        // The user asked for the data type of the statement.
        let one = value(DataType::Double, DumpWord::Long(1_f64.to_bits()));
        check(Precision::LongInteger, one, "1");
    }

    #[test]
    fn values_are_shortened() {
        let check = |value: DumpValue, expected: &str| assert_eq!(short(&dump(0, value)), expected);
        let plain = |word| value(DataType::Plain, DumpWord::Long(word));
        check(plain(1.5_f64.to_bits()), "1.5");
        check(plain((-1.5_f64).to_bits()), "-1.5");
        // An integer that is read as a double is close to zero.
        check(plain(0x42_0042_0000_0042), "0x42004200000042");
        check(plain(7), "0x7");
        check(plain(0x7ff8 << 48), "0x7FF8000000000000");
        let (large, two) = (1e20_f64.to_bits(), 2_f64.to_bits());
        let long_words = DumpWord::DoubleLong(large, large);
        check(value(DataType::Plain, long_words), "{1e+20, 1E+20}");
        let halves = value(DataType::Half, DumpWord::Long(0x3f00_3f00_3f00_3f00));
        check(halves, "(1.5, 1.5, 1.5, 1.5)");
        check(
            value(DataType::Double, DumpWord::Long((-10.5_f64).to_bits())),
            "-10.5",
        );
        check(DumpValue::Mask(15), "Mask{15}");
        check(
            value(DataType::Double, DumpWord::DoubleLong(two, two)),
            "{(2) (0x4000000000000000), (2) (0x4000000000000000)}",
        );
        let of_host = DumpText {
            value: None,
            text: "what the host says".to_owned(),
            ..dump(0, DumpValue::Mask(0))
        };
        assert_eq!(short(&of_host), "what the host says");
    }

    #[test]
    fn a_summary_says_how_much_it_leaves_out() {
        let check = |values: &[&str], expected: &str| {
            let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
            assert_eq!(summary(&values), expected);
        };
        check(
            &["0x1", "0x2", "0x3", "0x4", "0x5", "0x6"],
            "0x1  0x2  0x3  0x4  0x5  0x6",
        );
        let long = "0x3ff0000000000000";
        check(
            &[long, long, long],
            "0x3ff0000000000000  0x3ff0000000000000 … +1",
        );
        let longer = "(1.0000000000000001, 1.0000000000000001, 1.0000000000000001)";
        check(&[longer, "1"], &format!("{longer} … +1"));
    }

    #[test]
    fn every_line_is_told_once_and_alone_as_among_all() {
        let ran = RunResult {
            line: 9,
            dump: vec![
                dump(2, DumpValue::Mask(1)),
                dump(2, DumpValue::Mask(2)),
                dump(5, DumpValue::Mask(3)),
            ],
            written: vec![WrittenOperand {
                operand: "$lm0v".to_owned(),
                range: 0..0,
                element: "n0c0b0m0p0".to_owned(),
                values: vec![
                    WrittenValue::Word {
                        word: DumpWord::Long(1),
                        bits: (u64::MAX, 0),
                    },
                    WrittenValue::Masked,
                ],
                numbers: Some(Numbers::Of(Precision::LongInteger)),
            }],
            ..RunResult::default()
        };
        let texts = texts(&ran);
        let lines: Vec<u32> = texts.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 5, 9]);
        assert_eq!(texts[0].1, "Mask{1}  Mask{2}");
        assert_eq!(texts[2].1, "$lm0v = 1  –");
        for line in 0..12 {
            let among = texts.iter().find(|(one, _)| *one == line);
            assert_eq!(text(&ran, line), among.map(|(_, text)| text.clone()));
        }
    }
}
