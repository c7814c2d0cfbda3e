//! Results at their final places: on the widest words, where a line can write them or by a copy.

use std::collections::{BTreeMap, HashSet};

use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::{Make, Planner, Source};
use crate::rewriting::grain::Grain;
use crate::rewriting::graph::{Node, Operation, Value, Word, is_local};
use crate::values::MEMORIES;

impl Planner<'_> {
    /// Makes all that is needed, on the widest words.
    pub(super) fn outputs(&mut self) -> Option<()> {
        let needed = self.run.needed.clone();
        self.narrow = self.left_over(&needed);
        let mut done: HashSet<Word> = HashSet::new();
        for width in [4, 2, 1] {
            for &word in needed.keys().filter(|it| it.address % width == 0) {
                let words: Vec<Word> = (0..width)
                    .map(|it| Word {
                        address: word.address + it,
                        ..word
                    })
                    .collect();
                let values: Option<Vec<Value>> = words
                    .iter()
                    .filter(|it| !done.contains(it))
                    .map(|it| needed.get(it).copied())
                    .collect();
                let Some(values) = values.filter(|it| it.len() == width as usize) else {
                    continue;
                };
                if self.output(word, &values)? {
                    done.extend(words);
                }
            }
        }
        Some(())
    }

    /// Makes a chunk at its final place; false if it should be made in parts.
    fn output(&mut self, at: Word, values: &[Value]) -> Option<bool> {
        let is_wide = self.freedom.widens && (values.len() == 2 || self.goes_by_copy(at, values));
        let is_whole = match values.len() {
            4 => self.is_by_halves(values) && !self.narrow.contains(&at),
            _ => values.len() == 2 && self.is_long(values),
        };
        if values.len() > 1 && !is_wide && !is_whole && self.copy_of(values).is_none() {
            return Some(false);
        }
        let home = self.home(values.len() as u32, Some(at));
        if let Some((make, sources)) = self.copy_of(values) {
            let sources = match sources.first() {
                Some(from) if self.freedom.copies => vec![self.copied(values, from.clone())?],
                _ => sources,
            };
            self.item((make, sources), home, 0, values);
        } else if let Some(known) = self.made.get(values)
            && self.can_be_copied(known, at)
        {
            self.item((Make::Copy, vec![known.clone()]), home, 0, values);
        } else if self.goes_by_copy(at, values) {
            let mut from = self.chunk(values)?;
            if !self.can_be_copied(&from, at) {
                let again = self.home(values.len() as u32, None);
                self.produce(values, again, 0)?;
                from = Source::Home(again, 0);
            }
            self.item((Make::Copy, vec![from]), home, 0, values);
        } else {
            self.produce(values, home, 0)?;
            self.remember(values, home, 0);
        }
        Some(true)
    }

    fn is_long(&self, values: &[Value]) -> bool {
        values.iter().all(|it| {
            matches!(self.node(*it), Node::Result(operation, ..)
                if self.run.graph.operations[*operation as usize].grain == Grain::Long)
        })
    }

    /// Whether the results cannot be written to a place by the lines that compute them.
    fn goes_by_copy(&self, at: Word, values: &[Value]) -> bool {
        let is_computed =
            |it: &Value| matches!(self.node(*it), Node::Result(..) | Node::Select(..));
        if !values.iter().all(is_computed) {
            return false;
        }
        let reads_it = |it: &Value| match self.node(*it) {
            Node::Result(_, inputs, _) => inputs
                .iter()
                .any(|it| matches!(self.node(*it), Node::Start(word) if word.memory == at.memory)),
            Node::Start(_)
            | Node::Bits(_)
            | Node::Constant(..)
            | Node::Flags(..)
            | Node::Select(..) => false,
        };
        let is_blocked = is_local(MEMORIES[at.memory]) && values.iter().any(reads_it);
        self.freedom.copies || is_blocked
    }

    /// Whether a step can copy from one place to another: an LM has one address for both (manual 3.6.3).
    fn can_be_copied(&self, from: &Source, to: Word) -> bool {
        let memory = match from {
            Source::Start(word) => Some(word.memory),
            Source::Home(home, _) => self.plan.homes[*home].at.map(|it| it.memory),
            Source::Constant(_) => None,
        };
        !is_local(MEMORIES[to.memory]) || memory != Some(to.memory)
    }

    /// Places of two long words that operations in half precision could write, but that are too few for a step of their own: one or
    /// two of them are not more than four long words, which take a step of single precision.
    fn left_over(&self, needed: &BTreeMap<Word, Value>) -> HashSet<Word> {
        if self.halves.is_none() {
            return HashSet::new();
        }
        let mut places: BTreeMap<Operation, Vec<Word>> = BTreeMap::new();
        for &at in needed.keys().filter(|it| it.address.is_multiple_of(4)) {
            let words = (0..4).map(|it| needed.get(&at.after(it)).copied());
            let values: Option<Vec<Value>> = words.collect();
            let operation = values.and_then(|it| self.operation_on_halves(&it));
            if let Some(operation) = operation {
                places.entry(operation).or_default().push(at);
            }
        }
        let few = |it: Vec<Word>| {
            let rest = it.len() % CYCLES_PER_STEP;
            let few = if rest <= CYCLES_PER_STEP / 2 { rest } else { 0 };
            it.into_iter().rev().take(few)
        };
        places.into_values().flat_map(few).collect()
    }
}
