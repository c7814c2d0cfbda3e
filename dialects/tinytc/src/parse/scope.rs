//! Names of values: where they are defined, and what a mention means.

use std::collections::{HashMap, HashSet};

use mnc2_text::message;

use super::Parser;
use crate::code::Code;
use crate::ir::{ByteRange, Operand, Origin, Value, ValueId};
use crate::issue::Issue;
use crate::types::Type;

/// The names that are in scope.
#[derive(Default)]
pub(super) struct Scopes<'t> {
    names: HashMap<&'t str, ValueId>,
    /// For each open scope, the earlier meaning of its names.
    before: Vec<Vec<(&'t str, Option<ValueId>)>>,
}

impl Scopes<'_> {
    /// Opens a scope inside the others.
    pub(super) fn open(&mut self) {
        self.before.push(Vec::new());
    }
}

/// A name as it is compared: `%01` and `%1` are the same number.
pub(crate) fn normal(name: &str) -> &str {
    let name = name.strip_prefix('%').unwrap_or(name);
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        let digits = name.trim_start_matches('0');
        return if digits.is_empty() { "0" } else { digits };
    }
    name
}

impl Parser<'_> {
    /// Defines a value. A name that is taken is noted; from here on it means the new value, until the scope ends.
    pub(super) fn define(&mut self, range: ByteRange, ty: Option<Type>, origin: Origin) -> ValueId {
        let name = normal(self.part(&range));
        let is_number = name.starts_with(|first: char| first.is_ascii_digit());
        if is_number && name.parse::<i64>().is_err() {
            let message = message!("a number as a name is at most 9223372036854775807");
            self.issues
                .push(Issue::new(Code::NumberRange, range.clone(), message));
        }
        let id = ValueId(self.function.values.len() as u32);
        let before = self.scopes.names.insert(name, id);
        // Where a brace is missing, regions next to each other are in each other.
        if let Some(first) = before.filter(|_| self.function.is_balanced) {
            let first = self.function.value(first).range.clone();
            let issue = Issue::new(
                Code::Redefined,
                range.clone(),
                message!(
                    "`%{name}` is already defined here or in a region around it",
                    name
                ),
            );
            self.issues
                .push(issue.note(first, message!("the first definition")));
        }
        if let Some(scope) = self.scopes.before.last_mut() {
            scope.push((name, before));
        }
        let scope = range.end..range.end;
        self.function.values.push(Value {
            name: name.to_owned(),
            range,
            ty,
            origin,
            uses: Vec::new(),
            scope,
        });
        id
    }

    /// Whether a name is in scope.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.scopes.names.contains_key(normal(name))
    }

    /// Ends the innermost scope.
    pub(super) fn close_scope(&mut self, end: u32) {
        for (name, before) in self
            .scopes
            .before
            .pop()
            .unwrap_or_default()
            .into_iter()
            .rev()
        {
            let id = match before {
                Some(before) => self.scopes.names.insert(name, before),
                None => self.scopes.names.remove(name),
            };
            if let Some(id) = id {
                self.function.values[id.0 as usize].scope.end = end;
            }
        }
    }

    /// Ends the scope of the parameters.
    pub(super) fn end_scopes(&mut self) {
        let end = self.end_before();
        for id in self.scopes.names.values() {
            self.function.values[id.0 as usize].scope.end = end;
        }
    }

    /// The mention of a value.
    pub(super) fn mention(&mut self, range: ByteRange) -> Operand {
        let name = normal(self.part(&range));
        let value = self.scopes.names.get(name).copied();
        let name = name.to_owned();
        let operand = Operand { name, range, value };
        match value {
            Some(id) => self.function.values[id.0 as usize]
                .uses
                .push(operand.range.clone()),
            None => self.function.unresolved.push(operand.clone()),
        }
        operand
    }

    /// Notes mentions that mean nothing, once for each name, with the place where the name means something.
    ///
    /// What may be defined where the text could not be read is not noted, and neither is what may have been named where a name is missing.
    pub(super) fn explain_unresolved(&mut self) {
        let mut said: HashSet<&str> = HashSet::new();
        let mut issues = Vec::new();
        let mut lost = self.lost.iter().peekable();
        let is_torn = self.is_torn();
        for operand in &self.function.unresolved {
            let name = operand.name.as_str();
            if !said.insert(name) || self.function.unread.contains(name) {
                continue;
            }
            if lost.next_if(|&&at| at < operand.range.start).is_some() {
                continue;
            }
            let mut issue = Issue::new(
                Code::Undefined,
                operand.range.clone(),
                message!("`%{name}` is not defined here", name),
            );
            let named = |value: &&Value| value.name == name;
            let value = self.function.values.iter().find(named);
            let is_doubtful = match value {
                Some(_) => !self.function.is_balanced,
                None => {
                    let at = operand.range.start;
                    let after = self.doubtful.partition_point(|region| region.start <= at);
                    let region = after.checked_sub(1).map(|before| &self.doubtful[before]);
                    let is_inside = region.is_some_and(|region| at < region.end);
                    is_inside || is_torn || self.has_unknown_parameters
                }
            };
            if is_doubtful {
                continue;
            }
            if let Some(value) = value {
                let note = if value.range.start > operand.range.start {
                    message!("it is defined only here")
                } else {
                    message!("it is defined here, and known up to the end of that region")
                };
                issue = issue.note(value.range.clone(), note);
            } else {
                let known = self
                    .function
                    .values
                    .iter()
                    .filter(|value| value.scope.contains(&operand.range.start));
                let names = known.map(|value| value.name.as_str());
                if let Some(meant) = mnc2_text::line::similar(name, names, 0.6) {
                    let text = format!("%{meant}");
                    issue = issue.suggest(
                        message!("write `%{meant}`", meant),
                        operand.range.clone(),
                        text,
                    );
                }
            }
            issues.push(issue);
        }
        self.issues.append(&mut issues);
    }
}
