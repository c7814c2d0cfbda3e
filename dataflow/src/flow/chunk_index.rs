//! The index of some consecutive lines: the chunk of a program, or all of it.
//!
//! It holds nothing of the lines before it but the [`State`] at its start. Words that it reads before it writes them
//! are read from before the part, and what it leaves in each word is listed, so that queries continue in the other parts.

mod coverage;

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Arc;

use mnc2_isa::{Forwarding, Memory};

use super::last_writers::{NewestNodes, Span};
use super::{Entry, LINES_BETWEEN_QUESTIONS, NONE, Node, Run, Somewhere};
use mnc2_program::access::{Access, Certainty, Direction, Elements, Piece, State, Store};
use mnc2_program::{Chunk, Line, access};

use self::coverage::{Covered, cover};

/// Maximum number of nodes for each line on average; later accesses are known less exactly. A line usually has 4.
const NODES_PER_LINE_MAX: usize = 32;
/// The least and greatest maximum of a part.
const NODES_MAX: RangeInclusive<usize> = 4 << 10..=4 << 20;
/// Maximum number of runs for each line on average; as with nodes.
const RUNS_PER_LINE_MAX: usize = 64;
/// The least and greatest maximum of a part.
const RUNS_MAX: RangeInclusive<usize> = 8 << 10..=8 << 20;
/// Maximum number of nodes of a write that are compared before another one is made.
const COMPARED_NODES: usize = 8;

const _: () = assert!(Store::COUNT <= 64, "a bit for each store");

/// Every store, in the order of their numbers.
pub(crate) fn stores() -> impl Iterator<Item = Store> {
    Memory::ALL
        .into_iter()
        .map(Store::Memory)
        .chain(Forwarding::ALL.into_iter().map(Store::Forwarding))
        .chain([Store::Turnaround, Store::Darbuf])
}

/// The index of some lines. Lines, accesses, nodes and runs are counted from its own first ones.
#[derive(Debug, Default)]
pub(super) struct ChunkIndex {
    /// Each state with its first line, in order.
    states: Vec<(u32, State)>,
    /// The state before it, and the one after it.
    entry: State,
    exit: State,
    /// Whether the program ends in it.
    pub(super) has_quit: bool,
    /// The accesses in order of time.
    pub(super) entries: Vec<Entry>,
    /// The first access of each line that takes part, and the number of all of them.
    pub(super) line_starts: Vec<u32>,
    pub(super) nodes: Vec<Node>,
    pub(super) runs: Vec<Run>,
    /// The stores that it accesses, in the order of their numbers.
    touched: Vec<(u8, Touched)>,
    /// The stores that it writes, and those that it accesses: a bit for each number.
    pub(super) written: u64,
    pub(super) accessed: u64,
    /// The stores with accesses whose words are not known, in the same way.
    pub(super) unknown_reads: u64,
    pub(super) unknown_writes: u64,
}

/// The effect of a part on a store.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// The words that it writes, in their order, with their newest nodes at its end.
    pub(super) left: Vec<Span>,
    /// These words with the nodes that were replaced, from before the part.
    pub(super) replaced: Vec<Span>,
    /// Words of nodes that leave some of what was there before the part.
    pub(super) kept: Vec<Span>,
    /// The runs that read words from before the part.
    pub(super) open: Vec<u32>,
    /// Accesses whose words are not known.
    pub(super) somewhere: Somewhere,
}

impl ChunkIndex {
    /// The lines that take part.
    pub(super) fn lines(&self) -> usize {
        self.line_starts.len() - 1
    }

    /// The effect on a store; `None` if the part does not access it.
    pub(super) fn touched(&self, store: usize) -> Option<&Touched> {
        let index = self
            .touched
            .binary_search_by_key(&store, |(number, _)| usize::from(*number));
        Some(&self.touched[index.ok()?].1)
    }

    /// The runs of a read.
    pub(super) fn runs_of(&self, read: &Entry) -> &[Run] {
        &self.runs[read.start as usize..(read.start + read.count) as usize]
    }

