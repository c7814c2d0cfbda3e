//! The tree-sitter grammar of GNU assembly for RISC-V, for the matrix extension, and its editor queries.
//!
//! The grammar has the shapes of statements and operands, never mnemonics or registers.
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_rvmatrix::LANGUAGE.into())?;
//! let tree = parser.parse("mmaqa.b m2, m1, m0 # C += A * B", None).ok_or("no tree")?;
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tree_sitter_language::LanguageFn;

#[expect(unsafe_code, reason = "the generated parser is a C function")]
unsafe extern "C" {
    fn tree_sitter_rvmatrix() -> *const ();
}

/// The grammar, for `tree_sitter::Parser::set_language` after `into()`.
#[expect(
    unsafe_code,
    reason = "the function is the generated one, of the type that is asked for"
)]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_rvmatrix) };

/// Highlights, with the capture names of Neovim.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
