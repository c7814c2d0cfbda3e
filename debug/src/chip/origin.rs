//! Where a value comes from: the lines that wrote some words last, with what they read.
//!
//! The text states which lines may have written a word; `dataflow::flow` finds them without running, and passes whole parts of
//! a program that do not write it. Each of them is then looked at in the run: the emulator names every word that decided what
//! it wrote (`Machine::writes`), on all elements of the chip that took part. Therefore the answer is exact for reductions and
//! broadcasts, and where the T-register, a base address register or a variable mask decides. Each question goes one step
//! back; the next question is about an input of the answer.

use std::ops::Range;
use std::sync::atomic::Ordering;

use mnc2_emulator::Machine;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::machine::sources::{WordSource, Write};
use mnc2_isa::Memory;
use mnc2_isa::geometry::MASK_FIRST_PATTERN_ENTRY;
use mnc2_program::access::{Access, AccessRole, Certainty, Direction, Piece, Store};
use mnc2_text::{LineRange, Message, message};

use super::next_line::words;
use super::{Debugger, edit, options};
use mnc2_ide::features::run::Control;

/// Maximum number of writers of one answer; a list has four, and a long MV instruction can add many.
pub const WRITERS_MAX: usize = 64;
/// Maximum number of writes kept back by a mask in one answer, the newest ones.
const MASKED_MAX: usize = 4;

/// Where words come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The words of the question.
    pub place: ChipPlace,
    /// The writes of these words, the newest first.
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
    /// The words of the question that it wrote.
    pub words: Range<u32>,
    /// Whether a mask kept these words as they were; what wrote them is older.
    pub is_masked: bool,
    /// The entry of that mask, if it is a fixed pattern.
    pub pattern: Option<u8>,
    /// These words after it, as [`super::next_line::words`] returns them.
    pub values: Vec<u64>,
    /// Everything that decided them, on all elements of the chip.
    pub inputs: Vec<Input>,
}

/// Words that decided what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Whether they were its data, a part of an address, or a mask.
    pub role: AccessRole,
    /// The operand in the line.
    pub range: LineRange,
    /// The words that were read.
    pub place: ChipPlace,
    /// The content before the line, as [`super::next_line::words`] returns it.
    pub values: Vec<u64>,
}

impl Input {
    fn new(source: WordSource, machine: &Machine) -> Self {
        let WordSource { role, range, place } = source;
        Self {
            role,
            range,
            values: words(machine.chip(), &place),
            place,
        }
    }

    /// Whether it is a base address register that adds nothing.
    pub fn is_plain_base(&self) -> bool {
        let is_base = matches!(
            self.place.store,
            Store::Memory(Memory::BaseLm0 | Memory::BaseLm1)
        );
        is_base && self.values.iter().all(|value| *value == 0)
    }
}

impl Debugger {
    /// The writes of a place's words before a line runs, counted from 0.
    ///
    /// # Errors
    /// A sentence if the answer was cancelled, or the run does not reach the lines.
    pub fn origin(
        &mut self,
        place: &ChipPlace,
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
        place: &ChipPlace,
        before: usize,
        control: &Control,
    ) -> Result<Origin, Message> {
        let mut origin = Origin {
            place: place.clone(),
            writers: Vec::new(),
            from_start: vec![place.words.clone()],
            is_complete: true,
        };
        let edits: Vec<(usize, ChipPlace)> = self.edited_places(place);
        // Lines from this one on that surely write none of the words.
        let mut quiet = before;
        let mut line = before;
        loop {
            self.take_edits(&mut origin, &edits, line..line + 1, control)?;
            if line == 0 || origin.from_start.is_empty() {
                return Ok(origin);
            }
            if control.cancel.load(Ordering::Relaxed) {
                return Err(message!("the search was stopped"));
            }
            if line <= quiet {
                let flow = self.snapshot.flow();
                quiet = flow.quiet_since(line, place.store, &place.words);
            }
            let next = quiet.max(self.after_pattern(line, &origin));
            if next < line {
                self.take_edits(&mut origin, &edits, next + 1..line, control)?;
                line = next;
                continue;
            }
            line -= 1;
            if self.may_write(line, place, &origin.from_start)
                || self.may_be_kept(line, place, &origin.from_start)
            {
                self.writers_in(line, &mut origin, control)?;
            }
        }
    }

    /// The line after the last one before a line that a fixed pattern may keep from writing the words; 0 without such a line,
    /// or if no further one is noted.
    fn after_pattern(&self, line: usize, origin: &Origin) -> usize {
        let noted = origin.writers.iter().filter(|it| it.is_masked).count();
        let lines = match noted {
            MASKED_MAX.. => None,
            _ => self.pattern_lines(origin.place.store),
        };
        lines.map_or(0, |lines| {
            let before = lines.partition_point(|&it| (it as usize) < line);
            before.checked_sub(1).map_or(0, |it| lines[it] as usize + 1)
        })
    }

