//! The page of a diagnostic code: the table's row, then the page under `docs/diagnostics/`.

use mnc2_program::code::Code;
use mnc2_text::Language;

/// The pages by id, as of this build.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/diagnostic_pages.rs"));

/// The meaning of a code, as Markdown.
///
/// The pages are in English; in another language title and rule come first.
#[must_use]
pub fn diagnostic(code: Code, language: Language) -> String {
    let row = code.row();
    match PAGES.iter().find(|(id, _)| *id == row.id) {
        Some((_, page)) if language == Language::English => (*page).to_owned(),
        Some((_, page)) => {
            let (title, rule) = (language.template(row.title), language.template(row.rule));
            format!("# {}: {title}\n\n{rule}\n\n---\n\n{page}", row.id)
        }
        None => format!(
            "# {}: {}\n\nSeverity: {}. Manual {}.\n",
            row.id,
            row.title,
            row.severity.name(),
            row.section
        ),
    }
}
