//! The values of a run that are shown beside lines: what each `d get` dumped, and what the last line wrote.
//!
//! Inlay hints and the answer of a run say the same, so no client has to know how a value is shortened.

use mnc2_asm::numbers::Numbers;

use super::numbers::meant;
use crate::session::{DumpText, Ran, WrittenText};

/// Characters of the values beside a line, so that they seldom run out of the window; a single value may be longer.
const CHARACTERS: usize = 48;
/// A double outside of this range is more likely something else that was read as a double: an integer becomes a tiny
/// number.
const MEANT: std::ops::RangeInclusive<f64> = 1e-30..=1e30;

/// The texts beside lines, in ascending order; lines count from 0.
pub(crate) fn texts(ran: &Ran) -> Vec<(u32, String)> {
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
        let written: Vec<String> = ran.written.iter().map(written).collect();
        texts.push((ran.line, written.join("   ")));
    }
    texts
}

/// The text beside one line.
pub(crate) fn text(ran: &Ran, line: u32) -> Option<String> {
    let first = ran.dump.partition_point(|dump| dump.line < line);
    let dumped = &ran.dump[first..];
    let dumped = &dumped[..dumped.partition_point(|dump| dump.line == line)];
    if dumped.is_empty() {
        let written: Vec<String> = ran.written.iter().map(written).collect();
        return (ran.line == line && !written.is_empty()).then(|| written.join("   "));
    }
    let values: Vec<String> = dumped.iter().map(short).collect();
    Some(summary(&values))
}

/// A dumped value, shortened. With a data type only the numbers are kept. Without one the value is shown in the format
/// of the instruction that wrote it; if that is not known, as a number if it looks like one, otherwise as bits.
pub(crate) fn short(dump: &DumpText) -> String {
    let value = dump.value.as_str();
    let long_words = value
        .strip_prefix('{')
        .and_then(|value| value.strip_suffix('}'));
    if let Some((first, second)) = long_words.and_then(|value| value.split_once("), ("))
        && let Some(first) = untyped(&format!("{first})"))
        && let Some(second) = untyped(&format!("({second}"))
    {
        let words = [first, second].map(|word| word_text(&word, dump.numbers));
        return format!("{{{}}}", words.join(", "));
    }
    if let Some(word) = untyped(value) {
        return word_text(&word, dump.numbers);
    }
    let typed = value
        .strip_suffix(')')
        .and_then(|value| value.split_once(" (0x"));
    match typed {
        Some((numbers, bits)) if numbers.starts_with('(') && !bits.contains(['(', ')']) => {
            match numbers.contains(',') {
                true => numbers,
                false => numbers.trim_matches(['(', ')']),
            }
            .to_owned()
        }
        Some(_) | None => value.to_owned(),
    }
}

/// A long word of a `d get` without a data type.
struct Untyped {
    /// As the dump prints it, read as a double-precision number.
    number: String,
    /// In hexadecimal, as the dump prints it.
    bits: String,
}

/// Takes `(f:1, i:{…}, v:0x3FF0000000000000)` apart.
fn untyped(value: &str) -> Option<Untyped> {
    let inner = value.strip_prefix("(f:")?.strip_suffix(')')?;
    let (number, rest) = inner.split_once(", i:")?;
    let (_, bits) = rest.rsplit_once(", v:")?;
    Some(Untyped {
        number: number.to_owned(),
        bits: bits.to_owned(),
    })
}

fn word_text(word: &Untyped, numbers: Option<Numbers>) -> String {
    let value = word
        .bits
        .strip_prefix("0x")
        .and_then(|digits| u64::from_str_radix(digits, 16).ok());
    match (numbers, value) {
        (Some(Numbers::Of(_)), Some(value)) => numbers
            .and_then(|numbers| meant(numbers, value, 64))
            .unwrap_or_else(|| word.bits.clone()),
        (Some(Numbers::Bits), _) => word.bits.clone(),
        (Some(Numbers::Of(_)) | None, _) => {
            let size = word.number.parse::<f64>().map_or(0.0, f64::abs);
            match MEANT.contains(&size) {
                true => word.number.clone(),
                false => word.bits.clone(),
            }
        }
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
        more => format!("{text} … {more} more"),
    }
}

