//! The languages of the tools, and their catalogues of messages.
//!
//! English is in the code and in the tables. The catalogue of another language is data, in two forms: messages have the
//! English template as key, and the text has the same places in whatever order the language needs; texts of table rows
//! have the table, the row and the field as key, so that their English is written once. `tests/tests/languages.rs`
//! compares code, tables and catalogue.

mod ja;
pub mod tables;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use toml::de::{DeTable, DeValue};

/// A language of the tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, which is in the code.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Its tag (RFC 5646), as settings and `--lang` name it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language with this tag.
    #[must_use]
    pub fn find(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// The language for a locale, as an editor (`ja`, `ja-JP`) or POSIX (`ja_JP.UTF-8`) names it: English if the tools
    /// do not support it.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let tag = locale
            .split(['-', '_', '.', '@'])
            .next()
            .unwrap_or_default();
        Self::find(&tag.to_ascii_lowercase()).unwrap_or_default()
    }

    /// The text in this language for an English template; the template itself if it has no translation.
    #[must_use]
    pub fn template(self, english: &'static str) -> &'static str {
        self.translated(english).unwrap_or(english)
    }

    /// The text in this language for an English text, if its catalogue has one.
    #[must_use]
    pub fn translated(self, english: &str) -> Option<&'static str> {
        static JAPANESE: LazyLock<HashMap<Cow<'static, str>, String>> =
            LazyLock::new(|| by_english(Language::Japanese));
        match self {
            Self::English => None,
            Self::Japanese => JAPANESE.get(english).map(String::as_str),
        }
    }

    /// The messages of the catalogue: English templates with the text in this language. English needs none.
    ///
    /// # Panics
    /// If a catalogue is malformed, which a test rules out.
    #[must_use]
    pub fn messages(self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for part in self.catalogue().messages {
            entries(part, &mut |_, template, text| found.push((template, text)));
        }
        found
    }

    /// The texts of table rows in the catalogue, by table, row and field, with the text in this language.
    ///
    /// # Panics
    /// If a catalogue is malformed, which a test rules out.
    #[must_use]
    pub fn table_texts(self) -> HashMap<(&'static str, String, String), String> {
        let mut found = HashMap::new();
        for &(table, rows) in self.catalogue().tables {
            entries(rows, &mut |row, field, text| {
                found.insert((table, row.to_owned(), field), text);
            });
        }
        found
    }

    const fn catalogue(self) -> Catalogue {
        match self {
            Self::English => Catalogue {
                messages: &[],
                tables: &[],
            },
            Self::Japanese => ja::CATALOGUE,
        }
    }
}

/// The files of a language.
struct Catalogue {
    /// English templates of the code with their texts.
    messages: &'static [&'static str],
    /// The texts of table rows: the table, and a section for each row with its fields.
    tables: &'static [(&'static str, &'static str)],
}

/// All texts of a language by their English.
fn by_english(language: Language) -> HashMap<Cow<'static, str>, String> {
    let mut of_rows = language.table_texts();
    let of_tables = tables::texts().into_iter().filter_map(|text| {
        let key = (text.table, text.row, text.field.to_owned());
        Some((text.english, of_rows.remove(&key)?))
    });
    let messages = language.messages().into_iter();
    let messages = messages.map(|(template, text)| (Cow::Owned(template), text));
    of_tables
        .collect::<Vec<_>>()
        .into_iter()
        .chain(messages)
        .collect()
}

/// Passes on each entry of a file: the section, with its parts joined by full stops, the key and the text.
fn entries(file: &str, add: &mut impl FnMut(&str, String, String)) {
    let table = DeTable::parse(file).expect("the catalogue is TOML");
    of_section("", table.get_ref(), add);
}

fn of_section(section: &str, table: &DeTable<'_>, add: &mut impl FnMut(&str, String, String)) {
    for (key, value) in table {
        let key = key.get_ref().as_ref();
        match value.get_ref() {
            DeValue::String(text) => add(section, key.to_owned(), text.clone().into_owned()),
            DeValue::Table(inner) if section.is_empty() => of_section(key, inner, add),
            DeValue::Table(inner) => of_section(&format!("{section}.{key}"), inner, add),
            _ => panic!("the catalogue has only texts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_choose_a_language() {
        let check = |locale: &str, expected| {
            assert_eq!(Language::of_locale(locale), expected, "{locale}");
        };
        check("ja", Language::Japanese);
        check("ja-JP", Language::Japanese);
        check("JA", Language::Japanese);
        check("ja_JP.UTF-8", Language::Japanese);
        check("ja.utf8", Language::Japanese);
        check("jam", Language::English);
        check("en-US", Language::English);
        check("C", Language::English);
        check("C.UTF-8", Language::English);
        check("", Language::English);
    }
}
