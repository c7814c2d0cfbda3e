//! The parts of a half-typed operand, and what can follow them.
//!
//! The parts are in the order of the grammar (manual 3.5.2, 3.6.1): memory, indirection, address, stride, `j`,
//! conversion, mask, place. The parser checks the result afterwards, so this may offer too much.

use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Constant, Forwarding, Memory, Width};

/// Where parsing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage<'a> {
    /// After the memory, or after `t` or `i`: an address can follow.
    Address,
    /// In a list of addresses, which is given.
    List(&'a str),
    /// After a complete part; parts of this level and higher can follow.
    After(Level),
    /// After `v`: a number, or what follows a stride.
    Stride,
    /// After `j`: a number must follow.
    Modification,
    /// After `/`, with the text after it.
    Mask(&'a str),
    /// After `@`, with the text after it.
    Place(&'a str),
    /// Something that is in no operand.
    Unknown,
}

/// Parts that can follow an address, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Stride,
    Modification,
    Conversion,
    Mask,
    Place,
}

/// The texts that can follow, with examples between braces.
pub(super) fn continuations(typed: &str) -> Vec<String> {
    if let Some((letters, value)) = typed.split_once('"') {
        return literal(letters, value);
    }
    let body = typed.strip_prefix('-').unwrap_or(typed);
    let mut continuations = Vec::new();
    let mut add = |stage| {
        for continuation in after(stage) {
            if !continuations.contains(&continuation) {
                continuations.push(continuation);
            }
        }
    };
    let names = Forwarding::ALL
        .map(Forwarding::name)
        .into_iter()
        .chain(Constant::ALL.map(Constant::name))
        .chain([NOWRITE]);
    let Some(body) = body.strip_prefix('$') else {
        return continuations;
    };
    for name in names {
        match body.strip_prefix(name) {
            Some("") => add(Stage::After(Level::Conversion)),
            Some(rest) => add(read_from(Level::Conversion, rest)),
            None => {}
        }
    }
    for width in [Width::Single, Width::Long, Width::DoubleLong] {
        for memory in Memory::ALL {
            let rest = body
                .strip_prefix(width.prefix())
                .and_then(|rest| rest.strip_prefix(memory.letters()));
            if let Some(rest) = rest {
                add(read(rest));
            }
        }
    }
    continuations
}

/// Whether a word that continues what is typed has the address that is typed: no digit can change it any more.
pub(super) fn has_address(typed: &str, word: &str) -> bool {
    let Some(rest) = word.strip_prefix(typed) else {
        return false;
    };
    let is_digit = |it: char| it.is_ascii_digit();
    match typed.find(is_digit) {
        Some(start) if !typed.contains('[') => {
            typed[start..].contains(|it| !is_digit(it)) || !rest.starts_with(is_digit)
        }
        _ => false,
    }
}

fn literal(letters: &str, value: &str) -> Vec<String> {
    match (letters, value) {
        ("f" | "h", "") => vec!["{1.0}\"".to_owned()],
        ("i" | "ui" | "s" | "us", "") => vec!["{1}\"".to_owned()],
        (_, value) if value.contains('"') => Vec::new(),
        _ => vec!["\"".to_owned()],
    }
}

/// Parses the text after the letters of a memory.
fn read(rest: &str) -> Stage<'_> {
    let rest = rest.strip_prefix(['t', 'i']).unwrap_or(rest);
    if rest.is_empty() {
        return Stage::Address;
    }
    if let Some(list) = rest.strip_prefix('[') {
        return match list.split_once(']') {
            Some((_, rest)) => read_from(Level::Stride, rest),
            None => Stage::List(list),
        };
    }
    read_from(Level::Stride, skip_number(rest))
}

