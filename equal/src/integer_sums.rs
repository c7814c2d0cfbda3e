//! Integer sums as terms: however additions, subtractions and shifts by constants are arranged, the result is a sum of
//! multiples modulo a power of two, and this sum has one term.
//!
//! A number takes one single word, which has two of them in half precision, or both words of a long word. Each element is
//! multiplied and added separately.

use mnc2_isa::AluOp;
use mnc2_isa::geometry::{MABS_PER_L1B, PES_PER_MAB};

use super::positions;
use super::terms::{Kind, Terms, Value};

/// Values that a sum is made from at most: the words of all MABs, and another one. A longer one is a value of another.
const VALUES_MAX: usize = 17;

/// Values that transfers bring from other PEs and that a sum is made from at most, in addition to its own: the words of all PEs of
/// an L1B.
const BROUGHT_MAX: usize = MABS_PER_L1B * PES_PER_MAB;

const _: () = assert!(VALUES_MAX > MABS_PER_L1B);

/// The words of a number: the first one, and the second one of a long word.
pub(super) type Words = (Value, Option<Value>);

/// The number of one or two words.
pub(super) fn number(words: &[Value]) -> Words {
    (words[0], words.get(1).copied())
}

/// The word of a number at an index.
pub(super) fn word((first, second): Words, index: usize) -> Option<Value> {
    match index {
        0 => Some(first),
        _ => second,
    }
}

/// A constant and multiples of values, in the order of the values.
#[derive(Clone, Debug)]
struct Sum {
    bits: u32,
    constant: u64,
    values: Vec<(Words, u64)>,
}

impl Sum {
    /// What the words of a number hold.
    fn from_words(terms: &Terms, bits: u32, words: Words) -> Self {
        let mut sum = Self {
            bits,
            constant: 0,
            values: Vec::new(),
        };
        if let Some(constant) = bits_of(terms, words) {
            sum.constant = constant;
            return sum;
        }
        let (first, second) = words;
        let is_whole = second.is_none_or(|second| second == terms.after(first, 1));
        if terms.kind_of(first) == Kind::Sum(bits as u8) && first.is_first() && is_whole {
            let mut inputs = terms.all_inputs(first).into_iter();
            let mut next = || {
                let first = inputs.next()?;
                let second = if bits > 32 {
                    Some(inputs.next()?)
                } else {
                    None
                };
                Some((first, second))
            };
            let number = |words: Option<Words>| words.and_then(|words| bits_of(terms, words));
            sum.constant = number(next()).unwrap_or_default();
            while let Some(words) = next() {
                sum.values.push((words, number(next()).unwrap_or_default()));
            }
            return sum;
        }
        sum.values.push((words, elements(bits, |_| 1)));
        sum
    }

    /// Applies a function to the elements of two numbers.
    fn each(&self, one: u64, other: u64, of: impl Fn(u64, u64) -> u64) -> u64 {
        let element = |number: u64, shift: u32| number >> shift & (u64::MAX >> (64 - self.bits));
        elements(self.bits, |shift| {
            of(element(one, shift), element(other, shift))
        })
    }

    /// The sum of this and a multiple of another.
    fn plus(mut self, other: &Self, factor: u64) -> Self {
        let add = |sum: &Self, one: u64, other: u64| {
            let product = sum.each(other, factor, u64::wrapping_mul);
            sum.each(one, product, u64::wrapping_add)
        };
        self.constant = add(&self, self.constant, other.constant);
        for &(words, times) in &other.values {
            match self.values.binary_search_by_key(&words, |it| it.0) {
                Ok(at) => self.values[at].1 = add(&self, self.values[at].1, times),
                Err(at) => {
                    let times = add(&self, 0, times);
                    self.values.insert(at, (words, times));
                }
            }
        }
        self.values.retain(|it| it.1 != 0);
        self
    }

