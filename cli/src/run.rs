//! `mnc2 run`: executes a program and writes its dump.

mod dump;
mod session;
mod sinks;
mod stats;
mod strict;
mod trace;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mnc2_asm::testcase::input_part;
use mnc2_emulator::Outcome;
use mnc2_program::rules::Rules;
use mnc2_program::{INSERTION_MARKER, Program};
use mnc2_review::check_to_run;
use mnc2_text::{LineRange, Message, message};

use self::session::Session;
use crate::args::{Format, RunArguments};
use crate::exit::{Exit, Failure};
use crate::findings::{self, Checked, Counts};
use crate::input::Source;
use crate::languages;
use crate::memory_files;
use crate::output::{Look, Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;

pub(crate) fn command(arguments: &RunArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    arguments.simd.apply();
    let path = arguments.file.as_ref().or(arguments.input.as_ref());
    let program = path.map_or(Path::new("-"), PathBuf::as_path);
    let outputs = arguments.dump.as_deref().into_iter();
    let outputs = outputs.chain(session::trace_path(arguments));
    for output in outputs.chain(arguments.save.iter().filter_map(memory_files::output)) {
        let inputs = arguments.testcase.as_deref().into_iter();
        refuse_inputs(output, inputs.chain([program]))?;
    }
    let book = RuleBook::new(&arguments.findings.rules, streams.language)?;
    if !arguments.more.is_empty() {
        return several(arguments, program, &book, streams);
    }
    let mut source = Source::read_long_program(program)?;
    let rules = book.rules(program);
    let options = languages::options_for_file(program, &mut source, &arguments.language, &book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    if let Some(options) = options {
        let program = languages::link::Program {
            path: program.to_owned(),
            source,
            options,
        };
        return languages::run::command(arguments, &[program], &book, streams);
    }
    let memory = &arguments.memory;
    if memory.mem.is_some() || memory.memory_dump.is_some() {
        let message = message!(
            "--mem and --dump are for other languages; --load, --save and -d are for MN-Core 2"
        );
        return Err(Failure::Message(message.say(streams.language)));
    }
    if !arguments.inputs.is_empty() {
        let message = message!("--input is for models; --load is for MN-Core 2");
        return Err(Failure::Message(message.say(streams.language)));
    }
    let inputs = arguments
        .testcase
        .as_deref()
        .map(|path| read_testcase(path, &rules))
        .transpose()?;
    let checked = findings::analyse_to_run(&source, &rules);
    let line_count = source.line_count();
    if let Some(until) = arguments.until
        && until.get() as usize > line_count
    {
        return Err(Failure::Message(format!(
            "--until {until}: the last line of `{}` is {line_count}",
            source.name
        )));
    }

    let inputs = inputs.as_ref().map(|(source, checked)| (source, checked));
    let has_errors = report(
        arguments,
        streams,
        inputs.into_iter().chain([(&source, &checked)]),
    )?;
    if has_errors && !arguments.force {
        return Ok(Exit::ProgramErrors);
    }

    let inputs = inputs.map(|(source, checked)| (source, &checked.program));
    let runnable = runnable(&checked.program);
    if runnable.skipped > 0 && arguments.findings.format == Format::Text {
        let skipped = match runnable.skipped {
            1 => message!("--force: 1 line with errors skipped"),
            count => message!(
                "--force: {count:# line with errors|# lines with errors} skipped",
                count
            ),
        };
        writeln!(streams.err, "{}", skipped.say(streams.language))?;
        streams.err.flush()?;
    }
    let mut session = Session::new(arguments, &source, streams.look_of_err())?;
    match &arguments.dump {
        Some(path) => {
            let failed = Failure::cannot_write(path);
            let mut file = WholeFile::create(path).map_err(failed)?;
            session.execute(&runnable.program, inputs, &mut file, &mut streams.err)?;
            file.finish().map_err(failed)?;
        }
        None if arguments
            .save
            .iter()
            .any(|it| memory_files::output(it).is_none()) =>
        {
            // Standard output is for what `--save` writes.
            let mut out = streams.another_err();
            session.execute(&runnable.program, inputs, &mut out, &mut streams.err)?;
            out.flush()?;
        }
        None => {
            let out = &mut streams.out;
            session.execute(&runnable.program, inputs, out, &mut streams.err)?;
            out.flush()?;
        }
    }
    let clock_mhz = book.clock_mhz(program);
    let exit = session.finish(
        &runnable.program,
        &rules,
        clock_mhz,
        &mut streams.out,
        &mut streams.err,
    )?;
    streams.out.flush()?;
    Ok(exit)
}

/// The input part of a testcase, as a program with the testcase's line numbers.
/// Runs a program of several files.
fn several(
    arguments: &RunArguments,
    first: &Path,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let paths = std::iter::once(first.to_owned()).chain(arguments.more.iter().cloned());
    let paths: Vec<PathBuf> = paths.collect();
    let mut programs = languages::link::programs(&paths, &arguments.language, book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    // The last file is the program, and the others are its library.
    programs.reverse();
    languages::run::command(arguments, &programs, book, streams)
}

fn read_testcase(path: &Path, rules: &Rules) -> Result<(Source, Checked), Failure> {
    let source = Source::read(path)?;
    let Some(program) = input_part(&source.text) else {
        return Err(Failure::Message(format!(
            "`{}` is not a testcase: it has no line `# {INSERTION_MARKER}`",
            source.name
        )));
    };
    let report = check_to_run(&program, rules);
    Ok((source, Checked { program, report }))
}

/// Reports the findings; returns whether there are errors.
fn report<'a>(
    arguments: &RunArguments,
    streams: &mut Streams,
    files: impl Iterator<Item = (&'a Source, &'a Checked)>,
) -> io::Result<bool> {
    let mut counts = Counts::default();
    for (source, checked) in files {
        counts.add(source, &checked.report.findings);
        let look = streams.look_of_err();
        findings::write(
            &mut streams.err.drawn(),
            source,
            &checked.report,
            arguments.findings.format,
            arguments.findings.max_findings(),
            look,
        )?;
    }
    if arguments.findings.format == Format::Text && !counts.is_empty() {
        let summary = counts.summary().say(streams.language);
        writeln!(streams.err, "{summary}")?;
        if counts.has_errors() && !arguments.force {
            let remark = message!("not run (--force runs it without the lines in error)");
            writeln!(streams.err, "{}", remark.say(streams.language))?;
        }
    }
    streams.err.flush()?;
    Ok(counts.has_errors())
}

/// A program without the lines that have errors of their own.
struct Runnable {
    program: Program,
    /// The number of lines with errors.
    skipped: usize,
}

fn runnable(program: &Program) -> Runnable {
    let mut skipped = 0;
    if !program.has_errors() {
        return Runnable {
            program: program.clone(),
            skipped,
        };
    }
    let lines = program.iter().map(|line| {
        if line.has_error() {
            skipped += 1;
            Arc::default()
        } else {
            Arc::clone(line)
        }
    });
    let program = Program::from_lines(lines.collect());
    Runnable { program, skipped }
}

/// The message when a run stopped before its end.
pub(crate) fn stop_message(
    source: &Source,
    format: Format,
    outcome: &Outcome,
    look: Look,
) -> Option<String> {
    let (line, range, message): (u32, Option<&LineRange>, Message) = match outcome {
        Outcome::Finished | Outcome::ReachedLine => return None,
        Outcome::StoppedAtLimit { line } => (
            *line,
            None,
            message!(
                "the run stopped before this line: it reached the limit of steps (--max-steps)"
            ),
        ),
        Outcome::StoppedAtMemory { line } => (
            *line,
            None,
            message!(
                "the run stopped before this line: it reached the limit of memory (--max-memory)"
            ),
        ),
        Outcome::NotExecutable { line, refusal } => (
            *line,
            Some(&refusal.range),
            message!(
                "the run stopped before this line: `{instruction}`: {reason}",
                instruction = &refusal.instruction,
                reason = Message::from_table(refusal.reason)
            ),
        ),
        Outcome::NotInterpretable { line, error } => (
            *line,
            None,
            message!(
                "the run stopped at this line: address {address} of {element}: {reason}",
                address = error.address,
                element = &error.element,
                reason = error.reason.message()
            ),
        ),
        Outcome::Cancelled { line } => (
            *line,
            None,
            message!("the run was stopped before this line"),
        ),
    };
    let message = message.say(look.language);
    Some(message_at(source, format, line, range, &message, look))
}

/// A message that points at a part of a line, or at all of it.
fn message_at(
    source: &Source,
    format: Format,
    line: u32,
    range: Option<&LineRange>,
    message: &str,
    look: Look,
) -> String {
    let whole_line = 0..source
        .lines()
        .get(line as usize)
        .map_or(0, |text| text.trim_end().len() as u32);
    let range = range.unwrap_or(&whole_line);
    match format {
        Format::Text => findings::text::stop(source, line, range, message, look),
        Format::Json => findings::json::stop(source, line, range, message),
    }
}
