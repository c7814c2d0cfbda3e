//! Where a value comes from: the lines that wrote some words last, with what they read.
//!
//! The text states which lines may have written a word; `asm::flow` finds them without running, and passes whole parts of a
//! program that do not write it. Each of them is then
//! looked at in the run, which says what it really wrote on this PE and what its operands held. Therefore the answer is exact
//! also where the T-register, a base address register or a variable mask decides. Each question goes one step back; the
//! next one asks about an input of the answer.

use std::ops::Range;
use std::sync::atomic::Ordering;

use mnc2_program::access::{Certainty, Direction};
use mnc2_text::{LineRange, Message, message};

use super::look::{Touch, common, look};
use super::place::Place;
use super::{Debugger, edit, options};
use mnc2_ide::features::run::Control;

/// Maximum number of writers of one answer; a list has four, a long MV instruction brings many at once.
pub const WRITERS_MAX: usize = 64;
/// Maximum number of inputs of one writer.
pub const INPUTS_MAX: usize = 64;
/// Where words come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The words.
    pub place: Place,
    /// What wrote them, the newest first.
    pub writers: Vec<Writer>,
    /// The words that nothing in the run wrote: they are as the run started.
    pub from_start: Vec<Range<u32>>,
    /// Whether no writer was left out.
    pub is_complete: bool,
}

/// Something that wrote some of the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The line, counted from 0.
    pub line: usize,
    /// The operand in the line; `None` for a change by the user before the line.
    pub range: Option<LineRange>,
    /// The expression of the step, counted from 0.
    pub expression: usize,
    /// The cycle of the step.
    pub cycle: usize,
    /// The words that it wrote of those asked for.
    pub words: Range<u32>,
    /// All that it wrote there, as [`super::look::words`] returns it.
    pub values: Vec<u64>,
    /// What it read for that, in order.
    pub inputs: Vec<Touch>,
}

impl Debugger {
    /// What wrote the words of a place before a line runs, counted from 0.
    ///
    /// # Errors
    ///
    /// A sentence if the answer was cancelled, or the run does not reach the lines.
    pub fn origin(
        &mut self,
        place: &Place,
        before: usize,
        control: &Control,
    ) -> Result<Origin, Message> {
        let (line, cycle) = (self.line(), self.cycle);
        let origin = self.search_origin(place, before.min(self.recording.end()), control);
        let back = self.recording.travel(line, &options(control));
        self.cycle = cycle;
        match back {
            Ok(()) => origin,
            Err(_) => Err(message!("the search was stopped")),
        }
    }

    fn search_origin(
        &mut self,
        place: &Place,
        before: usize,
        control: &Control,
    ) -> Result<Origin, Message> {
        let mut origin = Origin {
            place: place.clone(),
            writers: Vec::new(),
            from_start: vec![place.words.clone()],
            is_complete: true,
        };
        let edits: Vec<(usize, Place)> = self.edited_places(place);
        let mut line = before;
        loop {
            take_edits(&mut origin, &edits, line..line + 1);
            if line == 0 || origin.from_start.is_empty() {
                return Ok(origin);
            }
            if control.cancel.load(Ordering::Relaxed) {
                return Err(message!("the search was stopped"));
            }
            let flow = self.snapshot.flow();
            let quiet = flow.quiet_since(line, place.store, &place.words);
            if quiet < line {
                take_edits(&mut origin, &edits, quiet + 1..line);
                line = quiet;
                continue;
            }
            line -= 1;
            if self.may_write(line, place, &origin.from_start) {
                self.writers_in(line, &mut origin, control)?;
            }
        }
    }

    /// The user's changes of words of a place.
    fn edited_places(&self, place: &Place) -> Vec<(usize, Place)> {
        let edits = self.recording.edits();
        edits
            .flat_map(|(line, set)| edit::changed(set, place).map(move |place| (line, place)))
            .collect()
    }

