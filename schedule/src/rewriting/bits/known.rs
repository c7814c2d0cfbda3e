//! The bits of values that are known.

use super::{Described, WORD_BITS, Way};
use crate::rewriting::graph::{Graph, Node, Value};

/// The bits of a number that are zero, and those that are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rewriting) struct Known {
    pub(in crate::rewriting) zeros: u64,
    pub(in crate::rewriting) ones: u64,
}

/// The bits that are known of each value of a graph, by its index.
#[derive(Clone, Debug, Default)]
pub(in crate::rewriting) struct KnownBits(Vec<Known>);

impl KnownBits {
    /// The bits of the values of a graph: inputs are before what is computed from them.
    pub(in crate::rewriting) fn new(graph: &Graph) -> Self {
        let mut known = Self(Vec::with_capacity(graph.nodes.len()));
        for node in &graph.nodes {
            let found = known.node(graph, node);
            known.0.push(found);
        }
        known
    }

    /// The bits of a number, of one or two words.
    pub(in crate::rewriting) fn number(&self, words: &[Value]) -> Known {
        let mut known = Known::default();
        for &word in words {
            let own = self.0.get(word as usize).copied().unwrap_or_default();
            known.zeros = known.zeros << WORD_BITS | own.zeros;
            known.ones = known.ones << WORD_BITS | own.ones;
        }
        known
    }

    fn node(&self, graph: &Graph, node: &Node) -> Known {
        match node {
            Node::Bits(bits) => Known {
                zeros: u64::from(!bits),
                ones: u64::from(*bits),
            },
            Node::Select(_, new, old) => self.number(&[*new]).common(self.number(&[*old])),
            Node::Result(operation, inputs, part) => {
                let described = Described::from_graph(&graph.operations[*operation as usize]);
                let of_inputs = described.inputs(inputs).map(|it| self.number(it));
                let known = described.known(&of_inputs.collect::<Vec<Known>>());
                let place = described.result(1, *part).trailing_zeros();
                let word = |bits: u64| bits >> place & u64::from(u32::MAX);
                Known {
                    zeros: word(known.zeros),
                    ones: word(known.ones),
                }
            }
            Node::Start(_) | Node::Constant(..) | Node::Flags(..) => Known::default(),
        }
    }
}

impl Known {
    /// The bits that two numbers have in common, of which a number is one.
    pub(in crate::rewriting) const fn common(self, other: Self) -> Self {
        Self {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// The bits of an intersection.
    pub(in crate::rewriting) const fn and(self, other: Self) -> Self {
        Self {
            zeros: self.zeros | other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// The bits of a union.
    pub(in crate::rewriting) const fn or(self, other: Self) -> Self {
        Self {
            zeros: self.zeros & other.zeros,
            ones: self.ones | other.ones,
        }
    }

    /// The bits in which two numbers differ.
    pub(in crate::rewriting) const fn xor(self, other: Self) -> Self {
        Self {
            zeros: self.zeros & other.zeros | self.ones & other.ones,
            ones: self.zeros & other.ones | self.ones & other.zeros,
        }
    }

    /// The bits of a number with all bits inverted.
    pub(in crate::rewriting) const fn inverted(self) -> Self {
        Self {
            zeros: self.ones,
            ones: self.zeros,
        }
    }
}

impl Described {
    /// The bits of a result.
    fn known(self, inputs: &[Known]) -> Known {
        let both = match *inputs {
            [x, y] => Some((x, y)),
            _ => None,
        };
        match (self.way, inputs, both) {
            (Way::And, _, Some((x, y))) => x.and(y),
            (Way::Or, _, Some((x, y))) => x.or(y),
            (Way::Xor, _, Some((x, y))) => x.xor(y),
            (Way::Not, [x], _) => x.inverted(),
            (Way::Copy, [x], _) => *x,
            (Way::Extreme, _, Some((x, y))) => x.common(y),
            (
                Way::Left | Way::Right { .. } | Way::RotateLeft | Way::RotateRight,
                _,
                Some((x, amount)),
            ) if (amount.zeros | amount.ones) & self.amount_bits() == self.amount_bits() => {
                self.known_moved(x, amount.ones)
            }
            _ => Known::default(),
        }
    }

    /// The bits of a number whose elements are moved by some amounts.
    fn known_moved(self, x: Known, amounts: u64) -> Known {
        let fill = |bits: u64, fills_with_zeros: bool| match self.way {
            Way::Right { signed: true } => self.each(bits, |element, _| {
                let sign = element >> (self.element - 1);
                if sign == 1 { u64::MAX } else { 0 }
            }),
            _ if fills_with_zeros => self.all(),
            _ => 0,
        };
        Known {
            zeros: self.moved(x.zeros, amounts, self.way, fill(x.zeros, true)),
            ones: self.moved(x.ones, amounts, self.way, fill(x.ones, false)),
        }
    }
}