/// One value if all cycles write the same, otherwise the value of each cycle.
fn written(written: &WrittenText) -> String {
    let text = |value: &Option<String>| value.as_deref().unwrap_or("–").to_owned();
    let values = match written.texts.split_first() {
        Some((first, rest)) if rest.iter().all(|value| value == first) => text(first),
        _ => summary(&written.texts.iter().map(text).collect::<Vec<_>>()),
    };
    format!("{} = {values}", written.operand)
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Precision;

    use super::*;

    fn dump(line: u32, value: &str) -> DumpText {
        DumpText {
            line,
            value: value.to_owned(),
            numbers: None,
            text: String::new(),
        }
    }

    #[test]
    fn values_are_shown_as_they_were_meant() {
        let check = |precision: Precision, value: &str, expected: &str| {
            let dump = DumpText {
                numbers: Some(Numbers::Of(precision)),
                ..dump(0, value)
            };
            assert_eq!(short(&dump), expected);
        };
        let tiny = "(f:2.00268e-307, i:{{0x42,0x42},{0x0,0x42}}, v:0x42004200000042)";
        check(Precision::Double, tiny, "2.00268e-307");
        check(Precision::SingleInteger, tiny, "(4325442, 66)");
        let seven = "(f:0, i:{{0x0,0x0},{0x0,0x7}}, v:0x7)";
        check(Precision::LongInteger, seven, "7");
        check(Precision::Double, seven, "0");
        check(
            Precision::Single,
            "(f:0.0078125, i:{{0x3F80,0x0},{0x4000,0x0}}, v:0x3F80000040000000)",
            "(1, 2)",
        );
        check(
            Precision::LongInteger,
            &format!("{{{seven}, {seven}}}"),
            "{7, 7}",
        );
        // The user asked for the data type of the statement.
        check(Precision::LongInteger, "(1) (0x3ff0000000000000)", "1");
    }

    #[test]
    fn values_are_shortened() {
        let check = |value: &str, expected: &str| assert_eq!(short(&dump(0, value)), expected);
        check(
            "(f:1.5, i:{{0x3FF8,0x0},{0x0,0x0}}, v:0x3FF8000000000000)",
            "1.5",
        );
        check(
            "(f:-1.5, i:{{0xBFF8,0x0},{0x0,0x0}}, v:0xBFF8000000000000)",
            "-1.5",
        );
        // An integer that is read as a double is close to zero.
        check(
            "(f:2.00268e-307, i:{{0x42,0x42},{0x0,0x42}}, v:0x42004200000042)",
            "0x42004200000042",
        );
        check("(f:0, i:{{0x0,0x0},{0x0,0x7}}, v:0x7)", "0x7");
        check("(f:nan, i:{{0x7FF8,0x0},{0x0,0x0}}, v:0x7FF8)", "0x7FF8");
        check(
            "(1.5, 1.5, 1.5, 1.5) (0x3f00, 0x3f00, 0x3f00, 0x3f00)",
            "(1.5, 1.5, 1.5, 1.5)",
        );
        check("(-10.5) (0xc025000000000000)", "-10.5");
        check("Mask{15}", "Mask{15}");
        check(
            "{(1) (0x3ff8000000000000), (1) (0x3ff8000000000000)}",
            "{(1) (0x3ff8000000000000), (1) (0x3ff8000000000000)}",
        );
        check("what the host says", "what the host says");
        check("", "");
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
            "0x3ff0000000000000  0x3ff0000000000000 … 1 more",
        );
        let longer = "(1.0000000000000001, 1.0000000000000001, 1.0000000000000001)";
        check(&[longer, "1"], &format!("{longer} … 1 more"));
    }

    #[test]
    fn every_line_is_told_once_and_alone_as_among_all() {
        let ran = Ran {
            line: 9,
            dump: vec![dump(2, "Mask{1}"), dump(2, "Mask{2}"), dump(5, "Mask{3}")],
            written: vec![WrittenText {
                operand: "$lm0v".to_owned(),
                range: 0..0,
                element: "n0c0b0m0p0".to_owned(),
                values: vec![Some("0x0000000000000001".to_owned()), None],
                texts: vec![Some("1".to_owned()), None],
            }],
            ..Ran::default()
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
