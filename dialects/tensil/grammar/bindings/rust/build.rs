//! Compiles the generated parser, which is C.

fn main() {
    println!("cargo:rerun-if-changed=src/parser.c");
    let mut build = cc::Build::new();
    // Users of the crate need no warnings about generated code.
    build.std("c11").include("src").warnings(false);
    build.file("src/parser.c").compile("tree-sitter-tensil");
}
