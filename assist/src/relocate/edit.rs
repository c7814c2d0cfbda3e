//! The places of a region's names, and their replacements.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Width};

use super::def_use_web::{Web, operand};
use super::refusal::Reason;
use super::{Refusal, Replacement, Subject, Target};
use mnc2_dataflow::flow::AccessId;
use mnc2_program::access::AccessRole;
use mnc2_program::{
    Addressing, DebugMemory, OperandKind, PeMemory, PerCycle, Statement, WatchPlace, render,
};
use mnc2_text::LineRange;

/// A part of a line that names a place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mention {
    /// Its line, counted from 0.
    pub(super) line: usize,
    /// From `$` to the end of the address of cycle 0, or of the list; in a `mask` statement the entry.
    pub(super) range: LineRange,
    pub(super) memory: Memory,
    pub(super) width: Width,
    /// The text before the address: `$lm`, `$imr`; empty in a `mask` statement.
    head: String,
    /// The address of cycle 0, in the memory's unit.
    pub(super) address: u32,
    /// Added in each cycle; none in lists and outside of LM and GRF.
    pub(super) stride_words: Option<u32>,
    /// The list, if one is written.
    list: Option<PerCycle<u32>>,
    /// The text after the address in the range: the scope of a debug statement that is rewritten.
    tail: String,
}

impl Mention {
    /// The text before the address, and the address of cycle 0.
    pub(super) fn name(&self) -> String {
        format!("{}{}", self.head, self.address)
    }

    /// Whether it is written as a list, and the other one is this list moved by some words.
    pub(super) fn is_list_of(&self, other: &PeMemory, distance: i64) -> bool {
        let (Some(own), Addressing::Flat(other)) = (self.list, other.addressing) else {
            return false;
        };
        own.iter()
            .zip(other)
            .all(|(&own, other)| i64::from(own) + distance == i64::from(other))
    }
}

/// The words, in the units of [`mnc2_program::access`], of an address.
pub(super) const fn words_per_address(memory: Memory) -> u32 {
    match memory {
        Memory::MaskRegister => CYCLES_PER_STEP as u32,
        _ => 1,
    }
}

/// The places where the accesses to a memory name it.
pub(super) struct Places<'a> {
    subject: &'a Subject<'a>,
    /// The lines of `mask` statements, if they matter.
    mask_lines: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(super) fn new(subject: &'a Subject<'a>, memory: Memory) -> Self {
        let is_mask = |line: usize| {
            let line = subject.program.line(line);
            line.is_some_and(|line| matches!(line.statement, Some(Statement::Mask(_))))
        };
        let mask_lines = match memory {
            Memory::MaskRegister => (0..subject.program.len())
                .filter(|&line| is_mask(line))
                .collect(),
            _ => Vec::new(),
        };
        Self {
            subject,
            mask_lines,
        }
    }

    /// The place where an access names its memory.
    pub(super) fn place(&self, id: AccessId) -> Result<Mention, Refusal> {
        let subject = self.subject;
        let line = subject.flow.line_of(id);
        let accesses = subject.flow.line_with(id);
        let access = accesses.get(id).ok_or(Refusal::NoRegion)?;
        let found = if access.is_by_setting {
            let before = self.mask_lines.partition_point(|&mask| mask < line);
            let line = before.checked_sub(1).map(|index| self.mask_lines[index]);
            line.and_then(|line| mask_setting_mention(subject, line))
        } else if access.role == AccessRole::Mask {
            mask_mention(&access.range, line, &subject.text(line))
        } else {
            let text = subject.text(line);
            let statement = subject.program.line(line);
            match statement.and_then(|line| line.statement.as_ref()) {
                Some(Statement::DebugGet(get)) => Some(debug(line, &get.memory, &text)),
                Some(Statement::DebugSet(set)) => Some(debug(line, &set.memory, &text)),
                _ => operand_mention(subject, line, &access.range, &text),
            }
        };
        found.ok_or(Refusal::NoRegion)
    }
}

/// A place without stride, list and tail.
pub(super) fn plain(
    line: usize,
    range: LineRange,
    memory: Memory,
    head: &str,
    address: u32,
) -> Mention {
    Mention {
        line,
        range,
        memory,
        width: Width::Long,
        head: head.to_owned(),
        address,
        stride_words: None,
        list: None,
        tail: String::new(),
    }
}

