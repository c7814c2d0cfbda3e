//! How the assembler of RISC-V reads a text, and how it is laid out.

use mnc2_assembly::{Assembler, Columns, Syntax};

/// The GNU assembler, with the C preprocessor before it.
pub static SYNTAX: Syntax = Syntax {
    grammar: || tree_sitter_rvmatrix::LANGUAGE.into(),
    assembler: Assembler::Gnu,
    columns: Columns {
        mnemonic: 4,
        operands: 20,
        comment: 48,
    },
};
