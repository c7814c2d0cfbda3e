//! Terms that are made once: a term with the operation and the inputs of another one is that term.

use std::hash::BuildHasher as _;

use super::{Kind, Node, Run, Terms, Value, inputs_of};

/// Nodes that are made at most: for two programs of 100 000 lines that have little in common.
const NODES_MAX: usize = if cfg!(test) { 20_000 } else { 4_000_000 };

/// Runs that these nodes are made from at most, at 12 bytes each.
const RUNS_MAX: usize = 16_000_000;

/// Different operations at most, with their options.
const KINDS_MAX: usize = 200_000;

impl Terms {
    /// The first word that is computed from these.
    pub(crate) fn computed(&mut self, kind: Kind, inputs: &[Value]) -> Value {
        let mut runs = std::mem::take(&mut self.buffer);
        runs.clear();
        for &value in inputs {
            self.push(&mut runs, value, 1);
        }
        let made = self.computed_from_runs(kind, &runs);
        self.buffer = runs;
        made
    }

    /// As [`Self::computed`], from runs as [`Terms::push`] makes them.
    pub(crate) fn computed_from_runs(&mut self, kind: Kind, inputs: &[Run]) -> Value {
        let is_uniform = match kind {
            Kind::Nothing | Kind::Constant | Kind::Position => true,
            Kind::Split(_) => inputs
                .iter()
                .all(|run| self.nodes[run.value.node as usize].is_uniform),
            _ => false,
        };
        let kind = self.kind(kind);
        let hash = self.hasher.hash_one((kind, inputs));
        let is_same = |&node: &u32| {
            let node = &self.nodes[node as usize];
            node.kind == kind && inputs_of(&self.inputs, node) == inputs
        };
        if let Some(&node) = self.table.find(hash, is_same) {
            return Value { node, word: 0 };
        }
        if self.nodes.len() >= NODES_MAX || self.inputs.len() + inputs.len() > RUNS_MAX {
            self.is_full = true;
            return Value::NOTHING;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            kind,
            first: self.inputs.len() as u32,
            count: inputs.len() as u32,
            is_uniform,
        });
        self.inputs.extend_from_slice(inputs);
        let (nodes, all, hasher) = (&self.nodes, &self.inputs, &self.hasher);
        self.table.insert_unique(hash, node, |&node| {
            let node = &nodes[node as usize];
            hasher.hash_one((node.kind, inputs_of(all, node)))
        });
        Value { node, word: 0 }
    }

    fn kind(&mut self, kind: Kind) -> u32 {
        if let Some(&number) = self.numbers.get(&kind) {
            return number;
        }
        if self.kinds.len() >= KINDS_MAX {
            self.is_full = true;
            return 0;
        }
        let number = self.kinds.len() as u32;
        self.kinds.push(kind);
        self.numbers.insert(kind, number);
        number
    }

    /// Adds consecutive words to runs, so that equal words make equal runs.
    pub(crate) fn push(&self, runs: &mut Vec<Run>, value: Value, count: u32) {
        if count == 0 {
            return;
        }
        if let Some(last) = runs.last_mut()
            && last.value.node == value.node
            && self.after(last.value, last.count) == value
            && let Some(both) = last.count.checked_add(count)
        {
            last.count = both;
            return;
        }
        runs.push(Run { value, count });
    }
}
