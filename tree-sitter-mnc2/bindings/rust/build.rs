//! Compiles the generated parser and the scanner, both C.

use std::path::Path;

fn main() {
    let source = Path::new("src");
    let mut build = cc::Build::new();
    // Users of the crate need no warnings about generated code.
    build.std("c11").include(source).warnings(false);
    for file in ["parser.c", "scanner.c"] {
        let path = source.join(file);
        println!("cargo:rerun-if-changed={}", path.display());
        build.file(path);
    }
    build.compile("tree-sitter-mnc2");
}
