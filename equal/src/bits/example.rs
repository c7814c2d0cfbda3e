//! The content of the memories at the start for which two values differ, from the inputs of a circuit.

use std::collections::BTreeMap;

use mnc2_isa::Memory;
use mnc2_program::access::Store;

use super::words::{Input, Words};
use crate::InitialWords;
use crate::terms::{Kind, LEVELS};

/// The words at the start that are not zero, given the inputs that are set; `None` if the circuit follows from anything else.
pub(super) fn initial_words(words: &Words<'_>, set: &[u32]) -> Option<InitialWords> {
    let is_set = |number: usize| set.contains(&(number as u32));
    let mut numbers = [0; LEVELS.len()];
    let mut content: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    for (number, input) in words.inputs.iter().enumerate() {
        let bit = u64::from(is_set(number));
        match *input {
            Input::Element { level, bit: place } => {
                numbers[usize::from(level)] |= (bit as usize) << place;
            }
            Input::Value { value, place, .. } => {
                let Kind::Start(Store::Memory(memory)) = words.terms.kind_of(value) else {
                    return None;
                };
                let index = SETTABLE.iter().position(|it| *it == memory)?;
                // The halves of a long word, as `d set` has them.
                let shift = 32 * (1 - value.word() % 2) + u32::from(place);
                *content.entry((index, value.word() / 2)).or_default() |= bit << shift;
            }
        }
    }
    let pe = LEVELS
        .iter()
        .zip(numbers)
        .fold(0, |pe, ((_, count), number)| pe * count + number);
    let long_words = content.into_iter().filter(|(_, long)| *long != 0);
    let long_words = long_words.map(|((memory, address), long)| (SETTABLE[memory], address, long));
    Some(InitialWords {
        pe,
        long_words: long_words.collect(),
    })
}

/// The memories that `d set` sets on a PE by address.
const SETTABLE: [Memory; 4] = [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1];
