//! Findings as the diagnostics of the protocol.

mod reuse;

use std::borrow::Cow;

use mnc2_ide::features::diagnostics::{self, AfterQuit};
use mnc2_ide::features::words;
use mnc2_ide::session::{DocumentLanguage, RunFinding, Snapshot};
use mnc2_program::finding::generator::Generated;
use mnc2_text::{CodeTable, Finding, LineRange, Message, Note, Severity, message};
use ropey::Rope;
use serde_json::json;
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Position, Range, Uri,
};

use super::client_capabilities::ClientFeatures;
use super::document;
use super::document_view::{DocumentView, Of};
pub(super) use reuse::Kept;

/// The source of diagnostics.
pub(super) const SOURCE: &str = DocumentLanguage::SOURCE;

/// The source of what only a run finds.
const RUN_SOURCE: &str = "mnc2 run";

/// The source of what a comparison with the assembler's output shows.
const OUTPUT_SOURCE: &str = "mnc2 asm";

/// Where the documentation is.
pub(super) const DOCUMENTATION: &str = "https://github.com/mnc2/mnc2/blob/main/docs/";

/// The page of a diagnostic code.
pub(super) fn code_page(code: impl CodeTable) -> Option<Uri> {
    code.row().page_url().parse().ok()
}

/// The file that made a line of a document; `None` if the document is none of the disk, so that a path from its folder
/// means nothing.
pub(super) fn generator_uri(generated: &Generated<'_>, document: &Uri) -> Option<Uri> {
    let document = document.to_file_path()?;
    Uri::from_file_path(document.parent()?.join(generated.file))
}

/// The place in the file that made a line. Its text is not known here, so a column is taken as it is.
pub(super) fn generator_range(generated: &Generated<'_>) -> Range {
    let column = generated.column.unwrap_or(1).saturating_sub(1);
    let place = Position::new(generated.line - 1, column);
    Range::new(place, place)
}

/// The findings in a document in the form that the client takes: the worst ones, and a count of the others.
///
/// Findings of a program of MN-Core 2 that `kept` has from an earlier version of the text are not made again.
pub(super) fn diagnostics(seen: DocumentView<'_>, kept: &Kept) -> Vec<Diagnostic> {
    let features = seen.features;
    if seen.is_excluded() {
        return Vec::new();
    }
    let max = if features.pulls_diagnostics {
        diagnostics::FINDINGS_MAX
    } else {
        diagnostics::PUSHED_FINDINGS_MAX
    };
    let (mut said, omitted) = match seen.of {
        Of::Mnc2(program) => {
            let snapshot = program.snapshot;
            let shown = diagnostics::shown(snapshot.review(), max);
            let said = kept.diagnostics(shown.findings, seen, &snapshot.program);
            (said, shown.omitted)
        }
        Of::Language(snapshot) => {
            let found = snapshot.findings();
            let (shown, omitted) = diagnostics::worst(&found, max);
            let said = shown.iter().map(|finding| diagnostic(&finding, seen));
            (said.collect(), omitted)
        }
    };
    let after_quit = seen.program().and_then(|it| after_quit(seen, it.snapshot));
    let information = |line, message| Diagnostic {
        severity: Some(DiagnosticSeverity::INFORMATION),
        ..remark(seen, seen.lines(line, line), message)
    };
    let omitted = omitted.map(|omitted| information(omitted.line, omitted.message()));
    let unread = seen.unread();
    let unread = unread.map(|unread| information(0, diagnostics::unread_message(unread)));
    said.extend(after_quit.into_iter().chain(omitted).chain(unread));
    if let Of::Mnc2(program) = seen.of {
        let snapshot = program.snapshot;
        said.extend(output_diagnostics(snapshot, features));
        let of_runs = snapshot.outcomes.findings(&snapshot.program);
        said.extend(run_findings(of_runs, &snapshot.text, features));
    }
    said
}

/// The lines after the end of a program, which editors show faded.
fn after_quit(seen: DocumentView<'_>, snapshot: &Snapshot) -> Option<Diagnostic> {
    if !seen.features.unnecessary_tags || snapshot.is_unread() {
        return None;
    }
    let after = AfterQuit::from_review(&snapshot.program, snapshot.review())?;
    Some(Diagnostic {
        severity: Some(DiagnosticSeverity::HINT),
        tags: Some(vec![DiagnosticTag::UNNECESSARY]),
        ..remark(
            seen,
            seen.lines(after.first, after.last),
            AfterQuit::message(),
        )
    })
}

