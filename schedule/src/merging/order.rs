//! The order that merging must keep.

use std::collections::HashMap;
use std::ops::ControlFlow;

use mnc2_isa::Memory;
use mnc2_program::access::{Access, Direction, Store};
use mnc2_program::{Statement, access};

use super::units::{Kind, Units};
use crate::draft::Draft;
use crate::values::{MEMORIES, PE_MEMORIES, Values};

/// The units before each unit, in order.
pub(super) struct Edges {
    of: Vec<Vec<u32>>,
}

impl Edges {
    /// The units that must come before a unit. One can be named more than once.
    pub(super) fn before(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        self.of[unit].iter().map(|&it| it as usize)
    }

    fn add(&mut self, from: usize, to: usize) {
        let of = &mut self.of[to];
        if from < to && of.last() != Some(&(from as u32)) {
            of.push(from as u32);
        }
    }
}

/// Who touched something so far: the last unit that wrote it, and those that read it since.
#[derive(Default)]
struct Touched {
    writer: Option<usize>,
    readers: Vec<usize>,
}

impl Touched {
    fn touch(&mut self, unit: usize, direction: Direction, edges: &mut Edges) {
        self.writer.iter().for_each(|&it| edges.add(it, unit));
        match direction {
            Direction::Read => {
                if self.readers.last() != Some(&unit) {
                    self.readers.push(unit);
                }
            }
            Direction::Write => {
                self.readers.drain(..).for_each(|it| edges.add(it, unit));
                self.writer = Some(unit);
            }
        }
    }
}

/// The order that keeps what the region does, wherever values that may move are.
pub(super) fn edges(draft: &Draft, units: &Units, values: &Values) -> Edges {
    let mut edges = Edges {
        of: vec![Vec::new(); units.list.len()],
    };
    let of_lines = units.unit_by_line(draft);
    let unit = |line: usize| {
        let own = line.checked_sub(draft.start)?;
        *of_lines.get(own)?
    };
    add_value_edges(&mut edges, values, &unit);
    add_other_edges(&mut edges, draft, &unit);
    add_statement_edges(&mut edges, draft, units);
    edges
}

/// The order of what happens to each value, and of values that stay in one word.
fn add_value_edges(edges: &mut Edges, values: &Values, unit: &dyn Fn(usize) -> Option<usize>) {
    let mut uses: Vec<_> = values.uses.iter().filter(|it| it.time >= 0).collect();
    uses.sort_by_key(|it| it.stay);
    // The last access of each word whose value does not move.
    let mut of_words: HashMap<(usize, u32), Touched> = HashMap::new();
    for of_stay in uses.chunk_by(|one, other| one.stay == other.stay) {
        let stay = values.stays[of_stay[0].stay as usize];
        let mut own = Touched::default();
        let is_pinned = values.webs[stay.web].is_pinned;
        let touched = if is_pinned {
            of_words.entry((stay.memory, stay.word)).or_default()
        } else {
            &mut own
        };
        for it in of_stay {
            let direction = match it.time % 2 {
                0 => Direction::Read,
                _ => Direction::Write,
            };
            // Who looks at the end follows everything.
            if let Some(unit) = usize::try_from(it.time / 2).ok().and_then(unit) {
                touched.touch(unit, direction, edges);
            }
        }
    }
}

/// The order of accesses to everything else.
fn add_other_edges(edges: &mut Edges, draft: &Draft, unit: &dyn Fn(usize) -> Option<usize>) {
    let mut of_words: HashMap<(usize, u32), Touched> = HashMap::new();
    let walked = access::walk(&draft.program, |number, _, accesses| {
        let Some(unit) = unit(number) else {
            return ControlFlow::<()>::Continue(());
        };
        let others = accesses.list().iter().filter(|it| is_other(it));
        for access in others {
            for piece in accesses.pieces(access) {
                let mut touch = |word: u32| {
                    let key = (number_of(access.store), word);
                    let touched = of_words.entry(key).or_default();
                    touched.touch(unit, access.direction, edges);
                };
                if is_large(access.store) {
                    touch(0);
                } else {
                    (piece.first..piece.first + piece.count).for_each(touch);
                }
            }
        }
        ControlFlow::Continue(())
    });
    debug_assert!(walked.is_continue());
}

fn is_other(access: &Access) -> bool {
    match access.store {
        Store::Memory(memory) => {
            !MEMORIES[..PE_MEMORIES].contains(&memory) || access.role != access::AccessRole::Data
        }
        // A chain through them is one unit.
        Store::Forwarding(_) => false,
        Store::Turnaround | Store::Darbuf => true,
    }
}

/// What `l2bmdarw` writes depends on the order of all accesses to the DAR and its buffer.
fn number_of(store: Store) -> usize {
    match store {
        Store::Memory(Memory::Dar) => Store::Darbuf.index(),
        store => store.index(),
    }
}

/// Whether a store counts as one word.
fn is_large(store: Store) -> bool {
    matches!(
        store,
        Store::Darbuf
            | Store::Memory(Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram | Memory::Dar)
    )
}

/// Statements between steps keep their order, and nothing passes a barrier.
fn add_statement_edges(edges: &mut Edges, draft: &Draft, units: &Units) {
    let mut between = None;
    let mut barrier = None;
    for (index, unit) in units.list.iter().enumerate() {
        let is_between = |&line: &usize| {
            let line = draft.program.line(line);
            let statement = line.and_then(|line| line.statement.as_ref());
            !matches!(statement, Some(Statement::Step(_)))
        };
        if unit.lines.iter().any(is_between)
            && let Some(last) = between.replace(index)
        {
            edges.add(last, index);
        }
        if matches!(unit.kind, Kind::Barrier) {
            let first = barrier.map_or(0, |it: usize| it);
            (first..index).for_each(|before| edges.add(before, index));
            barrier = Some(index);
        } else if let Some(barrier) = barrier {
            edges.add(barrier, index);
        }
    }
}
