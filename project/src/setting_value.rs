//! Values of settings, for any file format; errors are sentences.

use mnc2_isa::Mode;
use mnc2_program::ModeChoice;
use mnc2_program::code::Code;
use mnc2_program::rules::RuleProfile;
use mnc2_text::line::{SETTING_SIMILARITY_MIN, similar};
use mnc2_text::{CodeRow, Language, LanguageChoice, Level, Message, Selector, message};

/// The modes by name.
pub(crate) const MODES: [(&str, ModeChoice); 3] = [
    ("infer", ModeChoice::Infer),
    ("auto", ModeChoice::Given(Mode::AutoStride)),
    ("flat", ModeChoice::Given(Mode::Flat)),
];

/// The languages by name; `None` is the language of the editor.
pub(crate) const LANGUAGES: [(&str, Option<Language>); 3] = [
    ("auto", None),
    (Language::English.tag(), Some(Language::English)),
    (Language::Japanese.tag(), Some(Language::Japanese)),
];

/// The identifier of MN-Core 2 assembly.
const MNC2: &str = "mnc2";

/// The languages besides MN-Core 2 whose names and codes settings can use. The caller passes them.
#[derive(Clone, Debug, Default)]
pub struct OtherLanguages {
    /// The identifiers of the languages.
    pub ids: Vec<&'static str>,
    /// The rows of the languages' diagnostic codes.
    pub codes: Vec<&'static CodeRow>,
}

impl OtherLanguages {
    /// The identifiers of the languages that a file can be in, MN-Core 2 first.
    pub(crate) fn all_ids(&self) -> Vec<&'static str> {
        std::iter::once(MNC2)
            .chain(self.ids.iter().copied())
            .collect()
    }

    /// The ids of all codes, MN-Core 2 first.
    pub(crate) fn all_codes(&self) -> impl Iterator<Item = &'static str> + Clone {
        Code::ids().chain(self.codes.iter().map(|row| row.id))
    }
}

/// Parses the language of a file, with its options.
///
/// # Errors
/// What was probably meant, in a sentence.
pub(crate) fn document_language(
    text: &str,
    others: &OtherLanguages,
) -> Result<LanguageChoice, Message> {
    let chosen = LanguageChoice::parse(text);
    let ids = others.all_ids();
    if ids.contains(&chosen.id.as_str()) {
        return Ok(chosen);
    }
    Err(one_of(message!("language"), &chosen.id, &ids))
}

/// Parses a language; `None` is the language of the editor.
///
/// # Errors
/// The possible values, in a sentence.
pub fn language(text: &str) -> Result<Option<Language>, Message> {
    LANGUAGES
        .into_iter()
        .find(|(name, _)| *name == text)
        .map(|(_, language)| language)
        .ok_or_else(|| one_of(message!("language"), text, &LANGUAGES.map(|(name, _)| name)))
}

/// Parses a profile.
///
/// # Errors
/// The possible values, in a sentence.
pub fn profile(text: &str) -> Result<RuleProfile, Message> {
    let names = RuleProfile::ALL.map(|profile| profile.row().name);
    RuleProfile::find(text).ok_or_else(|| one_of(message!("profile"), text, &names))
}

/// Parses a mode.
///
/// # Errors
/// The possible values, in a sentence.
pub fn mode(text: &str) -> Result<ModeChoice, Message> {
    MODES
        .into_iter()
        .find(|(name, _)| *name == text)
        .map(|(_, mode)| mode)
        .ok_or_else(|| one_of(message!("mode"), text, &MODES.map(|(name, _)| name)))
}

/// Parses a level.
///
/// # Errors
/// The possible values, in a sentence.
pub fn level(text: &str) -> Result<Level, Message> {
    Level::find(text).ok_or_else(|| one_of(message!("level"), text, &Level::ALL.map(Level::name)))
}

/// Parses a code, a group of codes, or `all`.
///
/// # Errors
/// What was probably meant, in a sentence.
pub fn selector(text: &str, others: &OtherLanguages) -> Result<Selector, Message> {
    if text == Selector::ALL.name() {
        return Ok(Selector::ALL);
    }
    Selector::find(text, others.all_codes()).map_err(|meant| match meant {
        Some(meant) => message!(
            "there is no diagnostic code or group `{text}`; did you mean `{meant}`?",
            text,
            meant
        ),
        None => message!("there is no diagnostic code or group `{text}`", text),
    })
}

/// The message that a name is not in `names`, with the most similar one.
#[must_use]
pub fn unknown(what: Message, text: &str, names: &[&str]) -> Message {
    match similar(text, names.iter().copied(), SETTING_SIMILARITY_MIN) {
        Some(meant) => message!(
            "there is no {what} `{text}`; did you mean `{meant}`?",
            what,
            text,
            meant
        ),
        None => message!("there is no {what} `{text}`", what, text),
    }
}

/// The message that a name is not in a short list.
fn one_of(what: Message, text: &str, names: &[&str]) -> Message {
    let is_like_one = similar(text, names.iter().copied(), SETTING_SIMILARITY_MIN).is_some();
    if is_like_one {
        return unknown(what, text, names);
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    message!(
        "there is no {what} `{text}`: use one of {names}",
        what,
        text,
        names = quoted.join(", ")
    )
}
