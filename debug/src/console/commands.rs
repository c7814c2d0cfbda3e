//! The effects of the commands.

use mnc2_isa::ChipLevel;
use mnc2_text::{Message, message};

use super::{Answer, offered};
use crate::breakpoints::{AccessType, Filter, WantedBreakpoints, WantedData, WantedLine, When};
use crate::chip::{self, hexadecimal, name};
use crate::stepping::{Motion, StopReason};
use crate::{DebugOutput, Debuggee, machine, name_of_line, nothing_runs};
use mnc2_ide::features::run::Control;
use mnc2_ide::session::Focus;

/// Maximum number of accesses of a line that are shown.
const TOUCHES_MAX: usize = 200;
/// Maximum number of frames that are shown.
const FRAMES_MAX: usize = 2000;
/// Maximum number of repetitions of a motion in one command.
const REPEATED_MAX: u64 = 1_000_000_000;

/// Maximum number of origins above one another.
const DEPTH_MAX: usize = 64;

/// The words for accesses.
const ACCESSES: [(&str, AccessType); 3] = [
    ("read", AccessType::Read),
    ("write", AccessType::Write),
    ("change", AccessType::Change),
];

/// A debugger that executes a command.
pub(super) struct Console<'a> {
    pub(super) debuggee: &'a mut dyn Debuggee,
    pub(super) is_terminal: bool,
    pub(super) control: &'a Control,
    pub(super) sink: &'a mut dyn FnMut(DebugOutput),
}

