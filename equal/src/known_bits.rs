//! The bits of words that are known on every element of the chip: of masked words, of small sums, of words that were set to
//! one number here and to another one there.

use mnc2_isa::geometry::LM_SINGLE_WORDS;
use mnc2_isa::{AluOp, Memory, Op};
use mnc2_program::access::Store;

use super::terms::{Bit, Kind, KnownBits, Part, Terms, Value};

/// Maximum depth of a value: the bits of a deeper one are not known.
const DEPTH_MAX: u32 = 200;

impl KnownBits {
    /// No bits are known.
    const NOTHING: Self = Self { zeros: 0, ones: 0 };

    const fn exactly(bits: u64) -> Self {
        Self {
            zeros: !bits,
            ones: bits,
        }
    }

    /// The bits that are known of a value which is this one or another one.
    const fn or(self, other: Self) -> Self {
        Self {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// The bits of a single word, as the second word of a long word has them.
    const fn single_word(self) -> Self {
        Self {
            zeros: self.zeros & 0xffff_ffff,
            ones: self.ones & 0xffff_ffff,
        }
    }

    /// A bit, if it is known.
    pub(super) const fn bit(self, place: u8) -> Option<bool> {
        match (self.zeros >> place & 1, self.ones >> place & 1) {
            (1, _) => Some(false),
            (_, 1) => Some(true),
            _ => None,
        }
    }

    /// Whether a number can have exactly these bits under a mask.
    pub(super) const fn allows(self, bits: u64, mask: u64) -> bool {
        (bits & self.zeros | !bits & self.ones) & mask == 0
    }

    /// The long word of two single words.
    pub(super) const fn long(first: Self, second: Self) -> Self {
        Self {
            zeros: first.zeros << 32 | second.zeros & 0xffff_ffff,
            ones: first.ones << 32 | second.ones & 0xffff_ffff,
        }
    }

    /// The bits of a sum: those below the first one that is not known, and those that no carry reaches.
    const fn plus(self, other: Self) -> Self {
        let most = (!self.zeros).wrapping_add(!other.zeros);
        let least = self.ones.wrapping_add(other.ones);
        let never_carried = !(most ^ self.zeros ^ other.zeros);
        let always_carried = least ^ self.ones ^ other.ones;
        let known = (self.zeros | self.ones)
            & (other.zeros | other.ones)
            & (never_carried | always_carried);
        Self {
            zeros: !most & known,
            ones: least & known,
        }
    }

    /// The bits of a multiple.
    const fn times(self, factor: u64) -> Self {
        let zeros = factor.trailing_zeros();
        if factor == 0 {
            return Self::exactly(0);
        }
        if factor.is_power_of_two() {
            return Self {
                zeros: self.zeros << zeros | ((1 << zeros) - 1),
                ones: self.ones << zeros,
            };
        }
        let below = zeros + self.zeros.trailing_ones();
        let least = if below < 64 {
            (1 << below) - 1
        } else {
            u64::MAX
        };
        let most = match (!self.zeros).checked_mul(factor) {
            Some(most) => most,
            None => u64::MAX,
        };
        let above = u64::MAX.checked_shr(most.leading_zeros());
        let above = match above {
            Some(below) => !below,
            None => u64::MAX,
        };
        Self {
            zeros: least | above,
            ones: 0,
        }
    }
}

/// The bits of a word that are known.
pub(super) fn known_bits(terms: &mut Terms, value: Value) -> KnownBits {
    known_at(terms, value, 0)
}

fn known_at(terms: &mut Terms, value: Value, depth: u32) -> KnownBits {
    if let Some(bits) = terms.bits(value) {
        return KnownBits::exactly(bits).single_word();
    }
    if let Some(known) = terms.known_bits.get(&value) {
        return *known;
    }
    if depth > DEPTH_MAX {
        return KnownBits::NOTHING;
    }
    let found = match terms.wires.get(&value).copied() {
        Some(wires) => {
            let mut known = KnownBits::NOTHING;
            for (place, bit) in wires.into_iter().enumerate() {
                let bit = match bit {
                    Bit::Constant(bit) => Some(bit),
                    Bit::From(value, at) => known_at(terms, value, depth + 1).bit(at),
                };
                known.zeros |= u64::from(bit == Some(false)) << place;
                known.ones |= u64::from(bit == Some(true)) << place;
            }
            known
        }
        None => known_of_kind(terms, value, depth + 1).single_word(),
    };
    terms.known_bits.insert(value, found);
    found
}

/// The bits of a word that follow from the kind of its term.
fn known_of_kind(terms: &mut Terms, value: Value, depth: u32) -> KnownBits {
    match terms.kind_of(value) {
        Kind::Split(_) => any_of(terms, terms.children(value), depth),
        Kind::Position | Kind::Turned(_) => any_of(terms, terms.all_inputs(value), depth),
        Kind::Unit {
            op: Op::Alu(op),
            part: Part::Words,
            ..
        } => alu_bits(terms, op, value, depth),
        Kind::Sum(bits) => sum_bits(terms, value, bits, depth),
        Kind::Extreme { .. } => {
            let inputs = terms.all_inputs(value);
            let in_number = inputs.len() / 2;
            let word = value.word() as usize;
            any_of(
                terms,
                inputs.into_iter().skip(word).step_by(in_number.max(1)),
                depth,
            )
        }
        Kind::Invert(bits) => {
            let known = any_of(terms, terms.all_inputs(value), depth);
            KnownBits {
                zeros: known.zeros & !bits | known.ones & bits,
                ones: known.ones & !bits | known.zeros & bits,
            }
        }
        // The mantissa of a half has nine bits of 23.
        Kind::Extend(32) => KnownBits {
            zeros: (1 << 14) - 1,
            ones: 0,
        },
        Kind::Select { .. } => any_of(terms, terms.all_inputs(value).into_iter().skip(1), depth),
        Kind::Flush { .. } => {
            let words = terms.all_inputs(value).into_iter().skip(1);
            any_of(terms, words.chain([Value::ZERO]), depth)
        }
        Kind::ReadSomewhere { width, .. } => {
            let word = value.word();
            let firsts = readable(terms, value, depth).unwrap_or_default();
            debug_assert!(word < width.single_words());
            let words = firsts.into_iter().map(|it| it[word as usize]);
            any_of(terms, words, depth)
        }
        Kind::Nothing
        | Kind::Constant
        | Kind::Start(_)
        | Kind::List
        | Kind::Unit { .. }
        | Kind::Wires
        | Kind::Shorten
        | Kind::Extend(_)
        | Kind::And
        | Kind::BaseBits
        | Kind::SelectBase { .. }
        | Kind::WriteSomewhere { .. }
        | Kind::Down { .. }
        | Kind::Up { .. }
        | Kind::Rotated(_)
        | Kind::Reduced { .. }
        | Kind::L2bm { .. }
        | Kind::Darbuf { .. }
        | Kind::Mv { .. } => KnownBits::NOTHING,
    }
}

/// The bits that are known of a word which is one of some.
fn any_of(terms: &mut Terms, words: impl IntoIterator<Item = Value>, depth: u32) -> KnownBits {
    let mut words = words.into_iter();
    let Some(first) = words.next() else {
        return KnownBits::NOTHING;
    };
    let mut known = known_at(terms, first, depth);
    for word in words {
        if known == KnownBits::NOTHING {
            break;
        }
        known = known.or(known_at(terms, word, depth));
    }
    known
}

/// A word of a result of the ALU.
fn alu_bits(terms: &mut Terms, op: AluOp, value: Value, depth: u32) -> KnownBits {
    let inputs = terms.all_inputs(value);
    let word = value.word() as usize;
    let mut input = |position: usize, count: usize| {
        let words = inputs.len() / count;
        let word = inputs.get(position * words + word).copied();
        word.map_or(KnownBits::NOTHING, |it| known_at(terms, it, depth))
    };
    match op {
        AluOp::And => {
            let [x, y] = [input(0, 2), input(1, 2)];
            KnownBits {
                zeros: x.zeros | y.zeros,
                ones: x.ones & y.ones,
            }
        }
        AluOp::Or => {
            let [x, y] = [input(0, 2), input(1, 2)];
            KnownBits {
                zeros: x.zeros & y.zeros,
                ones: x.ones | y.ones,
            }
        }
        AluOp::Xor => {
            let [x, y] = [input(0, 2), input(1, 2)];
            KnownBits {
                zeros: x.zeros & y.zeros | x.ones & y.ones,
                ones: x.zeros & y.ones | x.ones & y.zeros,
            }
        }
        AluOp::Not => {
            let x = input(0, 1);
            KnownBits {
                zeros: x.ones,
                ones: x.zeros,
            }
        }
        // Of a long word: shifted to the left by one, with a sign below (manual table 3.11).
        AluOp::Packbit if inputs.len() == 4 => {
            let [first, second, sign] = [0, 1, 2].map(|it| known_at(terms, inputs[it], depth));
            let x = KnownBits::long(first, second);
            let known = KnownBits {
                zeros: x.zeros << 1 | sign.zeros >> 31 & 1,
                ones: x.ones << 1 | sign.ones >> 31 & 1,
            };
            word_of_long(known, value)
        }
        AluOp::Zero
        | AluOp::Imm
        | AluOp::Msl
        | AluOp::Msr
        | AluOp::Passa
        | AluOp::Lnot
        | AluOp::Inc
        | AluOp::Dec
        | AluOp::Rsqrt
        | AluOp::Floor
        | AluOp::Ftoi
        | AluOp::Bfe
        | AluOp::Bfn
        | AluOp::Max
        | AluOp::Min
        | AluOp::Packbit
        | AluOp::Add
        | AluOp::Sub
        | AluOp::Lsl
        | AluOp::Lsr
        | AluOp::Bsl
        | AluOp::Bsr
        | AluOp::Relu
        | AluOp::Relu0
        | AluOp::Relu1
        | AluOp::Relu2
        | AluOp::Relu3
        | AluOp::Lrelud
        | AluOp::Lreluo
        | AluOp::Ilrelud => KnownBits::NOTHING,
    }
}

/// The first or the second word of a long word.
const fn word_of_long(known: KnownBits, value: Value) -> KnownBits {
    let shift = if value.is_first() { 32 } else { 0 };
    KnownBits {
        zeros: known.zeros >> shift,
        ones: known.ones >> shift,
    }
}

/// A word of a sum of multiples of single or long words.
fn sum_bits(terms: &mut Terms, value: Value, bits: u8, depth: u32) -> KnownBits {
    if bits < 32 {
        return KnownBits::NOTHING;
    }
    let inputs = terms.all_inputs(value);
    let mut number = |words: &[Value]| match *words {
        [first, second] => {
            let [first, second] = [first, second].map(|it| known_at(terms, it, depth));
            KnownBits::long(first, second)
        }
        [word] => {
            let known = known_at(terms, word, depth);
            // A carry out of a single word is lost.
            KnownBits {
                zeros: known.zeros | !0xffff_ffff,
                ..known
            }
        }
        _ => KnownBits::NOTHING,
    };
    let in_number = usize::from(bits) / 32;
    let mut numbers = inputs.chunks(in_number);
    let Some(constant) = numbers.next() else {
        return KnownBits::NOTHING;
    };
    let mut sum = number(constant);
    while let (Some(words), Some(factor)) = (numbers.next(), numbers.next()) {
        let factor = number(factor).ones;
        sum = sum.plus(number(words).times(factor));
    }
    if bits == 64 {
        word_of_long(sum, value)
    } else {
        sum
    }
}

/// The words that an operand may read whose address is only known in a run, each with those that are read with it; `None` if
/// that is not known.
pub(super) fn readable(terms: &mut Terms, value: Value, depth: u32) -> Option<Vec<Vec<Value>>> {
    let Kind::ReadSomewhere {
        width,
        address,
        madpe,
    } = terms.kind_of(value)
    else {
        return None;
    };
    let inputs = terms.all_inputs(value);
    let (&whole, registers) = inputs.split_first()?;
    let (address_word, base) = match *registers {
        [_, address_word, base] => (Some(address_word), Some(base)),
        [_, address_word] => (Some(address_word), None),
        [base] => (None, Some(base)),
        _ => return None,
    };
    // A base address register holds zero until it is written.
    let is_zero = |it: Value| {
        let start = [Memory::BaseLm0, Memory::BaseLm1].map(Store::Memory);
        matches!(terms.kind_of(it), Kind::Start(store) if start.contains(&store))
    };
    if base.is_some_and(|it| !is_zero(it)) {
        return None;
    }
    let added = match address_word {
        Some(word) => known_at(terms, word, depth),
        None => KnownBits::exactly(0),
    };
    let words = terms.all_inputs(whole);
    let (size, width) = (words.len() as u32, width.single_words());
    debug_assert!(size <= LM_SINGLE_WORDS && size.is_power_of_two());
    let steps = if madpe.is_some() { 2 } else { 1 };
    let may_be = |first: &u32| {
        (0..width * steps).any(|rest| {
            // Bits that misalign an address are dropped.
            let sum = first + rest % width;
            let before = address + rest / width * width;
            let register = sum.wrapping_sub(before);
            added.allows(register.into(), u64::from(size - 1))
        })
    };
    let firsts = (0..size).step_by(width as usize).filter(may_be);
    let read = |first: u32| words[first as usize..(first + width) as usize].to_vec();
    Some(firsts.map(read).collect())
}

#[cfg(test)]
mod tests;
