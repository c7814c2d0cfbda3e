//! The findings of a program, made into sentences when they are read.

use std::ops::Range;
use std::sync::Arc;

use super::chunk::{Outcome, State};
use super::flat_list;
use super::landmark::Mark;
use super::{Finding, ModeChoice, Report};
use crate::program::{Chunk, Mode, Program};

/// What a check found out about a program, as [`Report`] does.
///
/// It costs no more than there are chunks, beside what has to be checked anew, and a finding costs nothing
/// until it is read. Line numbers are those of the program that was checked.
#[derive(Clone, Debug)]
pub struct Findings {
    mode: Mode,
    quit_line: Option<u32>,
    /// Chunks with something to say.
    parts: Vec<Part>,
    count: usize,
}

/// A chunk in its place.
#[derive(Clone, Debug)]
struct Part {
    start_line: u32,
    chunk: Arc<Chunk>,
    outcome: Arc<Outcome>,
    /// The places before it that its findings may name.
    before: Vec<Mark>,
}

impl Findings {
    /// Checks a program. What was checked before, in whatever version of the program, is not checked again.
    #[must_use]
    pub fn of(program: &Program, choice: ModeChoice) -> Self {
        let mut parts = Vec::new();
        let mut quit_line = None;
        let (mut of_rules, mut flat_lists) = (0, 0);
        let mut state: Arc<State> = Arc::default();
        let mut places: Vec<Mark> = Vec::new();
        for (start_line, chunk) in program.chunks() {
            let start_line = start_line as u32;
            let outcome = chunk.check.outcome(&chunk.lines, &state);
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
            if !outcome.found.is_empty() || outcome.flat_lists > 0 {
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
        Self {
            mode,
            quit_line,
            parts,
            count,
        }
    }

    /// The mode it was checked in.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The line of the first `quit`; it and what follows is no part of the program.
    #[must_use]
    pub fn quit_line(&self) -> Option<u32> {
        self.quit_line
    }

    /// How many findings there are.
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
        self.in_lines(0..u32::MAX)
    }

    /// The findings on some lines, in their order.
    pub fn in_lines(&self, lines: Range<u32>) -> impl Iterator<Item = Finding> {
        let first = self
            .parts
            .partition_point(|part| part.end_line() <= lines.start);
        self.parts[first..]
            .iter()
            .take_while(move |part| part.start_line < lines.end)
            .flat_map(move |part| part.findings(self.mode, lines.clone()))
    }

    /// All of them at once.
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
    fn end_line(&self) -> u32 {
        self.start_line + self.chunk.lines.len() as u32
    }

    /// The findings on some lines of the program.
    fn findings(&self, mode: Mode, lines: Range<u32>) -> Vec<Finding> {
        let finding = |line: u32, diagnostic| Finding {
            line: self.start_line + line,
            diagnostic,
        };
        let found = self
            .outcome
            .found
            .iter()
            .filter(|found| lines.contains(&(self.start_line + found.line)))
            .map(|found| {
                let diagnostic = found.diagnostic(&self.chunk.lines, self.start_line, &self.before);
                (found.is_of_line(), finding(found.line, diagnostic))
            });
        if mode == Mode::Flat || self.outcome.flat_lists == 0 {
            return found.map(|(_, finding)| finding).collect();
        }
        let live = self.outcome.quit.map_or(usize::MAX, |quit| quit as usize);
        let of_flat_lists = self
            .chunk
            .lines
            .iter()
            .take(live)
            .zip(0..)
            .filter(|(_, line)| lines.contains(&(self.start_line + line)))
            .flat_map(|(content, line)| {
                flat_list::flat_lists(content)
                    .map(flat_list::in_auto_stride)
                    .map(move |diagnostic| (line, diagnostic))
            });
        // After what a line says itself, before what depends on other lines.
        let mut all: Vec<(u8, Finding)> = found
            .map(|(is_of_line, finding)| (if is_of_line { 0 } else { 2 }, finding))
            .chain(of_flat_lists.map(|(line, diagnostic)| (1, finding(line, diagnostic))))
            .collect();
        all.sort_by_key(|(rank, finding)| (finding.line, *rank));
        all.into_iter().map(|(_, finding)| finding).collect()
    }
}
