//! The chip with terms instead of numbers: every statement does here what the emulator does, in the same order.
//!
//! [`mnc2_program::access`] computes which words an operand reads and writes in each cycle and on which elements.
//! [`super::units`] and [`super::transfers`] have the semantics of the instructions.

mod reader;
mod writes;

use std::sync::Arc;

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_isa::l1bm::Shape;
use mnc2_isa::{ChipLevel, Forwarding, Memory, Width};
use mnc2_program::access::{
    Access, AccessRole, Accesses, Direction, Elements, Piece, State, Store,
};
use mnc2_program::{DebugSet, HostAction, HostStatement, Line, Operand, Statement, Step};

use super::content::Content;
use super::places::shown_elements;
use super::terms::{Kind, Run, Terms, Value};
pub(super) use reader::Reader;
use writes::OutputOperand;

/// Runs of words that may be looked at in both programs together, which takes some seconds.
const WORK_MAX: u64 = if cfg!(test) { 1_000_000 } else { 400_000_000 };

/// A statement whose effect is not known as terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// The words of the data path in one cycle, from the MSB side.
pub(super) type Path = [Value; 4];

/// A value for each cycle.
pub(super) type Cycles<T> = [T; CYCLES_PER_STEP];

/// The output of a unit in a step.
pub(super) struct Output {
    pub(super) paths: Cycles<Path>,
    /// Mask flags, of units that have them.
    pub(super) flags: Option<Cycles<Value>>,
}

/// The effect of an expression once everything is read.
enum Effect {
    Pe(Forwarding, Output),
    Rows(Cycles<Path>),
    /// To L1BM, and to the turnaround register.
    Up {
        written: Cycles<Value>,
        turnaround: Cycles<Value>,
        shape: Shape,
    },
    L2bm(Cycles<Value>),
    /// `l2bmdarw` and what has no effect.
    None,
}

/// A mask that an output passes through.
#[derive(Clone, Copy)]
pub(super) struct Masked {
    pub(super) entry: u8,
    pub(super) double_long: bool,
}

impl Masked {
    /// Whether it lets a cycle through; `None` if that is data.
    pub(super) fn fixed(self, cycle: usize) -> Option<bool> {
        match u32::from(self.entry) {
            0 => Some(true),
            entry if entry >= MASK_FIRST_PATTERN_ENTRY => {
                Some(entry >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1)
            }
            _ => None,
        }
    }
}

/// An output of a program during its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// The line, counted from 0.
    pub(super) line: u32,
    /// The statement in its canonical form.
    pub(super) statement: Arc<str>,
    /// The shown words, as one value.
    pub(super) value: Value,
}

/// The state of the chip during a program.
pub(super) struct Chip {
    stores: Vec<Content>,
    forwarded: [Cycles<Path>; Forwarding::ALL.len()],
    turnaround: Cycles<Value>,
    /// The type of the last transfer to L1BM.
    shape: Option<Shape>,
    state: State,
    pub(super) shown: Vec<Shown>,
    work: u64,
    /// Whether what `d set` writes to memories of the PEs is an input, which may be anything.
    pub(super) sets_inputs: bool,
}

impl Chip {
    /// The chip before anything is written.
    pub(super) fn new(terms: &mut Terms) -> Self {
        let memories = Memory::ALL.map(Store::Memory);
        let registers = Forwarding::ALL.map(Store::Forwarding);
        let others = [Store::Turnaround, Store::Darbuf];
        let all = memories.into_iter().chain(registers).chain(others);
        let mut stores: Vec<Content> = all.clone().map(Content::new).collect();
        debug_assert!(all.enumerate().all(|(index, store)| store.index() == index));
        stores.shrink_to_fit();
        let mut start = |store: Store, word: usize| terms.start(store, word as u32);
        let forwarded = Forwarding::ALL.map(|register| {
            std::array::from_fn(|cycle| {
                std::array::from_fn(|word| start(Store::Forwarding(register), cycle * 4 + word))
            })
        });
        Self {
            stores,
            forwarded,
            turnaround: std::array::from_fn(|cycle| start(Store::Turnaround, cycle)),
            shape: None,
            state: State::default(),
            shown: Vec::new(),
            work: 0,
            sets_inputs: false,
        }
    }

    /// Whether a limit was met.
    pub(super) const fn is_too_much(&self, terms: &Terms) -> bool {
        terms.is_full() || self.work > WORK_MAX
    }

