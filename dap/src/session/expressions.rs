//! `evaluate`, `setExpression`, `completions`, and the console.

use mnc2_debug::console::{Answer, Command, execute, offered};

use super::common::{COMPLETIONS_MAX, PRINTED_LINES_MAX, REPL};
use super::{Done, Session};
use crate::protocol::{
    CompletionItem, CompletionsArguments, CompletionsResponse, EvaluateArguments, EvaluateResponse,
    NewValue, SetExpressionArguments,
};
use crate::refusal::Refusal;

/// The commands that change values, or whose values are shown.
const CHANGING: [&str; 2] = ["focus", "set"];

impl Session<'_> {
    pub(super) fn evaluate(&mut self, arguments: EvaluateArguments) -> Done<EvaluateResponse> {
        let run = self.stopped()?;
        let text = arguments.expression.trim();
        // A client that gives no context has only one place to type, and no expression is the name of a command.
        if arguments.context.as_deref().unwrap_or(REPL) == REPL {
            let command = offered(run.debuggee_mut(), false).find(|it| it.begins(text));
            if let Some(command) = command {
                return self.command(command, text);
            }
        }
        run.shown.evaluate(&arguments)
    }

    /// Does a command of the console.
    fn command(&mut self, command: &Command, text: &str) -> Done<EvaluateResponse> {
        let language = self.language();
        let control = self.inbox.control();
        let mut said = Vec::new();
        let answer = self.work(|it| {
            let run = it.program()?;
            let mut sink = |one| {
                if said.len() < PRINTED_LINES_MAX {
                    said.push(one);
                }
            };
            let answer = execute(run.debuggee_mut(), text, false, control, &mut sink)?;
            Ok::<_, Refusal>(answer)
        })?;
        let result = match answer {
            Answer::Said(messages) => {
                if CHANGING.contains(&command.name) {
                    self.program()?.shown.forget();
                    self.tell_changed(None);
                }
                let texts = messages.iter().map(|message| message.say(language));
                texts.collect::<Vec<_>>().join("\n")
            }
            Answer::Moved(reason) => {
                let arrived = match command.name {
                    "goto" | "at" => "goto",
                    _ => "step",
                };
                self.moved(said, arrived, reason);
                String::new()
            }
            Answer::Quit => String::new(),
        };
        Ok(EvaluateResponse {
            result,
            ..EvaluateResponse::default()
        })
    }

    pub(super) fn set_expression(&mut self, arguments: SetExpressionArguments) -> Done<NewValue> {
        let run = self.stopped()?;
        let text = arguments.expression.trim();
        let (new, changed) = run.shown.set_expression(text, &arguments.value)?;
        self.tell_changed(changed);
        Ok(new)
    }

    /// What is typed before the cursor.
    fn typed_before(&self, arguments: &CompletionsArguments) -> String {
        let column = self.client.column_of(arguments.column);
        let line = arguments
            .line
            .map_or(0, |line| self.client.line_of(line).unwrap_or(0));
        let text = arguments.text.lines().nth(line).unwrap_or_default();
        // Columns of the protocol count UTF-16.
        let mut units = 0;
        let end = text
            .char_indices()
            .find(|(_, character)| {
                let is_there = units >= column;
                units += character.len_utf16();
                is_there
            })
            .map_or(text.len(), |(at, _)| at);
        text[..end].to_owned()
    }

    /// Commands, and what an expression can continue with.
    pub(super) fn completions(
        &mut self,
        arguments: CompletionsArguments,
    ) -> Done<CompletionsResponse> {
        let (client, language) = (self.client, self.language());
        let before = &self.typed_before(&arguments);
        let run = self.stopped()?;
        let (length, values) = run.shown.complete(before);
        let word = &before[before.len() - length..];
        let mut found = Vec::new();
        if before.trim_start() == word {
            let commands = offered(run.debuggee_mut(), false);
            found.extend(commands.filter(|it| it.name.starts_with(word)).map(|it| {
                let help = (it.help)().say(language);
                (it.name.to_owned(), Some(help), "keyword")
            }));
        }
        found.extend(values);
        // Columns of the protocol count UTF-16.
        let units = |text: &str| text.encode_utf16().count();
        let start = client.column(units(&before[..before.len() - length]));
        let targets = found.into_iter().take(COMPLETIONS_MAX);
        let targets = targets.map(|(label, detail, kind)| CompletionItem {
            label,
            detail,
            kind,
            start,
            length: units(word) as i64,
        });
        Ok(CompletionsResponse {
            targets: targets.collect(),
        })
    }
}
