//! The Japanese of this crate's messages. A test compares it with the code and the tables.

use std::borrow::Cow;

use mnc2_text::{Catalogue, Language, TableText};

use crate::code::Code;
use crate::table::ROWS;

pub(crate) const CATALOGUE: Catalogue = Catalogue {
    language: Language::Japanese,
    messages: || &[include_str!("ja/messages.toml")],
    tables: || {
        &[
            ("tinytc codes", include_str!("ja/codes.toml")),
            ("tinytc instructions", include_str!("ja/instructions.toml")),
            ("tinytc about", include_str!("ja/about.toml")),
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
        texts.push(text("tinytc codes", row.id, "title", row.title));
        texts.push(text("tinytc codes", row.id, "rule", row.rule));
    }
    for row in ROWS {
        texts.push(text("tinytc instructions", row.section, "doc", row.doc));
    }
    for option in crate::ABOUT.options {
        texts.push(text("tinytc about", option.name, "doc", option.doc));
    }
    texts.push(text(
        "tinytc about",
        crate::ABOUT.id,
        "validated",
        crate::ABOUT.validated,
    ));
    texts
}
