//! The findings of a program. Their sentences are made when they are read.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use super::Report;
use super::State;
use super::flat_list;
use super::outcome::Outcome;
use super::read_ahead::ReadAhead;
use crate::code::Code;
use crate::finding::{Diagnostic, Finding};
use crate::{Chunk, Line, Mark, ModeChoice, Operand, PeMemory, Program};
use mnc2_isa::Mode;

/// The result of checking a program, like [`Report`].
///
/// Apart from the chunks that are checked again, it costs time in proportion to the number of chunks, and a finding costs
/// nothing until it is read. Line numbers refer to the program that was checked.
#[derive(Clone, Debug)]
pub struct Findings {
    mode: Mode,
    quit_line: Option<u32>,
    /// Chunks with findings.
    parts: Vec<Part>,
    count: usize,
    /// The `mask` statement whose setting is in force at the end.
    mask_left_on: Option<Mark>,
    last_read: LastRead,
}

/// The lines of the part whose finding was written last, where the chunk does not keep them: who writes one finding
/// writes the next of the same chunk.
#[derive(Debug, Default)]
struct LastRead(Mutex<Option<(u32, Vec<Arc<Line>>)>>);

impl Clone for LastRead {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A chunk in its place.
#[derive(Clone, Debug)]
struct Part {
    start_line: u32,
    chunk: Arc<Chunk>,
    outcome: Arc<Outcome>,
    /// The places before it that its findings can name.
    before: Vec<Mark>,
}

/// A finding whose message has not been made yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwritten {
    /// Its line, counted from 0.
    pub line: u32,
    /// The code of the diagnostic.
    pub code: Code,
    /// The part it belongs to.
    part: u32,
    number: u32,
}

impl Findings {
    /// Checks a program. Lines that were checked before, in any version of the program, are not checked again.
    #[must_use]
    pub fn check(program: &Program, choice: ModeChoice) -> Self {
        Self::unless_cancelled(program, choice, &|_| false).expect("no one cancels it")
    }

    /// As [`Self::check`]. Before each chunk, `is_cancelled` is called with its first line; the result is `None` once it returns
    /// true. The chunks before it stay checked.
    #[must_use]
    pub fn unless_cancelled(
        program: &Program,
        choice: ModeChoice,
        is_cancelled: &dyn Fn(u32) -> bool,
    ) -> Option<Self> {
        let mut parts = Vec::new();
        let mut quit_line = None;
        let (mut of_rules, mut flat_lists) = (0, 0);
        let mut state: Arc<State> = Arc::default();
        let mut places: Vec<Mark> = Vec::new();
        let mut read = ReadAhead::default();
        let mut chunks = program.chunks();
        while let Some((start_line, chunk)) = chunks.next() {
            let start_line = start_line as u32;
            if is_cancelled(start_line) {
                return None;
            }
            // Lines of a short program are read already; from the chunks of a long one, only results that they keep are used.
            let lines = program.is_long().then(|| {
                let rest = chunks.clone().map(|(_, chunk)| chunk);
                read.lines(std::iter::once(chunk).chain(rest))
            });
            let lines = lines.flatten();
            let outcome = Outcome::from_chunk(chunk, &state, lines.map(Cow::Owned));
            let before = std::mem::take(&mut places);
            places.extend(
                outcome
                    .handed_over
                    .iter()
                    .map(|landmark| landmark.resolve(start_line, &before)),
            );
            state = Arc::clone(&outcome.exit);
            of_rules += outcome.found.len();
            flat_lists += outcome.flat_lists;
            let quit = outcome.quit;
            if !outcome.found.is_empty() || outcome.flat_lists != 0 {
                parts.push(Part {
                    start_line,
                    chunk: Arc::clone(chunk),
                    outcome,
                    before,
                });
            }
            if let Some(quit) = quit {
                quit_line = Some(start_line + quit);
                break;
            }
        }
        let mode = match choice {
            ModeChoice::Given(mode) => mode,
            ModeChoice::Infer if flat_lists > 0 => Mode::Flat,
            ModeChoice::Infer => Mode::AutoStride,
        };
        let count = match mode {
            Mode::AutoStride => of_rules + flat_lists,
            Mode::Flat => {
                parts.retain(|part| !part.outcome.found.is_empty());
                of_rules
            }
        };
        Some(Self {
            mode,
            quit_line,
            parts,
            count,
            mask_left_on: state
                .mask
                .left_on()
                .map(|set_in| set_in.resolve(0, &places)),
            last_read: LastRead::default(),
        })
    }

    /// The `mask` statement whose setting still masks something at the end.
    #[must_use]
    pub fn mask_left_on(&self) -> Option<Mark> {
        self.mask_left_on
    }