impl Console<'_> {
    pub(super) fn go(&mut self, motion: Motion) -> Answer {
        Answer::Moved(self.debuggee.go(motion, self.control, self.sink))
    }

    /// Goes several times, until something stops the run.
    pub(super) fn repeat(&mut self, motion: Motion, count: &str) -> Result<Answer, Message> {
        let count = if count.is_empty() { 1 } else { number(count)? };
        let mut last = StopReason::Arrived;
        for _ in 0..count.clamp(1, REPEATED_MAX) {
            last = self.debuggee.go(motion, self.control, self.sink);
            if last != StopReason::Arrived {
                break;
            }
        }
        Ok(Answer::Moved(last))
    }

    pub(super) fn goto(&mut self, to: &str) -> Result<Answer, Message> {
        let motion = match to {
            "start" => Motion::To(0),
            "end" => Motion::To(u64::MAX),
            place => Motion::ToLine(self.line(place)?),
        };
        Ok(self.go(motion))
    }

    pub(super) fn at(&mut self, count: &str) -> Result<Answer, Message> {
        if !count.is_empty() {
            return Ok(self.go(Motion::To(number(count)?)));
        }
        let steps = self.debuggee.steps().unwrap_or(0);
        Ok(Answer::Said(vec![message!(
            "{steps:# instruction|# instructions}",
            steps
        )]))
    }

    pub(super) fn frames(&self) -> Vec<Message> {
        let frames = self.debuggee.frames(self.debuggee.thread()).into_iter();
        let frames = frames.take(FRAMES_MAX).map(|frame| {
            let line = frame.place.line as usize;
            match frame.name.is_empty() {
                true => name_of_line(line),
                false => message!("{name}, line {line}", name = frame.name, line = line + 1),
            }
        });
        frames.collect()
    }

    pub(super) fn origin(&mut self, text: &str) -> Result<Answer, Message> {
        let (depth, text) = with_depth(text)?;
        if text.is_empty() {
            return Err(message!(
                "name a place after `origin`: a register or a word of a memory"
            ));
        }
        let said = self.debuggee.origin(text, depth, self.control)?;
        Ok(Answer::Said(said))
    }

    /// Does what only the chip can.
    pub(super) fn on_chip(
        &mut self,
        run: impl FnOnce(&mut chip::Debugger, &Control) -> Result<Vec<Message>, Message>,
    ) -> Result<Answer, Message> {
        let chip = self.debuggee.as_chip();
        let said = chip.map_or_else(|| Ok(Vec::new()), |chip| run(chip, self.control));
        said.map(Answer::Said)
    }

    /// Does what only other machines can.
    pub(super) fn on_machine(
        &mut self,
        run: impl FnOnce(&mut machine::Debugger) -> Result<Vec<Message>, Message>,
    ) -> Result<Answer, Message> {
        let machine = self.debuggee.as_machine();
        machine
            .map_or_else(|| Ok(Vec::new()), run)
            .map(Answer::Said)
    }

    pub(super) fn set(&mut self, text: &str) -> Result<Answer, Message> {
        let Some((place, value)) = text.split_once('=') else {
            return Err(message!("write `set`, a value, `=` and a number"));
        };
        let said = self.debuggee.change(place.trim(), value.trim())?;
        Ok(Answer::Said(vec![said]))
    }

    pub(super) fn break_at(&mut self, text: &str) -> Result<Answer, Message> {
        let (place, when) = with_condition(text);
        let wanted = WantedLine {
            id: self.debuggee.wanted().next_id()?,
            line: self.line(place)?,
            when,
        };
        let line = self.debuggee.check_line(&wanted)?;
        let said = before_line(wanted.id, line);
        let wanted = WantedLine { line, ..wanted };
        self.edit(|all| all.lines.push(wanted));
        Ok(Answer::Said(vec![said]))
    }

    pub(super) fn watch(&mut self, text: &str) -> Result<Answer, Message> {
        let (text, when) = with_condition(text);
        let last = text.rsplit_once(char::is_whitespace);
        let named = last.and_then(|(place, word)| {
            let access = ACCESSES.iter().find(|(name, _)| *name == word)?;
            Some((place.trim(), access.1))
        });
        let (place, access) = named.unwrap_or((text, AccessType::Write));
        let watched = self.debuggee.watchable(place)?;
        let wanted = WantedData {
            id: self.debuggee.wanted().next_id()?,
            name: watched.id,
            access,
            when,
        };
        self.debuggee.check_data(&wanted)?;
        let said = on_value(wanted.id, watched.shown);
        self.edit(|all| all.data.push(wanted));
        Ok(Answer::Said(vec![said]))
    }

    pub(super) fn catch(&mut self, text: &str) -> Result<Answer, Message> {
        let filters = self.debuggee.filters();
        let filter = filters.iter().find(|filter| filter.name() == text);
        let filter = *filter.ok_or_else(|| {
            let names: Vec<&str> = filters.iter().map(|it| it.name()).collect();
            let names = names.join(", ");
            message!("one of these must follow: {names}", names)
        })?;
        let is_on = self.debuggee.wanted().filters.contains(&filter);
        self.edit(|all| {
            all.filters.retain(|one| *one != filter);
            if !is_on {
                all.filters.push(filter);
            }
        });
        let name = filter.name();
        Ok(Answer::Said(vec![if is_on {
            message!("{name} does not stop the run any more", name)
        } else {
            caught(filter)
        }]))
    }

    pub(super) fn list(&self) -> Vec<Message> {
        let all = self.debuggee.wanted();
        let lines = all.lines.iter().map(|one| before_line(one.id, one.line));
        let data = all.data.iter().map(|one| {
            let watched = self.debuggee.check_data(one);
            on_value(one.id, watched.map_or(one.name.clone(), |it| it.shown))
        });
        let filters = all.filters.iter().map(|filter| caught(*filter));
        let list: Vec<Message> = lines.chain(data).chain(filters).collect();
        if list.is_empty() {
            return vec![message!("nothing stops the run")];
        }
        list
    }

    pub(super) fn delete(&mut self, text: &str) -> Result<Answer, Message> {
        if text.is_empty() {
            self.debuggee.stop_at(WantedBreakpoints::default());
            return Ok(Answer::Said(self.list()));
        }
        let id = number(text)?;
        let all = self.debuggee.wanted();
        let lines = all.lines.iter().map(|it| it.id);
        let mut ids = lines.chain(all.data.iter().map(|it| it.id));
        if !ids.any(|it| u64::from(it) == id) {
            return Err(message!("there is no breakpoint {id}", id));
        }
        self.edit(|all| {
            all.lines.retain(|one| u64::from(one.id) != id);
            all.data.retain(|one| u64::from(one.id) != id);
        });
        Ok(Answer::Said(self.list()))
    }

    pub(super) fn help(&mut self) -> Vec<Message> {
        let mut lines: Vec<Message> = offered(self.debuggee, self.is_terminal)
            .map(|command| {
                let usage = format!("{} {}", command.name, command.arguments);
                let (usage, short, help) = (usage.trim_end(), command.short, (command.help)());
                message!("{usage} ({short}): {help}", usage, short, help)
            })
            .collect();
        lines.push(self.debuggee.expressions());
        lines
    }

    /// A line, counted from 0, from its number or the name of what begins there.
    fn line(&self, place: &str) -> Result<usize, Message> {
        let line = match place.parse::<usize>() {
            Ok(0) => return Err(message!("lines are counted from 1")),
            Ok(line) => line - 1,
            Err(_) => self.debuggee.line_named(place)?,
        };
        self.debuggee.breakable(line).ok_or_else(nothing_runs)
    }

    fn edit(&mut self, edit: impl FnOnce(&mut WantedBreakpoints)) {
        let mut wanted = self.debuggee.wanted().clone();
        edit(&mut wanted);
        self.debuggee.stop_at(wanted);
    }
}

