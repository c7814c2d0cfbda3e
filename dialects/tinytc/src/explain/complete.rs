//! What can be written at a place: values that fit, instructions that the region allows, types, modifiers, attributes.

use std::collections::HashSet;

use mnc2_text::interface::Complete;
use mnc2_text::{Completion, CompletionKind, Completions, Language, Message, Position, Signature};

use super::fit::{self, Slot};
use super::signature::signature;
use super::statement::{Branch, Statement, Where};
use crate::document::Document;
use crate::ir::{Function, Instruction, Operation, Origin, Value};
use crate::lex;
use crate::parse::attributes::NAMES;
use crate::table::{self, Execution, ROWS, Row, Word};
use crate::types::{MatrixUse, Scalar, Type};

impl Complete for Document {
    /// The values that were defined last are first.
    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        let Some((start, piece, byte)) = self.source.at(at) else {
            return Vec::new();
        };
        let none = Function::default();
        let function = piece.function().unwrap_or(&none);
        let Some(statement) = Statement::at(piece.text(), byte, piece.version()) else {
            return Vec::new();
        };
        let replace = start.place(piece, &statement.replace).range;
        let mut list = List {
            list: Completions::new(statement.typed, replace),
            statement: &statement,
        };
        match statement.place {
            Where::Outside => {
                list.list.add("func", CompletionKind::Directive, "");
            }
            Where::Instruction => {
                if statement.after_if.is_some() {
                    list.list.add("else", CompletionKind::Option, "");
                }
                if statement.after_if != Some(Branch::Returning) {
                    list.instructions(function, byte, language);
                }
            }
            Where::Modifier => list.modifiers(),
            Where::Attribute => {
                for name in NAMES {
                    list.list.add(name, CompletionKind::Option, "");
                }
            }
            Where::Type => list.types(function, byte),
            Where::Element => list.elements(function),
            Where::Layout => {
                let words: &[&str] = if statement.is_in("group") {
                    &["offset"]
                } else if statement.is_in("memref") {
                    match (statement.head, statement.is_strided) {
                        ("alloca", true) => &["local"],
                        ("alloca", false) => &["strided", "local"],
                        (_, true) => &["local", "global"],
                        (_, false) => &["strided", "local", "global"],
                    }
                } else {
                    &[]
                };
                for word in words {
                    list.list.add(word, CompletionKind::Option, "");
                }
                let usage = fit::result_usage(statement.head, &list.operands(function));
                for usage in MatrixUse::ALL.into_iter().filter(|it| {
                    statement.is_in("coopmatrix") && usage.is_none_or(|usage| usage == *it)
                }) {
                    list.list.add(usage.name(), CompletionKind::Option, "");
                }
            }
            Where::Operand => list.values(function, byte),
            Where::Nothing => {}
        }
        list.list.found
    }

    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        signature(&self.source, at, language)
    }
}

