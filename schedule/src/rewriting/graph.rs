//! The content of words as a graph of values: equal values are one node, regardless of their places.

use std::collections::HashMap;

use mnc2_asm::LineParser;
use mnc2_isa::{Constant, Memory, Op, Precision};
use mnc2_program::{Expression, Operand, OperandKind, render};

use super::grain::{Grain, grain};

/// A word that a PE holds: an index into [`Graph::nodes`].
pub(super) type Value = u32;

/// A word of LM0, LM1, GRF0 or GRF1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Word {
    /// An index into [`crate::values::MEMORIES`].
    pub(super) memory: usize,
    pub(super) address: u32,
}

impl Word {
    /// The word that is this many after it.
    pub(super) const fn after(self, words: u32) -> Self {
        Self {
            address: self.address + words,
            ..self
        }
    }
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

/// The name of a constant in [`Node::Constant`], for elements of this many bits.
pub(super) fn constant_name(constant: Constant, bits: u32) -> String {
    format!("{constant:?} {bits}")
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

impl Graph {
    /// The bits of a value that is equal on every PE.
    pub(super) fn bits(&self, value: Value) -> Option<u32> {
        match self.node(value) {
            Node::Bits(bits) => Some(*bits),
            _ => None,
        }
    }

    /// The precision of an operation, if it is a certain one with all inputs as they are.
    pub(super) fn precision(&self, operation: Operation, op: Op) -> Option<Precision> {
        let expression = &self.operations[operation as usize].expression;
        let is_changed = |it: &Operand| it.negated || it.conversion.is_some();
        let is_plain = expression.op == op && !expression.inputs.iter().any(is_changed);
        expression.spelling.precision.filter(|_| is_plain)
    }

    /// Whether an operation is a certain one with all inputs as they are.
    pub(super) fn is(&self, operation: Operation, op: Op, precision: Precision) -> bool {
        self.precision(operation, op) == Some(precision)
    }

    /// The operation of a line with one expression, which is followed.
    pub(super) fn parsed(&mut self, line: &str) -> Option<(Operation, Grain)> {
        let line = LineParser::new().parse(line);
        let [expression] = line.step()?.expressions.as_slice() else {
            return None;
        };
        let grain = grain(expression)?;
        Some((self.operation(expression, grain), grain))
    }
}

/// The letter of a memory of the PEs in operands.
pub(super) const fn is_local(memory: Memory) -> bool {
    matches!(memory, Memory::Lm0 | Memory::Lm1)
}
