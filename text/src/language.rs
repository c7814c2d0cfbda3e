//! The languages of the tools, and their catalogues of messages.
//!
//! English is in the code and in the tables. The catalogue of another language is data, in two forms: messages have the
//! English template as key, and the text has the same places in any order; texts of table rows have the table, the row
//! and the field as key, so that their English is written once.
//!
//! A crate with messages has its part of the catalogue ([`Catalogue`]). The outermost crate installs all parts
//! once, before the first message; until then messages are in English.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use toml::de::{DeTable, DeValue};

use crate::{About, Codes};

/// A language of the tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, which is in the code.
    #[default]
    English,
    /// Japanese, which is in catalogues.
    Japanese,
}

impl Language {
    /// All languages of the tools.
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
    pub fn from_locale(locale: &str) -> Self {
        let tag = locale
            .split(['-', '_', '.', '@'])
            .next()
            .unwrap_or_default();
        Self::find(&tag.to_ascii_lowercase()).unwrap_or_default()
    }

    /// The language of an environment: the first of the variables that POSIX names for messages which is set and not empty
    /// decides (POSIX, Base Definitions 8.2), even if the tools do not support its language.
    #[must_use]
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|locale| !locale.is_empty());
        Self::from_locale(&locale.unwrap_or_default())
    }

    /// The text in this language for an English template; the template itself if it has no translation.
    #[must_use]
    pub fn template(self, english: &'static str) -> &'static str {
        self.translated(english).unwrap_or(english)
    }

    /// The text in this language for an English text, if its catalogue has one.
    #[must_use]
    pub fn translated(self, english: &str) -> Option<&'static str> {
        if self == Self::English {
            return None;
        }
        debug_assert!(
            INSTALLED.get().is_some(),
            "the catalogues are installed before the first message"
        );
        let mut parts = INSTALLED.get().into_iter().flatten();
        parts.find_map(|part| part.translated(self, english))
    }
}

/// The messages of a crate in another language than English. Its texts come from functions, so that a page can fetch
/// them after its start.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The language of the translations.
    pub language: Language,
    /// English templates of the code with their texts, in TOML.
    pub messages: fn() -> &'static [&'static str],
    /// The texts of table rows: the table, and TOML with a section for each row with its fields.
    pub tables: fn() -> &'static [(&'static str, &'static str)],
    /// The English of the tables.
    pub texts: fn() -> Vec<TableText>,
}

/// A text of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableText {
    /// The table, which is the name of the catalogue's file.
    pub table: &'static str,
    /// The name of the row.
    pub row: String,
    /// The name of the field.
    pub field: &'static str,
    /// The English text of the field.
    pub english: Cow<'static, str>,
}

impl TableText {
    /// The fields of a row.
    pub fn from_row<const COUNT: usize>(
        table: &'static str,
        row: &str,
        fields: [(&'static str, &'static str); COUNT],
    ) -> impl Iterator<Item = Self> {
        fields.into_iter().map(move |(field, english)| Self {
            table,
            row: row.to_owned(),
            field,
            english: Cow::Borrowed(english),
        })
    }

    /// The codes of a language.
    pub fn from_codes<C: Codes>(table: &'static str) -> impl Iterator<Item = Self> {
        let rows = C::ALL.iter().map(|code| code.row());
        rows.flat_map(move |row| {
            let fields = [("title", row.title), ("rule", row.rule)];
            Self::from_row(table, row.id, fields)
        })
    }

    /// What a language states about itself.
    pub fn from_about(table: &'static str, about: &'static About) -> impl Iterator<Item = Self> {
        let options = about.options.iter();
        let options = options.flat_map(move |it| Self::from_row(table, it.name, [("doc", it.doc)]));
        let files = about.public_files.iter();
        let files = files
            .flat_map(move |it| Self::from_row(table, it.version, [("public_files", it.result)]));
        options.chain(files).chain(Self::from_row(
            table,
            about.id,
            [("validated", about.validated)],
        ))
    }
}

/// The parts of the catalogues.
static INSTALLED: OnceLock<Vec<Part>> = OnceLock::new();