    /// How many chunks with findings were checked again since another check, be it of another version of the program.
    #[must_use]
    pub fn checked_anew_since(&self, before: &Self) -> usize {
        let known = |part: &&Part| {
            let mut before = before.parts.iter();
            before.any(|old| Arc::ptr_eq(&old.outcome, &part.outcome))
        };
        self.parts.iter().filter(|part| !known(part)).count()
    }

    /// The mode it was checked in.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The line of the first `quit`; it and the lines after it are not part of the program.
    #[must_use]
    pub fn quit_line(&self) -> Option<u32> {
        self.quit_line
    }

    /// The number of findings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The findings in the order of lines.
    pub fn iter(&self) -> impl Iterator<Item = Finding> {
        self.unwritten().map(|found| self.finding(found))
    }

    /// The findings in the order of lines, without their sentences.
    pub fn unwritten(&self) -> impl Iterator<Item = Unwritten> {
        (0..)
            .zip(&self.parts)
            .flat_map(|(index, part)| part.unwritten(index, self.mode))
    }

    /// A finding with its sentence.
    pub fn finding(&self, found: Unwritten) -> Finding {
        let part = &self.parts[found.part as usize];
        let number = found.number as usize;
        let diagnostic = if part.chunk.is_unread() {
            let mut last = self
                .last_read
                .0
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let (_, lines) = match &mut *last {
                Some(last) if last.0 == found.part => last,
                last => last.insert((found.part, part.chunk.pass().into_owned())),
            };
            part.diagnostic(number, lines)
        } else {
            part.diagnostic(number, part.chunk.lines())
        };
        Finding {
            line: found.line,
            diagnostic,
        }
    }

    /// A report with all findings.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            mode: self.mode,
            quit_line: self.quit_line,
            findings: self.iter().collect(),
        }
    }
}

impl Part {
    /// The findings in the chunk, which is the part with this index.
    fn unwritten(&self, part: u32, mode: Mode) -> impl Iterator<Item = Unwritten> {
        let unwritten = move |line: u32, code, number: usize| Unwritten {
            line: self.start_line + line,
            code,
            part,
            number: number as u32,
        };
        let found = &self.outcome.found;
        let of_flat_lists: Vec<Unwritten> = if mode == Mode::AutoStride {
            let lines = match self.outcome.flat_lists {
                0 => Cow::default(),
                _ => self.chunk.pass(),
            };
            (found.len()..)
                .zip(self.flat_lists(&lines))
                .map(|(number, (line, ..))| unwritten(line, flat_list::CODE, number))
                .collect()
        } else {
            Vec::new()
        };
        let mut of_flat_lists = of_flat_lists.into_iter().peekable();
        let mut found = found.iter().enumerate().peekable();
        std::iter::from_fn(move || {
            // After the findings of the line alone, before those that depend on other lines.
            let is_next = match (of_flat_lists.peek(), found.peek()) {
                (Some(flat_list), Some((_, found))) => {
                    let line = self.start_line + found.line;
                    flat_list.line < line || flat_list.line == line && !found.is_of_line()
                }
                (Some(_), None) => true,
                (None, _) => false,
            };
            if is_next {
                return of_flat_lists.next();
            }
            let (number, found) = found.next()?;
            Some(unwritten(found.line, found.code(), number))
        })
    }

    /// The finding with a number, given the lines of the chunk. The findings of the outcome come first, then the flat lists.
    fn diagnostic(&self, number: usize, lines: &[Arc<Line>]) -> Diagnostic {
        match self.outcome.found.get(number) {
            Some(found) => found.diagnostic(lines, self.start_line, &self.before),
            None => {
                let mut flat_lists = self.flat_lists(lines);
                let flat_list = flat_lists.nth(number - self.outcome.found.len());
                let (_, operand, memory) = flat_list.expect("it was counted");
                flat_list::in_auto_stride((operand, memory))
            }
        }
    }

    /// The flat lists of the chunk, with their lines in it.
    fn flat_lists<'a>(
        &self,
        lines: &'a [Arc<Line>],
    ) -> impl Iterator<Item = (u32, &'a Operand, &'a PeMemory)> + use<'a> {
        let live = match (self.outcome.flat_lists, self.outcome.quit) {
            (0, _) => 0,
            (_, Some(quit)) => quit as usize,
            (_, None) => usize::MAX,
        };
        (0..)
            .zip(lines.iter().take(live))
            .flat_map(|(line, content)| {
                flat_list::flat_lists(content).map(move |(operand, memory)| (line, operand, memory))
            })
    }
}
