//! The content of words as a graph of values: equal values are one node, regardless of their places.

use std::collections::HashMap;

use mnc2_isa::Memory;
use mnc2_program::{Expression, Operand, OperandKind, render};

/// A word that a PE holds: an index into [`Graph::nodes`].
pub(super) type Value = u32;

/// A word of LM0, LM1, GRF0 or GRF1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Word {
    /// An index into [`crate::values::MEMORIES`].
    pub(super) memory: usize,
    pub(super) address: u32,
}

/// How many words decide a word of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Grain {
    /// The word at its place in each input.
    Word,
    /// Both words of the first long word of each input.
    Long,
}

/// An instruction without its operands' places: an index into [`Graph::operations`].
pub(super) type Operation = u32;

/// How a word is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// The content before the first line.
    Start(Word),
    /// Equal bits on every PE.
    Bits(u32),
    /// A word of a constant of table 3.5, by its text.
    Constant(String, u8),
    /// A word of a result; both words have the same inputs if the grain is long.
    Result(Operation, Vec<Value>, u8),
    /// The mask flags of an operation that decide a word.
    Flags(Operation, Vec<Value>),
    /// The second value where the flags are set, otherwise the third.
    Select(Value, Value, Value),
}

/// An instruction that computes words from words.
#[derive(Clone, Debug)]
pub(super) struct Described {
    /// An expression that has the operation; its operands are anywhere.
    pub(super) expression: Expression,
    pub(super) grain: Grain,
}

/// All values of a region.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    of_nodes: HashMap<Node, Value>,
    pub(super) operations: Vec<Described>,
    of_operations: HashMap<String, Operation>,
    /// The operands of constants, by the name in [`Node::Constant`].
    pub(super) constants: HashMap<String, Operand>,
    /// The line that computed a value first, counted from the start of the program.
    lines: HashMap<Value, usize>,
    /// How many results were computed that were known already.
    pub(super) repeated: Vec<usize>,
}

impl Graph {
    pub(super) fn value(&mut self, node: Node) -> Value {
        let next = self.nodes.len() as Value;
        *self.of_nodes.entry(node.clone()).or_insert_with(|| {
            self.nodes.push(node);
            next
        })
    }

    /// A value that a line computes.
    pub(super) fn computed(&mut self, node: Node, line: usize) -> Value {
        let count = self.nodes.len();
        let value = self.value(node);
        if self.nodes.len() == count && self.lines.get(&value).is_some_and(|it| *it != line) {
            self.repeated.push(line);
        }
        self.lines.entry(value).or_insert(line);
        value
    }

    /// A value, if the region has it.
    pub(super) fn known(&self, node: &Node) -> Option<Value> {
        self.of_nodes.get(node).copied()
    }

    pub(super) fn node(&self, value: Value) -> &Node {
        &self.nodes[value as usize]
    }

    pub(super) fn line(&self, value: Value) -> Option<usize> {
        self.lines.get(&value).copied()
    }

    /// The operation of an expression.
    pub(super) fn operation(&mut self, expression: &Expression, grain: Grain) -> Operation {
        let mut bare = expression.clone();
        bare.outputs.clear();
        for input in &mut bare.inputs {
            input.kind = OperandKind::NoWrite;
        }
        let next = self.operations.len() as Operation;
        let name = render::expression(&bare);
        *self.of_operations.entry(name).or_insert_with(|| {
            self.operations.push(Described {
                expression: bare,
                grain,
            });
            next
        })
    }
}

/// The letter of a memory of the PEs in operands.
pub(super) const fn is_local(memory: Memory) -> bool {
    matches!(memory, Memory::Lm0 | Memory::Lm1)
}
