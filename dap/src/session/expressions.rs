//! `evaluate`, `setExpression` and `completions`.

use mnc2_asm::complete::{Surroundings, complete};
use mnc2_asm::program::{OverChip, WatchFormat, WatchKind};
use mnc2_asm::{LineParser, message, watch};
use mnc2_emulator::watch::{WatchValue, evaluate_with};
use mnc2_ide::debug::console::{Answer, COMMANDS, Command, execute};
use mnc2_ide::debug::place::Place;
use mnc2_ide::debug::spelling::places;

use super::common::{COMPLETIONS_MAX, PRINTED_LINES_MAX, REPL};
use super::number::{Words, type_name};
use super::place::Reference;
use super::{Done, Session};
use crate::protocol::{
    CompletionItem, Completions, CompletionsArguments, EvaluateArguments, Evaluated, NewValue,
    SetExpressionArguments,
};
use crate::refusal::Refusal;

impl Session<'_> {
    pub(super) fn evaluate(&mut self, arguments: EvaluateArguments) -> Done<Evaluated> {
        let text = arguments.expression.trim();
        // A client that gives no context has only one place to type, and no expression is the name of a command.
        if arguments.context.as_deref().unwrap_or(REPL) == REPL
            && let Some(command) = commands().find(|command| is_name(command, text))
        {
            return self.command(command, text);
        }
        let hex = arguments.format.is_some_and(|format| format.hex);
        let run = self.stopped()?;
        let parsed = watch::parse(text).map_err(|error| error.message)?;
        let debugger = &run.debugger;
        let plain = match &parsed.kind {
            WatchKind::Place(place) => Some((place, places(place, debugger.focus()))),
            _ => None,
        };
        let first = plain.as_ref().and_then(|(_, places)| places.first());
        let numbers = first.and_then(|place| debugger.numbers_around(place));
        let meant = first.and_then(|place| debugger.meant(place));
        let meant = meant.filter(|_| !hex);
        let default = meant.unwrap_or(WatchFormat::Hexadecimal);
        let value =
            evaluate_with(debugger.machine(), &parsed, debugger.pe(), default).or_else(|_| {
                // A format that does not fit the width is only a guess.
                let bits = WatchFormat::Hexadecimal;
                evaluate_with(debugger.machine(), &parsed, debugger.pe(), bits)
            })?;
        let mut result = value.to_string();
        let is_zero = plain.as_ref().is_some_and(|(_, places)| {
            let words = places.iter().map(|place| Words::of(debugger, place));
            words.flat_map(|words| words.words).all(|word| word == 0)
        });
        let is_guess = plain
            .as_ref()
            .is_some_and(|(place, _)| place.format.is_none());
        if is_guess && !hex && is_zero {
            // Nothing in it needs a format.
            result = result.replace("0x0", "0");
        } else if is_guess
            && default != WatchFormat::Hexadecimal
            && let Some((_, places)) = &plain
        {
            // What the words are meant to be comes first, and then the words.
            let words = places
                .iter()
                .map(|place| Words::of(debugger, place).text(None));
            result = format!("{result} · {}", words.collect::<Vec<_>>().join(", "));
        }
        let kind = match (&value, is_guess) {
            (WatchValue::Words(_), true) => type_name(numbers),
            _ => None,
        };
        let words = first.map(|place| Words::of(debugger, place));
        let memory_reference = first.and_then(Reference::of).map(Reference::text);
        Ok(Evaluated {
            result,
            kind,
            variables_reference: words.map_or(0, |words| run.references.formats(&words)),
            memory_reference,
            ..Evaluated::default()
        })
    }

    /// Does a command of the console.
    fn command(&mut self, command: &Command, text: &str) -> Done<Evaluated> {
        let language = self.language();
        let control = self.inbox.control();
        self.stopped()?;
        let mut said = Vec::new();
        let answer = self.work(|it| {
            let run = it.program()?;
            let mut sink = |one| {
                if said.len() < PRINTED_LINES_MAX {
                    said.push(one);
                }
            };
            Ok::<_, Refusal>(execute(&mut run.debugger, text, false, control, &mut sink)?)
        })?;
        let result = match answer {
            Answer::Said(messages) => {
                // A command can change memory or the focus.
                let run = self.program()?;
                run.references.clear();
                if command.name == "set" {
                    run.state_changed();
                }
                self.invalidate();
                let texts = messages.iter().map(|message| message.say(language));
                texts.collect::<Vec<_>>().join("\n")
            }
            Answer::Moved(reason) => {
                let arrived = match command.name {
                    "goto" => "goto",
                    _ => "step",
                };
                self.moved(said, arrived, reason);
                String::new()
            }
            Answer::Quit => String::new(),
        };
        Ok(Evaluated {
            result,
            ..Evaluated::default()
        })
    }

    pub(super) fn set_expression(&mut self, arguments: SetExpressionArguments) -> Done<NewValue> {
        let place = self.settable(&arguments.expression)?;
        self.set(&place, &arguments.value)
    }

    /// The words that an expression names, all in one place.
    fn settable(&mut self, text: &str) -> Done<Place> {
        let run = self.stopped()?;
        let parsed = watch::parse(text.trim()).map_err(|error| error.message)?;
        let WatchKind::Place(place) = &parsed.kind else {
            return Err(message!("`{text}` is no place that can be changed", text).into());
        };
        let mut found = places(place, run.debugger.focus());
        found.sort_by_key(|place| place.words.start);
        let mut all = found.into_iter();
        let Some(mut whole) = all.next() else {
            return Err(message!("`{text}` is no place that can be changed", text).into());
        };
        for next in all {
            if next.words.start != whole.words.end {
                return Err(message!(
                    "`{text}` has gaps between its words: change them one after the other",
                    text
                )
                .into());
            }
            whole.words.end = next.words.end;
        }
        Ok(whole)
    }

    /// What is typed before the cursor.
    pub(super) fn typed_before(&self, arguments: &CompletionsArguments) -> String {
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

    pub(super) fn completions(&mut self, arguments: CompletionsArguments) -> Done<Completions> {
        let language = self.language();
        let column = self.client.column_of(arguments.column);
        let before = &self.typed_before(&arguments);
        let mut targets = Vec::new();
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'$';
        let length = before
            .bytes()
            .rev()
            .take_while(|byte| is_of_word(byte))
            .count();
        let word = &before[before.len() - length..];
        let mut add = |label: String, detail: Option<String>, kind: &'static str| {
            if targets.len() < COMPLETIONS_MAX {
                targets.push(CompletionItem {
                    label,
                    detail,
                    kind,
                    start: self.client.column(column) - word.encode_utf16().count() as i64,
                    length: word.encode_utf16().count() as i64,
                });
            }
        };
        if before.trim_start() == word {
            for command in commands().filter(|it| it.name.starts_with(word)) {
                let help = (command.help)().say(language);
                add(command.name.to_owned(), Some(help), "keyword");
            }
        }
        if !word.starts_with('$') {
            for question in OverChip::ALL {
                if question.name().starts_with(word) {
                    add(format!("{}(", question.name()), None, "function");
                }
            }
        } else {
            // What an expression reads is written like the input of an instruction.
            let line = format!("lpassa {word}");
            let mut parser = LineParser::without_suggestions();
            let parsed = parser.parse(&line);
            let surroundings = Surroundings::default();
            let found = complete(&mut parser, &parsed, &line, line.len(), &surroundings);
            for candidate in found.candidates {
                add(candidate.label, None, "variable");
            }
        }
        Ok(Completions { targets })
    }
}

/// The commands of the console. The client has its own ways for the others.
fn commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| !command.is_for_terminal)
}

/// Whether a text begins with the name of a command.
fn is_name(command: &Command, text: &str) -> bool {
    let name = text.split_whitespace().next().unwrap_or_default();
    command.name == name || command.short == name
}
