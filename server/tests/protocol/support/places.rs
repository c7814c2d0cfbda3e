//! Places of an answer as text: the line with the range in brackets.

use serde_json::Value;

/// The line of a range with brackets around it; the range must be within one line.
pub(crate) fn bracketed(text: &str, range: &Value) -> String {
    let number = |end: &str, field: &str| {
        range[end][field]
            .as_u64()
            .expect("a range has lines and characters") as usize
    };
    let line = number("start", "line");
    assert_eq!(line, number("end", "line"), "{range}");
    let content = text.lines().nth(line).unwrap_or_default();
    let units: Vec<u16> = content.encode_utf16().collect();
    let part = |range: std::ops::Range<usize>| String::from_utf16_lossy(&units[range]);
    let (start, end) = (number("start", "character"), number("end", "character"));
    format!(
        "{}: {}[{}]{}",
        line + 1,
        part(0..start),
        part(start..end),
        part(end..units.len())
    )
}

/// A list of items as text, one a line.
pub(crate) fn listed(items: &Value, mut show: impl FnMut(&Value) -> String) -> String {
    match items.as_array() {
        None => "nothing\n".to_owned(),
        Some(items) => items.iter().map(|item| show(item) + "\n").collect(),
    }
}
