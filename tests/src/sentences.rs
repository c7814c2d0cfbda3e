//! The sentences of the tools: templates in the code.

use std::collections::BTreeMap;
use std::{fs, io};

use crate::files;

/// The crates with messages for users.
const CRATES: [&str; 19] = [
    "text", "program", "asm", "dataflow", "review", "assist", "words", "emulator", "equal", "host",
    "host/c", "schedule", "search", "project", "cli", "ide", "debug", "server", "dap",
];

/// The start of a template in the code.
const MACRO: &str = "message!(";

/// The templates in the code, each with a file that contains it.
///
/// # Errors
/// If the code cannot be read.
pub fn templates() -> io::Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for name in CRATES {
        for path in files::below(&files::root().join(name).join("src"), "rs")? {
            if path.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            let source = fs::read_to_string(&path)?;
            let code = source
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default();
            for template in templates_in(code) {
                found.insert(template, files::name(&path));
            }
        }
    }
    Ok(found)
}

/// The templates in source code, without comments.
fn templates_in(code: &str) -> Vec<String> {
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    code.split(MACRO)
        .skip(1)
        .filter_map(|rest| literal(rest.trim_start().strip_prefix('"')?))
        .collect()
}

/// A string literal from after its first quote.
fn literal(rest: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = rest.chars().peekable();
    loop {
        match characters.next()? {
            '"' => return Some(text),
            '\\' => match characters.next()? {
                '\n' => while characters.next_if(|next| next.is_whitespace()).is_some() {},
                'n' => text.push('\n'),
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
}

/// Words that are the same in every language.
const NAMES: [&str; 20] = [
    "mfma",
    "mmul",
    "vfma",
    "vmul",
    "vadd",
    "vpassa",
    "mwrite",
    "mread",
    "bd",
    "bf",
    "bg",
    "bh",
    "immode",
    "mvnop",
    "Leaky",
    "nop",
    "noforward",
    "ms",
    "ns",
    "ps",
];

/// Whether a text contains words of a language: lower-case words outside backticks that are not names.
#[must_use]
pub fn is_prose(text: &str) -> bool {
    !prose(text).is_empty()
}

/// The words of English in a text, outside backticks and places.
/// Names such as `LM0` and `PE` have more capitals.
#[must_use]
pub fn prose(text: &str) -> Vec<&str> {
    text.split('`')
        .step_by(2)
        .flat_map(|outside| outside.split(['{', '}']).step_by(2))
        .flat_map(|outside| outside.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_'))
        .filter(|word| {
            // A capital may begin it.
            let is_word = |part: &str| {
                part.len() > 1
                    && part.starts_with(|c: char| c.is_ascii_alphabetic())
                    && part.chars().skip(1).all(|c| c.is_ascii_lowercase())
            };
            !NAMES.contains(word) && word.split('-').any(is_word)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_found_as_the_compiler_reads_them() {
        let code = "message!(\n  \"a \\\"b\\\" \\\n     c\",\n x) // message!(\"no\")\n// message!(\"no\")\nmessage!(\"d\")";
        assert_eq!(templates_in(code), ["a \"b\" c", "no", "d"]);
    }

    #[test]
    fn words_of_english_are_seen() {
        assert_eq!(
            prose("`{name}` takes no `-` of LM0: {what} x"),
            ["takes", "no", "of"]
        );
        assert!(is_prose("T-register") && is_prose("2-long-word"));
        assert!(!is_prose("L1BM: `$lb0 and so on`"));
    }
}
