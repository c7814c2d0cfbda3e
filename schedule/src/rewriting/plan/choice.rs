//! Choices by mask flags: one value where they are set, another where they are not.

use super::{HomeId, Line, Make, Planner};
use crate::planted::{Wrong, is_planted};
use crate::rewriting::graph::{Node, Operation, Value};

impl Planner<'_> {
    /// Whether a place holds some values at the start.
    pub(super) fn is_at(&self, values: &[Value], home: HomeId, offset: u32) -> bool {
        let Some(at) = self.plan.homes[home].at else {
            return false;
        };
        let is_there = |(word, value): (u32, &Value)| {
            let at = at.after(offset + word);
            match self.node(*value) {
                Node::Start(word) => *word == at,
                Node::Bits(0) => self.run.starts_with_zero(at),
                _ => false,
            }
        };
        (0..).zip(values).all(is_there)
    }

    /// The flags, the new and the old value of each choice.
    fn choices(&self, values: &[Value]) -> Option<Vec<(Value, Value, Value)>> {
        let choice = |it: &Value| match *self.node(*it) {
            Node::Select(flag, new, old) => Some((flag, new, old)),
            _ => None,
        };
        values.iter().map(choice).collect()
    }

    /// One operation whose flags choose each of some values, and the chunks of its inputs.
    pub(super) fn flags(&self, values: &[Value]) -> Option<(Operation, Vec<Vec<Value>>)> {
        let choices = self.choices(values)?;
        let flags = (0..).zip(&choices).map(|(part, it)| match self.node(it.0) {
            Node::Flags(operation, inputs) => Some((*operation, inputs, part)),
            _ => None,
        });
        let flags: Option<Vec<_>> = flags.collect();
        self.joined(&flags?)
    }

    /// A choice by mask flags: the old value is where the result will be, and the new one is written under the mask.
    pub(super) fn select(&mut self, values: &[Value], home: HomeId, offset: u32) -> Option<()> {
        let parts: Vec<(Value, Value, Value)> = self.choices(values)?;
        let Some((operation, chunks)) = self.flags(values) else {
            let [first, second] = *values else {
                return None;
            };
            self.part(&[first], home, offset)?;
            return self.part(&[second], home, offset + 1);
        };
        let old: Vec<Value> = parts.iter().map(|it| it.2).collect();
        let new: Vec<Value> = parts.iter().map(|it| it.1).collect();
        let flag_sources = self.sources(&chunks)?;
        let width = chunks.first().map_or(0, Vec::len) as u32;
        let mut first = Line {
            make: Make::Apply(operation),
            width,
            sources: flag_sources,
            writes: false,
            is_masked: false,
            sets_mask: true,
        };
        let mut after = Vec::new();
        if self
            .applied(&old)
            .is_some_and(|it| it == (operation, chunks))
        {
            first.writes = true;
        } else if !self.is_at(&old, home, offset) && !is_planted(Wrong::LostOld) {
            let count = self.plan.items.len();
            let is_overwritten = std::mem::replace(&mut self.is_overwritten, true);
            self.produce(&old, home, offset)?;
            self.is_overwritten = is_overwritten;
            after.extend(count..self.plan.items.len());
        }
        let (make, new_width, sources) = match self.applied(&new) {
            Some((operation, chunks)) => {
                let width = chunks.first().map_or(0, Vec::len) as u32;
                (Make::Apply(operation), width, self.sources(&chunks)?)
            }
            None => match self.copy_of(&new) {
                Some((make, sources)) if !self.freedom.holds || !sources.is_empty() => {
                    (make, values.len() as u32, sources)
                }
                _ => (Make::Copy, values.len() as u32, vec![self.chunk(&new)?]),
            },
        };
        let second = Line {
            make,
            width: new_width,
            sources,
            writes: true,
            is_masked: true,
            sets_mask: false,
        };
        self.push(vec![first, second], home, offset, values, after);
        Some(())
    }
}
