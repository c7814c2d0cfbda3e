//! The interface of every language, for a machine.

use mnc2_text::{Described, Frame, Location, Message, message};

use super::Debugger;
use super::breakpoints::{Breakpoints, DataBreakpoint, Followed, LineBreakpoint};
use super::expressions::{MachineValue, ValueExpression, number_of, shown, summary};
use crate::breakpoints::{AccessType, Filter, WantedBreakpoints, WantedData, WantedLine};
use crate::stepping::{Motion, StopReason, accessed};
use crate::{DebugOutput, Debuggee, Watched, set_by_user};
use mnc2_ide::features::run::Control;

/// Maximum number of lines of an answer.
const LINES_MAX: usize = 2000;

impl Debuggee for Debugger {
    fn next_line(&self) -> Option<usize> {
        self.line()
    }

    fn steps(&self) -> Option<u64> {
        Some(self.step())
    }

    fn threads(&self) -> Vec<String> {
        let names = self.machine().threads();
        match names.is_empty() {
            true => vec![self.snapshot.language().about().name.to_owned()],
            false => names,
        }
    }

    fn thread(&self) -> usize {
        self.machine().thread()
    }

    fn frames(&self, thread: usize) -> Vec<Frame> {
        self.frames(thread)
    }

    fn prepare(&mut self, control: &Control) -> Result<(), StopReason> {
        self.prepare(control)
    }

    fn stops_here(&self, sink: &mut dyn FnMut(DebugOutput)) -> Option<StopReason> {
        self.stops_here(sink)
    }

    fn go(
        &mut self,
        motion: Motion,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> StopReason {
        self.go(motion, control, sink)
    }

    fn breakable(&self, line: usize) -> Option<usize> {
        self.breakable(line)
    }

    fn line_named(&self, name: &str) -> Result<usize, Message> {
        let name = name.trim();
        let found = self.line_of(name);
        found.ok_or_else(|| {
            message!(
                "the program has no register, memory or label with the name `{name}`",
                name
            )
        })
    }

    fn check_line(&self, wanted: &WantedLine) -> Result<usize, Message> {
        self.line_breakpoint(wanted)
            .map(|breakpoint| breakpoint.line)
    }

    fn watchable(&self, text: &str) -> Result<Watched, Message> {
        let name = text.trim();
        Followed::parse(name, self.machine()).map(watched)
    }

    fn check_data(&self, wanted: &WantedData) -> Result<Watched, Message> {
        self.data_breakpoint(wanted)
            .map(|breakpoint| watched(breakpoint.place))
    }

    fn filters(&self) -> &'static [Filter] {
        &[Filter::Quit]
    }

    fn wanted(&self) -> &WantedBreakpoints {
        &self.wanted
    }

    fn stop_at(&mut self, wanted: WantedBreakpoints) {
        let line = |it: &WantedLine| self.line_breakpoint(it);
        let data = |it: &WantedData| Ok(vec![self.data_breakpoint(it)?]);
        let breakpoints = Breakpoints::from_wanted(&wanted, line, data);
        self.set_breakpoints(breakpoints);
        self.wanted = wanted;
    }

    fn value(&self, text: &str) -> Result<Vec<Message>, Message> {
        let machine = self.machine();
        let value = ValueExpression::parse(text, machine, None)?.evaluate(machine)?;
        let mut lines = Vec::new();
        match value {
            MachineValue::Location(location) => self.list(location, 0, &mut lines),
            other => lines.push(Message::verbatim(shown(machine, other))),
        }
        Ok(lines)
    }

    fn change(&mut self, place: &str, value: &str) -> Result<Message, Message> {
        let machine = self.machine();
        let name = place.trim();
        let location = ValueExpression::parse(name, machine, None)?.place(name, machine)?;
        let number = number_of(value, machine)?;
        self.set(location, number)?;
        let value = summary(self.machine(), location);
        Ok(Message::verbatim(format!("{name} = {value}")))
    }

    fn origin(
        &mut self,
        text: &str,
        depth: usize,
        control: &Control,
    ) -> Result<Vec<Message>, Message> {
        if depth > 1 {
            return Err(message!("a tree of origins is only for MN-Core 2"));
        }
        let name = text.trim();
        let Some(origin) = self.origin(name, control)? else {
            return Ok(vec![match self.set_at_start(name) {
                Some((values, line)) => set_by_user(name.to_owned(), values, line),
                None => message!("{place}: as the run started", place = name),
            }]);
        };
        if let Some(edit) = origin.edit {
            let values = origin.hit.after;
            return Ok(vec![set_by_user(name.to_owned(), values, edit.line)]);
        }
        let steps = origin.step;
        let changes = accessed(&[origin.hit]).into_iter().map(|change| {
            message!(
                "after {steps:# instruction|# instructions}: {change}",
                steps,
                change
            )
        });
        let inputs = origin
            .inputs
            .into_iter()
            .map(|(place, values)| message!("    operand {place}: {values}", place, values));
        Ok(changes.chain(inputs).collect())
    }

    fn expressions(&self) -> Message {
        message!(
            "everything else is an expression, such as `t0`, `registers` or `memory[t0 + 4] == 0x10`"
        )
    }

    fn as_machine(&mut self) -> Option<&mut Debugger> {
        Some(self)
    }
}

impl Debugger {
    /// All values of the thread that runs next, a line each.
    pub fn values(&self) -> Vec<Message> {
        let mut lines = Vec::new();
        let machine = self.machine();
        for group in machine.groups(machine.thread(), 0) {
            self.list(group, 0, &mut lines);
        }
        lines
    }

    /// A value and its parts, a line each.
    fn list(&self, location: Location, depth: usize, lines: &mut Vec<Message>) {
        if lines.len() >= LINES_MAX {
            return;
        }
        let machine = self.machine();
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
        // A location with a value on its line is not listed number by number.
        if depth == 0 || is_list(&described) {
            for part in machine.parts(location, 0..LINES_MAX as u64) {
                self.list(part, depth + 1, lines);
            }
        }
    }

    /// A breakpoint before a line. What it names is looked up, so that nothing is left to go wrong at a stop.
    fn line_breakpoint(&self, wanted: &WantedLine) -> Result<LineBreakpoint, Message> {
        let machine = self.machine();
        let condition = |text: &str| ValueExpression::condition(text, machine);
        let expression = |text: &str| ValueExpression::parse(text, machine, None);
        wanted.placed(self.breakable(wanted.line), condition, expression)
    }

    fn data_breakpoint(&self, wanted: &WantedData) -> Result<DataBreakpoint, Message> {
        if matches!(wanted.access, AccessType::Read | AccessType::ReadWrite) {
            return Err(message!(
                "a breakpoint of a value stops when it changes only"
            ));
        }
        let machine = self.machine();
        let when = &wanted.when;
        Ok(DataBreakpoint {
            id: wanted.id,
            place: Followed::parse(&wanted.name, machine)?,
            access: AccessType::Change,
            condition: when.condition(|text| ValueExpression::condition(text, machine))?,
            hits: when.hits()?,
        })
    }
}

fn watched(followed: Followed) -> Watched {
    Watched {
        id: followed.name.clone(),
        shown: followed.name,
        is_kept: true,
    }
}

/// Whether the parts of something are lists or have names, rather than being numbers in a row.
fn is_list(described: &Described) -> bool {
    described.parts > 0 && !described.is_indexed
}