/// Whether a place is in the region of a `foreach` or `parallel`.
fn is_spmd(function: &Function, byte: u32) -> bool {
    function.instructions.iter().any(|instruction| {
        let opens = matches!(
            instruction.operation,
            Operation::Foreach { .. } | Operation::Parallel | Operation::MatrixApply(_)
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
    list: Completions,
    statement: &'a Statement<'a>,
}

impl List<'_> {
    /// The instructions that a region may have.
    fn instructions(&mut self, function: &Function, byte: u32, language: Language) {
        let forbidden = if is_spmd(function, byte) {
            Execution::Collective
        } else {
            Execution::Spmd
        };
        let name = unused_number(function);
        let values = self.known(function, byte);
        let types = types_of_values(&values);
        let returns = around(function, byte).is_some_and(|it| !it.result_types.is_empty());
        for row in ROWS {
            let version = self.statement.version;
            for Word {
                spelling,
                key,
                formula,
            } in row.words(version)
            {
                let is_rejected = match key {
                    "hadamard_product" | "lifetime_stop" => true,
                    "yield" => !returns,
                    _ => false,
                };
                let is_nameless = row.section == "For" || row.section == "If";
                let has_result = row.has_result(version) && !is_nameless;
                if row.execution == forbidden
                    || is_rejected
                    || !fit::has_operands(key, &types)
                    || (self.statement.has_results && !has_result && !is_nameless)
                {
                    continue;
                }
                let detail = if formula.is_empty() {
                    Message::from_table(row.doc).say(language)
                } else {
                    formula.to_owned()
                };
                let added = self
                    .list
                    .add(spelling, CompletionKind::Instruction, &detail);
                let Some(added) = added else {
                    continue;
                };
                added.documentation = super::page(version, spelling, language);
                // Its result needs a name.
                if has_result && !self.statement.has_results {
                    added.insert = format!("%{name} = {spelling}");
                }
            }
        }
    }

    fn modifiers(&mut self) {
        let version = self.statement.version;
        let word = table::spelling(version, self.statement.head);
        let Some(row) = word.and_then(|word| Row::find(version, word)) else {
            return;
        };
        // What may follow is before the operands; `.atomic` is not a part of `.atomic_add`.
        let syntax = row
            .syntax(version)
            .split([' ', '%'])
            .next()
            .unwrap_or_default();
        let known: Vec<&str> = syntax.split(['[', ']', '|']).collect();
        for modifier in lex::modifiers(version) {
            // `.t|.n.t|.n` has one after another.
            let is_known = known.contains(&modifier)
                || (modifier.len() == 2 && syntax.contains(&format!("{modifier}|")));
            if is_known {
                self.list.add(modifier, CompletionKind::Option, "");
            }
        }
    }

    /// The first part of a type after `<`, as far as the operands and the literal of a constant determine it.
    fn elements(&mut self, function: &Function) {
        if self.statement.is_in("group") {
            self.list.add("memref", CompletionKind::Option, "");
        } else if self.statement.is_in("memref") || self.statement.is_in("coopmatrix") {
            let element = fit::result_element(self.statement.head, &self.operands(function));
            let types = fit::results(self.statement.head, &[], self.statement.literal);
            let types = types.filter(|_| self.statement.literal.is_some());
            let is_fit = |scalar| {
                let has = |types: &Vec<Type>| types.contains(&Type::Scalar(scalar));
                element.is_none_or(|element| element == scalar) && types.as_ref().is_none_or(has)
            };
            for scalar in Scalar::ALL.into_iter().filter(|&it| is_fit(it)) {
                self.list.add(scalar.name(), CompletionKind::Option, "");
            }
        }
    }

    /// Types; those that follow from the operands alone, if some do.
    fn types(&mut self, function: &Function, byte: u32) {
        if let Some(index) = self
            .statement
            .returned
            .filter(|_| self.statement.head == "for")
        {
            let initial = self.statement.initial.get(index);
            let types = self.types_of(function, initial.into_iter().copied());
            for ty in types.into_iter().flatten() {
                self.list.add(&ty.to_string(), CompletionKind::Option, "");
            }
            return;
        }
        let before = self.operands(function);
        let variables = types_of_values(&self.known(function, byte));
        let is_loop = matches!(self.statement.head, "for" | "foreach" | "foreach_tile");
        if let Some(types) = fit::results(self.statement.head, &before, self.statement.literal) {
            // A loop runs from one value to another.
            for ty in types
                .iter()
                .filter(|&ty| !is_loop || variables.contains(&ty))
            {
                self.list.add(&ty.to_string(), CompletionKind::Option, "");
            }
            return;
        }
        let head = fit::result_word(self.statement.head);
        for word in ["bool"]
            .into_iter()
            .chain(Scalar::ALL.map(Scalar::name))
            .chain(["memref", "group", "coopmatrix"])
        {
            let is_parameter = self.statement.head == "func";
            let is_fit = head.is_none_or(|head| head == word);
            if is_fit && !(is_parameter && word == "coopmatrix") {
                self.list.add(word, CompletionKind::Option, "");
            }
        }
    }

    /// The types of the operands before the place, as far as they are known.
    fn operands(&self, function: &Function) -> Vec<Option<Type>> {
        self.types_of(function, self.statement.operands.iter().copied())
    }

    fn types_of<'n>(
        &self,
        function: &Function,
        names: impl Iterator<Item = &'n str>,
    ) -> Vec<Option<Type>> {
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

    /// The values that are known at a place, the last ones first.
    fn known<'f>(&self, function: &'f Function, byte: u32) -> Vec<&'f Value> {
        let is_known = |value: &&Value| {
            // The result of an instruction is not known in its own regions.
            let is_inside = match value.origin {
                Origin::Result(id, _) => byte <= function.instruction(id).range.end,
                _ => false,
            };
            value.range.end <= self.statement.start && byte <= value.scope.end && !is_inside
        };
        function.values.iter().rev().filter(is_known).collect()
    }

    /// The values that are known at a place and fit.
    fn values(&mut self, function: &Function, byte: u32) {
        let before = self.operands(function);
        let values = self.known(function, byte);
        let types = types_of_values(&values);
        // In 0.4 a variable has the type of its bound; before the bound is the variable.
        let variable = match (self.statement.version.is_04(), self.statement.head) {
            (true, "for") => before.get(1).and_then(|it| it.as_ref()?.scalar()),
            _ => Some(self.statement.variable),
        };
        let slot = Slot {
            word: self.statement.head,
            index: self.statement.index,
            bracket: self.statement.bracket,
            before: &before,
            variable,
            is_initial: self.statement.is_initial,
            known: &types,
        };
        let is_yield = self.statement.head == "yield";
        let yielded = yielded(function, byte, self.statement.index).filter(|_| is_yield);
        for value in values {
            let is_fit = value.ty.as_ref().is_none_or(|ty| match &yielded {
                Some(yielded) => ty == yielded,
                None => !is_yield && fit::fits(&slot, ty),
            });
            if is_fit {
                let detail = value.ty.as_ref().map(Type::to_string).unwrap_or_default();
                let label = format!("%{}", value.name);
                self.list.add(&label, CompletionKind::Register, &detail);
            }
        }
    }
}

/// The types of values, each once.
fn types_of_values<'f>(values: &[&'f Value]) -> Vec<&'f Type> {
    let mut types = Vec::new();
    for ty in values.iter().filter_map(|value| value.ty.as_ref()) {
        if !types.contains(&ty) {
            types.push(ty);
        }
    }
    types
}

/// The least number that is not the name of a value.
fn unused_number(function: &Function) -> usize {
    let names: HashSet<&str> = function.values.iter().map(|it| it.name.as_str()).collect();
    let is_unused = |number: &usize| !names.contains(number.to_string().as_str());
    (0..=names.len()).find(is_unused).unwrap_or_default()
}

/// The innermost instruction whose region a place is in.
fn around(function: &Function, byte: u32) -> Option<&Instruction> {
    function.instructions.iter().rev().find(|instruction| {
        let mut regions = instruction.regions.iter();
        regions.any(|&region| {
            let region = function.region(region);
            region.range.start < byte && (byte < region.range.end || !region.is_closed)
        })
    })
}

/// The type that the innermost region around a place returns there.
fn yielded(function: &Function, byte: u32, index: usize) -> Option<Type> {
    let around = around(function, byte)?;
    around.result_types.get(index)?.0.clone()
}
