//! Writes of the last steps, and whether a read comes too early after one of them.
//!
//! No rule of manual 3.6.3 reaches further back than [`REACH_STEPS`], so older writes are forgotten.

use mnc2_isa::geometry::{CYCLES_PER_STEP, L1BM_LONG_WORDS};
use mnc2_isa::timing::{self, AddressRelation as Between, DistanceUnit, RULES, TimingRule};
use mnc2_isa::{ChipLevel, Memory, Width};
use mnc2_program::message::wording;
use mnc2_text::{LineRange, Message};

use super::coverage::Elements;
use super::pe_set::PeSet;
use crate::machine::address::Addresses;
use crate::machine::mask::StepMask;
use crate::machine::observer::{AccessedPlace, ObservedAccess};

/// Steps after which a write is complete in any case.
const REACH_STEPS: u64 = {
    let mut reach = 0;
    let mut index = 0;
    while index < RULES.len() {
        if RULES[index].enough_steps as u64 > reach {
            reach = RULES[index].enough_steps as u64;
        }
        index += 1;
    }
    reach
};

/// A write in one cycle.
#[derive(Clone)]
pub(super) struct Write {
    pub(super) kind: timing::AccessKind,
    pub(super) step: u64,
    pub(super) cycle: usize,
    pub(super) line: u32,
    pub(super) range: LineRange,
    /// The first address of the whole instruction.
    pub(super) start: u32,
    pub(super) words: WrittenWords,
}

/// The place of a write.
#[derive(Clone)]
pub(super) enum WrittenWords {
    /// Any address of a memory.
    Port(Memory),
    Pe {
        memory: Memory,
        width: Width,
        addresses: Addresses,
        mask: Option<StepMask>,
    },
    /// L1BM, L2BM or DAR.
    Upper {
        memory: Memory,
        elements: u64,
        address: u32,
        count: u32,
    },
}

/// A read that came too early.
pub(super) struct TooEarly<'a> {
    pub(super) rule: &'static TimingRule,
    pub(super) write: &'a Write,
    pub(super) between: u64,
    /// The first word, as programs write it.
    pub(super) what: Message,
    pub(super) elements: Elements,
}

/// The time of a read or a second access, and its place.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) kind: timing::AccessKind,
    pub(super) step: u64,
    /// Where an MV instruction starts to read.
    pub(super) start: u32,
}

/// Writes that may not be complete.
#[derive(Clone, Default)]
pub(super) struct Recent {
    writes: Vec<Write>,
}

impl Recent {
    /// Forgets what is complete before a step.
    pub(super) fn forget_before(&mut self, step: u64) {
        self.writes.retain(|write| write.step + REACH_STEPS >= step);
    }

    /// The writes that may not be complete at a step.
    pub(super) fn incomplete_at(&self, step: u64) -> impl Iterator<Item = &Write> {
        let writes = self.writes.iter();
        writes.filter(move |write| write.step + REACH_STEPS >= step)
    }

    /// Records a write. The first write through a port in a step applies.
    pub(super) fn push(&mut self, write: Write) {
        let is_port = matches!(write.words, WrittenWords::Port(_));
        let is_known = |other: &Write| {
            (other.kind, other.step, other.line) == (write.kind, write.step, write.line)
                && match (&other.words, &write.words) {
                    (WrittenWords::Port(other), WrittenWords::Port(this)) => other == this,
                    (
                        WrittenWords::Port(_)
                        | WrittenWords::Pe { .. }
                        | WrittenWords::Upper { .. },
                        _,
                    ) => false,
                }
        };
        if !(is_port && self.writes.iter().any(is_known)) {
            self.writes.push(write);
        }
    }

    /// The first address that the instruction of a line wrote; `address` if it has not written yet.
    pub(super) fn start(
        &self,
        kind: timing::AccessKind,
        step: u64,
        line: u32,
        address: u32,
    ) -> u32 {
        self.writes
            .iter()
            .find(|write| (write.kind, write.step, write.line) == (kind, step, line))
            .map_or(address, |write| write.start)
    }

    /// The writes that an access follows too early.
    pub(super) fn too_early<'a>(
        &'a self,
        moment: Moment,
        access: &'a ObservedAccess<'_>,
    ) -> impl Iterator<Item = TooEarly<'a>> {
        RULES
            .iter()
            .filter(move |rule| rule.second == moment.kind && rule.distance > 0)
            .flat_map(move |rule| {
                self.writes
                    .iter()
                    .filter(move |write| write.kind == rule.first)
                    .filter_map(move |write| too_early(rule, write, moment, access))
            })
    }
}

