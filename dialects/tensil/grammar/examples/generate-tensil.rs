//! Regenerates the parser after a change of `grammar.js`: `cargo run -p tree-sitter-tensil --example generate-tensil`.

use std::error::Error;
use std::path::Path;

#[path = "../../../../tree-sitter-mnc2/generate/mod.rs"]
mod generate;

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    generate::generate(crate_folder, crate_folder, generate::ABI)?;
    for file in generate::GENERATED {
        println!("{}", crate_folder.join("src").join(file).display());
    }
    Ok(())
}
