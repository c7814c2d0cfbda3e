//! What depends on what a program shows: marks of outputs, carried back to the accesses that decide them.
//!
//! One pass backward over the lines keeps, for each word and element, the marks of the outputs that its content decides. The reads
//! of an expression have the marks of the words that it writes, in the ALU and the MAU cycle by cycle.
//! A write replaces marks only where it certainly writes, and an access whose address is not known may be about any word, so an
//! access without a mark decides nothing that has it, regardless of the data. A mark is a truth value in `liveness` and a set of outputs
//! in `suspects`.

use std::ops::BitOr;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Op};
use mnc2_program::access::{Access, Certainty, Direction, Elements, Piece, Store};
use mnc2_program::{Program, Statement};

use crate::flow::contents::{Contents, known_pieces};
use crate::flow::{Flow, LineAccesses, stores};

/// Maximum number of groups of elements of a word that are told apart; beyond it, a mark holds for all of them.
const PARTS_MAX: usize = 64;

/// What leaves the chip, in addition to what `d get` and host statements read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Nothing: the `d get` lines are all that is looked at.
    Nothing,
    /// What is sent to PDM and DRAM, which a host may read later.
    Transfers,
}

/// A set of outputs.
pub(crate) trait Mark: Copy + Default + Eq + BitOr<Output = Self> {
    /// The set of all outputs, for words that may be any.
    const ALL: Self;
}

impl Mark for bool {
    const ALL: Self = true;
}

impl Mark for u64 {
    const ALL: Self = Self::MAX;
}

/// The marks of an access in each cycle.
pub(crate) type ByCycle<M> = [M; CYCLES_PER_STEP];

/// The marks of all accesses, by their numbers. `shown` returns the marks of what a line shows; the default is none.
pub(crate) fn mark_accesses<M: Mark>(
    program: &Program,
    flow: &Flow,
    leaving: Leaving,
    shown: &dyn Fn(usize, &Statement) -> M,
) -> Vec<ByCycle<M>> {
    let mut pass = Pass {
        stores: stores()
            .map(|store| Contents::new(store, M::default()))
            .collect(),
        marks: vec![ByCycle::default(); flow.access_count()],
        leaving,
    };
    for number in (0..program.end()).rev() {
        let statement = program
            .line(number)
            .and_then(|line| line.statement.as_ref());
        if let Some(statement) = statement {
            pass.statement(statement, &flow.line(number), shown(number, statement));
        }
    }
    pass.marks
}

/// The state of the pass after a line.
struct Pass<M> {
    /// For each store, the marks of what its words hold.
    stores: Vec<Contents<M>>,
    marks: Vec<ByCycle<M>>,
    leaving: Leaving,
}

impl<M: Mark> Pass<M> {
    fn statement(&mut self, statement: &Statement, accesses: &LineAccesses, shown: M) {
        let in_direction = |direction| {
            let all = accesses.iter();
            all.filter(move |(_, access)| access.direction == direction)
        };
        // The marks of what each expression writes.
        let mut results: Vec<(u16, ByCycle<M>)> = Vec::new();
        for (id, access) in in_direction(Direction::Write) {
            let marks = self.written(access, accesses.pieces(access));
            self.marks[id.0 as usize] = marks;
            results.push((access.expression, marks));
        }
        // All words are written after all are read.
        for (_, access) in in_direction(Direction::Write) {
            self.overwrite(access.store, accesses.pieces(access));
        }
        for (id, access) in in_direction(Direction::Read) {
            let mut marks = ByCycle::default();
            for (_, written) in results.iter().filter(|it| it.0 == access.expression) {
                marks = std::array::from_fn(|cycle| marks[cycle] | written[cycle]);
            }
            if !is_by_cycle(statement, access.expression) {
                let all = marks.iter().fold(shown, |all, mark| all | *mark);
                marks = [all; CYCLES_PER_STEP];
            }
            self.marks[id.0 as usize] = marks;
            self.read(access.store, accesses.pieces(access), &marks);
        }
    }

    /// The marks of what a write leaves, by cycle.
    fn written(&self, access: &Access, pieces: &[Piece]) -> ByCycle<M> {
        let is_off_chip = matches!(access.store, Store::Memory(Memory::Pdm | Memory::Dram));
        if is_off_chip && self.leaving == Leaving::Transfers {
            return [M::ALL; CYCLES_PER_STEP];
        }
        let contents = &self.stores[access.store.index()];
        let mut marks = ByCycle::default();
        for piece in pieces {
            let mark = &mut marks[usize::from(piece.cycle)];
            if piece.certainty == Certainty::Somewhere {
                *mark = M::ALL;
            }
            contents.visit(piece.first, piece.count, piece.elements, |_, _, &it| {
                *mark = *mark | it;
            });
        }
        marks
    }

    fn overwrite(&mut self, store: Store, pieces: &[Piece]) {
        let certain = pieces
            .iter()
            .filter(|piece| piece.certainty == Certainty::Always);
        for piece in certain {
            let elements = piece.elements;
            self.stores[store.index()].change(piece.first, piece.count, elements, |inside| {
                inside.clear();
                inside.push((elements, M::default()));
            });
        }
    }

    /// Adds the marks of a read to the words that it reads.
    fn read(&mut self, store: Store, pieces: &[Piece], marks: &ByCycle<M>) {
        let mut done: Vec<M> = vec![M::default()];
        for mark in marks {
            if done.contains(mark) {
                continue;
            }
            done.push(*mark);
            let has_mark = |piece: &&Piece| marks[usize::from(piece.cycle)] == *mark;
            let pieces: Vec<Piece> = pieces.iter().filter(has_mark).copied().collect();
            let (known, has_unknown) = known_pieces(&pieces);
            for piece in &known {
                self.add(store, (piece.first, piece.count), piece.elements, *mark);
            }
            if has_unknown {
                self.add(store, (0, store.words()), Elements::ALL, *mark);
            }
        }
    }

    fn add(&mut self, store: Store, (first, count): (u32, u32), elements: Elements, mark: M) {
        let contents = &mut self.stores[store.index()];
        let elements = match contents.parts(first, count) > PARTS_MAX {
            true => Elements::ALL,
            false => elements,
        };
        contents.change(first, count, elements, |inside| {
            let added = |value: M| value | mark;
            let first = inside.first().map_or(mark, |(_, value)| added(*value));
            if inside.iter().all(|(_, value)| added(*value) == first) {
                inside.clear();
                inside.push((elements, first));
            } else {
                inside
                    .iter_mut()
                    .for_each(|(_, value)| *value = added(*value));
            }
        });
    }
}

/// Whether each cycle of an expression computes from the operands of this cycle alone. Between memories, words move from cycle
/// to cycle.
fn is_by_cycle(statement: &Statement, expression: u16) -> bool {
    let Statement::Step(step) = statement else {
        return false;
    };
    let expression = step.expressions.get(usize::from(expression));
    expression.is_some_and(|it| matches!(it.op, Op::Alu(_) | Op::Mau(_)))
}
