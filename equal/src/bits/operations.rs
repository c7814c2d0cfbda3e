//! The circuit of one term over the bits of its inputs, as the units compute it.

use mnc2_isa::{Op, Precision, spelling};

use super::alu::{self, Element};
use super::arithmetic::{self as numbers, Number};
use super::circuit::Signal;
use super::words::{FLAGS, Input, Shape, Words};
use crate::terms::{Bit, Comparison, Kind, LEVELS, Order, Part, Value, WORD_BITS};
use crate::units::input_count;

/// Bits of a half word, which one mask flag covers.
const HALF_WORD_BITS: usize = 16;

/// What the letters of an opcode of the ALU say: bits of an element, and how numbers are ordered.
fn elements(opcode: &str) -> Option<(usize, Order)> {
    let spelling = spelling::find(opcode)?;
    let bits = spelling.precision.map_or(64, Precision::element_bits);
    let order = match spelling.precision {
        Some(precision) if precision.is_float() => Order::Float,
        _ if spelling.unsigned => Order::Unsigned,
        _ => Order::Signed,
    };
    Some((bits as usize, order))
}

/// The word of a number of one or two words that a value is.
fn word_of_number(value: Value, number: Number) -> Number {
    match number.len() {
        WORD_BITS => number,
        _ if value.is_first() => number[WORD_BITS..].to_vec(),
        _ => number[..WORD_BITS].to_vec(),
    }
}

/// The flags of elements, which are listed from the least: each covers its half words.
fn repeated(flags: &[Signal], bits: usize) -> Number {
    let from_most = flags.iter().rev();
    let covered = |flag: &Signal| vec![*flag; bits / HALF_WORD_BITS];
    from_most.flat_map(covered).collect()
}

