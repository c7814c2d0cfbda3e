//! The one list of languages: tests and fuzz targets about every language take their cases from here.

use std::fs;

use crate::files;

/// A language, and where its programs are.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Its name for `--language`, in editors, and of its fuzz target.
    pub id: &'static str,
    /// The ending of its programs.
    pub extension: &'static str,
    /// A folder with some, below the root.
    pub folder: &'static str,
}

const fn of(id: &'static str, extension: &'static str, folder: &'static str) -> Language {
    Language {
        id,
        extension,
        folder,
    }
}

/// Every language.
pub const LANGUAGES: &[Language] = &[
    of("mnc2", "vsm", "examples"),
    of("naplespu", "s", "dialects/naplespu/tests"),
    of("rvmatrix", "S", "dialects/rvmatrix/tests"),
    of("tensil", "tasm", "dialects/tensil/tests"),
    of("tinytc", "ir", "dialects/tinytc/tests"),
];

impl Language {
    /// Its programs in the repository.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn programs(&self) -> Vec<Vec<u8>> {
        let paths = files::below(&files::root().join(self.folder), self.extension);
        let paths = paths.unwrap_or_default();
        let found: Vec<Vec<u8>> = paths.iter().filter_map(|it| fs::read(it).ok()).collect();
        assert!(!found.is_empty(), "no programs in {}", self.id);
        found
    }
}
