//! Inlay hints: the types of values next to whose names the text states none.

use std::ops::Range;

use mnc2_text::Position;

use crate::ir::{Function, Instruction, Operation, ValueId};
use crate::source::Source;

/// What an editor shows at a place as if it were text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// After the name of a value.
    pub at: Position,
    /// A colon and its type, as `: index`.
    pub label: String,
}

/// The types of loop variables without one, of what loops carry, and of what loops and branches return, in the order of the text.
///
/// Other results have their type in their own instruction.
#[must_use]
pub fn hints(source: &Source, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Hint> {
    let mut found = Vec::new();
    let mut placed = source.placed().peekable();
    while let Some((start, piece)) = placed.next() {
        if is_cancelled() || start.position.line >= lines.end {
            break;
        }
        let next = placed.peek().map(|(start, _)| start.position.line);
        if next.is_some_and(|next| next < lines.start) {
            continue;
        }
        let Some(function) = piece.function() else {
            continue;
        };
        let mut values = Vec::new();
        for instruction in &function.instructions {
            values.extend(untyped(function, instruction, piece.text()));
        }
        for id in values {
            let value = function.value(id);
            let Some(ty) = &value.ty else {
                continue;
            };
            let place = start.place(piece, &(value.range.end..value.range.end));
            if lines.contains(&place.line) {
                let at = Position {
                    line: place.line,
                    byte: place.range.start,
                };
                let label = format!(": {ty}");
                found.push(Hint { at, label });
            }
        }
    }
    found.sort_by_key(|hint| hint.at);
    found
}

/// The values of an instruction without a type next to their name.
fn untyped(function: &Function, instruction: &Instruction, text: &str) -> Vec<ValueId> {
    let follows = |id: &ValueId| {
        let end = function.value(*id).range.end as usize;
        text[end..].trim_start().chars().next()
    };
    match &instruction.operation {
        Operation::For {
            variable, carried, ..
        } => {
            let variable = variable.filter(|variable| follows(variable) != Some(':'));
            let mut values = instruction.results.clone();
            values.extend(variable);
            values.extend(carried);
            values
        }
        Operation::Foreach { variables, .. } => {
            // The type behind the parenthesis applies to all variables.
            let last = variables
                .last()
                .map(|&last| function.value(last).range.end as usize);
            let rest = last.and_then(|last| text[last..].trim_start().strip_prefix(')'));
            let is_typed = rest.is_some_and(|rest| rest.trim_start().starts_with(':'));
            if is_typed {
                Vec::new()
            } else {
                variables.clone()
            }
        }
        Operation::If => instruction.results.clone(),
        _ => Vec::new(),
    }
}
