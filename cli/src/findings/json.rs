//! Findings as JSON, one object on each line.

use std::borrow::Borrow;
use std::io::{self, Write};

use mnc2_emulator::strict;
use mnc2_program::finding::generator::Generated;
use mnc2_text::fix::line_end;
use mnc2_text::{CodeTable, Edit, Finding, Fix, Language, LineRange, Note, Severity, message};
use serde::Serialize;

use crate::columns::Columns;
use crate::input::Source;

/// A finding as it is written. Lines and columns count from 1, columns count characters, ends are exclusive.
#[derive(Debug, Serialize)]
pub(crate) struct Object<'a> {
    file: &'a str,
    /// The cell of a notebook, counted from 1; the place is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<usize>,
    #[serde(flatten)]
    place: TextRange,
    severity: &'static str,
    code: &'a str,
    message: String,
    manual: &'a str,
    notes: Vec<NoteObject>,
    fixes: Vec<FixObject>,
    /// The generator of the line, if its comment names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    generated_by: Option<GeneratedObject<'a>>,
}

/// A place in the program that made a line.
#[derive(Debug, Serialize)]
struct GeneratedObject<'a> {
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl<'a> GeneratedObject<'a> {
    fn from_line(line: &'a str) -> Option<Self> {
        let Generated {
            file, line, column, ..
        } = Generated::from_line(line)?;
        Some(Self { file, line, column })
    }
}

#[derive(Debug, Serialize)]
struct NoteObject {
    #[serde(flatten)]
    place: TextRange,
    message: String,
}

/// A fix for the finding, the preferred one first.
#[derive(Debug, Serialize)]
struct FixObject {
    title: String,
    /// Whether `--fix` applies it; the others are guesses, which `--unsafe-fixes` applies.
    safe: bool,
    /// In the order of the text, not overlapping; all of them belong together.
    edits: Vec<EditObject>,
}

/// The text between two places is replaced. A place can be the start of the line after the last one.
#[derive(Debug, Serialize)]
struct EditObject {
    #[serde(flatten)]
    place: TextRange,
    text: String,
}

/// A range in the file.
#[derive(Clone, Copy, Debug, Serialize)]
struct TextRange {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl TextRange {
    fn new(columns: &Columns<'_>, line: u32, range: &LineRange) -> Self {
        Self {
            line: line + 1,
            column: columns.column(line, range.start),
            end_line: line + 1,
            end_column: columns.column(line, range.end),
        }
    }
}

/// The number of the cell that a text is.
fn cell(source: &Source) -> Option<usize> {
    source.cell.as_ref().map(|cell| cell.number)
}

/// The reason for the end of a run, in the form of a finding.
pub(crate) fn stop(source: &Source, line: u32, range: &LineRange, message: &str) -> String {
    let object = Object {
        file: source.file(),
        cell: cell(source),
        place: TextRange::new(&Columns::new(&source.lines()), line, range),
        severity: "error",
        code: "stopped",
        message: message.to_owned(),
        manual: "",
        notes: Vec::new(),
        fixes: Vec::new(),
        generated_by: GeneratedObject::from_line(
            source
                .lines()
                .get(line as usize)
                .copied()
                .unwrap_or_default(),
        ),
    };
    // Strings and numbers always have a JSON form.
    serde_json::to_string(&object).unwrap_or_default()
}

/// A sentence of a run about a place, in the form of a finding.
pub(crate) fn plain(
    out: &mut impl Write,
    source: &Source,
    columns: &Columns<'_>,
    (line, range): (u32, &LineRange),
    (severity, code): (Severity, &str),
    message: String,
) -> io::Result<()> {
    let object = Object {
        file: source.file(),
        cell: cell(source),
        place: TextRange::new(columns, line, range),
        severity: severity.name(),
        code,
        message,
        manual: "",
        notes: Vec::new(),
        fixes: Vec::new(),
        generated_by: GeneratedObject::from_line(columns.line(line)),
    };
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

/// A finding of strict mode, in the form of a finding.
pub(crate) fn write_run_finding(
    out: &mut impl Write,
    source: &Source,
    columns: &Columns<'_>,
    finding: &strict::StrictFinding,
    (severity, code): (Severity, &str),
    language: Language,
) -> io::Result<()> {
    let notes = match &finding.kind {
        strict::FindingKind::Hazard {
            written_line,
            written_range,
            ..
        } => vec![NoteObject {
            place: TextRange::new(columns, *written_line, written_range),
            message: message!("written here").say(language),
        }],
        strict::FindingKind::Unwritten | strict::FindingKind::Zeroed => Vec::new(),
    };
    let object = Object {
        file: source.file(),
        cell: cell(source),
        place: TextRange::new(columns, finding.line, &finding.range),
        severity: severity.name(),
        code,
        message: finding.message().say(language),
        manual: finding.section(),
        notes,
        fixes: Vec::new(),
        generated_by: GeneratedObject::from_line(columns.line(finding.line)),
    };
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

pub(crate) fn write<C: CodeTable>(
    out: &mut impl Write,
    source: &Source,
    findings: impl IntoIterator<Item: Borrow<Finding<C>>>,
    language: Language,
) -> io::Result<()> {
    let lines = source.lines();
    let columns = Columns::new(&lines);
    let line_end = line_end(&source.text);
    for finding in findings {
        let finding = finding.borrow();
        let diagnostic = &finding.diagnostic;
        let object = Object {
            file: source.file(),
            cell: cell(source),
            place: TextRange::new(&columns, finding.line, &diagnostic.range),
            severity: diagnostic.severity().name(),
            code: diagnostic.code.row().id,
            message: diagnostic.message.say(language),
            manual: diagnostic.manual(),
            notes: diagnostic
                .notes
                .iter()
                .map(|note| note_object(&columns, finding, note, language))
                .collect(),
            fixes: diagnostic
                .fixes
                .iter()
                .map(|fix| FixObject {
                    title: fix.title.say(language),
                    safe: fix.is_safe(),
                    edits: edits(&columns, finding.line, fix, line_end),
                })
                .collect(),
            generated_by: GeneratedObject::from_line(columns.line(finding.line)),
        };
        serde_json::to_writer(&mut *out, &object)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn edits(columns: &Columns<'_>, line: u32, fix: &Fix, line_end: &str) -> Vec<EditObject> {
    let object = |edit: &Edit| {
        let (start_line, column) = columns.place(line, edit.start);
        let (end_line, end_column) = columns.place(line, edit.end);
        EditObject {
            place: TextRange {
                line: start_line,
                column,
                end_line,
                end_column,
            },
            text: edit.text.replace('\n', line_end),
        }
    };
    fix.edits.iter().map(object).collect()
}

/// A remark without a place gets the range of its finding.
fn note_object<C>(
    columns: &Columns<'_>,
    finding: &Finding<C>,
    note: &Note,
    language: Language,
) -> NoteObject {
    let line = note.line.unwrap_or(finding.line);
    let range = match (&note.range, note.line) {
        (Some(range), _) => range.clone(),
        (None, None) => finding.diagnostic.range.clone(),
        (None, Some(_)) => 0..0,
    };
    NoteObject {
        place: TextRange::new(columns, line, &range),
        message: note.message.say(language),
    }
}
