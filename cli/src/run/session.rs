//! One run: a machine, what watches it, where dump and trace go, and what is said and saved afterwards.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mnc2_asm::{Language, Program, message};
use mnc2_emulator::strict::Strict;
use mnc2_emulator::trace::{Trace, TracedStatement};
use mnc2_emulator::{Dump, Machine, RunOptions};
use serde::Serialize;

use super::{dump, message_at, stop_message, strict, trace};
use crate::args::RunArguments;
use crate::input::Source;
use crate::output::WholeFile;
use crate::{Exit, Failure};

/// A machine, what watches it, and how far it came.
pub(super) struct Session<'a> {
    arguments: &'a RunArguments,
    source: &'a Source,
    language: Language,
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
    /// A machine with its memories filled.
    pub(super) fn new(
        arguments: &'a RunArguments,
        source: &'a Source,
        language: Language,
    ) -> Result<Self, Failure> {
        let mut machine =
            Machine::starting(arguments.machine.start()).with_threads(arguments.threads.min(4));
        let mut strict = arguments.strict.then(Strict::new);
        for transfer in &arguments.load {
            transfer.load(&mut machine, strict.as_mut())?;
        }
        let trace_file = trace_path(arguments)
            .map(|path| WholeFile::create(path).map_err(Failure::cannot_write(path)))
            .transpose()?;
        Ok(Self {
            arguments,
            source,
            language,
            machine,
            strict,
            trace_file,
            steps: 0,
            elapsed: Duration::ZERO,
            stop: None,
        })
    }

    /// Runs the inputs, then the program.
    pub(super) fn execute(
        &mut self,
        program: &Program,
        inputs: Option<(&Source, &Program)>,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> Result<(), Failure> {
        let (arguments, source, language) = (self.arguments, self.source, self.language);
        let cancel = AtomicBool::new(false);
        let format = arguments.findings.format;
        let mut failure = None;
        let mut overflow = None;
        let mut left = match arguments.max_dump_lines {
            0 => u64::MAX,
            limit => limit,
        };
        let mut sink = |line: Dump| {
            let written = if left == 0 {
                overflow = Some(dump::source_line(&line));
                false
            } else {
                left -= 1;
                dump::write(out, format, &line)
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
            (
                report.steps,
                stop_message(source, format, &report.outcome, language),
            )
        };
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
            let started = Instant::now();
            (self.steps, self.stop) = run(source, program, &options);
            self.elapsed = started.elapsed();
        }
        self.strict = observers.0.take();
        if let Some(error) = failure {
            return Err(failed(arguments.dump.as_deref(), error));
        }
        if let Some(error) = trace_failure {
            return Err(failed(trace_path(arguments), error));
        }
        if let Some(line) = overflow {
            let message = message!(
                "the run stopped at this line: the dump reached its limit of {limit:# line|# lines} \
                 (--max-dump-lines sets another, 0 none)",
                limit = arguments.max_dump_lines
            )
            .say(language);
            self.stop = Some(message_at(source, format, line, None, &message));
        }
        Ok(())
    }

    /// Says what was found and saves what is wanted.
    pub(super) fn finish(mut self, err: &mut impl Write) -> Result<Exit, Failure> {
        if let Some(file) = self.trace_file.take() {
            file.finish()
                .map_err(|error| failed(trace_path(self.arguments), error))?;
        }
        for transfer in &self.arguments.save {
            transfer.save(&self.machine)?;
        }
        if let Some(strict) = &mut self.strict {
            strict::write(err, self.arguments, self.source, strict, self.language)?;
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

/// The file that the trace goes to.
fn trace_path(arguments: &RunArguments) -> Option<&Path> {
    arguments.trace.as_ref()?.as_deref()
}

/// That a file cannot be written, or a standard stream where there is no file.
fn failed(file: Option<&Path>, error: io::Error) -> Failure {
    match file {
        Some(path) => Failure::cannot_write(path)(error),
        None => Failure::Stream(error),
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