/// Parses parts from a level on.
fn read_from(level: Level, rest: &str) -> Stage<'_> {
    let Some(first) = rest.chars().next() else {
        return Stage::After(level);
    };
    let rest_after = &rest[first.len_utf8()..];
    match first {
        'v' if level <= Level::Stride => match (rest_after, skip_number(rest_after)) {
            ("", _) => Stage::Stride,
            (_, rest) => read_from(Level::Modification, rest),
        },
        'j' if level <= Level::Modification => match rest_after {
            "" => Stage::Modification,
            _ => read_from(Level::Conversion, skip_number(rest_after)),
        },
        'e' | 'r' if level <= Level::Conversion => read_from(Level::Mask, rest_after),
        '/' if level <= Level::Mask => Stage::Mask(rest_after),
        '@' if level <= Level::Place => Stage::Place(rest_after),
        _ => Stage::Unknown,
    }
}

/// The text after a number, if one begins here.
fn skip_number(text: &str) -> &str {
    let bases: [(&[&str], u32); 3] = [(&["0x", "0X"], 16), (&["0b", "0B"], 2), (&["0o", "0O"], 8)];
    for (prefixes, base) in bases {
        let digits = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix));
        if let Some(digits) = digits.filter(|digits| digits.starts_with(|c: char| c.is_digit(base)))
        {
            return digits.trim_start_matches(|c: char| c.is_digit(base));
        }
    }
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

fn after(stage: Stage<'_>) -> Vec<String> {
    let owned = |list: &[&str]| list.iter().map(|&item| item.to_owned()).collect();
    match stage {
        Stage::Address => {
            let mut all: Vec<String> = owned(&["{0}", "{0}v", "v", "v{32}", "[{0},{2},{4},{6}]"]);
            all.extend(after(Stage::After(Level::Modification)));
            all
        }
        Stage::List(list) => list_rest(list),
        Stage::After(level) => {
            let parts: [(Level, &[&str]); 5] = [
                (Level::Stride, &["v", "v{2}"]),
                (Level::Modification, &["j{0}"]),
                (Level::Conversion, &["e", "r"]),
                (
                    Level::Mask,
                    &[
                        "/{1000}",
                        "/{1000}p",
                        "/ll{1000}",
                        "/ll{1000}t",
                        "/$imr{1}",
                        "/$imr{1}p",
                        "/$llimr{1}",
                        "/$llimr{1}t",
                    ],
                ),
                (Level::Place, &["@{0}", "@.{0}", "@{0}.{0}"]),
            ];
            let following = parts.iter().filter(|(part, _)| *part >= level);
            following
                .flat_map(|(_, list)| list.iter().map(|&item| item.to_owned()))
                .collect()
        }
        Stage::Stride => {
            let mut all: Vec<String> = owned(&["{2}", "{4}"]);
            all.extend(after(Stage::After(Level::Modification)));
            all
        }
        Stage::Modification => owned(&["0", "1", "2", "3"]),
        Stage::Mask(typed) => masks(&["", "t", "p"])
            .iter()
            .filter_map(|mask| mask.strip_prefix(typed))
            .map(str::to_owned)
            .chain(entry_rest(typed))
            .filter(|rest| !rest.is_empty())
            .collect(),
        Stage::Place(typed) => places()
            .iter()
            .filter_map(|place| place.strip_prefix(typed))
            .filter(|rest| !rest.is_empty())
            .map(str::to_owned)
            .collect(),
        Stage::Unknown => Vec::new(),
    }
}

/// The missing part of a list of four addresses.
fn list_rest(list: &str) -> Vec<String> {
    let given = list.split(',').count();
    let begun = list
        .rsplit(',')
        .next()
        .is_some_and(|last| !last.trim().is_empty());
    let Some(missing) = 4_usize.checked_sub(given) else {
        return Vec::new();
    };
    let rest = ",{0}".repeat(missing);
    if begun {
        vec![format!("{rest}]")]
    } else {
        vec![format!("{{0}}{rest}]")]
    }
}

