//! The languages other than MN-Core 2.
//!
//! Each is a crate below `dialects/` that is independent of the others, and a cargo feature; [`ALL`] is the one list of them.
//! The interface of a language is [`mnc2_text::interface`].

mod filter_findings;
mod recognize;

use std::sync::LazyLock;

use mnc2_project::OtherLanguages;
use mnc2_text::{Catalogue, LanguageChoice, Message, message};

pub use self::filter_findings::{reported, reported_to_run, silences_of};
pub use self::recognize::recognized;
pub use mnc2_text::interface::{
    Code, Ended, Evaluated, IsCancelled, Language, Machine, Options, Text, Until,
};

/// A language of the list.
pub type Listed = &'static Language;

/// Every language of this build.
pub static ALL: &[Listed] = &[
    #[cfg(feature = "naplespu")]
    &mnc2_naplespu::LANGUAGE,
    #[cfg(feature = "rvmatrix")]
    &mnc2_rvmatrix::LANGUAGE,
    #[cfg(feature = "tensil")]
    &mnc2_tensil::LANGUAGE,
    #[cfg(feature = "tinytc")]
    &mnc2_tinytc::LANGUAGE,
];

/// The translations of the messages of MN-Core 2 and of every language.
fn catalogues() -> Vec<&'static Catalogue> {
    let others = ALL.iter().map(|it| it.catalogue);
    std::iter::once(&mnc2_program::message::language::CATALOGUE)
        .chain(others)
        .collect()
}

/// Installs the translations of all messages. Every program that chooses a language calls it first.
pub fn install_catalogues() {
    mnc2_text::language::install(&catalogues());
}

/// Sets the options of a choice. Returns a sentence for each that cannot be set.
pub fn choose(options: &mut dyn Options, chosen: &LanguageChoice) -> Vec<Message> {
    let set = |(key, value): &(String, String)| options.set(key, value).err();
    chosen.options.iter().filter_map(set).collect()
}

/// The languages and codes of this build, for settings that name them.
pub fn known() -> &'static OtherLanguages {
    static KNOWN: LazyLock<OtherLanguages> = LazyLock::new(|| OtherLanguages {
        ids: ALL.iter().map(|it| it.about().id).collect(),
        codes: ALL.iter().flat_map(|it| it.codes()).collect(),
    });
    &KNOWN
}

/// The language with an identifier.
#[must_use]
pub fn find(id: &str) -> Option<Listed> {
    ALL.iter().copied().find(|it| it.about().id == id)
}

/// The language that a file with this extension is in, regardless of its content: as text, or as bytes.
#[must_use]
pub fn language_for_extension(extension: &str) -> Option<Listed> {
    let is_own = |own: &&str| own.eq_ignore_ascii_case(extension);
    let claims = |it: &Listed| {
        let about = it.about();
        about.extensions.iter().chain(&about.model).any(is_own)
    };
    let found = ALL.iter().copied().find(claims);
    found.or_else(|| language_for_binary(extension))
}

/// The language whose programs as bytes have this extension.
#[must_use]
pub fn language_for_binary(extension: &str) -> Option<Listed> {
    let is_own = |own: &str| own.eq_ignore_ascii_case(extension);
    let claims = |it: &Listed| it.about().binary.is_some_and(is_own);
    ALL.iter().copied().find(claims)
}

/// Whether a file with this name is a model of a language: it names a program with its data.
#[must_use]
pub fn is_model(listed: Listed, name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let model = listed.about().model;
    model.is_some()
        && extension
            .zip(model)
            .is_some_and(|(own, it)| own.eq_ignore_ascii_case(it))
}

/// The sentence that there is no such language in this build.
#[must_use]
pub fn unknown_language(id: &str) -> Message {
    let names = ALL.iter().map(|it| format!("`{}`", it.about().id));
    let names = Message::any_of(std::iter::once("`mnc2`".to_owned()).chain(names));
    message!("there is no language `{id}` here; it is {names}", id, names)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn what_several_languages_say_is_translated_alike() {
        let mut known = HashMap::new();
        let mut different = Vec::new();
        let catalogues = catalogues();
        for (english, text) in catalogues.iter().flat_map(|part| part.by_english()) {
            let other = known.entry(english.clone()).or_insert_with(|| text.clone());
            if *other != text {
                different.push(format!("{english}\n  {other}\n  {text}"));
            }
        }
        assert!(different.is_empty(), "{}", different.join("\n"));
        assert!(known.len() > 1000);
    }

    #[test]
    fn ids_of_codes_are_unique_among_languages() {
        let all = ALL.iter().flat_map(|it| it.codes()).map(|code| code.id);
        let mut ids: Vec<&str> = mnc2_program::code::Code::ids().chain(all).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
