//! `mnc2 check`: what is wrong with programs.
//!
//! Files are checked on all processors and reported in the order in which they
//! were named, those of a folder by name.

mod walk;

use std::io::Write;
use std::path::{Path, PathBuf};

use anstream::adapter::strip_bytes;
use indicatif::{ProgressBar, ProgressStyle};
use mnc2_asm::Language;
use rayon::prelude::*;

use crate::args::{CheckArguments, Format, ReportFormat};
use crate::findings::{self, Counts, github, sarif};
use crate::input::Source;
use crate::output::{Streams, WholeFile};
use crate::rules::RuleBook;
use crate::{Exit, Failure};
use crate::{fields, fix};

/// Files that are checked before their findings are written: enough work for all processors, and not
/// everything in memory at once.
const FILES_AT_ONCE: usize = 64;

/// A file that cannot be read does not keep the others from being checked.
pub(crate) fn command(arguments: &CheckArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let book = RuleBook::new(&arguments.rules, streams.language)?;
    let (files, mut complaints) = walk::programs(&arguments.paths, &book);
    let has_files = !files.is_empty();
    if arguments.fix.fix {
        let failed = fix::mend_files(&files, &arguments.fix, &book, streams)?;
        if failed || arguments.fix.diff {
            for complaint in book.take_complaints().iter().chain(&complaints) {
                streams.complain(complaint);
            }
            let failed = failed || !complaints.is_empty();
            return Ok(if failed { Exit::Failure } else { Exit::Success });
        }
    }
    let mut file = arguments.output.as_deref().map(open).transpose()?;
    let outcome = match &mut file {
        Some(file) => check(&files, arguments, &book, streams.language, file)?,
        None => check(&files, arguments, &book, streams.language, &mut streams.out)?,
    };
    if let (Some(file), Some(path)) = (file, &arguments.output) {
        file.finish().map_err(Failure::cannot_write(path))?;
    }
    let is_for_people = match arguments.format {
        ReportFormat::Text | ReportFormat::Github => true,
        // What is on standard output is to be read by a program.
        ReportFormat::Json | ReportFormat::Sarif => arguments.output.is_some(),
    };
    if is_for_people && has_files {
        let summary = outcome.counts.summary().say(streams.language);
        writeln!(streams.out, "{summary}")?;
    }
    for complaint in book.take_complaints() {
        streams.complain(&complaint);
    }
    complaints.extend(outcome.complaints);
    complaints
        .iter()
        .for_each(|complaint| streams.complain(complaint));
    let denied = arguments.deny_warnings && outcome.counts.has_warnings();
    Ok(if !complaints.is_empty() {
        Exit::Failure
    } else if outcome.counts.has_errors() || denied {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

fn open(path: &Path) -> Result<WholeFile, Failure> {
    WholeFile::create(path).map_err(Failure::cannot_write(path))
}

/// What a check of many files came to.
#[derive(Default)]
struct Outcome {
    counts: Counts,
    /// Files that could not be read, and why.
    complaints: Vec<String>,
}

/// What there is to write about one file.
struct Written {
    text: Vec<u8>,
    sarif: sarif::Log,
    counts: Counts,
}

/// Checks files and writes what was found.
fn check(
    files: &[PathBuf],
    arguments: &CheckArguments,
    book: &RuleBook,
    language: Language,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let mut log = sarif::Log::default();
    let bar = progress(files.len());
    for files in files.chunks(FILES_AT_ONCE) {
        let checked: Vec<Result<Written, Failure>> = files
            .par_iter()
            .map(|path| {
                let written = check_file(path, arguments, book, language);
                bar.inc(1);
                written
            })
            .collect();
        for written in checked {
            match written {
                Ok(written) => {
                    bar.suspend(|| out.write_all(&written.text))?;
                    outcome.counts.merge(&written.counts);
                    log.append(written.sarif);
                }
                Err(Failure::Message(message)) => outcome.complaints.push(message),
                Err(failure @ Failure::Stream(_)) => return Err(failure),
            }
        }
    }
    bar.finish_and_clear();
    if arguments.format == ReportFormat::Sarif {
        log.write(out, &outcome.complaints, language)?;
    }
    out.flush()?;
    Ok(outcome)
}

/// A bar on the terminal, where there is one and it is worth while.
fn progress(files: usize) -> ProgressBar {
    if files < 2 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("checking {bar:40} {pos}/{len} files, {eta} left");
    let bar = ProgressBar::new(files as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn check_file(
    path: &Path,
    arguments: &CheckArguments,
    book: &RuleBook,
    language: Language,
) -> Result<Written, Failure> {
    let source = Source::read(path)?;
    let rules = book.rules(path);
    let mut checked = findings::analyse(&source, &rules);
    findings::add_cures(&source, &mut checked, rules.mode);
    let mut counts = Counts::default();
    counts.add(&source, &checked);
    let shown = checked.report.worst(arguments.limit());
    let mut text = Vec::new();
    let mut log = sarif::Log::default();
    match arguments.format {
        ReportFormat::Text | ReportFormat::Json => {
            let format = match arguments.format {
                ReportFormat::Json => Format::Json,
                ReportFormat::Text | ReportFormat::Sarif | ReportFormat::Github => Format::Text,
            };
            let limit = Some(arguments.limit());
            findings::write(&mut text, &source, &checked.report, format, limit, language)?;
            if let (Some(drawn), Format::Text) = (arguments.fields.fields, format) {
                fields::write(&mut text, &source, &checked.program, &checked.report, drawn)?;
            }
        }
        ReportFormat::Sarif => log.file(path, &source, &shown, language),
        ReportFormat::Github => github::write(&mut text, path, &source, &shown, language)?,
    }
    if arguments.output.is_some() {
        // A file has no colours.
        text = strip_bytes(&text).into_vec();
    }
    Ok(Written {
        text,
        sarif: log,
        counts,
    })
}
