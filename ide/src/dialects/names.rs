//! The dialects of this build by their names.

use std::sync::LazyLock;

use mnc2_project::OtherLanguages;
use mnc2_text::{CodeTable, Message, message};

use super::{Dialect, WITHOUT_WORDS};

/// The languages and codes of this build, for settings that name them.
pub fn known() -> &'static OtherLanguages {
    static KNOWN: LazyLock<OtherLanguages> = LazyLock::new(|| OtherLanguages {
        ids: Dialect::ALL.iter().map(|it| it.about().id).collect(),
        codes: (Dialect::ALL.iter().flat_map(|it| it.codes()))
            .map(CodeTable::row)
            .collect(),
    });
    &KNOWN
}

impl Dialect {
    /// The dialect with an identifier.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|dialect| dialect.about().id == id)
    }

    /// Whether its instructions have machine words.
    #[must_use]
    pub fn has_words(self) -> bool {
        !WITHOUT_WORDS.contains(&self.about().id)
    }

    /// The dialect that a file with this extension is in, whatever its content: as text, or as bytes.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        let is_own = |own: &&str| own.eq_ignore_ascii_case(extension);
        let claims = |dialect: &Self| dialect.about().extensions.iter().any(is_own);
        let found = Self::ALL.iter().copied().find(claims);
        found.or_else(|| Self::of_binary(extension))
    }

    /// The dialect whose programs as bytes have this extension.
    #[must_use]
    pub fn of_binary(extension: &str) -> Option<Self> {
        let is_own = |own: &str| own.eq_ignore_ascii_case(extension);
        let claims = |dialect: &Self| dialect.about().binary.is_some_and(is_own);
        Self::ALL.iter().copied().find(claims)
    }
}

/// The sentence that there is no such language in this build.
#[must_use]
pub fn unknown_language(id: &str) -> Message {
    let names = Dialect::ALL
        .iter()
        .map(|dialect| format!("`{}`", dialect.about().id));
    let names = Message::any_of(std::iter::once("`mnc2`".to_owned()).chain(names));
    message!("there is no language `{id}` here; it is {names}", id, names)
}
