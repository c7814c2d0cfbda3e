use mnc2_lsp::ChangedDocument;
use mnc2_program::rules::Rules;
use mnc2_review::check_by;
use serde_json::{Value, json};

use super::parse_cache::Known;
use super::text_of;

/// Longest text that is edited.
const BYTES_MAX: usize = 512;

/// Bytes of a change: its kind, its start and end, and the text it inserts.
const CHANGE_BYTES: usize = 7;

/// Changes of one input.
const CHANGES_MAX: usize = 8;

/// Texts that changes insert, besides parts of the text itself.
const PIECES: [&str; 16] = [
    "",
    "\n",
    "\r",
    "\r\n",
    "\u{2028}",
    "\0",
    "\t",
    "あ",
    "😀",
    "e\u{301}",
    "# ",
    ";",
    "nop",
    "/1000",
    "$lm0v",
    "lpassa $lm0v $ln0v\n",
];

/// The position encoding, by its name in the protocol.
#[derive(Clone, Copy)]
enum Units {
    Utf8,
    Utf16,
    Utf32,
}

/// The server's document always equals the text after the changes, and is parsed and checked like that text from scratch, for
/// every position encoding and any positions.
///
/// The first byte chooses the position encoding, the next the number of changes; the changes follow, and then the
/// text.
///
/// # Panics
/// If the two differ.
pub fn documents(data: &[u8]) {
    let [units, count, rest @ ..] = data else {
        return;
    };
    let (units, name) = match units % 3 {
        0 => (Units::Utf8, "utf-8"),
        1 => (Units::Utf16, "utf-16"),
        _ => (Units::Utf32, "utf-32"),
    };
    let changes_bytes = (usize::from(*count) % (CHANGES_MAX + 1) * CHANGE_BYTES).min(rest.len());
    let (changes, rest) = rest.split_at(changes_bytes);
    let mut text = text_of(rest, BYTES_MAX);
    let mut edited = ChangedDocument::open(name, &text);
    let mut known = Known::new();
    // Some changes arrive together, each relative to the text after the previous one.
    let mut together: Vec<Value> = Vec::new();
    for change in changes.chunks_exact(CHANGE_BYTES) {
        together.push(changed(&mut text, units, change));
        if change[0] & 0x80 != 0 {
            continue;
        }
        apply(&mut edited, &mut together);
        compare(&edited, &mut known, &text);
    }
    apply(&mut edited, &mut together);
    compare(&edited, &mut known, &text);
}

fn apply(edited: &mut ChangedDocument, changes: &mut Vec<Value>) {
    let changes = Value::from(std::mem::take(changes));
    let result = edited.change(changes.clone());
    assert!(result.is_ok(), "{result:?} of {changes}");
}

fn compare(edited: &ChangedDocument, known: &mut Known, text: &str) {
    assert_eq!(edited.text(), text);
    let program = known.program(text);
    assert_eq!(edited.program(), program, "{text:?}");
    let report = check_by(&program, &Rules::default());
    assert_eq!(edited.report(), report, "{text:?}");
}

/// Makes a change to the text, and sends it like a client.
fn changed(text: &mut String, units: Units, change: &[u8]) -> Value {
    let own = &text[floor(text, usize::from(change[5]) * 4)..];
    let own = &own[..floor(own, usize::from(change[6] % 32))];
    let piece = match PIECES.get(usize::from(change[6] / 8)) {
        Some(&piece) => piece.to_owned(),
        None => own.to_owned(),
    };
    let kind = change[0] & 0x7f;
    if kind == 0 {
        text.insert_str(floor(text, usize::from(change[1])), &piece);
        return json!({ "text": text });
    }
    let line = u32::from(change[1]);
    let mut ends = [
        [line, u32::from(change[2])],
        [line + u32::from(change[3] % 4), u32::from(change[4])],
    ];
    match kind {
        // Positions that no text has.
        1 => ends[0] = [u32::MAX; 2],
        2 => ends[1] = [u32::MAX; 2],
        3 => ends[1][1] = u32::MAX,
        4 => ends.swap(0, 1),
        // Positions that most texts have.
        5.. => {
            ends[0][0] %= 8;
            ends[1][0] = ends[0][0] + u32::from(change[3] % 4);
            ends[0][1] %= 32;
            ends[1][1] %= 32;
        }
        _ => {}
    }
    let [start, end] = ends.map(|end| byte_at(text, units, end));
    text.replace_range(start..end.max(start), &piece);
    let [start, end] = ends.map(|[line, character]| json!({"line": line, "character": character}));
    json!({"range": {"start": start, "end": end}, "text": piece})
}

/// The nearest boundary of characters that is no further.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// The byte at a position, in the specification's words: lines end with `\n`, `\r\n` or `\r`, and a character after a
/// line's end means that end.
fn byte_at(text: &str, units: Units, [line, character]: [u32; 2]) -> usize {
    let mut from = 0;
    for _ in 0..line {
        match text[from..].find(['\n', '\r']) {
            Some(end) => {
                let end = &text[from + end..];
                from = text.len() - end.len() + if end.starts_with("\r\n") { 2 } else { 1 };
            }
            None => return text.len(),
        }
    }
    let content = text[from..].split(['\n', '\r']).next().unwrap_or_default();
    let mut left = u64::from(character);
    for (at, one) in content.char_indices() {
        let width = match units {
            Units::Utf8 => one.len_utf8(),
            Units::Utf16 => one.len_utf16(),
            Units::Utf32 => 1,
        } as u64;
        if left < width {
            return from + at;
        }
        left -= width;
    }
    from + content.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_the_specification() {
        let text = "a😀b\r\ncあ\rd\n";
        for (units, at, byte) in [
            (Units::Utf8, [0, 3], 1),
            (Units::Utf16, [0, 2], 1),
            (Units::Utf16, [0, 3], 5),
            (Units::Utf32, [0, 2], 5),
            (Units::Utf16, [0, 9], 6),
            (Units::Utf16, [1, 1], 9),
            (Units::Utf8, [1, 4], 12),
            (Units::Utf16, [2, 0], 13),
            (Units::Utf16, [3, 0], 15),
            (Units::Utf16, [4, 0], 15),
        ] {
            assert_eq!(byte_at(text, units, at), byte, "{at:?}");
        }
    }

    #[test]
    #[should_panic(expected = "assertion")]
    fn another_text_does_not_pass() {
        compare(
            &ChangedDocument::open("utf-8", "nop\n"),
            &mut Known::new(),
            "nop\r",
        );
    }
}
