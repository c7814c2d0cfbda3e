//! The language of the command's messages: `--lang`, otherwise from the environment.

use std::ffi::OsString;

use mnc2_ide::languages;
use mnc2_text::Language;

use crate::args::Spoken;

/// The variables that name the language of messages, the strongest first (POSIX, Base Definitions 8.2).
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The chosen language, or the language of the environment.
pub(crate) fn spoken(chosen: Option<Spoken>) -> Language {
    languages::install_catalogues();
    match chosen {
        Some(Spoken::En) => Language::English,
        Some(Spoken::Ja) => Language::Japanese,
        None => language_from_environment(|name| std::env::var_os(name)),
    }
}

/// The first variable that is not empty decides, even if the tools do not support its language.
fn language_from_environment(variable: impl Fn(&str) -> Option<OsString>) -> Language {
    let locale = VARIABLES
        .into_iter()
        .filter_map(variable)
        .find(|locale| !locale.is_empty());
    Language::from_locale(&locale.unwrap_or_default().to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_variable_decides() {
        let check = |set: &[(&str, &str)], expected: Language| {
            let variable = |wanted: &str| {
                let found = set.iter().find(|(name, _)| *name == wanted);
                found.map(|(_, value)| OsString::from(value))
            };
            assert_eq!(language_from_environment(variable), expected, "{set:?}");
        };
        check(&[], Language::English);
        check(&[("LANG", "ja_JP.UTF-8")], Language::Japanese);
        check(
            &[("LANG", "ja_JP.UTF-8"), ("LC_MESSAGES", "C")],
            Language::English,
        );
        check(
            &[("LANG", "C"), ("LC_MESSAGES", "ja_JP")],
            Language::Japanese,
        );
        check(
            &[("LC_ALL", "en_US.UTF-8"), ("LC_MESSAGES", "ja_JP")],
            Language::English,
        );
        check(&[("LC_ALL", ""), ("LANG", "ja")], Language::Japanese);
    }
}
