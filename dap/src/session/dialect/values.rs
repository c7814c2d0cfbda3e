//! Variables, expressions and the console.

use std::sync::Arc;

use mnc2_ide::debug::dialect::console::{Answer, COMMANDS, Command, execute};
use mnc2_ide::debug::dialect::values::{find, summary};
use mnc2_text::Variable;

use super::going::moved;
use super::{language, run, stopped};
use crate::protocol::{
    self, CompletionItem, Completions, CompletionsArguments, EvaluateArguments, Evaluated,
    PresentationHint, Variables, VariablesArguments, VariablesFilter,
};
use crate::refusal::Refusal;
use crate::session::common::{COMPLETIONS_MAX, PRINTED_LINES_MAX, REPL};
use crate::session::{Done, Session};

/// Maximum number of lists that the client knows at once.
const LISTS_MAX: usize = 100_000;
/// Maximum number of variables of an answer.
const VARIABLES_MAX: usize = 10_000;

/// A list of variables, and the name of what they are in.
#[derive(Clone)]
pub(super) struct List {
    pub(super) name: String,
    variables: Arc<[Variable]>,
}

/// The lists that the client knows, by number.
#[derive(Default)]
pub(super) struct References {
    lists: Vec<List>,
    /// The number before that of the first list: numbers are not given twice soon.
    before: i64,
}

impl References {
    /// The number of a list; 0 if it is empty, or the client knows too many.
    pub(super) fn give(&mut self, name: &str, variables: &[Variable]) -> i64 {
        if variables.is_empty() || self.lists.len() >= LISTS_MAX {
            return 0;
        }
        self.lists.push(List {
            name: name.to_owned(),
            variables: variables.into(),
        });
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

/// The name of a part.
pub(super) fn part_name(whole: &str, part: &str) -> String {
    match part.starts_with('[') {
        true => format!("{whole}{part}"),
        false => format!("{whole}.{part}"),
    }
}

/// How many variables of a list have a number: all or none.
fn indexed(variables: &[Variable]) -> Option<i64> {
    let has_number = |it: &Variable| it.name.starts_with('[');
    let is_indexed = !variables.is_empty() && variables.iter().all(has_number);
    is_indexed.then_some(variables.len() as i64)
}

pub(in crate::session) fn variables(
    it: &mut Session<'_>,
    arguments: VariablesArguments,
) -> Done<Variables> {
    let pages = it.client.pages;
    let run = stopped(it)?;
    let list = run.references.list(arguments.variables_reference).cloned();
    let Some(List { name, variables }) = list else {
        return Err(
            mnc2_asm::message!("there is no such list of variables: the run has moved on").into(),
        );
    };
    let is_wanted = match arguments.filter {
        None => true,
        Some(VariablesFilter::Indexed) => indexed(&variables).is_some(),
        Some(VariablesFilter::Named) => indexed(&variables).is_none(),
    };
    let start = usize::try_from(arguments.start.unwrap_or(0)).unwrap_or(0);
    let count = usize::try_from(arguments.count.unwrap_or(0)).unwrap_or(0);
    let count = if count == 0 {
        VARIABLES_MAX
    } else {
        count.min(VARIABLES_MAX)
    };
    let shown = variables
        .iter()
        .filter(|_| is_wanted)
        .skip(start)
        .take(count);
    let shown = shown.map(|variable| {
        let whole = part_name(&name, &variable.name);
        protocol::Variable {
            name: variable.name.clone(),
            value: summary(variable),
            presentation_hint: Some(PresentationHint {
                kind: None,
                attributes: vec!["readOnly"],
            }),
            variables_reference: run.references.give(&whole, &variable.parts),
            indexed_variables: indexed(&variable.parts).filter(|_| pages),
            evaluate_name: Some(whole),
            ..protocol::Variable::default()
        }
    });
    Ok(Variables {
        variables: shown.collect(),
    })
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
    let found = find(run.frames_from(arguments.frame_id), text)?.clone();
    Ok(Evaluated {
        result: summary(&found),
        variables_reference: run.references.give(text, &found.parts),
        indexed_variables: indexed(&found.parts),
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
        let run = run(it)?;
        Ok::<_, Refusal>(execute(&mut run.debugger, text, false, control, &mut sink)?)
    })?;
    let result = match answer {
        Answer::Said(messages) => {
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
    let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let word = &before[start..];
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
    let mut known = std::collections::BTreeSet::new();
    for scope in run.frames().iter().flat_map(|frame| &frame.scopes) {
        for variable in &scope.parts {
            let name = variable.name.rsplit(' ').next().unwrap_or_default();
            let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number && known.insert(name) {
                add(name, Some(summary(variable)), "variable");
            }
        }
        if known.insert(&scope.name) {
            add(&scope.name, None, "variable");
        }
    }
    Ok(Completions { targets })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_lists_until_the_run_goes_on() {
        let variable = |name: &str| Variable {
            name: name.to_owned(),
            value: String::new(),
            parts: Vec::new(),
        };
        let mut references = References::default();
        assert_eq!(references.give("empty", &[]), 0);
        let first = references.give("a", &[variable("x")]);
        let second = references.give("b", &[variable("[0]")]);
        assert_ne!(first, second);
        assert_eq!(
            references.list(second).map(|it| it.name.as_str()),
            Some("b")
        );
        references.clear();
        assert!(references.list(first).is_none());
        assert!(references.give("c", &[variable("y")]) > second);
        for wrong in [0, -1, i64::MIN, i64::MAX] {
            assert!(references.list(wrong).is_none());
        }
        assert_eq!(part_name("A", "[3]"), "A[3]");
        assert_eq!(part_name("m0", "row 1"), "m0.row 1");
        assert_eq!(indexed(&[variable("[0]"), variable("[1]")]), Some(2));
        assert_eq!(indexed(&[variable("[0]"), variable("x")]), None);
    }
}
