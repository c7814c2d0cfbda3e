//! Where operands are read: places at the start, constants, and the chunks that one operation needs.

use super::{Make, Planner, Source};
use crate::planted::{Wrong, is_planted};
use crate::rewriting::grain::Grain;
use crate::rewriting::graph::{Node, Operation, Value, Word};
use crate::rewriting::halves;

impl Planner<'_> {
    /// The place at the start that holds a chunk.
    pub(super) fn start(&self, values: &[Value]) -> Option<Source> {
        let Node::Start(first) = self.node(values[0]) else {
            return None;
        };
        let count = values.len() as u32;
        let is_at = |(index, value): (u32, &Value)| {
            let address = first.address + index;
            *self.node(*value) == Node::Start(Word { address, ..*first })
        };
        (first.address % count == 0 && (0..count).zip(values).all(is_at))
            .then_some(Source::Start(*first))
    }

    pub(super) fn constant(&self, values: &[Value]) -> Option<Source> {
        let mut name = None;
        for (index, value) in values.iter().enumerate() {
            match self.node(*value) {
                Node::Constant(own, word)
                    if usize::from(*word) == index && name.is_none_or(|it| it == own) =>
                {
                    name = Some(own);
                }
                _ => return None,
            }
        }
        let operand = self.run.graph.constants.get(name?)?;
        Some(Source::Constant(Box::new(operand.clone())))
    }

    /// One operation that makes a chunk, and the chunks of its inputs: an operation in half precision if it has two long words.
    pub(super) fn applied(&self, values: &[Value]) -> Option<(Operation, Vec<Vec<Value>>)> {
        self.joined(&self.results(values)?)
    }

    /// Whether an operation in half precision computes a chunk of two long words, or the flags that choose it.
    pub(super) fn is_by_halves(&self, values: &[Value]) -> bool {
        values.len() == halves::COUNT && self.operation_on_halves(values).is_some()
    }

    /// The operation that computes a chunk or the flags that choose it.
    pub(super) fn operation_on_halves(&self, values: &[Value]) -> Option<Operation> {
        let found = self.applied(values).or_else(|| self.flags(values));
        found.map(|it| it.0)
    }

    /// The operation, the inputs and the part that each value is the result of.
    fn results(&self, values: &[Value]) -> Option<Vec<(Operation, &Vec<Value>, u8)>> {
        let result = |it: &Value| match self.node(*it) {
            Node::Result(operation, inputs, part) => Some((*operation, inputs, *part)),
            _ => None,
        };
        values.iter().map(result).collect()
    }

    pub(super) fn joined(
        &self,
        parts: &[(Operation, &Vec<Value>, u8)],
    ) -> Option<(Operation, Vec<Vec<Value>>)> {
        let (operation, inputs, part) = parts[0];
        if parts.iter().any(|it| it.0 != operation) {
            return None;
        }
        if parts.len() == halves::COUNT {
            let inputs: Vec<&Vec<Value>> = parts.iter().map(|it| it.1).collect();
            return self.halves?.applied(operation, &inputs);
        }
        let chunks = match self.run.graph.operations[operation as usize].grain {
            Grain::Word => {
                if parts.len() > 1 && !self.freedom.widens {
                    return None;
                }
                let of = |input: usize| -> Vec<Value> {
                    let mut words: Vec<Value> = parts.iter().map(|it| it.1[input]).collect();
                    if is_planted(Wrong::SwappedWords) {
                        words.reverse();
                    }
                    words
                };
                (0..inputs.len()).map(of).collect()
            }
            Grain::Long => {
                let is_whole = part == 0
                    && (1..)
                        .zip(&parts[1..])
                        .all(|(part, it)| it.2 == part && it.1 == inputs);
                if !is_whole {
                    return None;
                }
                inputs.chunks(2).map(<[Value]>::to_vec).collect()
            }
        };
        Some((operation, chunks))
    }

    /// Where the inputs of an operation are read: no two of them in different words of one memory at the start.
    pub(super) fn sources(&mut self, chunks: &[Vec<Value>]) -> Option<Vec<Source>> {
        let mut sources: Vec<Source> = Vec::new();
        for values in chunks {
            let mut source = self.chunk(values)?;
            let is_taken = |it: &Source| match (it, &source) {
                (Source::Start(one), Source::Start(other)) => {
                    one.memory == other.memory && one != other
                }
                (Source::Start(_) | Source::Home(..) | Source::Constant(_), _) => false,
            };
            if sources.iter().any(is_taken) {
                source = match self.other_zeros(values, &sources) {
                    Some(zeros) => zeros,
                    None => self.copied(values, source)?,
                };
            }
            sources.push(source);
        }
        Some(sources)
    }

    pub(super) fn copied(&mut self, values: &[Value], from: Source) -> Option<Source> {
        if let Some(known) = self.copied.get(values) {
            return Some(known.clone());
        }
        let home = self.home(values.len() as u32, None);
        self.item((Make::Copy, vec![from]), home, 0, values);
        self.copied.insert(values.to_vec(), Source::Home(home, 0));
        Some(Source::Home(home, 0))
    }
}
