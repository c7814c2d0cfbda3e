//! Where a value comes from: the last instruction that changed it, with what its operands held.
//!
//! The run is searched backward from where it is, as at a breakpoint of the value. The text determines which operands an
//! instruction reads; each question goes one step back, and the next one is about an operand of the answer.

use mnc2_text::{Message, Place, Position, message};

use super::Debugger;
use super::breakpoints::{Breakpoints, DataBreakpoint, Followed};
use super::checkpoints::Moment;
use super::expressions::{ValueExpression, numbers, shown, summary};
use crate::breakpoints::AccessType;
use crate::stepping::{DataHit, StopReason};
use mnc2_ide::features::run::Control;
use mnc2_ide::features::run::machine::begin;

/// A change by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserEdit {
    /// The line before which it was made, counted from 0; `None` for the end of the program.
    pub line: Option<usize>,
}

/// The last change of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of instructions executed before it.
    pub step: u64,
    /// The change with its line.
    pub hit: DataHit,
    /// The change by the user that it is; `None` if an instruction made it.
    pub edit: Option<UserEdit>,
    /// The operands that the instruction read, with their values before it.
    pub inputs: Vec<(String, String)>,
}

impl Debugger {
    /// The last change of a value before the instruction that runs next; `None` if it is as at the start of the run. The run
    /// stays where it is.
    ///
    /// # Errors
    /// A sentence if the expression names no value whose changes can be followed, or the search was cancelled.
    pub fn origin(&mut self, name: &str, control: &Control) -> Result<Option<Origin>, Message> {
        let place = Followed::parse(name, self.machine())?;
        let change = DataBreakpoint {
            id: 0,
            place: place.clone(),
            access: AccessType::Change,
            condition: None,
            hits: None,
        };
        let only = Breakpoints {
            data: vec![change],
            ..Breakpoints::default()
        };
        let now = self.now.clone();
        let breakpoints = std::mem::replace(&mut self.breakpoints, only);
        let found = match self.backward(control, &|_| false) {
            StopReason::Data(hits) => Ok(hits
                .into_iter()
                .next()
                .map(|hit| self.described(&place, hit))),
            StopReason::Start => Ok(None),
            _ => Err(message!("the search was stopped")),
        };
        // The points in time kept by the search do not count how often these were reached.
        self.is_uncounted |= breakpoints.are_counted();
        self.breakpoints = breakpoints;
        self.now = now;
        found
    }

    /// The value that the user gave a place before the first instruction, and the line of that instruction; `None` if it is as
    /// the program started.
    pub(super) fn set_at_start(&self, name: &str) -> Option<(String, Option<usize>)> {
        let started = begin(&self.snapshot, None, &self.given, true).ok()?.1;
        let location = Followed::parse(name, &*started).ok()?.location;
        let start = &*self.kept.start().machine;
        let [before, after] = [&*started, start].map(|machine| {
            let mut found = Vec::new();
            numbers(machine, location, &mut found);
            found
        });
        let line = started.line().map(|line| line as usize);
        (before != after).then(|| (summary(start, location), line))
    }

    /// The change that the instruction where the run is makes, or that the user makes after it.
    fn described(&self, place: &Followed, hit: DataHit) -> Origin {
        let values = |moment: &Moment| {
            let mut found = Vec::new();
            numbers(&*moment.machine, place.location, &mut found);
            found
        };
        let mut after = self.now.clone();
        let ran = after.machine.step();
        after.step += 1;
        let by_instruction = values(&after);
        self.edits.apply(&mut after);
        let is_edit = ran.is_ok() && values(&after) != by_instruction;
        let line = after.machine.line().map(|line| line as usize);
        Origin {
            step: self.step(),
            edit: is_edit.then_some(UserEdit { line }),
            inputs: match is_edit {
                true => Vec::new(),
                false => self.inputs(hit.line),
            },
            hit,
        }
    }

    /// The operands that a line reads, with their values where the run is.
    fn inputs(&self, line: usize) -> Vec<(String, String)> {
        let (Some(text), Ok(line)) = (self.snapshot.read(), u32::try_from(line)) else {
            return Vec::new();
        };
        let machine = self.machine();
        let content = self.snapshot.text.line(line as usize).to_string();
        let is_read = |place: &Place| {
            let at = Position {
                line,
                byte: place.range.start,
            };
            let highlights = text.highlights(at).into_iter();
            highlights
                .filter(|it| it.place == *place)
                .any(|it| !it.is_write)
        };
        let mut found: Vec<(String, String)> = Vec::new();
        for place in text.operands(line).iter().filter(|it| is_read(it)) {
            let range = place.range.start as usize..place.range.end as usize;
            let name = content.get(range).unwrap_or_default();
            let value =
                ValueExpression::parse(name, machine, None).and_then(|it| it.evaluate(machine));
            let is_known = found.iter().any(|(known, _)| known == name);
            if let (Ok(value), false) = (value, is_known) {
                found.push((name.to_owned(), shown(machine, value)));
            }
        }
        found
    }
}
