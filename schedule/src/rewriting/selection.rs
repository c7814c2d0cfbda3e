//! Choices by mask flags that are one operation: the larger or the smaller one of the numbers that the flags compare, an absolute
//! value, a number without its sign bit.
//!
//! The flags of `max`, `min` and unsigned differences compare their operands. The flags of signed sums and differences compare
//! the wrapped result with zero, which is not the order of the operands if the difference overflows (manual table 3.11); so do
//! the flags of the MAU (manual 3.6.9.26).

use mnc2_isa::spelling::Spelling;
use mnc2_isa::{AluOp, Constant, MauOp, Op};
use mnc2_program::Expression;

use super::grain::Grain;
use super::graph::{Graph, Node, Operation, Value, constant_name};
use crate::planted::{Wrong, is_planted};

/// A single word, or the words of a long word.
type Number = Vec<Value>;

/// The order of numbers that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Signed,
    Unsigned,
    Float,
}

/// What set flags mean: a number is not less than another one.
struct Comparison {
    order: Order,
    bits: u32,
    greater: Number,
    other: Number,
}

/// The value that an operation computes in place of a choice: `new` where the flags are set, otherwise `old`.
pub(super) fn chosen(graph: &mut Graph, flags: Value, new: Value, old: Value) -> Option<Value> {
    let comparison = Comparison::from_flags(graph, flags)?;
    let mut under = |value, is_set| comparison.under(graph, flags, value, is_set);
    let (if_set, if_clear) = (under(new, true), under(old, false));
    if if_set == if_clear {
        return Some(if_set);
    }
    if if_set == under(old, true) {
        return Some(old);
    }
    if if_clear == under(new, false) {
        return Some(new);
    }
    (0..comparison.greater.len()).find_map(|part| {
        let choice = [if_set, if_clear];
        comparison
            .extreme(graph, choice, part)
            .or_else(|| comparison.absolute(graph, choice, part))
            .or_else(|| comparison.with_sign(graph, choice, part))
    })
}

/// The words of a result.
fn number(graph: &mut Graph, operation: Operation, inputs: &[Value]) -> Number {
    let words = match graph.operations[operation as usize].grain {
        Grain::Word => 0..1,
        Grain::Long => 0..2,
    };
    let node = |part| Node::Result(operation, inputs.to_vec(), part);
    words.map(|part| graph.value(node(part))).collect()
}

/// How an operation orders numbers, and their bits.
fn order(spelling: &Spelling) -> Option<(Order, u32)> {
    let precision = spelling.precision?;
    let order = match (precision.is_float(), spelling.unsigned) {
        (true, _) => Order::Float,
        (false, true) => Order::Unsigned,
        (false, false) => Order::Signed,
    };
    Some((order, precision.element_bits()))
}

fn is_zero(graph: &Graph, number: &[Value]) -> bool {
    number.iter().all(|it| graph.bits(*it) == Some(0))
}

/// What the flags of an operation compare.
enum Compared {
    /// The first input with the second one.
    Inputs,
    /// The second input with the first one.
    InputsSwapped,
    /// The result of a signed difference with zero.
    Difference,
    /// The result of a signed sum with zero.
    Sum,
    /// The result with zero.
    Result,
    /// The first input with zero.
    FirstInput,
}

impl Compared {
    fn from_expression(expression: &Expression, order: Order, bits: u32) -> Option<Self> {
        let spelling = expression.spelling;
        let is_whole = bits > 16 && !spelling.shortened && spelling.half.is_none();
        match expression.op {
            Op::Alu(op) => Self::from_alu(op, order),
            Op::Mau(op) => {
                let is_sum_of_words =
                    matches!(op, MauOp::Vadd | MauOp::Vmul | MauOp::Vfma | MauOp::Vpassa);
                (is_sum_of_words && is_whole).then_some(Self::Result)
            }
            Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => None,
        }
    }

