//! Values next to lines: what each line that ran computed, short enough to be shown after it.

use std::collections::BTreeMap;

use super::Machine;
use super::number::Number;
use super::value::{Slot, Value, View};
use crate::ir::Operation;

/// Characters of the values next to a line, so that they seldom run out of the window; a single value may be longer.
const CHARACTERS: usize = 48;
/// Maximum number of numbers that are read for a value.
const NUMBERS_MAX: usize = 24;
/// The lines that have values.
const LINES_MAX: usize = 10_000;

impl Machine {
    /// The result of the last instruction, if it is in memory.
    fn last_written(&self) -> Option<(u32, String)> {
        let step = &self.code.steps[self.last_done()?];
        let writes = step.results.is_empty() && step.regions.is_empty();
        let target = match step.operation {
            Operation::Store(_) | Operation::MatrixStore { .. } => step.operands.get(1),
            Operation::MatrixPrefetch { .. } => None,
            _ => step.operands.last(),
        };
        let &target = target.filter(|_| writes)?;
        let Slot::Uniform(value @ Value::View(_)) = &self.slots[target] else {
            return None;
        };
        let name = &self.code.values[target].name;
        Some((step.place.line, format!("%{name} = {}", self.short(value)?)))
    }

    fn short_slot(&self, slot: &Slot) -> Option<String> {
        match slot {
            Slot::Unset => None,
            Slot::Uniform(value) => self.short(value),
            Slot::Varying(values) => {
                let texts = values.iter().take(NUMBERS_MAX).map(|it| self.short(it));
                let texts: Vec<String> = texts.collect::<Option<_>>()?;
                Some(listed(&texts, values.len() as u64))
            }
        }
    }

    fn short(&self, value: &Value) -> Option<String> {
        match value {
            Value::Number(number) => Some(number.plain()),
            Value::View(view) => Some(self.short_view(view)),
            Value::Group(group) => {
                let count = group.len();
                Some(format!("[{count}]"))
            }
            Value::Matrix(matrix) => {
                let numbers = matrix.numbers.iter().take(NUMBERS_MAX);
                let texts: Vec<String> = numbers.map(|it| it.plain()).collect();
                let all = listed(&texts, matrix.numbers.len() as u64);
                Some(format!("{}x{}: {all}", matrix.rows, matrix.columns))
            }
        }
    }

    /// The shape of a view, and its elements, the first mode fastest.
    fn short_view(&self, view: &View) -> String {
        let elements = view.elements().take(NUMBERS_MAX);
        let elements = elements.map(|at| self.memory.peek(view.buffer, at));
        let texts: Vec<String> = elements
            .map(|it| it.map_or_else(|| "?".to_owned(), Number::plain))
            .collect();
        let all = listed(&texts, view.count());
        if view.shape.len() < 2 {
            return all;
        }
        let shape: Vec<String> = view.shape.iter().map(i64::to_string).collect();
        format!("{}: {all}", shape.join("x"))
    }
}

/// The first values of a list of `count`, as many as fit. If all are the same, the value is written once.
fn listed(texts: &[String], count: u64) -> String {
    match texts.split_first() {
        Some((first, rest))
            if !rest.is_empty()
                && texts.len() as u64 == count
                && rest.iter().all(|it| it == first) =>
        {
            format!("{first} × {count}")
        }
        _ => {
            let text = summary(texts, " ");
            let is_whole = texts.len() as u64 == count || text.ends_with('…');
            if is_whole { text } else { text + " …" }
        }
    }
}

/// As many texts as fit, at least one.
fn summary(texts: &[String], between: &str) -> String {
    let mut found = String::new();
    for (index, text) in texts.iter().enumerate() {
        let width = found.chars().count() + between.len() + text.chars().count();
        if index > 0 && width > CHARACTERS {
            return found + between + "…";
        }
        if index > 0 {
            found += between;
        }
        found += text;
    }
    found
}

/// Texts next to lines, in ascending order; lines count from 0. Values in scope are next to their definitions, and what an
/// instruction of linear algebra wrote next to it, if nothing ran in its region since.
pub(super) fn beside(machine: &Machine) -> Vec<(u32, String)> {
    let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for value in machine.named_in_scope() {
        let named = &machine.code.values[value];
        if let Some(text) = machine.short_slot(&machine.slots[value]) {
            let text = format!("%{} = {text}", named.name);
            lines.entry(named.place.line).or_default().push(text);
        }
    }
    if let Some((line, text)) = machine.last_written() {
        lines.entry(line).or_default().push(text);
    }
    let lines = lines.into_iter().take(LINES_MAX);
    lines
        .map(|(line, texts)| (line, summary(&texts, "   ")))
        .collect()
}
