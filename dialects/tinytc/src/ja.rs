//! The Japanese of this crate's messages. A test compares it with the code and the tables.

use mnc2_text::{Catalogue, Language, TableText};

use crate::table::ROWS;
use crate::{ABOUT, Code};

/// The Japanese of this crate's messages.
pub static CATALOGUE: Catalogue = Catalogue {
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
    let rows = ROWS.iter().flat_map(|row| {
        let fields = [("doc", row.doc)];
        TableText::from_row("tinytc instructions", row.section, fields)
    });
    TableText::from_codes::<Code>("tinytc codes")
        .chain(rows)
        .chain(TableText::from_about("tinytc about", &ABOUT))
        .collect()
}
