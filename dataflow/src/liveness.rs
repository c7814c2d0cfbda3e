//! Which writes count: those that something shown by the program depends on.
//!
//! A `d get` and what the host reads count, and so does what decides them. A write that does not count is one that no
//! output depends on, regardless of the data.

use mnc2_program::{HostAction, Program, Statement};

use crate::flow::{AccessId, Flow};
use crate::output_marks::{ByCycle, Leaving, mark_accesses};

/// Which accesses of a program count.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// By the number of the access.
    marks: Vec<ByCycle<bool>>,
}

impl Liveness {
    /// Follows the outputs of a program back to what they depend on.
    #[must_use]
    pub fn new(program: &Program, flow: &Flow, leaving: Leaving) -> Self {
        let marks = mark_accesses(program, flow, leaving, &|_, statement| shows(statement));
        Self { marks }
    }

    /// Whether an output depends on one of the words of an access.
    #[must_use]
    pub fn counts(&self, id: AccessId) -> bool {
        let marks = self.marks.get(id.0 as usize);
        marks.is_some_and(|marks| marks.contains(&true))
    }

    /// Whether an output depends on the words of an access in a cycle, 0 to 3.
    #[must_use]
    pub fn counts_in(&self, id: AccessId, cycle: u8) -> bool {
        let marks = self.marks.get(id.0 as usize);
        marks.is_some_and(|marks| marks.get(usize::from(cycle)) == Some(&true))
    }
}

/// Whether everything that a statement reads is shown.
#[must_use]
pub fn shows(statement: &Statement) -> bool {
    match statement {
        Statement::DebugGet(_) => true,
        Statement::Host(host) => match host.action {
            HostAction::ReadPdm { .. } => true,
            HostAction::WritePdm { .. } | HostAction::WriteDram { .. } | HostAction::Flush => false,
        },
        // What a linker makes of it is not known.
        Statement::Directive(_) => true,
        Statement::Quit(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Mv(_)
        | Statement::Step(_) => false,
    }
}
