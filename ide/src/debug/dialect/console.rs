//! The debugger's commands as people type them, in a terminal and in the console of an editor.
//!
//! A line that is no command is the name of a value, which is shown. What moves the run says why it stopped, and the caller shows
//! where it is then.

use mnc2_text::{Described, Location, Message, message};

use super::breakpoints::{DataBreakpoint, LineBreakpoint};
use super::motion::{Motion, Reason};
use super::values::{Condition, Expression, Value, number_of, shown, summary};
use super::{Debugger, Output, name_of_line};
use crate::debug::breakpoints::{BREAKPOINTS_MAX, BreakpointId};
use crate::features::run::Control;

/// Maximum number of repetitions of a command.
const REPETITIONS_MAX: u64 = 1_000_000_000;
/// Maximum number of lines of an answer.
const LINES_MAX: usize = 2000;

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
        help: || message!("runs the next instruction, and what it calls"),
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::Over, rest),
    },
    Command {
        name: "in",
        short: "i",
        arguments: "[count]",
        help: || message!("runs the next instruction, into what it calls"),
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::In, rest),
    },
    Command {
        name: "out",
        short: "u",
        arguments: "",
        help: || message!("runs to the end of the function or region"),
        is_for_terminal: false,
        run: |console, _| Ok(console.go(Motion::Out)),
    },
    Command {
        name: "back",
        short: "b",
        arguments: "[count]",
        help: || message!("goes to the instruction before"),
        is_for_terminal: false,
        run: |console, rest| console.repeat(Motion::BackOver, rest),
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
        arguments: "line|name|start|end",
        help: || message!("goes to a line, the next time that it runs or the last time before"),
        is_for_terminal: false,
        run: |console, rest| console.goto(rest),
    },
    Command {
        name: "at",
        short: "@",
        arguments: "[count]",
        help: || {
            message!("goes to the moment after so many instructions, or says how many there were")
        },
        is_for_terminal: false,
        run: |console, rest| console.at(rest),
    },
    Command {
        name: "where",
        short: "bt",
        arguments: "",
        help: || message!("shows the functions and regions that the run is in"),
        is_for_terminal: false,
        run: |console, _| Ok(Answer::Said(console.frames())),
    },
    Command {
        name: "values",
        short: "v",
        arguments: "",
        help: || message!("shows all values"),
        is_for_terminal: false,
        run: |console, _| Ok(Answer::Said(console.values())),
    },
    Command {
        name: "set",
        short: "=",
        arguments: "value = number",
        help: || message!("changes a register or memory"),
        is_for_terminal: false,
        run: |console, rest| console.set(rest),
    },
    Command {
        name: "break",
        short: "br",
        arguments: "line|name [if condition]",
        help: || message!("stops before a line"),
        is_for_terminal: true,
        run: |console, rest| console.break_at(rest),
    },
    Command {
        name: "watch",
        short: "w",
        arguments: "value [if condition]",
        help: || message!("stops when a value changes"),
        is_for_terminal: true,
        run: |console, rest| console.watch(rest),
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
    let mut offered = offered(is_terminal);
    match offered.find(|it| it.name == word || it.short == word) {
        Some(command) => (command.run)(&mut console, rest.trim()),
        None => {
            let machine = console.debugger.machine();
            let value = Expression::parse(text, machine, None)?.evaluate(machine)?;
            let mut lines = Vec::new();
            match value {
                Value::Location(location) => console.write(location, 0, &mut lines),
                other => lines.push(Message::verbatim(shown(machine, other))),
            }
            Ok(Answer::Said(lines))
        }
    }
}

fn offered(is_terminal: bool) -> impl Iterator<Item = &'static Command> {
    COMMANDS
        .iter()
        .filter(move |it| is_terminal || !it.is_for_terminal)
}

struct Console<'a> {
    debugger: &'a mut Debugger,
    is_terminal: bool,
    control: &'a Control,
    sink: &'a mut dyn FnMut(Output),
}