    const fn from_alu(op: AluOp, order: Order) -> Option<Self> {
        Some(match op {
            AluOp::Max => Self::Inputs,
            AluOp::Min => Self::InputsSwapped,
            AluOp::Sub => match order {
                Order::Unsigned => Self::Inputs,
                Order::Signed | Order::Float => Self::Difference,
            },
            AluOp::Add | AluOp::Inc | AluOp::Dec => match (order, op) {
                (Order::Signed, AluOp::Add) => Self::Sum,
                (Order::Signed, _) => Self::Result,
                (Order::Unsigned | Order::Float, _) => return None,
            },
            AluOp::Rsqrt
            | AluOp::Relu
            | AluOp::Relu0
            | AluOp::Lrelud
            | AluOp::Lreluo
            | AluOp::Ilrelud => Self::FirstInput,
            AluOp::Zero
            | AluOp::Imm
            | AluOp::Msl
            | AluOp::Msr
            | AluOp::Passa
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
            | AluOp::Lsl
            | AluOp::Lsr
            | AluOp::Bsl
            | AluOp::Bsr
            | AluOp::Relu1
            | AluOp::Relu2
            | AluOp::Relu3 => return None,
        })
    }
}

impl Comparison {
    fn from_flags(graph: &mut Graph, flags: Value) -> Option<Self> {
        let Node::Flags(operation, inputs) = graph.node(flags).clone() else {
            return None;
        };
        let expression = &graph.operations[operation as usize].expression;
        let (order, bits) = order(expression.spelling)?;
        let compared = Compared::from_expression(expression, order, bits)?;
        let result = number(graph, operation, &inputs);
        let zero = vec![graph.value(Node::Bits(0)); result.len()];
        let (x, y) = inputs.split_at(result.len());
        let (x, y) = (x.to_vec(), y.to_vec());
        let is_exact = is_zero(graph, &y) || is_planted(Wrong::Overflow);
        let (order, greater, other) = match compared {
            Compared::Inputs => (order, x, y),
            Compared::InputsSwapped => (order, y, x),
            Compared::Difference if is_exact => (order, x, y),
            Compared::Sum if is_zero(graph, &y) => (order, x, zero),
            Compared::Sum if is_zero(graph, &x) => (order, y, zero),
            Compared::Difference | Compared::Sum | Compared::Result => {
                (Order::Signed, result, zero)
            }
            Compared::FirstInput => (Order::Signed, x, zero),
        };
        Some(Self {
            order,
            bits,
            greater,
            other,
        })
    }

    /// What a value is where flags are set, or where they are not.
    fn under(&self, graph: &mut Graph, flags: Value, value: Value, is_set: bool) -> Value {
        match graph.node(value).clone() {
            Node::Select(own, new, old) if own == flags => {
                if is_set {
                    new
                } else {
                    old
                }
            }
            Node::Result(operation, inputs, part) => {
                let numbers = inputs.split_at(inputs.len() / 2);
                let number = self.under_result(graph, operation, numbers, is_set);
                let word = number.and_then(|it| it.get(usize::from(part)).copied());
                word.unwrap_or(value)
            }
            Node::Start(_)
            | Node::Bits(_)
            | Node::Constant(..)
            | Node::Flags(..)
            | Node::Select(..) => value,
        }
    }

