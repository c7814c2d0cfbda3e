//! What each command does.

use mnc2_asm::program::{WatchKind, WatchNumber};
use mnc2_asm::{Message, message, watch};
use mnc2_isa::Level;

use super::say::{hexadecimal, name, origin_lines};
use super::{Answer, COMMANDS};
use crate::debug::breakpoints::{
    AccessType, BREAKPOINTS_MAX, BreakpointId, Breakpoints, DataBreakpoint, Filter, LineBreakpoint,
};
use crate::debug::motion::{Motion, Reason};
use crate::debug::place::{Place, level_of};
use crate::debug::{Debugger, Output, spelling};
use crate::features::run::Control;
use crate::session::Focus;

/// Maximum number of accesses of a line that are shown.
const TOUCHES_MAX: usize = 200;
/// Maximum number of times that a motion is repeated at once.
const REPEATED_MAX: u64 = 1_000_000;

/// A debugger that executes a command.
pub(super) struct Console<'a> {
    pub(super) debugger: &'a mut Debugger,
    pub(super) is_terminal: bool,
    pub(super) control: &'a Control,
    pub(super) sink: &'a mut dyn FnMut(Output),
}

impl Console<'_> {
    pub(super) fn go(&mut self, motion: Motion) -> Answer {
        Answer::Moved(self.debugger.go(motion, self.control, self.sink))
    }

    pub(super) fn repeat(&mut self, motion: Motion, count: &str) -> Result<Answer, Message> {
        let count = if count.is_empty() { 1 } else { number(count)? };
        let mut last = Reason::Arrived;
        for _ in 0..count.clamp(1, REPEATED_MAX) {
            last = self.debugger.go(motion, self.control, self.sink);
            if last != Reason::Arrived {
                break;
            }
        }
        Ok(Answer::Moved(last))
    }

    pub(super) fn goto(&mut self, to: &str) -> Result<Answer, Message> {
        let line = match to {
            "start" => 0,
            "end" => usize::MAX,
            line => line_number(line)?,
        };
        Ok(self.go(Motion::To(line)))
    }

    pub(super) fn value(&self, text: &str) -> Result<Answer, Message> {
        let expression = watch::parse(text).map_err(|error| error.message)?;
        let value = self.debugger.evaluate(&expression)?;
        Ok(Answer::Said(vec![Message::verbatim(value.to_string())]))
    }

    pub(super) fn look(&self) -> Vec<Message> {
        let touches = self.debugger.look(self.control);
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

    pub(super) fn focus(&mut self, element: &str) -> Result<Answer, Message> {
        if !element.is_empty() {
            let focus = Focus::parse(element).ok_or_else(|| {
                message!(
                    "`{element}` is not a PE; one is written like `n0c1b2m3p1`",
                    element
                )
            })?;
            self.debugger.set_focus(focus);
        }
        let focus = Level::Pe.name(self.debugger.pe());
        Ok(Answer::Said(vec![Message::verbatim(focus)]))
    }

    pub(super) fn origin(&mut self, text: &str) -> Result<Answer, Message> {
        let mut said = Vec::new();
        for place in self.places(text)? {
            let line = self.debugger.line();
            let origin = self.debugger.origin(&place, line, self.control)?;
            said.extend(origin_lines(&origin));
        }
        Ok(Answer::Said(said))
    }

    pub(super) fn set(&mut self, text: &str) -> Result<Answer, Message> {
        let Some((place, value)) = text.split_once('=') else {
            return Err(message!(
                "a place, `=` and a number must follow, such as `$lr0 = 0x1f`"
            ));
        };
        let places = self.places(place.trim())?;
        let bits = bits(value.trim())?;
        for place in &places {
            let words = words_of(place, bits);
            self.debugger.write(place, &words)?;
        }
        Ok(Answer::Said(vec![message!("changed from here on")]))
    }

    pub(super) fn break_at(&mut self, text: &str) -> Result<Answer, Message> {
        let (line, condition) = match text.split_once(" if ") {
            Some((line, condition)) => (line.trim(), Some(condition)),
            None => (text, None),
        };
        let wanted = line_number(line)?;
        let line = self.debugger.breakable(wanted).ok_or_else(|| {
            let line = wanted + 1;
            message!("no statement runs at or after line {line}", line)
        })?;
        let condition = condition
            .map(|text| watch::parse(text.trim()).map_err(|error| error.message))
            .transpose()?;
        let id = self.next_id()?;
        self.change(|breakpoints| {
            breakpoints.lines.push(LineBreakpoint {
                id,
                line,
                condition,
                hits: None,
                log: None,
            });
        });
        let line = line + 1;
        Ok(Answer::Said(vec![message!(
            "breakpoint {id} before line {line}",
            id,
            line
        )]))
    }

    pub(super) fn watch(&mut self, text: &str) -> Result<Answer, Message> {
        let accesses = [
            ("read", AccessType::Read),
            ("write", AccessType::Write),
            ("change", AccessType::Change),
        ];
        let last = text.rsplit_once(char::is_whitespace);
        let named = last.and_then(|(place, word)| {
            let access = accesses.iter().find(|(name, _)| *name == word)?;
            Some((place.trim(), access.1))
        });
        let (place, access) = named.unwrap_or((text, AccessType::Write));
        let mut said = Vec::new();
        for place in self.places(place)? {
            let id = self.next_id()?;
            let shown = name(&place);
            self.change(|breakpoints| {
                breakpoints.data.push(DataBreakpoint {
                    id,
                    place,
                    access,
                    condition: None,
                    hits: None,
                });
            });
            said.push(message!("breakpoint {id} on {shown}", id, shown));
        }
        Ok(Answer::Said(said))
    }

    pub(super) fn catch(&mut self, text: &str) -> Result<Answer, Message> {
        let filter = Filter::ALL.into_iter().find(|filter| filter.name() == text);
        let filter = filter.ok_or_else(|| {
            let names = Filter::ALL.map(Filter::name).join(", ");
            message!("one of these must follow: {names}", names)
        })?;
        let is_on = self.debugger.breakpoints().filters.contains(&filter);
        self.change(|breakpoints| {
            breakpoints.filters.retain(|one| *one != filter);
            if !is_on {
                breakpoints.filters.push(filter);
            }
        });
        let name = filter.name();
        Ok(Answer::Said(vec![if is_on {
            message!("{name} does not stop the run any more", name)
        } else {
            message!("{name} stops the run", name)
        }]))
    }

    pub(super) fn list(&self) -> Vec<Message> {
        let breakpoints = self.debugger.breakpoints();
        let lines = breakpoints.lines.iter().map(|one| {
            let (id, line) = (one.id, one.line + 1);
            message!("breakpoint {id} before line {line}", id, line)
        });
        let data = breakpoints.data.iter().map(|one| {
            let (id, shown) = (one.id, name(&one.place));
            message!("breakpoint {id} on {shown}", id, shown)
        });
        let filters = breakpoints.filters.iter().map(|filter| {
            let name = filter.name();
            message!("{name} stops the run", name)
        });
        let list: Vec<Message> = lines.chain(data).chain(filters).collect();
        if list.is_empty() {
            return vec![message!("nothing stops the run")];
        }
        list
    }

    pub(super) fn delete(&mut self, text: &str) -> Result<Answer, Message> {
        if text.is_empty() {
            self.change(|breakpoints| *breakpoints = Breakpoints::default());
        } else {
            let id = number(text)?;
            self.change(|breakpoints| {
                breakpoints.lines.retain(|one| u64::from(one.id) != id);
                breakpoints.data.retain(|one| u64::from(one.id) != id);
            });
        }
        Ok(Answer::Said(self.list()))
    }

    pub(super) fn help(&self) -> Vec<Message> {
        let offered = COMMANDS
            .iter()
            .filter(|command| self.is_terminal || !command.is_for_terminal);
        let mut lines: Vec<Message> = offered
            .map(|command| {
                let usage = format!("{} {}", command.name, command.arguments);
                let help = (command.help)();
                let short = command.short;
                message!("{usage} ({short}): {help}", usage, short, help)
            })
            .collect();
        lines.push(message!(
            "anything else is an expression, such as `$lr0v,f` or `where($lm8 == 0x0)`"
        ));
        lines
    }

    /// The places that an expression names, which is one place and nothing else.
    fn places(&self, text: &str) -> Result<Vec<Place>, Message> {
        let expression = watch::parse(text).map_err(|error| error.message)?;
        let places = match &expression.kind {
            WatchKind::Place(place) => spelling::places(place, self.debugger.focus()),
            _ => Vec::new(),
        };
        if places.is_empty() {
            return Err(message!("`{text}` is not a place in memory", text));
        }
        Ok(places)
    }

    fn next_id(&self) -> Result<BreakpointId, Message> {
        let breakpoints = self.debugger.breakpoints();
        if breakpoints.lines.len() + breakpoints.data.len() >= BREAKPOINTS_MAX {
            return Err(message!("there are too many breakpoints"));
        }
        let lines = breakpoints.lines.iter().map(|one| one.id);
        let last = lines.chain(breakpoints.data.iter().map(|one| one.id)).max();
        Ok(last.unwrap_or(0) + 1)
    }

    fn change(&mut self, edit: impl FnOnce(&mut Breakpoints)) {
        let mut breakpoints = self.debugger.breakpoints().clone();
        edit(&mut breakpoints);
        self.debugger.set_breakpoints(breakpoints);
    }
}

