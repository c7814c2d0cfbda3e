//! Laws of editing, on all texts of the project.

use mnc2_laws::{Language, completing, naming, texts};
use mnc2_naplespu::LANGUAGE;
use mnc2_naplespu::register::Register;
use mnc2_naplespu::table::Row;

fn language() -> Language {
    Language::new(&LANGUAGE, tree_sitter_naplespu::LANGUAGE.into())
}

fn all() -> Vec<(String, String)> {
    let mut found = texts::language_texts(env!("CARGO_MANIFEST_DIR"), ".s", "naplespu.md", "asm");
    // A label that is too far away is offered: the distance in the finished text is not known during completion.
    found.retain(|(name, _)| name != "NP0307.s");
    found
}

#[test]
fn renames_change_names_alone() {
    naming::keeps_tokens_and_findings(&language(), &all(), 100);
}

fn is_free(text: &str, line: &str, at: usize) -> bool {
    let is_mnemonic = |word: &str| !Row::find(word).is_empty();
    let is_register = |word: &str| Register::find(word).is_some();
    completing::is_free((text, line, at), is_mnemonic, is_register)
}

#[test]
fn what_is_offered_is_accepted() {
    completing::offers_what_is_accepted(&language(), &all(), |_| true, is_free, 1000);
}
