//! A way through a run, an instruction at a time: what changes and what is reached.

use mnc2_text::{Message, Variable, message};

use super::Output;
use super::breakpoints::Breakpoints;
use super::kept::Moment;
use super::values::{self, Condition};
use crate::debug::breakpoints::BreakpointId;

/// A value that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct DataHit {
    /// The breakpoint.
    pub id: BreakpointId,
    /// Its name.
    pub name: String,
    /// The line that changed it, counted from 0.
    pub line: u32,
    /// The value before; `None` if it had none.
    pub before: Option<Variable>,
    /// The value after.
    pub after: Variable,
}

impl DataHit {
    /// What happened, in a sentence.
    pub fn message(&self) -> Message {
        let before = self
            .before
            .as_ref()
            .map_or_else(|| "–".to_owned(), values::summary);
        let (line, name) = (self.line + 1, self.name.as_str());
        message!(
            "line {line} changes {name}: {before} → {after}",
            line,
            name,
            before,
            after = values::summary(&self.after)
        )
    }
}

/// A way through a run: a moment that moves, and the values there that breakpoints are about.
pub(super) struct Way<'a> {
    /// The moment.
    pub(super) moment: Moment,
    watched: Vec<Option<Variable>>,
    breakpoints: &'a Breakpoints,
    is_counted: bool,
}

impl<'a> Way<'a> {
    /// From a moment on.
    pub(super) fn new(moment: Moment, breakpoints: &'a Breakpoints) -> Self {
        let mut way = Self {
            moment,
            watched: Vec::new(),
            is_counted: breakpoints.are_counted(),
            breakpoints,
        };
        way.watched = way.values();
        way
    }

    /// From the start on, where nothing was reached yet.
    pub(super) fn counting(start: &Moment, breakpoints: &'a Breakpoints) -> Self {
        let mut moment = start.clone();
        moment.reached = vec![0; breakpoints.count()];
        let mut way = Self::new(moment, breakpoints);
        way.count_lines();
        way
    }

    fn values(&self) -> Vec<Option<Variable>> {
        if self.breakpoints.data.is_empty() {
            return Vec::new();
        }
        let frames = self.moment.machine.frames();
        let data = self.breakpoints.data.iter();
        data.map(|it| values::find(&frames, &it.name).ok().cloned())
            .collect()
    }

    /// Executes one instruction. Returns what stops the run there, apart from lines.
    pub(super) fn step(&mut self) -> Result<Vec<DataHit>, Message> {
        let line = self.moment.machine.line().unwrap_or(0);
        self.moment.machine.step().map_err(|it| it.message)?;
        self.moment.step += 1;
        let hits = if self.watched.is_empty() {
            Vec::new()
        } else {
            self.changes(line)
        };
        if self.is_counted {
            self.count_lines();
        }
        Ok(hits)
    }

    /// The changes that the last instruction made, and that stop the run.
    fn changes(&mut self, line: u32) -> Vec<DataHit> {
        let values = self.values();
        let before = std::mem::replace(&mut self.watched, values);
        let mut hits = Vec::new();
        for (index, before) in before.into_iter().enumerate() {
            let Some(after) = self.watched[index].clone() else {
                continue;
            };
            let breakpoint = &self.breakpoints.data[index];
            let is_changed = before.as_ref() != Some(&after);
            if !is_changed || !self.holds(breakpoint.condition.as_ref(), &mut |_| {}) {
                continue;
            }
            let number = self.breakpoints.lines.len() + index;
            if self.is_counted
                && let Some(reached) = self.moment.reached.get_mut(number)
            {
                *reached += 1;
                let reached = *reached;
                if breakpoint.hits.is_some_and(|hits| !hits.stops(reached)) {
                    continue;
                }
            }
            hits.push(DataHit {
                id: breakpoint.id,
                name: breakpoint.name.clone(),
                line,
                before,
                after,
            });
        }
        hits
    }

    fn count_lines(&mut self) {
        let Some(line) = self.moment.machine.line() else {
            return;
        };
        for (index, breakpoint) in self.breakpoints.lines.iter().enumerate() {
            if breakpoint.line == line && self.holds(breakpoint.condition.as_ref(), &mut |_| {}) {
                self.moment.reached[index] += 1;
            }
        }
    }

    /// Whether a condition holds now. One that cannot be evaluated stops the run, and its error is said.
    fn holds(&self, condition: Option<&Condition>, sink: &mut dyn FnMut(Output)) -> bool {
        let Some(condition) = condition else {
            return true;
        };
        condition
            .holds(&self.moment.machine.frames())
            .unwrap_or_else(|error| {
                sink(Output::Remark(error));
                true
            })
    }

    /// The breakpoints of the line that runs next at which the run stops.
    pub(super) fn line_stops(&self, sink: &mut dyn FnMut(Output)) -> Vec<BreakpointId> {
        let mut ids = Vec::new();
        if self.breakpoints.lines.is_empty() {
            return ids;
        }
        let Some(line) = self.moment.machine.line() else {
            return ids;
        };
        for (index, breakpoint) in self.breakpoints.lines.iter().enumerate() {
            if breakpoint.line != line {
                continue;
            }
            let reached = self.moment.reached.get(index).copied().unwrap_or(1);
            let is_counted = breakpoint.hits.is_none_or(|hits| hits.stops(reached));
            if !is_counted || !self.holds(breakpoint.condition.as_ref(), sink) {
                continue;
            }
            match &breakpoint.log {
                Some(log) => sink(Output::Log {
                    line,
                    text: log.say(&self.moment.machine.frames()),
                }),
                None => ids.push(breakpoint.id),
            }
        }
        ids
    }
}
