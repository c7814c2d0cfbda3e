//! The chip with terms instead of numbers: every statement does here what the emulator does, in the same order.
//!
//! [`mnc2_asm::access`] says which words an operand reads and writes in each cycle and on which elements. What an
//! instruction computes is in [`super::units`] and [`super::transfers`].

use std::sync::Arc;

use mnc2_asm::access::{
    Access, Accesses, Certainty, Direction, Elements, Piece, Role, State, Store,
};
use mnc2_asm::program::{
    DebugSet, Expression, HostAction, HostStatement, Line, Operand, OperandKind, PeMemory,
    Statement, Step,
};
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_isa::l1bm::Shape;
use mnc2_isa::{ControlOp, Forwarding, L2bmOp, Level, MauOp, Memory, Op, Width};

use super::content::Content;
use super::shown_elements;
use super::terms::{Kind, Run, Terms, Value};

/// Runs of words that may be looked at in both programs together, which takes some seconds.
const WORK_MAX: u64 = if cfg!(test) { 1_000_000 } else { 400_000_000 };

/// A statement whose effect is not known as terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// The words of the data path in one cycle, from the MSB side.
pub(super) type Path = [Value; 4];

/// A value for each cycle.
pub(super) type Cycles<T> = [T; CYCLES_PER_STEP];

/// What a unit puts out in a step.
pub(super) struct Output {
    pub(super) paths: Cycles<Path>,
    /// Mask flags, of units that have them.
    pub(super) flags: Option<Cycles<Value>>,
}

/// What an expression does once everything is read.
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