fn too_early<'a>(
    rule: &'static TimingRule,
    write: &'a Write,
    moment: Moment,
    access: &ObservedAccess<'_>,
) -> Option<TooEarly<'a>> {
    let between = match rule.unit {
        DistanceUnit::Steps => moment.step.checked_sub(write.step + 1)?,
        DistanceUnit::Cycles => {
            let cycles = CYCLES_PER_STEP as u64;
            let written = write.step * cycles + write.cycle as u64;
            (moment.step * cycles + access.cycle as u64).checked_sub(written + 1)?
        }
    };
    if between >= u64::from(rule.distance) {
        return None;
    }
    let from_below = moment.start < write.start;
    let (what, elements) = match rule.addresses {
        Between::Any => any_address(rule, write, access)?,
        Between::OverlapFromBelow if !from_below => return None,
        Between::Overlap if from_below => return None,
        Between::Same | Between::OverlapFromBelow | Between::Overlap => overlap(write, access)?,
    };
    Some(TooEarly {
        rule,
        write,
        between,
        what,
        elements,
    })
}

/// The port that both use.
fn any_address(
    rule: &TimingRule,
    write: &Write,
    access: &ObservedAccess<'_>,
) -> Option<(Message, Elements)> {
    match (&write.words, access.place) {
        (WrittenWords::Port(written), AccessedPlace::Pe { memory, .. }) => {
            (*written == memory).then(|| (wording::memory(memory), Elements::Pes(PeSet::All)))
        }
        (
            WrittenWords::Upper {
                memory: written,
                elements: written_elements,
                ..
            },
            AccessedPlace::Upper {
                memory, elements, ..
            },
        ) if *written == memory => {
            let both = if rule.same_l1b {
                written_elements & elements
            } else {
                elements
            };
            let elements = Elements::Upper(ChipLevel::from_memory(memory), both);
            (both != 0).then(|| (wording::memory(memory), elements))
        }
        (WrittenWords::Port(_) | WrittenWords::Pe { .. } | WrittenWords::Upper { .. }, _) => None,
    }
}

/// The words that both access: the first one's name, and on which elements.
fn overlap(write: &Write, access: &ObservedAccess<'_>) -> Option<(Message, Elements)> {
    match (&write.words, access.place) {
        (
            WrittenWords::Pe {
                memory: written,
                width: written_width,
                addresses: written_addresses,
                mask,
            },
            AccessedPlace::Pe {
                memory,
                width,
                addresses,
                mask: _,
            },
        ) if *written == memory => {
            // The T-register is accessed as a whole entry, also for an address (manual 3.6.1.12).
            let width = if memory == Memory::T {
                Width::DoubleLong
            } else {
                width
            };
            // The first common word on a PE whose words `bits` were written.
            let common = |from: u32, to: u32, bits: u8| {
                (0..written_width.single_words())
                    .filter(|word| bits >> word & 1 == 1)
                    .map(|word| from + word)
                    .find(|word| (to..to + width.single_words()).contains(word))
            };
            let bits = |pe| {
                mask.as_ref().map_or(0b1111, |mask| {
                    mask.written_words(write.cycle, *written_width, pe)
                })
            };
            let everywhere = mask
                .as_ref()
                .is_none_or(|mask| mask.passes(write.cycle, *written_width) == Some(true));
            let (first, pes) = match (written_addresses, addresses) {
                (Addresses::Uniform(from), Addresses::Uniform(to)) => {
                    let first = common(*from, *to, 0b1111)?;
                    if everywhere {
                        (first, PeSet::All)
                    } else {
                        let on = |pe: usize| common(*from, *to, bits(pe));
                        let pes = PeSet::from_fn(|pe| on(pe).is_some());
                        (on(pes.first()?)?, pes)
                    }
                }
                (Addresses::PerPe(_), _) | (_, Addresses::PerPe(_)) => {
                    let on = |pe: usize| {
                        common(written_addresses.for_pe(pe), addresses.for_pe(pe), bits(pe))
                    };
                    let pes = PeSet::from_fn(|pe| on(pe).is_some());
                    (on(pes.first()?)?, pes)
                }
            };
            let what = if memory == Memory::T {
                wording::memory(Memory::T)
            } else {
                Message::verbatim(format!("`${}{first}`", memory.letters()))
            };
            (!pes.is_empty()).then_some((what, Elements::Pes(pes)))
        }
        (
            WrittenWords::Upper {
                memory: written,
                elements: written_elements,
                address: written_address,
                count: written_count,
            },
            AccessedPlace::Upper {
                memory,
                elements,
                address,
                count,
            },
        ) if *written == memory && written_elements & elements != 0 => {
            let size = memory.size().unwrap_or(L1BM_LONG_WORDS);
            let written = |word: u32| word.wrapping_sub(*written_address) % size < *written_count;
            let first = (0..count)
                .map(|index| address.wrapping_add(index) % size)
                .find(|&word| written(word))?;
            let elements =
                Elements::Upper(ChipLevel::from_memory(memory), written_elements & elements);
            Some((super::upper_word(memory, first), elements))
        }
        (WrittenWords::Port(_) | WrittenWords::Pe { .. } | WrittenWords::Upper { .. }, _) => None,
    }
}
