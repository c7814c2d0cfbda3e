//! The tree-sitter grammar of MN-Core 2 assembly (`.vsm`), its node types and its editor queries.
//!
//! The grammar contains the shapes of statements and operands, never mnemonics: it does not define which instructions exist or
//! what an operand means. No node except the root extends beyond a line end, so text can be parsed as a whole or line by line.
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_mnc2::LANGUAGE.into())?;
//! let tree = parser.parse("lpassa $lm0v $ln0v # copy", None).ok_or("no tree")?;
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tree_sitter_language::LanguageFn;

#[expect(unsafe_code, reason = "the generated parser is a C function")]
unsafe extern "C" {
    fn tree_sitter_mnc2() -> *const ();
}

/// The grammar, for `tree_sitter::Parser::set_language` after `into()`.
#[expect(
    unsafe_code,
    reason = "the function is the generated one, of the type that is asked for"
)]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_mnc2) };

/// The content of `src/node-types.json`: every node with its fields and children.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// Highlights, with the capture names of Neovim.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Folds for Neovim: runs of lines of one kind.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// Indentation for Neovim.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// Tags and the places that wait for them, for Neovim.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// Text objects for nvim-treesitter-textobjects.
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");

/// The language of comments, for Neovim.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// The same queries with the capture names of Helix, as far as Helix has the feature.
pub mod helix {
    /// The query for highlighting.
    pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/helix/highlights.scm");

    /// Tags and the places that wait for them.
    pub const LOCALS_QUERY: &str = include_str!("../../queries/helix/locals.scm");

    /// The query for text objects: statements, operands, numbers of lists and comments.
    pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/helix/textobjects.scm");

    /// The language of comments.
    pub const INJECTIONS_QUERY: &str = include_str!("../../queries/helix/injections.scm");
}
