//! Numbers that the MAU leaves as they are: its own results, and numbers of which enough bits are known; and numbers that half
//! precision has, too.
//!
//! The MAU changes a zero with a sign or a mantissa, and an infinity with a mantissa (manual 4.1). All other numbers are kept, so
//! that it is enough to know of the exponent that some bit is set and another one is not.

use mnc2_emulator::float::format::{self, Format, HALF, SINGLE};

use super::known_bits::{known_bits, readable};
use super::terms::{Kind, KnownBits, LEVELS, Property, Terms, Value};

/// Maximum depth of choices between numbers.
const DEPTH_MAX: u32 = 50;

/// Whether the numbers of this many bits in a long word are kept.
pub(super) fn are_kept(terms: &mut Terms, words: [Value; 2], bits: u8) -> bool {
    let kept = Property::Kept(bits);
    if bits == 64 {
        return has(terms, words, kept, 0);
    }
    words
        .into_iter()
        .all(|word| has(terms, [word, Value::NOTHING], kept, 0))
}

/// Whether half precision has a number that is equal to a word in single precision.
pub(super) fn is_half(terms: &mut Terms, word: Value) -> bool {
    has(terms, [word, Value::NOTHING], Property::Half, 0)
}

/// Whether a long word, or the first of two words if numbers are shorter, has numbers with a property.
fn has(terms: &mut Terms, words: [Value; 2], property: Property, depth: u32) -> bool {
    if let Some(known) = terms.properties.get(&(words, property)) {
        return *known;
    }
    if depth > DEPTH_MAX {
        return false;
    }
    let found = is_made_so(terms, words, property, depth + 1)
        || is_one_of_such(terms, words, property, depth + 1)
        || is_certain(terms, words, property);
    terms.properties.insert((words, property), found);
    found
}

/// Whether what computes the numbers gives them a property: the MAU put them out, or they were extended.
fn is_made_so(
    terms: &mut Terms,
    [first, second]: [Value; 2],
    property: Property,
    depth: u32,
) -> bool {
    match (property, terms.kind_of(first)) {
        (Property::Half, Kind::Extend(32)) => true,
        (Property::Half, Kind::Invert(bits)) if bits == SINGLE.sign_mask() => {
            let inputs = terms.all_inputs(first);
            matches!(inputs[..], [it] if has(terms, [it, Value::NOTHING], property, depth))
        }
        (Property::Half, _) => false,
        (Property::Kept(bits), _) => {
            // Both words of one number.
            let is_whole = bits < 64 || first.is_first() && second == terms.after(first, 1);
            is_whole && terms.is_number(first, bits)
        }
    }
}

/// Whether words differ between elements, or are read at one of several addresses, and all of their numbers have a property.
fn is_one_of_such(terms: &mut Terms, words: [Value; 2], property: Property, depth: u32) -> bool {
    let bits = property.bits();
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
            has(terms, [first, second], property, depth)
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
            has(terms, [read[first_word], second], property, depth)
        });
    }
    false
}

/// Whether the known bits of words decide that their numbers have a property.
fn is_certain(terms: &mut Terms, [first, second]: [Value; 2], property: Property) -> bool {
    let known = known_bits(terms, first);
    let bits = match property {
        Property::Half => return is_number_half(known),
        Property::Kept(bits) => bits,
    };
    let format = format::format_for_bits(bits.into());
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

/// Whether a number in single precision of which some bits are known is one in half precision: all exponents that it may have
/// are in the range, and the bits of the mantissa that are cut are zero.
fn is_number_half(known: KnownBits) -> bool {
    let has_no = |bits: u64| known.zeros & bits == bits;
    let cut = (1 << (SINGLE.mantissa_bits - HALF.mantissa_bits)) - 1;
    let lowest = SINGLE.bias() - HALF.bias();
    let in_range = 1..HALF.exponent_of_infinity() as i32;
    (0..=SINGLE.exponent_of_infinity()).all(|exponent| {
        let is_end = exponent == 0 || exponent == SINGLE.exponent_of_infinity();
        let is_right = if is_end {
            has_no(SINGLE.mantissa_mask())
        } else {
            in_range.contains(&(exponent as i32 - lowest)) && has_no(cut)
        };
        let all = SINGLE.exponent_of_infinity() << SINGLE.mantissa_bits;
        is_right || !known.allows(exponent << SINGLE.mantissa_bits, all)
    })
}
