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
            "src/{file} is stale: run `cargo run -p tree-sitter-naplespu --example generate-naplespu`",
        );
    }
    Ok(())
}

#[test]
fn the_query_names_nodes_that_exist() -> Result<(), Box<dyn Error>> {
    let language = tree_sitter_naplespu::LANGUAGE.into();
    let query = tree_sitter::Query::new(&language, tree_sitter_naplespu::HIGHLIGHTS_QUERY)?;
    assert!(query.pattern_count() > 8);
    Ok(())
}

#[test]
fn ordinary_assembly_has_no_error() -> Result<(), Box<dyn Error>> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_naplespu::LANGUAGE.into())?;
    for text in [
        "",
        "\n\n",
        "a: b: 1: nop; ; move_i32 s0, s1; # end",
        "load32 s0, -4(sp) // load",
        ".section .rodata, \"a\", @progbits",
        ".macro f a:req, b=1\n\\name\\@: add_\\type s\\a, s0, s1\n.endm",
        "/* a\n b */ nop /* c */ ; 1: bnez s0, 1b",
        "movei s0, -(4 << 2) | 0x1f & ~0b1",
        ".size f, .-f",
        "sym = 4 * 2",
        "f , ,",
        ".ascii \"a;b#c\\\"\"; .byte 'a', '\\n'",
        "add_i32.m v1, v2, v63",
        "nop ünïcode 日本",
    ] {
        let tree = parser.parse(text, None).ok_or("no tree")?;
        let root = tree.root_node();
        assert!(!root.has_error(), "{text}: {}", root.to_sexp());
    }
    Ok(())
}
