//! Variables, expressions and the console.

use std::ops::Range;

use mnc2_asm::message;
use mnc2_ide::debug::dialect::console::{Answer, COMMANDS, Command, execute};
use mnc2_ide::debug::dialect::values::{Expression, Value, number_of, shown, summary};
use mnc2_text::{Described, Location};

use super::going::moved;
use super::{Run, language, stopped};
use crate::protocol::{
    CompletionItem, Completions, CompletionsArguments, EvaluateArguments, Evaluated, NewValue,
    PresentationHint, SetExpressionArguments, SetVariableArguments, Variable, Variables,
    VariablesArguments, VariablesFilter,
};
use crate::refusal::Refusal;
use crate::session::common::{COMPLETIONS_MAX, PRINTED_LINES_MAX, REPL};
use crate::session::{Done, Session};

/// Maximum number of lists that the client knows at once.
const LISTS_MAX: usize = 100_000;
/// Maximum number of variables of an answer. A longer list is shown in stretches.
const VARIABLES_MAX: u64 = 1000;

/// What is listed: the parts of a location, all of them or a stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List {
    pub(super) of: Location,
    parts: Range<u64>,
}

/// The lists that the client knows, by number.
#[derive(Default)]
pub(super) struct References {
    lists: Vec<List>,
    /// The number before that of the first list: numbers are not given twice soon.
    before: i64,
}

impl References {
    /// The number of the parts of a location; 0 if it has none, or the client knows too many lists.
    pub(super) fn give(&mut self, of: Location, parts: Range<u64>) -> i64 {
        if parts.is_empty() || self.lists.len() >= LISTS_MAX {
            return 0;
        }
        self.lists.push(List { of, parts });
        self.before + self.lists.len() as i64
    }

    /// The list of a number.
    pub(super) fn list(&self, number: i64) -> Option<&List> {
        let index = number.checked_sub(self.before + 1)?;
        self.lists.get(usize::try_from(index).ok()?)
    }

    /// Forgets all lists; their numbers mean nothing any more.
    pub(super) fn clear(&mut self) {
        let given = self.before + self.lists.len() as i64;
        // A number of the protocol has 31 bits.
        self.before = if given > i64::from(i32::MAX / 2) {
            0
        } else {
            given
        };
        self.lists.clear();
    }
}

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

impl Run {
    fn variable(&mut self, location: Location, pages: bool) -> Variable {
        let machine = self.debugger.machine();
        let described = machine.describe(location);
        let value = summary(machine, location);
        Variable {
            value,
            presentation_hint: (!described.is_settable).then(|| PresentationHint {
                kind: None,
                attributes: vec!["readOnly"],
            }),
            variables_reference: self.references.give(location, 0..described.parts),
            indexed_variables: indexed(&described).filter(|_| pages),
            memory_reference: self.memory_reference(&described),
            evaluate_name: some(described.expression),
            name: described.name,
            ..Variable::default()
        }
    }

    /// Parts of a list that is too long for a client that does not ask for pages.
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
                presentation_hint: Some(PresentationHint {
                    kind: None,
                    attributes: vec!["readOnly"],
                }),
                variables_reference: self.references.give(of, stretch),
                ..Variable::default()
            })
            .collect()
    }

    /// The location that a name in a list stands for.
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

    /// The location that an expression names in a frame, or where the run is.
    pub(super) fn location_of(&self, text: &str, frame: Option<i64>) -> Done<Option<Location>> {
        let machine = self.debugger.machine();
        let thread = frame.map(|frame| super::frame_of(frame).0);
        let value = Expression::parse(text, machine, thread)?.evaluate(machine)?;
        Ok(match value {
            Value::Location(location) => Some(location),
            Value::Number(_) | Value::Truth(_) => None,
        })
    }

    fn set(&mut self, location: Location, value: &str) -> Done<NewValue> {
        let number = number_of(value, self.debugger.machine())?;
        self.debugger.set(location, number)?;
        let machine = self.debugger.machine();
        let described = machine.describe(location);
        Ok(NewValue {
            value: summary(machine, location),
            kind: None,
            variables_reference: 0,
            memory_reference: self.memory_reference(&described),
        })
    }
}

pub(in crate::session) fn variables(
    it: &mut Session<'_>,
    arguments: VariablesArguments,
) -> Done<Variables> {
    let pages = it.client.pages;
    let run = stopped(it)?;
    let list = run.references.list(arguments.variables_reference).cloned();
    let Some(List { of, parts }) = list else {
        return Err(message!("there is no such list of variables: the run has moved on").into());
    };
    let is_indexed = run.debugger.machine().describe(of).is_indexed;
    let is_wanted = match arguments.filter {
        None => true,
        Some(VariablesFilter::Indexed) => is_indexed,
        Some(VariablesFilter::Named) => !is_indexed,
    };
    let start = u64::try_from(arguments.start.unwrap_or(0)).unwrap_or(0);
    let count = u64::try_from(arguments.count.unwrap_or(0)).unwrap_or(0);
    let start = parts.start.saturating_add(start).min(parts.end);
    let end = match count {
        0 => parts.end,
        count => parts.end.min(start.saturating_add(count)),
    };
    let variables = if !is_wanted {
        Vec::new()
    } else if end - start > VARIABLES_MAX {
        run.stretches(of, start..end)
    } else {
        let parts = run.debugger.machine().parts(of, start..end);
        parts
            .into_iter()
            .map(|part| run.variable(part, pages))
            .collect()
    };
    Ok(Variables { variables })
}

