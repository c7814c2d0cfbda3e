//! Signature help: the operands of the expression at a cursor.

use mnc2_asm::LineParser;
use mnc2_assist::complete::signature::{self, Signatures};

use crate::session::Snapshot;

/// Characters after which an operand begins, or another expression.
pub const TRIGGERS: [&str; 3] = [" ", "$", ";"];

/// The signatures at a byte of a line.
pub fn signatures(snapshot: &Snapshot, line: usize, byte: u32) -> Option<Signatures> {
    let content = snapshot.program.line(line)?;
    let text = snapshot.line_text(line);
    let mut parser = LineParser::without_suggestions();
    signature::signatures(&mut parser, content, &text, byte as usize)
}
