//! Links in comments with their addresses.

use mnc2_asm::{Generated, message};
use mnc2_assist::explain;
use mnc2_ide::features::links::{self, Target};
use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::{DocumentLink, Uri};

use crate::lsp::capabilities::ClientFeatures;
use crate::lsp::findings::{DOCUMENTATION, code_page, generator_uri};

/// The links of a document.
pub(crate) fn links(
    snapshot: &Snapshot,
    document: &Uri,
    features: &ClientFeatures,
) -> Vec<DocumentLink> {
    let language = features.language();
    links::links(snapshot)
        .into_iter()
        .filter_map(|link| {
            let (target, tooltip) = match link.target {
                Target::Code(code) => (
                    code_page(code)?,
                    language.template(code.row().title).to_owned(),
                ),
                Target::Section(section) => (
                    section_page(section)?,
                    message!(
                        "the documentation of section {section} of the manual",
                        section
                    )
                    .say(language),
                ),
                Target::Generator => {
                    let text = snapshot.line_text(link.line);
                    let generated = Generated::of(&text)?;
                    let target = generator_place(&generated, document)?;
                    (target, generated.message().say(language))
                }
            };
            Some(DocumentLink {
                range: features
                    .encoding
                    .range(&snapshot.text, link.line as u32, &link.range),
                target: Some(target),
                tooltip: features.writing.link_tooltips.then_some(tooltip),
                data: None,
            })
        })
        .collect()
}

/// The place that made a line, as editors write it after the name of a file.
fn generator_place(generated: &Generated<'_>, document: &Uri) -> Option<Uri> {
    let file = generator_uri(generated, document)?;
    let column = generated.column.map(|column| format!(",{column}"));
    let (file, line, column) = (file.as_str(), generated.line, column.unwrap_or_default());
    format!("{file}#L{line}{column}").parse().ok()
}

fn section_page(section: &str) -> Option<Uri> {
    let anchor = explain::section_anchor(section);
    format!("{DOCUMENTATION}sections.md#{anchor}").parse().ok()
}
