//! Public files of the language parse. `MNC2_TINYTC_SOURCES` names a folder with the sources of the compiler of February 2025, by their
//! own paths, and `MNC2_TINYTC_04_SOURCES` one with its sources of the release 0.4.0.

use mnc2_laws::texts;

#[test]
fn public_files_parse() {
    check("MNC2_TINYTC_SOURCES");
}

#[test]
fn public_files_of_04_parse() {
    check("MNC2_TINYTC_04_SOURCES");
}

fn check(variable: &str) {
    let Some(folder) = texts::sources(variable, "test/lit") else {
        return;
    };
    let files = texts::below(&folder.to_string_lossy(), &[""], &[".ir"]);
    let mut parser = tree_sitter::Parser::new();
    let language = tree_sitter_tinytc::LANGUAGE.into();
    parser.set_language(&language).expect("the language");
    let (broken, parsed): (Vec<_>, Vec<_>) = files.into_iter().partition(|(_, text)| {
        let tree = parser.parse(text, None).expect("a tree");
        tree.root_node().has_error()
    });
    println!("{} files parsed", parsed.len());
    let broken: Vec<_> = broken.into_iter().map(|(name, _)| name).collect();
    // Their syntax is wrong on purpose.
    assert_eq!(broken, ["syntax_error0.ir", "syntax_error1.ir"]);
}
