//! Numbers of half precision as single-precision ones, as terms.
//!
//! A half is a single-precision number whose exponent is in the range and whose mantissa ends with zeros, so `r` and `e` after each
//! other change nothing of such a number.

use mnc2_emulator::float::convert::{narrow, widen};
use mnc2_emulator::float::format::{HALF, SINGLE};

use super::kept_numbers;
use super::terms::{Kind, Terms, Value};

/// The signs of both halves in a word.
const SIGNS: u64 = 0x8000_8000;

/// A half of a word as a single-precision number: the first one, in the most significant bits, or the second one.
pub(super) fn extended(terms: &mut Terms, word: Value, index: usize) -> Value {
    if let Some(bits) = terms.bits(word) {
        let half = bits >> (16 * (1 - index)) & HALF.mask();
        return terms.constant(widen(HALF, SINGLE, half));
    }
    let kind = terms.kind_of(word);
    if matches!(kind, Kind::Shorten | Kind::Invert(SIGNS)) {
        let inputs = terms.all_inputs(word);
        if kind == Kind::Shorten {
            let number = inputs[2 * word.word() as usize + index];
            if let Some(found) = shortened_and_extended(terms, number) {
                return found;
            }
        } else {
            let positive = extended(terms, inputs[0], index);
            return inverted(terms, positive, SINGLE.sign_mask());
        }
    }
    let first = terms.computed(Kind::Extend(32), &[word]);
    terms.after(first, index as u32)
}

/// A single-precision number that is rounded to a half and extended again, if that is the number, or a constant.
fn shortened_and_extended(terms: &mut Terms, number: Value) -> Option<Value> {
    if kept_numbers::is_half(terms, number) {
        return Some(number);
    }
    let bits = terms.bits(number)?;
    let half = narrow(SINGLE, HALF, bits);
    Some(terms.constant(widen(HALF, SINGLE, half)))
}

/// The two words of four single-precision numbers rounded to halves.
pub(super) fn shortened(terms: &mut Terms, numbers: &[Value; 4]) -> [Value; 2] {
    if let [Some(a), Some(b), Some(c), Some(d)] = numbers.map(|it| terms.bits(it)) {
        return [[a, b], [c, d]].map(|pair| {
            let [first, second] = pair.map(|it| narrow(SINGLE, HALF, it));
            terms.constant(first << 16 | second)
        });
    }
    let first = terms.computed(Kind::Shorten, numbers);
    [first, terms.after(first, 1)]
}

/// A word with some bits inverted.
pub(super) fn inverted(terms: &mut Terms, value: Value, bits: u64) -> Value {
    match terms.bits(value) {
        _ if bits == 0 => value,
        Some(known) => terms.constant(known ^ bits),
        None => terms.computed(Kind::Invert(bits), &[value]),
    }
}

#[cfg(test)]
mod tests;