/// What a program shows while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// The line, counted from 0.
    pub(super) line: u32,
    /// The statement in its canonical form.
    pub(super) statement: Arc<str>,
    /// What it shows, as one value.
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
        }
    }

    /// Whether a limit was met.
    pub(super) const fn is_too_much(&self, terms: &Terms) -> bool {
        terms.is_full() || self.work > WORK_MAX
    }

    /// What a memory holds.
    pub(super) fn content(&self, memory: Memory) -> &Content {
        &self.stores[Store::Memory(memory).index()]
    }

    /// Executes a line.
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
            value: terms.of_runs(Kind::List, &runs),
        });
    }

    fn set(&mut self, set: &DebugSet, terms: &mut Terms) -> Result<(), Unknown> {
        let memory = &set.memory;
        let store = Store::Memory(memory.memory);
        let elements = Elements::of_scope(memory.memory, memory.scope);
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
                let value = terms.constant(bits);
                let address = (address + word) % store.words();
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
        let elements = Elements::ALL.number(Level::Group, group);
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

    /// The mask of a destination.
    fn write_mask(&self, step: &Step, operand: &Operand) -> Option<Masked> {
        if let Some(mask) = &operand.mask {
            return Some(Masked {
                entry: mask.entry,
                double_long: mask.double_long,
            });
        }
        let setting = step.setting(self.state.setting);
        let memory = operand.kind.memory()?;
        (setting.entry != 0 && setting.covers(memory)).then_some(Masked {
            entry: setting.entry,
            double_long: setting.double_long,
        })
    }

    /// Writes to L1BM and L2BM, cycle by cycle, those of the PEs last.
    fn write_upper(
        &mut self,
        step: &Step,
        effects: &[Effect],
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let all = || step.expressions.iter().zip(effects).enumerate();
        let from_above = all().filter(|(_, (_, effect))| matches!(effect, Effect::L2bm(_)));
        let from_pe = all().filter(|(_, (_, effect))| matches!(effect, Effect::Up { .. }));
        let writers: Vec<_> = from_above.chain(from_pe).collect();
        for cycle in 0..CYCLES_PER_STEP {
            for (index, (expression, effect)) in &writers {
                let (Effect::L2bm(values)
                | Effect::Up {
                    written: values, ..
                }) = effect
                else {
                    continue;
                };
                let Some(operand) = expression.outputs.first() else {
                    return Err(Unknown);
                };
                if matches!(operand.kind, OperandKind::Turnaround(_)) {
                    continue;
                }
                let access = data(accesses, *index, operand, Direction::Write).ok_or(Unknown)?;
                match operand.kind {
                    // `l2bmdars` fills all of DARBUF.
                    OperandKind::Dar(_) => {
                        for piece in in_cycle(accesses, access, cycle) {
                            let words = (piece.first, piece.count);
                            self.write(terms, access.store, words, piece.elements, values[cycle]);
                        }
                    }
                    OperandKind::L1bm { address, .. } | OperandKind::L2bm { address, .. } => {
                        let advance = expression
                            .op
                            .row()
                            .operands
                            .iter()
                            .filter(|spec| Direction::of(spec.role) == Direction::Write)
                            .map(|spec| spec.words_per_cycle)
                            .next()
                            .ok_or(Unknown)?;
                        let size = access.store.words();
                        let first = address.wrapping_add(cycle as u32 * advance) % size;
                        for piece in in_cycle(accesses, access, cycle) {
                            let word = (piece.first + size - first) % size;
                            let value = terms.after(values[cycle], word);
                            let words = (piece.first, piece.count);
                            self.write(terms, access.store, words, piece.elements, value);
                        }
                    }
                    _ => return Err(Unknown),
                }
            }
        }
        Ok(())
    }

    /// `l2bmdarw`: copies from DARBUF to DAR. It comes last.
    fn write_dar(
        &mut self,
        step: &Step,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let drains = |expression: &Expression| expression.op == Op::L2bm(L2bmOp::Darw);
        let indices = step.expressions.iter().enumerate();
        for (index, _) in indices.filter(|(_, expression)| drains(expression)) {
            let of = |store: Store, direction: Direction| {
                accesses.list().iter().find(|access| {
                    usize::from(access.expression) == index
                        && access.store == store
                        && access.direction == direction
                })
            };
            let from = of(Store::Darbuf, Direction::Read).ok_or(Unknown)?;
            let to = of(Store::Memory(Memory::Dar), Direction::Write).ok_or(Unknown)?;
            let pairs = accesses.pieces(from).iter().zip(accesses.pieces(to));
            for (from_piece, to_piece) in pairs {
                if from_piece.count != 1 || to_piece.count != 1 {
                    return Err(Unknown);
                }
                let value = self.stores[from.store.index()].word(terms, from_piece.first);
                let words = (to_piece.first, 1);
                self.write(terms, to.store, words, to_piece.elements, value);
            }
        }
        Ok(())
    }

    fn write_rows(
        &mut self,
        index: usize,
        expression: &Expression,
        paths: &Cycles<Path>,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let operand = expression.outputs.first().ok_or(Unknown)?;
        let access = data(accesses, index, operand, Direction::Write).ok_or(Unknown)?;
        for (cycle, path) in paths.iter().enumerate() {
            // One row from each side of the data path.
            for (side, piece) in in_cycle(accesses, access, cycle).enumerate() {
                let words = path.get(2 * side..2 * side + 2).ok_or(Unknown)?;
                if piece.count != 1 {
                    return Err(Unknown);
                }
                let row = terms.of(Kind::List, words);
                let at = (piece.first, 1);
                self.write(terms, access.store, at, piece.elements, row);
            }
        }
        Ok(())
    }

    fn write_output(
        &mut self,
        output_operand: &OutputOperand<'_>,
        output: &Output,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let &OutputOperand {
            index,
            operand,
            mask,
        } = output_operand;
        if operand.kind == OperandKind::NoWrite {
            return Ok(());
        }
        let access = data(accesses, index, operand, Direction::Write).ok_or(Unknown)?;
        let store = access.store;
        for (cycle, path) in output.paths.iter().enumerate() {
            let pieces = || in_cycle(accesses, access, cycle);
            match &operand.kind {
                OperandKind::PeMemory(memory) => {
                    if pieces().any(|piece| piece.certainty == Certainty::Somewhere) {
                        self.write_somewhere(terms, memory, mask, cycle, path)?;
                        continue;
                    }
                    self.write_words(terms, (store, memory.width), pieces(), mask, cycle, path)?;
                }
                OperandKind::T(_) => {
                    let place = (store, Width::DoubleLong);
                    self.write_words(terms, place, pieces(), mask, cycle, path)?;
                }
                OperandKind::BaseRegister(_, width) => {
                    let index = match width {
                        Width::Single => 0,
                        Width::Long | Width::DoubleLong => 1,
                    };
                    for piece in pieces() {
                        let mut value = terms.of(Kind::BaseBits, &[path[index]]);
                        if piece.certainty != Certainty::Always {
                            let mask = mask.ok_or(Unknown)?;
                            let old = self.stores[store.index()].word(terms, 0);
                            let kind = Kind::SelectBase {
                                double_long: mask.double_long,
                                index: index as u8,
                            };
                            let flags = self.flags(terms, mask.entry, cycle);
                            value = terms.of(kind, &[flags, value, old]);
                        }
                        self.write(terms, store, (0, 1), piece.elements, value);
                    }
                }
                OperandKind::MaskRegister(_) => {
                    let mut value = output.flags.ok_or(Unknown)?[cycle];
                    if let Some(mask) = mask {
                        value = match mask.fixed(cycle) {
                            Some(true) => value,
                            Some(false) => Value::ZERO,
                            None => {
                                let flags = self.flags(terms, mask.entry, cycle);
                                terms.of(Kind::And, &[value, flags])
                            }
                        };
                    }
                    for piece in pieces() {
                        let words = (piece.first, piece.count);
                        self.write(terms, store, words, piece.elements, value);
                    }
                }
                _ => return Err(Unknown),
            }
        }
        Ok(())
    }

    /// Writes words of the data path to a PE memory at known addresses, which are multiples of the width.
    fn write_words<'a>(
        &mut self,
        terms: &mut Terms,
        (store, width): (Store, Width),
        pieces: impl Iterator<Item = &'a Piece>,
        mask: Option<Masked>,
        cycle: usize,
        path: &Path,
    ) -> Result<(), Unknown> {
        let flags = match mask {
            Some(mask) if mask.fixed(cycle).is_none() => {
                Some((self.flags(terms, mask.entry, cycle), mask.double_long))
            }
            Some(_) | None => None,
        };
        for piece in pieces {
            for address in piece.first..piece.first + piece.count {
                let index = address % width.single_words();
                let mut value = path[index as usize];
                if piece.certainty != Certainty::Always {
                    let (flags, double_long) = flags.ok_or(Unknown)?;
                    let old = self.stores[store.index()].word(terms, address);
                    if value != old {
                        let kind = Kind::Select {
                            double_long,
                            index: index as u8,
                        };
                        value = terms.of(kind, &[flags, value, old]);
                    }
                }
                self.write(terms, store, (address, 1), piece.elements, value);
            }
        }
        Ok(())
    }

    /// Writes to an address that only a run knows: any word of the memory can be another one now.
    fn write_somewhere(
        &mut self,
        terms: &mut Terms,
        memory: &PeMemory,
        mask: Option<Masked>,
        cycle: usize,
        path: &Path,
    ) -> Result<(), Unknown> {
        let store = Store::Memory(memory.memory);
        let mask = mask.unwrap_or(Masked {
            entry: 0,
            double_long: true,
        });
        let mut inputs = self.somewhere(terms, memory, cycle);
        inputs.extend(&path[..memory.width.single_words() as usize]);
        let flags = mask.fixed(cycle);
        if flags.is_none() {
            inputs.push(self.flags(terms, mask.entry, cycle));
        }
        let kind = Kind::WriteSomewhere {
            width: memory.width,
            address: memory.address_words(cycle),
            madpe: memory.madpe,
            flags,
            double_long: mask.double_long,
        };
        let after = terms.of(kind, &inputs);
        self.write(terms, store, (0, store.words()), Elements::ALL, after);
        Ok(())
    }

    /// What decides an access whose address only a run knows: the whole memory, the T-register, the base register.
    fn somewhere(&mut self, terms: &mut Terms, memory: &PeMemory, cycle: usize) -> Vec<Value> {
        let store = Store::Memory(memory.memory);
        let (whole, work) = self.stores[store.index()].whole(terms);
        self.work += work;
        let mut inputs = vec![whole];
        if memory.indirect {
            let first = cycle as u32 * Width::DoubleLong.single_words();
            for word in first..first + Width::Long.single_words() {
                inputs.push(self.content(Memory::T).word(terms, word));
            }
        }
        let base = match memory.memory {
            Memory::Lm0 => Some(Memory::BaseLm0),
            Memory::Lm1 => Some(Memory::BaseLm1),
            _ => None,
        };
        if let Some(base) = base {
            inputs.push(self.content(base).word(terms, 0));
        }
        inputs
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

    /// Adds the words of pieces to runs.
    pub(super) fn read(
        &mut self,
        terms: &mut Terms,
        store: Store,
        piece: &Piece,
        runs: &mut Vec<Run>,
    ) {
        let content = &self.stores[store.index()];
        self.work += content.read(terms, piece.first, piece.count, runs);
    }

    /// The whole content of a store as one value.
    pub(super) fn whole(&mut self, terms: &mut Terms, store: Store) -> Value {
        let (whole, work) = self.stores[store.index()].whole(terms);
        self.work += work;
        whole
    }
}