    /// The first forwarding register, or the turnaround register, whose content differs from its content in another chip.
    pub(super) fn other_register(&self, other: &Self) -> Option<Store> {
        let forwarded = self.forwarded.iter().zip(&other.forwarded);
        let mut registers = Forwarding::ALL.into_iter().zip(forwarded);
        let found = registers.find(|(_, (own, others))| own != others);
        let is_turnaround = self.turnaround != other.turnaround || self.shape != other.shape;
        found
            .map(|(register, _)| Store::Forwarding(register))
            .or_else(|| is_turnaround.then_some(Store::Turnaround))
    }

    /// The content of a memory.
    pub(super) fn content(&self, memory: Memory) -> &Content {
        &self.stores[Store::Memory(memory).index()]
    }

    pub(super) fn line(
        &mut self,
        number: u32,
        line: &Line,
        terms: &mut Terms,
        accesses: &mut Accesses,
    ) -> Result<(), Unknown> {
        let Some(statement) = &line.statement else {
            return Ok(());
        };
        accesses.fill(statement, &self.state);
        match statement {
            Statement::Quit(_) | Statement::Mask(_) => {}
            Statement::Directive(_) => return Err(Unknown),
            Statement::DebugGet(get) => {
                let shown = (number, get.echo.clone(), Some(statement));
                self.show(shown, terms, accesses);
            }
            Statement::DebugSet(set) => self.set(set, terms)?,
            Statement::Host(host) => self.host(number, host, terms, accesses)?,
            Statement::Mv(mv) => self.mv(mv, terms, accesses)?,
            Statement::Step(step) => self.step(step, terms, accesses)?,
        }
        self.state.advance(statement);
        Ok(())
    }

    /// Remembers what a statement shows.
    fn show(
        &mut self,
        (line, text, statement): (u32, Arc<str>, Option<&Statement>),
        terms: &mut Terms,
        accesses: &Accesses,
    ) {
        let mut runs = Vec::new();
        for access in accesses.list() {
            for piece in accesses.pieces(access) {
                let elements = shown_elements(statement, piece.elements);
                let words = (piece.first, piece.count);
                let content = &self.stores[access.store.index()];
                self.work += content.seen(terms, words, elements, &mut runs);
            }
        }
        self.shown.push(Shown {
            line,
            statement: text,
            value: terms.computed_from_runs(Kind::List, &runs),
        });
    }

