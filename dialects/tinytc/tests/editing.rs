//! Laws of editing, on all texts of the project.

use mnc2_laws::{Error, Language, naming, texts};
use mnc2_tinytc::{ABOUT, Document, Options};

fn language() -> Language<Document> {
    Language {
        read: |text| Document::new(text, &Options::default()),
        errors: |document| Error::of(&document.findings(&|| false)),
        completion: |document, at| document.completion(at, mnc2_text::Language::English),
        renamable: Document::renamable,
        rename: Document::rename,
        grammar: tree_sitter_tinytc::LANGUAGE.into(),
        comments: ABOUT.comments,
    }
}

fn all() -> Vec<(String, String)> {
    let root = env!("CARGO_MANIFEST_DIR");
    let folders = ["../../examples/languages", "tests/diagnostics"];
    let mut found = texts::below(root, &folders, &[".ir"]);
    found.extend(texts::of_page(
        root,
        "../../docs/languages/tinytc.md",
        "tinytc",
    ));
    found
}

#[test]
fn renames_change_names_alone() {
    let count = naming::keeps_tokens_and_findings(&language(), &all());
    println!("{count} renames");
    assert!(count > 100, "{count}");
}
