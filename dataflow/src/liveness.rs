//! Which writes count: those that something shown by the program depends on.
//!
//! One pass backward over the lines keeps, for each word and element, whether what it holds counts. A `d get` and what the host
//! reads count. The reads of an expression count if one of the words that it writes does; in the ALU and the MAU, only the reads
//! in the cycles of these words. Only a write that certainly happens replaces the content, and an access whose address is not
//! known may be about any word, so a write that does not count is one that no output depends on, regardless of the data.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Op};
use mnc2_program::access::{Access, Certainty, Direction, Elements, Piece, Store};
use mnc2_program::{HostAction, Program, Statement};

use crate::flow::contents::{Contents, known_pieces};
use crate::flow::{AccessId, Flow, LineAccesses, stores};

/// Maximum number of groups of elements of a word that are told apart; beyond it, all of them count.
const PARTS_MAX: usize = 64;

/// What leaves the chip, in addition to what `d get` and host statements read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Nothing: the `d get` lines are all that is looked at.
    Nothing,
    /// What is sent to PDM and DRAM, which a host may read later.
    Transfers,
}

/// Which accesses of a program count.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// By the number of the access: a bit for each cycle.
    cycles: Vec<Cycles>,
}

/// A bit for each cycle of a step.
type Cycles = u8;

const EVERY_CYCLE: Cycles = (1 << CYCLES_PER_STEP) - 1;

impl Liveness {
    /// Follows the outputs of a program back to what they depend on.
    #[must_use]
    pub fn new(program: &Program, flow: &Flow, leaving: Leaving) -> Self {
        let mut pass = Pass {
            stores: stores().map(|store| Contents::new(store, false)).collect(),
            cycles: vec![0; flow.access_count()],
            leaving,
        };
        for number in (0..program.end()).rev() {
            let statement = program
                .line(number)
                .and_then(|line| line.statement.as_ref());
            if let Some(statement) = statement {
                pass.statement(statement, &flow.line(number));
            }
        }
        Self {
            cycles: pass.cycles,
        }
    }

    /// Whether an output depends on one of the words of an access.
    #[must_use]
    pub fn counts(&self, id: AccessId) -> bool {
        self.cycles(id) != 0
    }

    /// Whether an output depends on the words of an access in a cycle, 0 to 3.
    #[must_use]
    pub fn counts_in(&self, id: AccessId, cycle: u8) -> bool {
        self.cycles(id) >> cycle & 1 == 1
    }

    fn cycles(&self, id: AccessId) -> Cycles {
        self.cycles.get(id.0 as usize).copied().unwrap_or(0)
    }
}

/// The state of the pass after a line.
struct Pass {
    /// For each store, whether the content of its words counts.
    stores: Vec<Contents<bool>>,
    cycles: Vec<Cycles>,
    leaving: Leaving,
}

impl Pass {
    fn statement(&mut self, statement: &Statement, accesses: &LineAccesses) {
        let of = |direction| {
            let all = accesses.iter();
            all.filter(move |(_, access)| access.direction == direction)
        };
        // The cycles of each expression whose results count.
        let mut counting: Vec<(u16, Cycles)> = Vec::new();
        for (id, access) in of(Direction::Write) {
            let cycles = self.written(access, accesses.pieces(access));
            self.cycles[id.0 as usize] = cycles;
            counting.push((access.expression, cycles));
        }
        // All words are written after all are read.
        for (_, access) in of(Direction::Write) {
            self.overwrite(access.store, accesses.pieces(access));
        }
        for (id, access) in of(Direction::Read) {
            let results = counting.iter().filter(|it| it.0 == access.expression);
            let cycles = match results.fold(0, |all, (_, cycles)| all | cycles) {
                _ if shows(statement) => EVERY_CYCLE,
                0 => continue,
                cycles if is_by_cycle(statement, access.expression) => cycles,
                _ => EVERY_CYCLE,
            };
            self.cycles[id.0 as usize] = cycles;
            self.read(access.store, accesses.pieces(access), cycles);
        }
    }

    /// The cycles in which a write leaves words that count.
    fn written(&self, access: &Access, pieces: &[Piece]) -> Cycles {
        let is_off_chip = matches!(access.store, Store::Memory(Memory::Pdm | Memory::Dram));
        if is_off_chip && self.leaving == Leaving::Transfers {
            return EVERY_CYCLE;
        }
        let contents = &self.stores[access.store.index()];
        let mut cycles = 0;
        for piece in pieces {
            let mut counts = piece.certainty == Certainty::Somewhere;
            contents.visit(piece.first, piece.count, piece.elements, |_, _, &it| {
                counts |= it;
            });
            cycles |= Cycles::from(counts) << piece.cycle;
        }
        cycles
    }

    fn overwrite(&mut self, store: Store, pieces: &[Piece]) {
        let certain = pieces
            .iter()
            .filter(|piece| piece.certainty == Certainty::Always);
        for piece in certain {
            self.set(store, piece, false);
        }
    }

    fn read(&mut self, store: Store, pieces: &[Piece], cycles: Cycles) {
        let is_read = |piece: &&Piece| cycles >> piece.cycle & 1 == 1;
        let pieces: Vec<Piece> = pieces.iter().filter(is_read).copied().collect();
        let (known, has_unknown) = known_pieces(&pieces);
        for piece in &known {
            self.set(store, piece, true);
        }
        if has_unknown {
            let anywhere = Piece {
                cycle: 0,
                first: 0,
                count: store.words(),
                elements: Elements::ALL,
                certainty: Certainty::Somewhere,
            };
            self.set(store, &anywhere, true);
        }
    }

    fn set(&mut self, store: Store, piece: &Piece, counts: bool) {
        let contents = &mut self.stores[store.index()];
        let mut elements = piece.elements;
        if counts && contents.parts(piece.first, piece.count) > PARTS_MAX {
            elements = Elements::ALL;
        }
        contents.change(piece.first, piece.count, elements, |inside| {
            inside.clear();
            inside.push((elements, counts));
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

/// Whether everything that a statement reads is shown.
#[must_use]
pub fn shows(statement: &Statement) -> bool {
    match statement {
        Statement::DebugGet(_) => true,
        Statement::Host(host) => match host.action {
            HostAction::ReadPdm { .. } => true,
            HostAction::WritePdm { .. } | HostAction::WriteDram { .. } | HostAction::Flush => false,
        },
        // What a linker makes of it is not known.
        Statement::Directive(_) => true,
        Statement::Quit(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Mv(_)
        | Statement::Step(_) => false,
    }
}
