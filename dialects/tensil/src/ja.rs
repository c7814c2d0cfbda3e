//! The Japanese of this crate's messages. A test compares it with the code and the tables.

use mnc2_text::{Catalogue, Language, TableText};

use crate::table::{LOOKUP, LOOKUP_DOC, Memory, OPERATIONS, REGISTERS, ROWS};
use crate::{ABOUT, Code};

/// The Japanese of this crate's messages.
pub static CATALOGUE: Catalogue = Catalogue {
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
    let rows = ROWS.iter().flat_map(|row| {
        let fields = [("title", row.title), ("doc", row.doc)];
        TableText::from_row("tensil instructions", row.name, fields)
    });
    let operations = OPERATIONS.iter().map(|row| (row.name, row.doc));
    let operations = operations.chain([(LOOKUP, LOOKUP_DOC)]);
    let doc = |table| move |(row, doc)| TableText::from_row(table, row, [("doc", doc)]);
    let memories = Memory::ALL.iter().map(|it| (it.name(), it.doc()));
    let registers = REGISTERS.iter().map(|it| (it.name, it.doc));
    TableText::from_codes::<Code>("tensil codes")
        .chain(rows)
        .chain(operations.flat_map(doc("tensil operations")))
        .chain(memories.flat_map(doc("tensil memories")))
        .chain(registers.flat_map(doc("tensil registers")))
        .chain(TableText::from_about("tensil about", &ABOUT))
        .collect()
}
