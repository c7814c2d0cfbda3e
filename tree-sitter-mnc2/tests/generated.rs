//! The committed parser is what `grammar.js` states, byte for byte.

use std::error::Error;
use std::fs;
use std::path::Path;

#[path = "../generate/mod.rs"]
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
            "src/{file} is stale: run `cargo run -p tree-sitter-mnc2 --example generate`",
        );
    }
    Ok(())
}
