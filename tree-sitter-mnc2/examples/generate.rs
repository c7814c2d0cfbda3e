//! Regenerates the parser after a change of `grammar.js`: `cargo run -p tree-sitter-mnc2 --example generate`.
//!
//! For an editor whose tree-sitter is older, `--example generate -- --abi 14 FOLDER` writes a parser of that
//! interface version, with the scanner that belongs to it, into `FOLDER/src`.

use std::error::Error;
use std::fs;
use std::path::Path;

#[path = "../generate/mod.rs"]
mod generate;

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (folder, abi) = match arguments[..] {
        [] => (crate_folder, generate::ABI),
        ["--abi", abi, folder] => (Path::new(folder), abi.parse()?),
        _ => return Err("usage: generate [--abi VERSION FOLDER]".into()),
    };
    generate::generate(crate_folder, folder, abi)?;
    if folder != crate_folder {
        fs::copy(
            crate_folder.join("src/scanner.c"),
            folder.join("src/scanner.c"),
        )?;
    }
    for file in generate::GENERATED {
        println!("{}", folder.join("src").join(file).display());
    }
    Ok(())
}