/// Every mask, without its `/`, with each of the suffixes.
pub(super) fn masks(suffixes: &[&str]) -> Vec<String> {
    let mut masks = Vec::new();
    for suffix in suffixes {
        for width in ["", "ll"] {
            masks.extend(
                (0..16)
                    .rev()
                    .map(|pattern| format!("{width}{pattern:04b}{suffix}")),
            );
            masks.push(format!("${width}imr{{1}}{suffix}"));
        }
    }
    masks
}

/// A part that ends in an entry of the mask register, once for each entry that the program writes; the part itself if
/// it names no entry, or if none is written.
pub(super) fn with_entries(typed: &str, part: String, entries: &[u8]) -> Vec<String> {
    const EXAMPLE: &str = "imr{1}";
    let is_entry = part.contains(EXAMPLE) || typed.ends_with("imr") && part == "{1}";
    if entries.is_empty() || !is_entry {
        return vec![part];
    }
    let written = |entry: &u8| part.replace("{1}", &entry.to_string());
    entries.iter().map(written).collect()
}

/// The texts that can follow the number of a mask register.
fn entry_rest(typed: &str) -> Vec<String> {
    let number = typed
        .strip_prefix('$')
        .map(|rest| rest.strip_prefix("ll").unwrap_or(rest))
        .and_then(|rest| rest.strip_prefix("imr"));
    match number {
        Some("") => vec!["{1}".to_owned()],
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            vec!["t".to_owned(), "p".to_owned()]
        }
        _ => Vec::new(),
    }
}

/// Every place of an operand of an MV instruction, without its `@`.
fn places() -> Vec<String> {
    let mut places: Vec<String> = (0..2).map(|l2b| format!(".{l2b}")).collect();
    for group in 0..4 {
        places.push(group.to_string());
        places.extend((0..2).map(|l2b| format!("{group}.{l2b}")));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_in_the_order_of_the_grammar() {
        let check = |typed: &str, offered: &[&str], not_offered: &[&str]| {
            let found = continuations(typed);
            for part in offered {
                assert!(
                    found.iter().any(|found| found == part),
                    "{typed}: {part} in {found:?}"
                );
            }
            for part in not_offered {
                assert!(
                    !found.iter().any(|found| found == part),
                    "{typed}: {part} in {found:?}"
                );
            }
        };
        check("$lm", &["{0}v", "[{0},{2},{4},{6}]"], &[]);
        check("$lm0", &["v", "v{2}", "j{0}", "e", "/{1000}"], &["{0}"]);
        check("-$lm0v", &["{2}", "j{0}", "r"], &["v"]);
        check("$lm0v2", &["j{0}"], &["v"]);
        check("$lm0j", &["0", "3"], &["4", "v"]);
        check("$lm0vr", &["/{1000}"], &["e", "v"]);
        check("$lm0v/", &["1000", "ll0111t", "$imr{1}"], &[]);
        check("$lm0v/10", &["00", "10p"], &["1000"]);
        check("$lm0v/1000", &["t", "p"], &["1000"]);
        check("$lm0v/$llimr", &["{1}"], &["t"]);
        check("$lm0v/$imr12", &["t"], &["{1}"]);
        check("$lm[0,", &["{0},{0},{0}]"], &[]);
        check("$lm[0,2,4,6", &["]"], &[]);
        check("$lm[0,2,4,6]", &["j{0}", "/{1000}"], &["{0}"]);
        check("$lmt", &["{0}v", "v{32}"], &[]);
        check("$aluf", &["e", "r"], &["v"]);
        check("$lc0@", &["0", ".1", "2.1"], &[]);
        check("$lc0@2", &[".1"], &[".2"]);
        check("f\"", &["{1.0}\""], &[]);
        check("f\"1.", &["\""], &[]);
        check("f\"1.0\"", &[], &["\""]);
        check("$lm0x", &[], &["v", "e"]);
        check("$lm0x1f", &["v"], &[]);
        check("$ln0b101", &["v"], &[]);
        check("あ", &[], &[]);
    }
}
