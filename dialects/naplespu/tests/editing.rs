//! Laws of editing, on all texts of the project.

use mnc2_laws::{Language, completing, naming, texts};
use mnc2_naplespu::Document;
use mnc2_naplespu::register::Register;
use mnc2_naplespu::table::Row;
use mnc2_text::interface::Text as _;

fn language() -> Language<Document> {
    mnc2_laws::language!(mnc2_naplespu, tree_sitter_naplespu)
}

fn all() -> Vec<(String, String)> {
    let mut found = texts::of_language(env!("CARGO_MANIFEST_DIR"), ".s", "naplespu.md", "asm");
    // A label that is too far away is offered: the distance in the finished text is not known during completion.
    found.retain(|(name, _)| name != "NP0307.s");
    found
}

#[test]
fn renames_change_names_alone() {
    let count = naming::keeps_tokens_and_findings(&language(), &all());
    println!("{count} renames");
    assert!(count > 100, "{count}");
}

fn is_free(text: &str, line: &str, at: usize) -> bool {
    let is_mnemonic = |word: &str| !Row::find(word).is_empty();
    let is_register = |word: &str| Register::find(word).is_some();
    completing::is_free((text, line, at), is_mnemonic, is_register)
}

#[test]
fn what_is_offered_is_accepted() {
    let counts = completing::offers_what_is_accepted(&language(), &all(), |_| true, is_free);
    println!("{counts:?}");
    assert!(counts.accepted > 1000 && counts.found > 100, "{counts:?}");
}