    /// The runs that read from a node, or from before the part.
    pub(super) fn runs_from<'a>(
        &'a self,
        touched: &'a Touched,
        node: u32,
    ) -> impl Iterator<Item = u32> {
        let first = self.nodes.get(node as usize).map(|node| node.first_run);
        let open = if first.is_none() {
            &touched.open[..]
        } else {
            &[]
        };
        let index = |run: u32| (run != NONE).then_some(run);
        std::iter::successors(first.and_then(index), move |&run| {
            index(self.runs[run as usize].next)
        })
        .chain(open.iter().copied())
    }

    /// The nodes that leave some of a node, or of what some words held before the part.
    pub(super) fn nodes_on<'a>(
        &'a self,
        touched: &'a Touched,
        node: u32,
        words: &'a Range<u32>,
    ) -> impl Iterator<Item = u32> {
        let first = self.nodes.get(node as usize).map(|node| node.first_child);
        let kept = if first.is_none() {
            &touched.kept[..]
        } else {
            &[]
        };
        let index = |node: u32| (node != NONE).then_some(node);
        let on_words = kept
            .iter()
            .filter(|span| span.first < words.end && words.start < span.end())
            .map(|span| span.node)
            .collect::<BTreeSet<u32>>();
        std::iter::successors(first.and_then(index), move |&node| {
            index(self.nodes[node as usize].next_sibling)
        })
        .chain(on_words)
    }

    /// The state before a line.
    pub(super) fn state_at(&self, line: usize) -> State {
        let after = self
            .states
            .partition_point(|(from, _)| *from as usize <= line);
        self.states[..after]
            .last()
            .map_or_else(State::default, |(_, state)| *state)
    }

    /// The state after it.
    pub(super) fn exit(&self) -> State {
        self.exit
    }
}

impl ChunkIndex {
    /// The index of a chunk that follows a state. If the chunk keeps an index for the same state, it is returned.
    pub(super) fn from_chunk(chunk: &Chunk, entry: &State, builder: &mut Builder) -> Arc<Self> {
        if let Some(last) = chunk.kept.get::<Self>()
            && last.entry == *entry
        {
            return last;
        }
        let part = builder.part(chunk.lines().iter(), entry, &|| false);
        let part = Arc::new(part.unwrap_or_else(|| unreachable!("nothing cancels it")));
        chunk.kept.put(Arc::clone(&part));
        part
    }
}

/// Makes parts, and keeps its buffers between them.
pub(super) struct Builder {
    part: ChunkIndex,
    words: Vec<NewestNodes>,
    touched: Vec<Touched>,
    covered: Vec<Covered>,
    nodes_max: usize,
    runs_max: usize,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            part: ChunkIndex::default(),
            words: stores().map(NewestNodes::new).collect(),
            touched: stores().map(|_| Touched::default()).collect(),
            covered: Vec::new(),
            nodes_max: 0,
            runs_max: 0,
        }
    }

    /// Follows the data of some lines; `None` if cancelled.
    pub(super) fn part<'a>(
        &mut self,
        lines: impl ExactSizeIterator<Item = &'a Arc<Line>>,
        entry: &State,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<ChunkIndex> {
        let count = lines.len();
        let within =
            |max: usize, limits: RangeInclusive<usize>| max.clamp(*limits.start(), *limits.end());
        self.nodes_max = within(count * NODES_PER_LINE_MAX, NODES_MAX);
        self.runs_max = within(count * RUNS_PER_LINE_MAX, RUNS_MAX);
        self.part.line_starts.reserve(count + 1);
        self.part.entry = *entry;
        let mut state = *entry;
        let gone_through = access::walk_lines(lines, &mut state, |number, state, accesses| {
            if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
                return ControlFlow::Break(());
            }
            let part = &mut self.part;
            part.line_starts.push(part.entries.len() as u32);
            if part.states.last().is_none_or(|(_, last)| last != state) {
                part.states.push((number as u32, *state));
            }
            for access in accesses.list() {
                self.access(number as u32, access, accesses.pieces(access));
            }
            ControlFlow::Continue(())
        });
        if gone_through.is_break() {
            return None;
        }
        self.finish(state, count);
        Some(std::mem::take(&mut self.part))
    }

    /// Completes the part, and empties the buffers.
    fn finish(&mut self, exit: State, lines: usize) {
        let Self {
            part,
            words,
            touched,
            ..
        } = self;
        part.exit = exit;
        part.has_quit = part.line_starts.len() < lines;
        part.line_starts.push(part.entries.len() as u32);
        for (number, (words, touched)) in words.iter_mut().zip(touched).enumerate() {
            if part.accessed >> number & 1 == 0 {
                continue;
            }
            let mut touched = std::mem::take(touched);
            touched.left = words.take();
            touched.replaced.sort_unstable_by_key(|span| span.first);
            part.touched.push((number as u8, touched));
        }
        // Most parts live as long as their document.
        part.states.shrink_to_fit();
        part.entries.shrink_to_fit();
        part.line_starts.shrink_to_fit();
        part.nodes.shrink_to_fit();
        part.runs.shrink_to_fit();
        part.touched.shrink_to_fit();
    }

    fn access(&mut self, line: u32, access: &Access, pieces: &[Piece]) {
        let id = self.part.entries.len() as u32;
        let is_write = access.direction == Direction::Write;
        let start = if is_write {
            self.part.nodes.len()
        } else {
            self.part.runs.len()
        };
        let store = access.store.index();
        let count = if is_write {
            self.write(id, store, pieces)
        } else {
            self.read(id, store, pieces)
        };
        self.part.accessed |= 1 << store;
        self.part.written |= u64::from(is_write) << store;
        self.part.entries.push(Entry {
            line,
            store: store as u8,
            is_write,
            start: start as u32,
            count,
        });
    }

    /// Records from which nodes a read takes its words; returns how many runs there are.
    fn read(&mut self, id: u32, store: usize, pieces: &[Piece]) -> u32 {
        let start = self.part.runs.len();
        let runs = &mut self.part.runs;
        let mut last = None;
        let mut is_somewhere = false;
        for piece in pieces {
            if piece.certainty == Certainty::Somewhere || runs.len() >= self.runs_max {
                is_somewhere = true;
                continue;
            }
            // A scalar is read in all cycles.
            if last.replace((piece.first, piece.count)) == Some((piece.first, piece.count)) {
                continue;
            }
            self.words[store].visit(piece.first, piece.count, |first, count, node| {
                match runs[start..].last_mut() {
                    Some(run) if run.node == node && run.first + run.count == first => {
                        run.count += count;
                    }
                    _ => runs.push(Run {
                        access: id,
                        first,
                        count,
                        node,
                        next: NONE,
                    }),
                }
            });
        }
        let touched = &mut self.touched[store];
        for (index, run) in runs.iter_mut().enumerate().skip(start) {
            match self.part.nodes.get_mut(run.node as usize) {
                Some(node) => run.next = std::mem::replace(&mut node.first_run, index as u32),
                None => touched.open.push(index as u32),
            }
        }
        if is_somewhere {
            self.part.unknown_reads |= 1 << store;
            touched.somewhere.reads.push(id);
        }
        (runs.len() - start) as u32
    }

    /// Makes a write the newest one of its words; returns how many nodes it has.
    fn write(&mut self, id: u32, store: usize, pieces: &[Piece]) -> u32 {
        let start = self.part.nodes.len();
        self.covered.clear();
        let mut is_somewhere = false;
        for piece in pieces {
            match piece.certainty {
                Certainty::Somewhere => is_somewhere = true,
                Certainty::Always => cover(&mut self.covered, piece, true),
                Certainty::Perhaps => cover(&mut self.covered, piece, false),
            }
        }
        let nodes = &mut self.part.nodes;
        let touched = &mut self.touched[store];
        for part in &self.covered {
            let is_full = part.is_certain && part.elements.covers(Elements::ALL);
            if !is_full && nodes.len() >= self.nodes_max {
                is_somewhere = true;
                continue;
            }
            self.words[store].replace(part.first, part.count, |first, count, found| {
                let node = node_after(nodes, start, id, part, found, count);
                let span = Span { first, count, node };
                if found == NONE {
                    add(&mut touched.replaced, span);
                }
                if !is_full && nodes[node as usize].previous == NONE {
                    add(&mut touched.kept, span);
                }
                node
            });
        }
        if is_somewhere {
            self.part.unknown_writes |= 1 << store;
            touched.somewhere.writes.push(id);
        }
        (self.part.nodes.len() - start) as u32
    }
}

