//! The word of a step with what a user's own assembler showed.

use super::property::of_fields;
use super::{Encoded, Encodings, Status, WordForm, encode};
use crate::program::{Mode, Step, WriteMaskSetting};

/// The word of a step as [`encode`](encode()) makes it, with what is not certain taken from learned rows. They override nothing that pairs show.
#[must_use]
pub fn encode_with(step: &Step, in_force: WriteMaskSetting, learned: &Encodings) -> Encoded {
    let mut encoded = encode(step, in_force);
    if learned.of(WordForm::AutoStride).is_none() {
        return encoded;
    }
    let properties = of_fields(step, &encoded.fields, Mode::AutoStride);
    for index in 0..encoded.fields.len() {
        // What is said of a field once counts wherever the step needs it.
        let name = encoded.fields[index].field.name();
        let bits: Option<Vec<_>> = properties
            .iter()
            .filter(|property| property.of == Some(index) || property.name == name)
            .map(|property| learned.bits(WordForm::AutoStride, property))
            .collect();
        let Some(bits) = bits.filter(|bits| !bits.is_empty()) else {
            continue;
        };
        let bits = bits.into_iter().flatten();
        if encoded.fields[index].status.is_certain() {
            let word = &encoded.word;
            let differing = bits.filter(|&(bit, is_set)| word.bit(bit) != is_set);
            let differing: Vec<u16> = differing.map(|(bit, _)| bit).collect();
            if !differing.is_empty() {
                encoded.contradicted.push((index, differing));
            }
            continue;
        }
        bits.for_each(|(bit, is_set)| encoded.word.set_bit(bit, is_set));
        encoded.fields[index].status = Status::Learned;
    }
    encoded
}
