//! Whether a moved program computes the same.
//!
//! Both programs are visited once. For every word of the destination memory it is recorded whether the region or
//! something else wrote its content, so that a read that would get the wrong one is found.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::def_use_web::{Web, is_step};
use super::refusal::Reason;
use super::{Refusal, Replacement, Subject, Target};
use mnc2_dataflow::flow::contents::{Contents, known_pieces};
use mnc2_dataflow::flow::{AccessId, LINES_BETWEEN_QUESTIONS};
use mnc2_program::access::{Access, Accesses, Certainty, Direction, Elements, Piece, State, Store};
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::check::Findings;
use mnc2_program::{Program, access};
use mnc2_review::optional_rules;

const NO_LINE: u32 = u32::MAX;

/// Compares a program with its version in which a region is at its new place.
pub(super) fn prove(
    subject: &Subject<'_>,
    web: &Web,
    target: &Target,
    moved: &Program,
    replacements: &[Replacement],
) -> Result<(), Refusal> {
    // The accesses of a line with an error are not known.
    for replacement in replacements {
        let line = moved.line(replacement.line);
        let mut diagnostics = line.into_iter().flat_map(|line| &line.diagnostics);
        if let Some(error) = diagnostics.find(|found| found.is_error()) {
            return Err(Reason::Finding {
                id: error.code.row().id,
                message: error.message.clone(),
            }
            .at(replacement.line));
        }
    }
    let region = region(subject, web, target);
    let new = moved_contents(subject, web, target, moved, &region)?;
    let old = contents(subject, web, target, &region)?;
    leaves_the_rest(&old, &new)?;
    has_no_new_finding(subject, target, moved)
}

/// The words that the region will occupy: first and count, in order.
fn region(subject: &Subject<'_>, web: &Web, target: &Target) -> Vec<(u32, u32)> {
    let mut words: Vec<(u32, u32)> = Vec::new();
    for &id in &web.accesses {
        let line = subject.flow.line_with(id);
        let Some(access) = line.get(id) else { continue };
        let moved = line.pieces(access).iter().filter_map(|piece| {
            let first = u32::try_from(i64::from(piece.first) + target.distance).ok()?;
            Some((first, piece.count))
        });
        words.extend(moved);
        // Most places are accessed many times.
        if words.len() > LINES_BETWEEN_QUESTIONS {
            joined(&mut words);
        }
    }
    joined(&mut words);
    words
}

/// Sorts ranges and joins those that meet.
fn joined(ranges: &mut Vec<(u32, u32)>) {
    ranges.sort_unstable();
    let mut all: Vec<(u32, u32)> = Vec::new();
    for &(first, count) in ranges.iter() {
        match all.last_mut() {
            Some((start, length)) if first <= *start + *length => {
                *length = (*length).max(first + count - *start);
            }
            _ => all.push((first, count)),
        }
    }
    *ranges = all;
}

/// The writer of a word's content.
#[derive(Clone, Copy)]
struct Held {
    /// A line of the region that wrote it, or may have.
    own: u32,
    /// Another line that did.
    other: u32,
    /// Unknown writes from this access on may have changed it; 0 is the start of the program.
    since: u32,
}

