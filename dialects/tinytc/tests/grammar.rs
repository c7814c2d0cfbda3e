//! The tree-sitter grammar, which editors use, accepts what this crate accepts.

use std::fs;
use std::path::Path;

use mnc2_tinytc::{Code, Document, Options};

#[test]
fn the_grammar_accepts_what_the_checker_reads() {
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&tree_sitter_tinytc::LANGUAGE.into())
        .expect("the language");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let (mut whole, mut broken) = (0, 0);
    for entry in fs::read_dir(folder).expect("the folder").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a text");
        let tree = parser.parse(&text, None).expect("a tree");
        let findings = Document::new(&text, &Options::default()).findings(&|| false);
        let syntax = |code| matches!(code, Code::Syntax | Code::UnknownWord | Code::TooDeep);
        let is_broken = findings
            .iter()
            .any(|finding| syntax(finding.diagnostic.code));
        // Text without errors for the checker has none for the grammar. The grammar checks less of the order of operands, so
        // the reverse may differ.
        if !is_broken {
            assert!(
                !tree.root_node().has_error(),
                "{:?}: {}",
                entry.path(),
                tree.root_node().to_sexp()
            );
        }
        whole += usize::from(!is_broken);
        broken += usize::from(is_broken);
    }
    println!("{whole} whole, {broken} broken");
    assert!(whole > 20 && broken > 2);
}
