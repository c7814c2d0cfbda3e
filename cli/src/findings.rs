//! The findings of one file, and how many of them are shown.

pub(crate) mod fold;
pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod sarif;
pub(crate) mod short;
pub(crate) mod statistics;
pub(crate) mod text;

use std::borrow::{Borrow, Cow};
use std::io::{self, Write};
use std::path::Path;

use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Rules;
use mnc2_program::rules::check::Report;
use mnc2_program::{ModeChoice, Program};
use mnc2_review::fixes::Subject;
use mnc2_review::{Reported, Review, check_to_run, fixes};
use mnc2_text::{CodeTable, Language, Message, Severity, message, most_useful};

use crate::args::{DEFAULT_FINDINGS_MAX, Format, ReportFormat};
use crate::companions::CompanionFiles;
use crate::input::Source;
use crate::output::{Look, visible};

/// Maximum number of findings of a file for which fixes are searched in the lines around. A file with more has other
/// problems.
const WITH_FIXES_MAX: usize = 1000;

/// A program and its review. The sentence of a finding is made when it is written: a file that is not a program has a
/// finding on every line.
pub(crate) struct Reviewed {
    /// The program without its text.
    pub(crate) program: Program,
    pub(crate) review: Review,
    /// The first findings, with the fixes that depend on the lines around them.
    with_fixes: Vec<Finding>,
}

/// Parses and checks a text; bytes that are not UTF-8 are one more finding.
pub(crate) fn analyse(source: &Source, rules: &Rules) -> Reviewed {
    analyse_with(source, &CompanionFiles::default(), rules)
}

/// As [`analyse`], with the files that belong to the file.
pub(crate) fn analyse_with(source: &Source, beside: &CompanionFiles, rules: &Rules) -> Reviewed {
    let program = source.program(rules);
    let not_utf8 = source
        .first_replaced
        .map(|offset| Finding::not_utf8(Code::NotUtf8, &source.text, offset));
    let review = beside.check(&program, rules, Vec::from_iter(not_utf8));
    Reviewed {
        program,
        review,
        with_fixes: Vec::new(),
    }
}

impl Reviewed {
    /// Adds the fixes that depend on the lines around a finding.
    pub(crate) fn add_fixes(&mut self, source: &Source, mode: ModeChoice) {
        if self.review.reported().is_empty() {
            return;
        }
        let lines = source.lines();
        let text = |line: u32| Cow::Borrowed(lines.get(line as usize).copied().unwrap_or_default());
        let subject = Subject {
            program: &self.program,
            text: &text,
            mode,
        };
        let first = self.review.reported().iter().take(WITH_FIXES_MAX);
        self.with_fixes = first
            .map(|reported| {
                let mut finding = self.review.finding(reported);
                finding.diagnostic.fixes = fixes::fixes(&subject, &finding);
                finding
            })
            .collect();
    }

    /// The findings in the order of lines.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Cow<'_, Finding>> {
        let reported = self.review.reported().iter().enumerate();
        reported.map(|(index, reported)| self.finding(index, reported))
    }

    /// The worst findings up to a number, in the order of lines.
    pub(crate) fn worst(&self, limit: usize) -> impl Iterator<Item = Cow<'_, Finding>> {
        let mut worst = self.review.worst(limit).into_iter().peekable();
        let reported = self.review.reported().iter().enumerate();
        reported.filter_map(move |(index, reported)| {
            worst.next_if_eq(reported)?;
            Some(self.finding(index, reported))
        })
    }

    /// Writes the worst findings as text, up to a number.
    pub(crate) fn write_text(
        &self,
        out: &mut impl Write,
        source: &Source,
        limit: usize,
        look: Look,
    ) -> io::Result<()> {
        let reported = self.review.reported().iter().enumerate();
        let about = |(_, it): &(usize, &Reported)| (it.line, it.severity, it.code);
        let finding = |&(index, it): &(usize, &Reported)| self.finding(index, it);
        write_folded(out, source, (reported, about, finding), limit, look)
    }

    fn finding(&self, index: usize, reported: &Reported) -> Cow<'_, Finding> {
        match self.with_fixes.get(index) {
            Some(finding) => Cow::Borrowed(finding),
            None => Cow::Owned(self.review.finding(reported)),
        }
    }
}

