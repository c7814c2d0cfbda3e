//! The bits of values as circuits over the bits that they follow from: what a term computes bit by bit is a circuit, and any
//! other term is bits that may be anything.
//!
//! A value is its content on one element of the chip, any of them: the numbers of this element are inputs of the circuit, too,
//! and choose from what is different on the elements of a level.

use std::collections::{HashMap, HashSet};

use mnc2_isa::{Memory, Op};
use mnc2_program::access::Store;

use super::alu;
use super::arithmetic::Number;
use super::circuit::{Circuit, Gate, Samples, Signal};
use super::samples;
use crate::terms::{Bit, Kind, Part, Terms, Value, WORD_BITS};

/// Maximum number of terms of a circuit.
const TERMS_MAX: usize = 2_000;

/// Maximum number of gates of a circuit.
const GATES_MAX: usize = 100_000;

/// Half words that mask flags cover.
pub(super) const FLAGS: usize = 4;

/// What a value is: a word, whose bits are listed from the least, or mask flags, which are listed from the MSB side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Word,
    Flags,
}

/// What an input of a circuit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Input {
    /// A bit of the number of the element within a level.
    Element { level: u8, bit: u8 },
    /// A bit of a value, in the order of its shape.
    Value {
        value: Value,
        shape: Shape,
        place: u8,
    },
}

/// A circuit over the bits of values.
pub(super) struct Words<'a> {
    pub(super) terms: &'a Terms,
    /// Terms that are proven to be equal to others.
    equal: &'a HashMap<Value, Value>,
    pub(super) circuit: Circuit,
    pub(super) inputs: Vec<Input>,
    numbers: HashMap<Input, u32>,
    known: HashMap<(Value, Shape), Number>,
}

/// The shape of a value that is compared.
pub(super) fn shape(terms: &Terms, value: Value) -> Shape {
    let is_flags = match terms.kind_of(value) {
        Kind::Unit {
            part: Part::Flags, ..
        }
        | Kind::And
        | Kind::Start(Store::Memory(Memory::MaskRegister)) => true,
        Kind::List => terms.word_of_flags(value, 0).is_some(),
        Kind::Split(_) => {
            let mut children = terms.children(value).into_iter();
            return match children.any(|it| shape(terms, it) == Shape::Flags) {
                true => Shape::Flags,
                false => Shape::Word,
            };
        }
        _ => false,
    };
    if is_flags { Shape::Flags } else { Shape::Word }
}