/// The reads and writes of the line that runs next, on the PE in focus.
pub(super) fn look(chip: &chip::Debugger, control: &Control) -> Vec<Message> {
    let touches = chip.look(control);
    let shown = touches.iter().take(TOUCHES_MAX);
    let mut lines: Vec<Message> = shown
        .map(|touch| {
            let cycle = touch.cycle;
            let place = name(&touch.place);
            let values = hexadecimal(&touch.place, &touch.values);
            match (touch.is_write, touch.is_masked) {
                (true, true) => message!("cycle {cycle}: writes {place}: masked", cycle, place),
                (true, false) => {
                    message!(
                        "cycle {cycle}: writes {place}: {values}",
                        cycle,
                        place,
                        values
                    )
                }
                (false, _) => {
                    message!(
                        "cycle {cycle}: reads {place}: {values}",
                        cycle,
                        place,
                        values
                    )
                }
            }
        })
        .collect();
    if touches.len() > TOUCHES_MAX {
        let count = touches.len() - TOUCHES_MAX;
        lines.push(message!("{count} more", count));
    }
    if lines.is_empty() {
        lines.push(message!("this line accesses nothing on this PE"));
    }
    lines
}

/// Shows the values of another PE, and returns its name.
pub(super) fn focus(chip: &mut chip::Debugger, element: &str) -> Result<Vec<Message>, Message> {
    if !element.is_empty() {
        let focus = Focus::parse(element).ok_or_else(|| {
            message!(
                "`{element}` is not a PE; write a PE like `n0c1b2m3p1`",
                element
            )
        })?;
        chip.set_focus(focus);
    }
    Ok(vec![Message::verbatim(ChipLevel::Pe.name(chip.pe()))])
}

/// The requested depth of origins, `-d 4` or `--tree`, and the rest. With both, `-d` limits the tree.
fn with_depth(mut text: &str) -> Result<(usize, &str), Message> {
    let (mut depth, mut is_tree) = (None, false);
    loop {
        let (option, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim_start();
        match option {
            "--tree" => (is_tree, text) = (true, rest),
            "-d" => {
                let (given, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                if given.is_empty() {
                    return Err(message!("write a number and a place after `-d`"));
                }
                depth = Some(number(given)?.clamp(1, DEPTH_MAX as u64) as usize);
                text = rest.trim_start();
            }
            _ => break,
        }
    }
    let otherwise = if is_tree { DEPTH_MAX } else { 1 };
    Ok((depth.unwrap_or(otherwise), text.trim_end()))
}

/// The text before `if`, and the condition after it.
fn with_condition(text: &str) -> (&str, When) {
    let (place, condition) = match text.split_once(" if ") {
        Some((place, condition)) => (place.trim(), Some(condition.trim().to_owned())),
        None => (text, None),
    };
    let when = When {
        condition,
        ..When::default()
    };
    (place, when)
}

fn before_line(id: u32, line: usize) -> Message {
    message!("breakpoint {id} before line {line}", id, line = line + 1)
}

fn on_value(id: u32, shown: String) -> Message {
    message!("breakpoint {id} on {shown}", id, shown)
}

fn caught(filter: Filter) -> Message {
    message!("{name} stops the run", name = filter.name())
}

fn number(text: &str) -> Result<u64, Message> {
    text.parse()
        .map_err(|_| message!("`{text}` is not a number", text))
}
