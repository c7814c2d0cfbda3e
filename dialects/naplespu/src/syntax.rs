//! How the assembler of NaplesPU reads a text, and how it is laid out.

use mnc2_assembly::{Assembler, Columns, Syntax};

/// Its assembler is a fork of LLVM 9.
pub static SYNTAX: Syntax = Syntax {
    grammar: || tree_sitter_naplespu::LANGUAGE.into(),
    assembler: Assembler::Llvm,
    columns: Columns {
        mnemonic: 4,
        operands: 28,
        comment: 56,
    },
};