    fn set(&mut self, set: &DebugSet, terms: &mut Terms) -> Result<(), Unknown> {
        let memory = &set.memory;
        let store = Store::Memory(memory.memory);
        let elements = Elements::from_scope(memory.memory, memory.scope);
        let width = memory.width;
        let in_payload = if width == Width::DoubleLong { 2 } else { 1 };
        let words = set.payload.chunks(in_payload).take(set.count as usize);
        if elements.is_empty() {
            return Err(Unknown);
        }
        let single_words = width.single_words();
        for (index, long_words) in (0..).zip(words) {
            let address = match memory.memory {
                Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
                    let address = memory
                        .address
                        .checked_add(index * single_words)
                        .ok_or(Unknown)?;
                    if address % single_words != 0 {
                        return Err(Unknown);
                    }
                    address
                }
                Memory::T => index % CYCLES_PER_STEP as u32 * Width::DoubleLong.single_words(),
                Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
                    for (word, &bits) in (index * in_payload as u32..).zip(long_words) {
                        let address = memory.address.wrapping_add(word) % store.words();
                        let value = terms.constant(bits);
                        self.write(terms, store, (address, 1), elements, value);
                    }
                    continue;
                }
                Memory::MaskRegister
                | Memory::BaseLm0
                | Memory::BaseLm1
                | Memory::MatrixX
                | Memory::MatrixY
                | Memory::Dar => return Err(Unknown),
            };
            for word in 0..single_words {
                let long = *long_words.get(word as usize / 2).ok_or(Unknown)?;
                let bits = if word % 2 == 0 {
                    long >> 32
                } else {
                    long & 0xffff_ffff
                };
                let address = (address + word) % store.words();
                let value = match self.sets_inputs {
                    true => terms.input(store, address),
                    false => terms.constant(bits),
                };
                self.write(terms, store, (address, 1), elements, value);
            }
        }
        Ok(())
    }

    fn host(
        &mut self,
        line: u32,
        host: &HostStatement,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let (memory, group, address, payload) = match &host.action {
            HostAction::Flush => return Ok(()),
            HostAction::ReadPdm { address, length } => {
                let text = format!("e {address} {length}").into();
                self.show((line, text, None), terms, accesses);
                return Ok(());
            }
            HostAction::WritePdm { address, payload } => (Memory::Pdm, 0, *address, payload),
            HostAction::WriteDram {
                group,
                address,
                payload,
            } => (Memory::Dram, *group, *address, payload),
        };
        let elements = Elements::ALL.number(ChipLevel::Group, group);
        if elements.is_empty() {
            return Err(Unknown);
        }
        let store = Store::Memory(memory);
        for (word, &bits) in (0..).zip(&**payload) {
            let address = address.wrapping_add(word) % store.words();
            let value = terms.constant(bits);
            self.write(terms, store, (address, 1), elements, value);
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, terms: &mut Terms, accesses: &Accesses) -> Result<(), Unknown> {
        let mut effects = Vec::with_capacity(step.expressions.len());
        for (index, expression) in step.expressions.iter().enumerate() {
            let mut reader = Reader {
                chip: self,
                terms,
                accesses,
                index,
                expression,
            };
            effects.push(reader.effect()?);
        }
        let is_up = |effect: &&Effect| matches!(effect, Effect::Up { .. });
        let is_l2bm = |effect: &&Effect| matches!(effect, Effect::L2bm(_));
        if effects.iter().filter(is_up).count() > 1 || effects.iter().filter(is_l2bm).count() > 1 {
            return Err(Unknown);
        }
        self.write_upper(step, &effects, terms, accesses)?;
        let forwards = step.forwards();
        for (index, (expression, effect)) in step.expressions.iter().zip(&effects).enumerate() {
            match effect {
                Effect::Pe(register, output) => {
                    for operand in &expression.outputs {
                        let output_operand = OutputOperand {
                            index,
                            operand,
                            mask: self.write_mask(step, operand),
                        };
                        self.write_output(&output_operand, output, terms, accesses)?;
                    }
                    if forwards {
                        self.forwarded[*register as usize] = output.paths;
                    }
                }
                Effect::Rows(paths) => {
                    self.write_rows(index, expression, paths, terms, accesses)?;
                }
                Effect::Up {
                    turnaround, shape, ..
                } if forwards => {
                    self.turnaround = *turnaround;
                    self.shape = Some(*shape);
                }
                Effect::Up { .. } | Effect::L2bm(_) | Effect::None => {}
            }
        }
        self.write_dar(step, terms, accesses)
    }

    /// The flags of a variable entry of the mask register in a cycle.
    pub(super) fn flags(&self, terms: &mut Terms, entry: u8, cycle: usize) -> Value {
        let word = u32::from(entry) * CYCLES_PER_STEP as u32 + cycle as u32;
        self.content(Memory::MaskRegister).word(terms, word)
    }

    pub(super) fn write(
        &mut self,
        terms: &mut Terms,
        store: Store,
        (first, count): (u32, u32),
        elements: Elements,
        value: Value,
    ) {
        self.work += self.stores[store.index()].write(terms, first, count, elements, value);
    }

    /// Adds the words of a `Piece` to runs.
    pub(super) fn read(
        &mut self,
        terms: &mut Terms,
        store: Store,
        piece: &Piece,
        runs: &mut Vec<Run>,
    ) {
        let content = &self.stores[store.index()];
        // The content on other elements does not matter.
        self.work += if piece.elements == Elements::ALL {
            content.read(terms, piece.first, piece.count, runs)
        } else {
            content.seen(terms, (piece.first, piece.count), piece.elements, runs)
        };
    }

    /// The whole content of a store as one value.
    pub(super) fn whole(&mut self, terms: &mut Terms, store: Store) -> Value {
        let (whole, work) = self.stores[store.index()].whole(terms);
        self.work += work;
        whole
    }
}

/// The access of an operand to its data.
pub(super) fn data<'a>(
    accesses: &'a Accesses,
    index: usize,
    operand: &Operand,
    direction: Direction,
) -> Option<&'a Access> {
    accesses.list().iter().find(|access| {
        usize::from(access.expression) == index
            && access.direction == direction
            && access.role == AccessRole::Data
            && access.range == operand.range
            && !matches!(access.store, Store::Forwarding(_) if direction == Direction::Write)
            && access.store != Store::Turnaround
    })
}

/// The consecutive words of an access in a cycle.
pub(super) fn in_cycle<'a>(
    accesses: &'a Accesses,
    access: &Access,
    cycle: usize,
) -> impl Iterator<Item = &'a Piece> + use<'a> {
    let pieces = accesses.pieces(access).iter();
    pieces.filter(move |piece| usize::from(piece.cycle) == cycle)
}
