//! The page of a diagnostic code: the table's row, then the page under `docs/diagnostics/`.

use crate::code::Code;

/// The pages by id, as they stood when this was built.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/diagnostic_pages.rs"));

/// What a code means, as Markdown.
#[must_use]
pub fn diagnostic(code: Code) -> String {
    let row = code.row();
    match PAGES.iter().find(|(id, _)| *id == row.id) {
        Some((_, page)) => (*page).to_owned(),
        None => format!(
            "# {}: {}\n\nSeverity: {}. Manual {}.\n",
            row.id,
            row.title,
            row.severity.name(),
            row.section
        ),
    }
}