/// Sets the catalogues of other languages than English. Only the first call has an effect. A text is looked for in one
/// catalogue after the other; a catalogue is read when those before it do not have a text.
pub fn install(catalogues: &[&'static Catalogue]) {
    let parts = catalogues.iter().copied().map(Part::new).collect();
    // A second call has the same catalogues, or fewer.
    let _ = INSTALLED.set(parts);
}

struct Part {
    catalogue: &'static Catalogue,
    by_english: OnceLock<HashMap<Cow<'static, str>, String>>,
}

impl Part {
    fn new(catalogue: &'static Catalogue) -> Self {
        Self {
            catalogue,
            by_english: OnceLock::new(),
        }
    }

    fn translated(&self, language: Language, english: &str) -> Option<&str> {
        if self.catalogue.language != language {
            return None;
        }
        let texts = self
            .by_english
            .get_or_init(|| self.catalogue.by_english().collect());
        texts.get(english).map(String::as_str)
    }
}

impl Catalogue {
    /// The messages: English templates with the text in the language.
    ///
    /// # Panics
    /// If the catalogue is malformed, which a test rules out.
    #[must_use]
    pub fn messages(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for part in (self.messages)() {
            entries(part, &mut |_, template, text| found.push((template, text)));
        }
        found
    }

    /// The texts of table rows, by table, row and field, with the text in the language.
    ///
    /// # Panics
    /// If the catalogue is malformed, which a test rules out.
    #[must_use]
    pub fn table_texts(&self) -> HashMap<(&'static str, String, String), String> {
        let mut found = HashMap::new();
        for &(table, rows) in (self.tables)() {
            entries(rows, &mut |row, field, text| {
                found.insert((table, row.to_owned(), field), text);
            });
        }
        found
    }

    /// All its texts with their English.
    pub fn by_english(&self) -> impl Iterator<Item = (Cow<'static, str>, String)> {
        let mut of_rows = self.table_texts();
        let of_tables = (self.texts)().into_iter().filter_map(move |text| {
            let key = (text.table, text.row, text.field.to_owned());
            Some((text.english, of_rows.remove(&key)?))
        });
        let messages = self.messages().into_iter();
        of_tables.chain(messages.map(|(template, text)| (Cow::Owned(template), text)))
    }
}

/// Passes on each entry of a file: the section, with its parts joined by full stops, the key and the text.
fn entries(file: &str, add: &mut impl FnMut(&str, String, String)) {
    let table = DeTable::parse(file).expect("the catalogue is TOML");
    add_section("", table.get_ref(), add);
}

fn add_section(section: &str, table: &DeTable<'_>, add: &mut impl FnMut(&str, String, String)) {
    for (key, value) in table {
        let key = key.get_ref().as_ref();
        match value.get_ref() {
            DeValue::String(text) => add(section, key.to_owned(), text.clone().into_owned()),
            DeValue::Table(inner) if section.is_empty() => add_section(key, inner, add),
            DeValue::Table(inner) => add_section(&format!("{section}.{key}"), inner, add),
            _ => panic!("the catalogue has only texts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn locales_choose_a_language() {
        let check = |locale: &str, expected| {
            assert_eq!(Language::from_locale(locale), expected, "{locale}");
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

    const CATALOGUE: Catalogue = Catalogue {
        language: Language::Japanese,
        messages: || {
            &[
                "\"no line\" = \"行なし\"",
                "\"{count} lines\" = \"{count}行\"",
            ]
        },
        tables: || &[("rows", "[X.Y]\ntitle = \"題\"\n[Z]\ntitle = \"無\"")],
        texts: || {
            let text = |row: &str, english| TableText {
                table: "rows",
                row: row.to_owned(),
                field: "title",
                english: Cow::Borrowed(english),
            };
            vec![text("X.Y", "title of a row"), text("W", "not translated")]
        },
    };

    static LATER_IS_READ: AtomicBool = AtomicBool::new(false);

    const LATER: Catalogue = Catalogue {
        language: Language::Japanese,
        messages: || {
            LATER_IS_READ.store(true, Ordering::Relaxed);
            &["later = \"後で\""]
        },
        tables: || &[],
        texts: Vec::new,
    };

    #[test]
    fn what_is_installed_is_said() {
        install(&[&CATALOGUE, &LATER]);
        let say = |message: crate::Message| message.say(Language::Japanese);
        assert_eq!(say(crate::message!("no line")), "行なし");
        assert_eq!(say(crate::message!("{count} lines", count = 3)), "3行");
        assert_eq!(say(crate::Message::from_table("title of a row")), "題");
        assert!(!LATER_IS_READ.load(Ordering::Relaxed));
        assert_eq!(say(crate::message!("later")), "後で");
        assert_eq!(
            say(crate::Message::from_table("not translated")),
            "not translated"
        );
        assert_eq!(crate::message!("no line").to_string(), "no line");
        assert_eq!(CATALOGUE.table_texts().len(), 2);
    }
}
