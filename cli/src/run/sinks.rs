//! Where a run's dump and trace go. What cannot be written, or is more than was allowed, cancels the run.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use mnc2_emulator::Dump;
use mnc2_emulator::trace::TracedStatement;

use super::{dump, trace};
use crate::args::{Format, RunArguments};
use crate::output::WholeFile;

/// The output of the dump, up to its limit.
pub(super) struct DumpSink<'a, W> {
    pub(super) out: &'a mut W,
    pub(super) format: Format,
    /// Lines that may still be written.
    pub(super) left: u64,
    pub(super) cancel: &'a AtomicBool,
    /// The line of the program whose dump was the first beyond the limit.
    pub(super) overflow: Option<u32>,
    pub(super) failure: Option<io::Error>,
}

impl<'a, W: Write> DumpSink<'a, W> {
    pub(super) fn new(arguments: &RunArguments, out: &'a mut W, cancel: &'a AtomicBool) -> Self {
        Self {
            out,
            format: arguments.findings.format,
            left: match arguments.max_dump_lines {
                0 => u64::MAX,
                limit => limit,
            },
            cancel,
            overflow: None,
            failure: None,
        }
    }

    /// Takes a line of the program's own dump.
    pub(super) fn take(&mut self, line: &Dump) -> ControlFlow<()> {
        let Some(left) = self.left.checked_sub(1) else {
            self.overflow = Some(dump::source_line(line));
            return self.cancelled();
        };
        self.left = left;
        let written = dump::write(self.out, self.format, line);
        self.noted(written)
    }

    /// Takes a line that the command line requests after the run.
    pub(super) fn take_printed(&mut self, line: &Dump) -> ControlFlow<()> {
        let written = dump::write_printed(self.out, self.format, line);
        self.noted(written)
    }

    fn noted(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                self.cancelled()
            }
        }
    }

    fn cancelled(&self) -> ControlFlow<()> {
        self.cancel.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }
}

/// The output of the trace: a file, or standard error.
pub(super) struct TraceSink<'a, W> {
    pub(super) arguments: &'a RunArguments,
    pub(super) file: Option<&'a mut WholeFile>,
    pub(super) err: &'a mut W,
    pub(super) lines: &'a [&'a str],
    pub(super) cancel: &'a AtomicBool,
    pub(super) failure: Option<io::Error>,
}

impl<W: Write> TraceSink<'_, W> {
    pub(super) fn take(&mut self, statement: &TracedStatement) {
        let wanted = self.arguments.trace_lines.as_ref();
        if wanted.is_some_and(|lines| !lines.contains(&statement.line)) {
            return;
        }
        let format = self.arguments.findings.format;
        let written = match &mut self.file {
            Some(file) => trace::write(file, format, self.lines, statement),
            None => trace::write(self.err, format, self.lines, statement),
        };
        if let Err(error) = written {
            self.failure = Some(error);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}