/// Messages about a document besides its findings.
fn remark(seen: DocumentView<'_>, range: Range, message: Message) -> Diagnostic {
    Diagnostic {
        range,
        source: Some(seen.source().to_owned()),
        message: message.say(seen.features.language()),
        ..Diagnostic::default()
    }
}

/// Where a program differs from the assembler's output next to it.
fn output_diagnostics(snapshot: &Snapshot, features: &ClientFeatures) -> Vec<Diagnostic> {
    let Some(assembled) = &snapshot.assembled else {
        return Vec::new();
    };
    let output = document::uri(&assembled.id);
    let remarks = words::remarks(snapshot).into_iter();
    let diagnostics = remarks.map(|remark| {
        let place = Position::new(remark.output_line, 0);
        let related = DiagnosticRelatedInformation {
            location: Location::new(output.clone(), Range::new(place, place)),
            message: message!("the output").say(features.language()),
        };
        Diagnostic {
            range: (features.encoding).range(&snapshot.text, remark.line, &remark.range),
            severity: Some(match remark.is_certain {
                true => DiagnosticSeverity::INFORMATION,
                false => DiagnosticSeverity::HINT,
            }),
            source: Some(OUTPUT_SOURCE.to_owned()),
            message: remark.message.say(features.language()),
            related_information: features.related_information.then(|| vec![related]),
            ..Diagnostic::default()
        }
    });
    diagnostics.collect()
}

/// What runs and judgements found, in the form that the client takes.
pub(super) fn run_findings<'a>(
    findings: impl IntoIterator<Item = &'a RunFinding>,
    text: &Rope,
    features: &ClientFeatures,
) -> Vec<Diagnostic> {
    findings
        .into_iter()
        .map(|finding| Diagnostic {
            range: features.encoding.range(text, finding.line, &finding.range),
            severity: Some(DiagnosticSeverity::WARNING),
            source: Some(RUN_SOURCE.to_owned()),
            message: finding.message.say(features.language()),
            ..Diagnostic::default()
        })
        .collect()
}

/// A finding of any language in the form that the client takes.
pub(super) fn diagnostic<C: CodeTable>(finding: &Finding<C>, seen: DocumentView<'_>) -> Diagnostic {
    let DocumentView {
        text,
        uri,
        features,
        ..
    } = seen;
    let found = &finding.diagnostic;
    let row = found.code.row();
    let language = features.language();
    let mut message = found.sentence().say(language);
    let mut related = Vec::new();
    // What is at the place of the finding itself is underlined already.
    let is_own = |note: &&mnc2_text::Note| {
        note.range.as_ref() == Some(&found.range)
            && note.line.is_none_or(|line| line == finding.line)
    };
    for note in found.notes.iter().filter(|note| !is_own(note)) {
        match place(note, finding.line) {
            Some((line, range)) if features.related_information => {
                related.push(DiagnosticRelatedInformation {
                    location: Location::new(
                        uri.clone(),
                        features.encoding.range(text, line, range),
                    ),
                    message: note.message.say(language),
                });
            }
            Some((line, _)) if line != finding.line => {
                let remark = note.message.clone();
                let remark = message!("line {line}: {remark}", line = line + 1, remark);
                message.push('\n');
                message.push_str(&remark.say(language));
            }
            Some(_) | None => {
                message.push('\n');
                message.push_str(&note.message.say(language));
            }
        }
    }
    if let Some(generated) = text
        .get_line(finding.line as usize)
        .map(Cow::from)
        .as_deref()
        .and_then(Generated::from_line)
    {
        match generator_uri(&generated, uri) {
            Some(uri) if features.related_information => {
                related.push(DiagnosticRelatedInformation {
                    location: Location::new(uri, generator_range(&generated)),
                    message: generated.message().say(language),
                });
            }
            Some(_) | None => {
                message.push('\n');
                message.push_str(&generated.message().say(language));
            }
        }
    }
    Diagnostic {
        range: features.encoding.range(text, finding.line, &found.range),
        severity: Some(severity(found.severity())),
        code: Some(NumberOrString::String(row.id.to_owned())),
        code_description: features
            .code_description
            .then(|| code_page(found.code))
            .flatten()
            .map(|href| CodeDescription { href }),
        source: Some(seen.source().to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: (features.unnecessary_tags && diagnostics::is_unnecessary(row))
            .then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: features
            .diagnostics_data
            .then(|| json!({ "manual": found.manual() })),
    }
}

/// Line and range that a note points at, if any.
fn place(note: &Note, own_line: u32) -> Option<(u32, &LineRange)> {
    Some((note.line.unwrap_or(own_line), note.range.as_ref()?))
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}
