//! The Japanese of this crate's messages. A test compares it with the code and the tables.

use std::borrow::Cow;

use mnc2_text::{Catalogue, Language, TableText};

use crate::code::Code;
use crate::table::{LOOKUP, LOOKUP_DOC, Memory, OPERATIONS, REGISTERS, ROWS};

pub(crate) const CATALOGUE: Catalogue = Catalogue {
    language: Language::Japanese,
    messages: || &[include_str!("ja/messages.toml")],
    tables: || {
        &[
            ("tensil codes", include_str!("ja/codes.toml")),
            ("tensil instructions", include_str!("ja/instructions.toml")),
            ("tensil operations", include_str!("ja/operations.toml")),
            ("tensil memories", include_str!("ja/memories.toml")),
            ("tensil registers", include_str!("ja/registers.toml")),
            ("tensil about", include_str!("ja/about.toml")),
        ]
    },
    texts,
};

/// The English of the tables.
fn texts() -> Vec<TableText> {
    let text = |table, row: &str, field, english: &'static str| TableText {
        table,
        row: row.to_owned(),
        field,
        english: Cow::Borrowed(english),
    };
    let mut texts = Vec::new();
    for code in Code::ALL {
        let row = code.row();
        texts.push(text("tensil codes", row.id, "title", row.title));
        texts.push(text("tensil codes", row.id, "rule", row.rule));
    }
    for row in &ROWS {
        texts.push(text("tensil instructions", row.name, "title", row.title));
        texts.push(text("tensil instructions", row.name, "doc", row.doc));
    }
    for row in &OPERATIONS {
        texts.push(text("tensil operations", row.name, "doc", row.doc));
    }
    texts.push(text("tensil operations", LOOKUP, "doc", LOOKUP_DOC));
    for memory in Memory::ALL {
        texts.push(text("tensil memories", memory.name(), "doc", memory.doc()));
    }
    for register in &REGISTERS {
        texts.push(text("tensil registers", register.name, "doc", register.doc));
    }
    for option in crate::ABOUT.options {
        texts.push(text("tensil about", option.name, "doc", option.doc));
    }
    let about = &crate::ABOUT;
    texts.push(text("tensil about", about.id, "validated", about.validated));
    texts
}
