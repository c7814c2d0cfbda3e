//! What checking files found, and how it is written: as it comes, and in parts about all files at the end.

use std::io::{self, Write};
use std::path::PathBuf;

use mnc2_asm::{Code, Language, Message};
use mnc2_ide::languages::Dialect;

use crate::args::{CheckArguments, ReportFormat};
use crate::findings::statistics::Statistics;
use crate::findings::{self, Counts, Reviewed, github, sarif, short};
use crate::input::Source;
use crate::languages::check::Checked;
use crate::output::Look;
use crate::{Failure, fields};

/// The result of checking many files.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) counts: Counts,
    statistics: Statistics,
    log: sarif::Log,
    /// Files that could not be read, and why.
    pub(super) complaints: Vec<String>,
}

impl Outcome {
    /// Adds the findings of a file, and writes what can be written already.
    pub(super) fn add(
        &mut self,
        found: Found,
        arguments: &CheckArguments,
        look: Look,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        self.counts.merge(&found.counts);
        let left_out = found.left_out.map(|it| it.say(look.language));
        self.complaints.extend(left_out);
        self.statistics.merge(&found.statistics);
        let is_log = arguments.format == ReportFormat::Sarif;
        self.log.note(found.dialect);
        match found.output {
            Output::Written(text) if is_log => self.log.append(out, &text)?,
            Output::Written(text) => out.write_all(&text)?,
            Output::Later(file) => {
                self.separate(is_log, out)?;
                file.write(out, arguments, look)?;
            }
            Output::LaterInDialect(file) => {
                self.separate(is_log, out)?;
                let (path, source) = (&file.path, &file.source);
                file.checked.write(out, path, source, arguments, look)?;
            }
        }
        Ok(())
    }

    /// Begins the results of a file in a log.
    fn separate(&mut self, is_log: bool, out: &mut impl Write) -> Result<(), Failure> {
        if is_log {
            self.log.append(out, &[])?;
            self.log.separate(out)?;
        }
        Ok(())
    }

    /// Writes the parts about all files.
    pub(super) fn finish(
        &mut self,
        arguments: &CheckArguments,
        language: Language,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match arguments.format {
            ReportFormat::Json if arguments.statistics => {
                self.statistics.write_json(out, language)?;
            }
            _ if arguments.statistics => self.statistics.write_text(out, language)?,
            ReportFormat::Sarif => {
                self.log.finish(out, &self.complaints, language)?;
            }
            ReportFormat::Text
            | ReportFormat::Short
            | ReportFormat::Json
            | ReportFormat::Github => {}
        }
        out.flush()?;
        Ok(())
    }
}

/// What was found in one file.
pub(super) struct Found {
    pub(super) output: Output,
    /// What was not looked for.
    pub(super) left_out: Option<Message>,
    pub(super) counts: Counts,
    pub(super) statistics: Statistics,
    /// The language, if it is not MN-Core 2.
    pub(super) dialect: Option<Dialect>,
}

/// The output about one file.
pub(super) enum Output {
    Written(Vec<u8>),
    /// It is long, and written where it is wanted, finding by finding.
    Later(Box<File>),
    /// The same in another language.
    LaterInDialect(Box<DialectFile>),
}

/// A file in another language that was checked.
pub(super) struct DialectFile {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    pub(super) checked: Checked,
}

/// A file that was checked.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    pub(super) reviewed: Reviewed,
}

impl File {
    /// Writes the findings, as far as they are wanted.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        arguments: &CheckArguments,
        look: Look,
    ) -> io::Result<()> {
        let Self {
            path,
            source,
            reviewed,
        } = self;
        let (language, limit) = (look.language, arguments.limit());
        let shown = || reviewed.worst(limit);
        match arguments.format {
            ReportFormat::Text => {
                let (shown, left_out) = reviewed.worst_folded(source, limit);
                let shown = shown.into_iter().map(|it| (it.finding, it.more));
                findings::text::write_folded(out, source, shown, look)?;
                findings::left_out_note(out, source, left_out, language)?;
                if let Some(drawn) = arguments.fields.fields {
                    let Reviewed {
                        program, review, ..
                    } = reviewed;
                    fields::write(out, source, program, review, drawn, look)?;
                }
                Ok(())
            }
            ReportFormat::Json => findings::json::write(out, source, shown(), language),
            ReportFormat::Short => short::write(out, source, shown(), look),
            ReportFormat::Sarif => {
                let place = |code: Code| Some(sarif::RulePlace::of(code));
                sarif::results(out, path, source, shown(), place, language)
            }
            ReportFormat::Github => github::write(out, path, source, shown(), language),
        }
    }
}
