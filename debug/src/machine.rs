//! The debugger of machines: of every language but MN-Core 2.
//!
//! Their programs branch and loop, so a point in time of a run is the number of instructions that were executed, and not a
//! line. No undo log is kept: going back is a run from a copy of the machine that was kept, so the state at a point in time
//! does not depend on the debugger's path to it.

pub mod breakpoints;
mod checkpoints;
mod debuggee;
mod edits;
mod execution;
pub mod expressions;
pub mod origin;
mod stepping;

#[cfg(test)]
mod tests;

use mnc2_text::{Fields, Frame, Location, Message, Number, Symbol, SymbolKind};

use self::breakpoints::Breakpoints;
use self::checkpoints::{Kept, Moment};
use self::edits::{Edit, Edits};
use crate::breakpoints::WantedBreakpoints;
use mnc2_ide::features::run::Failure;
use mnc2_ide::features::run::machine::begin;
use mnc2_ide::languages::Machine;
use mnc2_ide::session::LanguageSnapshot;

/// Bytes of the machines that are kept for going back.
const KEPT_BYTES_MAX: u64 = 512 << 20;

/// The input of a debugger.
pub struct Launch {
    /// The program with its text.
    pub snapshot: LanguageSnapshot,
    /// Memories, registers or arguments.
    pub given: Fields,
    /// Whether a program with errors runs.
    pub anyway: bool,
}

/// A run under the debugger.
pub struct Debugger {
    snapshot: LanguageSnapshot,
    given: Fields,
    now: Moment,
    kept: Kept,
    edits: Edits,
    wanted: WantedBreakpoints,
    breakpoints: Breakpoints,
    /// Whether the kept points in time have no counts of reached breakpoints.
    is_uncounted: bool,
    /// The lines with something that runs, in order.
    lines: Vec<u32>,
    /// The outline, for the names of frames.
    symbols: Vec<Symbol>,
}

impl Debugger {
    /// A run before its first instruction.
    ///
    /// # Errors
    /// If the program cannot run; see [`Launch::anyway`].
    pub fn launch(launch: Launch) -> Result<Self, Failure> {
        Self::with_budget(launch, KEPT_BYTES_MAX)
    }

    fn with_budget(launch: Launch, kept_bytes_max: u64) -> Result<Self, Failure> {
        let Launch {
            snapshot,
            given,
            anyway,
        } = launch;
        let (text, machine) = begin(&snapshot, None, &given, anyway)?;
        let now = Moment::start(machine);
        Ok(Self {
            lines: now.machine.lines(),
            symbols: text.lines().symbols(&|| snapshot.is_cancelled()),
            kept: Kept::new(now.clone(), kept_bytes_max),
            now,
            edits: Edits::default(),
            wanted: WantedBreakpoints::default(),
            breakpoints: Breakpoints::default(),
            is_uncounted: false,
            snapshot,
            given,
        })
    }

    /// The program with its text.
    pub const fn snapshot(&self) -> &LanguageSnapshot {
        &self.snapshot
    }

    /// The values that the machine was given before the run.
    pub const fn given(&self) -> &Fields {
        &self.given
    }

    /// The machine before the instruction that runs next.
    pub fn machine(&self) -> &dyn Machine {
        &*self.now.machine
    }

    /// The number of executed instructions.
    pub const fn step(&self) -> u64 {
        self.now.step
    }

    /// The line that runs next, counted from 0; `None` at the end.
    pub fn line(&self) -> Option<usize> {
        self.now.machine.line().map(|line| line as usize)
    }

    /// Whether everything has run.
    pub fn is_at_end(&self) -> bool {
        self.line().is_none()
    }

    /// Where a thread is, the innermost frame first. At the end, the last line.
    pub fn frames(&self, thread: usize) -> Vec<Frame> {
        let mut frames = self.now.machine.frames(thread);
        if frames.is_empty() {
            let last = self.lines.last().copied().unwrap_or(0);
            frames = Frame::flat(Some(last));
        }
        for frame in &mut frames {
            if frame.name.is_empty() {
                frame.name = symbol_at(&self.symbols, frame.place.line)
                    .unwrap_or_default()
                    .to_owned();
            }
        }
        frames
    }

    /// Changes the number at a location where the run is; the run remembers it.
    ///
    /// # Errors
    /// A sentence if it cannot be changed.
    pub fn set(&mut self, location: Location, number: Number) -> Result<(), Message> {
        self.edit(Edit::Number(location, number))
    }

    /// Changes bytes of a memory where the run is; the run remembers it.
    ///
    /// # Errors
    /// A sentence if that takes more memory than a run may have.
    pub fn write(&mut self, memory: usize, address: u64, bytes: &[u8]) -> Result<(), Message> {
        self.edit(Edit::Bytes(memory, address, bytes.to_vec()))
    }

    fn edit(&mut self, edit: Edit) -> Result<(), Message> {
        self.edits.make(&mut self.now, edit)?;
        self.kept.change(&self.now);
        Ok(())
    }

    /// The line that a breakpoint of a line is at: its own, or the next one with something that runs.
    pub fn breakable(&self, line: usize) -> Option<usize> {
        let next = self.lines.partition_point(|it| (*it as usize) < line);
        self.lines.get(next).map(|line| *line as usize)
    }

    /// The line of a function, a label or another name of the outline.
    pub fn line_of(&self, name: &str) -> Option<usize> {
        fn find(symbols: &[Symbol], name: &str) -> Option<u32> {
            symbols.iter().find_map(|symbol| {
                let own = (symbol.name == name).then_some(symbol.place.line);
                own.or_else(|| find(&symbol.children, name))
            })
        }
        find(&self.symbols, name).and_then(|line| self.breakable(line as usize))
    }

    /// The breakpoints that are set.
    pub const fn breakpoints(&self) -> &Breakpoints {
        &self.breakpoints
    }

    /// Replaces the breakpoints. A breakpoint of a line that does not run never stops.
    pub fn set_breakpoints(&mut self, breakpoints: Breakpoints) {
        self.is_uncounted = breakpoints.are_counted();
        self.breakpoints = breakpoints;
    }
}

/// The innermost symbol that a line belongs to. What follows a label belongs to it.
fn symbol_at(symbols: &[Symbol], line: u32) -> Option<&str> {
    let contains = |symbol: &&Symbol| {
        let is_after = symbol.kind == SymbolKind::Label || line <= symbol.last_line;
        symbol.place.line <= line && is_after
    };
    let symbol = symbols.iter().rfind(contains)?;
    symbol_at(&symbol.children, line).or(Some(&symbol.name))
}