    /// The constant, and each value with its factor.
    fn inputs(&self, terms: &mut Terms) -> Vec<Value> {
        let mut inputs = Vec::with_capacity(4 * self.values.len() + 2);
        let mut add = |(first, second): Words| {
            inputs.push(first);
            inputs.extend(second);
        };
        add(constant(terms, self.bits, self.constant));
        for &(words, times) in &self.values {
            add(words);
            add(constant(terms, self.bits, times));
        }
        inputs
    }

    /// The same sum with one number in place of all that follows from the position alone; `None` if it is written so.
    fn with_one_position(&self, terms: &mut Terms) -> Option<Self> {
        let is_position = |terms: &Terms, (first, second): Words| {
            let mut words = second.into_iter().chain([first]);
            words.all(|it| terms.by_position(it).is_some())
        };
        let values = self.values.iter().copied();
        let (positions, others): (Vec<_>, Vec<_>) = values.partition(|it| is_position(terms, it.0));
        let one = elements(self.bits, |_| 1);
        let is_written = match positions[..] {
            [] => true,
            [(_, times)] => times == one && self.constant == 0,
            _ => false,
        };
        if is_written {
            return None;
        }
        let own = Self {
            values: positions,
            ..self.clone()
        };
        let inputs = own.inputs(terms);
        let words = own.values.iter().flat_map(|((first, second), _)| {
            let words = [Some(*first), *second];
            words.into_iter().flatten()
        });
        let words: Vec<Value> = words.collect();
        let computed = |words: &[u64]| match (own.with_words(words), self.bits) {
            (sum, 64) => [sum >> 32, sum & 0xffff_ffff],
            (sum, _) => [sum, 0],
        };
        let kind = Kind::Sum(self.bits as u8);
        let [first, second] = positions::folded(terms, (kind, &inputs), &words, &computed)?;
        let number = (first, (self.bits > 32).then_some(second));
        let rest = Self {
            constant: 0,
            values: others,
            ..*self
        };
        Some(rest.plus(&Self::from_words(terms, self.bits, number), one))
    }

    /// The sum if its values have these words, in their order.
    fn with_words(&self, words: &[u64]) -> u64 {
        let numbers = words.chunks(words.len() / self.values.len());
        let numbers = numbers.map(|it| it.iter().fold(0, |all, word| all << 32 | word));
        numbers
            .zip(&self.values)
            .fold(self.constant, |sum, (number, (_, times))| {
                let product = self.each(number, *times, u64::wrapping_mul);
                self.each(sum, product, u64::wrapping_add)
            })
    }

    /// The words of the result.
    fn words(&self, terms: &mut Terms) -> Words {
        if let [(words, times)] = self.values[..]
            && self.constant == 0
            && times == elements(self.bits, |_| 1)
        {
            return words;
        }
        let constant = constant(terms, self.bits, self.constant);
        if self.values.is_empty() {
            return constant;
        }
        if let Some(sum) = self.with_one_position(terms) {
            return sum.words(terms);
        }
        let inputs = self.inputs(terms);
        let first = terms.computed(Kind::Sum(self.bits as u8), &inputs);
        let second = (self.bits > 32).then(|| terms.after(first, 1));
        (first, second)
    }
}

