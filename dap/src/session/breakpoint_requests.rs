//! Breakpoints as the client requests them.

use mnc2_debug::breakpoints::{
    AccessType, BREAKPOINTS_MAX, BreakpointId, Filter, WantedData, When, too_many,
};
use mnc2_text::Message;

use super::common::DEFAULT_FILTERS;
use crate::protocol::DataBreakpointAccessType;

/// All breakpoints, by the request that sets them.
#[derive(Clone)]
pub(super) struct Points {
    /// The last number that was given.
    last_id: BreakpointId,
    pub(super) source: Vec<Point>,
    /// At sections, functions and labels.
    pub(super) function: Vec<Point>,
    pub(super) instruction: Vec<Point>,
    /// Breakpoints at accesses of memory.
    pub(super) data: Vec<WantedData>,
    /// At problems of a run.
    pub(super) filters: Vec<Filter>,
}

/// A breakpoint before a line.
#[derive(Clone, Default)]
pub(super) struct Point {
    pub(super) id: BreakpointId,
    pub(super) at: At,
    pub(super) when: When,
}

/// Where a breakpoint is wanted.
#[derive(Clone, Default)]
pub(super) enum At {
    /// Not in this program.
    #[default]
    Elsewhere,
    /// Before a line, counted from 0.
    Line(usize),
    /// At the start of a section, a function or a label.
    Name(String),
    /// Before an instruction of the disassembly.
    Instruction(Option<usize>),
}

impl Default for Points {
    /// The breakpoints of a client that has set none.
    fn default() -> Self {
        Self {
            last_id: 0,
            source: Vec::new(),
            function: Vec::new(),
            instruction: Vec::new(),
            data: Vec::new(),
            filters: Vec::from(DEFAULT_FILTERS),
        }
    }
}

impl Points {
    /// The reason of the protocol for a stop at breakpoints before a line.
    pub(super) fn kind(&self, ids: &[BreakpointId]) -> &'static str {
        let has = |points: &[Point]| points.iter().any(|point| ids.contains(&point.id));
        if has(&self.source) {
            "breakpoint"
        } else if has(&self.function) {
            "function breakpoint"
        } else if has(&self.instruction) {
            "instruction breakpoint"
        } else {
            "breakpoint"
        }
    }

    /// A number for a breakpoint.
    pub(super) fn give_id(&mut self) -> BreakpointId {
        self.last_id += 1;
        self.last_id
    }

    /// The breakpoints before lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Point> {
        let lines = self.source.iter().chain(&self.function);
        lines.chain(&self.instruction)
    }
}

/// The accesses that a client means.
pub(super) const fn access(access: Option<DataBreakpointAccessType>) -> AccessType {
    match access {
        Some(DataBreakpointAccessType::Read) => AccessType::Read,
        Some(DataBreakpointAccessType::ReadWrite) => AccessType::ReadWrite,
        Some(DataBreakpointAccessType::Write) | None => AccessType::Write,
    }
}

/// Fails if there are too many breakpoints.
pub(super) fn check_count(count: usize) -> Result<(), Message> {
    match count > BREAKPOINTS_MAX {
        true => Err(too_many()),
        false => Ok(()),
    }
}
