//! The tree-sitter grammar of NaplesPU assembly, and its editor queries.
//!
//! The grammar has the shapes of statements and operands, never mnemonics or registers.
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_naplespu::LANGUAGE.into())?;
//! let tree = parser.parse("add_i32 v1, v2, s3 # a scalar for every lane", None).ok_or("no tree")?;
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tree_sitter_language::LanguageFn;

#[expect(unsafe_code, reason = "the generated parser is a C function")]
unsafe extern "C" {
    fn tree_sitter_naplespu() -> *const ();
}

/// The grammar, for `tree_sitter::Parser::set_language` after `into()`.
#[expect(
    unsafe_code,
    reason = "the function is the generated one, of the type that is asked for"
)]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_naplespu) };

/// Highlights, with the capture names of Neovim.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
