//! Turns `grammar.js` into the committed files below `src`. Shared by the example that writes them and the test that
//! compares them; not part of the library.

use std::error::Error;
use std::fs;
use std::path::Path;

/// The files that are generated, relative to the `src` folder.
pub(crate) const GENERATED: [&str; 6] = [
    "grammar.json",
    "node-types.json",
    "parser.c",
    "tree_sitter/alloc.h",
    "tree_sitter/array.h",
    "tree_sitter/parser.h",
];

/// The interface version of the committed parser.
pub(crate) const ABI: usize = 15;

/// Generates everything from the crate folder `crate_folder` into `crate_out/src`, for an interface version of
/// tree-sitter.
///
/// # Errors
/// If `grammar.js` throws, if its rules are not a valid grammar, or if a file cannot be read or written.
pub(crate) fn generate(
    crate_folder: &Path,
    crate_out: &Path,
    abi: usize,
) -> Result<(), Box<dyn Error>> {
    let source = crate_out.join("src");
    fs::create_dir_all(&source)?;
    let grammar = evaluate(crate_folder)?;
    let grammar_path = source.join("grammar.json");
    fs::write(&grammar_path, grammar + "\n")?;
    // The generator takes the version number of the parser from the file next to `src`.
    if crate_folder != crate_out {
        fs::copy(
            crate_folder.join("tree-sitter.json"),
            crate_out.join("tree-sitter.json"),
        )?;
    }

    let mut diagnostics = Vec::new();
    tree_sitter_generate::generate_parser_in_directory(
        crate_out,
        Some(&source),
        Some(&grammar_path),
        abi,
        None,
        None,
        true,
        tree_sitter_generate::OptLevel::default(),
        &mut diagnostics,
    )?;
    if diagnostics.is_empty() {
        Ok(())
    } else {
        Err(format!("{diagnostics:?}").into())
    }
}

/// Runs `grammar.js` of a folder and returns what it exports, as JSON.
fn evaluate(folder: &Path) -> Result<String, Box<dyn Error>> {
    let grammar = fs::read_to_string(folder.join("grammar.js"))?;
    let folder = folder.to_owned();
    let read =
        move |path: String| fs::read_to_string(folder.join(path)).map_err(rquickjs::Error::Io);
    let runtime = rquickjs::Runtime::new()?;
    rquickjs::Context::full(&runtime)?.with(|context| {
        let run = || {
            let read = rquickjs::Function::new(context.clone(), read)?;
            context.globals().set("read", read)?;
            context.eval::<(), _>(include_str!("dsl.js"))?;
            context.eval::<(), _>(grammar)?;
            context.eval::<String, _>("JSON.stringify(module.exports, null, 2)")
        };
        run().map_err(|error| match error {
            rquickjs::Error::Exception => format!("grammar.js: {:?}", context.catch()).into(),
            other => other.into(),
        })
    })
}
