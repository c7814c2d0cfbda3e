//! The page of a kind of operand, literal, option or suffix.

use std::fmt::Write as _;

use mnc2_isa::OperandDoc;

use mnc2_text::{Language, Message, message};

/// The description of an operand, as Markdown.
#[must_use]
pub fn operand(entry: &OperandDoc, language: Language) -> String {
    let title = language.template(entry.title);
    let mut out = format!("# {}: {title}\n\n", name(entry));
    let _ = writeln!(out, "```text\n{}\n```\n", entry.syntax.replace(" | ", "\n"));
    let _ = writeln!(out, "{}\n", language.template(entry.doc));
    for (text, what) in [
        (
            entry.size,
            (|text| message!("Size: {text}.", text)) as fn(Message) -> Message,
        ),
        (entry.unit, |text| message!("Counted in: {text}.", text)),
        (entry.alignment, |text| message!("Alignment: {text}.", text)),
    ] {
        if !text.is_empty() {
            let _ = writeln!(out, "{}\n", what(Message::from_table(text)).say(language));
        }
    }
    let example = message!("Example:").say(language);
    let _ = writeln!(out, "{example}\n\n```vsm\n{}\n```\n", entry.example);
    let _ = writeln!(
        out,
        "{}",
        super::instruction::source(entry.section, entry.source).say(language)
    );
    out
}

/// The name by which an entry is found and listed.
pub(super) fn name(entry: &OperandDoc) -> &'static str {
    entry.name()
}
