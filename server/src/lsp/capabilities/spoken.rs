//! The language that a client is spoken to: that of its locale, unless its user chose one.

use std::sync::Mutex;

use mnc2_asm::Language;

/// The language of a client. What is under way when it changes may still be said in the old one.
#[derive(Debug, Default)]
pub(in crate::lsp) struct Spoken {
    of_locale: Language,
    chosen: Mutex<Option<Language>>,
}

impl Spoken {
    /// That of a locale of the client (RFC 5646); English where it names none that is spoken.
    pub(super) fn of_locale(locale: &str) -> Self {
        Self {
            of_locale: Language::of_locale(locale),
            chosen: Mutex::default(),
        }
    }

    /// The language now.
    pub(super) fn language(&self) -> Language {
        self.chosen().unwrap_or(self.of_locale)
    }

    /// Takes over what the user chose, nothing being the language of the locale; whether that is a change.
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
