//! `mnc2 run`: executes a program and writes its dump.

mod strict;
mod trace;

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mnc2_asm::testcase::{INSERTION_MARKER, input_part};
use mnc2_asm::{LineRange, Program};
use mnc2_emulator::dump::value::Uninterpretable;
use mnc2_emulator::strict::Strict;
use mnc2_emulator::trace::{Trace, TracedStatement};
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use serde::Serialize;

use crate::args::{Format, RunArguments};
use crate::findings::{self, Checked, Counts};
use crate::input::Source;
use crate::output::{Streams, WholeFile};
use crate::{Exit, Failure};

pub(crate) fn command(arguments: &RunArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let path = arguments.file.as_ref().or(arguments.input.as_ref());
    let source = Source::read(path.map_or(Path::new("-"), PathBuf::as_path))?;
    let inputs = arguments
        .testcase
        .as_deref()
        .map(|path| read_testcase(path, arguments))
        .transpose()?;
    let checked = findings::analyse(&source, arguments.findings.mode_choice());
    let line_count = checked.program.lines().len();
    if let Some(until) = arguments.until
        && until.get() as usize > line_count
    {
        return Err(Failure::Message(format!(
            "`{}` has {line_count} lines, there is no line {until} to run to",
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
        let lines = findings::counted(runnable.skipped, "line");
        writeln!(streams.err, "--force: {lines} with errors skipped")?;
        streams.err.flush()?;
    }
    let mut session = Session::new(arguments, &source)?;
    match &arguments.dump {
        Some(path) => {
            let failed = |error: io::Error| {
                Failure::Message(format!("cannot write `{}`: {error}", path.display()))
            };
            let mut file = WholeFile::create(path).map_err(failed)?;
            session
                .execute(&runnable.program, inputs, &mut file, &mut streams.err)
                .map_err(failed)?;
            file.finish().map_err(failed)?;
        }
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            session.execute(&runnable.program, inputs, &mut out, &mut streams.err)?;
            out.flush()?;
        }
    }
    session.finish(&mut streams.err)
}

/// The input part of a testcase, as a program with the testcase's line numbers.
fn read_testcase(path: &Path, arguments: &RunArguments) -> Result<(Source, Checked), Failure> {
    let source = Source::read(path)?;
    let Some(program) = input_part(&source.text) else {
        return Err(Failure::Message(format!(
            "`{}` is no testcase: it has no line `# {INSERTION_MARKER}`",
            source.name
        )));
    };
    let report = findings::report(&source, &program, arguments.findings.mode_choice());
    Ok((source, Checked { program, report }))
}

/// Tells what was found; whether there are errors.
fn report<'a>(
    arguments: &RunArguments,
    streams: &mut Streams,
    files: impl Iterator<Item = (&'a Source, &'a Checked)>,
) -> io::Result<bool> {
    let mut counts = Counts::default();
    for (source, checked) in files {
        counts.add(&checked.report);
        findings::write(
            &mut streams.err,
            source,
            &checked.report,
            &arguments.findings,
        )?;
    }
    if arguments.findings.format == Format::Text && !counts.is_empty() {
        writeln!(streams.err, "{}", counts.summary())?;
        if counts.has_errors() && !arguments.force {
            writeln!(
                streams.err,
                "not run (--force runs it without the lines in error)"
            )?;
        }
    }
    streams.err.flush()?;
    Ok(counts.has_errors())
}

/// A program without the lines that have errors of their own.
struct Runnable {
    program: Program,
    /// How many these were.
    skipped: usize,
}

fn runnable(program: &Program) -> Runnable {
    let mut skipped = 0;
    let lines = program.lines().iter().map(|line| {
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

/// A machine, what watches it, and how far it came.
struct Session<'a> {
    arguments: &'a RunArguments,
    source: &'a Source,
    machine: Machine,
    strict: Option<Strict>,
    /// Where the trace goes, if it is asked for and not to standard error.
    trace_file: Option<WholeFile>,
    steps: u64,
    elapsed: Duration,
    /// A message where the run stopped before its end.
    stop: Option<String>,
}

impl<'a> Session<'a> {
    fn new(arguments: &'a RunArguments, source: &'a Source) -> Result<Self, Failure> {
        let mut machine = Machine::starting(arguments.machine.start());
        let mut strict = arguments.strict.then(Strict::new);
        for transfer in &arguments.load {
            transfer.load(&mut machine, strict.as_mut())?;
        }
        let trace_file = match &arguments.trace {
            Some(Some(path)) => Some(WholeFile::create(path).map_err(|error| {
                Failure::Message(format!("cannot write `{}`: {error}", path.display()))
            })?),
            Some(None) | None => None,
        };
        Ok(Self {
            arguments,
            source,
            machine,
            strict,
            trace_file,
            steps: 0,
            elapsed: Duration::ZERO,
            stop: None,
        })
    }

    /// Runs the inputs, then the program.
    fn execute(
        &mut self,
        program: &Program,
        inputs: Option<(&Source, &Program)>,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<()> {
        let (arguments, source) = (self.arguments, self.source);
        let cancel = AtomicBool::new(false);
        let format = arguments.findings.format;
        let mut failure = None;
        let mut overflow = None;
        let mut left = match arguments.max_dump_lines {
            0 => u64::MAX,
            limit => limit,
        };
        let mut sink = |dump: Dump| {
            let written = if left == 0 {
                overflow = Some(source_line(&dump));
                false
            } else {
                left -= 1;
                write_dump(out, format, &dump)
                    .map_err(|error| failure = Some(error))
                    .is_ok()
            };
            if written {
                ControlFlow::Continue(())
            } else {
                cancel.store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            }
        };
        let mut trace_failure = None;
        let lines = source.lines();
        let trace_file = &mut self.trace_file;
        let mut write_trace = |statement: TracedStatement| {
            let written = match trace_file {
                Some(file) => trace::write(file, format, &lines, &statement),
                None => trace::write(err, format, &lines, &statement),
            };
            if let Err(error) = written {
                trace_failure = Some(error);
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let trace = arguments
            .trace
            .is_some()
            .then(|| Trace::new(arguments.pe, &mut write_trace));
        let is_observed = trace.is_some() || self.strict.is_some();
        let mut observers = (self.strict.take(), trace);
        let machine = &mut self.machine;
        let mut run = |source: &Source, program: &Program, options: &RunOptions<'_>| {
            let report = if is_observed {
                machine.run_observed(program, options, &mut sink, &mut observers)
            } else {
                machine.run(program, options, &mut sink)
            };
            (report.steps, stop_message(source, format, &report.outcome))
        };
        let started = Instant::now();
        if let Some((source, program)) = inputs {
            let options = RunOptions {
                cancel: Some(&cancel),
                ..RunOptions::default()
            };
            self.stop = run(source, program, &options).1;
        }
        if self.stop.is_none() {
            let options = RunOptions {
                until_line: arguments.until.map(|line| line.get() - 1),
                budget_steps: arguments.max_steps.unwrap_or(u64::MAX),
                cancel: Some(&cancel),
                ..RunOptions::default()
            };
            (self.steps, self.stop) = run(source, program, &options);
        }
        self.elapsed = started.elapsed();
        self.strict = observers.0.take();
        if let Some(error) = failure.or(trace_failure) {
            return Err(error);
        }
        if let Some(line) = overflow {
            let message = format!(
                "the run stopped at this line: the dump reached its limit of {} lines (--max-dump-lines sets another, 0 none)",
                arguments.max_dump_lines
            );
            self.stop = Some(message_at(source, format, line, None, &message));
        }
        Ok(())
    }

    /// Says what was found and saves what is wanted.
    fn finish(mut self, err: &mut impl Write) -> Result<Exit, Failure> {
        if let Some(file) = self.trace_file.take() {
            file.finish()?;
        }
        for transfer in &self.arguments.save {
            transfer.save(&self.machine)?;
        }
        if let Some(strict) = &mut self.strict {
            strict::write(err, self.arguments, self.source, strict)?;
        }
        if self.arguments.stats {
            let seconds = self.elapsed.as_secs_f64();
            let stats = Stats {
                steps: self.steps,
                seconds,
                steps_per_second: self.steps as f64 / seconds.max(f64::MIN_POSITIVE),
                memory_bytes: self.machine.chip().memory_bytes(),
                state_hash: format!("{:016x}", self.machine.state_hash()),
            };
            serde_json::to_writer(&mut *err, &stats).map_err(io::Error::from)?;
            writeln!(err)?;
        }
        match self.stop {
            None => Ok(Exit::Success),
            Some(message) => {
                writeln!(err, "{message}")?;
                Ok(Exit::Stopped)
            }
        }
    }
}

/// What `--stats` reports.
#[derive(Serialize)]
struct Stats {
    steps: u64,
    seconds: f64,
    steps_per_second: f64,
    memory_bytes: u64,
    state_hash: String,
}

/// A dump line as data.
#[derive(Serialize)]
#[serde(untagged)]
enum DumpObject<'a> {
    Get {
        line: u32,
        memory: &'static str,
        element: &'a str,
        address: u32,
        value: &'a str,
        statement: &'a str,
        text: String,
    },
    Host {
        line: u32,
        text: &'a str,
    },
}

fn write_dump(out: &mut impl Write, format: Format, dump: &Dump) -> io::Result<()> {
    match format {
        Format::Text => writeln!(out, "{dump}"),
        Format::Json => {
            let object = match dump {
                Dump::Get(line) => DumpObject::Get {
                    line: line.source_line + 1,
                    memory: line.memory,
                    element: &line.element,
                    address: line.address,
                    value: &line.value,
                    statement: &line.statement,
                    text: dump.to_string(),
                },
                Dump::Host { source_line, text } => DumpObject::Host {
                    line: source_line + 1,
                    text,
                },
            };
            serde_json::to_writer(&mut *out, &object)?;
            writeln!(out)
        }
    }
}

/// What to say when a run stopped before its end.
pub(crate) fn stop_message(source: &Source, format: Format, outcome: &Outcome) -> Option<String> {
    let (line, range, message): (u32, Option<&LineRange>, String) = match outcome {
        Outcome::Finished | Outcome::ReachedLine => return None,
        Outcome::StoppedAtLimit { line } => (
            *line,
            None,
            "the run stopped before this line: it reached the limit of steps (--max-steps)"
                .to_owned(),
        ),
        Outcome::NotExecutable { line, refusal } => (
            *line,
            Some(&refusal.range),
            format!(
                "the run stopped before this line: `{}`: {}",
                refusal.instruction, refusal.reason
            ),
        ),
        Outcome::NotInterpretable { line, error } => (
            *line,
            None,
            format!(
                "the run stopped at this line: address {} of {}: {}",
                error.address,
                error.element,
                uninterpretable(error.reason)
            ),
        ),
        Outcome::Cancelled { line } => (
            *line,
            None,
            "the run was stopped before this line".to_owned(),
        ),
    };
    Some(message_at(source, format, line, range, &message))
}

/// A message that points at a part of a line, or at all of it.
fn message_at(
    source: &Source,
    format: Format,
    line: u32,
    range: Option<&LineRange>,
    message: &str,
) -> String {
    let whole_line = 0..source
        .lines()
        .get(line as usize)
        .map_or(0, |text| text.trim_end().len() as u32);
    let range = range.unwrap_or(&whole_line);
    match format {
        Format::Text => findings::text::stop(source, line, range, message),
        Format::Json => findings::json::stop(source, line, range, message),
    }
}

/// The line that dumped, counted from 0.
const fn source_line(dump: &Dump) -> u32 {
    match dump {
        Dump::Get(line) => line.source_line,
        Dump::Host { source_line, .. } => *source_line,
    }
}

fn uninterpretable(reason: Uninterpretable) -> &'static str {
    match reason {
        Uninterpretable::TooShort => "the access is shorter than a number of this data type",
        Uninterpretable::InvalidBlock => {
            "this is no block float: the exponents of the block do not agree"
        }
    }
}
