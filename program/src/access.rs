//! The reads and writes of a statement: one description for every user.
//!
//! [`Accesses::from_statement`] resolves a statement into one [`Access`] for each operand, mask, address register and forwarding
//! path that it reads or writes, with the words of every cycle as [`Piece`]s: addresses wrapped around, strides and
//! lists expanded, fixed masks applied, elements named. Values that are known only in a run (variable masks, the
//! T-register, base address registers, DAR) are marked, not guessed. Values that earlier lines decide are in a
//! [`State`].
//!
//! Units: PE memories count single words, the T-register too (4 for each cycle);
//! memories above the PEs long words; mask registers flags of a cycle (4 for
//! each entry); matrix registers physical rows; forwarding and turnaround
//! registers cycles; DAR and DARBUF entries.

mod debug;
mod directive;
mod elements;
mod mv;
mod pe;
mod state;
mod upper;
mod watch_place;

use std::ops::ControlFlow;
use std::sync::Arc;

use mnc2_isa::{Forwarding, Memory, OperandRole, geometry};

use crate::{Line, Program, Statement};
use mnc2_text::LineRange;

pub use elements::Elements;
pub use mv::{Moved, moved};
pub use pe::WriteMasking;
pub use state::State;
pub use upper::{l1bm_runs, l1bs, l2bm_runs};
pub use watch_place::watched_words;

/// Whether something is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The statement reads it.
    Read,
    /// The statement writes it.
    Write,
}

impl Direction {
    /// The direction of an operand's role.
    #[must_use]
    pub const fn from_role(role: OperandRole) -> Self {
        match role {
            OperandRole::Input => Self::Read,
            OperandRole::Output | OperandRole::Outputs => Self::Write,
        }
    }

    /// The word for it in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// A place that keeps data from one statement to a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Store {
    /// A memory of any level.
    Memory(Memory),
    /// The register that a unit forwards its result in.
    Forwarding(Forwarding),
    /// The turnaround register of each L1B.
    Turnaround,
    /// DARBUF of each group.
    Darbuf,
}

impl Store {
    /// The number of stores.
    pub const COUNT: usize = Memory::ALL.len() + Forwarding::ALL.len() + 2;

    /// A number below [`Store::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Memory(memory) => memory as usize,
            Self::Forwarding(register) => Memory::ALL.len() + register as usize,
            Self::Turnaround => Memory::ALL.len() + Forwarding::ALL.len(),
            Self::Darbuf => Memory::ALL.len() + Forwarding::ALL.len() + 1,
        }
    }

    /// The number of words of each element, in the units of this module.
    #[must_use]
    pub const fn words(self) -> u32 {
        const CYCLES: u32 = geometry::CYCLES_PER_STEP as u32;
        match self {
            Self::Memory(Memory::T) => 2 * geometry::T_LONG_WORDS,
            Self::Memory(Memory::MaskRegister) => geometry::MASK_ENTRIES * CYCLES,
            Self::Memory(Memory::BaseLm0 | Memory::BaseLm1) => 1,
            Self::Memory(Memory::MatrixX | Memory::MatrixY) => geometry::MATRIX_PHYSICAL_ROWS,
            Self::Memory(memory) => match memory.size() {
                Some(size) => size,
                None => 1,
            },
            Self::Forwarding(_) | Self::Turnaround => CYCLES,
            Self::Darbuf => geometry::DARBUF_ENTRIES,
        }
    }
}

/// The purpose of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessRole {
    /// The data of the operand itself.
    Data,
    /// A part of another operand's address: base address register, T-register, DAR.
    Address,
    /// The flags of a mask.
    Mask,
}

/// Whether the words of a `Piece` are really accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// All of them on all of the elements.
    Always,
    /// As the flags of a variable mask decide.
    Perhaps,
    /// Some of them: the address is known only while the program runs.
    Somewhere,
}

/// Consecutive words that an access touches in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The cycle of the step, 0 to 3; 0 outside of steps.
    pub cycle: u8,
    /// First word, in the units of this module.
    pub first: u32,
    /// The number of words; they do not wrap around.
    pub count: u32,
    /// The elements of the chip with these words.
    pub elements: Elements,
    /// Whether they are really accessed.
    pub certainty: Certainty,
}

impl Piece {
    /// Whether both have a word in common, in any cycles.
    #[must_use]
    pub const fn meets(&self, other: &Self) -> bool {
        self.first < other.first + other.count
            && other.first < self.first + self.count
            && self.elements.meets(other.elements)
    }
}

