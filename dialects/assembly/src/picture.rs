//! Words as figures: bits, values, names of fields.

use std::fmt::Write as _;

/// A word of 32 bits with columns of it: the highest bit, the lowest bit, the name. The bits of `unknown` are points; without any the
/// word follows.
#[must_use]
pub fn picture(columns: &[(u32, u32, &str)], word: u32, unknown: Option<u32>) -> String {
    let (mut places, mut bits, mut names) = (String::new(), String::new(), String::new());
    for &(high, low, name) in columns {
        let place = match high == low {
            true => format!("{high}"),
            false => format!("{high}:{low}"),
        };
        let of_bit = |bit: u32| match (unknown.unwrap_or(0) >> bit & 1, word >> bit & 1) {
            (1, _) => '.',
            (_, 1) => '1',
            _ => '0',
        };
        let value: String = (low..=high).rev().map(of_bit).collect();
        let width = place.len().max(value.len()).max(name.len()) + 1;
        let _ = write!(places, "{place:<width$}");
        let _ = write!(bits, "{value:<width$}");
        let _ = write!(names, "{name:<width$}");
    }
    let mut text = String::new();
    for line in [places, bits, names] {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if unknown.is_none() {
        let _ = writeln!(text, "0x{word:08x}");
    }
    text
}
