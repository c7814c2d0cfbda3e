//! Which write reaches which read, word by word and cycle by cycle.
//!
//! Nothing branches, so one pass over the lines that remembers the last writer of every word is enough. The answer is exact if
//! the text gives addresses and masks. It is marked as not certain if data decides: variable masks, and addresses through the
//! T-register, a base address register or the DAR. [`mnc2_program::access`] computes the accesses of a statement; only the
//! lines before `quit` take part.
//!
//! A word that is written only on part of the chip, or only perhaps, keeps its earlier writers too, in a chain that
//! starts with the newest. Chains share their nodes: there is one for each write and the chain that it found. A read
//! remembers only the nodes that it met, which is about one run of words for each operand. An access whose address is
//! not known may access any word; it is in a separate list of its memory.
//!
//! The index is made of independent parts. [`Flow::from_chunks`] has one for each chunk of the program, which the chunk keeps:
//! after an edit only the changed chunks are followed again, and a query goes from part to part. It is for a few questions
//! about a text that changes. [`Flow::new`] follows the whole program as one part: it is for questions about every line, each
//! of which then costs only the nodes and lines that it visits.
//!
//! A step has 3 to 6 accesses (operands, address and forwarding registers) at about 60 ns each, so 100 000 lines take
//! 30 to 50 ms (measured: 27 to 49 ms, as long as a check). An access takes 16 bytes, a run 20 and a node 40, in total
//! 5 to 25 MB. The last writers take 4 bytes for each word of LM, GRF, T and the small registers (40 KiB), and ranges
//! for L1BM, L2BM, PDM and DRAM. A part that a query passes takes some 50 ns if it accesses the store, and 1 ns if not.

mod chunk_index;
mod connected;
pub mod contents;
mod last_writers;
mod query;
mod sources;
mod tags;

use std::ops::Range;
use std::sync::Arc;

use mnc2_isa::Memory;

use chunk_index::{Builder, ChunkIndex, Touched};
use mnc2_program::access::{Access, Accesses, Elements, Piece, State, Store};
use mnc2_program::{Program, Statement};
use mnc2_text::LineRange;

pub(crate) use chunk_index::stores;
pub use connected::LINES_BETWEEN_QUESTIONS;
pub use query::{FlowLink, Links, Pairs};
pub(crate) use sources::Source;
pub use tags::{TagGroup, TagPlace, groups as tag_groups, tag_group};

/// No node, or no run.
const NONE: u32 = u32::MAX;

/// An access of a program; they are ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccessId(
    /// Its number, counted from 0 over all accesses of the program.
    pub u32,
);

/// An access as a part stores it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Its line, counted from the first one of the part.
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
    /// The newest writer; [`NONE`] if nothing in the part wrote them before.
    node: u32,
    /// The next run that reads from the same node.
    next: u32,
}

impl Run {
    const fn words(&self) -> Range<u32> {
        self.first..self.first + self.count
    }
}

/// A write to some words, and what they held before, as far as that is still there.
#[derive(Clone, Copy, Debug)]
struct Node {
    elements: Elements,
    write: u32,
    /// What it leaves of the words: an older node of the part; [`NONE`] is nothing if this node covers the whole chip,
    /// and otherwise what the words held before the part.
    previous: u32,
    first_child: u32,
    next_sibling: u32,
    first_run: u32,
    /// Words whose newest writer it is.
    live: u32,
    /// The write of the part that replaced its last word; [`NONE`] while it has words.
    killer: u32,
    is_certain: bool,
}

/// Accesses to a store whose words are not known, in order of time.
#[derive(Clone, Debug, Default)]
struct Somewhere {
    reads: Vec<u32>,
    writes: Vec<u32>,
}

/// A part in its place.
#[derive(Clone, Debug)]
struct Placed {
    /// Its first line, and its first access.
    line: u32,
    access: u32,
    /// The stores that it writes, and those that it accesses: a bit for each number.
    written: u64,
    accessed: u64,
    part: Arc<ChunkIndex>,
}

impl Placed {
    /// Its effect on a store that it writes. Parts that do not write it are passed without a look at them.
    fn writing(&self, store: usize) -> Option<&Touched> {
        if self.written >> store & 1 == 0 {
            return None;
        }
        self.part.touched(store)
    }

    /// Its effect on a store that it reads or writes.
    fn accessing(&self, store: usize) -> Option<&Touched> {
        if self.accessed >> store & 1 == 0 {
            return None;
        }
        self.part.touched(store)
    }
}

/// Which write reaches which read in a program.
#[derive(Clone, Debug)]
pub struct Flow {
    program: Program,
    parts: Vec<Placed>,
    /// How many lines take part, and how many accesses they have.
    lines: u32,
    accesses: u32,
    /// The stores with accesses whose words are not known: a bit for each number.
    unknown_reads: u64,
    unknown_writes: u64,
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

