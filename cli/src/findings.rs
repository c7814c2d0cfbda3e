//! What a check found in one file, and how much of it is shown.

pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod sarif;
pub(crate) mod text;

use std::borrow::Cow;
use std::io::{self, Write};

use mnc2_asm::cure::{self, Subject};
use mnc2_asm::diagnostic::Severity;
use mnc2_asm::fix::Applicability;
use mnc2_asm::{Language, ModeChoice, Program, Report, Review, Rules, check_to_run};

use crate::args::Format;
use crate::input::Source;

/// Findings of a file for which the lines around are searched for a cure. A file with more has other troubles.
const CURED_MAX: usize = 1000;

/// A program and what was found in it.
pub(crate) struct Checked {
    /// The program.
    pub(crate) program: Program,
    /// What was found.
    pub(crate) report: Report,
}

/// Parses and checks a text; that it had bytes that are not UTF-8 is one finding more.
pub(crate) fn analyse(source: &Source, rules: &Rules) -> Checked {
    let program = Program::parse(&source.text);
    let not_utf8 = source
        .first_replaced
        .map(|offset| mnc2_asm::text::not_utf8(&source.text, offset));
    let report = Review::with(&program, rules, Vec::from_iter(not_utf8)).report();
    Checked { program, report }
}

/// Puts every way to mend a finding to it, also those that look at the lines around.
pub(crate) fn add_cures(source: &Source, checked: &mut Checked, mode: ModeChoice) {
    let lines = source.lines();
    let text = |line: u32| Cow::Borrowed(lines.get(line as usize).copied().unwrap_or_default());
    let subject = Subject {
        program: &checked.program,
        text: &text,
        mode,
    };
    for finding in checked.report.findings.iter_mut().take(CURED_MAX) {
        finding.diagnostic.fixes = cure::fixes(&subject, finding);
    }
}

/// Parses and checks a text that is to run.
pub(crate) fn analyse_to_run(source: &Source, rules: &Rules) -> Checked {
    let program = Program::parse(&source.text);
    let report = check_to_run(&program, rules);
    Checked { program, report }
}

/// Findings by severity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    by_severity: [usize; Severity::ALL.len()],
    fixable: usize,
    files: usize,
    lines: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, source: &Source, checked: &Checked) {
        self.files += 1;
        // The last line end ends a line; nobody counts the empty one behind it.
        let ends_with_line = source.text.is_empty() || source.text.ends_with(['\n', '\r']);
        self.lines += checked.program.len() - usize::from(ends_with_line);
        for finding in &checked.report.findings {
            let diagnostic = &finding.diagnostic;
            self.by_severity[diagnostic.severity() as usize] += 1;
            let is_fixable = diagnostic
                .fixes
                .iter()
                .any(|fix| fix.applicability == Applicability::Safe);
            self.fixable += usize::from(is_fixable);
        }
    }

    /// The counts of two lots of files together.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (count, more) in self.by_severity.iter_mut().zip(other.by_severity) {
            *count += more;
        }
        self.fixable += other.fixable;
        self.files += other.files;
        self.lines += other.lines;
    }

    pub(crate) fn has_warnings(&self) -> bool {
        self.by_severity[Severity::Warning as usize] > 0
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.by_severity[Severity::Error as usize] > 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_severity.iter().all(|&count| count == 0)
    }

    /// `2 errors, 1 warning in 3 files, 120 lines (1 fixable)`; what is not there is left out, but for errors and
    /// warnings.
    pub(crate) fn summary(&self) -> String {
        let mut parts = Vec::new();
        for severity in Severity::ALL {
            let count = self.by_severity[severity as usize];
            let always = matches!(severity, Severity::Error | Severity::Warning);
            if always || count > 0 {
                parts.push(counted(count, severity.name()));
            }
        }
        let fixable = match self.fixable {
            0 => String::new(),
            count => format!(" ({count} fixable)"),
        };
        format!(
            "{} in {}, {}{fixable}",
            parts.join(", "),
            counted(self.files, "file"),
            counted(self.lines, "line")
        )
    }
}

/// A number of things: `1 file`, `2 files`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Writes what was found in a file, as much as is wanted.
pub(crate) fn write(
    out: &mut impl Write,
    source: &Source,
    report: &Report,
    format: Format,
    limit: Option<usize>,
    language: Language,
) -> io::Result<()> {
    let shown = report.worst(limit.unwrap_or(usize::MAX));
    let left_out = report.findings.len() - shown.len();
    match format {
        Format::Text => text::write(out, source, &shown, language)?,
        Format::Json => json::write(out, source, &shown, language)?,
    }
    if left_out > 0 && format == Format::Text {
        left_out_note(out, source, left_out)?;
    }
    Ok(())
}

/// That some findings of a file are not shown.
pub(crate) fn left_out_note(out: &mut impl Write, source: &Source, count: usize) -> io::Result<()> {
    writeln!(
        out,
        "{}: {} more not shown (--max-findings 0 shows all)\n",
        source.name,
        counted(count, "finding")
    )
}
