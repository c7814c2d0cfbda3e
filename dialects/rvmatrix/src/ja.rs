//! The Japanese of this crate's messages. A test compares it with the code and the tables.

use mnc2_text::{Catalogue, Language, TableText};

use crate::register::CSRS;
use crate::table::{FAMILIES, FAMILIES_06};
use crate::{ABOUT, Code};

/// The Japanese of this crate's messages.
pub static CATALOGUE: Catalogue = Catalogue {
    language: Language::Japanese,
    messages: || &[include_str!("ja/messages.toml"), mnc2_assembly::JAPANESE],
    tables: || {
        &[
            ("rvmatrix codes", include_str!("ja/codes.toml")),
            ("rvmatrix families", include_str!("ja/families.toml")),
            ("rvmatrix registers", include_str!("ja/registers.toml")),
            ("rvmatrix about", include_str!("ja/about.toml")),
        ]
    },
    texts,
};

/// The English of the tables.
fn texts() -> Vec<TableText> {
    let families = FAMILIES.iter().chain(FAMILIES_06).flat_map(|it| {
        let fields = [("title", it.title), ("doc", it.doc)];
        TableText::from_row("rvmatrix families", it.name, fields)
    });
    let csrs = CSRS.iter().flat_map(|it| {
        let fields = [("title", it.title), ("doc", it.doc)];
        TableText::from_row("rvmatrix registers", it.key, fields)
    });
    TableText::from_codes::<Code>("rvmatrix codes")
        .chain(families)
        .chain(csrs)
        .chain(TableText::from_about("rvmatrix about", &ABOUT))
        .collect()
}
