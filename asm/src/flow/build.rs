//! The pass that builds the index.

use std::ops::ControlFlow;

use mnc2_isa::{Forwarding, Memory};

use super::words::Words;
use super::{
    Entry, Flow, LINES_BETWEEN_QUESTIONS, NODES_MAX, NONE, Node, RUNS_MAX, Run, Somewhere,
};
use crate::access::{self, Access, Certainty, Direction, Elements, Piece, Store};
use crate::program::Program;

/// Maximum number of nodes of a write that are compared before another one is made.
const COMPARED_NODES: usize = 8;

/// Words that one write covers in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Covered {
    first: u32,
    count: u32,
    elements: Elements,
    is_certain: bool,
}

struct Builder {
    flow: Flow,
    words: Vec<Words>,
    covered: Vec<Covered>,
}

/// Follows the data of a program; `None` if no one waits for it.
pub(super) fn build(program: &Program, is_cancelled: &dyn Fn() -> bool) -> Option<Flow> {
    let mut builder = Builder {
        flow: Flow {
            program: program.clone(),
            states: Vec::new(),
            entries: Vec::new(),
            line_starts: Vec::with_capacity(program.len() + 1),
            nodes: Vec::new(),
            runs: Vec::new(),
            somewhere: vec![Somewhere::default(); Store::COUNT],
        },
        words: stores().map(Words::new).collect(),
        covered: Vec::new(),
    };
    let gone_through = access::walk(program, |number, state, accesses| {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            return ControlFlow::Break(());
        }
        let flow = &mut builder.flow;
        flow.line_starts.push(flow.entries.len() as u32);
        if flow.states.last().is_none_or(|(_, last)| last != state) {
            flow.states.push((number as u32, *state));
        }
        for access in accesses.list() {
            builder.access(number as u32, access, accesses.pieces(access));
        }
        ControlFlow::Continue(())
    });
    if gone_through.is_break() {
        return None;
    }
    let all = builder.flow.entries.len() as u32;
    builder.flow.line_starts.push(all);
    Some(builder.flow)
}

/// Every store, in the order of their numbers.
pub(super) fn stores() -> impl Iterator<Item = Store> {
    Memory::ALL
        .into_iter()
        .map(Store::Memory)
        .chain(Forwarding::ALL.into_iter().map(Store::Forwarding))
        .chain([Store::Turnaround, Store::Darbuf])
}

impl Builder {
    fn access(&mut self, line: u32, access: &Access, pieces: &[Piece]) {
        let id = self.flow.entries.len() as u32;
        let is_write = access.direction == Direction::Write;
        let start = if is_write {
            self.flow.nodes.len()
        } else {
            self.flow.runs.len()
        };
        let store = access.store.index();
        let count = if is_write {
            self.write(id, store, pieces)
        } else {
            self.read(id, store, pieces)
        };
        self.flow.entries.push(Entry {
            line,
            store: store as u8,
            is_write,
            start: start as u32,
            count,
        });
    }

    /// Records from which nodes a read takes its words; returns how many runs there are.
    fn read(&mut self, id: u32, store: usize, pieces: &[Piece]) -> u32 {
        let start = self.flow.runs.len();
        let runs = &mut self.flow.runs;
        let mut last = None;
        let mut is_somewhere = false;
        for piece in pieces {
            if piece.certainty == Certainty::Somewhere || runs.len() >= RUNS_MAX {
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
        for (index, run) in runs.iter_mut().enumerate().skip(start) {
            if let Some(node) = self.flow.nodes.get_mut(run.node as usize) {
                run.next = std::mem::replace(&mut node.first_run, index as u32);
            }
        }
        if is_somewhere {
            self.flow.somewhere[store].reads.push(id);
        }
        (runs.len() - start) as u32
    }

    /// Makes a write the newest one of its words; returns how many nodes it has.
    fn write(&mut self, id: u32, store: usize, pieces: &[Piece]) -> u32 {
        let start = self.flow.nodes.len();
        self.covered.clear();
        let mut is_somewhere = false;
        for piece in pieces {
            match piece.certainty {
                Certainty::Somewhere => is_somewhere = true,
                Certainty::Always => cover(&mut self.covered, piece, true),
                Certainty::Perhaps => cover(&mut self.covered, piece, false),
            }
        }
        let nodes = &mut self.flow.nodes;
        for part in &self.covered {
            let is_full = part.is_certain && part.elements.covers(Elements::ALL);
            if !is_full && nodes.len() >= NODES_MAX {
                is_somewhere = true;
                continue;
            }
            self.words[store].replace(part.first, part.count, |previous, count| {
                node_after(nodes, start, id, part, previous, count)
            });
        }
        if is_somewhere {
            self.flow.somewhere[store].writes.push(id);
        }
        (self.flow.nodes.len() - start) as u32
    }
}

/// The node for words whose node was `found`; those of the write itself begin at `start`.
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

/// Adds a piece to the words that a write covers, so that each word is covered once if that can be expressed.
fn cover(covered: &mut Vec<Covered>, piece: &Piece, is_certain: bool) {
    let new = Covered {
        first: piece.first,
        count: piece.count,
        elements: piece.elements,
        is_certain,
    };
    // A scalar is written in all cycles.
    if covered.last() == Some(&new) {
        return;
    }
    let overlaps = |other: &Covered| {
        other.first < new.first + new.count && new.first < other.first + other.count
    };
    if !covered.iter().any(overlaps) {
        match covered.last_mut() {
            Some(last)
                if last.first + last.count == new.first
                    && last.elements == new.elements
                    && last.is_certain == new.is_certain =>
            {
                last.count += new.count;
            }
            _ => covered.push(new),
        }
        return;
    }
    // If cycles return to a word, each word is covered by itself.
    let mut words: Vec<Covered> = Vec::new();
    for part in covered.iter().chain([&new]) {
        for first in part.first..part.first + part.count {
            let word = Covered {
                first,
                count: 1,
                ..*part
            };
            let same = words
                .iter_mut()
                .filter(|other| other.first == first && other.is_certain == word.is_certain)
                .find_map(|other| {
                    let joined = other.elements.join(word.elements)?;
                    Some((other, joined))
                });
            match same {
                Some((other, joined)) => other.elements = joined,
                None => words.push(word),
            }
        }
    }
    *covered = words;
}
