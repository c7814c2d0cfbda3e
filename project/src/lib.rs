//! The settings of a project: the file `mnc2.toml`.
//!
//! The command line and the language server read the same file and agree on its meaning; both depend on this crate and not on
//! each other. Parsing a text does no I/O and cannot fail: the result is a [`Project`] and a list of [`SettingProblem`]s. Both read
//! files that the user did not name through [`files`], find programs in folders with [`find_programs`] and solutions of contest problems
//! among them with [`solutions`], and write through [`nonblocking_streams`]. Servers read messages with [`frames`] and [`surrogates`].
//! Files of learned instruction words are read and written by [`encodings`]. The input and the result of a run in another
//! language are JSON ([`data_json`]).
//!
//! [`KEYS`] is the one table of settings, including settings of editors: the parser, "did you mean", JSON schemas
//! and documentation come from it.

pub mod data_json;
pub mod encodings;
pub mod files;
pub mod find_programs;
pub mod frames;
mod keys;
pub mod linker_files;
pub mod named_files;
pub mod nonblocking_streams;
mod parse_settings;
mod path_pattern;
mod schema;
mod setting_value;
mod settings_page;
pub mod solutions;
pub mod surrogates;

use std::ops::Range;
use std::path::{Path, PathBuf};

use globset::GlobSet;
use ignore::gitignore::Gitignore;
use mnc2_program::rules::Layer;
use mnc2_text::{LanguageChoice, Message};

pub use keys::{
    CLOCK_MHZ_DEFAULT, CLOCK_MHZ_MAX, Choice, KEYS, KeyKind, SHORTEN_LEVELS,
    SHORTEN_SECONDS_DEFAULT, SHORTEN_SECONDS_MAX, STEP_HINTS, SettingKey, StepHints, languages,
    modes, profiles, shorten_levels, step_hints,
};
pub use parse_settings::read;
pub use schema::{editor_schema, file_schema};
pub use setting_value::{OtherLanguages, language, level, mode, profile, selector, unknown};
pub use settings_page::settings_table;

/// The name of the file.
pub const FILE_NAME: &str = "mnc2.toml";

/// Folders in which the file is searched for: the folder of a program and the folders above it.
const FOLDERS_MAX: usize = 64;

/// The largest file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 1 << 20;

/// The content of the file.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// Profile, mode and levels.
    pub layer: Layer,
    /// Testcases of programs, by pattern; the first match counts.
    testcases: Vec<(GlobSet, String)>,
    /// The file of learned instruction words, from the folder of the file.
    pub encodings: Option<String>,
    /// Clock of the chip in MHz, for estimates of time.
    pub clock_mhz: Option<u32>,
    /// Languages of files, by pattern; the first match counts.
    languages: Vec<(GlobSet, LanguageChoice)>,
    /// Programs that are not checked unless they are named.
    exclude: Option<Gitignore>,
}

/// Something in the file that is not valid. The rest of the file still applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// Its range in bytes of the text.
    pub range: Range<usize>,
    /// One sentence, with "did you mean" if there is something similar.
    pub message: Message,
}

impl Project {
    /// The testcase of a program; both paths are relative to the folder of the file.
    #[must_use]
    pub fn testcase(&self, program: &Path) -> Option<&Path> {
        self.testcases
            .iter()
            .find(|(pattern, _)| pattern.is_match(program))
            .map(|(_, path)| Path::new(path))
    }

    /// The language of a file, if the project names it; the path is relative to the folder of the file.
    #[must_use]
    pub fn language(&self, file: &Path) -> Option<&LanguageChoice> {
        self.languages
            .iter()
            .find(|(pattern, _)| pattern.is_match(file))
            .map(|(_, chosen)| chosen)
    }

    /// Whether the project names languages of files.
    #[must_use]
    pub fn names_languages(&self) -> bool {
        !self.languages.is_empty()
    }

    /// Whether a path, which is relative to the folder of the file, is excluded, directly or by a folder above it.
    #[must_use]
    pub fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        let Some(exclude) = &self.exclude else {
            return false;
        };
        // Patterns match only below the folder of the file.
        !path.is_absolute()
            && path.components().next().is_some()
            && exclude
                .matched_path_or_any_parents(path, is_folder)
                .is_ignore()
    }
}

/// The possible places of the file for the programs in a folder: the folder itself, and those above it. The first that
/// exists counts.
pub fn candidates(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folder
        .ancestors()
        .take(FOLDERS_MAX)
        .map(|folder| folder.join(FILE_NAME))
}

/// Line and byte in the line of a place in a text, both counted from 0.
#[must_use]
pub fn line_and_byte(text: &str, offset: usize) -> (u32, u32) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    mnc2_text::line::lines(&text[..offset])
        .enumerate()
        .last()
        .map_or((0, 0), |(line, content)| {
            (line as u32, content.len() as u32)
        })
}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
