//! Where a run stops: before lines, when memory is accessed, and at what goes wrong.

use mnc2_asm::Message;
use mnc2_asm::program::WatchExpression;

use super::place::Place;

/// Maximum number of breakpoints of each kind.
pub const BREAKPOINTS_MAX: usize = 10_000;

/// A number of the caller's for a breakpoint; it comes back with a stop.
pub type BreakpointId = u32;

/// How often a breakpoint must have been reached, counted from the start of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hits {
    /// Each time from this one on.
    AtLeast(u64),
    /// Only this time.
    Exactly(u64),
    /// Each time after this one.
    MoreThan(u64),
    /// Each time that is a multiple.
    Every(u64),
}

impl Hits {
    /// Reads `3`, `>= 3`, `> 3`, `== 3` or `% 3`; a number alone is the time from which on it stops.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let split = text.find(|character: char| character.is_ascii_digit())?;
        let count = text[split..].trim().parse().ok()?;
        match text[..split].trim() {
            "" | ">=" => Some(Self::AtLeast(count)),
            "=" | "==" => Some(Self::Exactly(count)),
            ">" => Some(Self::MoreThan(count)),
            "%" if count > 0 => Some(Self::Every(count)),
            _ => None,
        }
    }

    /// Whether a breakpoint stops at this time, counted from 1.
    pub const fn stops(self, hit: u64) -> bool {
        match self {
            Self::AtLeast(count) => hit >= count,
            Self::Exactly(count) => hit == count,
            Self::MoreThan(count) => hit > count,
            Self::Every(count) => hit.is_multiple_of(count),
        }
    }
}

/// Stops before a line.
#[derive(Clone, Debug)]
pub struct LineBreakpoint {
    /// The caller's number.
    pub id: BreakpointId,
    /// The line, counted from 0; it has a statement that runs.
    pub line: usize,
    /// What must hold.
    pub condition: Option<WatchExpression>,
    /// How often it must have been reached. A line runs once, so this is about 1.
    pub hits: Option<Hits>,
    /// What is said instead of stopping.
    pub log: Option<LogMessage>,
}

/// A text with expressions in it.
#[derive(Clone, Debug, Default)]
pub struct LogMessage {
    /// The parts, in order.
    pub parts: Vec<LogPart>,
}

/// A part of a log message.
#[derive(Clone, Debug)]
pub enum LogPart {
    /// As it is.
    Text(String),
    /// What it names.
    Value(WatchExpression),
}

/// Which accesses of memory stop a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessType {
    /// Reads.
    Read,
    /// Writes that a mask lets through, of whatever value.
    Write,
    /// Writes that leave another value than before.
    Change,
    /// Reads and writes.
    ReadWrite,
}

/// Stops when a line accesses words of an element.
#[derive(Clone, Debug)]
pub struct DataBreakpoint {
    /// The caller's number.
    pub id: BreakpointId,
    /// The words.
    pub place: Place,
    /// By what.
    pub access: AccessType,
    /// What must hold after the line.
    pub condition: Option<WatchExpression>,
    /// How often it must have happened.
    pub hits: Option<Hits>,
}

/// What goes wrong or ends a run, and can stop it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Filter {
    /// A step reads too early, or what strict mode calls a hazard.
    Hazard,
    /// Data is read that nothing wrote.
    Unwritten,
    /// A unit computes infinity from finite numbers.
    Infinity,
    /// A `d get` shows another value than its comment expects.
    Mismatch,
    /// An assertion of the program does not hold.
    Assertion,
    /// `quit`, or the end of the program.
    Quit,
}

impl Filter {
    /// Every filter.
    pub const ALL: [Self; 6] = [
        Self::Hazard,
        Self::Unwritten,
        Self::Infinity,
        Self::Mismatch,
        Self::Assertion,
        Self::Quit,
    ];

    /// The name in protocols and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hazard => "hazard",
            Self::Unwritten => "unwritten",
            Self::Infinity => "infinity",
            Self::Mismatch => "mismatch",
            Self::Assertion => "assertion",
            Self::Quit => "quit",
        }
    }
}

/// All places where a run stops.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    /// Before lines.
    pub lines: Vec<LineBreakpoint>,
    /// At accesses.
    pub data: Vec<DataBreakpoint>,
    /// At what goes wrong.
    pub filters: Vec<Filter>,
}

/// Something that goes wrong at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Which filter it belongs to.
    pub filter: Filter,
    /// What happens, in a sentence.
    pub message: Message,
}