/// Adds words to a list, joined with the last ones if they continue them.
fn add(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.end() == span.first && last.node == span.node => {
            last.count += span.count;
        }
        _ => spans.push(span),
    }
}

/// The node for words whose node was `found`; the nodes of the write itself begin at `start`.
fn node_after(
    nodes: &mut Vec<Node>,
    start: usize,
    id: u32,
    part: &Covered,
    found: u32,
    count: u32,
) -> u32 {
    let mut previous = found;
    if part.is_certain {
        // Words that are completely covered can no longer be read.
        while let Some(node) = nodes.get(previous as usize)
            && part.elements.covers(node.elements)
        {
            previous = node.previous;
        }
        if part.elements.covers(Elements::ALL) {
            previous = NONE;
        }
    }
    let compared = start.max(nodes.len().saturating_sub(COMPARED_NODES));
    let same = nodes[compared..].iter().rposition(|node| {
        node.previous == previous
            && node.is_certain == part.is_certain
            && node.elements == part.elements
    });
    let own = match same {
        Some(index) => compared + index,
        None => {
            let own = nodes.len();
            let mut next_sibling = NONE;
            if let Some(parent) = nodes.get_mut(previous as usize) {
                next_sibling = std::mem::replace(&mut parent.first_child, own as u32);
            }
            nodes.push(Node {
                elements: part.elements,
                write: id,
                previous,
                first_child: NONE,
                next_sibling,
                first_run: NONE,
                live: 0,
                killer: NONE,
                is_certain: part.is_certain,
            });
            own
        }
    };
    nodes[own].live += count;
    if let Some(node) = nodes.get_mut(found as usize) {
        node.live -= count;
        if node.live == 0 {
            node.killer = id;
        }
    }
    own as u32
}