/// The content of the memory during a pass over a program.
struct Memory<'a> {
    store: Store,
    region: &'a [(u32, u32)],
    contents: Contents<Held>,
    /// The accesses so far, as a point in time.
    time: u32,
    /// The last write to words that are known only in a run, with its line.
    last_unknown: Option<(u32, u32)>,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl<'a> Memory<'a> {
    fn new(subject: &Subject<'a>, target: &Target, region: &'a [(u32, u32)]) -> Self {
        let store = Store::Memory(target.memory);
        let start = Held {
            own: NO_LINE,
            other: NO_LINE,
            since: 0,
        };
        Self {
            store,
            region,
            contents: Contents::new(store, start),
            time: 0,
            last_unknown: None,
            is_cancelled: subject.is_cancelled,
        }
    }

    /// Visits a program. `is_own` marks the accesses of a line that belong to the region; `judges` states whether data
    /// that passes between them and others is a reason to stop.
    fn go_through(
        &mut self,
        program: &Program,
        judges: bool,
        mut is_own: impl FnMut(usize, &State, &Accesses, &mut Vec<bool>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut own = Vec::new();
        let end = access::walk(program, |number, state, accesses| {
            if number.is_multiple_of(LINES_BETWEEN_QUESTIONS) && (self.is_cancelled)() {
                return ControlFlow::Break(Refusal::Cancelled);
            }
            own.clear();
            own.resize(accesses.list().len(), false);
            if let Err(refusal) = is_own(number, state, accesses, &mut own) {
                return ControlFlow::Break(refusal);
            }
            for (access, &is_own) in accesses.list().iter().zip(&own) {
                if access.store != self.store {
                    continue;
                }
                self.time += 1;
                let pieces = accesses.pieces(access);
                if let Err(refusal) = self.access(number as u32, access, pieces, is_own)
                    && judges
                {
                    return ControlFlow::Break(refusal);
                }
            }
            ControlFlow::Continue(())
        });
        match end {
            ControlFlow::Break(refusal) => Err(refusal),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    fn access(
        &mut self,
        line: u32,
        access: &Access,
        pieces: &[Piece],
        is_own: bool,
    ) -> Result<(), Refusal> {
        let (known, is_somewhere) = known_pieces(pieces);
        if access.direction == Direction::Read {
            let of_region = |&(first, count): &(u32, u32)| (first, count, Elements::ALL);
            // A read from anywhere may get what the region holds.
            let anywhere = self.region.iter().filter(|_| is_somewhere).map(of_region);
            let known = known.iter().map(|it| (it.first, it.count, it.elements));
            return known
                .chain(anywhere)
                .try_for_each(|words| self.read(line, words, is_own));
        }
        for piece in &known {
            self.write(line, piece, is_own);
        }
        if is_somewhere {
            self.last_unknown = Some((self.time, line));
        }
        Ok(())
    }

    fn read(
        &self,
        line: u32,
        (first, count, elements): (u32, u32, Elements),
        is_own: bool,
    ) -> Result<(), Refusal> {
        let mut stranger = NO_LINE;
        self.contents.visit(first, count, elements, |_, _, held| {
            let found = if is_own { self.other(held) } else { held.own };
            stranger = stranger.min(found);
        });
        let (write, read) = (stranger as usize, line as usize);
        match (stranger, is_own) {
            (NO_LINE, _) => Ok(()),
            (_, true) => Err(Refusal::WouldBeWritten { write, read }),
            (_, false) => Err(Refusal::WouldBeRead { write, read }),
        }
    }

    /// A line outside of the region that wrote a value, or may have.
    fn other(&self, held: &Held) -> u32 {
        let unknown = self.last_unknown.filter(|(time, _)| *time > held.since);
        held.other.min(unknown.map_or(NO_LINE, |(_, line)| line))
    }

    fn write(&mut self, line: u32, piece: &Piece, is_own: bool) {
        let is_certain = piece.certainty == Certainty::Always;
        let mut new = Held {
            own: NO_LINE,
            other: NO_LINE,
            since: self.time,
        };
        *(if is_own { &mut new.own } else { &mut new.other }) = line;
        self.contents
            .change(piece.first, piece.count, piece.elements, |inside| {
                if is_certain {
                    inside.clear();
                    inside.push((piece.elements, new));
                    return;
                }
                for (_, held) in inside {
                    if is_own {
                        held.own = line;
                    } else {
                        held.other = line;
                    }
                }
            });
    }
}

/// The content of the memory at the end of the current program.
fn contents<'a>(
    subject: &Subject<'a>,
    web: &Web,
    target: &Target,
    region: &'a [(u32, u32)],
) -> Result<Memory<'a>, Refusal> {
    let mut memory = Memory::new(subject, target, region);
    let mut next = 0;
    memory.go_through(subject.program, false, |_, _, accesses, own| {
        for is_own in own.iter_mut().take(accesses.list().len()) {
            *is_own = web.accesses.contains(&AccessId(next));
            next += 1;
        }
        Ok(())
    })?;
    Ok(memory)
}

/// Its content at the end of the moved program, in which no data passes between accesses that moved and those that
/// stayed.
fn moved_contents<'a>(
    subject: &Subject<'a>,
    web: &Web,
    target: &Target,
    moved: &Program,
    region: &'a [(u32, u32)],
) -> Result<Memory<'a>, Refusal> {
    let mut by_line: BTreeMap<usize, Vec<AccessId>> = BTreeMap::new();
    for &id in &web.accesses {
        by_line
            .entry(subject.flow.line_of(id))
            .or_default()
            .push(id);
    }
    let mut memory = Memory::new(subject, target, region);
    memory.go_through(moved, true, |number, state, accesses, own| {
        for &id in by_line.get(&number).into_iter().flatten() {
            let position = moved_access(subject, web, target, id, (state, accesses))?;
            own[position] = true;
        }
        Ok(())
    })?;
    Ok(memory)
}

