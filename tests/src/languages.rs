//! The one list of languages: tests, fuzz targets and the manifests of editors take what is about every language from here.

use std::fs;
use std::sync::LazyLock;

use serde_json::Value;

use crate::files;

/// A language, and where its programs are.
#[derive(Clone, Debug)]
pub struct Language {
    /// Its name for `--language`, in editors, and of its fuzz target.
    pub id: &'static str,
    /// The ending of its programs.
    pub extension: String,
    /// A folder with some, below the root.
    pub folder: String,
    /// The entries for it in the manifests of editors.
    pub editors: Value,
}

/// Every language, MN-Core 2 first.
pub static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let mnc2 = Language {
        id: "mnc2",
        extension: "vsm".to_owned(),
        folder: "examples".to_owned(),
        editors: Value::Null,
    };
    let others = mnc2_ide::languages::ALL.iter().map(|it| it.about().id);
    std::iter::once(mnc2).chain(others.map(other)).collect()
});

/// The languages other than MN-Core 2.
pub fn others() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().skip(1)
}

fn other(id: &'static str) -> Language {
    let editors = described(id, "editors.toml");
    Language {
        id,
        extension: editors["extension"].as_str().unwrap_or_default().to_owned(),
        folder: format!("dialects/{id}/tests"),
        editors,
    }
}

fn described(id: &str, name: &str) -> Value {
    let path = files::root().join("dialects").join(id).join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{id}/{name}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{id}/{name}: {error}"))
}

impl Language {
    /// Its programs in the repository.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn programs(&self) -> Vec<Vec<u8>> {
        let paths = files::below(&files::root().join(&self.folder), &self.extension);
        let paths = paths.unwrap_or_default();
        let found: Vec<Vec<u8>> = paths.iter().filter_map(|it| fs::read(it).ok()).collect();
        assert!(!found.is_empty(), "no programs in {}", self.id);
        found
    }

    /// The program with an error that tests of the command line, the server and the debugger use.
    #[must_use]
    pub fn mistake(&self) -> Value {
        described(self.id, "tests/mistake.toml")
    }

    /// A text for it in the manifests of editors.
    #[must_use]
    pub fn editor(&self, key: &str) -> &str {
        self.editors[key].as_str().unwrap_or_default()
    }
}
