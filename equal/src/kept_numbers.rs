//! Numbers that the MAU leaves as they are: its own results, and numbers of which enough bits are known.
//!
//! It changes a zero with a sign or a mantissa, and an infinity with a mantissa (manual 4.1). All other numbers are kept, so
//! that it is enough to know of the exponent that some bit is set and another one is not.

use mnc2_emulator::float::format::{self, Format};

use super::known_bits::{known_bits, readable};
use super::terms::{Kind, KnownBits, LEVELS, Terms, Value};

/// Maximum depth of choices between numbers.
const DEPTH_MAX: u32 = 50;

/// Whether the numbers of this many bits in a long word are kept.
pub(super) fn are_kept(terms: &mut Terms, words: [Value; 2], bits: u8) -> bool {
    if bits == 64 {
        return is_kept(terms, words, bits, 0);
    }
    words
        .into_iter()
        .all(|word| is_kept(terms, [word, Value::NOTHING], bits, 0))
}

/// Whether a long word, or the first of two words if numbers are shorter, has numbers that are kept.
fn is_kept(terms: &mut Terms, words: [Value; 2], bits: u8, depth: u32) -> bool {
    if let Some(known) = terms.kept.get(&(words, bits)) {
        return *known;
    }
    if depth > DEPTH_MAX {
        return false;
    }
    let found = was_put_out(terms, words, bits)
        || is_one_of_kept(terms, words, bits, depth + 1)
        || is_certain(terms, words, bits);
    terms.kept.insert((words, bits), found);
    found
}

/// Whether the MAU put out the numbers.
fn was_put_out(terms: &Terms, [first, second]: [Value; 2], bits: u8) -> bool {
    // Both words of one number.
    let is_whole = bits < 64 || first.is_first() && second == terms.after(first, 1);
    is_whole && terms.is_number(first, bits)
}

/// Whether words differ between elements, or are read at one of several addresses, and all of their numbers are kept.
fn is_one_of_kept(terms: &mut Terms, words: [Value; 2], bits: u8, depth: u32) -> bool {
    let [first, second] = words;
    let level = |terms: &Terms, value: Value| match terms.kind_of(value) {
        Kind::Split(level) => Some(level),
        _ => None,
    };
    let levels = [
        level(terms, first),
        level(terms, second).filter(|_| bits == 64),
    ];
    if let Some(level) = levels.into_iter().flatten().min() {
        let (_, count) = LEVELS[usize::from(level)];
        let children = [(first, levels[0]), (second, levels[1])].map(|(value, own)| {
            let is_split = own == Some(level);
            let children = if is_split {
                terms.children(value)
            } else {
                Vec::new()
            };
            move |element: usize| children.get(element).copied().unwrap_or(value)
        });
        return (0..count).all(|element| {
            let [first, second] = [children[0](element), children[1](element)];
            is_kept(terms, [first, second], bits, depth)
        });
    }
    if let Kind::ReadSomewhere { width, .. } = terms.kind_of(first) {
        let first_word = first.word() as usize;
        let is_pair = second == terms.after(first, 1) && first_word.is_multiple_of(2);
        if bits == 64 && (width.single_words() < 2 || !is_pair) {
            return false;
        }
        let Some(places) = readable(terms, first, depth) else {
            return false;
        };
        return places.iter().all(|read| {
            let second = match bits {
                64 => read[first_word + 1],
                _ => Value::NOTHING,
            };
            is_kept(terms, [read[first_word], second], bits, depth)
        });
    }
    false
}

/// Whether the known bits of words decide that their numbers are kept.
fn is_certain(terms: &mut Terms, [first, second]: [Value; 2], bits: u8) -> bool {
    let format = format::format_for_bits(bits.into());
    let known = known_bits(terms, first);
    if bits == 64 {
        let second = known_bits(terms, second);
        return is_number_kept(format, KnownBits::long(known, second));
    }
    (0..32).step_by(bits.into()).all(|shift| {
        let number = KnownBits {
            zeros: known.zeros >> shift,
            ones: known.ones >> shift,
        };
        is_number_kept(format, number)
    })
}

/// Whether a number of which some bits are known is kept: it is none of those that the MAU changes.
fn is_number_kept(format: Format, known: KnownBits) -> bool {
    let exponent = format.exponent_of_infinity() << format.mantissa_bits;
    let may_be_zero = known.allows(0, exponent);
    let may_be_infinite = known.allows(exponent, exponent);
    let has_no = |bits: u64| known.zeros & bits == bits;
    (!may_be_zero || has_no(format.mantissa_mask() | format.sign_mask()))
        && (!may_be_infinite || has_no(format.mantissa_mask()))
}
