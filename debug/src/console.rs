//! The debugger's commands as people type them, in a terminal and in the console of an editor.
//!
//! A line that is not a command is an expression, whose value is shown. Answers are messages. A command that moves the run
//! returns the reason for the stop, and the caller shows the new place.

mod commands;

use mnc2_text::{Message, line, message};

use self::commands::Console;
use super::stepping::{Motion, StopReason};
use super::{DebugOutput, Debuggee};
use mnc2_ide::features::run::Control;

/// A command of the console.
#[derive(Debug)]
pub struct Command {
    /// The name in the console.
    pub name: &'static str,
    /// An abbreviation of the name.
    pub short: &'static str,
    /// The syntax of the arguments.
    pub arguments: &'static str,
    /// The effect, in a sentence.
    pub help: fn() -> Message,
    /// The languages that have it.
    of: Of,
    /// Whether an editor has its own way to do it, so that only a terminal needs it.
    is_for_terminal: bool,
    run: fn(&mut Console<'_>, &str) -> Result<Answer, Message>,
}

/// The languages that have a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Every,
    /// MN-Core 2, for what only its chip has.
    Chip,
    /// The others, for what programs without branches do not have.
    Machine,
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Messages to show; the run did not move.
    Said(Vec<Message>),
    /// The run moved, and stopped for a reason.
    Moved(StopReason),
    /// The debugger is to end.
    Quit,
}

