//! Inlay hints: the types of values next to whose names the text states none.

use std::ops::Range;

use mnc2_text::interface::{Annotate, IsCancelled};
use mnc2_text::{Inlay, Language, Place, Position};

use crate::document::Document;
use crate::ir::{Function, Instruction, Operation, ValueId};

/// What an editor shows at a place as if it were text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// After the name of a value.
    pub at: Position,
    /// A colon and its type, as `: index`.
    pub label: String,
}

impl Document {
    /// The types of loop variables without one, of what loops carry, and of what loops and branches return, in the order of the text.
    ///
    /// Other results have their type in their own instruction.
    #[must_use]
    pub fn hints(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Hint> {
        let mut found = Vec::new();
        for (start, piece) in self.source.placed_in(lines.clone(), is_cancelled) {
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
}

impl Annotate for Document {
    fn inlays(&self, lines: Range<u32>, _: Language, is_cancelled: IsCancelled<'_>) -> Vec<Inlay> {
        let hints = self.hints(lines, is_cancelled).into_iter();
        let inlay = |Hint { at, label }| Inlay {
            place: Place {
                line: at.line,
                range: at.byte..at.byte,
            },
            text: label,
        };
        hints.map(inlay).collect()
    }
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
        Operation::MatrixApply(variables) => variables.clone(),
        Operation::Foreach {
            variables,
            tile: Some(tile),
            ..
        } => variables.iter().chain(&tile.sizes).copied().collect(),
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
