//! The language of the command's messages: `--lang`, otherwise from the environment.

use mnc2_ide::languages;
use mnc2_text::Language;

use crate::args::Spoken;

/// The chosen language, or the language of the environment.
pub(crate) fn spoken(chosen: Option<Spoken>) -> Language {
    languages::install_catalogues();
    match chosen {
        Some(Spoken::En) => Language::English,
        Some(Spoken::Ja) => Language::Japanese,
        None => {
            let text = |name: &str| Some(std::env::var_os(name)?.to_string_lossy().into_owned());
            Language::from_variables(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_variable_decides() {
        let check = |set: &[(&str, &str)], expected: Language| {
            let variable = |wanted: &str| {
                let found = set.iter().find(|(name, _)| *name == wanted);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Language::from_variables(variable), expected, "{set:?}");
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
