//! The debugger's commands as people type them, in a terminal and in the console of an editor.
//!
//! A line that is no command is a watch expression, whose value is shown. Answers are messages; what moves the run says
//! why it stopped, and the caller shows where it is then.

mod commands;
mod say;

use mnc2_asm::{Message, message};

use self::commands::Console;
pub use self::say::name;
use super::motion::{Motion, Reason};
use super::{Debugger, Output};
use crate::features::run::Control;

/// A command.
#[derive(Debug)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// A shorter one.
    pub short: &'static str,
    /// What follows it.
    pub arguments: &'static str,
    /// What it does, in a sentence.
    pub help: fn() -> Message,
    /// Whether an editor has its own way to do it, so that only a terminal needs it.
    pub is_for_terminal: bool,
    run: fn(&mut Console<'_>, &str) -> Result<Answer, Message>,
}

/// What a command leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Something to read.
    Said(Vec<Message>),
    /// The run moved, and stopped for a reason.
    Moved(Reason),
    /// The debugger is to end.
    Quit,
}

/// All commands, in the order of the help.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "step",
        short: "s",
        arguments: "[count]",
        help: || message!("runs the next statement"),
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::Step, rest),
    },
    Command {
        name: "cycle",
        short: "y",
        arguments: "[count]",
        help: || message!("goes to the next cycle of the step"),
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::Cycle, rest),
    },
    Command {
        name: "back",
        short: "b",
        arguments: "[count]",
        help: || message!("goes to the statement before"),
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::StepBack, rest),
    },
    Command {
        name: "continue",
        short: "c",
        arguments: "",
        help: || message!("runs until something stops it"),
        is_for_terminal: false,
        run: |console, _| Ok(console.go(Motion::Continue)),
    },
    Command {
        name: "reverse",
        short: "r",
        arguments: "",
        help: || message!("runs backward until something stops it"),
        is_for_terminal: false,
        run: |console, _| Ok(console.go(Motion::ReverseContinue)),
    },
    Command {
        name: "goto",
        short: "g",
        arguments: "line|start|end",
        help: || message!("goes to a line, forward or backward"),
        is_for_terminal: false,
        run: |console, rest| console.goto(rest),
    },
    Command {
        name: "look",
        short: "l",
        arguments: "",
        help: || message!("shows what this line reads and writes on the PE in focus"),
        is_for_terminal: false,
        run: |console, _| Ok(Answer::Said(console.look())),
    },
    Command {
        name: "focus",
        short: "f",
        arguments: "[element]",
        help: || message!("shows the values of another PE, such as n0c1b2m3p1"),
        is_for_terminal: false,
        run: |console, rest| console.focus(rest),
    },
    Command {
        name: "origin",
        short: "o",
        arguments: "place",
        help: || message!("says what wrote a place, and what it read for that"),
        is_for_terminal: false,
        run: |console, rest| console.origin(rest),
    },
    Command {
        name: "set",
        short: "=",
        arguments: "place = number",
        help: || message!("changes memory; the run remembers it"),
        is_for_terminal: false,
        run: |console, rest| console.set(rest),
    },
    Command {
        name: "break",
        short: "br",
        arguments: "line [if condition]",
        help: || message!("stops before a line"),
        is_for_terminal: true,
        run: |console, rest| console.break_at(rest),
    },
    Command {
        name: "watch",
        short: "w",
        arguments: "place [read|write|change]",
        help: || message!("stops when a place is accessed"),
        is_for_terminal: true,
        run: |console, rest| console.watch(rest),
    },
    Command {
        name: "catch",
        short: "ca",
        arguments: "hazard|unwritten|infinity|mismatch|assertion|quit",
        help: || message!("stops where something goes wrong; once more to leave it"),
        is_for_terminal: true,
        run: |console, rest| console.catch(rest),
    },
    Command {
        name: "breakpoints",
        short: "bl",
        arguments: "",
        help: || message!("lists what stops the run"),
        is_for_terminal: true,
        run: |console, _| Ok(Answer::Said(console.list())),
    },
    Command {
        name: "delete",
        short: "d",
        arguments: "[number]",
        help: || message!("removes a breakpoint, or all of them"),
        is_for_terminal: true,
        run: |console, rest| console.delete(rest),
    },
    Command {
        name: "help",
        short: "h",
        arguments: "",
        help: || message!("shows this list"),
        is_for_terminal: false,
        run: |console, _| Ok(Answer::Said(console.help())),
    },
    Command {
        name: "quit",
        short: "q",
        arguments: "",
        help: || message!("ends the debugger"),
        is_for_terminal: true,
        run: |_, _| Ok(Answer::Quit),
    },
];

/// Executes what a person typed. `is_terminal` adds the commands that editors have other ways for.
///
/// # Errors
///
/// A sentence if it cannot be understood or done.
pub fn execute(
    debugger: &mut Debugger,
    text: &str,
    is_terminal: bool,
    control: &Control,
    sink: &mut dyn FnMut(Output),
) -> Result<Answer, Message> {
    let text = text.trim();
    let mut console = Console {
        debugger,
        is_terminal,
        control,
        sink,
    };
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let known = |command: &&Command| command.name == word || command.short == word;
    let offered = COMMANDS
        .iter()
        .filter(|it| is_terminal || !it.is_for_terminal);
    match offered.clone().find(known) {
        Some(command) => (command.run)(&mut console, rest.trim()),
        None => console.value(text),
    }
}
