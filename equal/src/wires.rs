//! Words whose bits are moved bits of other words, as terms: a term has the place that each bit comes from, regardless of the
//! shifts, rotations, masks and unions that move them.

use mnc2_isa::AluOp;

use super::integer_sums::{self, Words};
use super::known_bits::known_bits;
use super::terms::{Bit, Kind, Terms, Value, WORD_BITS as BITS, Wires};

impl Bit {
    /// The word that it comes from; `None` if it is constant.
    pub(super) const fn source(self) -> Option<Value> {
        match self {
            Self::Constant(_) => None,
            Self::From(word, _) => Some(word),
        }
    }
}

/// How an operation moves the bits of its first input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    And,
    Or,
    Xor,
    Left,
    Right,
    /// To the right, with copies of the sign.
    RightSigned,
    RotateLeft,
    RotateRight,
}

impl Move {
    /// How an operation moves bits; `None` if it does more than that.
    const fn from_op(op: AluOp, is_unsigned: bool) -> Option<Self> {
        Some(match op {
            AluOp::And => Self::And,
            AluOp::Or => Self::Or,
            AluOp::Xor => Self::Xor,
            AluOp::Lsl => Self::Left,
            AluOp::Lsr if is_unsigned => Self::Right,
            AluOp::Lsr => Self::RightSigned,
            AluOp::Bsl => Self::RotateLeft,
            AluOp::Bsr => Self::RotateRight,
            AluOp::Zero
            | AluOp::Imm
            | AluOp::Msl
            | AluOp::Msr
            | AluOp::Passa
            | AluOp::Not
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
            | AluOp::Relu
            | AluOp::Relu0
            | AluOp::Relu1
            | AluOp::Relu2
            | AluOp::Relu3
            | AluOp::Lrelud
            | AluOp::Lreluo
            | AluOp::Ilrelud => return None,
        })
    }
}

/// The words of an operation on elements of this many bits; `None` if it does more than move bits. A shift to the left is a
/// multiple, as sums have it.
pub(super) fn moved(
    terms: &mut Terms,
    (op, bits, is_unsigned): (AluOp, u32, bool),
    inputs: &[Words],
) -> Option<Words> {
    let way = Move::from_op(op, is_unsigned).filter(|it| *it != Move::Left)?;
    let [x, y] = [inputs.first()?, inputs.get(1)?].map(|it| number(terms, *it));
    let moved = if matches!(way, Move::And | Move::Or | Move::Xor) {
        let bits = x.iter().zip(&y).map(|(x, y)| joined(way, *x, *y));
        bits.collect::<Option<Vec<Bit>>>()?
    } else {
        let elements = x.chunks(bits as usize).zip(y.chunks(bits as usize));
        let shifted = elements.map(|(x, y)| shifted(way, x, y));
        shifted.collect::<Option<Vec<_>>>()?.concat()
    };
    Some(words(terms, &moved))
}

/// Remembers the bits of a single word or a long word that is shifted to the left by a constant.
pub(super) fn remember_shift(terms: &mut Terms, bits: u32, x: Words, amount: Words, to: Words) {
    if bits < 32 {
        return;
    }
    let [x, amount] = [x, amount].map(|it| number(terms, it));
    let Some(bits) = shifted(Move::Left, &x, &amount) else {
        return;
    };
    let (least, most) = bits.split_at(BITS);
    let most_word = if most.is_empty() { least } else { most };
    remember(terms, to.0, most_word);
    if let Some(second) = to.1 {
        remember(terms, second, least);
    }
}

/// Remembers where the bits of a word come from.
pub(super) fn remember(terms: &mut Terms, value: Value, bits: &[Bit]) {
    if terms.bits(value).is_none()
        && let Ok(bits) = Wires::try_from(bits)
        && bits != own_bits(value)
    {
        terms.wires.entry(value).or_insert(bits);
    }
}

/// The bits of a single or long word, from the least.
fn number(terms: &mut Terms, (first, second): Words) -> Vec<Bit> {
    let words = second.into_iter().chain([first]);
    words.flat_map(|it| word_bits(terms, it)).collect()
}

/// Where the bits of a word come from, and those that are known.
fn word_bits(terms: &mut Terms, value: Value) -> Wires {
    let known = known_bits(terms, value);
    let moved = terms.wires.get(&value).copied();
    let mut bits = moved.unwrap_or_else(|| own_bits(value));
    for (place, bit) in (0..).zip(&mut bits) {
        *bit = known.bit(place).map_or(*bit, Bit::Constant);
    }
    bits
}

/// The bits of a word of which nothing is known.
fn own_bits(value: Value) -> Wires {
    std::array::from_fn(|bit| Bit::From(value, bit as u8))
}

fn joined(way: Move, x: Bit, y: Bit) -> Option<Bit> {
    let (known, other) = match (x, y) {
        (Bit::Constant(known), other) | (other, Bit::Constant(known)) => (known, other),
        // A bit with itself.
        (one, other) if one == other => {
            return Some(match way {
                Move::Xor => Bit::Constant(false),
                _ => one,
            });
        }
        (Bit::From(..), Bit::From(..)) => return None,
    };
    match (way, known) {
        (Move::And, true) | (Move::Or | Move::Xor, false) => Some(other),
        (Move::And, false) => Some(Bit::Constant(false)),
        (Move::Or, true) => Some(Bit::Constant(true)),
        _ => match other {
            Bit::Constant(other) => Some(Bit::Constant(!other)),
            Bit::From(..) => None,
        },
    }
}

