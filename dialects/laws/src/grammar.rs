//! A grammar of editors: the committed parser is what `grammar.js` states, and it reads ordinary texts.

use std::fs;
use std::path::Path;

#[path = "../../../tree-sitter-mnc2/generate/mod.rs"]
mod generate;

/// The parser of the crate in a folder is generated from its grammar. With `UPDATE_EXPECT` in the environment it is written instead.
///
/// # Panics
/// With the file that is not, or with what is wrong with the grammar.
pub fn is_generated(crate_folder: &str) {
    let crate_folder = Path::new(crate_folder);
    let fresh = tempfile::tempdir().expect("a folder");
    generate::generate(crate_folder, fresh.path(), generate::ABI).expect("a grammar");
    for file in generate::GENERATED {
        let committed = crate_folder.join("src").join(file);
        let generated = fs::read(fresh.path().join("src").join(file)).expect("a file");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&committed, &generated).expect("a file that can be written");
        }
        let is_fresh = fs::read(&committed).is_ok_and(|committed| committed == generated);
        assert!(is_fresh, "src/{file} is stale: set UPDATE_EXPECT=1");
    }
}

/// A grammar: the parser of the crate in a folder is generated from it, its query of colours has more than some patterns, which name
/// nodes that exist, and the texts have no error.
///
/// # Panics
/// With what does not hold.
pub fn holds(
    crate_folder: &str,
    (grammar, query, patterns_min): (&tree_sitter::Language, &str, usize),
    texts: &[&str],
) {
    is_generated(crate_folder);
    let query = tree_sitter::Query::new(grammar, query).expect("nodes that exist");
    assert!(query.pattern_count() > patterns_min);
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(grammar).expect("a grammar");
    for text in ["", "\n\n"].iter().chain(texts) {
        let tree = parser.parse(text, None).expect("a tree");
        let root = tree.root_node();
        assert!(!root.has_error(), "{text}: {}", root.to_sexp());
    }
}
