//! Programs within files of other languages: raw strings and `asm` of C and C++, strings of Python, code blocks of Markdown,
//! listings of machine code. The cells of a notebook are such files.
//!
//! [`regions`] finds them in the text of a host. A region is a text of its own, with a map of its bytes to those of the host.
//! Only what certainly is a program is a region; [`findings_filter`] decides which findings in it are certain.

mod c;
mod effort;
pub mod findings_filter;
pub mod host_findings;
mod listing;
mod literal;
mod markdown;
pub mod notebook;
mod python;
mod region;

use std::collections::HashSet;
use std::sync::LazyLock;

use mnc2_text::{LanguageChoice, fix, line};

use crate::languages;
use crate::session::DocumentLanguage;

use region::Draft;
pub use region::{Certainty, Region};

/// Maximum length of a host in bytes; a longer one has no regions.
pub const HOST_BYTES_MAX: usize = 16 << 20;

/// Maximum number of regions of a host.
pub const REGIONS_MAX: usize = 1024;

/// Maximum number of empty lines before the texts of all regions of a host. A region beyond has none, and sentences about it
/// count lines from its start.
const PADDING_LINES_MAX: usize = 1 << 18;

/// A language whose files have regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostLanguage {
    /// C and C++, and what is like them.
    C,
    /// Python, and cells of its notebooks.
    Python,
    /// Pages with fenced code blocks.
    Markdown,
    /// Listings of machine code, as `objdump -d` prints them.
    Listing,
}

/// What is known of each language of hosts.
struct HostRow {
    language: HostLanguage,
    /// The identifiers in editors.
    ids: &'static [&'static str],
    /// The extensions of files, in small letters.
    extensions: &'static [&'static str],
    find: fn(&str, Option<&LanguageChoice>, &mut Vec<Draft>),
}

const HOSTS: [HostRow; 4] = [
    HostRow {
        language: HostLanguage::C,
        ids: &["c", "cpp", "c++", "cuda", "cuda-cpp", "objective-cpp"],
        extensions: &[
            "c", "cc", "cpp", "cxx", "cu", "cuh", "h", "hh", "hpp", "hxx", "inl", "ipp",
        ],
        find: |text, _, found| c::find(text, found),
    },
    HostRow {
        language: HostLanguage::Python,
        ids: &["python"],
        extensions: &["py", "pyi"],
        find: |text, _, found| python::find(text, found),
    },
    HostRow {
        language: HostLanguage::Markdown,
        ids: &["markdown"],
        extensions: &["md", "markdown"],
        find: |text, _, found| markdown::find(text, found),
    },
    // Recognized by its content.
    HostRow {
        language: HostLanguage::Listing,
        ids: &["objdump"],
        extensions: &[],
        find: listing::find,
    },
];

impl HostLanguage {
    /// The identifiers of all languages of hosts in editors.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        HOSTS.iter().flat_map(|row| row.ids).copied()
    }

    /// The language with an identifier in editors.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        let row = HOSTS.iter().find(|row| row.ids.contains(&id))?;
        Some(row.language)
    }

    /// The language of a file with a name.
    #[must_use]
    pub fn from_file_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        let extension = extension.to_ascii_lowercase();
        let row = HOSTS
            .iter()
            .find(|row| row.extensions.contains(&&*extension))?;
        Some(row.language)
    }

    /// The language of a text that its content determines, regardless of its name.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        listing::is_listing(text).then_some(Self::Listing)
    }

    /// Whether a language that is stated for a file is the language of the programs in it.
    #[must_use]
    pub fn takes(self, stated: &LanguageChoice) -> bool {
        let listed = languages::find(&stated.id);
        self == Self::Listing && listed.is_some_and(|it| it.about().embedded.is_in_asm)
    }

    fn row(self) -> &'static HostRow {
        let row = HOSTS.iter().find(|row| row.language == self);
        row.expect("every language has a row")
    }
}

