//! The tree-sitter grammar of MN-Core 2 assembly (`.vsm`), its node types and its editor queries.
//!
//! The grammar knows the shapes of statements and operands, never mnemonics: it does not say which
//! instructions exist or what an operand means. No node but the root reaches over a line end, so text
//! may be parsed whole or line by line.
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

/// The grammar, to be given to `tree_sitter::Parser::set_language` after `into()`.
#[expect(
    unsafe_code,
    reason = "the function is the generated one, of the type that is asked for"
)]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_mnc2) };

/// The content of `src/node-types.json`: every node with its fields and children.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
