//! Laws of editing, on all texts of the project.

use mnc2_laws::{Language, completing, naming, texts};
use mnc2_rvmatrix::LANGUAGE;
use mnc2_rvmatrix::base;
use mnc2_rvmatrix::register::{self, Csr, INTEGER_NAMES};
use mnc2_rvmatrix::table::Row;
use mnc2_rvmatrix::version::Version;

fn language() -> Language {
    Language::new(&LANGUAGE, tree_sitter_rvmatrix::LANGUAGE.into())
}

fn all() -> Vec<(String, String)> {
    texts::language_texts(env!("CARGO_MANIFEST_DIR"), ".S", "rvmatrix.md", "asm")
}

#[test]
fn renames_change_names_alone() {
    naming::keeps_tokens_and_findings(&language(), &all(), 80);
}

fn is_free(text: &str, line: &str, at: usize) -> bool {
    let is_row = |word: &str| Version::ALL.iter().any(|it| Row::find(word, *it).is_some());
    let is_written = |word: &str| {
        let mut found = Version::ALL.iter().filter_map(|it| Csr::find(word, *it));
        found.any(|csr| !csr.is_read_only())
    };
    let is_mnemonic = |word: &str| is_row(word) || base::find(word).is_some();
    let is_register = |word: &str| {
        INTEGER_NAMES.contains(&word) || register::matrix_versions(word) != 0 || is_written(word)
    };
    completing::is_free((text, line, at), is_mnemonic, is_register)
}

#[test]
fn what_is_offered_is_accepted() {
    completing::offers_what_is_accepted(&language(), &all(), |_| true, is_free, 1000);
}