fn operand_mention(
    subject: &Subject<'_>,
    line: usize,
    range: &LineRange,
    text: &str,
) -> Option<Mention> {
    let operand = operand(subject.program, line, range)?;
    let bare = operand.bare_range();
    let (memory, address) = match operand.kind {
        OperandKind::PeMemory(ref memory) => return pe_memory_mention(memory, line, text),
        OperandKind::MaskRegister(entry) => (Memory::MaskRegister, u32::from(entry)),
        OperandKind::L1bm { address, .. } => (Memory::L1bm, address),
        OperandKind::L2bm { address, .. } => (Memory::L2bm, address),
        OperandKind::Pdm { address, .. } => (Memory::Pdm, address),
        OperandKind::Dram {
            address,
            indirect: false,
            ..
        } => (Memory::Dram, address),
        OperandKind::Dram { indirect: true, .. }
        | OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::Forwarding(_)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::Turnaround(_)
        | OperandKind::Dar(_)
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => return None,
    };
    // `$lc64@0.1`: the address ends where the element begins.
    let written = text.get(bare.start as usize..bare.end as usize)?;
    let length = written.find('@').unwrap_or(written.len());
    let head = head_of(&written[..length])?;
    let range = bare.start..bare.start + length as u32;
    Some(plain(line, range, memory, head, address))
}

/// The text before the address: `$` and letters.
fn head_of(written: &str) -> Option<&str> {
    let digits = written.find(|c: char| c.is_ascii_digit())?;
    written.starts_with('$').then_some(&written[..digits])
}

fn pe_memory_mention(memory: &PeMemory, line: usize, text: &str) -> Option<Mention> {
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
    let head = head(memory.width, memory.memory);
    let start = written.start.checked_sub(head.len() as u32)?;
    let range = start..written.start + length as u32;
    Some(Mention {
        width: memory.width,
        stride_words,
        list,
        ..plain(line, range, memory.memory, &head, address_words)
    })
}

fn head(width: Width, memory: Memory) -> String {
    format!("${}{}", width.prefix(), memory.letters())
}

/// `/$imr1`: the entry and the text before it.
fn mask_mention(range: &LineRange, line: usize, text: &str) -> Option<Mention> {
    let written = text.get(range.start as usize..range.end as usize)?;
    let written = written.strip_prefix('/')?;
    let head = head_of(written)?;
    let is_suffix = |c: char| matches!(c, 't' | 'p');
    let entry = written[head.len()..].trim_end_matches(is_suffix);
    let start = range.start + 1;
    let range = start..start + (head.len() + entry.len()) as u32;
    let entry: u32 = entry.parse().ok()?;
    Some(plain(line, range, Memory::MaskRegister, head, entry))
}

/// `maskr 1`: the entry.
fn mask_setting_mention(subject: &Subject<'_>, line: usize) -> Option<Mention> {
    let statement = subject.program.line(line)?.statement.as_ref()?;
    let Statement::Mask(mask) = statement else {
        return None;
    };
    let entry = u32::from(mask.setting.entry);
    let range = mask.entry_range.clone();
    Some(plain(line, range, Memory::MaskRegister, "", entry))
}

/// The memory of a debug statement: its address is written as a number, before the scope.
fn debug(line: usize, memory: &DebugMemory, text: &str) -> Mention {
    let canonical = render::debug_memory(memory);
    let digits = canonical.find(|c: char| c.is_ascii_digit());
    let head = &canonical[..digits.unwrap_or(canonical.len())];
    let mut place = Mention {
        width: memory.width,
        ..plain(
            line,
            memory.range.clone(),
            memory.memory,
            head,
            memory.address,
        )
    };
    let scope = &canonical[place.name().len().min(canonical.len())..];
    let written = text.get(memory.range.start as usize..memory.range.end as usize);
    // A number in another notation may be longer: then the scope is rewritten too.
    if written == Some(&canonical) {
        place.range.end -= scope.len() as u32;
    } else {
        place.tail = scope.to_owned();
    }
    place
}