/// An element that is shifted or rotated by a constant (manual 3.6.12.17 to 3.6.12.20).
fn shifted(way: Move, x: &[Bit], y: &[Bit]) -> Option<Vec<Bit>> {
    let count = x.len();
    let mut amount = 0;
    // Higher bits are ignored.
    for (place, bit) in y.iter().enumerate().take(count.ilog2() as usize + 1) {
        match bit {
            Bit::Constant(bit) => amount |= usize::from(*bit) << place,
            Bit::From(..) => return None,
        }
    }
    let zero = Bit::Constant(false);
    let sign = *x.last()?;
    let right = |place: usize, above: Bit| x.get(place + amount).copied().unwrap_or(above);
    let bit = |place: usize| match way {
        Move::Left => place.checked_sub(amount).map_or(zero, |it| x[it]),
        Move::Right => right(place, zero),
        Move::RightSigned => right(place, sign),
        Move::RotateLeft => x[(place + 2 * count - amount) % count],
        Move::RotateRight => x[(place + amount) % count],
        Move::And | Move::Or | Move::Xor => zero,
    };
    Some((0..count).map(bit).collect())
}

/// The words that have some bits.
fn words(terms: &mut Terms, bits: &[Bit]) -> Words {
    if let Some(sum) = left_shift(terms, bits) {
        return sum;
    }
    let mut words = bits.chunks(BITS).rev().map(|bits| word(terms, bits));
    let first = words.next().unwrap_or(Value::ZERO);
    (first, words.next())
}

/// A whole word that is shifted to the left is a multiple of it, as sums have it.
fn left_shift(terms: &mut Terms, bits: &[Bit]) -> Option<Words> {
    let mut sources = (0..).zip(bits).filter_map(|(place, bit)| match *bit {
        Bit::From(_, at) => Some((place, usize::from(at))),
        Bit::Constant(_) => None,
    });
    let amount = sources
        .next()
        .and_then(|(place, at)| usize::checked_sub(place, at))?;
    let (below, shifted) = bits.split_at(amount);
    if amount == 0 || below.iter().any(|it| *it != Bit::Constant(false)) {
        return None;
    }
    // The first word is the last one here.
    let mut words = Vec::new();
    for chunk in shifted.chunks(BITS) {
        words.push(only_source(terms, chunk)?);
    }
    words.reverse();
    let x = match (bits.len(), &words[..]) {
        (BITS, &[word]) => (word, None),
        (_, &[first, second]) if bits.len() > BITS => (first, Some(second)),
        _ => return None,
    };
    let amount = terms.constant(amount as u64);
    let amount = match x.1 {
        None => (amount, None),
        Some(_) => (Value::ZERO, Some(amount)),
    };
    let shifted = integer_sums::sum(terms, AluOp::Lsl, bits.len() as u32, &[x, amount])?;
    remember_shift(terms, bits.len() as u32, x, amount, shifted);
    Some(shifted)
}

/// The word whose first bits are these, some of which are known and the others at their places.
fn only_source(terms: &mut Terms, bits: &[Bit]) -> Option<Value> {
    let source = bits.iter().find_map(|bit| match *bit {
        Bit::From(value, _) => Some(value),
        Bit::Constant(_) => None,
    })?;
    let known = known_bits(terms, source);
    let is_own = |(place, bit): (u8, &Bit)| match *bit {
        Bit::From(value, at) => (value, at) == (source, place),
        Bit::Constant(bit) => known.bit(place) == Some(bit),
    };
    (0..).zip(bits).all(is_own).then_some(source)
}

/// The word that has some bits.
pub(super) fn word(terms: &mut Terms, bits: &[Bit]) -> Value {
    let mut known = 0_u64;
    let mut inputs: Vec<Value> = Vec::new();
    let mut last: Option<(Value, u8)> = None;
    for (place, bit) in bits.iter().enumerate() {
        match *bit {
            Bit::Constant(bit) => {
                known |= u64::from(bit) << place;
                last = None;
            }
            Bit::From(value, at) => {
                // A run of bits is named by its first one, and ends where the next one begins.
                if last != Some((value, at.wrapping_sub(1))) {
                    let places = terms.constant((place as u64) << 8 | u64::from(at));
                    inputs.extend([value, places]);
                }
                last = Some((value, at));
                continue;
            }
        }
        inputs.extend([Value::ZERO, terms.constant((place as u64) << 8)]);
    }
    let sources = bits.iter().filter(|it| matches!(it, Bit::From(..))).count();
    if sources == 0 {
        return terms.constant(known);
    }
    if let Some(source) = only_source(terms, bits) {
        return source;
    }
    inputs.push(terms.constant(known));
    let value = terms.computed(Kind::Wires, &inputs);
    remember(terms, value, bits);
    value
}