    /// An access of the line by its number; `None` if it belongs to another line.
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
    /// Follows the data of a program in one pass over its lines.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self::unless_cancelled(program, &|| false)
            .unwrap_or_else(|| unreachable!("nothing cancels it"))
    }

    /// As [`Self::new`]; `None` if `is_cancelled`, which is called now and then, returns true.
    #[must_use]
    pub fn unless_cancelled(program: &Program, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let part = Builder::new().part(program.iter(), &State::default(), is_cancelled)?;
        let mut flow = Self::before(program);
        flow.push(0, Arc::new(part));
        Some(flow)
    }

    /// As [`Self::unless_cancelled`], following only the chunks that were not followed before in any version of the program.
    #[must_use]
    pub fn from_chunks(program: &Program, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let mut flow = Self::before(program);
        let mut builder = Builder::new();
        let mut state = State::default();
        let mut lines_to_question = 0;
        for (line, chunk) in program.chunks() {
            if line >= lines_to_question {
                if is_cancelled() {
                    return None;
                }
                lines_to_question = line + LINES_BETWEEN_QUESTIONS;
            }
            let part = ChunkIndex::from_chunk(chunk, &state, &mut builder);
            state = part.exit();
            let has_quit = part.has_quit;
            flow.push(line, part);
            if has_quit {
                break;
            }
        }
        Some(flow)
    }

    /// The data of a program before its first line.
    fn before(program: &Program) -> Self {
        Self {
            program: program.clone(),
            parts: Vec::new(),
            lines: 0,
            accesses: 0,
            unknown_reads: 0,
            unknown_writes: 0,
        }
    }

    fn push(&mut self, line: usize, part: Arc<ChunkIndex>) {
        self.parts.push(Placed {
            line: line as u32,
            access: self.accesses,
            written: part.written,
            accessed: part.accessed,
            part: Arc::clone(&part),
        });
        self.lines += part.lines() as u32;
        self.accesses += part.entries.len() as u32;
        self.unknown_reads |= part.unknown_reads;
        self.unknown_writes |= part.unknown_writes;
    }

    /// The part with a line, and the line's number there; `None` if it takes no part.
    fn part_of_line(&self, line: usize) -> Option<(&Placed, usize)> {
        let line = u32::try_from(line).ok().filter(|&line| line < self.lines)?;
        let after = self.parts.partition_point(|part| part.line <= line);
        let part = self.parts[..after].last()?;
        Some((part, (line - part.line) as usize))
    }

    /// The number of accesses; their ids are below it.
    #[must_use]
    pub const fn access_count(&self) -> usize {
        self.accesses as usize
    }

    /// The state before a line, counted from 0.
    #[must_use]
    pub fn state_at(&self, line: usize) -> State {
        match self.part_of_line(line) {
            Some((placed, line)) => placed.part.state_at(line),
            None => self
                .parts
                .last()
                .map_or_else(State::default, |last| last.part.exit()),
        }
    }

    /// The accesses of a line, counted from 0; none if it takes no part.
    #[must_use]
    pub fn line(&self, line: usize) -> LineAccesses {
        let Some((placed, of_part)) = self.part_of_line(line) else {
            return LineAccesses {
                line: line as u32,
                first: 0,
                accesses: Accesses::default(),
            };
        };
        let content = self.program.line(line);
        let statement = content.and_then(|line| line.statement.as_ref());
        let state = placed.part.state_at(of_part);
        LineAccesses {
            line: line as u32,
            first: placed.access + placed.part.line_starts[of_part],
            accesses: statement
                .map(|statement| Accesses::from_statement(statement, &state))
                .unwrap_or_default(),
        }
    }

    /// Whether a line, counted from 0, accesses a store. Faster than looking at its accesses.
    #[must_use]
    pub fn touches(&self, line: usize, store: Store) -> bool {
        let Some((placed, line)) = self.part_of_line(line) else {
            return false;
        };
        let part = &placed.part;
        let of_line = part.line_starts[line] as usize..part.line_starts[line + 1] as usize;
        part.entries[of_line]
            .iter()
            .any(|entry| usize::from(entry.store) == store.index())
    }

    /// The first of the lines right before a line that surely write none of some words. Parts are passed as a whole, so more
    /// lines may be free of such writes.
    #[must_use]
    pub fn quiet_since(&self, before: usize, store: Store, words: &Range<u32>) -> usize {
        let mut quiet = before;
        let until = self
            .parts
            .partition_point(|part| (part.line as usize) < before);
        for placed in self.parts[..until].iter().rev() {
            let writes = placed.writing(store.index()).is_some_and(|touched| {
                let mut left = touched.left.iter();
                !touched.somewhere.writes.is_empty()
                    || left.any(|span| span.first < words.end && words.start < span.end())
            });
            if writes {
                break;
            }
            quiet = placed.line as usize;
        }
        quiet
    }

    /// The line of an access, counted from 0.
    #[must_use]
    pub fn line_of(&self, id: AccessId) -> usize {
        let of = |(placed, access): (&Placed, usize)| {
            (placed.line + placed.part.entries[access].line) as usize
        };
        self.part_of(id.0)
            .map_or(0, |(part, access)| of((&self.parts[part], access)))
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
        let lines = line + 1..self.lines as usize;
        let lines = lines.take_while(move |&line| !is_mask_statement(line));
        lines
            .filter(move |&line| self.touches(line, mask))
            .flat_map(|line| {
                let accesses = self.line(line);
                let by_setting = accesses.iter().filter(|(_, access)| access.is_by_setting);
                by_setting.map(|(id, _)| id).collect::<Vec<_>>()
            })
    }

    /// The index of the part with an access, and the number of the access there.
    fn part_of(&self, id: u32) -> Option<(usize, usize)> {
        if id >= self.accesses {
            return None;
        }
        let part = self.parts.partition_point(|part| part.access <= id) - 1;
        Some((part, (id - self.parts[part].access) as usize))
    }
}

#[cfg(test)]
mod tests;
