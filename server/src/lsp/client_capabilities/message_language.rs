//! The language of messages to a client: from its locale, unless its user chose another one.

use std::sync::Mutex;

use mnc2_ide::languages;
use mnc2_text::Language;

/// The language of a client. A message that is being written while it changes may still use the old one.
#[derive(Debug, Default)]
pub(in crate::lsp) struct Spoken {
    of_locale: Language,
    chosen: Mutex<Option<Language>>,
}

impl Spoken {
    /// The language of a client's locale (RFC 5646); English if the server does not speak that language.
    pub(super) fn from_locale(locale: &str) -> Self {
        languages::install_catalogues();
        Self {
            of_locale: Language::from_locale(locale),
            chosen: Mutex::default(),
        }
    }

    pub(super) fn language(&self) -> Language {
        self.chosen().unwrap_or(self.of_locale)
    }

    /// Takes the user's choice, where nothing means the language of the locale. Returns whether the language changes.
    pub(in crate::lsp) fn choose(&self, chosen: Option<Language>) -> bool {
        let before = self.language();
        *self.lock() = chosen;
        self.language() != before
    }

    fn chosen(&self) -> Option<Language> {
        *self.lock()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Language>> {
        self.chosen
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
