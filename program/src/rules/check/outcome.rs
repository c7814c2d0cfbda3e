//! The check of one chunk: how it changes the state that earlier lines left, and its findings.
//!
//! A state holds everything that earlier lines mean for later ones, but not where those lines are. Therefore two states are
//! equal if no later line can distinguish them. A chunk remembers the last state that it was checked with. After an
//! edit, the chunks before it keep their results, and so do the chunks after it from the first one that starts with
//! the same state as before.

use std::borrow::Cow;
use std::sync::Arc;

use super::flat_list::flat_lists;
use super::{BetweenLines, State};
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Chunk, Landmark, Line, Mark};

/// Something found in a chunk. Its sentence is made when it is read.
#[derive(Debug)]
pub(super) struct Found {
    /// The line, counted from the first one of the chunk.
    pub(super) line: u32,
    what: What,
}

#[derive(Debug)]
enum What {
    /// A diagnostic of the line itself, by its number there.
    OfLine { number: u32, code: Code },
    /// A finding of a rule over lines.
    BetweenLines(Box<dyn BetweenLines>),
}

impl Found {
    /// Whether it concerns the line alone.
    pub(super) fn is_of_line(&self) -> bool {
        matches!(self.what, What::OfLine { .. })
    }

    /// The code of the diagnostic.
    pub(super) fn code(&self) -> Code {
        match &self.what {
            What::OfLine { code, .. } => *code,
            What::BetweenLines(found) => found.code(),
        }
    }

    /// The diagnostic, for a chunk of these lines that starts at a line with these places before it.
    pub(super) fn diagnostic(
        &self,
        lines: &[Arc<Line>],
        start_line: u32,
        before: &[Mark],
    ) -> Diagnostic {
        match &self.what {
            What::OfLine { number, .. } => {
                lines[self.line as usize].diagnostics[*number as usize].clone()
            }
            What::BetweenLines(found) => {
                found.diagnostic(&|landmark| landmark.resolve(start_line, before))
            }
        }
    }
}

/// The result of checking a chunk.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The findings, in the order of lines.
    pub(super) found: Vec<Found>,
    /// The number of operands that are flat lists, each of which is a finding in auto-stride mode.
    pub(super) flat_lists: usize,
    /// The line of the first `quit`, counted from the first one of the chunk; the check ended there.
    pub(super) quit: Option<u32>,
    /// The state after it.
    pub(super) exit: Arc<State>,
    /// The places that the state after it remembers, by their number there.
    pub(super) handed_over: Vec<Landmark>,
}

/// The last result for a chunk, with the state that led to it.
struct Last {
    entry: Arc<State>,
    outcome: Arc<Outcome>,
}

impl Outcome {
    /// The result for a chunk that follows a state. `lines` are its lines, if they are known to the caller.
    pub(super) fn from_chunk(
        chunk: &Chunk,
        entry: &Arc<State>,
        lines: Option<Cow<'_, [Arc<Line>]>>,
    ) -> Arc<Self> {
        if let Some(last) = chunk.kept.get::<Last>()
            && (Arc::ptr_eq(&last.entry, entry) || last.entry == *entry)
        {
            return Arc::clone(&last.outcome);
        }
        let lines = lines.unwrap_or_else(|| chunk.pass());
        let outcome = Arc::new(check(&lines, entry));
        chunk.kept.put(Arc::new(Last {
            entry: Arc::clone(entry),
            outcome: Arc::clone(&outcome),
        }));
        outcome
    }

    /// The last result for a chunk.
    pub(super) fn last(chunk: &Chunk) -> Option<Arc<Self>> {
        Some(Arc::clone(&chunk.kept.get::<Last>()?.outcome))
    }
}

/// Checks lines that follow a state.
pub(super) fn check(lines: &[Arc<Line>], entry: &State) -> Outcome {
    let mut state = entry.clone();
    let mut found = Vec::new();
    let mut flat = 0;
    let mut quit = None;
    for (line, number) in lines.iter().zip(0..) {
        // A line with an error keeps its place in time, but what it reads is unclear until it is fixed.
        let is_in_error = line.has_error();
        if line.ends_program() {
            quit = Some(number);
            break;
        }
        let mut add = |what| found.push(Found { line: number, what });
        for (number, diagnostic) in (0..).zip(&line.diagnostics) {
            let code = diagnostic.code;
            add(What::OfLine { number, code });
        }
        flat += flat_lists(line).count();
        if let Some(statement) = &line.statement {
            state.statement(number, statement, is_in_error, &mut |found| {
                if !is_in_error {
                    add(What::BetweenLines(found));
                }
            });
        } else if is_in_error {
            state.forget_writes();
        }
    }
    found.shrink_to_fit();
    let handed_over = state.hand_over();
    Outcome {
        found,
        flat_lists: flat,
        quit,
        exit: Arc::new(state),
        handed_over,
    }
}
