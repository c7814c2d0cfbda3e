//! Changes of memory by the user as `d set` statements, which a run remembers.

use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::machine::chip::Chip;
use mnc2_isa::{Memory, Width};
use mnc2_program::access::{Accesses, State, Store};
use mnc2_program::{DebugMemory, DebugSet, Statement};
use mnc2_text::{Message, message};

use super::next_line;

/// The words of a place that a `d set` changes.
pub(super) fn changed(set: &DebugSet, place: &ChipPlace) -> Option<ChipPlace> {
    let accesses = Accesses::from_statement(&Statement::DebugSet(set.clone()), &State::default());
    let of_store = accesses
        .list()
        .iter()
        .find(|access| access.store == place.store)?;
    let pieces = accesses.pieces(of_store).iter();
    let met = pieces.filter(|piece| place.meets(piece));
    let start = met
        .clone()
        .map(|piece| piece.first.max(place.words.start))
        .min()?;
    let end = met
        .map(|piece| (piece.first + piece.count).min(place.words.end))
        .max()?;
    Some(ChipPlace {
        words: start..end,
        ..place.clone()
    })
}

/// The changes of memory that give the words of a place these values, as [`super::next_line::words`] returns them.
///
/// # Errors
/// A sentence if no `d set` reaches the place.
pub(super) fn sets(
    place: &ChipPlace,
    words: &[u64],
    chip: &Chip,
) -> Result<Vec<DebugSet>, Message> {
    let Store::Memory(memory) = place.store else {
        return Err(unsettable());
    };
    let set = |width, address, payload: Vec<u64>| DebugSet {
        range: 0..0,
        memory: DebugMemory {
            range: 0..0,
            memory,
            width,
            address,
            scope: place.scope(),
        },
        count: payload.len() as u32,
        payload_range: 0..0,
        payload: payload.into(),
    };
    let words = place.words.clone().zip(words.iter().copied());
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
            let words: Vec<(u32, u64)> = words.collect();
            let is_long = place.words.start.is_multiple_of(2) && words.len().is_multiple_of(2);
            Ok(if is_long {
                let pairs = words.chunks(2);
                let long_words = pairs.map(|pair| pair[0].1 << 32 | pair[1].1 & 0xffff_ffff);
                vec![set(Width::Long, place.words.start, long_words.collect())]
            } else {
                // A single word is on the MSB side of its payload.
                let words = words.into_iter();
                let single = |(address, word)| set(Width::Single, address, vec![word << 32]);
                words.map(single).collect()
            })
        }
        Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
            let first = place.words.start;
            Ok(vec![set(
                Width::Long,
                first,
                words.map(|(_, word)| word).collect(),
            )])
        }
        Memory::T => {
            let all = ChipPlace {
                words: 0..place.store.words(),
                ..place.clone()
            };
            let mut singles = next_line::words(chip, &all);
            for (address, word) in words {
                if let Some(single) = singles.get_mut(address as usize) {
                    *single = word & 0xffff_ffff;
                }
            }
            // A `d set` writes the long word on the MSB side of each cycle.
            let entries = singles.chunks(Width::DoubleLong.single_words() as usize);
            let long_words = entries.map(|entry| entry[0] << 32 | entry[1]);
            Ok(vec![set(Width::Long, 0, long_words.collect())])
        }
        Memory::MaskRegister
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::Dar => Err(unsettable()),
    }
}

fn unsettable() -> Message {
    message!("this register cannot be changed; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM can")
}
