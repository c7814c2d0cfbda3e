//! The tree-sitter grammar of the tensor language of the Tiny Tensor Compiler, and its editor queries.
//!
//! The grammar has the shapes of functions, instructions and types, never what an instruction demands of its operands.
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_tinytc::LANGUAGE.into())?;
//! let tree = parser.parse("func @f(%a: f32) { %0 = arith.add %a, %a : f32 }", None).ok_or("no tree")?;
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tree_sitter_language::LanguageFn;

#[expect(unsafe_code, reason = "the generated parser is a C function")]
unsafe extern "C" {
    fn tree_sitter_tinytc() -> *const ();
}

/// The grammar, for `tree_sitter::Parser::set_language` after `into()`.
#[expect(
    unsafe_code,
    reason = "the function is the generated one, of the type that is asked for"
)]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_tinytc) };

/// Highlights, with the capture names of Neovim.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Folds for Neovim: functions, regions, parameters, runs of comments.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// Indentation for Neovim.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// Values and functions with their scopes, for Neovim.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// Text objects for nvim-treesitter-textobjects.
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");

/// The language of comments, for Neovim.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");
