//! A way through a run, an instruction at a time: what changes and what is reached.

use mnc2_text::{Location, Locations, Message, Number};

use super::breakpoints::{Breakpoints, Followed};
use super::checkpoints::Moment;
use super::edits::Edits;
use super::expressions::{ValueExpression, WATCHED_NUMBERS_MAX, numbers, shown};
use crate::DebugOutput;
use crate::breakpoints::{BreakpointId, holds};
use crate::stepping::DataHit;

/// A way through a run: a point in time that moves, and the values there that breakpoints are about.
pub(super) struct Execution<'a> {
    /// The present point in time.
    pub(super) moment: Moment,
    watched: Vec<Vec<Option<Number>>>,
    breakpoints: &'a Breakpoints,
    edits: &'a Edits,
    is_counted: bool,
}

impl<'a> Execution<'a> {
    /// A way from a point in time on.
    pub(super) fn new(moment: Moment, breakpoints: &'a Breakpoints, edits: &'a Edits) -> Self {
        let mut way = Self {
            moment,
            watched: Vec::new(),
            is_counted: breakpoints.are_counted(),
            breakpoints,
            edits,
        };
        way.watched = way.values();
        way
    }

    /// From the start on, where nothing was reached yet.
    pub(super) fn counting(start: &Moment, breakpoints: &'a Breakpoints, edits: &'a Edits) -> Self {
        let mut moment = start.clone();
        moment.reached = vec![0; breakpoints.count()];
        let mut way = Self::new(moment, breakpoints, edits);
        way.count_lines();
        way
    }

    /// The numbers of each data breakpoint.
    fn values(&self) -> Vec<Vec<Option<Number>>> {
        let data = self.breakpoints.data.iter();
        data.map(|it| {
            let mut found = Vec::new();
            numbers(&*self.moment.machine, it.place.location, &mut found);
            found
        })
        .collect()
    }

    /// Executes one instruction. Returns what stops the run there, apart from lines.
    pub(super) fn step(&mut self) -> Result<Vec<DataHit>, Message> {
        let line = self.moment.machine.line().unwrap_or(0) as usize;
        self.moment.machine.step().map_err(|it| it.message)?;
        self.moment.step += 1;
        self.edits.apply(&mut self.moment);
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
    fn changes(&mut self, line: usize) -> Vec<DataHit> {
        let values = self.values();
        let before = std::mem::replace(&mut self.watched, values);
        let mut hits = Vec::new();
        for (index, before) in before.into_iter().enumerate() {
            let after = &self.watched[index];
            let breakpoint = &self.breakpoints.data[index];
            if before == *after || after.iter().all(Option::is_none) {
                continue;
            }
            let pairs = before
                .iter()
                .map(Some)
                .chain(std::iter::repeat(None))
                .zip(after);
            let changed = pairs
                .enumerate()
                .filter(|(_, (before, after))| *before != Some(after));
            let changed: Vec<_> = changed
                .map(|(part, (before, after))| (part, before.copied().flatten(), *after))
                .collect();
            if !self.holds(breakpoint.condition.as_ref()) {
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
            let (part, before, after) = changed.first().copied().unwrap_or((0, None, None));
            let several = changed.len() > 1;
            hits.push(DataHit {
                id: breakpoint.id,
                line,
                name: self.part_name(&breakpoint.place, part),
                before: text(before),
                after: text(after),
                several: several.then(|| (changed.len(), breakpoint.place.name.clone())),
            });
        }
        hits
    }

    /// The expression of a number of a value, by its order.
    fn part_name(&self, followed: &Followed, number: usize) -> String {
        fn find(machine: &dyn Locations, at: Location, left: &mut usize) -> Option<Location> {
            if machine.number(at).is_some() || machine.describe(at).parts == 0 {
                let is_it = *left == 0;
                *left = left.wrapping_sub(1);
                return is_it.then_some(at);
            }
            let parts = machine.parts(at, 0..WATCHED_NUMBERS_MAX as u64);
            parts.into_iter().find_map(|part| find(machine, part, left))
        }
        let machine = &*self.moment.machine;
        let mut left = number;
        let found = find(machine, followed.location, &mut left);
        let name = found.map(|found| machine.describe(found).expression);
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| followed.name.clone())
    }

    fn line(&self) -> Option<usize> {
        self.moment.machine.line().map(|line| line as usize)
    }

    fn count_lines(&mut self) {
        let Some(line) = self.line() else {
            return;
        };
        for (index, breakpoint) in self.breakpoints.lines.iter().enumerate() {
            if breakpoint.line == line && self.holds(breakpoint.condition.as_ref()) {
                self.moment.reached[index] += 1;
            }
        }
    }

    /// Whether a condition holds now.
    fn holds(&self, condition: Option<&ValueExpression>) -> bool {
        let machine = &*self.moment.machine;
        holds(condition, |it| it.holds(machine), &mut |_| {})
    }

    /// The breakpoints of the line that runs next at which the run stops.
    pub(super) fn line_stops(&self, sink: &mut dyn FnMut(DebugOutput)) -> Vec<BreakpointId> {
        let Some(line) = self.line().filter(|_| !self.breakpoints.lines.is_empty()) else {
            return Vec::new();
        };
        let all = self.breakpoints.lines.iter().enumerate();
        let here = all.filter(|(_, breakpoint)| breakpoint.line == line);
        here.filter_map(|(index, breakpoint)| {
            let reached = self.moment.reached.get(index).copied().unwrap_or(1);
            let is_true = |it: &ValueExpression| it.holds(&*self.moment.machine);
            breakpoint.stop(reached, is_true, |it| self.text_of(it), sink)
        })
        .collect()
    }

    /// A value of a log message. If it cannot be evaluated, the text is the error.
    fn text_of(&self, expression: &ValueExpression) -> String {
        let machine = &*self.moment.machine;
        match expression.evaluate(machine) {
            Ok(value) => shown(machine, value),
            Err(error) => format!("<{error}>"),
        }
    }
}

fn text(number: Option<Number>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| number.to_string())
}
