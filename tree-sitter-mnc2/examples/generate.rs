//! Writes the parser anew after a change of `grammar.js`: `cargo run -p tree-sitter-mnc2 --example generate`.

use std::error::Error;
use std::path::Path;

#[path = "../generate/mod.rs"]
mod generate;

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    generate::generate(crate_folder, crate_folder)?;
    for file in generate::GENERATED {
        println!("{}", crate_folder.join("src").join(file).display());
    }
    Ok(())
}
