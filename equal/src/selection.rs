//! Choices by mask flags as terms: a word that a mask takes from one of two numbers is their maximum or minimum, if the flags
//! compare just these numbers.
//!
//! The flag of a signed difference is the sign of its wrapped result, which does not compare the operands where the difference
//! overflows. It does compare the result with zero. The flags of `max`, `min` and unsigned differences compare their operands
//! (manual 3.6.12.1).

use mnc2_isa::{AluOp, Op};

use super::integer_sums::{self, Words, word};
use super::terms::{Bit, Comparison, Kind, Order, Part, Terms, Value};
use super::wires;

/// A choice by flags.
#[derive(Clone, Copy)]
struct Choice {
    comparison: Comparison,
    /// The word where the flags are set.
    new: Value,
    /// The word where they are not set.
    old: Value,
}

/// Zero, in one or two words.
fn zero(bits: u32) -> Words {
    (Value::ZERO, (bits > 32).then_some(Value::ZERO))
}

/// Maximum number of integers of a maximum or minimum. One of more integers is an integer of another.
const NUMBERS_MAX: usize = 16;

/// The words of a maximum or minimum. Several integers have one, regardless of how it is computed: they are taken one after the other,
/// in the order of their terms.
pub(super) fn extreme(
    terms: &mut Terms,
    (op, order, bits): (AluOp, Order, u32),
    one: Words,
    other: Words,
) -> Words {
    if one == other {
        return one;
    }
    let kind = Kind::Extreme {
        is_max: op == AluOp::Max,
        order,
        bits: bits as u8,
    };
    if order == Order::Float {
        return extreme_of_two(terms, kind, [one, other]);
    }
    let mut numbers = [one, other].map(|it| numbers(terms, kind, it)).concat();
    if numbers.len() > NUMBERS_MAX {
        numbers = vec![one, other];
    }
    numbers.sort_unstable();
    numbers.dedup();
    let mut numbers = numbers.into_iter();
    let first = numbers.next().unwrap_or(one);
    numbers.fold(first, |all, it| extreme_of_two(terms, kind, [all, it]))
}

fn extreme_of_two(terms: &mut Terms, kind: Kind, [one, other]: [Words; 2]) -> Words {
    let inputs = [Some(one.0), one.1, Some(other.0), other.1];
    let inputs: Vec<Value> = inputs.into_iter().flatten().collect();
    let first = terms.computed(kind, &inputs);
    (first, one.1.map(|_| terms.after(first, 1)))
}

/// The integers that a number is the maximum or minimum of.
fn numbers(terms: &Terms, kind: Kind, mut number: Words) -> Vec<Words> {
    let mut numbers = Vec::new();
    while numbers.len() < NUMBERS_MAX && terms.kind_of(number.0) == kind && is_all(terms, number) {
        let inputs = terms.all_inputs(number.0);
        let (first, last) = inputs.split_at(inputs.len() / 2);
        numbers.push(integer_sums::number(last));
        number = integer_sums::number(first);
    }
    numbers.push(number);
    numbers
}

/// Whether the words of a number are all words of one term.
fn is_all(terms: &Terms, (first, second): Words) -> bool {
    first.is_first() && second.is_none_or(|it| it == terms.after(first, 1))
}

/// What the flags of an operation compare (manual table 3.11).
enum Compared {
    /// The first input with the second one.
    Inputs,
    /// The second input with the first one.
    InputsSwapped,
    /// The result with zero.
    Result,
    /// The first input with zero.
    FirstInput,
}

impl Compared {
    const fn from_op(op: AluOp, order: Order) -> Option<Self> {
        Some(match (op, order) {
            (AluOp::Max, _) | (AluOp::Sub, Order::Unsigned) => Self::Inputs,
            (AluOp::Min, _) => Self::InputsSwapped,
            (AluOp::Inc | AluOp::Dec | AluOp::Add | AluOp::Sub, Order::Signed) => Self::Result,
            (
                AluOp::Rsqrt
                | AluOp::Relu
                | AluOp::Relu0
                | AluOp::Lrelud
                | AluOp::Lreluo
                | AluOp::Ilrelud,
                _,
            ) => Self::FirstInput,
            (
                AluOp::Zero
                | AluOp::Imm
                | AluOp::Msl
                | AluOp::Msr
                | AluOp::Passa
                | AluOp::Inc
                | AluOp::Dec
                | AluOp::Not
                | AluOp::Lnot
                | AluOp::Floor
                | AluOp::Ftoi
                | AluOp::Bfe
                | AluOp::Bfn
                | AluOp::Packbit
                | AluOp::And
                | AluOp::Or
                | AluOp::Xor
                | AluOp::Add
                | AluOp::Sub
                | AluOp::Lsl
                | AluOp::Lsr
                | AluOp::Bsl
                | AluOp::Bsr
                | AluOp::Relu1
                | AluOp::Relu2
                | AluOp::Relu3,
                _,
            ) => return None,
        })
    }
}