/// The bits of a number: one of an expression without a place.
fn bits(text: &str) -> Result<u64, Message> {
    let expression = watch::parse(text).map_err(|error| error.message)?;
    match expression.kind {
        WatchKind::Number(WatchNumber::Integer(number)) => Ok(number as u64),
        WatchKind::Number(WatchNumber::Real(number)) => Ok(number.to_bits()),
        WatchKind::Number(WatchNumber::Typed(_, bits)) => Ok(bits),
        _ => Err(message!("`{text}` is not a number", text)),
    }
}

/// The bits as words of a place, those of a long word in two single words of a PE.
fn words_of(place: &Place, bits: u64) -> Vec<u64> {
    let count = place.words.end - place.words.start;
    let is_single = level_of(place.store) == Level::Pe;
    match (is_single, count) {
        (true, 1) => vec![bits & 0xffff_ffff],
        (true, _) => {
            let mut words = vec![bits >> 32, bits & 0xffff_ffff];
            words.resize(count as usize, 0);
            words
        }
        (false, _) => vec![bits],
    }
}

/// A line as people count, as an index.
fn line_number(text: &str) -> Result<usize, Message> {
    let line = number(text)?;
    match usize::try_from(line)
        .ok()
        .and_then(|line| line.checked_sub(1))
    {
        Some(line) => Ok(line),
        None => Err(message!("lines are counted from 1")),
    }
}

fn number(text: &str) -> Result<u64, Message> {
    text.parse()
        .map_err(|_| message!("`{text}` is not a number", text))
}
