//! The reads and writes of the line that runs next on one PE, with the values.

use mnc2_dataflow::flow::Flow;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::machine::upper;
use mnc2_emulator::trace::{Trace, TracedStatement, TracedValue};
use mnc2_emulator::{Machine, Outcome, Recording, TravelOptions};
use mnc2_isa::geometry::{CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::Statement;
use mnc2_program::access::{Direction, Store};
use mnc2_text::LineRange;

/// Words of one access whose values are copied; the caller can read the rest at the place.
const VALUES_MAX: u32 = 64;

/// One access of a line on a PE, or on what the PE belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The expression of the step, counted from 0; 0 outside of steps.
    pub expression: usize,
    /// Whether it is written and not read.
    pub is_write: bool,
    /// The cycle of the step; 0 outside of steps.
    pub cycle: usize,
    /// The operand in the line.
    pub range: LineRange,
    /// The words of the access.
    pub place: ChipPlace,
    /// Whether a mask keeps all of it from being written.
    pub is_masked: bool,
    /// The first words before a read or after a write, as [`words`] returns them.
    pub values: Vec<u64>,
}

/// The accesses of the line that runs next on a PE, in the order of time: reads, then writes. Also the machine after it.
///
/// # Errors
/// Why the line does not run.
pub fn look(
    recording: &Recording,
    flow: &Flow,
    pe: usize,
    options: &TravelOptions<'_>,
) -> Result<(Vec<Touch>, Machine), Outcome> {
    let mut traced: Option<TracedStatement> = None;
    let mut keep = |statement| traced = Some(statement);
    let after = recording.look_ahead(options, &mut Trace::new(pe, &mut keep))?;
    let touches = match (recording.statement(), traced) {
        (Some(Statement::Step(_) | Statement::Mv(_)), Some(traced)) => {
            let accesses = traced.accesses.into_iter();
            accesses
                .flat_map(|access| {
                    let machine = if access.is_write {
                        &after
                    } else {
                        recording.machine()
                    };
                    let is_masked = access.value == TracedValue::Masked;
                    let store = access.store;
                    let places = access.words.into_iter();
                    let places = places.map(|words| ChipPlace::from_pe(store, words, pe));
                    let touch = |place: ChipPlace| Touch {
                        expression: access.expression,
                        is_write: access.is_write,
                        cycle: access.cycle,
                        range: access.range.clone(),
                        is_masked,
                        values: first_words(machine, &place),
                        place,
                    };
                    places.map(touch).collect::<Vec<_>>()
                })
                .collect()
        }
        (Some(_), _) => stated(recording, flow, pe, &after),
        (None, _) => Vec::new(),
    };
    Ok((touches, after))
}

/// The accesses of a debug or host statement, which follow from its text alone.
fn stated(recording: &Recording, flow: &Flow, pe: usize, after: &Machine) -> Vec<Touch> {
    let line = flow.line(recording.line());
    let mut touches = Vec::new();
    for (_, access) in line.iter() {
        let is_write = access.direction == Direction::Write;
        let machine = if is_write { after } else { recording.machine() };
        for piece in line.pieces(access) {
            let words = piece.first..piece.first + piece.count;
            let place = ChipPlace::from_pe(access.store, words, pe);
            if place.meets(piece) {
                touches.push(Touch {
                    expression: 0,
                    is_write,
                    cycle: usize::from(piece.cycle),
                    range: access.range.clone(),
                    is_masked: false,
                    values: first_words(machine, &place),
                    place,
                });
            }
        }
    }
    touches
}

fn first_words(machine: &Machine, place: &ChipPlace) -> Vec<u64> {
    let end = place.words.end.min(place.words.start + VALUES_MAX);
    let first = ChipPlace {
        words: place.words.start..end,
        ..place.clone()
    };
    words(machine.chip(), &first)
}

/// The words of a place: 32 bits each in the memories of a PE, 64 in those above; four flags each of mask registers; of a
/// matrix register the four long words of each physical row, one for each PE; of a forwarding or turnaround register
/// the long words of each cycle.
pub fn words(chip: &Chip, place: &ChipPlace) -> Vec<u64> {
    let words = place.words.clone();
    words
        .flat_map(|word| match place.store {
            Store::Memory(memory) => memory_words(chip, memory, place.element, word),
            Store::Forwarding(register) => {
                let pe = place.element;
                let output = chip.forwarded(register);
                let path = output.and_then(|output| output.get(word as usize));
                path.map_or(vec![0, 0], |path| vec![path.most[pe], path.least[pe]])
            }
            Store::Turnaround => chip.turnaround.as_ref().map_or_else(Vec::new, |it| {
                it.words(place.element, word as usize).to_vec()
            }),
            Store::Darbuf => {
                let first = place.element * DARBUF_ENTRIES as usize;
                let entry = chip.darbuf.get(first + word as usize);
                vec![entry.map_or(0, |&entry| u64::from(entry))]
            }
        })
        .collect()
}

fn memory_words(chip: &Chip, memory: Memory, element: usize, word: u32) -> Vec<u64> {
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T => {
            let planes = chip.planes(memory);
            let long = planes.map_or(0, |planes| planes.read(word as usize / 2)[element]);
            vec![if word.is_multiple_of(2) {
                long >> 32
            } else {
                long & 0xffff_ffff
            }]
        }
        Memory::MaskRegister => {
            let cycles = CYCLES_PER_STEP as u32;
            let flags = chip.mask((word / cycles) as u8, (word % cycles) as usize);
            vec![u64::from(flags[element])]
        }
        Memory::BaseLm0 | Memory::BaseLm1 => {
            vec![chip.base(memory).map_or(0, |base| u64::from(base[element]))]
        }
        Memory::MatrixX | Memory::MatrixY => {
            let plane = Chip::matrix_plane(memory, word as usize);
            let row = chip.planes(memory).map(|planes| planes.read(plane));
            let pes = element * ChipLevel::Mab.pes()..(element + 1) * ChipLevel::Mab.pes();
            pes.map(|pe| row.map_or(0, |row| row[pe])).collect()
        }
        Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
            vec![upper::read(chip, memory, element, word)]
        }
        Memory::Dar => {
            let entry = element * DAR_ENTRIES as usize + (word % DAR_ENTRIES) as usize;
            vec![chip.dar.get(entry).map_or(0, |&entry| u64::from(entry))]
        }
    }
}
