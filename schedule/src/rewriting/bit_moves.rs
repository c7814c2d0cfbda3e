//! Words whose bits are bits of one other word, by rotations alone.
//!
//! Masks, shifts and unions that put the halves or the bytes of a word in another order are one or two rotations: within each half
//! word, then of the whole word. Each bit of a value is followed to where it comes from.

use std::collections::HashMap;

use mnc2_isa::{AluOp, Op};

use super::graph::{Graph, Node, Value};
use crate::planted::{Wrong, is_planted};

/// Where a bit comes from: a constant, or a bit of a word, counted from the least.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Constant(bool),
    Bit(Value, u32),
}

/// An operation that moves bits.
#[derive(Clone, Copy)]
enum Way {
    Intersection,
    Union,
    Left,
    Right { signed: bool },
    Rotation { left: bool },
}

impl Way {
    /// The way in which an operation moves bits, if that is all.
    const fn from_op(op: AluOp, unsigned: bool) -> Option<Self> {
        Some(match op {
            AluOp::And => Self::Intersection,
            AluOp::Or => Self::Union,
            AluOp::Lsl => Self::Left,
            AluOp::Lsr => Self::Right { signed: !unsigned },
            AluOp::Bsl => Self::Rotation { left: true },
            AluOp::Bsr => Self::Rotation { left: false },
            AluOp::Xor
            | AluOp::Zero
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

/// Bits of a single word.
const BITS: u32 = 32;

/// Bits of a half word.
const HALF_BITS: u32 = 16;

/// What is known of the bits of values: nothing if they are not moved bits.
#[derive(Default)]
pub(super) struct BitMoves {
    known: HashMap<Value, Option<Vec<Source>>>,
}

impl BitMoves {
    /// A value with fewer operations, for a word that is known as a result of others.
    pub(super) fn rotated(&mut self, graph: &mut Graph, value: Value) -> Option<Value> {
        let bits = self.bits(graph, value)?;
        let Source::Bit(source, _) = bits[0] else {
            return None;
        };
        if source == value {
            return None;
        }
        let (halves, word) = rotations(source, &bits)?;
        let count = usize::from(halves != 0) + usize::from(word != 0);
        if operations(graph, value, count + 1) <= count {
            return None;
        }
        let mut made = source;
        if halves != 0 {
            let amount = graph.value(Node::Bits(halves << HALF_BITS | halves));
            let (operation, _) = graph.parsed("sbsl $lm0v $lr0v $nowrite")?;
            made = graph.value(Node::Result(operation, vec![made, amount], 0));
        }
        if word != 0 {
            let word = if is_planted(Wrong::Rotation) {
                word ^ 1
            } else {
                word
            };
            let amount = graph.value(Node::Bits(word));
            let (operation, _) = graph.parsed("ibsl $lm0v $lr0v $nowrite")?;
            made = graph.value(Node::Result(operation, vec![made, amount], 0));
        }
        Some(made)
    }

    /// Where the bits of a word come from.
    fn bits(&mut self, graph: &Graph, value: Value) -> Option<Vec<Source>> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let own = |value: Value| (0..BITS).map(|bit| Source::Bit(value, bit)).collect();
        let found = match graph.node(value) {
            Node::Bits(bits) => Some(
                (0..BITS)
                    .map(|it| Source::Constant(bits >> it & 1 == 1))
                    .collect(),
            ),
            Node::Result(operation, inputs, part) => {
                let expression = &graph.operations[*operation as usize].expression;
                let bits = expression
                    .spelling
                    .precision
                    .map_or(64, |it| it.element_bits());
                let is_plain = inputs.len() == if bits > BITS { 4 } else { 2 };
                let way = match expression.op {
                    Op::Alu(op) if is_plain => Way::from_op(op, expression.spelling.unsigned),
                    Op::Alu(_)
                    | Op::Mau(_)
                    | Op::L1bm(_)
                    | Op::L2bm(_)
                    | Op::Mv(_)
                    | Op::Control(_) => None,
                };
                let moved = way.and_then(|way| self.moved(graph, (way, bits), inputs, *part));
                moved.or_else(|| Some(own(value)))
            }
            Node::Start(_) | Node::Constant(..) | Node::Flags(..) | Node::Select(..) => {
                Some(own(value))
            }
        };
        self.known.insert(value, found.clone());
        found
    }

    /// The bits of a part of a result that moves bits.
    fn moved(
        &mut self,
        graph: &Graph,
        (way, bits): (Way, u32),
        inputs: &[Value],
        part: u8,
    ) -> Option<Vec<Source>> {
        let (x, y) = inputs.split_at(inputs.len() / 2);
        let mut number = |words: &[Value]| -> Option<Vec<Source>> {
            let words = words.iter().rev().map(|it| self.bits(graph, *it));
            Some(words.collect::<Option<Vec<_>>>()?.concat())
        };
        let (x, y) = (number(x)?, number(y)?);
        let pairs = || x.iter().copied().zip(y.iter().copied());
        let all = |deciding: bool| -> Option<Vec<Source>> {
            pairs().map(|(x, y)| union(x, y, deciding)).collect()
        };
        let moved = match way {
            Way::Intersection => all(false)?,
            Way::Union => all(true)?,
            Way::Left | Way::Right { .. } | Way::Rotation { .. } => {
                let size = bits as usize;
                let elements = x.chunks(size).zip(y.chunks(size));
                let shifted = elements.map(|(x, y)| shifted(way, x, y));
                shifted.collect::<Option<Vec<_>>>()?.concat()
            }
        };
        // The first word of a long word has the higher bits.
        let words = moved.len() / BITS as usize;
        let mut words = moved
            .chunks(BITS as usize)
            .skip(words - 1 - usize::from(part));
        words.next().map(<[Source]>::to_vec)
    }
}

/// A bit of a union, or of an intersection: the constant that decides it is given.
fn union(x: Source, y: Source, deciding: bool) -> Option<Source> {
    match (x, y) {
        (Source::Constant(bit), other) | (other, Source::Constant(bit)) => {
            Some(if bit == deciding {
                Source::Constant(bit)
            } else {
                other
            })
        }
        (one, other) => (one == other).then_some(one),
    }
}

/// An element that is shifted or rotated by a constant, whose higher bits are ignored.
fn shifted(way: Way, x: &[Source], y: &[Source]) -> Option<Vec<Source>> {
    let count = x.len();
    let places = (2 * count).trailing_zeros() as usize;
    let mut amount = 0;
    for (place, bit) in y.iter().enumerate().take(places) {
        let Source::Constant(bit) = bit else {
            return None;
        };
        amount |= usize::from(*bit) << place;
    }
    let (zero, sign) = (Source::Constant(false), *x.last()?);
    let source = |place: usize| match way {
        Way::Left => place.checked_sub(amount).map_or(zero, |it| x[it]),
        Way::Right { signed } => {
            let fill = if signed { sign } else { zero };
            x.get(place + amount).copied().unwrap_or(fill)
        }
        Way::Rotation { left: true } => x[(place + 2 * count - amount) % count],
        Way::Rotation { left: false } => x[(place + amount) % count],
        Way::Intersection | Way::Union => zero,
    };
    Some((0..count).map(source).collect())
}

/// The rotations to the left, of each half word and then of the word, that move the bits of a word so.
fn rotations(source: Value, bits: &[Source]) -> Option<(u32, u32)> {
    let half = |place: u32, by: u32| {
        let base = place / HALF_BITS * HALF_BITS;
        base + (place + HALF_BITS - by) % HALF_BITS
    };
    let is_moved = |(halves, word): &(u32, u32)| {
        let from = |place: u32| half((place + BITS - word) % BITS, *halves);
        let mut bits = (0..).zip(bits);
        bits.all(|(place, bit)| *bit == Source::Bit(source, from(place)))
    };
    let halves = (0..HALF_BITS).flat_map(|halves| (0..BITS).map(move |word| (halves, word)));
    halves.into_iter().find(is_moved)
}

/// The operations that compute a value from words that are not results, up to some of them.
fn operations(graph: &Graph, value: Value, count_max: usize) -> usize {
    let mut seen = Vec::new();
    let mut next = vec![value];
    while let Some(value) = next.pop() {
        let Node::Result(_, inputs, _) = graph.node(value) else {
            continue;
        };
        if !seen.contains(&value) {
            seen.push(value);
            if seen.len() > count_max {
                break;
            }
            next.extend(inputs);
        }
    }
    seen.len()
}
