//! The committed parser is what `grammar.js` says, byte for byte, and the queries fit it.

use std::error::Error;
use std::fs;
use std::path::Path;

#[path = "../../../../tree-sitter-mnc2/generate/mod.rs"]
mod generate;

#[test]
fn generated_parser_is_fresh() -> Result<(), Box<dyn Error>> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fresh = tempfile::tempdir()?;
    generate::generate(crate_folder, fresh.path(), generate::ABI)?;
    for file in generate::GENERATED {
        let committed = fs::read(crate_folder.join("src").join(file))?;
        let generated = fs::read(fresh.path().join("src").join(file))?;
        assert!(
            committed == generated,
            "src/{file} is stale: run `cargo run -p tree-sitter-tinytc --example generate`",
        );
    }
    Ok(())
}

#[test]
fn the_query_names_nodes_that_exist() -> Result<(), Box<dyn Error>> {
    let language = tree_sitter_tinytc::LANGUAGE.into();
    let query = tree_sitter::Query::new(&language, tree_sitter_tinytc::HIGHLIGHTS_QUERY)?;
    assert!(query.pattern_count() > 20);
    Ok(())
}
