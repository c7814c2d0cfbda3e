//! Values of a machine: variables in lists, and expressions.

use std::ops::Range;

use mnc2_debug::machine::expressions::{MachineValue, ValueExpression, number_of, shown, summary};
use mnc2_text::{Described, Location};

use super::{List, Machine};
use crate::protocol::{
    EvaluateArguments, EvaluateResponse, NewValue, Variable, VariablePresentationHint,
    VariablesArguments,
};
use crate::session::Done;
use crate::session::common::frame_of;
use crate::session::variables::{is_wanted, outdated};
use crate::session::view::Changed;

/// Maximum number of variables of an answer. A longer list is shown in stretches.
const VARIABLES_MAX: u64 = 1000;

/// How many parts of a location have a number: all or none.
fn indexed(described: &Described) -> Option<i64> {
    (described.is_indexed && described.parts > 0).then(|| {
        i64::try_from(described.parts)
            .unwrap_or(i64::MAX)
            .min(i32::MAX.into())
    })
}

fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

impl Machine {
    fn variable(&mut self, location: Location, pages: bool) -> Variable {
        let machine = self.debugger.machine();
        let described = machine.describe(location);
        let value = summary(machine, location);
        Variable {
            value,
            presentation_hint: (!described.is_settable).then(|| VariablePresentationHint {
                attributes: vec!["readOnly"],
            }),
            variables_reference: self.give(location, 0..described.parts),
            indexed_variables: indexed(&described).filter(|_| pages),
            memory_reference: self.memory_reference(&described),
            evaluate_name: some(described.expression),
            name: described.name,
            ..Variable::default()
        }
    }

    /// The ranges of a list that is too long for a client that does not request pages.
    fn stretches(&mut self, of: Location, parts: Range<u64>) -> Vec<Variable> {
        let count = parts.end - parts.start;
        let mut each = VARIABLES_MAX;
        while count.div_ceil(each) > VARIABLES_MAX {
            each = each.saturating_mul(VARIABLES_MAX);
        }
        let machine = self.debugger.machine();
        let name = |index: u64| {
            let part = machine.parts(of, index..index + 1).pop();
            part.map_or_else(String::new, |part| machine.describe(part).name)
        };
        let starts = (parts.start..parts.end).step_by(usize::try_from(each).unwrap_or(usize::MAX));
        let named: Vec<(Range<u64>, String)> = starts
            .map(|start| {
                let end = parts.end.min(start.saturating_add(each));
                (start..end, format!("{} … {}", name(start), name(end - 1)))
            })
            .collect();
        named
            .into_iter()
            .map(|(stretch, name)| Variable {
                value: format!("[{}]", stretch.end - stretch.start),
                name,
                presentation_hint: Some(VariablePresentationHint {
                    attributes: vec!["readOnly"],
                }),
                variables_reference: self.give(of, stretch),
                ..Variable::default()
            })
            .collect()
    }

    /// The location that a name in a list means.
    pub(super) fn part_named(&self, list: i64, name: &str) -> Option<Location> {
        let List { of, parts } = self.references.list(list)?.clone();
        let machine = self.debugger.machine();
        let number = name.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        if let Some(found) = number.and_then(|it| machine.element(of, it.parse().ok()?)) {
            return Some(found);
        }
        let mut start = parts.start;
        while start < parts.end {
            let end = parts.end.min(start + VARIABLES_MAX);
            let page = machine.parts(of, start..end).into_iter();
            if let Some(found) = page
                .into_iter()
                .find(|it| machine.describe(*it).name == name)
            {
                return Some(found);
            }
            start = end;
        }
        None
    }

    /// The location that an expression names.
    pub(super) fn settable(&self, text: &str) -> Done<Location> {
        let machine = self.debugger.machine();
        Ok(ValueExpression::parse(text, machine, None)?.place(text, machine)?)
    }

    pub(super) fn set(&mut self, location: Location, value: &str) -> Done<Changed> {
        let number = number_of(value, self.debugger.machine())?;
        self.debugger.set(location, number)?;
        let machine = self.debugger.machine();
        let described = machine.describe(location);
        let new = NewValue {
            value: summary(machine, location),
            kind: None,
            variables_reference: 0,
            memory_reference: self.memory_reference(&described),
        };
        Ok((new, None))
    }

    pub(super) fn listed(
        &mut self,
        arguments: &VariablesArguments,
        pages: bool,
    ) -> Done<Vec<Variable>> {
        let list = self.references.list(arguments.variables_reference).cloned();
        let List { of, parts } = list.ok_or_else(outdated)?;
        let start = u64::try_from(arguments.start.unwrap_or(0)).unwrap_or(0);
        let count = u64::try_from(arguments.count.unwrap_or(0)).unwrap_or(0);
        let start = parts.start.saturating_add(start).min(parts.end);
        let end = match count {
            0 => parts.end,
            count => parts.end.min(start.saturating_add(count)),
        };
        let machine = self.debugger.machine();
        if !is_wanted(arguments.filter, machine.describe(of).is_indexed) {
            return Ok(Vec::new());
        }
        if end - start > VARIABLES_MAX {
            return Ok(self.stretches(of, start..end));
        }
        let parts = machine.parts(of, start..end).into_iter();
        Ok(parts.map(|part| self.variable(part, pages)).collect())
    }

    pub(super) fn value_of(&mut self, arguments: &EvaluateArguments) -> Done<EvaluateResponse> {
        let text = arguments.expression.trim();
        let machine = self.debugger.machine();
        let thread = arguments.frame_id.map(|frame| frame_of(frame).0);
        let value = ValueExpression::parse(text, machine, thread)?.evaluate(machine)?;
        let result = shown(machine, value);
        let MachineValue::Location(location) = value else {
            return Ok(EvaluateResponse {
                result,
                ..EvaluateResponse::default()
            });
        };
        let described = machine.describe(location);
        Ok(EvaluateResponse {
            result,
            variables_reference: self.give(location, 0..described.parts),
            indexed_variables: indexed(&described),
            memory_reference: self.memory_reference(&described),
            ..EvaluateResponse::default()
        })
    }
}
