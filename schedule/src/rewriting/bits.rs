//! The bits of values that are known, and those that count: what results depend on.
//!
//! Both follow from one description of operations ([`Described`]): how the bits of a result come from the bits of its
//! inputs. `known` goes from the inputs to the results; `demanded` goes back, from what is needed to what it is computed from.

pub(super) mod demanded;
pub(super) mod known;

use mnc2_isa::{AluOp, Op};
use mnc2_program::Expression;

use super::grain::Grain;
use super::graph::{self, Value};

/// Bits of a single word.
const WORD_BITS: u32 = 32;

/// How the bits of a result come from the bits of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    And,
    Or,
    Xor,
    Not,
    Copy,
    Left,
    Right {
        signed: bool,
    },
    RotateLeft,
    RotateRight,
    /// One of both inputs, chosen by all bits.
    Extreme,
    /// Anything else: all bits of an element.
    Any,
}

/// An operation on numbers of one or two words, as elements.
#[derive(Clone, Copy, Debug)]
struct Described {
    way: Way,
    /// Bits of an element.
    element: u32,
    /// Bits of a number: 32, or 64 if both words of a long word decide each of its words.
    number: u32,
}

impl Described {
    /// An operation of a graph.
    fn from_graph(operation: &graph::Described) -> Self {
        let words = match operation.grain {
            Grain::Word => 1,
            Grain::Long => 2,
        };
        Self::new(&operation.expression, words)
    }

    /// An operation on numbers of some words.
    fn new(expression: &Expression, words: u32) -> Self {
        let precision = expression.spelling.precision;
        let element = precision.map_or(64, |it| it.element_bits());
        let is_plain = !expression
            .inputs
            .iter()
            .any(|it| it.negated || it.conversion.is_some());
        let is_float = precision.is_some_and(|it| it.is_float());
        let number = words * WORD_BITS;
        let way = match expression.op {
            Op::Alu(op) if is_plain && element <= number => {
                Way::from_op(op, expression.spelling.unsigned, is_float)
            }
            Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
                Way::Any
            }
        };
        Self {
            way,
            element: element.min(number),
            number,
        }
    }

    /// All bits of a number.
    const fn all(self) -> u64 {
        u64::MAX >> (u64::BITS - self.number)
    }

    /// Applies a function to the elements of a number, which are in the last bits.
    fn each(self, number: u64, apply: impl Fn(u64, u32) -> u64) -> u64 {
        let all = u64::MAX >> (u64::BITS - self.element);
        let places = (0..self.number).step_by(self.element as usize);
        places
            .map(|place| (apply(number >> place & all, place) & all) << place)
            .sum()
    }

    /// The bits of the amount of a shift or a rotation that count: those that can express the word length (manual 3.6.12.17).
    fn amount_bits(self) -> u64 {
        self.each(0, |_, _| u64::from(2 * self.element - 1))
    }

    /// A number whose elements are shifted or rotated by the elements of another; `fill` has the bits that come from nowhere.
    fn moved(self, number: u64, amounts: u64, way: Way, fill: u64) -> u64 {
        let size = self.element;
        let all = u64::MAX >> (u64::BITS - size);
        self.each(number, |element, place| {
            let fill = fill >> place;
            let amount = (amounts >> place) as u32 % (2 * size);
            let left = |number: u64, by: u32| if by < size { number << by } else { 0 };
            let right = |number: u64, by: u32| if by < size { number >> by } else { 0 };
            let turn = amount % size;
            match way {
                Way::Left => left(element, amount) | fill & !left(all, amount),
                Way::Right { .. } => right(element, amount) | fill & !right(all, amount),
                Way::RotateLeft => left(element, turn) | right(element, size - turn),
                Way::RotateRight => right(element, turn) | left(element, size - turn),
                Way::And | Way::Or | Way::Xor | Way::Not | Way::Copy => element,
                Way::Extreme | Way::Any => element,
            }
        })
    }

    /// The bits of a number whose word at a part of the result has these.
    fn result(self, bits: u32, part: u8) -> u64 {
        let is_first_of_two = self.number > WORD_BITS && part == 0;
        u64::from(bits) << if is_first_of_two { WORD_BITS } else { 0 }
    }

    /// The words of each input of an operation with some inputs in all.
    fn inputs(self, words: &[Value]) -> impl Iterator<Item = &[Value]> {
        words.chunks((self.number / WORD_BITS) as usize)
    }
}

impl Way {
    const fn from_op(op: AluOp, is_unsigned: bool, is_float: bool) -> Self {
        match op {
            AluOp::And => Self::And,
            AluOp::Or => Self::Or,
            AluOp::Xor => Self::Xor,
            AluOp::Not => Self::Not,
            AluOp::Passa => Self::Copy,
            AluOp::Lsl => Self::Left,
            AluOp::Lsr => Self::Right {
                signed: !is_unsigned,
            },
            AluOp::Bsl => Self::RotateLeft,
            AluOp::Bsr => Self::RotateRight,
            AluOp::Max | AluOp::Min if !is_float => Self::Extreme,
            AluOp::Max
            | AluOp::Min
            | AluOp::Add
            | AluOp::Sub
            | AluOp::Inc
            | AluOp::Dec
            | AluOp::Zero
            | AluOp::Imm
            | AluOp::Msl
            | AluOp::Msr
            | AluOp::Lnot
            | AluOp::Rsqrt
            | AluOp::Floor
            | AluOp::Ftoi
            | AluOp::Bfe
            | AluOp::Bfn
            | AluOp::Packbit
            | AluOp::Relu
            | AluOp::Relu0
            | AluOp::Relu1
            | AluOp::Relu2
            | AluOp::Relu3
            | AluOp::Lrelud
            | AluOp::Lreluo
            | AluOp::Ilrelud => Self::Any,
        }
    }
}
