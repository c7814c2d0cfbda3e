//! Places of the chip: where their words are.

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, DAR_ENTRIES, MASK_FIRST_PATTERN_ENTRY, PES, PES_PER_GROUP, PES_PER_L1B,
    PES_PER_L2B, PES_PER_MAB,
};
use mnc2_isa::{ChipLevel, Constant, Memory, Precision, Width};
use mnc2_program::{OperandKind, Scope, WatchFormat, WatchPlace};
use mnc2_text::{Message, message};

use super::value::{ElementWords, Number};
use super::word_format::Reading;
use crate::alu;
use crate::lanes::{Lanes, Plane, ZEROS};
use crate::machine::chip::Chip;
use crate::machine::{matrix, upper};

/// Maximum number of words of a place: four cycles of two long words, or two rows of the matrix register.
pub(super) const WORDS_MAX: usize = 2 * CYCLES_PER_STEP;

/// A place whose words are found.
pub(super) struct Place<'a> {
    chip: &'a Chip,
    level: ChipLevel,
    sources: Vec<Source<'a>>,
    word_bits: u32,
    words_per_cycle: usize,
    reading: Reading,
    /// After how many PEs the words repeat.
    period: usize,
    /// The bits of a PE's index that the place leaves open.
    open: usize,
    /// The bits of a PE's index that the place states.
    given: usize,
}

