//! Signature help: the operands of the expression at a cursor.

use mnc2_asm::LineParser;
use mnc2_assist::complete::signature::{self, Signatures};
use mnc2_text::{Language, Message, Parameter, Signature};

use crate::session::Snapshot;

/// Characters after which an operand begins, or another expression.
pub const TRIGGERS: [&str; 3] = [" ", "$", ";"];

/// The signatures at a byte of a line.
pub fn signatures(
    snapshot: &Snapshot,
    line: usize,
    byte: u32,
    language: Language,
) -> Option<Vec<Signature>> {
    let content = snapshot.program.line(line)?;
    let text = snapshot.line_text(line);
    let mut parser = LineParser::without_suggestions();
    let found = signature::signatures(&mut parser, content, &text, byte as usize)?;
    let Signatures {
        signatures,
        operand,
    } = found;
    let signatures = signatures
        .into_iter()
        .map(|it| said(it, operand as u32, language));
    Some(signatures.collect())
}

fn said(signature: signature::Signature, operand: u32, language: Language) -> Signature {
    let parameters = signature.parameters.into_iter().map(|it| Parameter {
        label: mnc2_text::line::range(it.range.clone()),
        documentation: it.doc.map(|doc| doc.say(language)).unwrap_or_default(),
    });
    Signature {
        label: signature.label,
        parameters: parameters.collect(),
        active: Some(operand),
        // One line: the hover of the opcode has the whole explanation.
        documentation: Some(Message::from_table(signature.title).say(language)),
    }
}
