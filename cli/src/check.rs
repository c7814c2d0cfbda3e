//! `mnc2 check`: reports what is wrong with programs.
//!
//! Files are checked on all processors and reported in the order in which they
//! were named, those of a folder by name.

use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::args::{CheckArguments, Format, ReportFormat};
use crate::findings::statistics::Statistics;
use crate::findings::{self, Counts, github, sarif, short};
use crate::input::Source;
use crate::output::{Look, Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;
use crate::watch::{self, Watched};
use crate::{Exit, Failure};
use crate::{fields, fix, walk};

/// Maximum number of files that are checked before their findings are written: enough work for all processors, and not
/// everything in memory at once.
const FILES_AT_ONCE: usize = 64;

pub(crate) fn command(arguments: &CheckArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    if arguments.statistics
        && matches!(
            arguments.format,
            ReportFormat::Sarif | ReportFormat::Github | ReportFormat::Short
        )
    {
        return Err(Failure::Message(
            "--statistics is written with --format text or json".to_owned(),
        ));
    }
    if !arguments.watch {
        return once(arguments, streams);
    }
    let watched = Watched {
        paths: &arguments.paths,
        config: arguments.rules.config.config.as_deref(),
        is_quiet: arguments.quiet,
    };
    watch::repeat(&watched, streams, |streams| once(arguments, streams))
}

/// Checks everything once. A file that cannot be read does not prevent the others from being checked.
fn once(arguments: &CheckArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let book = RuleBook::new(&arguments.rules, streams.language)?;
    let (files, mut complaints) = walk::programs(&arguments.paths, &book);
    let fixes_stdin = arguments.fix.fix
        && !arguments.fix.diff
        && files.iter().any(|path| path.as_os_str() == "-");
    if fixes_stdin {
        if files.len() + complaints.len() > 1 {
            return Err(Failure::Message(
                "`--fix -` fixes standard input alone; name files in another command".to_owned(),
            ));
        }
        return fix_stdin(arguments, &book, streams);
    }
    if let Some(output) = &arguments.output {
        refuse_inputs(output, files.iter().map(PathBuf::as_path))?;
    }
    if arguments.fix.fix {
        let failed = fix::fix_files(&files, arguments, &book, streams)?;
        if failed || arguments.fix.diff {
            let is_faulty = book.complain_to(streams);
            for complaint in &complaints {
                streams.complain(complaint);
            }
            let failed = failed || is_faulty || !complaints.is_empty();
            return Ok(if failed { Exit::Failure } else { Exit::Success });
        }
    }
    let mut file = arguments.output.as_deref().map(open).transpose()?;
    let look = streams.look();
    let mut outcome = match (&mut file, arguments.format) {
        (Some(file), _) => {
            let look = Look::plain(streams.language);
            check(&files, arguments, &book, look, file)?
        }
        (None, ReportFormat::Text) => {
            check(&files, arguments, &book, look, &mut streams.out.drawn())?
        }
        (None, _) => check(&files, arguments, &book, look, &mut streams.out)?,
    };
    finish(file, arguments)?;
    let is_for_people = match arguments.format {
        ReportFormat::Text | ReportFormat::Short | ReportFormat::Github => true,
        // Other programs read standard output.
        ReportFormat::Json | ReportFormat::Sarif => arguments.output.is_some(),
    };
    if is_for_people && !files.is_empty() && !arguments.quiet {
        let summary = outcome.counts.summary().say(streams.language);
        writeln!(streams.out, "{summary}")?;
    }
    let is_faulty = book.complain_to(streams);
    complaints.append(&mut outcome.complaints);
    for complaint in &complaints {
        streams.complain(complaint);
    }
    Ok(if is_faulty || !complaints.is_empty() {
        Exit::Failure
    } else {
        verdict(arguments, &outcome.counts)
    })
}

/// Fixes standard input: the program goes to standard output, the remaining findings to standard error.
fn fix_stdin(
    arguments: &CheckArguments,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let path = Path::new("-");
    let mut source = Source::read(path)?;
    let fixed = fix::fixed(path, &source, &arguments.fix, book)?;
    source.text = fixed.text;
    streams.out.write_all(source.byte_order_mark())?;
    streams.out.write_all(source.text.as_bytes())?;
    streams.out.flush()?;
    fix::say_fixed(&source.name, fixed.fixed, arguments, streams)?;
    let mut file = arguments.output.as_deref().map(open).transpose()?;
    let look = match &file {
        Some(_) => Look::plain(streams.language),
        None => streams.look_of_err(),
    };
    let written = check_source(path, &source, arguments, book, look)?;
    let counts = written.counts;
    let mut outcome = Outcome::default();
    let language = streams.language;
    match &mut file {
        Some(file) => {
            outcome.add(written, file)?;
            outcome.finish(arguments, language, file)?;
        }
        None => {
            outcome.add(written, &mut streams.err.drawn())?;
            outcome.finish(arguments, language, &mut streams.err)?;
        }
    }
    finish(file, arguments)?;
    let is_for_people = !matches!(arguments.format, ReportFormat::Json | ReportFormat::Sarif);
    if is_for_people && !arguments.quiet && !counts.is_empty() {
        writeln!(streams.err, "{}", counts.summary().say(language))?;
    }
    Ok(if book.complain_to(streams) {
        Exit::Failure
    } else {
        verdict(arguments, &counts)
    })
}

/// The total of the findings.
fn verdict(arguments: &CheckArguments, counts: &Counts) -> Exit {
    let denied = arguments.deny_warnings && counts.has_warnings();
    if counts.has_errors() || denied {
        Exit::ProgramErrors
    } else {
        Exit::Success
    }
}

fn open(path: &Path) -> Result<WholeFile, Failure> {
    WholeFile::create(path).map_err(Failure::cannot_write(path))
}

/// Gives the file of findings its name once it is complete.
fn finish(file: Option<WholeFile>, arguments: &CheckArguments) -> Result<(), Failure> {
    match (file, &arguments.output) {
        (Some(file), Some(path)) => file.finish().map_err(Failure::cannot_write(path)),
        _ => Ok(()),
    }
}

/// The result of checking many files.
#[derive(Default)]
struct Outcome {
    counts: Counts,
    statistics: Statistics,
    log: sarif::Log,
    /// Files that could not be read, and why.
    complaints: Vec<String>,
}

impl Outcome {
    /// Adds the findings of a file, and writes what can be written already.
    fn add(&mut self, written: Written, out: &mut impl Write) -> Result<(), Failure> {
        out.write_all(&written.text)?;
        self.counts.merge(&written.counts);
        self.statistics.merge(&written.statistics);
        self.log.append(written.log);
        Ok(())
    }

    /// Writes the parts about all files.
    fn finish(
        &mut self,
        arguments: &CheckArguments,
        language: mnc2_asm::Language,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match arguments.format {
            ReportFormat::Json if arguments.statistics => {
                self.statistics.write_json(out, language)?;
            }
            _ if arguments.statistics => self.statistics.write_text(out, language)?,
            ReportFormat::Sarif => {
                std::mem::take(&mut self.log).write(out, &self.complaints, language)?;
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

/// The output about one file.
struct Written {
    text: Vec<u8>,
    log: sarif::Log,
    counts: Counts,
    statistics: Statistics,
}

/// Checks files and writes their findings.
fn check(
    files: &[PathBuf],
    arguments: &CheckArguments,
    book: &RuleBook,
    look: Look,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let bar = if arguments.quiet {
        ProgressBar::hidden()
    } else {
        progress(files.len())
    };
    for files in files.chunks(FILES_AT_ONCE) {
        let checked: Vec<Result<Written, Failure>> = files
            .par_iter()
            .map(|path| {
                let written = Source::read(path)
                    .and_then(|source| check_source(path, &source, arguments, book, look));
                bar.inc(1);
                written
            })
            .collect();
        for written in checked {
            match written {
                Ok(written) => bar.suspend(|| outcome.add(written, out))?,
                Err(Failure::Message(message)) => outcome.complaints.push(message),
                Err(failure @ Failure::Stream(_)) => return Err(failure),
            }
        }
    }
    bar.finish_and_clear();
    outcome.finish(arguments, look.language, out)?;
    Ok(outcome)
}

/// A progress bar, if there is a terminal and more than one file.
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

fn check_source(
    path: &Path,
    source: &Source,
    arguments: &CheckArguments,
    book: &RuleBook,
    look: Look,
) -> Result<Written, Failure> {
    let language = look.language;
    let rules = book.rules(path);
    let mut checked = findings::analyse(source, &rules);
    findings::add_cures(source, &mut checked, rules.mode);
    let mut written = Written {
        text: Vec::new(),
        log: sarif::Log::default(),
        counts: Counts::default(),
        statistics: Statistics::default(),
    };
    written.counts.add(source, &checked);
    if arguments.statistics {
        written.statistics.add(&checked.report);
        return Ok(written);
    }
    let shown = checked.report.worst(arguments.limit());
    let text = &mut written.text;
    let limit = Some(arguments.limit());
    match arguments.format {
        ReportFormat::Text => {
            findings::write(text, source, &checked.report, Format::Text, limit, look)?;
            if let Some(drawn) = arguments.fields.fields {
                fields::write(text, source, &checked.program, &checked.report, drawn, look)?;
            }
        }
        ReportFormat::Json => {
            findings::write(text, source, &checked.report, Format::Json, limit, look)?;
        }
        ReportFormat::Short => short::write(text, source, &shown, language)?,
        ReportFormat::Sarif => written.log.file(path, source, &shown, language),
        ReportFormat::Github => github::write(text, path, source, &shown, language)?,
    }
    Ok(written)
}
