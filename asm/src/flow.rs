//! Which write reaches which read, word by word and cycle by cycle.
//!
//! Nothing branches, so one pass over the lines that remembers the last writer of every word is enough. The answer is
//! exact if the text gives addresses and masks. It is marked as not certain if data decides: variable masks, and
//! addresses through the T-register, a base address register or the DAR. [`crate::access`] says what a statement
//! accesses; only the lines before `quit` take part.
//!
//! A word that is written only on part of the chip, or only perhaps, keeps its earlier writers too, in a chain that
//! starts with the newest. Chains share their nodes: there is one for each write and the chain that it found. A read
//! remembers only the nodes that it met, which is about one run of words for each operand. An access whose address is
//! not known may access any word; it is in a separate list of its memory.
//!
//! A step has 3 to 6 accesses (operands, address and forwarding registers) at about 60 ns each, so 100 000 lines take
//! 30 to 50 ms (measured: 27 to 49 ms, as long as a check). An access takes 16 bytes, a run 20 and a node 40, in total
//! 5 to 25 MB. The last writers take 4 bytes for each word of LM, GRF, T and the small registers (40 KiB), and ranges
//! for L1BM, L2BM, PDM and DRAM. A query costs as much as the nodes and lines that it visits.

mod build;
mod connected;
pub(crate) mod contents;
mod query;
mod tags;
mod words;

use mnc2_isa::Memory;

use crate::access::{Access, Accesses, Direction, Elements, Piece, State, Store};
use crate::program::{LineRange, Program, Statement};

pub(crate) use connected::LINES_BETWEEN_QUESTIONS;
pub use query::{Link, Links, Pairs};
pub use tags::{TagGroup, TagPlace, groups as tag_groups, tag_group};

/// Maximum number of nodes; later accesses are known less exactly. A program of 100 000 lines needs about 400 000.
const NODES_MAX: usize = 4 << 20;
/// Maximum number of runs; as with nodes.
const RUNS_MAX: usize = 8 << 20;

/// No node, or no run.
const NONE: u32 = u32::MAX;

/// An access of a program; they are ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccessId(pub(crate) u32);

/// An access as the index stores it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: u32,
    store: u8,
    is_write: bool,
    /// Its nodes (of a write) or runs (of a read): the first, and how many.
    start: u32,
    count: u32,
}

/// Words that a read takes from one chain.
#[derive(Clone, Copy, Debug)]
struct Run {
    access: u32,
    first: u32,
    count: u32,
    /// The newest writer; [`NONE`] if nothing wrote them.
    node: u32,
    /// The next run that reads from the same node.
    next: u32,
}

/// A write to some words, and what they held before, as far as that is still there.
#[derive(Clone, Copy, Debug)]
struct Node {
    elements: Elements,
    write: u32,
    previous: u32,
    first_child: u32,
    next_sibling: u32,
    first_run: u32,
    /// Words whose newest writer it is.
    live: u32,
    /// The write that replaced its last word; [`NONE`] while it has words.
    killer: u32,
    is_certain: bool,
}

/// Accesses to a store whose words are not known, in order of time.
#[derive(Clone, Debug, Default)]
struct Somewhere {
    reads: Vec<u32>,
    writes: Vec<u32>,
}

/// Which write reaches which read in a program.
#[derive(Clone, Debug)]
pub struct Flow {
    program: Program,
    /// Each state with its first line, in order.
    states: Vec<(u32, State)>,
    entries: Vec<Entry>,
    /// The first access of each line that takes part, and the number of all of them.
    line_starts: Vec<u32>,
    nodes: Vec<Node>,
    runs: Vec<Run>,
    somewhere: Vec<Somewhere>,
}

/// The accesses of one line.
#[derive(Clone, Debug)]
pub struct LineAccesses {
    line: u32,
    first: u32,
    accesses: Accesses,
}

impl LineAccesses {
    /// Its line, counted from 0.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// The accesses with their ids, in order of time.
    pub fn iter(&self) -> impl Iterator<Item = (AccessId, &Access)> {
        self.accesses
            .list()
            .iter()
            .enumerate()
            .map(|(position, access)| (AccessId(self.first + position as u32), access))
    }

