//! Values as terms: what computes them, and from what. Every term is made once, so two values that have the same number
//! are computed by the same operations from the same sources.
//!
//! A value is the content of a word on *every* element of the chip: an operation on all PEs is one term. Where elements differ,
//! because only some of them were written, a value is a [`Kind::Split`], a decision diagram over the levels of the chip. It is
//! reduced and its levels are in order, so it does not depend on the order of the writes.
//!
//! A node can represent many words: the content of a memory at the start, or all that a transfer moves. A [`Value`] is one of
//! its words, and consecutive words are one [`Run`], so that a transfer of a million words costs a few entries.

mod elements;
mod flags;
mod kinds;
mod sharing;

use std::collections::HashMap;
use std::hash::RandomState;

use hashbrown::HashTable;
use mnc2_isa::geometry::{GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES_PER_MAB};
use mnc2_isa::{ChipLevel, Constant, Memory, Precision};
use mnc2_program::access::Store;

pub(super) use self::kinds::{Comparison, Kind, MvEnd, Order, Part, Property};

/// The levels of the chip from the outermost, with how many elements each has within one of the level above.
pub(super) const LEVELS: [(ChipLevel, usize); 5] = [
    (ChipLevel::Group, GROUPS),
    (ChipLevel::L2b, L2BS_PER_GROUP),
    (ChipLevel::L1b, L1BS_PER_L2B),
    (ChipLevel::Mab, MABS_PER_L1B),
    (ChipLevel::Pe, PES_PER_MAB),
];

/// A word of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Value {
    node: u32,
    /// Which word; 0 in a node whose words are all alike.
    word: u32,
}

impl Value {
    pub(super) const NOTHING: Self = Self { node: 0, word: 0 };

    /// Zeros on all elements.
    pub(super) const ZERO: Self = Self { node: 1, word: 0 };

    /// Which word of a node it is; the address of a word at the start.
    pub(super) const fn word(self) -> u32 {
        self.word
    }

    /// Whether it is the first word of what computes it.
    pub(super) const fn is_first(self) -> bool {
        self.word == 0
    }
}

/// Consecutive words of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Run {
    /// The first one.
    pub(super) value: Value,
    /// The number of words.
    pub(super) count: u32,
}

/// Bits of a single word.
pub(super) const WORD_BITS: usize = 32;

/// Where a bit comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bit {
    Constant(bool),
    /// A bit of a word, counted from the least.
    From(Value, u8),
}

/// The bits of a word, from the least.
pub(super) type Wires = [Bit; WORD_BITS];

/// The bits of a word that are zero, and those that are one, on every element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownBits {
    pub(super) zeros: u64,
    pub(super) ones: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: u32,
    first: u32,
    count: u32,
    /// Whether its words are all alike.
    is_uniform: bool,
}

/// All terms of a proof, each stored once.
pub(super) struct Terms {
    kinds: Vec<Kind>,
    numbers: HashMap<Kind, u32>,
    nodes: Vec<Node>,
    inputs: Vec<Run>,
    table: HashTable<u32>,
    hasher: RandomState,
    is_full: bool,
    /// Whether memories of the PEs hold zero at the start.
    from_zero: bool,
    /// The constant operands so far, as words of the data path.
    pub(super) constants: HashMap<(Constant, Option<Precision>), [Value; 4]>,
    /// The flags of each word, of flags that follow from them.
    flags: HashMap<Value, [Value; 2]>,
    /// The flag of each word of two long words, of flags of half-precision operations.
    flags_of_halves: HashMap<Value, [Value; 4]>,
    /// What flags compare, if they compare numbers.
    pub(super) comparisons: HashMap<Value, Comparison>,
    /// Where the bits of words come from, if they are moved bits of others.
    pub(super) wires: HashMap<Value, Wires>,
    /// The bits of words that are known, as far as they were asked for.
    pub(super) known_bits: HashMap<Value, KnownBits>,
    /// Whether words are numbers with a property, as far as that was asked for.
    pub(super) properties: HashMap<([Value; 2], Property), bool>,
    /// What operations on words that follow from the position alone give, if that was computed.
    pub(super) positions: HashMap<(Kind, Vec<Value>), Option<[Value; 2]>>,
    /// Words that were turned around the PEs of a MAB, by how many PEs.
    pub(super) turned: HashMap<(u8, Value), Value>,
    /// The elements that these were computed on.
    pub(super) position_elements: usize,
    /// A buffer for the inputs of a term.
    buffer: Vec<Run>,
}

impl Terms {
    /// No terms. Memories of the PEs hold zero at the start, or anything.
    pub(super) fn new(from_zero: bool) -> Self {
        let mut terms = Self {
            from_zero,
            kinds: Vec::new(),
            numbers: HashMap::new(),
            nodes: Vec::new(),
            inputs: Vec::new(),
            table: HashTable::new(),
            hasher: RandomState::new(),
            is_full: false,
            constants: HashMap::new(),
            flags: HashMap::new(),
            flags_of_halves: HashMap::new(),
            comparisons: HashMap::new(),
            wires: HashMap::new(),
            known_bits: HashMap::new(),
            properties: HashMap::new(),
            positions: HashMap::new(),
            turned: HashMap::new(),
            position_elements: 0,
            buffer: Vec::new(),
        };
        terms.computed_from_runs(Kind::Nothing, &[]);
        terms.constant(0);
        terms
    }

