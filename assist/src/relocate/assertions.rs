//! Assertions: the places in them move with the region that they are about.
//!
//! An assertion reads the words that some lines wrote last before it. Where one of these lines belongs to the region, the
//! place moves. After the move every place must see what the same lines wrote.

use std::collections::BTreeSet;
use std::ops::Range;

use super::def_use_web::Web;
use super::edit::{new_text, watched_mention};
use super::refusal::Reason;
use super::{Refusal, Replacement, Subject, Target};
use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_program::access::{Certainty, Direction, Elements, Store, watched_words};
use mnc2_program::{AssertionKind, Program, WatchExpression, WatchPlace};

/// Maximum number of places in assertions that are looked at.
const PLACES_MAX: usize = 2_000;

/// A write: its line, and its number among the accesses of the line.
type Write = (usize, usize);

/// A place in an assertion.
struct Watched {
    line: usize,
    /// Its number among the places of the assertion.
    number: usize,
    /// The writes that it reads.
    writes: BTreeSet<Write>,
}

/// The places of assertions that a move concerns.
pub(super) struct Watching {
    places: Vec<Watched>,
    /// The new texts of those that move.
    pub(super) replacements: Vec<Replacement>,
}

/// The places of assertions in the memory of a region and in that where it goes.
pub(super) fn watching(
    subject: &Subject<'_>,
    web: &Web,
    target: &Target,
) -> Result<Watching, Refusal> {
    let mut watching = Watching {
        places: Vec::new(),
        replacements: Vec::new(),
    };
    let all = subject.program.assertion_lines();
    for (line, assertion) in all.filter(|(line, _)| subject.own.contains(line)) {
        let (AssertionKind::Assert(expression)
        | AssertionKind::Log {
            value: expression, ..
        }) = &assertion.kind
        else {
            continue;
        };
        for (number, place) in expression.places().into_iter().enumerate() {
            let memories = [web.memory, target.memory].map(Store::Memory);
            let words = words(place, &memories);
            let Some((store, _)) = words.first() else {
                continue;
            };
            if watching.places.len() >= PLACES_MAX {
                return Err(Refusal::TooLarge);
            }
            let mut moves = false;
            let mut writes = BTreeSet::new();
            let is_own = |id: AccessId| web.accesses.contains(&id);
            each_write(subject, subject.flow, line, &words, |write, id| {
                writes.insert(write);
                moves |= is_own(id);
            })?;
            if moves && *store == Store::Memory(web.memory) {
                let mention =
                    watched_mention(place, line, &subject.text(line)).ok_or(Refusal::NoRegion)?;
                watching.replacements.push(Replacement {
                    line,
                    range: mention.range.clone(),
                    text: new_text(&mention, target),
                });
            }
            watching.places.push(Watched {
                line,
                number,
                writes,
            });
        }
    }
    Ok(watching)
}

impl Watching {
    /// Whether every place sees the same in the moved program.
    pub(super) fn prove(&self, subject: &Subject<'_>, moved: &Program) -> Result<(), Refusal> {
        if self.places.is_empty() {
            return Ok(());
        }
        let flow = Flow::unless_cancelled(moved, subject.is_cancelled);
        let flow = flow.ok_or(Refusal::Cancelled)?;
        for watched in &self.places {
            let line = watched.line;
            let other = Reason::Assertion.at(line);
            let assertion = moved.line(line).and_then(|line| line.assertion.as_deref());
            let expression = match assertion.map(|assertion| &assertion.kind) {
                Some(
                    AssertionKind::Assert(expression)
                    | AssertionKind::Log {
                        value: expression, ..
                    },
                ) => expression,
                Some(AssertionKind::Budget(_)) | None => return Err(other),
            };
            let place = place(expression, watched.number).ok_or_else(|| other.clone())?;
            let mut writes = BTreeSet::new();
            each_write(subject, &flow, line, &watched_words(place), |write, _| {
                writes.insert(write);
            })?;
            if writes != watched.writes {
                return Err(other);
            }
        }
        Ok(())
    }
}

fn place(expression: &WatchExpression, number: usize) -> Option<&WatchPlace> {
    expression.places().into_iter().nth(number)
}

/// The words of a place in one of some memories.
fn words(place: &WatchPlace, memories: &[Store]) -> Vec<(Store, Range<u32>)> {
    let mut words = watched_words(place);
    words.retain(|(store, _)| memories.contains(store));
    words
}

/// Passes on the writes that words may hold the result of after a line.
fn each_write(
    subject: &Subject<'_>,
    flow: &Flow,
    line: usize,
    words: &[(Store, Range<u32>)],
    mut found: impl FnMut(Write, AccessId),
) -> Result<(), Refusal> {
    let Some(&(store, _)) = words.first() else {
        return Ok(());
    };
    let mut open: Vec<Range<u32>> = words.iter().map(|(_, words)| words.clone()).collect();
    for line in (0..=line).rev() {
        if open.is_empty() {
            break;
        }
        if !flow.touches(line, store) {
            continue;
        }
        if (subject.is_cancelled)() {
            return Err(Refusal::Cancelled);
        }
        let accesses = flow.line(line);
        let mut written = Vec::new();
        for (number, (id, access)) in accesses.iter().enumerate() {
            if access.store != store || access.direction != Direction::Write {
                continue;
            }
            let mut is_seen = false;
            for piece in accesses.pieces(access) {
                let words = piece.first..piece.first + piece.count;
                let meets = open
                    .iter()
                    .any(|open| words.start < open.end && open.start < words.end);
                is_seen |= meets || piece.certainty == Certainty::Somewhere;
                if piece.certainty == Certainty::Always && piece.elements == Elements::ALL {
                    written.push(words);
                }
            }
            if is_seen {
                found((line, number), id);
            }
        }
        for words in written {
            open = open
                .into_iter()
                .flat_map(|open| {
                    let before = open.start..open.end.min(words.start);
                    let after = open.start.max(words.end)..open.end;
                    [before, after]
                })
                .filter(|rest| !rest.is_empty())
                .collect();
        }
    }
    Ok(())
}
