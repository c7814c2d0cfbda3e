//! `mnc2 check` for a file in another language.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use mnc2_ide::features::diagnostics;
use mnc2_ide::languages::{self, Code, Options, Text};
use mnc2_text::{Diagnostic, Finding, Findings, LevelChoices, fix, line};

use crate::args::{FixArguments, Format, ReportFormat};
use crate::exit::Failure;
use crate::findings;
use crate::input::Source;
use crate::output::Look;

/// The lines of a text.
type Lines<'a> = Box<dyn Iterator<Item = Cow<'a, str>> + 'a>;

/// A text and what was found in it.
pub(crate) struct Checked {
    /// The text as its language reads it.
    pub(crate) text: Box<dyn Text>,
    /// The findings, in the order of lines.
    pub(crate) findings: Findings<Code>,
}

impl Checked {
    /// Reads and checks a text by levels; bytes that are not UTF-8 are one more finding.
    pub(crate) fn from_source(
        source: &Source,
        options: &dyn Options,
        levels: &LevelChoices,
    ) -> Self {
        Self::reviewed(source, options, |text, lines, found| {
            languages::reported(text, lines, found, levels)
        })
    }

    /// As [`Self::from_source`], for a text that is to run or to be assembled.
    pub(crate) fn to_run(source: &Source, options: &dyn Options, levels: &LevelChoices) -> Self {
        Self::reviewed(source, options, |text, lines, found| {
            languages::reported_to_run(text, lines, found, levels)
        })
    }

    fn reviewed<'a>(
        source: &'a Source,
        options: &dyn Options,
        review: impl FnOnce(&dyn Text, Lines<'a>, Findings<Code>) -> Findings<Code>,
    ) -> Self {
        let text = options.read(&source.text);
        let mut findings = text.findings(&|| false);
        if let Some(offset) = source.first_replaced {
            let code = options.language().not_utf8();
            findings.extend([Finding::not_utf8(code, &source.text, offset)]);
        }
        let lines = line::lines(&source.text).map(Cow::Borrowed);
        let findings = review(&*text, Box::new(lines), findings);
        Self { text, findings }
    }

    /// Whether it cannot be assembled or run.
    pub(crate) fn has_errors(&self) -> bool {
        (self.findings.lines()).any(|(_, diagnostic)| diagnostic.is_error())
    }

    /// Writes the findings of a program that is to run.
    pub(crate) fn write_to_run(
        &self,
        out: &mut impl Write,
        source: &Source,
        (format, limit): (Format, Option<usize>),
        look: Look,
    ) -> io::Result<()> {
        let wanted = (format.into(), limit.unwrap_or(usize::MAX));
        write(&self.findings, out, (Path::new(""), source), wanted, look)
    }
}

/// Writes the worst findings up to a number.
pub(crate) fn write(
    found: &Findings<Code>,
    out: &mut impl Write,
    file: (&Path, &Source),
    (format, limit): (ReportFormat, usize),
    look: Look,
) -> io::Result<()> {
    if format == ReportFormat::Text {
        let about = |(line, it): &(u32, &Diagnostic<Code>)| (*line, it.severity, it.code);
        let finding = |&(line, diagnostic): &(u32, &Diagnostic<Code>)| Finding {
            line,
            diagnostic: diagnostic.clone(),
        };
        let found = (found.lines(), about, finding);
        return findings::write_folded(out, file.1, found, limit, look);
    }
    let (shown, omitted) = diagnostics::worst(found, limit);
    let left_out = omitted.map_or(0, |omitted| omitted.count);
    findings::write_shown(out, file, (shown.iter(), left_out), format, look)
}

/// A text with the first fix of each finding that is trusted enough, and how many were applied.
pub(crate) fn fixed(
    source: &Source,
    options: &dyn Options,
    arguments: &FixArguments,
    levels: &LevelChoices,
) -> Result<(String, usize), Failure> {
    source.refuse_replaced()?;
    let checked = Checked::from_source(source, options, levels);
    Ok(fixed_text(source, &checked.findings, arguments))
}

/// As [`fixed`], with the findings in the text.
pub(crate) fn fixed_text(
    source: &Source,
    found: &Findings<Code>,
    arguments: &FixArguments,
) -> (String, usize) {
    let is_trusted = |fix: &&fix::Fix| fix.is_safe() || arguments.unsafe_fixes;
    let fixes = found.lines().filter_map(|(line, diagnostic)| {
        let first = diagnostic.fixes.first().filter(is_trusted)?;
        Some((line, first))
    });
    fix::apply(&source.text, fixes)
}