/// A program that is to run, and its findings.
pub(crate) struct Checked {
    /// The program without its text.
    pub(crate) program: Program,
    /// The findings of the check.
    pub(crate) report: Report,
}

/// Parses and checks a text that is to run.
pub(crate) fn analyse_to_run(source: &Source, rules: &Rules) -> Checked {
    let program = source.program(rules);
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
    /// The code of the first error.
    first_error: Option<&'static str>,
}

impl Counts {
    /// Counts the findings of a file.
    pub(crate) fn add<C: CodeTable>(
        &mut self,
        source: &Source,
        findings: impl IntoIterator<Item: Borrow<mnc2_text::Finding<C>>>,
    ) {
        self.files += 1;
        self.lines += source.line_count();
        for finding in findings {
            let diagnostic = &finding.borrow().diagnostic;
            self.by_severity[diagnostic.severity() as usize] += 1;
            self.fixable += usize::from(diagnostic.is_fixable());
            if diagnostic.severity() == Severity::Error {
                self.first_error.get_or_insert(diagnostic.code.row().id);
            }
        }
    }

    /// Leaves the file out, which another part of it counts already.
    pub(crate) fn continue_file(&mut self) {
        self.files = 0;
    }

    /// The sum of the counts of two sets of files.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (count, more) in self.by_severity.iter_mut().zip(other.by_severity) {
            *count += more;
        }
        self.fixable += other.fixable;
        self.files += other.files;
        self.lines += other.lines;
        self.first_error = self.first_error.or(other.first_error);
    }

    /// How to read more about the first error.
    pub(crate) fn how_to_explain(&self) -> Option<Message> {
        let code = self.first_error?;
        Some(message!("`mnc2 explain {code}` explains it", code))
    }

    pub(crate) fn has_warnings(&self) -> bool {
        self.by_severity[Severity::Warning as usize] > 0
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.by_severity[Severity::Error as usize] > 0
    }

    /// Whether no file was looked at.
    pub(crate) fn is_of_nothing(&self) -> bool {
        self.files == 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_severity.iter().all(|&count| count == 0)
    }

    /// `2 errors, 1 warning in 3 files, 120 lines (1 fixable)`; zero counts are left out, except for errors and
    /// warnings.
    pub(crate) fn summary(&self) -> Message {
        let mut parts: Option<Message> = None;
        for severity in Severity::ALL {
            let count = self.by_severity[severity as usize];
            let always = matches!(severity, Severity::Error | Severity::Warning);
            if always || count > 0 {
                let part = counted(count, severity);
                parts = Some(match parts {
                    Some(parts) => message!("{first}, {second}", first = parts, second = part),
                    None => part,
                });
            }
        }
        let files = match self.files {
            1 => message!("1 file"),
            count => message!("{count} files", count),
        };
        let lines = match self.lines {
            1 => message!("1 line"),
            count => message!("{count} lines", count),
        };
        let findings = parts.unwrap_or_default();
        match self.fixable {
            0 => message!("{findings} in {files}, {lines}", findings, files, lines),
            fixable => message!(
                "{findings} in {files}, {lines} ({fixable} fixable)",
                findings,
                files,
                lines,
                fixable
            ),
        }
    }
}

/// A number of findings: `1 error`, `2 errors`.
fn counted(count: usize, severity: Severity) -> Message {
    match (severity, count) {
        (Severity::Error, 1) => message!("1 error"),
        (Severity::Error, _) => message!("{count} errors", count),
        (Severity::Warning, 1) => message!("1 warning"),
        (Severity::Warning, _) => message!("{count} warnings", count),
        (Severity::Info, 1) => message!("1 info"),
        (Severity::Info, _) => message!("{count} infos", count),
        (Severity::Hint, 1) => message!("1 hint"),
        (Severity::Hint, _) => message!("{count} hints", count),
    }
}

