//! The word of a step with what a user's own assembler showed.

use mnc2_isa::field::FieldPlace;

use super::property::field_properties;
use super::{EncodedStep, Encodings, Status, WordForm, encode};
use mnc2_isa::Mode;
use mnc2_program::{Step, WriteMaskSetting};

/// The word of a step as [`encode`](encode()) makes it, with what is not certain taken from learned rows. They override
/// nothing that pairs show.
#[must_use]
pub fn encode_with(
    step: &Step,
    in_force: WriteMaskSetting,
    learned: &Encodings,
    mode: Mode,
) -> EncodedStep {
    let mut encoded = encode(step, in_force, mode);
    let form = WordForm::from_mode(mode);
    let Some(rows) = learned.rows_for(form) else {
        return encoded;
    };
    let properties = field_properties(step, &encoded.fields);
    let mut known: Vec<(FieldPlace, Vec<(u16, bool)>)> = Vec::new();
    for index in 0..encoded.fields.len() {
        // A statement about a field applies to all of its uses in the step.
        let place = encoded.fields[index].place;
        let name = place.name();
        let said = properties
            .iter()
            .filter(|property| property.of == Some(index) || property.name == name);
        let bits: Option<Vec<_>> = said.map(|property| learned.bits(form, property)).collect();
        let bits: Vec<(u16, bool)> = match bits {
            None => continue,
            Some(bits) if !bits.is_empty() => bits.into_iter().flatten().collect(),
            // Nothing in the step uses it: what it holds then is shown by words that do not either.
            Some(_) => match rows.row(&name) {
                Some(row) if row.statements < rows.statements && !encoded.fields[index].is_used => {
                    let places = row.places().into_iter();
                    places.map(|bit| (bit, rows.idle.bit(bit))).collect()
                }
                _ => continue,
            },
        };
        if encoded.fields[index].status.is_certain() {
            let word = &encoded.word;
            let differing = bits
                .iter()
                .filter(|(bit, is_set)| word.bit(*bit) != *is_set);
            let differing: Vec<u16> = differing.map(|(bit, _)| *bit).collect();
            if !differing.is_empty() {
                encoded.contradicted.push((index, differing));
            }
            continue;
        }
        encoded.fields[index].status = Status::Learned;
        known.push((place, bits));
    }
    // What no bit of a row states is what all words have.
    for (place, _) in &known {
        for bit in place.bits(mode).into_iter().flatten() {
            encoded.word.set_bit(bit, rows.idle.bit(bit));
        }
    }
    for (bit, is_set) in known.into_iter().flat_map(|(_, bits)| bits) {
        encoded.word.set_bit(bit, is_set);
    }
    encoded
}
