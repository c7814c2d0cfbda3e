//! Unions and intersections of bits over MABs, as terms.

use std::collections::HashMap;

use mnc2_isa::geometry::MABS_PER_L1B;
use mnc2_isa::l1bm::Order;
use mnc2_isa::{AluOp, Op, Precision, ReductionKind, ReductionOp};

use super::{FromMab, down_from, mabs};
use crate::terms::{Kind, Part, Terms, Value};

/// Maximum depth of unions within unions that are taken apart.
const DEPTH_MAX: u32 = 16;

/// Maximum number of words of a union: one of each MAB, and another one.
const WORDS_MAX: usize = MABS_PER_L1B + 1;

/// The reduction that unites or intersects bits as a term does.
const fn reduction(kind: Kind) -> Option<ReductionKind> {
    match kind {
        Kind::Unit {
            op: Op::Alu(AluOp::Or),
            part: Part::Words,
            ..
        } => Some(ReductionKind::BitOr),
        Kind::Unit {
            op: Op::Alu(AluOp::And),
            part: Part::Words,
            ..
        } => Some(ReductionKind::BitAnd),
        _ => None,
    }
}

/// A union or an intersection of bits over MABs, on its way to the PEs.
pub(super) struct BitReduction {
    down: Kind,
    order: Order,
    kind: ReductionKind,
    places: (u32, u32),
    known: HashMap<Value, Value>,
}

impl BitReduction {
    pub(super) fn new(
        kind: ReductionKind,
        (down, order): (Kind, Order),
        places: (u32, u32),
    ) -> Self {
        Self {
            down,
            order,
            kind,
            places,
            known: HashMap::new(),
        }
    }

    /// The reduction of a single word. Every bit follows from the bits at its place in any precision.
    pub(super) fn reduced(&mut self, terms: &mut Terms, word: Value, depth: u32) -> Value {
        if terms.bits(word).is_some() {
            return word;
        }
        if let Some(known) = self.known.get(&word) {
            return *known;
        }
        let kind = terms.kind_of(word);
        let reduced = if depth < DEPTH_MAX && self.is_kept(kind) {
            let inputs = terms.all_inputs(word).into_iter();
            let inputs: Vec<Value> = inputs
                .map(|it| self.reduced(terms, it, depth + 1))
                .collect();
            let made = terms.computed(kind, &inputs);
            terms.after(made, word.word())
        } else {
            let operation = ReductionOp {
                kind: self.kind,
                precision: Precision::SingleInteger,
            };
            let kind = Kind::Reduced {
                order: self.order,
                operation,
            };
            down_from(terms, (self.down, self.places), kind, (word, None)).0
        };
        self.known.insert(word, reduced);
        reduced
    }

    /// Whether a term is the same union or intersection of two words.
    fn is_kept(&self, kind: Kind) -> bool {
        reduction(kind) == Some(self.kind)
    }
}

/// A union or an intersection in which words that come from each MAB are their reduction. The last one of them is an operand.
pub(crate) fn united(terms: &mut Terms, value: Value) -> Value {
    let kind = terms.kind_of(value);
    let Some(reduction) = reduction(kind) else {
        return value;
    };
    let operands = operands(terms, value);
    let is_brought = |it: &Value| matches!(terms.kind_of(*it), Kind::Down { .. });
    if !operands.iter().any(is_brought) {
        return value;
    }
    let words = words(terms, kind, value);
    let from_mabs = words.iter().filter_map(|it| {
        let (from_mab, mab) = FromMab::from_term(terms, 32, ((*it, None), 1))?;
        Some((from_mab, mab, *it))
    });
    let from_mabs: Vec<_> = from_mabs.collect();
    let found = from_mabs.iter().find_map(|(first, ..)| {
        let alike = || from_mabs.iter().filter(|it| it.0 == *first);
        let from = alike().fold(0_u32, |all, it| all | 1 << it.1);
        let gone: Vec<Value> = alike().map(|it| it.2).collect();
        (from.count_ones() as usize == mabs(first.order)?).then_some((first, gone))
    });
    let Some((first, gone)) = found else {
        return value;
    };
    let way = (first.down, first.order);
    let reduced = BitReduction::new(reduction, way, first.words).reduced(terms, first.number.0, 0);
    let mut rest = words.iter().filter(|it| !gone.contains(it)).copied();
    let single = single(kind);
    rest.by_ref()
        .fold(reduced, |all, it| terms.computed(single, &[all, it]))
}

/// The operation on a single word.
const fn single(kind: Kind) -> Kind {
    match kind {
        Kind::Unit {
            op,
            mantissa_length,
            part,
            ..
        } => Kind::Unit {
            op,
            spelling: if matches!(op, Op::Alu(AluOp::Or)) {
                "ior"
            } else {
                "iand"
            },
            mantissa_length,
            part,
        },
        kind => kind,
    }
}

/// The operands of a word of a union, at its place.
fn operands(terms: &Terms, value: Value) -> Vec<Value> {
    let inputs = terms.all_inputs(value);
    let in_number = inputs.len() / 2;
    let word = value.word() as usize;
    let of_word = inputs.into_iter().skip(word);
    of_word.step_by(in_number.max(1)).collect()
}

/// The words that a word unites, unless they are too many.
fn words(terms: &Terms, kind: Kind, value: Value) -> Vec<Value> {
    let mut open = vec![value];
    let mut words = Vec::new();
    while let Some(next) = open.pop() {
        let is_union = reduction(terms.kind_of(next)) == reduction(kind);
        if is_union && open.len() + words.len() < WORDS_MAX {
            open.extend(operands(terms, next));
        } else {
            words.push(next);
        }
    }
    words
}
