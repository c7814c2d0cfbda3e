//! What assembly languages share: lines of statements, comments, expressions, names, macros and conditions, the layout of text,
//! memory in pages.
//!
//! A language has a [`Syntax`]: its grammar, the assembler that reads it, and the columns of its text. The crate has no
//! mnemonics and no registers.

mod comment;
mod dataflow;
mod expression;
mod format;
mod line;
mod lines;
mod memory;
mod named;
mod names;
mod outline;
mod picture;
mod symbols;
mod text;
mod typed;
mod word;

pub use comment::Begin;
pub use dataflow::{Dataflow, Node, Touch};
pub use expression::{Name, Sum, evaluate, sum};
pub use format::reformatted;
pub use line::{LINE_BYTES_MAX, Line, LineParser, Operand, Piece, PieceKind, Shape, Statement};
pub use lines::{Chunk, Lines, Parsed, PerChunk, Replaced};
pub use memory::{Listed, Memory, without_zeros};
pub use named::{Named, Part, check_name, unchanged, word_at, written_place};
pub use names::{statement_places, words};
pub use picture::picture;
pub use symbols::{
    COMMONS, ChunkNames, Definition, GLOBALS, Macro, Position, Scope, Symbols, Unit, Units, Within,
    is_assignment, local,
};
pub use text::Text;
pub use typed::Typed;
pub use word::{disassemble, encoded, number, register_value};

/// The Japanese of this crate's messages, as a part of the catalogues of languages.
pub const JAPANESE: &str = include_str!("ja/messages.toml");

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The assembler that reads a text. What it has of its own, such as names of directives, is decided by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assembler {
    /// The GNU assembler, behind the C preprocessor: lines after `#` can be directives of the latter.
    Gnu,
    /// That of LLVM 9, alone.
    Llvm,
}

/// The lines of a text.
pub type Source = Lines<Line>;

/// How a language is read and laid out.
#[derive(Debug)]
pub struct Syntax {
    /// Its tree-sitter grammar, with the nodes of `dialects/rvmatrix/grammar`.
    pub grammar: fn() -> tree_sitter::Language,
    /// The assembler whose directives and expressions it uses.
    pub assembler: Assembler,
    /// Where formatted text has its parts.
    pub columns: Columns,
}

/// Columns of formatted text, counted in characters from 0.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The column of mnemonics.
    pub mnemonic: usize,
    /// The column of operands.
    pub operands: usize,
    /// Of comments after code.
    pub comment: usize,
}

#[cfg(test)]
mod tests {
    use super::{Assembler, Columns, Syntax};

    const COLUMNS: Columns = Columns {
        mnemonic: 4,
        operands: 20,
        comment: 48,
    };

    pub(crate) static GNU: Syntax = Syntax {
        grammar: || tree_sitter_rvmatrix::LANGUAGE.into(),
        assembler: Assembler::Gnu,
        columns: COLUMNS,
    };

    pub(crate) static LLVM: Syntax = Syntax {
        grammar: || tree_sitter_naplespu::LANGUAGE.into(),
        assembler: Assembler::Llvm,
        columns: COLUMNS,
    };
}
