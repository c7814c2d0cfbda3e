//! Laws of editing, on all texts of the project.

use mnc2_laws::{Language, naming, texts};
use mnc2_tinytc::Document;

fn language() -> Language<Document> {
    mnc2_laws::language!(mnc2_tinytc, tree_sitter_tinytc)
}

fn all() -> Vec<(String, String)> {
    texts::of_language(env!("CARGO_MANIFEST_DIR"), ".ir", "tinytc.md", "tinytc")
}

#[test]
fn renames_change_names_alone() {
    let count = naming::keeps_tokens_and_findings(&language(), &all());
    println!("{count} renames");
    assert!(count > 100, "{count}");
}
