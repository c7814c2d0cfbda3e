//! Where a run stops: before lines, and where values change.

use mnc2_text::{Location, Message, message};

use super::values::{Condition, LogMessage, WATCHED_NUMBERS_MAX, numbers};
use crate::debug::breakpoints::{BreakpointId, Hits};
use crate::dialects::Machine;

/// Stops before a line.
#[derive(Clone, Debug)]
pub struct LineBreakpoint {
    /// The caller's number.
    pub id: BreakpointId,
    /// The line, counted from 0.
    pub line: u32,
    /// What must hold.
    pub condition: Option<Condition>,
    /// How often it must have been reached while the condition held, counted from the start of the program.
    pub hits: Option<Hits>,
    /// What is said instead of stopping.
    pub log: Option<LogMessage>,
}

/// Stops when a value changes.
#[derive(Clone, Debug)]
pub struct DataBreakpoint {
    /// The caller's number.
    pub id: BreakpointId,
    /// The expression for the value.
    pub name: String,
    /// Where it is.
    pub location: Location,
    /// What must hold after the change.
    pub condition: Option<Condition>,
    /// How often it must have changed so that the condition held.
    pub hits: Option<Hits>,
}

impl DataBreakpoint {
    /// That changes of a location can be followed.
    ///
    /// # Errors
    ///
    /// A sentence if it has too many numbers.
    pub fn check(location: Location, machine: &dyn Machine) -> Result<(), Message> {
        let mut found = Vec::new();
        numbers(machine, location, &mut found);
        if found.len() > WATCHED_NUMBERS_MAX {
            return Err(message!(
                "changes of at most {max:# number|# numbers} are followed",
                max = WATCHED_NUMBERS_MAX
            ));
        }
        Ok(())
    }
}

/// All places where a run stops.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    /// Before lines.
    pub lines: Vec<LineBreakpoint>,
    /// At changes.
    pub data: Vec<DataBreakpoint>,
}

impl Breakpoints {
    /// Whether it matters how often one was reached.
    pub(super) fn are_counted(&self) -> bool {
        self.lines.iter().any(|it| it.hits.is_some())
            || self.data.iter().any(|it| it.hits.is_some())
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.lines.len() + self.data.len()
    }
}
