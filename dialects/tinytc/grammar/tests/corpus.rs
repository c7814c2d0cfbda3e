//! Runs the cases of `test/corpus`, which are in the format of the tree-sitter command: a title between rulers of `=`, a source, a
//! ruler of `-`, a tree. Trees are compared without regard to white space. With the environment variable `UPDATE_CORPUS` set,
//! the trees found are written back; read them before they are committed.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use tree_sitter::Parser;

const FEWEST_CASES: usize = 25;
const FEWEST_CASES_WITH_ERRORS: usize = 8;

#[test]
fn corpus_cases_have_their_trees() -> Result<(), Box<dyn Error>> {
    let is_update = env::var_os("UPDATE_CORPUS").is_some();
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_tinytc::LANGUAGE.into())?;
    let (mut cases, mut with_errors, mut failures) = (0, 0, String::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let ruler = "=".repeat(80);
        let divider = format!("\n{}\n", "-".repeat(80));
        let mut written = String::new();
        let parts: Vec<&str> = text.split(&format!("{ruler}\n")).skip(1).collect();
        for case in parts.chunks(2) {
            let [name, body] = case else {
                return Err(format!("{}: a case without a body", path.display()).into());
            };
            let (source, expected) = body.split_once(&divider).ok_or("no divider")?;
            let tree = parser.parse(source, None).ok_or("the parser gave up")?;
            cases += 1;
            with_errors += usize::from(tree.root_node().has_error());
            let found = tree.root_node().to_sexp();
            let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            if squeezed(expected) != squeezed(&found) {
                failures += &format!("{}: {name}{found}\n", path.display());
            }
            written += &format!(
                "{ruler}\n{name}{ruler}\n{source}{divider}\n{}\n\n",
                pretty(&found)
            );
        }
        if is_update {
            fs::write(&path, written)?;
        }
    }
    println!("{cases} cases, {with_errors} of them with errors");
    assert!(cases >= FEWEST_CASES && with_errors >= FEWEST_CASES_WITH_ERRORS);
    assert!(is_update || failures.is_empty(), "{failures}");
    Ok(())
}

/// A tree with each node on its own line, except those without children in one line with their siblings.
fn pretty(tree: &str) -> String {
    let (mut text, mut depth) = (String::new(), 0_usize);
    for (index, part) in tree.split(" (").enumerate() {
        if index > 0 {
            text += &format!("\n{}(", "  ".repeat(depth));
        }
        text += part;
        depth += 1;
        depth -= part.matches(')').count();
    }
    text
}
