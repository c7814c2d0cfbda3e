//! What can be written at a place: values that fit, instructions that the region allows, types, modifiers, attributes.

use mnc2_text::{Completion, CompletionKind, Language, Message, Position};

use super::fit::{self, Slot};
use super::statement::{Statement, Where};
use crate::ir::{Function, Operation, Origin, Value};
use crate::lex;
use crate::parse::attributes::NAMES;
use crate::source::{Piece, Source, Start};
use crate::table::{Execution, ROWS, Row};
use crate::types::{MatrixUse, Scalar, Type};

/// What can be written at a place, the values that were defined last first.
#[must_use]
pub fn completion(source: &Source, at: Position, language: Language) -> Vec<Completion> {
    let Some((start, piece, byte)) = source.at(at) else {
        return Vec::new();
    };
    let none = Function::default();
    let function = piece.function().unwrap_or(&none);
    let Some(statement) = Statement::at(piece.text(), byte) else {
        return Vec::new();
    };
    let mut list = List {
        start,
        piece,
        statement: &statement,
        found: Vec::new(),
    };
    match statement.place {
        Where::Outside => list.add("func", CompletionKind::Directive, "", None),
        Where::Instruction => list.instructions(function, byte, language),
        Where::Modifier => list.modifiers(),
        Where::Attribute => {
            for name in NAMES {
                list.add(name, CompletionKind::Option, "", None);
            }
        }
        Where::Type => list.types(function),
        Where::Element => {
            for scalar in Scalar::ALL {
                list.add(scalar.name(), CompletionKind::Option, "", None);
            }
            if statement.is_in("group") {
                list.add("memref", CompletionKind::Option, "", None);
            }
        }
        Where::Layout => {
            let words: &[&str] = if statement.is_in("group") {
                &["offset"]
            } else if statement.is_in("memref") {
                &["strided", "local", "global"]
            } else {
                &[]
            };
            for word in words {
                list.add(word, CompletionKind::Option, "", None);
            }
            for usage in MatrixUse::ALL
                .into_iter()
                .filter(|_| statement.is_in("coopmatrix"))
            {
                list.add(usage.name(), CompletionKind::Option, "", None);
            }
        }
        Where::Operand => list.values(function, byte),
        Where::Nothing => {}
    }
    list.found
}

/// Whether a place is in the region of a `foreach` or `parallel`.
fn is_spmd(function: &Function, byte: u32) -> bool {
    function.instructions.iter().any(|instruction| {
        let opens = matches!(
            instruction.operation,
            Operation::Foreach { .. } | Operation::Parallel
        );
        opens
            && instruction.regions.iter().any(|&region| {
                let region = function.region(region);
                let is_before_end = byte < region.range.end || !region.is_closed;
                region.range.start < byte && is_before_end
            })
    })
}

struct List<'a> {
    start: Start,
    piece: &'a Piece,
    statement: &'a Statement<'a>,
    found: Vec<Completion>,
}

impl List<'_> {
    fn add(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: &str,
        documentation: Option<String>,
    ) {
        if label.starts_with(self.statement.typed) {
            let replace = self.start.place(self.piece, &self.statement.replace).range;
            self.found.push(Completion {
                label: label.to_owned(),
                kind,
                detail: detail.to_owned(),
                documentation,
                replace,
                insert: label.to_owned(),
            });
        }
    }

    /// The instructions that a region may have.
    fn instructions(&mut self, function: &Function, byte: u32, language: Language) {
        let forbidden = if is_spmd(function, byte) {
            Execution::Collective
        } else {
            Execution::Spmd
        };
        for row in ROWS {
            for (word, formula) in row.words {
                let is_rejected = matches!(*word, "hadamard_product" | "lifetime_stop");
                let has_result = row.syntax.contains(" : ");
                let is_nameless = row.section == "For" || row.section == "If";
                if row.execution_of(word) == forbidden
                    || is_rejected
                    || (self.statement.has_results && !has_result && !is_nameless)
                {
                    continue;
                }
                let detail = if formula.is_empty() {
                    Message::of_table(row.doc).say(language)
                } else {
                    (*formula).to_owned()
                };
                let page = super::page(word, language);
                self.add(word, CompletionKind::Instruction, &detail, page);
            }
        }
    }

    fn modifiers(&mut self) {
        let Some(row) = Row::find(self.statement.head) else {
            return;
        };
        // What may follow stands before the operands; `.atomic` is no part of `.atomic_add`.
        let syntax = row.syntax.split([' ', '%']).next().unwrap_or_default();
        let known: Vec<&str> = syntax.split(['[', ']', '|']).collect();
        for modifier in lex::MODIFIERS {
            // `.t|.n.t|.n` has one after another.
            let is_known = known.contains(modifier)
                || (modifier.len() == 2 && syntax.contains(&format!("{modifier}|")));
            if is_known {
                self.add(modifier, CompletionKind::Option, "", None);
            }
        }
    }

    /// Types; those that follow from the operands alone, if some do.
    fn types(&mut self, function: &Function) {
        let before = self.operands(function);
        if let Some(types) = fit::results(self.statement.head, &before, self.statement.literal) {
            for ty in types {
                self.add(&ty.to_string(), CompletionKind::Option, "", None);
            }
            return;
        }
        for word in ["bool"]
            .into_iter()
            .chain(Scalar::ALL.map(Scalar::name))
            .chain(["memref", "group", "coopmatrix"])
        {
            self.add(word, CompletionKind::Option, "", None);
        }
    }

    /// The types of the operands before the place, as far as they are known.
    fn operands(&self, function: &Function) -> Vec<Option<Type>> {
        let names = self.statement.operands.iter();
        let start = self.statement.start;
        names
            .map(|name| {
                let is_meant = |value: &&Value| {
                    value.name == crate::parse::normal(name)
                        && value.scope.start <= start
                        && start <= value.scope.end
                };
                let value = function.values.iter().rev().find(is_meant);
                value.and_then(|value| value.ty.clone())
            })
            .collect()
    }

    /// The values that are known at a place and fit.
    fn values(&mut self, function: &Function, byte: u32) {
        let before = self.operands(function);
        let slot = Slot {
            word: self.statement.head,
            index: self.statement.index,
            bracket: self.statement.bracket,
            before: &before,
            variable: self.statement.variable,
            is_initial: self.statement.is_initial,
        };
        let is_yield = self.statement.head == "yield";
        let yielded = yielded(function, byte, self.statement.index).filter(|_| is_yield);
        for value in function.values.iter().rev() {
            // The result of an instruction is not known in its own regions.
            let is_inside = match value.origin {
                Origin::Result(id, _) => byte <= function.instruction(id).range.end,
                _ => false,
            };
            let is_known =
                value.range.end <= self.statement.start && byte <= value.scope.end && !is_inside;
            let is_fit = value.ty.as_ref().is_none_or(|ty| match &yielded {
                Some(yielded) => ty == yielded,
                None => !is_yield && fit::fits(&slot, ty),
            });
            if is_known && is_fit {
                let detail = value.ty.as_ref().map(Type::to_string).unwrap_or_default();
                let label = format!("%{}", value.name);
                self.add(&label, CompletionKind::Register, &detail, None);
            }
        }
    }
}

/// The type that the innermost region around a place returns there.
fn yielded(function: &Function, byte: u32, index: usize) -> Option<Type> {
    let around = function.instructions.iter().rev().find(|instruction| {
        let mut regions = instruction.regions.iter();
        regions.any(|&region| {
            let region = function.region(region);
            region.range.start < byte && (byte < region.range.end || !region.is_closed)
        })
    })?;
    around.result_types.get(index)?.0.clone()
}
