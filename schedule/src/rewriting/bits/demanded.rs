//! The bits of values that count: if the others change, what is needed stays the same. Where the proof does not follow single
//! bits, all of them count.
//!
//! Constants are changed together, so that two values never rely on each other: where both inputs of an intersection have a zero,
//! one of these zeros counts.

use super::known::{Known, KnownBits};
use super::{Described, WORD_BITS, Way};
use crate::rewriting::grain::Grain;
use crate::rewriting::graph::{self, Graph, Node, Value};

/// The bits that count of each value of a graph, by its index; `None` of an unused one.
pub(in crate::rewriting) fn demanded_bits(
    graph: &Graph,
    needed: impl IntoIterator<Item = Value>,
) -> Vec<Option<u32>> {
    let known = KnownBits::new(graph);
    let mut demanded: Vec<Option<u32>> = vec![None; graph.nodes.len()];
    for value in needed {
        demanded[value as usize] = Some(u32::MAX);
    }
    // What is computed from a value is after it.
    for index in (0..graph.nodes.len()).rev() {
        let Some(bits) = demanded[index] else {
            continue;
        };
        let mut add = |value: Value, bits: u32| {
            *demanded[value as usize].get_or_insert(0) |= bits;
        };
        match &graph.nodes[index] {
            Node::Result(operation, inputs, part) => {
                let described = Described::from_graph(&graph.operations[*operation as usize]);
                let numbers: Vec<&[Value]> = described.inputs(inputs).collect();
                let of_inputs: Vec<Known> = numbers.iter().map(|it| known.number(it)).collect();
                let bits = described.result(bits, *part);
                for (position, number) in numbers.into_iter().enumerate() {
                    let counted = described.demanded(bits, &of_inputs, position);
                    for (place, word) in (0..).zip(number.iter().rev()) {
                        add(*word, (counted >> (place * WORD_BITS)) as u32);
                    }
                }
            }
            Node::Flags(_, inputs) => inputs.iter().for_each(|it| add(*it, u32::MAX)),
            Node::Select(flags, new, old) => {
                [*flags, *new, *old]
                    .into_iter()
                    .for_each(|it| add(it, u32::MAX));
            }
            Node::Start(_) | Node::Bits(_) | Node::Constant(..) => {}
        }
    }
    demanded
}

/// The bits that count of a single word at a position of an operation, for any other inputs, if all of the result count.
pub(in crate::rewriting) fn counted_bits(operation: &graph::Described, position: usize) -> u32 {
    let described = Described::from_graph(operation);
    let inputs = vec![Known::default(); operation.expression.inputs.len()];
    match operation.grain {
        Grain::Word => described.demanded(described.all(), &inputs, position) as u32,
        Grain::Long => u32::MAX,
    }
}

impl Described {
    /// The bits of an input that count if some bits of the result do.
    fn demanded(self, bits: u64, inputs: &[Known], position: usize) -> u64 {
        let bits = match bits {
            0 => return 0,
            _ if self.moves_bits(inputs) => bits,
            _ => self.all(),
        };
        let (own, other) = match *inputs {
            [x, y] if position == 0 => (x, y),
            [x, y] => (y, x),
            _ => return bits,
        };
        // A zero of an intersection, or a one of a union, that the other input has too.
        let decided = |own: u64, other: u64| match self.yields(inputs, position) {
            true => other,
            false => other & !own,
        };
        match self.way {
            Way::And => bits & !decided(own.zeros, other.zeros),
            Way::Or => bits & !decided(own.ones, other.ones),
            Way::Left | Way::Right { .. } | Way::RotateLeft | Way::RotateRight => {
                let counted = self.amount_bits();
                match (position, other.zeros | other.ones) {
                    // The proof follows a shift to the left as a multiple, not by its bits.
                    (0, _) if self.way == Way::Left && bits == self.all() => bits,
                    (0, known) if known & counted == counted => self.moved_back(bits, other.ones),
                    (0, _) => bits,
                    _ => counted,
                }
            }
            Way::Xor | Way::Not | Way::Copy | Way::Extreme | Way::Any => bits,
        }
    }

    /// Whether each bit of the result is known or comes from a place that is known, which the proof follows.
    fn moves_bits(self, inputs: &[Known]) -> bool {
        let known = |it: &Known| it.zeros | it.ones;
        match (self.way, inputs) {
            (Way::And | Way::Or, [x, y]) => known(x) | known(y) == self.all(),
            (Way::Left | Way::Right { .. } | Way::RotateLeft | Way::RotateRight, [_, amount]) => {
                known(amount) & self.amount_bits() == self.amount_bits()
            }
            (Way::Copy, _) => true,
            _ => false,
        }
    }

    /// Whether an input need not have the bits that both have: a constant, or otherwise the second input.
    fn yields(self, inputs: &[Known], position: usize) -> bool {
        let is_constant = |it: &Known| (it.zeros | it.ones) == self.all();
        let yielding = usize::from(!inputs.first().is_some_and(is_constant));
        position == yielding
    }

    /// The bits of a number that come to some places if its elements are moved by some amounts.
    fn moved_back(self, bits: u64, amounts: u64) -> u64 {
        let back = match self.way {
            Way::Left => Way::Right { signed: false },
            Way::Right { .. } => Way::Left,
            Way::RotateLeft => Way::RotateRight,
            Way::RotateRight => Way::RotateLeft,
            way @ (Way::And | Way::Or | Way::Xor | Way::Not | Way::Copy) => way,
            way @ (Way::Extreme | Way::Any) => way,
        };
        let moved = self.moved(bits, amounts, back, 0);
        let signs = match self.way {
            Way::Right { signed: true } => bits & self.moved(0, amounts, self.way, self.all()),
            _ => 0,
        };
        let sign = 1 << (self.element - 1);
        moved | self.each(signs, |it, _| if it == 0 { 0 } else { sign })
    }
}