/// Where one word is.
enum Source<'a> {
    /// A long word of each PE.
    Long(&'a Plane),
    Upper(&'a Plane),
    Lower(&'a Plane),
    /// The long word of one PE of the MAB.
    OfMab(&'a Plane, usize),
    /// Flags of a mask.
    Flags(&'a Lanes<u8>),
    /// A base address register.
    Base(&'a Lanes<u16>),
    /// Equal content on every element.
    Same(u64),
    /// A constant of each PE.
    Constant(Constant),
    /// A long word of a memory above the PEs.
    Above(Memory, u32),
    /// An entry of DAR.
    Dar(u32),
}

impl<'a> Place<'a> {
    /// Finds the words of a place.
    pub(super) fn new(
        chip: &'a Chip,
        place: &WatchPlace,
        reading: Reading,
    ) -> Result<Self, Message> {
        let mut words_per_cycle = 1;
        let mut word_bits = 64;
        let mut sources = Vec::new();
        match &place.operand {
            OperandKind::PeMemory(memory) => {
                let addresses = memory.addresses_words();
                let is_same = addresses.iter().all(|address| *address == addresses[0]);
                let cycles = if is_same { 1 } else { CYCLES_PER_STEP };
                for &address in &addresses[..cycles] {
                    let address = address as usize;
                    let plane = |offset| plane(chip, memory.memory, address / 2 + offset);
                    match memory.width {
                        Width::Single if address.is_multiple_of(2) => {
                            sources.push(Source::Upper(plane(0)));
                        }
                        Width::Single => sources.push(Source::Lower(plane(0))),
                        Width::Long => sources.push(Source::Long(plane(0))),
                        Width::DoubleLong => {
                            sources.extend([0, 1].map(|offset| Source::Long(plane(offset))));
                        }
                    }
                }
                match memory.width {
                    Width::Single => word_bits = 32,
                    Width::Long => {}
                    Width::DoubleLong => words_per_cycle = 2,
                }
            }
            OperandKind::T(width) => {
                words_per_cycle = if *width == Width::DoubleLong { 2 } else { 1 };
                for cycle in 0..CYCLES_PER_STEP {
                    let planes = (0..words_per_cycle)
                        .map(|side| Source::Long(plane(chip, Memory::T, 2 * cycle + side)));
                    sources.extend(planes);
                }
            }
            OperandKind::BaseRegister(memory, _) => {
                word_bits = 32;
                sources.extend(chip.base(*memory).map(Source::Base));
            }
            OperandKind::MaskRegister(entry) => {
                word_bits = 4;
                sources.extend((0..CYCLES_PER_STEP).map(|cycle| flags(chip, *entry, cycle)));
            }
            OperandKind::MatrixRows { side, width, row } => {
                let rows = if *width == Width::DoubleLong { 2 } else { 1 };
                words_per_cycle = rows * PES_PER_MAB;
                let precision = row_precision(reading)?;
                for row in usize::from(*row)..usize::from(*row) + rows {
                    if row >= matrix::rows(precision) {
                        return Err(message!(
                            "there is no row {row}: in this precision a matrix register has {rows}",
                            row,
                            rows = matrix::rows(precision)
                        ));
                    }
                    let physical = matrix::physical_row(precision, row);
                    let plane = plane(chip, *side, Chip::matrix_plane(*side, physical));
                    sources.extend((0..PES_PER_MAB).map(|pe| Source::OfMab(plane, pe)));
                }
            }
            OperandKind::Forwarding(path) => {
                words_per_cycle = 2;
                for cycle in 0..CYCLES_PER_STEP {
                    let [most, least] = match chip.forwarded(*path) {
                        Some(output) => [&output[cycle].most, &output[cycle].least],
                        None => [&ZEROS; 2],
                    };
                    sources.extend([Source::Long(most), Source::Long(least)]);
                }
            }
            OperandKind::Constant(constant) => sources.push(Source::Constant(*constant)),
            OperandKind::L1bm { width, address } => {
                words_per_cycle = if *width == Width::DoubleLong { 2 } else { 1 };
                let addresses = (*address..).take(words_per_cycle);
                sources.extend(addresses.map(|address| Source::Above(Memory::L1bm, address)));
            }
            OperandKind::L2bm { address, .. } => {
                sources.push(Source::Above(Memory::L2bm, *address));
            }
            OperandKind::Pdm { address, .. } => sources.push(Source::Above(Memory::Pdm, *address)),
            OperandKind::Dram { address, .. } => {
                sources.push(Source::Above(Memory::Dram, *address));
            }
            OperandKind::Dar(entry) => {
                word_bits = 32;
                sources.push(Source::Dar(*entry));
            }
            // The parser gives none of these.
            OperandKind::MatrixSide(..)
            | OperandKind::NoWrite
            | OperandKind::Turnaround(_)
            | OperandKind::Literal(_)
            | OperandKind::Tag(_) => sources.push(Source::Same(0)),
        }
        let bits = reading.bits(word_bits);
        if bits > word_bits {
            return Err(message!(
                "a word of {held} bits is too short for a number of {bits} bits",
                held = word_bits,
                bits
            ));
        }
        let period = sources.iter().map(|source| source.period(chip)).max();
        let (open, given) = parts(place.scope, place.level());
        Ok(Self {
            chip,
            level: place.level(),
            sources,
            word_bits,
            words_per_cycle,
            reading,
            period: period.unwrap_or(1),
            open,
            given,
        })
    }

    /// After how many PEs the words repeat.
    pub(super) const fn period(&self) -> usize {
        self.period
    }

    /// The number of its numbers.
    pub(super) fn length(&self) -> usize {
        self.sources.len() * self.numbers_per_word()
    }

    fn numbers_per_word(&self) -> usize {
        (self.word_bits / self.reading.bits(self.word_bits)) as usize
    }

    /// One of its numbers, for a PE.
    pub(super) fn number(&self, pe: usize, index: usize) -> Number {
        let per_word = self.numbers_per_word();
        let bits = self.reading.bits(self.word_bits);
        let word = self.word(index / per_word, pe);
        let below = (per_word - 1 - index % per_word) as u32;
        self.reading.number(word >> (bits * below), bits)
    }

    /// All words, for a PE.
    pub(super) fn all_words(&self, pe: usize) -> [u64; WORDS_MAX] {
        let mut words = [0; WORDS_MAX];
        for (index, word) in words.iter_mut().take(self.sources.len()).enumerate() {
            *word = self.word(index, pe);
        }
        words
    }

    /// Its words on the element of a PE.
    pub(super) fn words(&self, pe: usize) -> ElementWords {
        ElementWords {
            level: self.level,
            element: self.level.containing(pe & self.open | self.given),
            word_bits: self.word_bits,
            words_per_cycle: self.words_per_cycle,
            words: self.all_words(pe)[..self.sources.len()].to_vec(),
            format: self.reading.format(self.word_bits),
        }
    }

    fn word(&self, index: usize, pe: usize) -> u64 {
        let pe = pe & self.open | self.given;
        let element = self.level.containing(pe);
        match self.sources[index] {
            Source::Long(plane) => plane[pe],
            Source::Upper(plane) => plane[pe] >> 32,
            Source::Lower(plane) => plane[pe] & u64::from(u32::MAX),
            Source::OfMab(plane, number) => plane[element * PES_PER_MAB + number],
            Source::Flags(flags) => u64::from(flags[pe]),
            Source::Base(base) => u64::from(base[pe]),
            Source::Same(word) => word,
            Source::Constant(constant) => alu::constant(constant, None, pe),
            Source::Above(memory, address) => upper::read(self.chip, memory, element, address),
            Source::Dar(entry) => {
                u64::from(self.chip.dar[element * DAR_ENTRIES as usize + entry as usize])
            }
        }
    }
}

impl Source<'_> {
    fn period(&self, chip: &Chip) -> usize {
        match self {
            Self::Long(plane) | Self::Upper(plane) | Self::Lower(plane) => plane.period(),
            Self::OfMab(plane, _) => plane.period(),
            Self::Flags(flags) => flags.period(),
            Self::Base(base) => base.period(),
            Self::Same(_) => 1,
            Self::Constant(constant) => alu::constant_period(*constant),
            Self::Above(Memory::L1bm, address) => chip.l1bm.period(*address, 1) * PES_PER_L1B,
            Self::Above(Memory::L2bm, address) => chip.l2bm.period(*address, 1) * PES_PER_L2B,
            Self::Above(..) | Self::Dar(_) => PES,
        }
    }
}

fn plane(chip: &Chip, memory: Memory, address: usize) -> &Plane {
    chip.planes(memory)
        .map_or(&ZEROS, |planes| planes.read(address))
}

/// The flags of a mask entry in a cycle: variable ones, or a pattern (manual 3.6.2).
fn flags(chip: &Chip, entry: u8, cycle: usize) -> Source<'_> {
    let number = u32::from(entry);
    match number {
        0 => Source::Same(0b1111),
        1..MASK_FIRST_PATTERN_ENTRY => Source::Flags(chip.mask(entry, cycle)),
        _ if (number >> (CYCLES_PER_STEP - 1 - cycle)) & 1 == 1 => Source::Same(0b1111),
        _ => Source::Same(0),
    }
}

/// The precision whose rows are meant (manual 3.6.1.14).
fn row_precision(reading: Reading) -> Result<Precision, Message> {
    let Reading::Format(format) = reading else {
        return Err(no_precision());
    };
    Ok(match format {
        WatchFormat::Double | WatchFormat::LongInteger => Precision::Double,
        WatchFormat::Single | WatchFormat::SingleInteger | WatchFormat::UnsignedSingleInteger => {
            Precision::Single
        }
        WatchFormat::PseudoSingle => Precision::PseudoSingle,
        WatchFormat::Half | WatchFormat::HalfInteger | WatchFormat::UnsignedHalfInteger => {
            Precision::Half
        }
        WatchFormat::Hexadecimal | WatchFormat::Unsigned => return Err(no_precision()),
    })
}

fn no_precision() -> Message {
    message!(
        "the rows of the matrix register depend on the precision: write `,d`, `,f`, `,g` or `,h` after the place"
    )
}

/// The bits of a PE's index that a scope leaves open, and the others. Parts below the level do not matter.
pub(super) fn parts(scope: Scope, level: ChipLevel) -> (usize, usize) {
    let mut open = PES - 1;
    for (given, of, above) in [
        (scope.group, ChipLevel::Group, PES),
        (scope.l2b, ChipLevel::L2b, PES_PER_GROUP),
        (scope.l1b, ChipLevel::L1b, PES_PER_L2B),
        (scope.mab, ChipLevel::Mab, PES_PER_L1B),
        (scope.pe, ChipLevel::Pe, PES_PER_MAB),
    ] {
        if given.is_some() && of <= level {
            open &= !(above - of.pes());
        }
    }
    (open, scope.first_pe() & !open)
}

const _: () = assert!(
    PES_PER_GROUP.is_power_of_two()
        && PES_PER_L2B.is_power_of_two()
        && PES_PER_L1B.is_power_of_two()
        && PES_PER_MAB.is_power_of_two(),
    "the parts of a PE's index are bits of it"
);
