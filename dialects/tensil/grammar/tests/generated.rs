//! The committed parser is what `grammar.js` states, byte for byte, and the queries fit it.

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
            "src/{file} is stale: run `cargo run -p tree-sitter-tensil --example generate-tensil`",
        );
    }
    Ok(())
}

#[test]
fn the_query_names_nodes_that_exist() -> Result<(), Box<dyn Error>> {
    let language = tree_sitter_tensil::LANGUAGE.into();
    let query = tree_sitter::Query::new(&language, tree_sitter_tensil::HIGHLIGHTS_QUERY)?;
    assert!(query.pattern_count() > 10);
    Ok(())
}

#[test]
fn ordinary_listings_have_no_error() -> Result<(), Box<dyn Error>> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_tensil::LANGUAGE.into())?;
    for text in [
        "",
        "\n\n",
        "// a listing",
        "NoOp # nothing",
        "[0] 0 DataMove(<-) Local(0) DRAM1(0) 2(+1)",
        "DataMove(->, Acc) Local(1)@2^1 Acc(3)@2^2",
        "LoadWeights Zeroes",
        "LoadWeights  Local(0x10) 2(+1)",
        "MatMul(Acc)  Local(3) Acc(0) ; adds",
        "SIMD R1=0",
        "SIMD(RW) O=Max(I,R1) WAcc(1) RAcc(0)",
        "SIMD(W) O=R1 WAcc(1)\r\n[7] 1 Wait 0",
        "Configure dram0_offset 0x10",
    ] {
        let tree = parser.parse(text, None).ok_or("no tree")?;
        let root = tree.root_node();
        assert!(!root.has_error(), "{text}: {}", root.to_sexp());
    }
    Ok(())
}