/// The regions in the text of a host, in its order, without overlaps. `stated` is the language of programs that do not name theirs.
#[must_use]
pub fn regions(host: HostLanguage, text: &str, stated: Option<&LanguageChoice>) -> Vec<Region> {
    if text.len() > HOST_BYTES_MAX {
        return Vec::new();
    }
    let mut drafts = Vec::new();
    (host.row().find)(text, stated, &mut drafts);
    drafts.truncate(REGIONS_MAX);
    let line_end = fix::line_end(text);
    let (mut counted, mut line, mut padding_lines) = (0, 0, 0);
    let finished = drafts.into_iter().map(|draft| {
        let start = draft.start();
        line += line::lines(&text[counted..start]).count() - 1;
        counted = start;
        let is_padded = padding_lines + line <= PADDING_LINES_MAX;
        padding_lines += if is_padded { line } else { 0 };
        draft.finish(&line_end.repeat(if is_padded { line } else { 0 }))
    });
    finished.collect()
}

/// The language that a tag, the first word of a code block or a marker names.
fn language_named(word: &str) -> Option<DocumentLanguage> {
    match word {
        "vsm" => Some(DocumentLanguage::Mnc2),
        _ => DocumentLanguage::find(word),
    }
}

/// The language that the tag of a raw string names.
fn language_tagged(tag: &str) -> Option<DocumentLanguage> {
    let mut listed = languages::ALL.iter().copied();
    let own = listed.find(|it| it.about().embedded.tags.contains(&tag));
    own.map(DocumentLanguage::Listed)
        .or_else(|| language_named(tag))
}

/// Every word that names a language: what a text without them lacks, has no regions.
fn names() -> impl Iterator<Item = &'static str> {
    let listed = languages::ALL.iter().map(|it| it.about());
    let listed = listed.flat_map(|about| about.embedded.tags.iter().copied().chain([about.id]));
    ["vsm", "mnc2"].into_iter().chain(listed)
}

/// Whether a text has one of these words anywhere.
fn has_any(text: &str, words: impl IntoIterator<Item = &'static str>) -> bool {
    let mut words = words.into_iter();
    words.any(|word| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

/// The language of which the statements of an `asm` have an instruction that no other has.
fn language_of_asm(text: &str) -> Option<DocumentLanguage> {
    let statements = text.split(['\n', ';']);
    let mut words = statements.filter_map(|it| it.split_ascii_whitespace().next());
    words.find_map(language_of_mnemonic)
}

/// The language written in `asm` that has an instruction.
fn language_of_mnemonic(word: &str) -> Option<DocumentLanguage> {
    /// The languages of such instructions, each with its mnemonics.
    static MNEMONICS: LazyLock<Vec<(languages::Listed, HashSet<String>)>> = LazyLock::new(|| {
        let in_asm = languages::ALL.iter().copied();
        let in_asm = in_asm.filter(|it| it.about().embedded.is_in_asm);
        let names = |it: languages::Listed| it.entries().into_iter().map(|entry| entry.name);
        in_asm.map(|it| (it, names(it).collect())).collect()
    });
    let word = word.to_ascii_lowercase();
    let mut languages = MNEMONICS.iter();
    let found = languages.find(|(_, mnemonics)| mnemonics.contains(&word));
    found.map(|(listed, _)| DocumentLanguage::Listed(listed))
}

/// The language of a region with the options that a comment in its first lines states.
fn choice(language: DocumentLanguage, text: &str) -> LanguageChoice {
    let stated = LanguageChoice::from_modeline(line::lines(text));
    let own = stated.filter(|stated| stated.id == language.id());
    own.unwrap_or_else(|| LanguageChoice::parse(language.id()))
}

/// What is stated about a language.
fn stated_choice(stated: Option<&LanguageChoice>, listed: languages::Listed) -> LanguageChoice {
    let id = listed.about().id;
    let own = stated.filter(|stated| stated.id == id);
    own.cloned().unwrap_or_else(|| LanguageChoice::parse(id))
}

#[cfg(test)]
mod tests;
