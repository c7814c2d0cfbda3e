//! Links in comments with their addresses.

use mnc2_assist::explain;
use mnc2_ide::features::links::{self, LinkTarget};
use mnc2_ide::features::silencing;
use mnc2_program::finding::generator::Generated;
use mnc2_text::{CodeTable as _, Place, message};
use tower_lsp::ls_types::{DocumentLink, Uri};

use crate::lsp::document_view::{DocumentView, Of, Program};
use crate::lsp::findings::{DOCUMENTATION, code_page, generator_uri};

/// A link: its range, its target, and its tooltip.
type Linked = (Place, Option<Uri>, String);

impl DocumentView<'_> {
    /// The links of a document.
    pub(in crate::lsp) fn links(self) -> Option<Vec<DocumentLink>> {
        let links = match self.of {
            Of::Mnc2(program) => self.comment_links(program),
            Of::Language(snapshot) => {
                let links = silencing::links(snapshot).into_iter();
                let language = self.features.language();
                let link = |it: silencing::CodeLink| {
                    let (line, range) = (it.line, it.range);
                    let title = language.template(it.code.row().title);
                    let target = code_page(it.code);
                    (Place { line, range }, target, title.to_owned())
                };
                links.map(link).collect()
            }
        };
        let with_tooltips = self.features.writing.link_tooltips;
        let link = |(place, target, tooltip): Linked| DocumentLink {
            range: self.range(&place),
            target,
            tooltip: with_tooltips.then_some(tooltip),
            data: None,
        };
        Some(links.into_iter().map(link).collect())
    }

    fn comment_links(self, program: Program<'_>) -> Vec<Linked> {
        let language = self.features.language();
        let found = links::links(program.snapshot).into_iter();
        let links = found.filter_map(|link| {
            let (target, tooltip) = match link.target {
                LinkTarget::Code(code) => (
                    code_page(code)?,
                    language.template(code.row().title).to_owned(),
                ),
                LinkTarget::Section(section) => (
                    section_page(section)?,
                    message!(
                        "the documentation of section {section} of the manual",
                        section
                    )
                    .say(language),
                ),
                LinkTarget::Generator => {
                    let text = program.snapshot.line_text(link.line);
                    let generated = Generated::from_line(&text)?;
                    let target = generator_place(&generated, self.uri)?;
                    (target, generated.message().say(language))
                }
            };
            let (line, range) = (link.line as u32, link.range);
            Some((Place { line, range }, Some(target), tooltip))
        });
        links.collect()
    }
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