/// The access in the moved program that corresponds to an access of its line. It must access the same words, moved.
fn moved_access(
    subject: &Subject<'_>,
    web: &Web,
    target: &Target,
    id: AccessId,
    (state, after): (&State, &Accesses),
) -> Result<usize, Refusal> {
    let line = subject.flow.line_of(id);
    let before = subject.flow.line(line);
    let Some(access) = before.get(id) else {
        return Err(Refusal::NoRegion);
    };
    // Accesses for the address can appear or disappear with the memory.
    let is_alike =
        |other: &Access| (other.role, other.is_by_setting) == (access.role, access.is_by_setting);
    let position = before
        .iter()
        .filter(|(_, other)| is_alike(other))
        .position(|(other, _)| other == id);
    let found = position.and_then(|position| {
        let list = after.list().iter().enumerate();
        list.filter(|(_, other)| is_alike(other)).nth(position)
    });
    let Some((position, moved)) = found else {
        return Err(Refusal::NoRegion);
    };
    if is_step(subject.program, line) && state.base_words(target.memory) != Some(0) {
        return Err(Reason::BaseRegister.at(line));
    }
    let is_same = access.direction == moved.direction
        && moved.store == Store::Memory(target.memory)
        && before.pieces(access).len() == after.pieces(moved).len()
        && before
            .pieces(access)
            .iter()
            .zip(after.pieces(moved))
            .all(|(before, after)| {
                i64::from(before.first) + target.distance == i64::from(after.first)
                    && (before.count, before.cycle) == (after.count, after.cycle)
                    && (before.elements, before.certainty) == (after.elements, after.certainty)
            });
    if is_same {
        return Ok(position);
    }
    let setting = state.setting;
    let is_masked = access.direction == Direction::Write
        && setting.covers(web.memory) != setting.covers(target.memory);
    let memory = target.memory;
    Err(if is_masked {
        Reason::Mask { memory }.at(line)
    } else {
        Reason::Wraps.at(line)
    })
}

/// Whether values of other lines that stay at the new place until the end are still there.
fn leaves_the_rest(old: &Memory<'_>, new: &Memory<'_>) -> Result<(), Refusal> {
    let mut left: Vec<(u32, u32, u32)> = Vec::new();
    for &(first, count) in old.region {
        old.contents
            .visit(first, count, Elements::ALL, |first, count, held| {
                let line = old.other(held);
                if line != NO_LINE {
                    left.push((first, count, line));
                }
            });
    }
    for (first, count, line) in left {
        let mut is_own = false;
        new.contents
            .visit(first, count, Elements::ALL, |_, _, held| {
                is_own |= held.own != NO_LINE;
            });
        if is_own {
            let line = line as usize;
            return Err(Reason::LeftThere.at(line));
        }
    }
    Ok(())
}

/// Whether the checker finds nothing in the moved program that it does not find now.
fn has_no_new_finding(
    subject: &Subject<'_>,
    target: &Target,
    moved: &Program,
) -> Result<(), Refusal> {
    let mut known: BTreeMap<(u32, Code), usize> = BTreeMap::new();
    let old = Findings::check(subject.program, subject.mode);
    // Only some profiles check that MV instructions are waited for.
    let is_moved_by_mv = matches!(
        target.memory,
        mnc2_isa::Memory::L2bm | mnc2_isa::Memory::Pdm | mnc2_isa::Memory::Dram
    );
    let of_mv = |program: &Program, found: &Findings| -> Vec<Finding> {
        if is_moved_by_mv {
            optional_rules::unawaited_mv_findings(program, found.quit_line())
        } else {
            Vec::new()
        }
    };
    let places = old.unwritten().map(|found| (found.line, found.code));
    let places_of_mv = of_mv(subject.program, &old);
    let places_of_mv = places_of_mv
        .iter()
        .map(|found| (found.line, found.diagnostic.code));
    for place in places.chain(places_of_mv) {
        *known.entry(place).or_default() += 1;
    }
    if (subject.is_cancelled)() {
        return Err(Refusal::Cancelled);
    }
    let mut is_new = |line: u32, code: Code| match known.get_mut(&(line, code)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let new = Findings::check(moved, subject.mode);
    let found = new.unwritten().find(|found| is_new(found.line, found.code));
    let found = found.map(|found| new.finding(found)).or_else(|| {
        let mut found = of_mv(moved, &new).into_iter();
        found.find(|found| is_new(found.line, found.diagnostic.code))
    });
    let Some(Finding { line, diagnostic }) = found else {
        return Ok(());
    };
    Err(Reason::Finding {
        id: diagnostic.code.row().id,
        message: diagnostic.message,
    }
    .at(line as usize))
}
