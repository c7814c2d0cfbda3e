//! The languages of the tools, and their catalogues of messages.
//!
//! English is in the code. The catalogue of another language is a list of pairs: the English template and the text in
//! this language, with the same places in whatever order it needs. `tests/tests/languages.rs` compares code and
//! catalogue.

mod ja;

use std::collections::HashMap;
use std::sync::LazyLock;

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
        static JAPANESE: LazyLock<HashMap<&str, &str>> =
            LazyLock::new(|| Language::Japanese.catalogue().collect());
        match self {
            Self::English => None,
            Self::Japanese => JAPANESE.get(english).copied(),
        }
    }

    /// The catalogue: English templates with the text in this language. English needs none.
    pub fn catalogue(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let parts = match self {
            Self::English => &[],
            Self::Japanese => ja::PARTS,
        };
        parts.iter().copied().flatten().copied()
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
