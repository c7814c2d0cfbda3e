//! Values that differ from element to element of the chip, as decision diagrams over its levels.

use mnc2_isa::geometry::MABS_PER_L1B;
use mnc2_program::access::Elements;

use super::{Kind, LEVELS, Run, Terms, Value};

impl Terms {
    /// A value that follows from the position alone, with the constants of the elements.
    pub(super) fn on_elements(&self, value: Value) -> Value {
        let only = self
            .single_run(value)
            .filter(|_| self.kind_of(value) == Kind::Position);
        only.map_or(value, |it| it.value)
    }

    /// The constants on the elements of a value that is a constant everywhere or follows from the position alone.
    pub(crate) fn by_position(&self, value: Value) -> Option<Value> {
        let is_known = matches!(self.kind_of(value), Kind::Constant | Kind::Position);
        is_known.then(|| self.on_elements(value))
    }

    /// The value that has these constants on the elements, because of their position.
    pub(crate) fn at_position(&mut self, constants: Value) -> Value {
        match self.kind_of(constants) {
            Kind::Split(_) => self.computed(Kind::Position, &[constants]),
            _ => constants,
        }
    }

    /// A value that is `new` on some elements and `old` on the others.
    pub(crate) fn mix(&mut self, elements: Elements, new: Value, old: Value) -> Value {
        if elements == Elements::ALL {
            return new;
        }
        if elements.is_empty() {
            return old;
        }
        let [new, old] = [new, old].map(|it| self.on_elements(it));
        self.mix_from(0, elements, new, old)
    }

    fn mix_from(&mut self, level: usize, elements: Elements, new: Value, old: Value) -> Value {
        if new == old {
            return new;
        }
        let Some(&(at, count)) = LEVELS.get(level) else {
            return new;
        };
        let numbers = elements.numbers(at);
        let mut children = [Value::NOTHING; MABS_PER_L1B];
        let mut last = None;
        for (number, child) in children[..count].iter_mut().enumerate() {
            let old = self.child(level, old, number);
            if numbers >> number & 1 == 0 {
                *child = old;
                continue;
            }
            let new = self.child(level, new, number);
            // Neighbours are alike as a rule.
            *child = match last {
                Some((from, made)) if from == (new, old) => made,
                _ => self.mix_from(level + 1, elements, new, old),
            };
            last = Some(((new, old), *child));
        }
        self.split(level, &children[..count])
    }

    /// The value on an element of a level.
    pub(crate) fn child(&self, level: usize, value: Value, number: usize) -> Value {
        let node = self.nodes[value.node as usize];
        if self.kinds[node.kind as usize] != Kind::Split(level as u8) {
            return value;
        }
        let child = self.inputs[node.first as usize + number].value;
        self.after(child, value.word)
    }

    /// A value that differs from element to element of a level.
    pub(crate) fn split(&mut self, level: usize, children: &[Value]) -> Value {
        if children.iter().all(|child| *child == children[0]) {
            return children[0];
        }
        // Word numbers are relative to the word of the first child that has several.
        let several = |child: &&Value| !self.nodes[child.node as usize].is_uniform;
        let first = children.iter().find(several).map_or(0, |child| child.word);
        let mut runs = [Run {
            value: Value::NOTHING,
            count: 1,
        }; MABS_PER_L1B];
        for (run, &child) in runs.iter_mut().zip(children) {
            run.value = self.after(child, first.wrapping_neg());
        }
        let split = self.computed_from_runs(Kind::Split(level as u8), &runs[..children.len()]);
        self.after(split, first)
    }
}
