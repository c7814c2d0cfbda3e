//! Public files of the language parse. `MNC2_TINYTC_SOURCES` names a folder with the sources of the compiler, by their own paths.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "ir") {
            found.push(path);
        }
    }
}

#[test]
fn public_files_parse() {
    let Some(folder) = env::var_os("MNC2_TINYTC_SOURCES") else {
        println!("MNC2_TINYTC_SOURCES is not set: no public file was read");
        return;
    };
    let mut files = Vec::new();
    collect(&Path::new(&folder).join("test/lit"), &mut files);
    let mut parser = tree_sitter::Parser::new();
    let language = tree_sitter_tinytc::LANGUAGE.into();
    parser.set_language(&language).expect("the language");
    let mut broken = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).expect("a text");
        let tree = parser.parse(&text, None).expect("a tree");
        if tree.root_node().has_error() {
            let name = path.file_stem().expect("a name");
            broken.push(name.to_string_lossy().into_owned());
        }
    }
    broken.sort();
    println!("{} files parsed", files.len() - broken.len());
    // Their syntax is wrong on purpose.
    assert_eq!(broken, ["syntax_error0", "syntax_error1"]);
}
