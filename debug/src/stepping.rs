//! Where a run goes, and why it stops.

use mnc2_text::{Message, message};

use super::breakpoints::{BreakpointId, Exception};

/// How far a run moves until it stops again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To the next statement that is in no deeper frame: over calls and regions.
    Over,
    /// To the next statement.
    Instruction,
    /// Into what the next statement consists of: what it calls, or the next cycle of a step of the chip.
    In,
    /// Out of the frame: a function or a region, or a section of a program for the chip.
    Out,
    /// To the statement before that is in no deeper frame.
    BackOver,
    /// To the statement before.
    BackIn,
    /// Forward until something stops the run.
    Continue,
    /// Backward until something stops the run.
    ReverseContinue,
    /// To the point in time after this many instructions, forward or backward. For the chip, where each line runs once, it is a
    /// line.
    To(u64),
    /// To the next time that a line runs, counted from 0; to the last time before if there is none.
    ToLine(usize),
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum StopReason {
    /// It came to where it was to go.
    Arrived,
    /// At breakpoints of a line.
    Breakpoint(Vec<BreakpointId>),
    /// Where values are accessed.
    Data(Vec<DataHit>),
    /// At errors in the line that runs next.
    Exception(Vec<Exception>),
    /// At the start of the program, going backward.
    Start,
    /// At the end of the program, going forward.
    End,
    /// The caller interrupted the run.
    Pause,
    /// Before a line that cannot run.
    Failed(Message),
}

/// A breakpoint of a value that stopped a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataHit {
    /// The caller's number of the breakpoint.
    pub id: BreakpointId,
    /// The line that accessed the value, counted from 0.
    pub line: usize,
    /// The expression for what was accessed, or for the first number of it that changed.
    pub name: String,
    /// Its value before the line.
    pub before: String,
    /// Its value after it.
    pub after: String,
    /// The number of changed numbers, and the name of all of them, if there is more than one.
    pub several: Option<(usize, String)>,
}

/// The accesses of a line at breakpoints of values: all that it changed, otherwise all that it accessed.
pub fn accessed(hits: &[DataHit]) -> Vec<Message> {
    let is_change = |hit: &&DataHit| hit.before != hit.after;
    let many = hits.iter().filter_map(|hit| {
        let (count, whole) = hit.several.as_ref()?;
        Some(message!(
            "line {line} changes {count} numbers of {whole}, first {name}: {before} → {after}",
            line = hit.line + 1,
            count = *count,
            whole = whole.as_str(),
            name = hit.name.as_str(),
            before = hit.before.as_str(),
            after = hit.after.as_str()
        ))
    });
    let single = || hits.iter().filter(|hit| hit.several.is_none());
    let changed = list(single().filter(is_change));
    let line = hits.first().map_or(0, |hit| hit.line) + 1;
    let together = if !changed.is_empty() {
        Some(message!(
            "line {line} changes {words}",
            line,
            words = changed
        ))
    } else {
        let words = list(single());
        (!words.is_empty()).then(|| message!("line {line} accesses {words}", line, words))
    };
    together.into_iter().chain(many).collect()
}

fn list<'a>(hits: impl Iterator<Item = &'a DataHit>) -> String {
    let text = |hit: &DataHit| match hit.before == hit.after {
        true => format!("{}: {}", hit.name, hit.after),
        false => format!("{}: {} → {}", hit.name, hit.before, hit.after),
    };
    hits.map(text).collect::<Vec<_>>().join(", ")
}