/// Writes the findings of a program that is to run, as far as they are enabled.
pub(crate) fn write(
    out: &mut impl Write,
    source: &Source,
    report: &Report,
    format: Format,
    limit: Option<usize>,
    look: Look,
) -> io::Result<()> {
    let limit = limit.unwrap_or(usize::MAX);
    match format {
        Format::Text => {
            let about = |it: &&Finding| {
                let diagnostic = &it.diagnostic;
                (it.line, diagnostic.severity(), diagnostic.code)
            };
            let findings = (&report.findings, about, Clone::clone);
            write_folded(out, source, findings, limit, look)
        }
        Format::Json => json::write(out, source, report.worst(limit), look.language),
    }
}

/// Writes the worst findings as text, up to a number, without those that are [folded](fold) into others, and how many more
/// there are. Findings come as what they are made of, with line, severity and code of each, and with what makes one.
pub(crate) fn write_folded<T, C: CodeTable + Ord, F: Borrow<mnc2_text::Finding<C>>>(
    out: &mut impl Write,
    source: &Source,
    (findings, about, finding): (
        impl IntoIterator<Item = T>,
        impl Fn(&T) -> (u32, Severity, C),
        impl Fn(&T) -> F,
    ),
    limit: usize,
    look: Look,
) -> io::Result<()> {
    let place = |it: &T| {
        let (line, _, code) = about(it);
        (line, code.row().id)
    };
    let mut findings = findings.into_iter().peekable();
    if findings.peek().is_none() {
        return Ok(());
    }
    let all = fold::folded(&source.lines(), findings, place);
    let shown = most_useful(&all, limit, |it| {
        let (_, severity, code) = about(&it.finding);
        (severity, code)
    });
    let left_out = all.len() - shown.len();
    let shown = shown.into_iter().map(|it| (finding(&it.finding), it.more));
    text::write_folded(out, source, shown, look)?;
    left_out_note(out, source, left_out, look.language)
}

/// Writes those findings of a file that are shown, and how many are not.
pub(crate) fn write_shown<C: CodeTable>(
    out: &mut impl Write,
    (path, source): (&Path, &Source),
    (shown, left_out): (
        impl IntoIterator<Item: Borrow<mnc2_text::Finding<C>>>,
        usize,
    ),
    format: ReportFormat,
    look: Look,
) -> io::Result<()> {
    let language = look.language;
    match format {
        ReportFormat::Text => {
            text::write(out, source, shown, look)?;
            left_out_note(out, source, left_out, language)
        }
        ReportFormat::Json => json::write(out, source, shown, language),
        ReportFormat::Short => short::write(out, source, shown, look),
        ReportFormat::Sarif => sarif::results(out, path, source, shown, language),
        ReportFormat::Github => github::write(out, path, source, shown, language),
    }
}

/// Reports how many findings of a file are not shown, if there are any.
fn left_out_note(
    out: &mut impl Write,
    source: &Source,
    count: usize,
    language: Language,
) -> io::Result<()> {
    let name = visible(&source.name).into_owned();
    let note = match count {
        0 => return Ok(()),
        1 => message!(
            "{name}: 1 more finding not shown (--max-findings 0 shows all)",
            name
        ),
        _ => message!(
            "{name}: {count} more findings not shown (--max-findings 0 shows all)",
            name,
            count
        ),
    };
    writeln!(out, "{}\n", note.say(language))
}

/// Writes as text why a program is not assembled: the first findings, and how many more `mnc2 check` shows.
pub(crate) fn write_refusal<C: CodeTable>(
    out: &mut impl Write,
    source: &Source,
    findings: Vec<mnc2_text::Finding<C>>,
    look: Look,
) -> io::Result<()> {
    let count = findings.len().saturating_sub(DEFAULT_FINDINGS_MAX);
    text::write(
        out,
        source,
        findings.into_iter().take(DEFAULT_FINDINGS_MAX),
        look,
    )?;
    let name = visible(&source.name).into_owned();
    let note = match count {
        0 => return Ok(()),
        1 => message!(
            "{name}: 1 more finding not shown (`mnc2 check` shows it)",
            name
        ),
        _ => message!(
            "{name}: {count} more findings not shown (`mnc2 check` shows them)",
            name,
            count
        ),
    };
    writeln!(out, "{}\n", note.say(look.language))
}
