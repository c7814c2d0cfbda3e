//! The Japanese of this crate's messages. A test compares it with the code and the tables.

use mnc2_text::{Catalogue, Language, TableText};

use crate::register::CONTROLS;
use crate::table::FAMILIES;
use crate::{ABOUT, Code};

/// The Japanese of this crate's messages.
pub static CATALOGUE: Catalogue = Catalogue {
    language: Language::Japanese,
    messages: || &[include_str!("ja/messages.toml"), mnc2_assembly::JAPANESE],
    tables: || {
        &[
            ("naplespu codes", include_str!("ja/codes.toml")),
            ("naplespu families", include_str!("ja/families.toml")),
            ("naplespu registers", include_str!("ja/registers.toml")),
            ("naplespu about", include_str!("ja/about.toml")),
        ]
    },
    texts,
};

/// The English of the tables.
fn texts() -> Vec<TableText> {
    let families = FAMILIES.iter().flat_map(|it| {
        let fields = [("title", it.title), ("doc", it.doc)];
        TableText::from_row("naplespu families", it.name, fields)
    });
    let controls = CONTROLS.iter().flat_map(|it| {
        let fields = [("doc", it.doc)];
        TableText::from_row("naplespu registers", it.name, fields)
    });
    TableText::from_codes::<Code>("naplespu codes")
        .chain(families)
        .chain(controls)
        .chain(TableText::from_about("naplespu about", &ABOUT))
        .collect()
}
