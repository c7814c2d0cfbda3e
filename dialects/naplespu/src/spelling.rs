//! Words that look like instructions and are none: names of the specification, and slips of the pen.

use crate::table::Row;

/// Why a word is not a mnemonic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// The specification's name of another one.
    Other(String),
    /// The specification has it, the assembler does not.
    NotAssembled,
    /// Gather or scatter without the scratchpad, and its right name.
    OutsideScratchpad(String),
    /// None, with the most similar one.
    Unknown(Option<&'static str>),
}

/// Names of the specification and of the assembler, without the type after `_`.
const NAMES: &[(&str, &str)] = &[
    ("mullo", "mull_i32"),
    ("mulhi", "mulhs_i32"),
    ("i32tof32", "itof_i32"),
    ("f32toi32", "ftoi_i32"),
    ("barrier_core", "barrier"),
    ("mulhii", "mulhsi"),
    ("mulloi", "mulli"),
];

/// Endings that the assembler has after an operation.
const TYPES: &[&str] = &["_i32", "_f32"];

/// The error in a word in the place of a mnemonic; `has_number` is whether its last operand is like a number.
#[must_use]
pub fn spelling(word: &str, has_number: bool) -> Spelling {
    let word = word.to_ascii_lowercase();
    let (stem, mask) = match word.strip_suffix(".m") {
        Some(stem) => (stem, ".m"),
        None => (word.as_str(), ""),
    };
    let is_known = |name: &str| !Row::find(name).is_empty();
    // `mulhi` with a number is another instruction than with a register.
    if stem == "mulhi" && has_number {
        return Spelling::Other(format!("mulhsi{mask}"));
    }
    if stem == "getlane" && has_number {
        return Spelling::Other("getlanei".to_owned());
    }
    let plain = stem.strip_suffix("_i32").unwrap_or(stem);
    if let Some((_, name)) = NAMES.iter().find(|(old, _)| *old == plain) {
        return Spelling::Other(format!("{name}{mask}"));
    }
    if matches!(stem, "loadg32" | "stores32" | "load_g_32" | "store_s_32") {
        let name = match stem.starts_with("load") {
            true => "loadg32_scratchpad",
            false => "stores32_scratchpad",
        };
        return Spelling::OutsideScratchpad(format!("{name}{mask}"));
    }
    // `load_scratchpad_v16i32` of the specification's template `loadD_vYi32`, `load32_scratchpad_s8` of `loadXD_s8`.
    for kind in ["load", "load32", "store", "store32"] {
        let rest = stem.strip_prefix(kind).unwrap_or("");
        if let Some(element) = rest.strip_prefix("_scratchpad_") {
            let name = match element {
                "g_32" => "loadg32_scratchpad".to_owned(),
                "s_32" => "stores32_scratchpad".to_owned(),
                _ => format!("{kind}_{element}_scratchpad"),
            };
            if is_known(&name) {
                return Spelling::Other(format!("{name}{mask}"));
            }
        }
    }
    let is_wide = stem.ends_with("_i64")
        || stem.ends_with("_f64")
        || stem.starts_with("load64")
        || stem.starts_with("store64")
        || stem.contains("_v8")
        || matches!(stem, "sext32" | "sext32_i32" | "f32tof64" | "f64tof32")
        || stem.starts_with("load_v16u32");
    if is_wide {
        return Spelling::NotAssembled;
    }
    for ending in TYPES {
        let name = format!("{stem}{ending}{mask}");
        if is_known(&name) {
            return Spelling::Other(name);
        }
    }
    Spelling::Unknown(similar(&word))
}

/// The mnemonic that differs least, if it differs little.
fn similar(word: &str) -> Option<&'static str> {
    /// Longer words are not compared.
    const LENGTH_MAX: usize = 40;
    if word.len() > LENGTH_MAX || !word.is_ascii() {
        return None;
    }
    let most = |name: &str| 1 + name.len() / 5;
    let names = Row::all().iter().map(|row| row.mnemonic.as_str());
    // Each letter that a word is longer has to be added.
    let near = names.filter(|name| name.len().abs_diff(word.len()) <= most(name));
    let best = near.min_by_key(|name| distance(word, name))?;
    (distance(word, best) <= most(best)).then_some(best)
}

/// How many letters have to be added, removed or replaced.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, left) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, right) in to.bytes().enumerate() {
            let above = row[j + 1];
            let changed = diagonal + usize::from(left != right);
            row[j + 1] = changed.min(above + 1).min(row[j] + 1);
            diagonal = above;
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Spelling) {
        assert_eq!(spelling(word, false), expected, "{word}");
    }

    #[test]
    fn names_of_the_specification_lead_to_those_of_the_assembler() {
        let other = |name: &str| Spelling::Other(name.to_owned());
        check("mullo", other("mull_i32"));
        check("mullo_i32.m", other("mull_i32.m"));
        check("mulhi", other("mulhs_i32"));
        assert_eq!(spelling("mulhi", true), other("mulhsi"));
        assert_eq!(spelling("getlane", true), other("getlanei"));
        check("i32tof32", other("itof_i32"));
        check("add", other("add_i32"));
        check("fadd", other("fadd_f32"));
        check("cmpfeq", other("cmpfeq_f32"));
        check("load_scratchpad_v16i8", other("load_v16i8_scratchpad"));
        check("load32_scratchpad_s8", other("load32_s8_scratchpad"));
        check("store32_scratchpad_16", other("store32_16_scratchpad"));
        check("load_scratchpad_g_32", other("loadg32_scratchpad"));
        check("barrier_core", other("barrier"));
        check("sext32", Spelling::NotAssembled);
        check("load_v8i32", Spelling::NotAssembled);
        check("load64", Spelling::NotAssembled);
        check(
            "loadg32",
            Spelling::OutsideScratchpad("loadg32_scratchpad".to_owned()),
        );
    }

    #[test]
    fn slips_are_near_to_something_and_other_words_are_not() {
        check("addd_i32", Spelling::Unknown(Some("add_i32")));
        check("moveli", Spelling::Unknown(Some("movei")));
        check("quicksort", Spelling::Unknown(None));
        check("é", Spelling::Unknown(None));
    }
}