/// Remembers what flags of an operation of the ALU compare: flags of a number, if they follow from it alone.
pub(super) fn remember(
    terms: &mut Terms,
    (op, order, bits): (AluOp, Order, u32),
    flags: Value,
    inputs: &[Words],
    result: Words,
) {
    let Some(compared) = Compared::from_op(op, order) else {
        return;
    };
    let (order, greater, other) = match (compared, inputs) {
        (Compared::Inputs, &[x, y]) => (order, x, y),
        (Compared::InputsSwapped, &[x, y]) => (order, y, x),
        (Compared::Result, _) => (Order::Signed, result, zero(bits)),
        (Compared::FirstInput, &[x, ..]) => (Order::Signed, x, zero(bits)),
        (Compared::Inputs | Compared::InputsSwapped | Compared::FirstInput, _) => return,
    };
    let comparison = Comparison {
        order,
        bits,
        greater,
        other,
    };
    terms.comparisons.insert(flags, comparison);
}

/// Remembers that flags are set where a number has no sign, as the MAU sets them (manual 3.6.9.26).
pub(super) fn remember_sign(terms: &mut Terms, bits: u32, flags: Value, result: Words) {
    let comparison = Comparison {
        order: Order::Signed,
        bits,
        greater: result,
        other: zero(bits),
    };
    terms.comparisons.insert(flags, comparison);
}

/// The word of an operation that chooses as flags do: `new` where they are set, otherwise `old`.
pub(super) fn selected(terms: &mut Terms, flags: Value, new: Value, old: Value) -> Option<Value> {
    let comparison = *terms.comparisons.get(&flags)?;
    let mut chosen = |value, is_set| comparison.chosen(terms, flags, value, is_set);
    let (if_set, if_clear) = (chosen(new, true), chosen(old, false));
    if if_set == if_clear {
        return Some(if_set);
    }
    if if_set == chosen(old, true) {
        return Some(old);
    }
    if if_clear == chosen(new, false) {
        return Some(new);
    }
    let choice = Choice {
        comparison,
        new: if_set,
        old: if_clear,
    };
    (0..2).find_map(|index| {
        choice
            .compared(terms, index)
            .or_else(|| choice.by_sign(terms, index))
    })
}

impl Comparison {
    /// The number whose sign the flags are, and whether they are set where it is positive; either, if it is zero.
    fn signed(&self) -> Option<(Words, bool)> {
        if self.order != Order::Signed {
            None
        } else if self.other == zero(self.bits) {
            Some((self.greater, true))
        } else if self.greater == zero(self.bits) {
            Some((self.other, false))
        } else {
            None
        }
    }

    /// What a word is where flags are set, or where they are not: the word that they choose, if what they compare chooses it.
    fn chosen(&self, terms: &mut Terms, flags: Value, value: Value, is_set: bool) -> Value {
        let found = match terms.kind_of(value) {
            Kind::Select {
                double_long: false,
                index: 0,
            } => match terms.all_inputs(value)[..] {
                [by, new, old] if by == flags => return if is_set { new } else { old },
                _ => None,
            },
            Kind::Extreme {
                is_max,
                order,
                bits,
            } if (order, u32::from(bits)) == (self.order, self.bits) => {
                self.extreme(terms, value, (is_max, is_set))
            }
            Kind::Wires => return self.with_sign(terms, value, is_set).unwrap_or(value),
            _ => None,
        };
        found
            .and_then(|it| word(it, value.word() as usize))
            .unwrap_or(value)
    }

    /// The number that a maximum or minimum is where the flags are set, or where they are not.
    fn extreme(
        &self,
        terms: &mut Terms,
        value: Value,
        (is_max, is_set): (bool, bool),
    ) -> Option<Words> {
        let (greater, other) = (self.greater, self.other);
        let op = if is_max { AluOp::Max } else { AluOp::Min };
        let compared = (op, self.order, self.bits);
        let is_made_of = |terms: &mut Terms, [one, other]: [Words; 2]| {
            extreme(terms, compared, one, other).0 == terms.first_word(value)
        };
        let is_greater = is_max == is_set;
        // Floating-point zeros are equal, and the first one is taken.
        let pair = if is_max {
            [greater, other]
        } else {
            [other, greater]
        };
        if is_made_of(terms, pair) {
            return Some(if is_greater { greater } else { other });
        }
        let (number, is_positive) = self.signed()?;
        let negation = integer_sums::sum(terms, AluOp::Sub, self.bits, &[zero(self.bits), number])?;
        let is_number = is_greater == is_positive;
        let chosen = if is_number { number } else { negation };
        is_made_of(terms, [number, negation]).then_some(chosen)
    }

