//! Findings as the diagnostics of the protocol.

mod kept;

use std::borrow::Cow;

use mnc2_asm::{Finding, Generated, LineRange, Message, Note, Severity, message};
use mnc2_ide::features::diagnostics::{self, AfterQuit};
use mnc2_ide::features::words;
use mnc2_ide::session::{DocumentLanguage, RunFinding, Snapshot};
use mnc2_text::CodeTable;
use ropey::Rope;
use serde_json::json;
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Position, Range, Uri,
};

use super::capabilities::ClientFeatures;
use super::document;
pub(super) use kept::Kept;

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

/// The findings of a snapshot in the form that the client takes.
///
/// Those that `kept` has from an earlier version of the text are not made again.
pub(super) fn diagnostics(
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
    kept: &Kept,
) -> Vec<Diagnostic> {
    if snapshot.is_excluded() {
        return Vec::new();
    }
    let max = if features.pulls_diagnostics {
        diagnostics::FINDINGS_MAX
    } else {
        diagnostics::PUSHED_FINDINGS_MAX
    };
    let shown = diagnostics::shown(snapshot.review(), max);
    let remark = |line, message: Message| Diagnostic {
        range: (features.encoding).range(&snapshot.text, line, &(0..u32::MAX)),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.to_owned()),
        message: message.say(features.language()),
        ..Diagnostic::default()
    };
    let omitted = shown
        .omitted
        .map(|omitted| remark(omitted.line, omitted.message()));
    let unread = snapshot
        .unread
        .map(|unread| remark(0, diagnostics::unread_message(unread)));
    let after_quit = (features.unnecessary_tags && snapshot.unread.is_none())
        .then(|| AfterQuit::of(&snapshot.program, snapshot.review()))
        .flatten()
        .map(|after| Diagnostic {
            range: Range::new(
                Position::new(after.first, 0),
                features
                    .encoding
                    .position(&snapshot.text, after.last, u32::MAX),
            ),
            severity: Some(DiagnosticSeverity::HINT),
            source: Some(SOURCE.to_owned()),
            message: AfterQuit::message().say(features.language()),
            tags: Some(vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        });
    kept.diagnostics(shown.findings, snapshot, uri, features)
        .into_iter()
        .chain(after_quit)
        .chain(omitted)
        .chain(unread)
        .chain(of_output(snapshot, features))
        .chain(run_findings(
            snapshot.outcomes.findings(&snapshot.program),
            &snapshot.text,
            features,
        ))
        .collect()
}

/// Where a program differs from the assembler's output beside it.
fn of_output(snapshot: &Snapshot, features: &ClientFeatures) -> Vec<Diagnostic> {
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

/// A finding in the form that the client takes.
pub(super) fn diagnostic(
    finding: &Finding,
    text: &Rope,
    uri: &Uri,
    features: &ClientFeatures,
) -> Diagnostic {
    let mut diagnostic = of_language(finding, SOURCE, text, uri, features);
    if features.unnecessary_tags && diagnostics::is_unnecessary(finding.diagnostic.code) {
        diagnostic.tags = Some(vec![DiagnosticTag::UNNECESSARY]);
    }
    diagnostic
}

/// A finding of any language.
pub(super) fn of_language<C: CodeTable>(
    finding: &mnc2_text::Finding<C>,
    source: &str,
    text: &Rope,
    uri: &Uri,
    features: &ClientFeatures,
) -> Diagnostic {
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
        .and_then(Generated::of)
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
        source: Some(source.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: None,
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