    /// Notes the user's changes before some lines, the newest first, with the values after the last change there.
    fn take_edits(
        &mut self,
        origin: &mut Origin,
        edits: &[(usize, ChipPlace)],
        lines: Range<usize>,
        control: &Control,
    ) -> Result<(), Message> {
        for (line, edited) in edits.iter().filter(|(line, _)| lines.contains(line)).rev() {
            let (line, place) = (*line, origin.place.clone());
            self.reach(line, control)?;
            let chip = self.recording.machine().chip();
            take(origin, &edited.words, |words_set| Writer {
                line,
                range: None,
                expression: 0,
                cycle: 0,
                is_masked: false,
                pattern: None,
                values: words(
                    chip,
                    &ChipPlace {
                        words: words_set.clone(),
                        ..place.clone()
                    },
                ),
                words: words_set,
                inputs: Vec::new(),
            });
        }
        Ok(())
    }

    /// Goes to a line.
    fn reach(&mut self, line: usize, control: &Control) -> Result<(), Message> {
        let travelled = self.recording.travel(line, &options(control));
        travelled.map_err(|_| message!("the run does not get to line {line}", line = line + 1))
    }

    /// The user's changes of words of a place.
    fn edited_places(&self, place: &ChipPlace) -> Vec<(usize, ChipPlace)> {
        let edits = self.recording.edits();
        edits
            .flat_map(|(line, set)| edit::changed(set, place).map(move |place| (line, place)))
            .collect()
    }

    /// Whether the text of a line lets it write some of the words.
    fn may_write(&self, line: usize, place: &ChipPlace, wanted: &[Range<u32>]) -> bool {
        let flow = self.snapshot.flow();
        if !flow.touches(line, place.store) {
            return false;
        }
        let accesses = flow.line(line);
        accesses
            .iter()
            .filter(|(_, access)| is_write_to(access, place.store))
            .flat_map(|(_, access)| accesses.pieces(access))
            .any(|piece| may_touch(piece, place, wanted))
    }

    /// Adds the words that a line really wrote, as far as their writers are still searched.
    fn writers_in(
        &mut self,
        line: usize,
        origin: &mut Origin,
        control: &Control,
    ) -> Result<(), Message> {
        self.reach(line, control)?;
        let before = self.recording.machine();
        let Some(statement) = self.recording.statement() else {
            return Ok(());
        };
        let writes = before.writes(statement, &origin.place);
        if writes.is_empty() {
            return Ok(());
        }
        let patterns: Vec<Option<u8>> = writes
            .iter()
            .map(|write| self.pattern_of(line, statement, write))
            .collect();
        let look_ahead = self
            .recording
            .look_ahead(&options(control), &mut Unobserved);
        let after = look_ahead
            .map_err(|_| message!("the run does not get to line {line}", line = line + 1))?;
        let is_written = writes.iter().any(|write| !write.is_masked);
        for (write, pattern) in writes.into_iter().zip(patterns).rev() {
            let place = origin.place.clone();
            let writer = |words: Range<u32>| {
                let place = ChipPlace {
                    words,
                    ..place.clone()
                };
                Writer {
                    pattern,
                    ..writer(line, &write, place, [before, &after])
                }
            };
            if write.is_masked && is_written {
                continue;
            }
            if write.is_masked {
                note_masked(origin, &write.words, writer);
            } else {
                take(origin, &write.words, writer);
            }
        }
        Ok(())
    }
}

/// A write of some of its words, given the machines before and after it.
fn writer(line: usize, write: &Write, place: ChipPlace, [before, after]: [&Machine; 2]) -> Writer {
    let sources = write.sources.iter().cloned();
    Writer {
        line,
        range: Some(write.range.clone()),
        expression: write.expression,
        cycle: write.cycle,
        is_masked: write.is_masked,
        pattern: None,
        values: words(after.chip(), &place),
        words: place.words,
        inputs: sources.map(|source| Input::new(source, before)).collect(),
    }
}

/// Notes a write that a mask kept from words whose writers are still searched, one of each line.
fn note_masked(origin: &mut Origin, words: &Range<u32>, writer: impl Fn(Range<u32>) -> Writer) {
    let mut noted = origin.writers.iter().filter(|it| it.is_masked);
    let wanted = origin.from_start.iter().find_map(|range| {
        let (start, end) = (range.start.max(words.start), range.end.min(words.end));
        (start < end).then_some(start..end)
    });
    let Some(words) = wanted else { return };
    let writer = writer(words);
    let is_noted = noted.clone().any(|it| it.line == writer.line);
    if !is_noted && noted.nth(MASKED_MAX - 1).is_none() {
        origin.writers.push(writer);
    }
}

/// The entry of a fixed mask pattern as it is written, such as `/1000`.
pub fn pattern_text(entry: u8) -> String {
    format!("/{:04b}", u32::from(entry) % MASK_FIRST_PATTERN_ENTRY)
}

/// Whether an access writes a store.
pub(super) fn is_write_to(access: &Access, store: Store) -> bool {
    access.direction == Direction::Write && access.store == store
}

/// Whether a part of an access to the store of a place may touch some of its words.
pub(super) fn may_touch(piece: &Piece, place: &ChipPlace, wanted: &[Range<u32>]) -> bool {
    let meets =
        |words: &Range<u32>| piece.first < words.end && words.start < piece.first + piece.count;
    piece.certainty == Certainty::Somewhere || place.meets(piece) && wanted.iter().any(meets)
}

/// Notes a writer for the words whose writers are still searched.
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
