//! Where the names of a region stand, and what is written there instead.

use mnc2_isa::{Memory, Width};

use super::web::{Web, operand};
use super::{Refusal, Replacement, Subject, Target};
use crate::flow::AccessId;
use crate::program::{
    Addressing, DebugMemory, LineRange, OperandKind, PeMemory, PerCycle, Statement,
};
use crate::render;

/// An operand as far as it says where it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    /// Its line, counted from 0.
    pub(super) line: usize,
    /// From `$` to the end of the address of cycle 0, or of the list.
    pub(super) range: LineRange,
    pub(super) memory: Memory,
    pub(super) width: Width,
    /// The address of cycle 0.
    pub(super) address_words: u32,
    /// Added in each cycle; none in lists and debug statements.
    pub(super) stride_words: Option<u32>,
    /// The list, where one is written.
    list: Option<PerCycle<u32>>,
}

impl Place {
    /// The memory and the address of cycle 0, with the width.
    pub(super) fn name(&self) -> String {
        self.named(self.memory, self.address_words)
    }

    /// Whether it is written as a list, and the other one is this list some words further.
    pub(super) fn is_list_of(&self, other: &PeMemory, distance: i64) -> bool {
        let (Some(own), Addressing::Flat(other)) = (self.list, other.addressing) else {
            return false;
        };
        own.iter()
            .zip(other)
            .all(|(&own, other)| i64::from(own) + distance == i64::from(other))
    }

    fn named(&self, memory: Memory, address_words: u32) -> String {
        format!(
            "${}{}{address_words}",
            self.width.prefix(),
            memory.letters()
        )
    }
}

/// Where the operand of an access says what it accesses.
pub(super) fn place(subject: &Subject<'_>, id: AccessId) -> Result<Place, Refusal> {
    let line = subject.flow.line_of(id);
    let range = subject.flow.range(id);
    let text = (subject.text)(line);
    let statement = subject
        .program
        .line(line)
        .and_then(|line| line.statement.as_ref());
    match statement {
        Some(Statement::DebugGet(get)) => Ok(debug(line, &get.memory, &text)),
        Some(Statement::DebugSet(set)) => Ok(debug(line, &set.memory, &text)),
        _ => of_operand(subject, line, &range, &text).ok_or(Refusal::NoRegion),
    }
}

fn of_operand(subject: &Subject<'_>, line: usize, range: &LineRange, text: &str) -> Option<Place> {
    let OperandKind::PeMemory(memory) = operand(subject.program, line, range)? else {
        return None;
    };
    let written = &memory.address_range;
    let address = text.get(written.start as usize..written.end as usize)?;
    let (address_words, stride_words, list, length) = match memory.addressing {
        Addressing::Stride {
            base_words,
            stride_words,
        } => {
            let length = address.find('v').unwrap_or(address.len());
            (base_words, Some(stride_words), None, length)
        }
        Addressing::Flat(list) => (list[0], None, Some(list), address.len()),
    };
    let letters = 1 + memory.width.prefix().len() + memory.memory.letters().len();
    let start = written.start.checked_sub(letters as u32)?;
    Some(Place {
        line,
        range: start..written.start + length as u32,
        memory: memory.memory,
        width: memory.width,
        address_words,
        stride_words,
        list,
    })
}

/// The memory of a debug statement: its address is written as a number, before the scope.
fn debug(line: usize, memory: &DebugMemory, text: &str) -> Place {
    let mut place = Place {
        line,
        range: memory.range.clone(),
        memory: memory.memory,
        width: memory.width,
        address_words: memory.address,
        stride_words: None,
        list: None,
    };
    let scope = render::debug_memory(memory).len() - place.name().len();
    let written = text.get(memory.range.start as usize..memory.range.end as usize);
    // A number in another notation may be longer; then the scope is what the canonical form has.
    let is_usual = written.is_some_and(|written| written == render::debug_memory(memory));
    if is_usual {
        place.range.end -= scope as u32;
    }
    place
}

/// What is written in the place of every name of a region.
pub(super) fn replacements(
    subject: &Subject<'_>,
    web: &Web,
    target: &Target,
) -> Result<Vec<Replacement>, Refusal> {
    let mut replacements = Vec::with_capacity(web.accesses.len());
    for &id in &web.accesses {
        let place = place(subject, id)?;
        fits(subject, id, &place, target)?;
        replacements.push(Replacement {
            line: place.line,
            range: place.range.clone(),
            text: new_text(subject, &place, target),
        });
    }
    replacements.sort_by_key(|replacement| (replacement.line, replacement.range.start));
    replacements.dedup();
    Ok(replacements)
}

/// Whether every word of an access lies in the memory it goes to, aligned.
fn fits(
    subject: &Subject<'_>,
    id: AccessId,
    place: &Place,
    target: &Target,
) -> Result<(), Refusal> {
    let beyond = Refusal::Range {
        line: place.line,
        memory: target.memory,
    };
    let moved = |address: u32| shifted(address, target);
    let address_words = moved(place.address_words).ok_or_else(|| beyond.clone())?;
    let size = i64::from(target.memory.size().unwrap_or(0));
    let accesses = subject.flow.line_with(id);
    let pieces = accesses
        .get(id)
        .map_or(&[][..], |access| accesses.pieces(access));
    // Strides only go up.
    if place.list.is_none() && pieces.iter().any(|piece| piece.first < place.address_words) {
        return Err(Refusal::Wraps { line: place.line });
    }
    let is_inside = pieces.iter().all(|piece| {
        let first = i64::from(piece.first) + target.distance;
        first >= 0 && first + i64::from(piece.count) <= size
    });
    let lies_inside =
        |address: u32| moved(address).is_some_and(|address| i64::from(address) < size);
    let list_is_inside = place
        .list
        .is_none_or(|list| list.into_iter().all(lies_inside));
    if !is_inside || !list_is_inside || i64::from(address_words) >= size {
        return Err(beyond);
    }
    if address_words.is_multiple_of(place.width.single_words()) {
        Ok(())
    } else {
        Err(Refusal::Alignment {
            line: place.line,
            width: place.width,
            address_words,
        })
    }
}

fn shifted(address: u32, target: &Target) -> Option<u32> {
    u32::try_from(i64::from(address) + target.distance).ok()
}

fn new_text(subject: &Subject<'_>, place: &Place, target: &Target) -> String {
    let shift = |address: u32| shifted(address, target).unwrap_or(address);
    if let Some(list) = place.list {
        let [a, b, c, d] = list.map(shift);
        let name = format!("${}{}", place.width.prefix(), target.memory.letters());
        return format!("{name}[{a},{b},{c},{d}]");
    }
    let name = place.named(target.memory, shift(place.address_words));
    // A debug statement whose number is written in another notation is written anew with its scope.
    let statement = subject
        .program
        .line(place.line)
        .and_then(|line| line.statement.as_ref());
    let memory = match statement {
        Some(Statement::DebugGet(get)) => &get.memory,
        Some(Statement::DebugSet(set)) => &set.memory,
        _ => return name,
    };
    if place.range == memory.range {
        let canonical = render::debug_memory(memory);
        let scope = &canonical[place.name().len()..];
        return format!("{name}{scope}");
    }
    name
}