struct OutputOperand<'a> {
    /// The expression in the step.
    index: usize,
    operand: &'a Operand,
    mask: Option<Masked>,
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
            && access.role == Role::Data
            && access.range == operand.range
            && !matches!(access.store, Store::Forwarding(_) if direction == Direction::Write)
            && access.store != Store::Turnaround
    })
}

/// The pieces of an access in a cycle.
pub(super) fn in_cycle<'a>(
    accesses: &'a Accesses,
    access: &Access,
    cycle: usize,
) -> impl Iterator<Item = &'a Piece> + use<'a> {
    let pieces = accesses.pieces(access).iter();
    pieces.filter(move |piece| usize::from(piece.cycle) == cycle)
}

/// An expression that reads the chip.
pub(super) struct Reader<'a> {
    pub(super) chip: &'a mut Chip,
    pub(super) terms: &'a mut Terms,
    pub(super) accesses: &'a Accesses,
    /// The expression in the step.
    pub(super) index: usize,
    pub(super) expression: &'a Expression,
}

impl Reader<'_> {
    fn effect(&mut self) -> Result<Effect, Unknown> {
        Ok(match self.expression.op {
            Op::Control(ControlOp::Nop | ControlOp::Noforward | ControlOp::Wait) => Effect::None,
            Op::Alu(op) => {
                let output = self.alu(op)?;
                Effect::Pe(Forwarding::Aluf, self.flushed(output))
            }
            Op::Mau(MauOp::Mread) => {
                let output = self.mread()?;
                Effect::Pe(Forwarding::Mreadf, self.flushed(output))
            }
            Op::Mau(MauOp::Mwrite) => Effect::Rows(self.mwrite()?),
            Op::Mau(
                op @ (MauOp::Mfma
                | MauOp::Mmul
                | MauOp::Vfma
                | MauOp::Vmul
                | MauOp::Vadd
                | MauOp::Vpassa),
            ) => {
                let output = self.mau(op)?;
                Effect::Pe(Forwarding::Mauf, self.flushed(output))
            }
            Op::L1bm(op) if op.is_to_pe() => {
                let output = self.down(op, self.chip.shape)?;
                Effect::Pe(Forwarding::Lbf, self.flushed(output))
            }
            Op::L1bm(op) => {
                let (written, turnaround) = self.up(op)?;
                Effect::Up {
                    written,
                    turnaround,
                    shape: op.transfer().shape,
                }
            }
            Op::L2bm(L2bmOp::Darw) => Effect::None,
            Op::L2bm(op) => Effect::L2bm(self.l2bm(op)?),
            Op::Mv(_)
            | Op::Control(
                ControlOp::Quit
                | ControlOp::DebugGet
                | ControlOp::DebugSet
                | ControlOp::Mask
                | ControlOp::HostWritePdm
                | ControlOp::HostReadPdm
                | ControlOp::HostFlush
                | ControlOp::HostWriteDram,
            ) => return Err(Unknown),
        })
    }

    /// The input operand at a position.
    pub(super) fn input(&self, position: usize) -> Result<&Operand, Unknown> {
        self.expression.inputs.get(position).ok_or(Unknown)
    }

    /// What an input puts on the data path in the four cycles, without conversion and sign.
    pub(super) fn paths(&mut self, position: usize) -> Result<Cycles<Path>, Unknown> {
        let expression = self.expression;
        let operand = expression.inputs.get(position).ok_or(Unknown)?;
        let width = match &operand.kind {
            OperandKind::PeMemory(memory) => memory.width,
            OperandKind::T(_) => Width::DoubleLong,
            OperandKind::Forwarding(register) => {
                return Ok(self.chip.forwarded[*register as usize]);
            }
            OperandKind::Constant(constant) => {
                return Ok([self.constant(*constant); CYCLES_PER_STEP]);
            }
            _ => return Err(Unknown),
        };
        let access = data(self.accesses, self.index, operand, Direction::Read).ok_or(Unknown)?;
        let mut paths = [[Value::ZERO; 4]; CYCLES_PER_STEP];
        for (cycle, path) in paths.iter_mut().enumerate() {
            let mut is_first = true;
            for piece in in_cycle(self.accesses, access, cycle) {
                if piece.certainty == Certainty::Somewhere {
                    let OperandKind::PeMemory(memory) = &operand.kind else {
                        return Err(Unknown);
                    };
                    *path = self.read_somewhere(memory, cycle);
                    is_first = false;
                    break;
                }
                if piece.count != width.single_words() {
                    return Err(Unknown);
                }
                let content = &self.chip.stores[access.store.index()];
                for (address, value) in (piece.first..piece.first + piece.count).zip(&mut *path) {
                    let word = content.word(self.terms, address);
                    // The other pieces are those of PEs that add a word to the address.
                    *value = if is_first {
                        word
                    } else {
                        self.terms.mix(piece.elements, word, *value)
                    };
                }
                is_first = false;
            }
            if is_first {
                return Err(Unknown);
            }
        }
        Ok(paths)
    }

    fn read_somewhere(&mut self, memory: &PeMemory, cycle: usize) -> Path {
        let inputs = self.chip.somewhere(self.terms, memory, cycle);
        let kind = Kind::ReadSomewhere {
            width: memory.width,
            address: memory.address_words(cycle),
            madpe: memory.madpe,
        };
        let read = self.terms.of(kind, &inputs);
        let width = memory.width.single_words();
        std::array::from_fn(|word| {
            if (word as u32) < width {
                self.terms.after(read, word as u32)
            } else {
                Value::ZERO
            }
        })
    }

    /// The turnaround register.
    pub(super) fn turnaround(&self) -> Cycles<Value> {
        self.chip.turnaround
    }

    /// The words that an input reads in a cycle, as runs.
    pub(super) fn runs(
        &mut self,
        access: &Access,
        cycle: usize,
        runs: &mut Vec<Run>,
    ) -> Result<(), Unknown> {
        for piece in in_cycle(self.accesses, access, cycle) {
            if piece.certainty != Certainty::Always {
                return Err(Unknown);
            }
            self.chip.read(self.terms, access.store, piece, runs);
        }
        Ok(())
    }
}