    /// Whether the text of a line lets it write some of the words.
    fn may_write(&self, line: usize, place: &Place, wanted: &[Range<u32>]) -> bool {
        let flow = self.snapshot.flow();
        if !flow.touches(line, place.store) {
            return false;
        }
        let accesses = flow.line(line);
        accesses
            .iter()
            .filter(|(_, access)| {
                access.direction == Direction::Write && access.store == place.store
            })
            .any(|(_, access)| {
                let mut pieces = accesses.pieces(access).iter();
                pieces.any(|piece| {
                    piece.certainty == Certainty::Somewhere
                        || place.meets(piece)
                            && wanted.iter().any(|words| {
                                piece.first < words.end && words.start < piece.first + piece.count
                            })
                })
            })
    }

    /// Adds what a line really wrote of the words that are still wanted.
    fn writers_in(
        &mut self,
        line: usize,
        origin: &mut Origin,
        control: &Control,
    ) -> Result<(), Message> {
        let options = options(control);
        let stopped = |_| message!("the run does not get to line {line}", line = line + 1);
        self.recording.travel(line, &options).map_err(stopped)?;
        let pe = origin.place.first_pe();
        let pe = if place_has(&origin.place, self.pe()) {
            self.pe()
        } else {
            pe
        };
        let flow = self.snapshot.flow();
        let (touches, _) = look(&self.recording, flow, pe, &options).map_err(stopped)?;
        for touch in touches.iter().rev() {
            if !touch.is_write || touch.is_masked {
                continue;
            }
            let Some(words) = common(touch, &origin.place) else {
                continue;
            };
            take(origin, &words, |words| Writer {
                line,
                range: Some(touch.range.clone()),
                expression: touch.expression,
                cycle: touch.cycle,
                words,
                values: touch.values.clone(),
                inputs: inputs_of(touch, &touches),
            });
        }
        Ok(())
    }
}

/// Notes the user's changes before some lines, the newest first.
fn take_edits(origin: &mut Origin, edits: &[(usize, Place)], lines: Range<usize>) {
    for (line, edited) in edits.iter().filter(|(line, _)| lines.contains(line)).rev() {
        take(origin, &edited.words, |words| Writer {
            line: *line,
            range: None,
            expression: 0,
            cycle: 0,
            words,
            values: Vec::new(),
            inputs: Vec::new(),
        });
    }
}

/// Whether a PE belongs to the element of a place.
const fn place_has(place: &Place, pe: usize) -> bool {
    super::place::level_of(place.store).containing(pe) == place.element
}

/// Notes a writer for those of the words that are still wanted.
fn take(origin: &mut Origin, words: &Range<u32>, writer: impl Fn(Range<u32>) -> Writer) {
    let wanted = std::mem::take(&mut origin.from_start);
    for range in wanted {
        let start = range.start.max(words.start);
        let end = range.end.min(words.end);
        if start >= end {
            origin.from_start.push(range);
            continue;
        }
        let rest = [range.start..start, end..range.end];
        let rest = rest.into_iter().filter(|rest| !rest.is_empty());
        origin.from_start.extend(rest);
        if origin.writers.len() < WRITERS_MAX {
            origin.writers.push(writer(start..end));
        } else {
            origin.is_complete = false;
        }
    }
}

/// What the expression of a write read for it: in the same cycle, or if that is nothing, in all of them.
fn inputs_of(write: &Touch, touches: &[Touch]) -> Vec<Touch> {
    let of_expression = |touch: &&Touch| !touch.is_write && touch.expression == write.expression;
    let reads = touches.iter().filter(of_expression);
    let same_cycle: Vec<&Touch> = reads
        .clone()
        .filter(|touch| touch.cycle == write.cycle)
        .collect();
    if same_cycle.is_empty() {
        reads.take(INPUTS_MAX).cloned().collect()
    } else {
        same_cycle.into_iter().take(INPUTS_MAX).cloned().collect()
    }
}
