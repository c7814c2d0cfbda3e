//! One run: a machine, its observers, where dump and trace go, and what is reported and saved afterwards.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mnc2_asm::{Program, Rules, RunReview, message};
use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::strict::Strict;
use mnc2_emulator::trace::{Trace, TracedStatement};
use mnc2_emulator::watch::{self, Said};
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};

use super::stats::Stats;
use super::{dump, message_at, stop_message, strict, trace};
use crate::args::{Format, RunArguments, memory_bytes_max};
use crate::asserted;
use crate::data;
use crate::ending::{Exit, Failure};
use crate::input::Source;
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
    /// What the assertions of the program said.
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
            data::load(transfer, &mut machine, strict.as_mut())?;
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
        let language = look.language;
        let cancel = AtomicBool::new(false);
        let format = arguments.findings.format;
        let budget_bytes = memory_bytes_max(arguments.max_memory);
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
            let is_wanted = match &arguments.trace_lines {
                Some(lines) => lines.contains(&statement.line),
                None => true,
            };
            if !is_wanted {
                return;
            }
            let written = match trace_file {
                Some(file) => trace::write(file, format, &lines, &statement),
                None => trace::write(err, format, &lines, &statement),
            };
            if let Err(error) = written {
                trace_failure = Some(error);
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let is_traced = arguments.trace.is_some() || arguments.trace_lines.is_some();
        let trace = is_traced.then(|| Trace::new(arguments.pe, &mut write_trace));
        let is_observed = trace.is_some() || self.strict.is_some();
        let mut observers = (self.strict.take(), trace);
        let machine = &mut self.machine;
        let (own, said) = (self.source, &mut self.said);
        let mut run = |source: &Source, program: &Program, options: &RunOptions<'_>| {
            let assertions = program.assertion_lines();
            // Those of a testcase are not of this program.
            let is_own = std::ptr::eq(source, own);
            let of_run = assertions.filter(|(_, assertion)| is_own && assertion.is_of_run());
            let stops: Vec<u32> = of_run.map(|(line, _)| line as u32).collect();
            let mut visit = |line: u32, machine: &Machine| {
                let asserted = program.line(line as usize).and_then(|content| {
                    let assertion = content.assertion.as_deref()?;
                    let text = lines.get(line as usize).copied().unwrap_or_default();
                    let asserted = watch::check(machine, assertion, text, arguments.pe)?;
                    Some((assertion.range.clone(), asserted))
                });
                if let Some((range, asserted)) = asserted {
                    said.add(line, range, asserted);
                }
            };
            let report = if is_observed {
                let observers = &mut observers;
                machine.run_visited(program, options, &mut sink, observers, &stops, &mut visit)
            } else {
                let observer = &mut Unobserved;
                machine.run_visited(program, options, &mut sink, observer, &stops, &mut visit)
            };
            let stop = stop_message(source, format, &report.outcome, look);
            (report, stop)
        };
        if let Some((source, program)) = inputs {
            let options = RunOptions {
                budget_bytes,
                cancel: Some(&cancel),
                ..RunOptions::default()
            };
            self.stop = run(source, program, &options).1;
        }
        if self.stop.is_none() {
            let options = RunOptions {
                until_line: arguments.until.map(|line| line.get() - 1),
                budget_steps: arguments.max_steps.unwrap_or(u64::MAX),
                budget_bytes,
                cancel: Some(&cancel),
                ..RunOptions::default()
            };
            let started = Instant::now();
            let (report, stop) = run(source, program, &options);
            self.elapsed = started.elapsed();
            (self.steps, self.stop) = (report.steps, stop);
            self.end_line = match report.outcome {
                Outcome::Finished => program.len(),
                Outcome::ReachedLine => options.until_line.map_or(program.len(), |line| {
                    // The line itself was executed.
                    line as usize + 1
                }),
                Outcome::StoppedAtLimit { line }
                | Outcome::StoppedAtMemory { line }
                | Outcome::NotExecutable { line, .. }
                | Outcome::NotInterpretable { line, .. }
                | Outcome::Cancelled { line } => line as usize,
            };
        }
        self.strict = observers.0.take();
        for print in &arguments.print {
            if failure.is_some() || trace_failure.is_some() || overflow.is_some() {
                break;
            }
            let mut sink = |line: Dump| match dump::write_printed(out, format, &line) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            };
            let report = self
                .machine
                .run(&print.program, &RunOptions::default(), &mut sink);
            if let Outcome::NotInterpretable { error, .. } = report.outcome {
                return Err(Failure::Message(format!(
                    "--print: `{}`: address {} of {}: {}",
                    print.statement,
                    error.address,
                    error.element,
                    error.reason.message().say(language)
                )));
            }
        }
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
            self.stop = Some(message_at(source, format, line, None, &message, look));
        }
        Ok(())
    }

    /// Reports the findings and saves the memories asked for.
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
            data::save(transfer, &self.machine, out)?;
        }
        if let Some(strict) = &mut self.strict {
            let review = RunReview::of(program, rules);
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
        let fails = asserted::write(&mut err.drawn(), format, self.source, &self.said, self.look)?;
        if self.arguments.stats {
            let mut stats = Stats::of(program, self.end_line);
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