impl Console<'_> {
    fn go(&mut self, motion: Motion) -> Answer {
        Answer::Moved(self.debugger.go(motion, self.control, self.sink))
    }

    /// Goes several times, until something stops the run.
    fn repeat(&mut self, motion: Motion, count: &str) -> Result<Answer, Message> {
        let times = match count {
            "" => 1,
            count => number(count)?.clamp(1, REPETITIONS_MAX),
        };
        for _ in 1..times {
            let reason = self.debugger.go(motion, self.control, self.sink);
            if reason != Reason::Arrived {
                return Ok(Answer::Moved(reason));
            }
        }
        Ok(self.go(motion))
    }

    fn goto(&mut self, place: &str) -> Result<Answer, Message> {
        Ok(match place {
            "start" => self.go(Motion::To(0)),
            "end" => self.go(Motion::To(u64::MAX)),
            place => {
                let line = self.line(place)?;
                self.go(Motion::ToLine(line))
            }
        })
    }

    fn at(&mut self, count: &str) -> Result<Answer, Message> {
        if count.is_empty() {
            let steps = self.debugger.step();
            return Ok(Answer::Said(vec![message!(
                "{steps:# instruction|# instructions}",
                steps
            )]));
        }
        let step = number(count)?;
        Ok(self.go(Motion::To(step)))
    }

    fn frames(&self) -> Vec<Message> {
        let thread = self.debugger.machine().thread();
        let frames = self.debugger.frames(thread).into_iter();
        let frames = frames.take(LINES_MAX).map(|frame| {
            let line = frame.place.line;
            match frame.name.is_empty() {
                true => name_of_line(line),
                false => message!("{name}, line {line}", name = frame.name, line = line + 1),
            }
        });
        frames.collect()
    }

    fn values(&self) -> Vec<Message> {
        let mut lines = Vec::new();
        let machine = self.debugger.machine();
        for group in machine.groups(machine.thread(), 0) {
            self.write(group, 0, &mut lines);
        }
        lines
    }

    /// A value and its parts, a line each.
    fn write(&self, location: Location, depth: usize, lines: &mut Vec<Message>) {
        if lines.len() >= LINES_MAX {
            return;
        }
        let machine = self.debugger.machine();
        let described = machine.describe(location);
        let value = match is_list(&described) {
            true => described.value.clone(),
            false => summary(machine, location),
        };
        let equals = if value.is_empty() { "" } else { " = " };
        let name = &described.name;
        let indent = 2 * depth;
        lines.push(Message::verbatim(format!(
            "{:indent$}{name}{equals}{value}",
            ""
        )));
        // What has a value on its line is not listed number by number.
        if depth == 0 || is_list(&described) {
            for part in machine.parts(location, 0..LINES_MAX as u64) {
                self.write(part, depth + 1, lines);
            }
        }
    }

    fn set(&mut self, text: &str) -> Result<Answer, Message> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(message!("write `set`, a value, `=` and a number"));
        };
        let machine = self.debugger.machine();
        let found = Expression::parse(name, machine, None)?.evaluate(machine)?;
        let Value::Location(location) = found else {
            let text = name.trim();
            return Err(message!("`{text}` is no place that can be changed", text));
        };
        let number = number_of(value, machine)?;
        self.debugger.set(location, number)?;
        let machine = self.debugger.machine();
        let (name, value) = (name.trim(), summary(machine, location));
        Ok(Answer::Said(vec![Message::verbatim(format!(
            "{name} = {value}"
        ))]))
    }

    fn break_at(&mut self, text: &str) -> Result<Answer, Message> {
        let (place, condition) = self.with_condition(text)?;
        let line = self.line(place)?;
        let id = self.give_id()?;
        let mut all = self.debugger.breakpoints().clone();
        all.lines.push(LineBreakpoint {
            id,
            line,
            condition,
            hits: None,
            log: None,
        });
        self.debugger.set_breakpoints(all);
        let line = line + 1;
        Ok(Answer::Said(vec![message!(
            "breakpoint {id} before line {line}",
            id,
            line
        )]))
    }

    fn watch(&mut self, text: &str) -> Result<Answer, Message> {
        let (name, condition) = self.with_condition(text)?;
        let machine = self.debugger.machine();
        let found = Expression::parse(name, machine, None)?;
        let found = found.evaluate(machine)?;
        let Value::Location(location) = found else {
            return Err(message!(
                "`{name}` names no place whose changes can be followed",
                name
            ));
        };
        DataBreakpoint::check(location, machine)?;
        let id = self.give_id()?;
        let mut all = self.debugger.breakpoints().clone();
        all.data.push(DataBreakpoint {
            id,
            name: name.to_owned(),
            location,
            condition,
            hits: None,
        });
        self.debugger.set_breakpoints(all);
        Ok(Answer::Said(vec![message!(
            "breakpoint {id} at changes of {name}",
            id,
            name
        )]))
    }

    fn list(&self) -> Vec<Message> {
        let all = self.debugger.breakpoints();
        let lines = all.lines.iter().map(|it| {
            let (id, line) = (it.id, it.line + 1);
            message!("breakpoint {id} before line {line}", id, line)
        });
        let data = all.data.iter().map(|it| {
            let (id, name) = (it.id, it.name.as_str());
            message!("breakpoint {id} at changes of {name}", id, name)
        });
        let list: Vec<Message> = lines.chain(data).collect();
        match list.is_empty() {
            true => vec![message!("nothing stops the run")],
            false => list,
        }
    }

    fn delete(&mut self, text: &str) -> Result<Answer, Message> {
        let mut all = self.debugger.breakpoints().clone();
        if text.is_empty() {
            all = super::Breakpoints::default();
        } else {
            let wanted = number(text)?;
            let before = all.count();
            all.lines.retain(|it| u64::from(it.id) != wanted);
            all.data.retain(|it| u64::from(it.id) != wanted);
            if all.count() == before {
                return Err(message!("there is no breakpoint {id}", id = wanted));
            }
        }
        self.debugger.set_breakpoints(all);
        Ok(Answer::Said(self.list()))
    }

    fn help(&self) -> Vec<Message> {
        let mut lines: Vec<Message> = offered(self.is_terminal)
            .map(|command| {
                let usage = format!("{} {}", command.name, command.arguments);
                let (usage, short, help) = (usage.trim_end(), command.short, (command.help)());
                message!("{usage} ({short}): {help}", usage, short, help)
            })
            .collect();
        lines.push(message!(
            "everything else is an expression, such as `t0`, `registers` or `memory[t0 + 4] == 0x10`"
        ));
        lines
    }

    /// A line, counted from 0, from its number or the name of what begins there.
    fn line(&self, place: &str) -> Result<u32, Message> {
        let nothing = || message!("no instruction runs there or after it");
        match place.parse::<u32>() {
            Ok(line) => self
                .debugger
                .breakable(line.saturating_sub(1))
                .ok_or_else(nothing),
            Err(_) => self.debugger.line_of(place).ok_or_else(|| {
                message!(
                    "`{place}` is neither a line nor a name of the program",
                    place
                )
            }),
        }
    }

    fn with_condition<'t>(&self, text: &'t str) -> Result<(&'t str, Option<Condition>), Message> {
        let Some((place, condition)) = text.split_once(" if ") else {
            return Ok((text, None));
        };
        let machine = self.debugger.machine();
        let condition = Condition::parse(condition.trim(), machine)?;
        Ok((place.trim(), Some(condition)))
    }

    fn give_id(&self) -> Result<BreakpointId, Message> {
        let all = self.debugger.breakpoints();
        if all.count() >= BREAKPOINTS_MAX {
            return Err(message!(
                "there can be at most {max:# breakpoint|# breakpoints}",
                max = BREAKPOINTS_MAX
            ));
        }
        let lines = all.lines.iter().map(|it| it.id);
        let ids = lines.chain(all.data.iter().map(|it| it.id));
        Ok(ids.max().unwrap_or(0) + 1)
    }
}

/// Whether the parts of something are lists or have names, rather than being numbers in a row.
fn is_list(described: &Described) -> bool {
    described.parts > 0 && !described.is_indexed
}

fn number(text: &str) -> Result<u64, Message> {
    text.parse()
        .map_err(|_| message!("`{text}` is no number", text))
}
