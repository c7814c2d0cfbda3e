//! The table of settings in the documentation.

use std::fmt::Write as _;

use crate::keys::{
    CLOCK_MHZ_MAX, Choice, KEYS, KeyKind, SHORTEN_SECONDS_MAX, SettingKey, languages, modes,
    profiles, shorten_levels, step_hints,
};

/// Every setting as a table in Markdown.
#[must_use]
pub fn settings_table() -> String {
    let mut table =
        "| `mnc2.toml` | editor | value | without it | what it is for |\n|---|---|---|---|---|\n"
            .to_owned();
    for key in KEYS {
        let editor = key.in_editor.map(|name| format!("mnc2.{name}"));
        // Writing to a text cannot fail.
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} |",
            code(key.in_file),
            code(editor.as_deref()),
            value(key.kind),
            without(key),
            key.doc
        );
    }
    table
}

fn code(text: Option<&str>) -> String {
    text.map_or_else(String::new, |text| format!("`{text}`"))
}

/// The default, in TOML.
fn without(key: &SettingKey) -> String {
    match key.default {
        "null" => String::new(),
        default => code(Some(default)),
    }
}

fn value(kind: KeyKind) -> String {
    match kind {
        KeyKind::Profile => one_of(&profiles()),
        KeyKind::Mode => one_of(&modes()),
        KeyKind::Levels => "codes and groups, each with a level".to_owned(),
        KeyKind::Testcase => "a path from the folder of the file, or a table".to_owned(),
        KeyKind::Encodings => "a path from the folder of the file".to_owned(),
        KeyKind::Megahertz => format!("a whole number from 1 to {CLOCK_MHZ_MAX}"),
        KeyKind::Patterns => "a list of patterns".to_owned(),
        KeyKind::Languages => "a table from patterns to languages".to_owned(),
        KeyKind::Focus => "an element of the chip; parts left out are 0".to_owned(),
        KeyKind::Language => one_of(&languages()),
        KeyKind::Switch => "`true` or `false`".to_owned(),
        KeyKind::StepHints => one_of(&step_hints()),
        KeyKind::Path => "the path of a file".to_owned(),
        KeyKind::ShortenLevel => one_of(&shorten_levels()),
        KeyKind::Seconds => format!("a whole number from 1 to {SHORTEN_SECONDS_MAX}"),
    }
}

fn one_of(choices: &[Choice]) -> String {
    let names: Vec<String> = choices
        .iter()
        .map(|choice| code(Some(choice.name)))
        .collect();
    names.join(", ")
}