    /// One of them.
    #[must_use]
    pub fn get(&self, id: AccessId) -> Option<&Access> {
        self.accesses
            .list()
            .get(id.0.checked_sub(self.first)? as usize)
    }

    /// The words of one of them.
    #[must_use]
    pub fn pieces(&self, access: &Access) -> &[Piece] {
        self.accesses.pieces(access)
    }
}

impl Flow {
    /// Follows the data of a program. One pass over its lines.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        build::build(program, &|| false).unwrap_or_else(|| unreachable!("nothing cancels it"))
    }

    /// The same; `None` if `is_cancelled`, which is asked now and then, says that no one waits for it.
    #[must_use]
    pub fn unless_cancelled(program: &Program, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        build::build(program, is_cancelled)
    }

    /// The state before a line, counted from 0.
    #[must_use]
    pub fn state_at(&self, line: usize) -> State {
        let after = self
            .states
            .partition_point(|(from, _)| *from as usize <= line);
        after
            .checked_sub(1)
            .map_or_else(State::default, |index| self.states[index].1)
    }

    /// The accesses of a line, counted from 0; none if it takes no part.
    #[must_use]
    pub fn line(&self, line: usize) -> LineAccesses {
        let first = self.line_starts.get(line).copied().unwrap_or(0);
        let statement = self
            .program
            .line(line)
            .filter(|_| line + 1 < self.line_starts.len())
            .and_then(|line| line.statement.as_ref());
        let state = self.state_at(line);
        LineAccesses {
            line: line as u32,
            first,
            accesses: statement
                .map(|statement| Accesses::of(statement, &state))
                .unwrap_or_default(),
        }
    }

    /// Whether a line, counted from 0, accesses a store. Faster than looking at its accesses.
    #[must_use]
    pub fn touches(&self, line: usize, store: Store) -> bool {
        let Some(&[first, end]) = self.line_starts.get(line..line + 2) else {
            return false;
        };
        self.entries[first as usize..end as usize]
            .iter()
            .any(|entry| usize::from(entry.store) == store.index())
    }

    /// The line of an access, counted from 0.
    #[must_use]
    pub fn line_of(&self, id: AccessId) -> usize {
        self.entry(id.0).line as usize
    }

    /// The accesses in the line of an access.
    #[must_use]
    pub fn line_with(&self, id: AccessId) -> LineAccesses {
        self.line(self.line_of(id))
    }

    /// The place of an access in its line.
    #[must_use]
    pub fn range(&self, id: AccessId) -> LineRange {
        self.line_with(id)
            .get(id)
            .map_or(0..0, |access| access.range.clone())
    }

    /// The reads of mask entries that are due to a `mask` statement in a line, in order of time.
    pub fn reads_by_setting(&self, line: usize) -> impl Iterator<Item = AccessId> {
        let mask = Store::Memory(Memory::MaskRegister);
        let is_mask_statement = |line: usize| {
            let line = self.program.line(line);
            line.is_some_and(|line| matches!(line.statement, Some(Statement::Mask(_))))
        };
        let lines = line + 1..self.line_starts.len().saturating_sub(1);
        let lines = lines.take_while(move |&line| !is_mask_statement(line));
        lines
            .filter(move |&line| self.touches(line, mask))
            .flat_map(|line| {
                let accesses = self.line(line);
                let by_setting = accesses.iter().filter(|(_, access)| access.is_by_setting);
                by_setting.map(|(id, _)| id).collect::<Vec<_>>()
            })
    }

    fn entry(&self, id: u32) -> Entry {
        const ABSENT: Entry = Entry {
            line: 0,
            store: 0,
            is_write: false,
            start: 0,
            count: 0,
        };
        self.entries.get(id as usize).copied().unwrap_or(ABSENT)
    }
}

/// Whether an access is to a store, in this direction.
fn is_of(entry: &Entry, store: Store, direction: Direction) -> bool {
    usize::from(entry.store) == store.index() && entry.is_write == (direction == Direction::Write)
}
