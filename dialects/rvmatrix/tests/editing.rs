//! Laws of editing, on all texts of the project.

use mnc2_laws::{Error, Language, completing, naming, texts};
use mnc2_rvmatrix::base;
use mnc2_rvmatrix::register::{self, Csr, INTEGER_NAMES};
use mnc2_rvmatrix::table::Row;
use mnc2_rvmatrix::{ABOUT, Document, Options};

fn language() -> Language<Document> {
    Language {
        read: |text| Document::new(text, &Options::default()),
        errors: |document| Error::of(&document.findings(&|| false)),
        completion: |document, at| document.completion(at, mnc2_text::Language::English),
        renamable: Document::renamable,
        rename: Document::rename,
        grammar: tree_sitter_rvmatrix::LANGUAGE.into(),
        comments: ABOUT.comments,
    }
}

fn all() -> Vec<(String, String)> {
    let root = env!("CARGO_MANIFEST_DIR");
    let folders = ["../../examples/languages", "tests/diagnostics"];
    let mut found = texts::below(root, &folders, &[".S"]);
    found.extend(texts::of_page(
        root,
        "../../docs/languages/rvmatrix.md",
        "asm",
    ));
    found
}

#[test]
fn renames_change_names_alone() {
    let count = naming::keeps_tokens_and_findings(&language(), &all());
    println!("{count} renames");
    assert!(count > 80, "{count}");
}

/// Whether a word needs no offer: a number, a new label, a name of another file, an operand of what the language does not know.
fn is_free(text: &str, line: &str, at: usize) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "_.".contains(it);
    let rest = &line[at..];
    let word = &rest[..rest.find(|it| !is_part(it)).unwrap_or(rest.len())];
    let start = line[..at].rfind([';', ':']).map_or(0, |before| before + 1);
    let mnemonic = line[start..].split_whitespace().next().unwrap_or_default();
    let is_mnemonic = |word: &str| Row::find(word).is_some() || base::find(word).is_some();
    let is_macro = text.contains(&format!(".macro {mnemonic}"));
    let is_register = || {
        INTEGER_NAMES.contains(&word)
            || register::matrix(word).is_some()
            || Csr::find(word).is_some_and(|csr| !csr.is_read_only())
    };
    let is_defined = || {
        let forms = [
            format!("{word}:"),
            format!("\n{word} ="),
            format!(".equ {word},"),
        ];
        forms.iter().any(|form| text.contains(form))
    };
    let is_number = word.starts_with(|first: char| first.is_ascii_digit());
    let is_label = rest[word.len()..].starts_with(':');
    let is_known =
        is_mnemonic(mnemonic) && !is_macro && !is_label && !is_number && !line.contains('\\');
    !is_known
        || !(is_mnemonic(word) && start + mnemonic.len() >= at || is_register() || is_defined())
}

#[test]
fn what_is_offered_is_accepted() {
    let counts = completing::offers_what_is_accepted(&language(), &all(), is_free);
    println!("{counts:?}");
    assert!(counts.accepted > 1000 && counts.found > 100, "{counts:?}");
}
