//! An emulator process: lines come in, are executed as they come, and replies are written immediately.
//!
//! A host writes `c` lines with its data, the words of a kernel, and `e` lines for the results, and waits for their replies
//! before it writes more. Therefore all lines that have arrived are executed together, and replies are flushed before
//! the next line is waited for.

use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use mnc2_emulator::{Dump, Machine, RunOptions};
use mnc2_program::{Line, Program};
use mnc2_text::{Message, message};

use crate::early_end;
use crate::listing::ListingReader;

/// Bytes that are read together: as many as a pipe holds.
const BUFFER_BYTES: usize = 1 << 16;

/// The longest line: data for all of PDM, and some more.
const LINE_BYTES_MAX: u64 = 16 << 20;

/// The most lines that are executed together.
const BATCH_LINES_MAX: usize = 1 << 12;

/// What a reply begins with. Public hosts take what follows a colon and a blank; the word before is assumed.
const REPLY: &str = "PDM: ";

/// Why a stream ended early.
#[derive(Debug)]
pub enum StreamError {
    /// A stream cannot be read or written.
    Io(io::Error),
    /// A line cannot be read or run.
    Line {
        /// Counted from 1.
        number: u64,
        /// The reason, as a sentence.
        reason: Message,
    },
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A machine that executes a listing line by line.
pub struct Stream {
    machine: Machine,
    reader: ListingReader,
    budget_bytes: u64,
    /// Lines that were read.
    lines: u64,
}

impl Stream {
    /// A stream to a machine, whose PDM and DRAM may take this many bytes.
    #[must_use]
    pub fn new(machine: Machine, budget_bytes: u64) -> Self {
        Self {
            machine,
            reader: ListingReader::new(),
            budget_bytes,
            lines: 0,
        }
    }

    /// The machine after what has been executed.
    #[must_use]
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Executes lines until the input ends. `replies` gets what `e` reads back, `dump` the output of `d get`.
    ///
    /// # Errors
    /// If a stream fails, or at the first line that cannot be read or run. What came before it is executed.
    pub fn serve(
        &mut self,
        input: impl Read,
        replies: &mut impl Write,
        dump: &mut impl Write,
    ) -> Result<(), StreamError> {
        let mut input = BufReader::with_capacity(BUFFER_BYTES, input);
        let mut batch = Batch::default();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = (&mut input)
                .take(LINE_BYTES_MAX + 1)
                .read_until(b'\n', &mut bytes)? as u64;
            let is_end = read == 0;
            let added = match read {
                0 => Ok(()),
                read if read > LINE_BYTES_MAX => Err(message!(
                    "this line is longer than {max:# byte|# bytes} and is not read",
                    max = LINE_BYTES_MAX
                )),
                _ => self.add(&bytes, &mut batch),
            };
            let is_waiting = !input.buffer().contains(&b'\n');
            if is_end || is_waiting || added.is_err() || batch.lines.len() >= BATCH_LINES_MAX {
                self.execute(&mut batch, replies, dump)?;
            }
            added.map_err(|reason| StreamError::Line {
                number: self.lines,
                reason,
            })?;
            if is_end {
                return Ok(());
            }
        }
    }

    fn add(&mut self, bytes: &[u8], batch: &mut Batch) -> Result<(), Message> {
        self.lines += 1;
        let text = String::from_utf8_lossy(bytes);
        let before = batch.lines.len();
        let read = self
            .reader
            .read(text.trim_end_matches(['\r', '\n']), &mut batch.lines);
        let added = batch.lines.len() - before;
        batch.numbers.extend(std::iter::repeat_n(self.lines, added));
        read
    }

    /// Runs what has been read, and flushes what it answers.
    fn execute(
        &mut self,
        batch: &mut Batch,
        replies: &mut impl Write,
        dump: &mut impl Write,
    ) -> Result<(), StreamError> {
        let numbers = std::mem::take(&mut batch.numbers);
        let program = Program::from_lines(std::mem::take(&mut batch.lines));
        if program.is_empty() {
            return Ok(());
        }
        let mut failure = None;
        let mut sink = |line: Dump| {
            let written = match &line {
                Dump::Get(line) => writeln!(dump, "{line}"),
                Dump::Host { text, .. } => replies
                    .write_all(REPLY.as_bytes())
                    .and_then(|()| replies.write_all(text.as_bytes()))
                    .and_then(|()| replies.write_all(b"\n")),
            };
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let options = RunOptions {
            budget_bytes: self.budget_bytes,
            ..RunOptions::default()
        };
        let report = self.machine.run(&program, &options, &mut sink);
        if let Some(error) = failure {
            return Err(error.into());
        }
        replies.flush()?;
        dump.flush()?;
        match early_end(&report.outcome) {
            None => Ok(()),
            Some((line, reason)) => Err(StreamError::Line {
                number: numbers.get(line as usize).copied().unwrap_or_default(),
                reason,
            }),
        }
    }
}

/// Lines that have arrived.
#[derive(Default)]
struct Batch {
    lines: Vec<Arc<Line>>,
    /// The line of the input that each is from, counted from 1.
    numbers: Vec<u64>,
}
