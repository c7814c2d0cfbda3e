//! Compiles the generated parser and the scanner, both C.

use std::path::Path;

fn main() {
    let source = Path::new("src");
    let mut build = cc::Build::new();
    // Warnings in generated code do not matter to those who build it.
    build.std("c11").include(source).warnings(false);
    for file in ["parser.c", "scanner.c"] {
        let path = source.join(file);
        println!("cargo:rerun-if-changed={}", path.display());
        build.file(path);
    }
    build.compile("tree-sitter-mnc2");
}