    /// The word that differs from another one only by a sign bit, if the flags mean that it does not differ.
    fn with_sign(&self, terms: &Terms, value: Value, is_set: bool) -> Option<Value> {
        let number = self.greater;
        let bits = *terms.wires.get(&value)?;
        (self.order == Order::Signed && self.other == zero(self.bits)).then_some(())?;
        let words = (0..2).filter_map(|index| Some((word(number, index)?, sign(self.bits, index))));
        let is_plain = |plain: Value, sign: u64| {
            let is_right = |(place, bit): (usize, &Bit)| match bit {
                Bit::Constant(bit) => sign >> place & 1 == 1 && *bit != is_set,
                bit => sign >> place & 1 == 0 && *bit == Bit::From(plain, place as u8),
            };
            bits.iter().enumerate().all(is_right)
        };
        let mut plain = words.filter(|(plain, sign)| is_plain(*plain, *sign));
        plain.next().map(|it| it.0)
    }
}

impl Choice {
    /// The larger or the smaller one of the numbers that are compared.
    fn compared(&self, terms: &mut Terms, index: usize) -> Option<Value> {
        let Comparison {
            order,
            bits,
            greater,
            other,
        } = self.comparison;
        let words = (word(greater, index)?, word(other, index)?);
        let number = if words == (self.new, self.old) {
            extreme(terms, (AluOp::Max, order, bits), greater, other)
        } else if words == (self.old, self.new) {
            extreme(terms, (AluOp::Min, order, bits), other, greater)
        } else {
            return None;
        };
        word(number, index)
    }

    /// The larger or the smaller one of a number and its negation, or a number with a certain sign bit.
    fn by_sign(&self, terms: &mut Terms, index: usize) -> Option<Value> {
        let Comparison { order, bits, .. } = self.comparison;
        let (number, is_positive) = self.comparison.signed()?;
        let (if_positive, if_negative) = if is_positive {
            (self.new, self.old)
        } else {
            (self.old, self.new)
        };
        // The least number is its own negation, so that either is right for it.
        let negation = integer_sums::sum(terms, AluOp::Sub, bits, &[zero(bits), number])?;
        let words = (word(number, index)?, word(negation, index)?);
        let op = if words == (if_positive, if_negative) {
            Some(AluOp::Max)
        } else if words == (if_negative, if_positive) {
            Some(AluOp::Min)
        } else {
            None
        };
        if let Some(op) = op {
            return word(extreme(terms, (op, order, bits), number, negation), index);
        }
        let is_sign = self.comparison.other == zero(bits);
        is_sign.then(|| self.without_sign(terms, number, index))?
    }

    /// The bits of a number with the sign bit 0 or 1.
    fn without_sign(&self, terms: &mut Terms, number: Words, index: usize) -> Option<Value> {
        let bits = self.comparison.bits;
        let plain = word(number, index)?;
        let is_inverted = |value: Value| {
            let Kind::Unit {
                op: Op::Alu(AluOp::Xor),
                part: Part::Words,
                ..
            } = terms.kind_of(value)
            else {
                return false;
            };
            let inputs = terms.all_inputs(value);
            let (first, second) = inputs.split_at(inputs.len() / 2);
            let [x, y] = [first, second].map(|it| it.get(value.word() as usize).copied());
            let is_sign =
                |it: Option<Value>| it.and_then(|it| terms.bits(it)) == Some(sign(bits, index));
            x == Some(plain) && is_sign(y) || y == Some(plain) && is_sign(x)
        };
        let (op, mask) = if plain == self.new && is_inverted(self.old) {
            (AluOp::And, u64::from(u32::MAX) & !sign(bits, index))
        } else if plain == self.old && is_inverted(self.new) {
            (AluOp::Or, sign(bits, index))
        } else {
            return None;
        };
        let mask = terms.constant(mask);
        let moved = (op, 32, false);
        Some(wires::moved(terms, moved, &[(plain, None), (mask, None)])?.0)
    }
}

/// The sign bits in a word of numbers of this many bits.
const fn sign(bits: u32, index: usize) -> u64 {
    match (bits, index) {
        (16, _) => 0x8000_8000,
        (32, _) | (_, 0) => 0x8000_0000,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
