//! Compiles the generated parser, which is C.

use std::path::Path;

fn main() {
    let source = Path::new("src");
    let parser = source.join("parser.c");
    println!("cargo:rerun-if-changed={}", parser.display());
    cc::Build::new()
        .std("c11")
        .include(source)
        // Users of the crate need no warnings about generated code.
        .warnings(false)
        .file(parser)
        .compile("tree-sitter-tensil");
}
