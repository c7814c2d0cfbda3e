//! Prints the tree of each line of standard input, to inspect a change of `grammar.js`: `echo 'lpassa $lm0v $ln0v' |
//! cargo run -p tree-sitter-mnc2 --example parse`.

use std::error::Error;
use std::io::stdin;

fn main() -> Result<(), Box<dyn Error>> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_mnc2::LANGUAGE.into())?;
    for line in stdin().lines() {
        let line = line?;
        let tree = parser.parse(&line, None).ok_or("the parser gave up")?;
        println!("{line}\n    {}", tree.root_node().to_sexp());
    }
    Ok(())
}