/// The words that one operand, mask or implied register of a statement accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Its place in the line; the opcode if no operand names it.
    pub range: LineRange,
    /// The expression of the step, counted from 0; 0 outside of steps.
    pub expression: u16,
    /// Whether the expression reads or writes.
    pub direction: Direction,
    /// The purpose of the access.
    pub role: AccessRole,
    /// The memory or register.
    pub store: Store,
    /// Whether the only reason is a `mask` statement in an earlier line, and nothing in this one.
    pub is_by_setting: bool,
    /// The range of its consecutive words in [`Accesses`].
    pieces: (u32, u32),
}

/// What a statement reads and writes, in the order in which it happens: reads before writes.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    list: Vec<Access>,
    pieces: Vec<Piece>,
}

impl Accesses {
    /// The accesses of a statement on a state.
    #[must_use]
    pub fn from_statement(statement: &Statement, state: &State) -> Self {
        let mut accesses = Self::default();
        accesses.fill(statement, state);
        accesses
    }

    /// Replaces the content with the accesses of a statement on a state; keeps the buffers.
    pub fn fill(&mut self, statement: &Statement, state: &State) {
        self.clear();
        match statement {
            Statement::Step(step) => pe::step(step, state, self),
            Statement::Mv(mv) => mv::instruction(mv, self),
            Statement::DebugGet(get) => debug::get(get, self),
            Statement::DebugSet(set) => debug::set(set, self),
            Statement::Host(host) => debug::host(host, self),
            Statement::Directive(directive) => directive::expanded(directive, self),
            Statement::Quit(_) | Statement::Mask(_) => {}
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.pieces.clear();
    }

    /// The accesses, in order.
    #[must_use]
    pub fn list(&self) -> &[Access] {
        &self.list
    }

    /// The consecutive words of one of its accesses, in the order of cycles.
    #[must_use]
    pub fn pieces(&self, access: &Access) -> &[Piece] {
        &self.pieces[access.pieces.0 as usize..access.pieces.1 as usize]
    }

    /// Begins an access; every [`Piece`] pushed after it belongs to it.
    fn begin(
        &mut self,
        range: &LineRange,
        expression: usize,
        direction: Direction,
        role: AccessRole,
        store: Store,
    ) {
        let start = self.pieces.len() as u32;
        self.list.push(Access {
            range: range.clone(),
            expression: expression as u16,
            direction,
            role,
            store,
            is_by_setting: false,
            pieces: (start, start),
        });
    }

    /// Adds words of a cycle to the last access, wrapped around the store's size.
    fn push(
        &mut self,
        cycle: usize,
        first: u32,
        count: u32,
        elements: Elements,
        certainty: Certainty,
    ) {
        let Some(access) = self.list.last_mut() else {
            return;
        };
        let size = access.store.words();
        let first = first % size;
        let count = count.min(size);
        let until_end = count.min(size - first);
        for (first, count) in [(first, until_end), (0, count - until_end)] {
            if count > 0 {
                self.pieces.push(Piece {
                    cycle: cycle as u8,
                    first,
                    count,
                    elements,
                    certainty,
                });
            }
        }
        access.pieces.1 = self.pieces.len() as u32;
    }

    /// Adds words that are always accessed on the whole chip.
    fn always(&mut self, cycle: usize, first: u32, count: u32) {
        self.push(cycle, first, count, Elements::ALL, Certainty::Always);
    }
}

/// Visits the lines that take part in a program, those before `quit`: passes the number of each, the state before it,
/// and what it accesses. Visits no more if the visitor breaks, and returns that.
pub fn walk<B>(
    program: &Program,
    visit: impl FnMut(usize, &State, &Accesses) -> ControlFlow<B>,
) -> ControlFlow<B> {
    walk_lines(program.iter(), &mut State::default(), visit)
}

/// As [`walk`], for lines that follow a state, which becomes the state after them. Lines are counted from the first one.
pub fn walk_lines<'a, B>(
    lines: impl Iterator<Item = &'a Arc<Line>>,
    state: &mut State,
    mut visit: impl FnMut(usize, &State, &Accesses) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut accesses = Accesses::default();
    for (number, line) in lines.enumerate() {
        if line.ends_program() {
            break;
        }
        let Some(statement) = &line.statement else {
            accesses.clear();
            visit(number, state, &accesses)?;
            continue;
        };
        accesses.fill(statement, state);
        visit(number, state, &accesses)?;
        state.advance(statement);
    }
    ControlFlow::Continue(())
}