/// Where a place of an assertion names its memory and address.
pub(super) fn watched_mention(place: &WatchPlace, line: usize, text: &str) -> Option<Mention> {
    let written = text.get(place.range.start as usize..place.range.end as usize)?;
    let start = written.find(|c: char| c.is_ascii_digit() || c == '[')?;
    let (head, rest) = written.split_at(start);
    let length = if rest.starts_with('[') {
        rest.find(']')? + 1
    } else if let Some(digits) = rest.strip_prefix("0x") {
        let end = digits.find(|c: char| !c.is_ascii_hexdigit());
        2 + end.unwrap_or(digits.len())
    } else {
        let end = rest.find(|c: char| !c.is_ascii_digit());
        end.unwrap_or(rest.len())
    };
    let first = place.range.start;
    let range = first..first + (start + length) as u32;
    let of = |memory, address| Some(plain(line, range.clone(), memory, head, address));
    match &place.operand {
        OperandKind::PeMemory(memory) => {
            let (address, list) = match memory.addressing {
                Addressing::Stride { base_words, .. } => (base_words, None),
                Addressing::Flat(list) => (list[0], Some(list)),
            };
            Some(Mention {
                width: memory.width,
                list: list.filter(|_| rest.starts_with('[')),
                ..of(memory.memory, address)?
            })
        }
        OperandKind::MaskRegister(entry) => of(Memory::MaskRegister, u32::from(*entry)),
        OperandKind::L1bm { address, .. } => of(Memory::L1bm, *address),
        OperandKind::L2bm { address, .. } => of(Memory::L2bm, *address),
        OperandKind::Pdm { address, .. } => of(Memory::Pdm, *address),
        OperandKind::Dram { address, .. } => of(Memory::Dram, *address),
        _ => None,
    }
}

/// The new text for every name of a region.
pub(super) fn replacements(
    subject: &Subject<'_>,
    places: &Places<'_>,
    web: &Web,
    target: &Target,
) -> Result<Vec<Replacement>, Refusal> {
    let mut replacements = Vec::with_capacity(web.accesses.len());
    for &id in &web.accesses {
        let place = places.place(id)?;
        if !subject.own.contains(&place.line) {
            return Err(Refusal::NoRegion);
        }
        fits(subject, id, &place, target)?;
        replacements.push(Replacement {
            line: place.line,
            range: place.range.clone(),
            text: new_text(&place, target),
        });
    }
    replacements.sort_by_key(|replacement| (replacement.line, replacement.range.start));
    replacements.dedup();
    Ok(replacements)
}

/// Whether every word of an access is in the memory that it moves to, and aligned.
fn fits(
    subject: &Subject<'_>,
    id: AccessId,
    place: &Mention,
    target: &Target,
) -> Result<(), Refusal> {
    let beyond = Reason::Range {
        memory: target.memory,
    }
    .at(place.line);
    let moved = |address: u32| shifted(address, target);
    let address = moved(place.address).ok_or_else(|| beyond.clone())?;
    let unit = words_per_address(target.memory);
    let size = target.memory.size().unwrap_or(0);
    let size_words = i64::from(mnc2_program::access::Store::Memory(target.memory).words());
    let accesses = subject.flow.line_with(id);
    let pieces = accesses
        .get(id)
        .map_or(&[][..], |access| accesses.pieces(access));
    // Strides are never negative.
    let wraps = |first: u32| first < place.address.saturating_mul(unit);
    if place.list.is_none() && pieces.iter().any(|piece| wraps(piece.first)) {
        return Err(Reason::Wraps.at(place.line));
    }
    let is_inside = pieces.iter().all(|piece| {
        let first = i64::from(piece.first) + target.distance;
        first >= 0 && first + i64::from(piece.count) <= size_words
    });
    let lies_inside = |address: u32| moved(address).is_some_and(|address| address < size);
    let list_is_inside = place
        .list
        .is_none_or(|list| list.into_iter().all(lies_inside));
    if !is_inside || !list_is_inside || i64::from(address) * i64::from(unit) >= size_words {
        return Err(beyond);
    }
    let is_aligned = !target.memory.is_addressable_pe_memory()
        || address.is_multiple_of(place.width.single_words());
    if is_aligned {
        Ok(())
    } else {
        Err(Reason::Alignment {
            width: place.width,
            address_words: address,
        }
        .at(place.line))
    }
}

fn shifted(address: u32, target: &Target) -> Option<u32> {
    let distance = target.distance / i64::from(words_per_address(target.memory));
    u32::try_from(i64::from(address) + distance).ok()
}

pub(super) fn new_text(place: &Mention, target: &Target) -> String {
    let shift = |address: u32| shifted(address, target).unwrap_or(address);
    let head = if target.memory == place.memory {
        place.head.clone()
    } else {
        head(place.width, target.memory)
    };
    match place.list {
        Some(list) => {
            let [a, b, c, d] = list.map(shift);
            format!("{head}[{a},{b},{c},{d}]")
        }
        None => format!("{head}{}{}", shift(place.address), place.tail),
    }
}
