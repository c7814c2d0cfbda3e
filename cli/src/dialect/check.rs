//! `mnc2 check` for a file in another language.

use std::io::{self, Write};
use std::path::Path;

use mnc2_ide::dialects::{Code, Options};
use mnc2_ide::features::diagnostics;
use mnc2_text::{Finding, fix};

use crate::Failure;
use crate::args::{CheckArguments, FixArguments, Format, ReportFormat};
use crate::findings::{self, github, json, sarif, short, text};
use crate::input::Source;
use crate::output::Look;

/// A text and what was found in it.
pub(crate) struct Checked {
    /// The text as its language reads it.
    pub(crate) text: mnc2_ide::dialects::Text,
    /// The findings, in the order of lines.
    pub(crate) findings: Vec<Finding<Code>>,
}

impl Checked {
    /// Reads and checks a text; bytes that are not UTF-8 are one more finding.
    pub(crate) fn of(source: &Source, options: &Options) -> Self {
        let text = options.read(&source.text);
        let mut findings = text.findings(&|| false);
        if let Some(offset) = source.first_replaced {
            let code = options.dialect().not_utf8();
            findings.push(Finding::not_utf8(code, &source.text, offset));
            findings.sort_by_key(|finding| finding.line);
        }
        Self { text, findings }
    }

    /// Whether it cannot be assembled or run.
    pub(crate) fn has_errors(&self) -> bool {
        (self.findings.iter()).any(|finding| finding.diagnostic.is_error())
    }

    /// Writes the findings of `mnc2 check`, as far as they are wanted.
    pub(crate) fn write(
        self,
        out: &mut impl Write,
        path: &Path,
        source: &Source,
        arguments: &CheckArguments,
        look: Look,
    ) -> io::Result<()> {
        let (shown, omitted) = diagnostics::worst(self.findings, arguments.limit());
        let left_out = omitted.map_or(0, |omitted| omitted.count);
        match arguments.format {
            ReportFormat::Text => {
                text::write(out, source, shown, look)?;
                findings::left_out_note(out, source, left_out, look.language)
            }
            ReportFormat::Json => json::write(out, source, shown, look.language),
            ReportFormat::Short => short::write(out, source, shown, look.language),
            // The log lists the rules of MN-Core 2; a result of another language names its own.
            ReportFormat::Sarif => {
                sarif::results(out, path, source, shown, |_| None, look.language)
            }
            ReportFormat::Github => github::write(out, path, source, shown, look.language),
        }
    }

    /// Writes the findings of a program that is to run.
    pub(crate) fn write_to_run(
        &self,
        out: &mut impl Write,
        source: &Source,
        (format, limit): (Format, Option<usize>),
        look: Look,
    ) -> io::Result<()> {
        let max = limit.unwrap_or(usize::MAX);
        let (shown, omitted) = diagnostics::worst(self.findings.clone(), max);
        match format {
            Format::Text => {
                text::write(out, source, shown, look)?;
                let left_out = omitted.map_or(0, |omitted| omitted.count);
                findings::left_out_note(out, source, left_out, look.language)
            }
            Format::Json => json::write(out, source, shown, look.language),
        }
    }
}

/// A text with the first fix of each finding that is trusted enough, and how many were applied.
pub(crate) fn fixed(
    source: &Source,
    options: &Options,
    arguments: &FixArguments,
) -> Result<(String, usize), Failure> {
    source.refuse_replaced()?;
    let checked = Checked::of(source, options);
    let is_trusted = |fix: &&fix::Fix| fix.is_safe() || arguments.unsafe_fixes;
    let fixes = checked.findings.iter().filter_map(|finding| {
        let first = finding.diagnostic.fixes.first().filter(is_trusted)?;
        Some((finding.line, first))
    });
    Ok(fix::apply(&source.text, fixes))
}
