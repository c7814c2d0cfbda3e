//! One run: a machine, its observers, where dump and trace go, and what is reported and saved afterwards.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::strict::Strict;
use mnc2_emulator::trace::{Trace, TracedStatement};
use mnc2_emulator::watch::{self, Asserted, Said};
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_program::Program;
use mnc2_program::rules::Rules;
use mnc2_review::RunReview;
use mnc2_text::{LineRange, message};

use super::sinks::{DumpSink, TraceSink};
use super::stats::Stats;
use super::{message_at, stop_message, strict};
use crate::args::{Format, RunArguments, memory_bytes_max};
use crate::assertion_output;
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::memory_files;
use crate::output::{Look, Stream, WholeFile};

/// A machine, its observers, and how far it ran.
pub(super) struct Session<'a> {
    arguments: &'a RunArguments,
    source: &'a Source,
    look: Look,
    machine: Machine,
    strict: Option<Strict>,
    /// The target of the trace, if it is enabled and not on standard error.
    trace_file: Option<WholeFile>,
    steps: u64,
    /// The first line that was not executed.
    end_line: usize,
    elapsed: Duration,
    /// A message if the run stopped before its end.
    stop: Option<String>,
    /// The results of the program's assertions.
    said: Said,
}

impl<'a> Session<'a> {
    /// A machine with its memories filled.
    pub(super) fn new(
        arguments: &'a RunArguments,
        source: &'a Source,
        look: Look,
    ) -> Result<Self, Failure> {
        let start = arguments.machine.start();
        let mut machine = Machine::starting(start);
        let mut strict = arguments.strict.then(|| match arguments.testcase {
            Some(_) => Strict::judged(start),
            None => Strict::new(),
        });
        for transfer in &arguments.load {
            memory_files::load(transfer, &mut machine, strict.as_mut())?;
        }
        let trace_file = trace_path(arguments)
            .map(|path| WholeFile::create(path).map_err(Failure::cannot_write(path)))
            .transpose()?;
        Ok(Self {
            arguments,
            source,
            look,
            machine,
            strict,
            trace_file,
            steps: 0,
            end_line: 0,
            elapsed: Duration::ZERO,
            stop: None,
            said: Said::default(),
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
        let (arguments, source, look) = (self.arguments, self.source, self.look);
        let cancel = AtomicBool::new(false);
        let mut dump = DumpSink::new(arguments, out, &cancel);
        let lines = source.lines();
        let mut traced = TraceSink {
            arguments,
            file: self.trace_file.as_mut(),
            err,
            lines: &lines,
            cancel: &cancel,
            failure: None,
        };
        let mut write_trace = |statement: TracedStatement| traced.take(&statement);
        let is_traced = arguments.trace.is_some() || arguments.trace_lines.is_some();
        let trace = is_traced.then(|| Trace::new(arguments.pe, &mut write_trace));
        let is_observed = trace.is_some() || self.strict.is_some();
        let mut observers = (self.strict.take(), trace);
        let (machine, said) = (&mut self.machine, &mut self.said);
        let mut run = |of: &Source, program: &Program, options: &RunOptions<'_>| {
            // The assertions of a testcase are not of this program.
            let is_own = std::ptr::eq(of, source);
            let stops = asserted_lines(program, is_own);
            let mut visit = |line: u32, machine: &Machine| {
                if let Some((range, asserted)) = checked(program, line, &lines, arguments, machine)
                {
                    said.add(line, range, asserted);
                }
            };
            let mut sink = |line: Dump| dump.take(&line);
            let report = if is_observed {
                let observers = &mut observers;
                machine.run_visited(program, options, &mut sink, observers, &stops, &mut visit)
            } else {
                let observer = &mut Unobserved;
                machine.run_visited(program, options, &mut sink, observer, &stops, &mut visit)
            };
            let stop = stop_message(of, arguments.findings.format, &report.outcome, look);
            (report, stop)
        };
        let limits = RunOptions {
            budget_bytes: memory_bytes_max(arguments.max_memory),
            cancel: Some(&cancel),
            ..RunOptions::default()
        };
        if let Some((source, program)) = inputs {
            self.stop = run(source, program, &limits).1;
        }
        if self.stop.is_none() {
            let options = RunOptions {
                until_line: arguments.until.map(|line| line.get() - 1),
                budget_steps: arguments.max_steps.unwrap_or(u64::MAX),
                ..limits
            };
            let started = Instant::now();
            let (report, stop) = run(source, program, &options);
            self.elapsed = started.elapsed();
            (self.steps, self.stop) = (report.steps, stop);
            self.end_line = end_line(&report.outcome, program, options.until_line);
        }
        self.strict = observers.0.take();
        let trace_failure = traced.failure;
        if trace_failure.is_none() {
            self.print(&mut dump)?;
        }
        if let Some(error) = dump.failure {
            return Err(failed(arguments.dump.as_deref(), error));
        }
        if let Some(error) = trace_failure {
            return Err(failed(trace_path(arguments), error));
        }
        if let Some(line) = dump.overflow {
            let message = message!(
                "the run stopped at this line: the dump reached its limit of {limit:# line|# lines} \
                 (--max-dump-lines sets another, 0 none)",
                limit = arguments.max_dump_lines
            )
            .say(look.language);
            let format = arguments.findings.format;
            self.stop = Some(message_at(source, format, line, None, &message, look));
        }
        Ok(())
    }

    /// Writes the output that the command line requests after the run, until it cannot be written.
    fn print(&mut self, dump: &mut DumpSink<'_, impl Write>) -> Result<(), Failure> {
        for print in &self.arguments.print {
            if dump.failure.is_some() || dump.overflow.is_some() {
                break;
            }
            let mut sink = |line: Dump| dump.take_printed(&line);
            let options = RunOptions::default();
            let report = self.machine.run(&print.program, &options, &mut sink);
            if let Outcome::NotInterpretable { error, .. } = report.outcome {
                return Err(Failure::Message(format!(
                    "--print: `{}`: address {} of {}: {}",
                    print.statement,
                    error.address,
                    error.element,
                    error.reason.message().say(self.look.language)
                )));
            }
        }
        Ok(())
    }

    /// Reports the findings and saves the requested memories.
    ///
    /// Data that is saved to standard output goes to `out`.
    pub(super) fn finish(
        mut self,
        program: &Program,
        rules: &Rules,
        clock_mhz: Option<u32>,
        out: &mut impl Write,
        err: &mut Stream<io::Stderr>,
    ) -> Result<Exit, Failure> {
        let language = self.look.language;
        if let Some(file) = self.trace_file.take() {
            file.finish()
                .map_err(|error| failed(trace_path(self.arguments), error))?;
        }
        for transfer in &self.arguments.save {
            memory_files::save(transfer, &self.machine, out)?;
        }
        if let Some(strict) = &mut self.strict {
            let review = RunReview::new(program, rules);
            let (arguments, source) = (self.arguments, self.source);
            strict::write(
                &mut err.drawn(),
                arguments,
                source,
                strict,
                review,
                self.look,
            )?;
        }
        let format = self.arguments.findings.format;
        let fails =
            assertion_output::write(&mut err.drawn(), format, self.source, &self.said, self.look)?;
        if self.arguments.stats {
            let mut stats = Stats::new(program, self.end_line);
            stats.steps = self.steps;
            stats.seconds = self.elapsed.as_secs_f64();
            stats.memory_bytes = self.machine.chip().memory_bytes();
            stats.state_hash = self.machine.state_hash();
            if let Some(clock_mhz) = clock_mhz {
                stats.clock_mhz = clock_mhz;
            }
            match self.arguments.findings.format {
                Format::Json => stats.write_json(err)?,
                Format::Text => stats.write_text(err, language)?,
            }
        }
        match self.stop {
            None if fails => Ok(Exit::ProgramErrors),
            None => Ok(Exit::Success),
            Some(message) => {
                writeln!(err.drawn(), "{message}")?;
                Ok(Exit::Stopped)
            }
        }
    }
}

/// The lines whose assertions are about a point in time of the run, if they are of the program itself.
fn asserted_lines(program: &Program, is_own: bool) -> Vec<u32> {
    let assertions = program.assertion_lines();
    let of_run = assertions.filter(|(_, assertion)| is_own && assertion.is_of_run());
    of_run.map(|(line, _)| line as u32).collect()
}

/// The result of a line's assertion on the machine, and its place.
fn checked(
    program: &Program,
    line: u32,
    lines: &[&str],
    arguments: &RunArguments,
    machine: &Machine,
) -> Option<(LineRange, Asserted)> {
    let assertion = program.line(line as usize)?.assertion.as_deref()?;
    let text = lines.get(line as usize).copied().unwrap_or_default();
    let asserted = watch::check(machine, assertion, text, arguments.pe)?;
    Some((assertion.range.clone(), asserted))
}

/// The first line that was not executed.
fn end_line(outcome: &Outcome, program: &Program, until: Option<u32>) -> usize {
    match outcome {
        Outcome::Finished => program.len(),
        // The line itself was executed.
        Outcome::ReachedLine => until.map_or(program.len(), |line| line as usize + 1),
        Outcome::StoppedAtLimit { line }
        | Outcome::StoppedAtMemory { line }
        | Outcome::NotExecutable { line, .. }
        | Outcome::NotInterpretable { line, .. }
        | Outcome::Cancelled { line } => *line as usize,
    }
}

/// The file that the trace goes to.
pub(super) fn trace_path(arguments: &RunArguments) -> Option<&Path> {
    arguments.trace.as_ref()?.as_deref()
}

/// The failure to write a file, or a standard stream if there is no file.
fn failed(file: Option<&Path>, error: io::Error) -> Failure {
    match file {
        Some(path) => Failure::cannot_write(path)(error),
        None => Failure::Stream(error),
    }
}
