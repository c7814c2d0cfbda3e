//! Directives that name symbols, assign values to them, or open and close blocks.

use crate::Assembler;
use crate::line::{Line, Operand};

/// Directives that give a name a value.
pub(super) const ASSIGNMENTS: &[&str] = &[".set", ".equ", ".equiv"];

/// Directives that name symbols which other files define, or use.
pub const GLOBALS: &[&str] = &[".globl", ".global", ".extern", ".weak", ".type"];

/// Directives that reserve memory for a name.
pub const COMMONS: &[&str] = &[".comm", ".common", ".lcomm"];

/// Whether an operand begins with the sign of `name = value`.
#[must_use]
pub fn is_assignment(line: &Line, operand: Option<&Operand>) -> bool {
    let first = operand.and_then(|operand| operand.pieces.first());
    first.is_some_and(|piece| matches!(line.part(&piece.range), "=" | "=="))
}

/// What a directive opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Macro,
    Repetition,
}

/// What a directive opens, for an assembler.
pub(super) fn opens(word: &str, assembler: Assembler) -> Option<Block> {
    match word {
        ".macro" => Some(Block::Macro),
        ".rept" | ".irp" | ".irpc" => Some(Block::Repetition),
        ".rep" if assembler == Assembler::Llvm => Some(Block::Repetition),
        _ => None,
    }
}

/// Whether a directive closes a block.
pub(super) fn closes(word: &str) -> bool {
    matches!(word, ".endm" | ".endmacro" | ".endr")
}