/// All commands, in the order of the help.
const COMMANDS: &[Command] = &[
    Command {
        name: "step",
        short: "s",
        arguments: "[count]",
        help: || message!("runs the next statement"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::Over, rest),
    },
    Command {
        name: "cycle",
        short: "y",
        arguments: "[count]",
        help: || message!("goes to the next cycle of the step"),
        of: Of::Chip,
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::In, rest),
    },
    Command {
        name: "in",
        short: "i",
        arguments: "[count]",
        help: || message!("runs the next statement, into what it calls"),
        of: Of::Machine,
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::In, rest),
    },
    Command {
        name: "out",
        short: "u",
        arguments: "",
        help: || message!("runs to the end of the function, region or section"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, _| Ok(console.go(Motion::Out)),
    },
    Command {
        name: "back",
        short: "b",
        arguments: "[count]",
        help: || message!("goes to the statement before"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::BackOver, rest),
    },
    Command {
        name: "continue",
        short: "c",
        arguments: "",
        help: || message!("runs until something stops it"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, _| Ok(console.go(Motion::Continue)),
    },
    Command {
        name: "reverse",
        short: "r",
        arguments: "",
        help: || message!("runs backward until something stops it"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, _| Ok(console.go(Motion::ReverseContinue)),
    },
    Command {
        name: "goto",
        short: "g",
        arguments: "line|name|start|end",
        help: || message!("goes to a line, forward or backward"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, rest| console.goto(rest),
    },
    Command {
        name: "at",
        short: "@",
        arguments: "[count]",
        help: || {
            message!(
                "goes to the point in time after this many instructions, or shows the current one"
            )
        },
        of: Of::Machine,
        is_for_terminal: false,
        run: |console, rest| console.at(rest),
    },
    Command {
        name: "where",
        short: "bt",
        arguments: "",
        help: || message!("shows the functions, regions and sections that the run is in"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, _| Ok(Answer::Said(console.frames())),
    },
    Command {
        name: "values",
        short: "v",
        arguments: "",
        help: || message!("shows all values"),
        of: Of::Machine,
        is_for_terminal: false,
        run: |console, _| console.on_machine(|machine| Ok(machine.values())),
    },
    Command {
        name: "look",
        short: "l",
        arguments: "",
        help: || message!("shows what this line reads and writes on the PE in focus"),
        of: Of::Chip,
        is_for_terminal: false,
        run: |console, _| console.on_chip(|chip, control| Ok(commands::look(chip, control))),
    },
    Command {
        name: "focus",
        short: "f",
        arguments: "[element]",
        help: || message!("shows the values of another PE, such as n0c1b2m3p1"),
        of: Of::Chip,
        is_for_terminal: false,
        run: |console, rest| console.on_chip(|chip, _| commands::focus(chip, rest)),
    },
    Command {
        name: "origin",
        short: "o",
        arguments: "[-d depth|--tree] place",
        help: || message!("shows what wrote a place, and what it read for that, to a depth"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, rest| console.origin(rest),
    },
    Command {
        name: "set",
        short: "=",
        arguments: "place = number",
        help: || message!("changes a register or memory; the run remembers it"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, rest| console.set(rest),
    },
    Command {
        name: "break",
        short: "br",
        arguments: "line|name [if condition]",
        help: || message!("stops before a line"),
        of: Of::Every,
        is_for_terminal: true,
        run: |console, rest| console.break_at(rest),
    },
    Command {
        name: "watch",
        short: "w",
        arguments: "place [read|write|change] [if condition]",
        help: || message!("stops when a place is accessed"),
        of: Of::Every,
        is_for_terminal: true,
        run: |console, rest| console.watch(rest),
    },
    Command {
        name: "catch",
        short: "ca",
        arguments: "hazard|unwritten|infinity|mismatch|assertion|quit",
        help: || message!("stops where something goes wrong; once more to leave it"),
        of: Of::Chip,
        is_for_terminal: true,
        run: |console, rest| console.catch(rest),
    },
    Command {
        name: "breakpoints",
        short: "bl",
        arguments: "",
        help: || message!("lists what stops the run"),
        of: Of::Every,
        is_for_terminal: true,
        run: |console, _| Ok(Answer::Said(console.list())),
    },
    Command {
        name: "delete",
        short: "d",
        arguments: "[number]",
        help: || message!("removes a breakpoint, or all of them"),
        of: Of::Every,
        is_for_terminal: true,
        run: |console, rest| console.delete(rest),
    },
    Command {
        name: "help",
        short: "h",
        arguments: "",
        help: || message!("shows this list"),
        of: Of::Every,
        is_for_terminal: false,
        run: |console, _| Ok(Answer::Said(console.help())),
    },
    Command {
        name: "quit",
        short: "q",
        arguments: "",
        help: || message!("ends the debugger"),
        of: Of::Every,
        is_for_terminal: true,
        run: |_, _| Ok(Answer::Quit),
    },
];

impl Command {
    /// Whether a text begins with it.
    pub fn begins(&self, text: &str) -> bool {
        let word = text.split_whitespace().next().unwrap_or_default();
        self.name == word || self.short == word
    }
}

/// The commands for a program. `is_terminal` adds those that editors have other ways for.
pub fn offered(
    debuggee: &mut dyn Debuggee,
    is_terminal: bool,
) -> impl Iterator<Item = &'static Command> + use<> {
    let is_chip = debuggee.as_chip().is_some();
    COMMANDS.iter().filter(move |it| {
        let is_of_language = match it.of {
            Of::Every => true,
            Of::Chip => is_chip,
            Of::Machine => !is_chip,
        };
        is_of_language && (is_terminal || !it.is_for_terminal)
    })
}

/// Commands of other debuggers, with the equivalent commands of this one.
const ELSEWHERE: &[(&str, &str)] = &[
    ("n next ni nexti stepi si stepo", "step"),
    ("finish fin", "out"),
    ("run start", "continue"),
    ("rs rn rsi reverse-step reverse-next", "back"),
    ("rc reverse-continue", "reverse"),
    ("jump until advance tbreak", "goto"),
    ("backtrace frame up down", "where"),
    ("info i", "breakpoints"),
    ("rwatch awatch", "watch"),
    ("exit kill", "quit"),
];

/// The commands with which other debuggers print a value.
const PRINT: &str = "p print x inspect display printf";

/// The sentence about a word that is not a command here; `None` if no command is meant.
fn meant(word: &str, names: impl Iterator<Item = &'static str>) -> Option<Message> {
    let has = |words: &str| words.split(' ').any(|known| known == word);
    if has(PRINT) {
        return Some(message!(
            "there is no command `{word}`: an expression alone shows its value, such as `$lr0`",
            word
        ));
    }
    let elsewhere = ELSEWHERE.iter().find(|(words, _)| has(words));
    let near = match elsewhere {
        Some((_, name)) => Some(*name),
        None => line::similar(word, names, line::SIMILARITY_MIN),
    };
    near.map(|near| {
        message!(
            "there is no command `{word}`; did you mean `{near}`?",
            word,
            near
        )
    })
}

/// Executes what a person typed. `is_terminal` adds the commands that editors have other ways for.
///
/// # Errors
/// A sentence if it cannot be understood or done.
pub fn execute(
    debuggee: &mut dyn Debuggee,
    text: &str,
    is_terminal: bool,
    control: &Control,
    sink: &mut dyn FnMut(DebugOutput),
) -> Result<Answer, Message> {
    let text = text.trim();
    let command = offered(debuggee, is_terminal).find(|it| it.begins(text));
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let Some(command) = command else {
        let value = debuggee.value(text).map(Answer::Said);
        return value.map_err(|problem| {
            let names = offered(debuggee, is_terminal).map(|it| it.name);
            meant(&text[..end], names).unwrap_or(problem)
        });
    };
    let mut console = Console {
        debuggee,
        is_terminal,
        control,
        sink,
    };
    (command.run)(&mut console, text[end..].trim())
}