/// The values whose bits decide the bits of a value; `None` if its bits are not computed but may be anything.
fn operands(terms: &Terms, value: Value, shape: Shape) -> Option<Vec<(Value, Shape)>> {
    let all = |shape: Shape| {
        let inputs = terms.all_inputs(value).into_iter();
        Some(inputs.map(|it| (it, shape)).collect())
    };
    match terms.kind_of(value) {
        Kind::Constant => Some(Vec::new()),
        Kind::Position => all(shape),
        // What a testcase sets on some elements is an example of its inputs, which may be anything.
        Kind::Split(_) if terms.is_from_zero() && largest_constant(terms, value).is_some() => None,
        Kind::Split(_) => {
            let children = terms.children(value).into_iter();
            Some(children.map(|it| (it, shape)).collect())
        }
        Kind::Unit {
            op: Op::Alu(op),
            part: Part::Words,
            ..
        } if alu::computes_bits(op) => all(Shape::Word),
        Kind::Unit {
            op: Op::Alu(_),
            part: Part::Flags,
            ..
        } => all(Shape::Word),
        Kind::Unit {
            part: Part::Flags, ..
        } => {
            let comparison = terms.comparisons.get(&value)?;
            let words = [comparison.greater, comparison.other].into_iter();
            let words = words.flat_map(|(first, second)| [Some(first), second]);
            Some(words.flatten().map(|it| (it, Shape::Word)).collect())
        }
        Kind::Wires => {
            let sources = terms.wires.get(&value)?.iter().filter_map(|bit| match bit {
                Bit::From(source, _) => Some((*source, Shape::Word)),
                Bit::Constant(_) => None,
            });
            let mut sources: Vec<_> = sources.collect();
            sources.dedup();
            Some(sources)
        }
        Kind::Sum(_) | Kind::Extreme { .. } | Kind::Invert(_) => all(Shape::Word),
        Kind::Select { .. } | Kind::Flush { .. } => {
            let inputs = terms.all_inputs(value).into_iter().enumerate();
            let shape = |index| {
                if index == 0 {
                    Shape::Flags
                } else {
                    Shape::Word
                }
            };
            Some(inputs.map(|(index, it)| (it, shape(index))).collect())
        }
        Kind::And => all(Shape::Flags),
        Kind::List if shape == Shape::Flags => {
            let words = [0, 1].map(|word| terms.word_of_flags(value, word));
            let words: Option<Vec<Value>> = words.into_iter().collect();
            Some(words?.into_iter().map(|it| (it, Shape::Flags)).collect())
        }
        Kind::Nothing
        | Kind::Start(_)
        | Kind::List
        | Kind::Unit { .. }
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

/// The largest of the constants that a value is on the elements of the chip; `None` if it is anything else.
fn largest_constant(terms: &Terms, value: Value) -> Option<u64> {
    match terms.kind_of(value) {
        Kind::Split(_) => {
            let mut children = terms.children(value);
            children.dedup();
            let constants = children.into_iter().map(|it| largest_constant(terms, it));
            constants.collect::<Option<Vec<u64>>>()?.into_iter().max()
        }
        _ => terms.bits(value),
    }
}

/// The number of bits of a value that may be anything.
fn width(terms: &Terms, value: Value, shape: Shape) -> usize {
    match terms.kind_of(value) {
        _ if shape == Shape::Flags => FLAGS,
        Kind::Split(_) if largest_constant(terms, value).is_some_and(|it| it >> WORD_BITS == 0) => {
            WORD_BITS
        }
        Kind::Start(Store::Memory(
            Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T,
        ))
        | Kind::Start(Store::Forwarding(_))
        | Kind::Unit { .. }
        | Kind::Sum(_)
        | Kind::Wires
        | Kind::Extreme { .. }
        | Kind::Shorten
        | Kind::Extend(_)
        | Kind::Invert(_)
        | Kind::Select { .. }
        | Kind::Flush { .. }
        | Kind::ReadSomewhere { .. }
        | Kind::WriteSomewhere { .. }
        | Kind::Turned(_)
        | Kind::Down { .. } => WORD_BITS,
        Kind::Nothing
        | Kind::Constant
        | Kind::Start(_)
        | Kind::Split(_)
        | Kind::Position
        | Kind::List
        | Kind::And
        | Kind::BaseBits
        | Kind::SelectBase { .. }
        | Kind::Up { .. }
        | Kind::Rotated(_)
        | Kind::Reduced { .. }
        | Kind::L2bm { .. }
        | Kind::Darbuf { .. }
        | Kind::Mv { .. } => 2 * WORD_BITS,
    }
}

/// The terms below a value whose bits may be anything, and the number of all terms below it; `None`
/// if there are too many.
pub(super) fn sources(terms: &Terms, value: Value, shape: Shape) -> (Option<Vec<Value>>, usize) {
    let Some(all) = below(terms, value, shape, |_| false) else {
        return (None, TERMS_MAX);
    };
    let count = all.len();
    let is_source = |(value, shape): &(Value, Shape)| operands(terms, *value, *shape).is_none();
    let sources = all.into_iter().filter(is_source).map(|it| it.0);
    (Some(sources.collect()), count)
}

/// A value and the values that it follows from but those that are known, each after those that it follows from; `None` if
/// there are too many.
fn below(
    terms: &Terms,
    value: Value,
    shape: Shape,
    is_known: impl Fn(&(Value, Shape)) -> bool,
) -> Option<Vec<(Value, Shape)>> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut open = vec![((value, shape), false)];
    while let Some((item, is_complete)) = open.pop() {
        if is_complete {
            found.push(item);
            continue;
        }
        if is_known(&item) || !seen.insert(item) {
            continue;
        }
        if seen.len() > TERMS_MAX {
            return None;
        }
        open.push((item, true));
        let operands = operands(terms, item.0, item.1).unwrap_or_default();
        open.extend(operands.into_iter().rev().map(|it| (it, false)));
    }
    Some(found)
}

impl<'a> Words<'a> {
    pub(super) fn new(terms: &'a Terms, equal: &'a HashMap<Value, Value>) -> Self {
        Self {
            terms,
            equal,
            circuit: Circuit::new(),
            inputs: Vec::new(),
            numbers: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// The bits of a value; `None` if a limit is met.
    pub(super) fn bits(&mut self, value: Value, shape: Shape) -> Option<Number> {
        let known = &self.known;
        let all = below(self.terms, value, shape, |it| known.contains_key(it))?;
        for (value, shape) in all {
            if self.circuit.len() > GATES_MAX {
                return None;
            }
            let bits = match operands(self.terms, value, shape) {
                Some(_) => self.computed(value, shape),
                None => None,
            };
            let bits = bits.unwrap_or_else(|| self.anything(value, shape));
            self.known.insert((value, shape), bits);
        }
        self.known.get(&(value, shape)).cloned()
    }

    /// The bits of a single word that is known.
    pub(super) fn word(&self, value: Value) -> Number {
        let mut bits = self.all(value, Shape::Word);
        bits.resize(WORD_BITS, Signal::FALSE);
        bits
    }

    /// Mask flags that are known.
    pub(super) fn flags(&self, value: Value) -> Number {
        let mut flags = self.all(value, Shape::Flags);
        flags.resize(FLAGS, Signal::FALSE);
        flags
    }

    /// The bits of a value that is known.
    pub(super) fn all(&self, value: Value, shape: Shape) -> Number {
        self.known.get(&(value, shape)).cloned().unwrap_or_default()
    }

    /// The bits of a value that may be anything.
    fn anything(&mut self, value: Value, shape: Shape) -> Number {
        let first = self.terms.first_word(value);
        let value = match self.equal.get(&first) {
            Some(other) => self.terms.after(*other, value.word()),
            None => value,
        };
        let width = width(self.terms, value, shape);
        let of_value = |place: usize| Input::Value {
            value,
            shape,
            place: place as u8,
        };
        let number = self.inputs.len() as u32;
        let bits = (0..width).map(|place| self.input(of_value(place), number, place));
        bits.collect()
    }

    /// The inputs that are set in one of the values that are tried.
    pub(super) fn set_in_sample(&self, sample: usize) -> Vec<u32> {
        let gates = self.circuit.gates().iter().enumerate();
        let inputs = gates.filter_map(|(index, gate)| match gate {
            Gate::Input(number) => Some((*number, self.circuit.samples(Signal::positive(index)))),
            Gate::False | Gate::And(..) | Gate::Xor(..) | Gate::Choose(..) => None,
        });
        let is_set = |(_, samples): &(u32, Samples)| samples[sample / 64] >> (sample % 64) & 1 == 1;
        inputs.filter(is_set).map(|it| it.0).collect()
    }

    /// An input of the circuit. The values that are tried follow from a number and the place of the bit in its value.
    pub(super) fn input(&mut self, input: Input, value: u32, place: usize) -> Signal {
        let next = self.inputs.len() as u32;
        let number = *self.numbers.entry(input).or_insert(next);
        if number == next {
            self.inputs.push(input);
        }
        self.circuit.input(number, samples::bit(value, place))
    }
}
