//! The page of a kind of operand, literal, option or suffix.

use std::fmt::Write as _;

use mnc2_isa::OperandDoc;

/// What an operand is, as Markdown.
#[must_use]
pub fn operand(entry: &OperandDoc) -> String {
    let mut out = format!("# {}: {}\n\n", name(entry), entry.title);
    let _ = writeln!(out, "```text\n{}\n```\n", entry.syntax.replace(" | ", "\n"));
    let _ = writeln!(out, "{}\n", entry.doc);
    for (what, text) in [
        ("Size", entry.size),
        ("Counted in", entry.unit),
        ("Alignment", entry.alignment),
    ] {
        if !text.is_empty() {
            let _ = writeln!(out, "{what}: {text}.\n");
        }
    }
    let _ = writeln!(out, "Example:\n\n```vsm\n{}\n```\n", entry.example);
    let _ = writeln!(
        out,
        "{}",
        super::instruction::source(entry.section, entry.source)
    );
    out
}

/// The name by which an entry is found and listed.
pub(super) fn name(entry: &OperandDoc) -> &'static str {
    entry.name()
}
