//! The findings of checked files, and their output: as they come, and in parts about all files at the end.

use std::io::{self, Write};
use std::path::PathBuf;

use mnc2_ide::languages::{Code, Listed};
use mnc2_text::{Findings, Language, Message};

use crate::args::{CheckArguments, ReportFormat};
use crate::exit::Failure;
use crate::findings::statistics::Statistics;
use crate::findings::{self, Counts, Reviewed, sarif};
use crate::input::Source;
use crate::output::Look;
use crate::{fields, languages};

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
        found.listed.into_iter().for_each(|it| self.log.note(it));
        match found.output {
            Output::Written(text) if is_log => self.log.append(out, &text)?,
            Output::Written(text) => out.write_all(&text)?,
            Output::Later(file) => {
                self.separate(is_log, out)?;
                file.write(out, arguments, look)?;
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

/// The findings of one file.
pub(super) struct Found {
    pub(super) output: Output,
    /// The parts that were not checked.
    pub(super) left_out: Option<Message>,
    pub(super) counts: Counts,
    pub(super) statistics: Statistics,
    /// The languages other than MN-Core 2.
    pub(super) listed: Vec<Listed>,
}

/// The output about one file.
pub(super) enum Output {
    Written(Vec<u8>),
    /// It is long, and is written on demand, finding by finding.
    Later(Box<File>),
}

/// A file that was checked.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    pub(super) checked: Checked,
}

/// The result of checking a file.
pub(super) enum Checked {
    /// In MN-Core 2 assembly.
    Mnc2(Reviewed),
    /// In other languages, or in programs within the file.
    Rows(Findings<Code>, Vec<Listed>),
}

impl File {
    /// The findings; the output is long if it has more than `written_at_once`.
    pub(super) fn found(
        self,
        arguments: &CheckArguments,
        look: Look,
        written_at_once: usize,
    ) -> io::Result<Found> {
        let mut counts = Counts::default();
        let mut statistics = Statistics::default();
        let (count, listed) = match &self.checked {
            Checked::Mnc2(reviewed) => {
                counts.add(&self.source, reviewed.findings());
                if arguments.statistics {
                    statistics.add(&self.source, reviewed.findings());
                }
                (reviewed.review.reported().len(), Vec::new())
            }
            Checked::Rows(found, listed) => {
                counts.add(&self.source, found.iter());
                if arguments.statistics {
                    statistics.add(&self.source, found.iter());
                }
                (found.len(), listed.clone())
            }
        };
        let output = if arguments.statistics {
            Output::Written(Vec::new())
        } else if count.min(arguments.limit()) > written_at_once {
            Output::Later(Box::new(self))
        } else {
            let mut text = Vec::new();
            self.write(&mut text, arguments, look)?;
            Output::Written(text)
        };
        Ok(Found {
            output,
            left_out: None,
            counts,
            statistics,
            listed,
        })
    }

    /// Writes the findings, as far as they are enabled.
    fn write(
        &self,
        out: &mut impl Write,
        arguments: &CheckArguments,
        look: Look,
    ) -> io::Result<()> {
        let (format, limit) = (arguments.format, arguments.limit());
        let file = (&*self.path, &self.source);
        let reviewed = match &self.checked {
            Checked::Rows(found, _) => {
                return languages::check::write(found, out, file, (format, limit), look);
            }
            Checked::Mnc2(reviewed) => reviewed,
        };
        if format == ReportFormat::Text {
            reviewed.write_text(out, &self.source, limit, look)?;
        } else {
            findings::write_shown(out, file, (reviewed.worst(limit), 0), format, look)?;
        }
        if let (ReportFormat::Text, Some(drawn)) = (format, arguments.fields.fields) {
            let Reviewed {
                program, review, ..
            } = reviewed;
            fields::write(out, &self.source, program, review, drawn, look)?;
        }
        Ok(())
    }
}