    /// The number that a result of two numbers is where the flags are set, or where they are not, if it is a certain one then.
    fn under_result(
        &self,
        graph: &mut Graph,
        operation: Operation,
        (x, y): (&[Value], &[Value]),
        is_set: bool,
    ) -> Option<Number> {
        let expression = &graph.operations[operation as usize].expression;
        let (op, spelling) = (expression.op, expression.spelling);
        let (greater, other) = (&self.greater[..], &self.other[..]);
        let is_pair =
            |one: &[Value], other: &[Value]| [x, y] == [one, other] || [y, x] == [one, other];
        if is_set && op == Op::Alu(AluOp::And) {
            return self.without_sign(graph, [x, y], |it| !it);
        }
        if !is_set && op == Op::Alu(AluOp::Or) {
            return self.without_sign(graph, [x, y], |it| it);
        }
        let is_max = op == Op::Alu(AluOp::Max);
        if !is_max && op != Op::Alu(AluOp::Min) {
            return None;
        }
        if Some((self.order, self.bits)) != order(spelling) {
            return None;
        }
        let is_greater = is_max == is_set;
        if is_pair(greater, other) {
            // The first one of equal numbers is the result, which are not alike if they are floating-point zeros.
            let first = if is_max { greater } else { other };
            let is_exact = self.order != Order::Float || x == first;
            return is_exact.then(|| if is_greater { greater } else { other }.to_vec());
        }
        let (number, is_positive) = self.signed(graph)?;
        let negation = if x == number { y } else { x };
        let is_negation = is_pair(number, negation)
            && self.negation(graph, number, negation[0], 0).as_deref() == Some(negation);
        let is_number = is_greater == is_positive;
        is_negation.then(|| if is_number { number } else { negation }.to_vec())
    }

    /// The number whose sign the flags are, and whether they are set where it is positive; either, if it is zero.
    fn signed(&self, graph: &Graph) -> Option<(&[Value], bool)> {
        if self.order != Order::Signed {
            None
        } else if is_zero(graph, &self.other) {
            Some((&self.greater, true))
        } else if is_zero(graph, &self.greater) {
            Some((&self.other, false))
        } else {
            None
        }
    }

    /// The words of the number that are among some, if the others are a mask of its sign bits.
    fn without_sign(
        &self,
        graph: &Graph,
        [x, y]: [&[Value]; 2],
        mask: impl Fn(u32) -> u32,
    ) -> Option<Number> {
        let (number, true) = self.signed(graph)? else {
            return None;
        };
        let is_masked = |part: usize| {
            x == &number[part..=part]
                && y.len() == 1
                && graph.bits(y[0]) == Some(mask(self.sign(part)))
        };
        (0..number.len()).any(is_masked).then(|| x.to_vec())
    }

    /// A word of the maximum or minimum of two numbers.
    fn result(
        &self,
        graph: &mut Graph,
        is_max: bool,
        numbers: [&[Value]; 2],
        part: usize,
    ) -> Option<Value> {
        let precision = match (self.order, self.bits) {
            (Order::Float, 64) => "d",
            (Order::Float, 32) => "f",
            (Order::Float, _) => "h",
            (Order::Signed | Order::Unsigned, 64) => "l",
            (Order::Signed | Order::Unsigned, 32) => "i",
            (Order::Signed | Order::Unsigned, _) => "s",
        };
        let unsigned = if self.order == Order::Unsigned {
            "u"
        } else {
            ""
        };
        let op = if is_max != is_planted(Wrong::Extreme) {
            "max"
        } else {
            "min"
        };
        let (operation, _) =
            graph.parsed(&format!("{unsigned}{precision}{op} $lm0v $lr0v $nowrite"))?;
        Some(graph.value(Node::Result(operation, numbers.concat(), part as u8)))
    }

    /// The larger or the smaller one of what is compared.
    fn extreme(&self, graph: &mut Graph, [new, old]: [Value; 2], part: usize) -> Option<Value> {
        let (greater, other) = (&self.greater[..], &self.other[..]);
        if (new, old) == (greater[part], other[part]) {
            self.result(graph, true, [greater, other], part)
        } else if (new, old) == (other[part], greater[part]) {
            self.result(graph, false, [other, greater], part)
        } else {
            None
        }
    }