/// The words of an integer operation of the ALU on elements of this many bits; `None` if it is not a sum of multiples.
pub(super) fn sum(terms: &mut Terms, op: AluOp, bits: u32, inputs: &[Words]) -> Option<Words> {
    let of = |terms: &Terms, words: Words| Sum::from_words(terms, bits, words);
    let minus_one = elements(bits, |_| u64::MAX);
    let one = elements(bits, |_| 1);
    let unit = Sum {
        bits,
        constant: one,
        values: Vec::new(),
    };
    let (x, y) = (*inputs.first()?, inputs.get(1).copied());
    let first = of(terms, x);
    let (first, second, factor) = match op {
        AluOp::Add => (first, of(terms, y?), one),
        AluOp::Sub => (first, of(terms, y?), minus_one),
        AluOp::Inc => (first, unit, one),
        AluOp::Dec => (first, unit, minus_one),
        AluOp::Lsl => {
            // Bits above those that can express the word length are ignored (manual 3.6.12.17), so the first word of a long
            // word is, too.
            let (first_word, second_word) = y?;
            let amounts = terms.bits(second_word.unwrap_or(first_word))?;
            let shifted = |_: u64, amount: u64| {
                1_u64
                    .checked_shl((amount % (2 * u64::from(bits))) as u32)
                    .unwrap_or(0)
            };
            let factor = first.each(0, amounts, shifted);
            let nothing = Sum {
                constant: 0,
                ..unit
            };
            (nothing, first, factor)
        }
        AluOp::Zero
        | AluOp::Imm
        | AluOp::Msl
        | AluOp::Msr
        | AluOp::Passa
        | AluOp::Not
        | AluOp::Lnot
        | AluOp::Rsqrt
        | AluOp::Floor
        | AluOp::Ftoi
        | AluOp::Bfe
        | AluOp::Bfn
        | AluOp::Max
        | AluOp::Min
        | AluOp::Packbit
        | AluOp::And
        | AluOp::Or
        | AluOp::Xor
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
        | AluOp::Ilrelud => return None,
    };
    if is_too_long(terms, &first, &second) {
        return None;
    }
    Some(first.plus(&second, factor).words(terms))
}

/// Whether two sums together have too many values.
fn is_too_long(terms: &Terms, first: &Sum, second: &Sum) -> bool {
    let count = first.values.len() + second.values.len();
    if count <= VALUES_MAX {
        return false;
    }
    let is_brought = |it: &&(Words, u64)| matches!(terms.kind_of(it.0.0), Kind::Down { .. });
    let all = || first.values.iter().chain(&second.values);
    let brought = all().filter(is_brought).count();
    brought > BROUGHT_MAX || count - brought > VALUES_MAX
}

/// What a number is the sum of, each with its factor: the terms of a sum, or the number itself.
pub(super) fn summands(terms: &Terms, bits: u32, number: Words) -> Vec<(Words, u64)> {
    Sum::from_words(terms, bits, number).values
}

/// The image of a number under a function that keeps sums of elements of this many bits. A constant element becomes a
/// multiple of itself.
pub(super) fn image(
    terms: &mut Terms,
    bits: u32,
    number: Words,
    times: u64,
    function: &mut dyn FnMut(&mut Terms, Words) -> Words,
) -> Words {
    let sum = Sum::from_words(terms, bits, number);
    let times = elements(bits, |_| times);
    let mut image = Sum {
        bits,
        constant: sum.each(sum.constant, times, u64::wrapping_mul),
        values: Vec::new(),
    };
    for &(words, factor) in &sum.values {
        let words = function(terms, words);
        image = image.plus(&Sum::from_words(terms, bits, words), factor);
    }
    image.words(terms)
}

/// A sum with a multiple of another number in place of some of its terms.
pub(super) fn exchanged(
    terms: &mut Terms,
    bits: u32,
    number: Words,
    gone: &[Words],
    (new, factor): (Words, u64),
) -> Words {
    let mut sum = Sum::from_words(terms, bits, number);
    sum.values.retain(|it| !gone.contains(&it.0));
    sum.plus(&Sum::from_words(terms, bits, new), factor)
        .words(terms)
}

/// A number with these elements, by how far each is from the end of the number.
fn elements(bits: u32, element: impl Fn(u32) -> u64) -> u64 {
    let of_element = |shift: u32| (element(shift) & (u64::MAX >> (64 - bits))) << shift;
    (0..bits.max(32))
        .step_by(bits as usize)
        .map(of_element)
        .sum()
}

fn bits_of(terms: &Terms, (first, second): Words) -> Option<u64> {
    match second {
        None => terms.bits(first),
        Some(second) => Some(terms.bits(first)? << 32 | terms.bits(second)?),
    }
}

fn constant(terms: &mut Terms, bits: u32, number: u64) -> Words {
    if bits > 32 {
        let second = terms.constant(number & 0xffff_ffff);
        (terms.constant(number >> 32), Some(second))
    } else {
        (terms.constant(number), None)
    }
}

#[cfg(test)]
mod tests;