    /// Whether a limit was met. What was made after that means nothing.
    pub(super) const fn is_full(&self) -> bool {
        self.is_full
    }

    /// A value with equal bits in every word and on every element.
    pub(super) fn constant(&mut self, bits: u64) -> Value {
        let bits = Run {
            value: Value {
                node: (bits >> 32) as u32,
                word: bits as u32,
            },
            count: 0,
        };
        self.computed_from_runs(Kind::Constant, &[bits])
    }

    /// The bits of a constant.
    pub(super) fn bits(&self, value: Value) -> Option<u64> {
        if self.kind_of(value) != Kind::Constant {
            return None;
        }
        let node = self.nodes[value.node as usize];
        let Run { value, .. } = self.inputs[node.first as usize];
        Some(u64::from(value.node) << 32 | u64::from(value.word))
    }

    /// Whether a word is a number of this many bits that the MAU put out, or a part of one.
    pub(super) fn is_number(&self, value: Value, bits: u8) -> bool {
        matches!(self.kind_of(value), Kind::Unit { part: Part::Numbers(own), .. } if own == bits)
    }

    /// Whether a value is a term of a kind with these first inputs.
    pub(super) fn begins_with(&self, value: Value, kind: Kind, first: [Value; 2]) -> bool {
        let node = &self.nodes[value.node as usize];
        let inputs = inputs_of(&self.inputs, node).iter();
        self.kind_of(value) == kind
            && value.is_first()
            && inputs
                .map(|run| (run.value, run.count))
                .take(2)
                .eq(first.map(|it| (it, 1)))
    }

    /// The operation that computes a value.
    pub(super) fn kind_of(&self, value: Value) -> Kind {
        self.kinds[self.nodes[value.node as usize].kind as usize]
    }

    /// The values that a value is computed from.
    pub(super) fn all_inputs(&self, value: Value) -> Vec<Value> {
        let runs = inputs_of(&self.inputs, &self.nodes[value.node as usize]).iter();
        let words = |run: &Run| {
            let first = run.value;
            (0..run.count).map(move |word| self.after(first, word))
        };
        runs.flat_map(words).collect()
    }

    /// What a value is computed from: its own words on the elements of a level, or all inputs.
    pub(super) fn children(&self, value: Value) -> Vec<Value> {
        let Kind::Split(_) = self.kind_of(value) else {
            return self.all_inputs(value);
        };
        let runs = inputs_of(&self.inputs, &self.nodes[value.node as usize]).iter();
        runs.map(|run| self.after(run.value, value.word)).collect()
    }

    /// The first of the consecutive words of one node that a value is computed from, if there are this many.
    pub(super) fn only_run(&self, value: Value, count: u32) -> Option<Value> {
        let only = self.single_run(value)?;
        (only.count == count).then_some(only.value)
    }

    /// The consecutive words of one node that a value is computed from, if these are all.
    pub(super) fn single_run(&self, value: Value) -> Option<Run> {
        match inputs_of(&self.inputs, &self.nodes[value.node as usize]) {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The content of an address of a store at the start.
    pub(super) fn start(&mut self, store: Store, address: u32) -> Value {
        use Memory::{Grf0, Grf1, Lm0, Lm1, T};
        if self.from_zero && matches!(store, Store::Memory(Lm0 | Lm1 | Grf0 | Grf1 | T)) {
            return Value::ZERO;
        }
        self.input(store, address)
    }

    /// The content of an address of a store that may be anything.
    pub(super) fn input(&mut self, store: Store, address: u32) -> Value {
        let start = self.computed_from_runs(Kind::Start(store), &[]);
        self.after(start, address)
    }

    /// Whether memories of the PEs hold zero at the start, as in a testcase.
    #[cfg(feature = "sat")]
    pub(super) const fn is_from_zero(&self) -> bool {
        self.from_zero
    }

    /// The first word of what computes a value.
    pub(super) const fn first_word(&self, value: Value) -> Value {
        Value { word: 0, ..value }
    }

    /// The words that a value is computed from, as runs.
    #[cfg(feature = "sat")]
    pub(super) fn input_runs(&self, value: Value) -> &[Run] {
        inputs_of(&self.inputs, &self.nodes[value.node as usize])
    }

    /// The word that is this many after another.
    pub(super) fn after(&self, value: Value, words: u32) -> Value {
        if self.nodes[value.node as usize].is_uniform {
            return value;
        }
        Value {
            word: value.word.wrapping_add(words),
            ..value
        }
    }
}

fn inputs_of<'a>(inputs: &'a [Run], node: &Node) -> &'a [Run] {
    &inputs[node.first as usize..][..node.count as usize]
}

#[cfg(test)]
mod tests;
