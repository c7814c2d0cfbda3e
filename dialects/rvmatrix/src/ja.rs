//! The Japanese of this crate's messages. A test compares it with the code and the tables.

use std::borrow::Cow;

use mnc2_text::{Catalogue, Language, TableText};

use crate::code::Code;
use crate::register::CSRS;
use crate::table::FAMILIES;

pub(crate) const CATALOGUE: Catalogue = Catalogue {
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
    let text = |table, row: &str, field, english: &'static str| TableText {
        table,
        row: row.to_owned(),
        field,
        english: Cow::Borrowed(english),
    };
    let mut texts = Vec::new();
    for code in Code::ALL {
        let row = code.row();
        texts.push(text("rvmatrix codes", row.id, "title", row.title));
        texts.push(text("rvmatrix codes", row.id, "rule", row.rule));
    }
    for family in FAMILIES {
        texts.push(text(
            "rvmatrix families",
            family.name,
            "title",
            family.title,
        ));
        texts.push(text("rvmatrix families", family.name, "doc", family.doc));
    }
    for csr in &CSRS {
        texts.push(text("rvmatrix registers", csr.name, "title", csr.title));
        texts.push(text("rvmatrix registers", csr.name, "doc", csr.doc));
    }
    for option in crate::ABOUT.options {
        texts.push(text("rvmatrix about", option.name, "doc", option.doc));
    }
    texts.push(text(
        "rvmatrix about",
        crate::ABOUT.id,
        "validated",
        crate::ABOUT.validated,
    ));
    texts
}
