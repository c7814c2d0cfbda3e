//! Findings on one line each, as compilers print them: `path:line:column: error[E0305]: message`.
//!
//! Editors and other tools read this form, so severities keep their English names; it has colours on a terminal only.

use std::borrow::Borrow;
use std::io::{self, Write};

use mnc2_text::{CodeTable, Finding, LineRange, Severity};

use crate::columns::Columns;
use crate::input::Source;
use crate::output::{Look, Paint, visible};

/// The content of one line.
pub(crate) struct Short<'a> {
    /// The line, counted from 0.
    pub(crate) line: u32,
    /// The range in the line.
    pub(crate) range: &'a LineRange,
    pub(crate) severity: Severity,
    /// The code of the diagnostic.
    pub(crate) code: &'a str,
    pub(crate) message: &'a str,
}

impl Short<'_> {
    pub(crate) fn write(
        &self,
        out: &mut impl Write,
        name: &str,
        columns: &Columns<'_>,
        look: Look,
    ) -> io::Result<()> {
        let Self {
            line,
            range,
            severity,
            code,
            message,
        } = self;
        let column = columns.column(*line, range.start);
        let line = line + 1;
        let message = message.replace(['\r', '\n'], " ");
        let (name, message) = (visible(name), visible(&message));
        let place = look.paint(Paint::Heading, format_args!("{name}:{line}:{column}:"));
        let kind = format_args!("{}[{code}]", severity.name());
        let kind = look.paint(Paint::from(*severity), kind);
        writeln!(out, "{place} {kind}: {message}")
    }
}

/// Writes the findings of a file.
pub(crate) fn write<C: CodeTable>(
    out: &mut impl Write,
    source: &Source,
    findings: impl IntoIterator<Item: Borrow<Finding<C>>>,
    look: Look,
) -> io::Result<()> {
    let lines = source.lines();
    let columns = Columns::new(&lines);
    for finding in findings {
        let finding = finding.borrow();
        let diagnostic = &finding.diagnostic;
        let short = Short {
            line: finding.line,
            range: &diagnostic.range,
            severity: diagnostic.severity(),
            code: diagnostic.code.row().id,
            message: &diagnostic.message.say(look.language),
        };
        short.write(out, &source.name, &columns, look)?;
    }
    Ok(())
}