pub(in crate::session) fn set_variable(
    it: &mut Session<'_>,
    arguments: SetVariableArguments,
) -> Done<NewValue> {
    let run = stopped(it)?;
    let location = run
        .part_named(arguments.variables_reference, &arguments.name)
        .ok_or_else(|| message!("`{name}` cannot be changed", name = arguments.name.clone()))?;
    let new = run.set(location, &arguments.value)?;
    it.invalidate();
    Ok(new)
}

pub(in crate::session) fn set_expression(
    it: &mut Session<'_>,
    arguments: SetExpressionArguments,
) -> Done<NewValue> {
    let run = stopped(it)?;
    let text = arguments.expression.trim();
    let Some(location) = run.location_of(text, None)? else {
        return Err(message!("`{text}` is no place that can be changed", text).into());
    };
    let new = run.set(location, &arguments.value)?;
    it.invalidate();
    Ok(new)
}

pub(in crate::session) fn evaluate(
    it: &mut Session<'_>,
    arguments: EvaluateArguments,
) -> Done<Evaluated> {
    let text = arguments.expression.trim();
    if arguments.context.as_deref().unwrap_or(REPL) == REPL
        && let Some(command) = commands().find(|command| is_name(command, text))
    {
        return do_command(it, command, text);
    }
    let run = stopped(it)?;
    let machine = run.debugger.machine();
    let thread = arguments.frame_id.map(|frame| super::frame_of(frame).0);
    let value = Expression::parse(text, machine, thread)?.evaluate(machine)?;
    let result = shown(machine, value);
    let Value::Location(location) = value else {
        return Ok(Evaluated {
            result,
            ..Evaluated::default()
        });
    };
    let described = machine.describe(location);
    Ok(Evaluated {
        result,
        variables_reference: run.references.give(location, 0..described.parts),
        indexed_variables: indexed(&described),
        memory_reference: run.memory_reference(&described),
        ..Evaluated::default()
    })
}

/// The commands that the console has.
fn commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| !command.is_for_terminal)
}

fn is_name(command: &Command, text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    command.name == word || command.short == word
}

/// Does a command of the console.
fn do_command(it: &mut Session<'_>, command: &Command, text: &str) -> Done<Evaluated> {
    let user = language(it);
    let control = it.inbox.control();
    stopped(it)?;
    let mut said = Vec::new();
    let answer = it.work(|it| {
        let mut sink = |one| {
            if said.len() < PRINTED_LINES_MAX {
                said.push(one);
            }
        };
        let run = super::run(it)?;
        Ok::<_, Refusal>(execute(&mut run.debugger, text, false, control, &mut sink)?)
    })?;
    let result = match answer {
        Answer::Said(messages) => {
            if command.name == "set" {
                it.invalidate();
            }
            let texts = messages.iter().map(|message| message.say(user));
            texts.collect::<Vec<_>>().join("\n")
        }
        Answer::Moved(reason) => {
            let arrived = match command.name {
                "goto" | "at" => "goto",
                _ => "step",
            };
            moved(it, said, arrived, reason);
            String::new()
        }
        Answer::Quit => String::new(),
    };
    Ok(Evaluated {
        result,
        ..Evaluated::default()
    })
}

/// Commands and the names of values.
pub(in crate::session) fn completions(
    it: &mut Session<'_>,
    arguments: CompletionsArguments,
) -> Done<Completions> {
    let (client, user) = (it.client, language(it));
    let before = it.typed_before(&arguments);
    let is_of_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '%' | '@' | '.');
    let word = &before[before.trim_end_matches(is_of_name).len()..];
    let start = before.len() - word.len();
    let mut targets = Vec::new();
    let mut add = |label: &str, detail: Option<String>, kind| {
        if targets.len() < COMPLETIONS_MAX && label.starts_with(word) {
            targets.push(CompletionItem {
                label: label.to_owned(),
                detail,
                kind,
                // Columns of the protocol count UTF-16.
                start: client.column(before[..start].encode_utf16().count()),
                length: word.encode_utf16().count() as i64,
            });
        }
    };
    if before.trim_start() == word {
        for command in commands() {
            add(command.name, Some((command.help)().say(user)), "keyword");
        }
    }
    let run = stopped(it)?;
    let machine = run.debugger.machine();
    for name in machine
        .names()
        .iter()
        .filter(|name| name.starts_with(word))
        .take(COMPLETIONS_MAX)
    {
        let value = machine.named(name, None).map(|it| summary(machine, it));
        add(name, value, "variable");
    }
    Ok(Completions { targets })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_lists_until_the_run_goes_on() {
        let at = |index| Location::new(&[index]);
        let mut references = References::default();
        assert_eq!(references.give(at(0), 0..0), 0);
        let first = references.give(at(1), 0..1);
        let second = references.give(at(2), 3..5);
        assert_ne!(first, second);
        assert_eq!(references.list(second).map(|it| it.of), Some(at(2)));
        references.clear();
        assert!(references.list(first).is_none());
        assert!(references.give(at(3), 0..1) > second);
        for wrong in [0, -1, i64::MIN, i64::MAX] {
            assert!(references.list(wrong).is_none());
        }
    }
}