    /// The larger or the smaller one of a number and its negation. The least number is its own negation, so that either is right.
    fn absolute(&self, graph: &mut Graph, [new, old]: [Value; 2], part: usize) -> Option<Value> {
        let (number, is_positive) = self.signed(graph)?;
        let (positive, negative) = if is_positive { (new, old) } else { (old, new) };
        let (is_max, negated) = if positive == number[part] {
            (true, negative)
        } else if negative == number[part] {
            (false, positive)
        } else {
            return None;
        };
        let negation = self.negation(graph, number, negated, part)?;
        self.result(graph, is_max, [&negation, number], part)
    }

    /// The negation of a number, if a value is a word of it.
    fn negation(
        &self,
        graph: &mut Graph,
        number: &[Value],
        value: Value,
        part: usize,
    ) -> Option<Number> {
        let of_number = self.difference(graph, number[part], part);
        let of_number = of_number.filter(|it| it.2 == number);
        if let Some((x, y, _)) = &of_number
            && is_zero(graph, x)
            && y[part] == value
        {
            return Some(y.clone());
        }
        let (x, y, negation) = self.difference(graph, value, part)?;
        let is_swapped = of_number.is_some_and(|it| (it.1, it.0) == (x.clone(), y.clone()));
        (is_swapped || y == number && is_zero(graph, &x)).then_some(negation)
    }

    /// The operands of a difference of which a value is a word, and the difference.
    fn difference(
        &self,
        graph: &mut Graph,
        value: Value,
        part: usize,
    ) -> Option<(Number, Number, Number)> {
        let Node::Result(operation, inputs, own) = graph.node(value).clone() else {
            return None;
        };
        let precision = graph.precision(operation, Op::Alu(AluOp::Sub))?;
        if usize::from(own) != part || precision.element_bits() != self.bits {
            return None;
        }
        let (x, y) = inputs.split_at(inputs.len() / 2);
        let whole = number(graph, operation, &inputs);
        Some((x.to_vec(), y.to_vec(), whole))
    }

    /// The bits of a number with the sign bit 0 or 1, if the sign decides whether the sign is inverted.
    fn with_sign(&self, graph: &mut Graph, [new, old]: [Value; 2], part: usize) -> Option<Value> {
        let (_, true) = self.signed(graph)? else {
            return None;
        };
        let plain = self.greater[part];
        let sign = self.sign(part);
        let (text, bits) = if new == plain && self.is_inverted(graph, old, part) {
            ("iand $lm0v $lr0v $nowrite", !sign)
        } else if old == plain && self.is_inverted(graph, new, part) {
            ("ior $lm0v $lr0v $nowrite", sign)
        } else {
            return None;
        };
        let (operation, _) = graph.parsed(text)?;
        let bits = graph.value(Node::Bits(bits));
        Some(graph.value(Node::Result(operation, vec![plain, bits], 0)))
    }

    /// Whether a value is a word of the number with its sign bit inverted.
    fn is_inverted(&self, graph: &Graph, value: Value, part: usize) -> bool {
        let Node::Result(operation, inputs, own) = graph.node(value) else {
            return false;
        };
        if graph.precision(*operation, Op::Alu(AluOp::Xor)).is_none() {
            return false;
        }
        let (x, y) = inputs.split_at(inputs.len() / 2);
        let own = usize::from(*own);
        let is_sign = |it: Value| match graph.node(it) {
            Node::Constant(name, word) => {
                // Each element has a sign.
                let is_at_sign = self.bits <= 32 || usize::from(*word) == part;
                is_at_sign && *name == constant_name(Constant::Msb1, self.bits)
            }
            node => *node == Node::Bits(self.sign(part)),
        };
        let plain = self.greater[part];
        x[own] == plain && is_sign(y[own]) || y[own] == plain && is_sign(x[own])
    }

    /// The sign bits in a word.
    const fn sign(&self, part: usize) -> u32 {
        match (self.bits, part) {
            (16, _) => 0x8000_8000,
            (32, _) | (_, 0) => 0x8000_0000,
            _ => 0,
        }
    }
}
