//! What a check found in one file, and how much of it is shown.

pub(crate) mod json;
pub(crate) mod text;

use std::io::{self, Write};

use mnc2_asm::diagnostic::Severity;
use mnc2_asm::{Finding, ModeChoice, Program, Report, check};

use crate::args::{FindingsArguments, Format};
use crate::input::Source;

/// A program and what was found in it.
pub(crate) struct Checked {
    /// The program.
    pub(crate) program: Program,
    /// What was found.
    pub(crate) report: Report,
}

/// Parses and checks a text.
pub(crate) fn analyse(source: &Source, mode: ModeChoice) -> Checked {
    let program = Program::parse(&source.text);
    let report = report(source, &program, mode);
    Checked { program, report }
}

/// Checks a program; that the text had bytes that are not UTF-8 is one finding more.
pub(crate) fn report(source: &Source, program: &Program, mode: ModeChoice) -> Report {
    let mut report = check(program, mode);
    if let Some(offset) = source.first_replaced {
        let finding = mnc2_asm::text::not_utf8(&source.text, offset);
        let place = report
            .findings
            .partition_point(|other| other.line < finding.line);
        report.findings.insert(place, finding);
    }
    report
}

/// Findings by severity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    by_severity: [usize; Severity::ALL.len()],
    files: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, report: &Report) {
        self.files += 1;
        for finding in &report.findings {
            self.by_severity[finding.diagnostic.severity() as usize] += 1;
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.by_severity[Severity::Error as usize] > 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_severity.iter().all(|&count| count == 0)
    }

    /// `2 errors, 1 warning in 3 files`; other severities only where there are some.
    pub(crate) fn summary(&self) -> String {
        let mut parts = Vec::new();
        for severity in Severity::ALL {
            let count = self.by_severity[severity as usize];
            let always = matches!(severity, Severity::Error | Severity::Warning);
            if always || count > 0 {
                parts.push(counted(count, severity.name()));
            }
        }
        format!("{} in {}", parts.join(", "), counted(self.files, "file"))
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
    arguments: &FindingsArguments,
) -> io::Result<()> {
    let limit = arguments.max_findings().unwrap_or(usize::MAX);
    let shown = selection(report, limit);
    let left_out = report.findings.len() - shown.len();
    match arguments.format {
        Format::Text => text::write(out, source, &shown)?,
        Format::Json => json::write(out, source, &shown)?,
    }
    if left_out > 0 && arguments.format == Format::Text {
        writeln!(
            out,
            "{}: {} more not shown (--max-findings 0 shows all)\n",
            source.name,
            counted(left_out, "finding")
        )?;
    }
    Ok(())
}

/// The worst findings up to a number, in the order of lines.
fn selection(report: &Report, limit: usize) -> Vec<&Finding> {
    let mut order: Vec<usize> = (0..report.findings.len()).collect();
    if order.len() > limit {
        order.sort_by_key(|&index| (report.findings[index].diagnostic.severity(), index));
        order.truncate(limit);
        order.sort_unstable();
    }
    order
        .into_iter()
        .map(|index| &report.findings[index])
        .collect()
}
