//! `mnc2 check`: reports what is wrong with programs.
//!
//! Files are checked on all processors and reported in the order in which they were named, files of
//! a folder by name.

mod outcome;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use mnc2_text::message;
use rayon::prelude::*;

use outcome::{Checked, File, Found, Outcome};

use crate::args::{CheckArguments, ReportFormat};
use crate::companions::CompanionFiles;
use crate::embedded;
use crate::exit::{Exit, Failure};
use crate::findings::{self, Counts};
use crate::input::{INPUT_BYTES_MAX, INPUT_LINES_MAX, Source};
use crate::languages::link::Groups;
use crate::output::{Look, Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;
use crate::watch::{self, Watched};
use crate::{find_programs, fix, languages, notebook};

/// Maximum number of files that are checked before their findings are written: enough work for all processors, without
/// keeping all of them in memory.
const FILES_AT_ONCE: usize = 64;

/// Total length of the files that are checked together, in bytes, unless a single one is longer.
const BYTES_AT_ONCE: u64 = 64 << 20;

/// Maximum number of findings of a file that are written into memory while other files are checked. More are written
/// when it is the file's turn.
const WRITTEN_AT_ONCE_MAX: usize = 1000;

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
    let (files, mut complaints) = find_programs::checked(&arguments.paths, &book);
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
        (None, ReportFormat::Text | ReportFormat::Short) => {
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
    let is_of_nothing = outcome.counts.is_of_nothing() && !arguments.watch;
    if is_for_people && !is_of_nothing && !arguments.quiet {
        let summary = outcome.counts.summary().say(streams.language);
        writeln!(streams.out, "{summary}")?;
        // As other compilers do, for people: scripts read the summary as the last line.
        let is_drawn =
            arguments.format == ReportFormat::Text && arguments.output.is_none() && look.is_colored;
        if let Some(explain) = outcome.counts.how_to_explain().filter(|_| is_drawn) {
            writeln!(streams.out, "{}", explain.say(streams.language))?;
        }
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
    let (text, fixed) = fix::fixed(path, &source, arguments, book)?;
    source.text = Arc::new(text);
    streams.out.write_all(source.byte_order_mark())?;
    streams.out.write_all(source.text.as_bytes())?;
    streams.out.flush()?;
    fix::say_fixed(&source.name, fixed, arguments, streams)?;
    let mut file = arguments.output.as_deref().map(open).transpose()?;
    let look = match &file {
        Some(_) => Look::plain(streams.language),
        None => streams.look_of_err(),
    };
    let groups = Groups::default();
    let found = check_source(path, source, arguments, (book, &groups), look)?;
    let found = found
        .into_iter()
        .next()
        .expect("standard input is not a notebook");
    let counts = found.counts;
    let mut outcome = Outcome::default();
    let language = streams.language;
    match &mut file {
        Some(file) => {
            outcome.add(found, arguments, look, file)?;
            outcome.finish(arguments, language, file)?;
        }
        None => {
            outcome.add(found, arguments, look, &mut streams.err.drawn())?;
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

/// Checks files and writes their findings.
fn check(
    files: &[PathBuf],
    arguments: &CheckArguments,
    book: &RuleBook,
    look: Look,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let groups = Groups::new(&arguments.paths, &arguments.language, book);
    let bar = if arguments.quiet {
        ProgressBar::hidden()
    } else {
        progress(files.len())
    };
    for files in parts(files) {
        let checked: Vec<Result<Vec<Found>, Failure>> = files
            .par_iter()
            .map(|path| {
                let found = Source::read_long(path).and_then(|source| {
                    check_source(path, source, arguments, (book, &groups), look)
                });
                bar.inc(1);
                found
            })
            .collect();
        for found in checked {
            match found {
                Ok(all) => bar.suspend(|| {
                    let mut all = all.into_iter();
                    all.try_for_each(|found| outcome.add(found, arguments, look, out))
                })?,
                Err(Failure::Message(message)) => outcome.complaints.push(message),
                Err(failure @ Failure::Stream(_)) => return Err(failure),
            }
        }
    }
    bar.finish_and_clear();
    outcome.finish(arguments, look.language, out)?;
    Ok(outcome)
}

/// Files that are checked at the same time.
fn parts(files: &[PathBuf]) -> Vec<&[PathBuf]> {
    let length = |path: &PathBuf| fs::metadata(path).map_or(0, |it| it.len());
    let mut bytes = files.first().map_or(0, length);
    let mut count = 0;
    let same_part = |_: &PathBuf, next: &PathBuf| {
        (bytes, count) = (bytes + length(next), count + 1);
        let fits = bytes <= BYTES_AT_ONCE && count < FILES_AT_ONCE;
        if !fits {
            (bytes, count) = (length(next), 0);
        }
        fits
    };
    files.chunk_by(same_part).collect()
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

/// The findings of a file; a notebook has some for each cell.
fn check_source(
    path: &Path,
    mut source: Source,
    arguments: &CheckArguments,
    (book, groups): (&RuleBook, &Groups),
    look: Look,
) -> Result<Vec<Found>, Failure> {
    if notebook::is_notebook(path, &arguments.language, book) {
        return check_notebook(path, &source, arguments, book, look);
    }
    let checked = if let Some(found) = embedded::check(path, &source, &arguments.language, book)? {
        Checked::Rows(found.findings, found.languages)
    } else if let Some(mut options) =
        languages::options_for_file(path, &mut source, &arguments.language, book)?
    {
        groups.set(&mut *options, path);
        let checked =
            languages::check::Checked::from_source(&source, &*options, &book.levels(path));
        Checked::Rows(checked.findings, vec![checked.text.language()])
    } else {
        return check_mnc2(path, source, arguments, book, look);
    };
    let file = File {
        path: path.to_owned(),
        source,
        checked,
    };
    Ok(vec![file.found(arguments, look, WRITTEN_AT_ONCE_MAX)?])
}

/// The findings of the cells of a notebook, which are one file.
fn check_notebook(
    path: &Path,
    source: &Source,
    arguments: &CheckArguments,
    book: &RuleBook,
    look: Look,
) -> Result<Vec<Found>, Failure> {
    let mut found = Vec::new();
    for (source, in_host) in notebook::check(path, source, book)? {
        let file = File {
            path: path.to_owned(),
            source,
            checked: Checked::Rows(in_host.findings, in_host.languages),
        };
        let mut own = file.found(arguments, look, WRITTEN_AT_ONCE_MAX)?;
        if !found.is_empty() {
            own.counts.continue_file();
        }
        found.push(own);
    }
    Ok(found)
}

fn check_mnc2(
    path: &Path,
    source: Source,
    arguments: &CheckArguments,
    book: &RuleBook,
    look: Look,
) -> Result<Vec<Found>, Failure> {
    let rules = book.rules(path);
    let beside = CompanionFiles::with_output(path, &source, arguments.link, &book.roots(path))?
        .in_testcase(path, &source, &arguments.outputs, book)?;
    let rules = beside.rules(&rules);
    let mut reviewed = findings::analyse_with(&source, &beside, &rules);
    let is_left_out = rules.levels.wants_optional() && reviewed.program.is_long();
    let left_out = is_left_out.then(|| {
        message!(
            "`{name}` is longer than {mebibytes} MiB or {lines} lines: optional rules are not checked in it",
            name = &source.name,
            mebibytes = INPUT_BYTES_MAX >> 20,
            lines = INPUT_LINES_MAX
        )
    });
    reviewed.add_fixes(&source, rules.mode);
    let file = File {
        path: path.to_owned(),
        source,
        checked: Checked::Mnc2(reviewed),
    };
    let found = file.found(arguments, look, WRITTEN_AT_ONCE_MAX)?;
    Ok(vec![Found { left_out, ..found }])
}