impl Words<'_> {
    /// The bits of a value from the bits of its operands; `None` if they are not known bit by bit.
    pub(super) fn computed(&mut self, value: Value, shape: Shape) -> Option<Number> {
        match self.terms.kind_of(value) {
            Kind::Constant => {
                let bits = self.terms.bits(value)?;
                Some(match shape {
                    Shape::Word => numbers::constant(bits, 2 * WORD_BITS),
                    Shape::Flags => numbers::constant(bits, FLAGS).into_iter().rev().collect(),
                })
            }
            Kind::Split(level) => Some(self.split(level, value, shape)),
            Kind::Position => {
                let on_elements = *self.terms.all_inputs(value).first()?;
                Some(match shape {
                    Shape::Word => self.word(on_elements),
                    Shape::Flags => self.flags(on_elements).to_vec(),
                })
            }
            Kind::Unit {
                op: Op::Alu(_),
                part: Part::Words,
                ..
            } => {
                let results = self.alu(value)?.1.into_iter();
                let results: Option<Vec<Number>> = results.map(|it| it.result).collect();
                Some(word_of_number(value, results?.concat()))
            }
            Kind::Unit {
                op: Op::Alu(_),
                part: Part::Flags,
                ..
            } => {
                let (bits, elements) = self.alu(value)?;
                let flags: Option<Vec<Signal>> = elements.iter().map(|it| it.flag).collect();
                Some(repeated(&flags?, bits))
            }
            Kind::Unit { .. } => {
                let comparison = *self.terms.comparisons.get(&value)?;
                Some(self.compared(&comparison))
            }
            Kind::Sum(bits) => self.sum(value, bits.into()),
            Kind::Wires => self.wires(value),
            Kind::Extreme {
                is_max,
                order,
                bits,
            } => self.extreme(value, (is_max, order), bits.into()),
            Kind::Invert(inverted) => {
                let bits = self.word(*self.terms.all_inputs(value).first()?);
                let bits = bits.iter().enumerate();
                let invert =
                    |(place, bit): (usize, &Signal)| bit.negated_if(inverted >> place & 1 == 1);
                Some(bits.map(invert).collect())
            }
            Kind::Select { double_long, index } => match self.terms.all_inputs(value)[..] {
                [flags, new, old] => {
                    Some(self.selected(flags, (double_long, index), new, Some(old)))
                }
                _ => None,
            },
            Kind::Flush { double_long, index } => match self.terms.all_inputs(value)[..] {
                [flags, new] => Some(self.selected(flags, (double_long, index), new, None)),
                _ => None,
            },
            Kind::And => match self.terms.all_inputs(value)[..] {
                [one, other] => {
                    let (one, other) = (self.flags(one), self.flags(other));
                    let both = one.iter().zip(&other);
                    Some(both.map(|(x, y)| self.circuit.and(*x, *y)).collect())
                }
                _ => None,
            },
            Kind::List => {
                let words = [0, 1].map(|word| self.terms.word_of_flags(value, word));
                let [first, second] = words.map(|it| it.map(|it| self.flags(it)));
                Some([&first?[..FLAGS / 2], &second?[..FLAGS / 2]].concat())
            }
            Kind::Nothing
            | Kind::Start(_)
            | Kind::Shorten
            | Kind::Extend(_)
            | Kind::BaseBits
            | Kind::SelectBase { .. }
            | Kind::ReadSomewhere { .. }
            | Kind::WriteSomewhere { .. }
            | Kind::Down { .. }
            | Kind::Up { .. }
            | Kind::Rotated(_)
            | Kind::Turned(_)
            | Kind::Reduced { .. }
            | Kind::L2bm { .. }
            | Kind::Darbuf { .. }
            | Kind::Mv { .. } => None,
        }
    }

    /// The number in one word, or in the two of a long word.
    fn number(&self, words: &[Value]) -> Number {
        words.iter().rev().flat_map(|it| self.word(*it)).collect()
    }

    /// A value that differs from element to element of a level: the number of the element chooses.
    fn split(&mut self, level: u8, value: Value, shape: Shape) -> Number {
        let children = self.terms.children(value).into_iter();
        let mut children: Vec<Number> = children.map(|it| self.all(it, shape)).collect();
        let width = children.iter().map(Vec::len).max().unwrap_or(0);
        for child in &mut children {
            child.resize(width, Signal::FALSE);
        }
        debug_assert_eq!(children.len(), LEVELS[usize::from(level)].1);
        let number = self.inputs.len() as u32;
        for bit in 0..children.len().ilog2() as u8 {
            let by = self.input(Input::Element { level, bit }, number, usize::from(bit));
            let pairs = children.chunks(2);
            let chosen = pairs.map(|pair| match pair {
                [even, odd] => numbers::choose(&mut self.circuit, by, odd, even),
                rest => rest.concat(),
            });
            children = chosen.collect();
        }
        children.concat()
    }

    /// The elements of a result of the ALU, from the least, and the bits of each.
    fn alu(&mut self, value: Value) -> Option<(usize, Vec<Element>)> {
        let Kind::Unit {
            op: Op::Alu(op),
            spelling,
            ..
        } = self.terms.kind_of(value)
        else {
            return None;
        };
        let (bits, order) = elements(spelling)?;
        let inputs = self.terms.all_inputs(value);
        let count = input_count(op);
        let words = inputs.len().checked_div(count).filter(|it| *it > 0)?;
        let inputs: Vec<Number> = inputs.chunks(words).map(|it| self.number(it)).collect();
        let (x, y) = (inputs.first()?, inputs.get(1));
        if x.len() % bits != 0 {
            return None;
        }
        let elements = x.chunks(bits).enumerate().map(|(index, x)| {
            let y = y.map_or(&[][..], |y| &y[index * bits..][..bits]);
            alu::element(&mut self.circuit, op, order, x, y)
        });
        Some((bits, elements.collect()))
    }

    /// The flags of a comparison.
    fn compared(&mut self, comparison: &Comparison) -> Number {
        let bits = comparison.bits as usize;
        let number = |(first, second): (Value, Option<Value>)| {
            let words: Vec<Value> = [Some(first), second].into_iter().flatten().collect();
            self.number(&words)
        };
        let (greater, other) = (number(comparison.greater), number(comparison.other));
        let elements = greater.chunks(bits).zip(other.chunks(bits));
        let flags =
            elements.map(|(x, y)| alu::is_at_least(&mut self.circuit, comparison.order, x, y));
        let flags: Vec<Signal> = flags.collect();
        repeated(&flags, bits)
    }

    /// A sum of a constant and multiples. Multiples that are subtracted come last.
    fn sum(&mut self, value: Value, bits: usize) -> Option<Number> {
        let inputs = self.terms.all_inputs(value);
        let mut inputs = inputs.chunks(bits.div_ceil(WORD_BITS));
        let mut sum = self.number(inputs.next()?);
        let mut terms = Vec::new();
        while let (Some(words), Some(factor)) = (inputs.next(), inputs.next()) {
            let known = factor.iter().try_fold(0, |known, word| {
                Some(known << WORD_BITS | self.terms.bits(*word)?)
            });
            terms.push((self.number(words), known?));
        }
        terms.sort_by_key(|(_, factor)| factor >> (bits - 1) & 1);
        for (x, factors) in terms {
            let elements = sum.chunks(bits).zip(x.chunks(bits)).enumerate();
            let added = elements.map(|(index, (sum, x))| {
                let factor = factors >> (index * bits) & (u64::MAX >> (64 - bits));
                numbers::with_multiple(&mut self.circuit, sum.to_vec(), x, factor)
            });
            sum = added.collect::<Vec<Number>>().concat();
        }
        Some(word_of_number(value, sum))
    }

    /// A word whose bits are moved bits.
    fn wires(&self, value: Value) -> Option<Number> {
        let bits = self.terms.wires.get(&value)?.iter();
        let bit = |bit: &Bit| match *bit {
            Bit::Constant(bit) => Some(Signal::constant(bit)),
            Bit::From(source, at) => self.word(source).get(usize::from(at)).copied(),
        };
        bits.map(bit).collect()
    }

    fn extreme(&mut self, value: Value, way: (bool, Order), bits: usize) -> Option<Number> {
        let inputs = self.terms.all_inputs(value);
        let (first, second) = inputs.split_at(inputs.len() / 2);
        let (x, y) = (self.number(first), self.number(second));
        let elements = x.chunks(bits).zip(y.chunks(bits));
        let chosen = elements.map(|(x, y)| alu::extreme(&mut self.circuit, way, x, y).0);
        Some(word_of_number(value, chosen.collect::<Vec<_>>().concat()))
    }

    /// A word where flags are set, and another one, or zero, where they are not. A mask of long words covers the half words of
    /// the first long word, a mask of two long words covers single words (manual 3.6.2).
    fn selected(
        &mut self,
        flags: Value,
        (is_double_long, index): (bool, u8),
        new: Value,
        old: Option<Value>,
    ) -> Number {
        let flags = self.flags(flags);
        let new = self.word(new);
        let old = old.map_or_else(|| numbers::constant(0, WORD_BITS), |it| self.word(it));
        let index = usize::from(index);
        let of_halves = match (is_double_long, index) {
            (true, _) => [flags[index]; 2],
            (false, 0 | 1) => [flags[2 * index + 1], flags[2 * index]],
            (false, _) => return new,
        };
        let halves = new.chunks(HALF_WORD_BITS).zip(old.chunks(HALF_WORD_BITS));
        let chosen = halves
            .zip(of_halves)
            .map(|((new, old), flag)| numbers::choose(&mut self.circuit, flag, new, old));
        chosen.collect::<Vec<Number>>().concat()
    }
}
