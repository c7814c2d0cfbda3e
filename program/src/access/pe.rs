//! The accesses of a step's expressions on the side of the PEs (manual 3.6.1), and their order.

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY, MATRIX_PHYSICAL_ROWS};
use mnc2_isa::{ChipLevel, L1bmOp, L2bmOp, Memory, Op, Precision, Width};

use super::{AccessRole, Accesses, Certainty, Direction, Elements, State, Store, upper};
use crate::{
    Expression, Operand, OperandKind, PeMemory, PerCycle, Step, TargetKind, WriteMaskSetting,
};

pub(super) fn step(step: &Step, state: &State, accesses: &mut Accesses) {
    let setting = step.setting(state.setting);
    let forwards = step.forwards();
    for (index, expression) in step.expressions.iter().enumerate() {
        reads(index, expression, state, setting, accesses);
    }
    for (index, expression) in step.expressions.iter().enumerate() {
        writes(index, expression, state, setting, forwards, accesses);
    }
    // `l2bmdarw` moves what `l2bmdars` of the same step brings, so it comes last (manual 3.6.7.10).
    for (index, expression) in step.expressions.iter().enumerate() {
        if expression.op == Op::L2bm(L2bmOp::Darw) {
            upper::drain_darbuf(index, expression, step, state, accesses);
        }
    }
}

fn reads(
    index: usize,
    expression: &Expression,
    state: &State,
    setting: WriteMaskSetting,
    accesses: &mut Accesses,
) {
    let elements = sending_pes(expression);
    for (operand, spec) in zip_specs(expression, Direction::Read) {
        match &operand.kind {
            OperandKind::PeMemory(memory) => {
                address_reads(index, operand, memory, elements, accesses);
                begin(accesses, index, operand, Store::Memory(memory.memory));
                words(memory, elements, &WriteMasking::ALWAYS, state, accesses);
            }
            OperandKind::T(_) => {
                begin(accesses, index, operand, Store::Memory(Memory::T));
                let words = Width::DoubleLong.single_words();
                for cycle in 0..CYCLES_PER_STEP {
                    let first = cycle as u32 * words;
                    accesses.push(cycle, first, words, elements, Certainty::Always);
                }
            }
            OperandKind::Forwarding(register) => {
                begin(accesses, index, operand, Store::Forwarding(*register));
                for cycle in 0..CYCLES_PER_STEP {
                    accesses.push(cycle, cycle as u32, 1, elements, Certainty::Always);
                }
            }
            OperandKind::MatrixSide(side, _) | OperandKind::MatrixRows { side, .. } => {
                // A transposed read takes its columns from every row.
                begin(accesses, index, operand, Store::Memory(*side));
                let rows = matrix_rows_of(expression.spelling.precision);
                for cycle in 0..CYCLES_PER_STEP {
                    matrix_rows(cycle, 0..rows, rows, accesses);
                }
            }
            OperandKind::L1bm { .. } | OperandKind::Turnaround(_) | OperandKind::L2bm { .. } => {
                upper::operand(index, expression, operand, spec, Direction::Read, accesses);
            }
            OperandKind::BaseRegister(..)
            | OperandKind::MaskRegister(_)
            | OperandKind::Constant(_)
            | OperandKind::NoWrite
            | OperandKind::Dar(_)
            | OperandKind::Pdm { .. }
            | OperandKind::Dram { .. }
            | OperandKind::Literal(_)
            | OperandKind::Tag(_) => {}
        }
    }
    if let Some(mask) = &expression.zero_flush {
        mask_read(index, &mask.range, mask.entry, accesses);
    }
    for output in &expression.outputs {
        if let OperandKind::PeMemory(memory) = &output.kind {
            address_reads(index, output, memory, Elements::ALL, accesses);
        }
        match (&output.mask, output.kind.memory()) {
            (Some(mask), _) => mask_read(index, &mask.range, mask.entry, accesses),
            (None, Some(memory)) if setting.covers(memory) => {
                let before = accesses.list.len();
                mask_read(index, &output.range, setting.entry, accesses);
                for read in &mut accesses.list[before..] {
                    read.is_by_setting = true;
                }
            }
            (None, _) => {}
        }
    }
}

fn writes(
    index: usize,
    expression: &Expression,
    state: &State,
    setting: WriteMaskSetting,
    forwards: bool,
    accesses: &mut Accesses,
) {
    for (operand, spec) in zip_specs(expression, Direction::Write) {
        match &operand.kind {
            OperandKind::PeMemory(memory) => {
                let written = WriteMasking::on(state, operand, memory.memory, setting);
                begin_write(accesses, index, operand, Store::Memory(memory.memory));
                words(memory, Elements::ALL, &written, state, accesses);
            }
            OperandKind::T(_) => {
                let written = WriteMasking::on(state, operand, Memory::T, setting);
                begin_write(accesses, index, operand, Store::Memory(Memory::T));
                let words = Width::DoubleLong.single_words();
                for cycle in 0..CYCLES_PER_STEP {
                    for (offset, count, certainty) in written.words(cycle, Width::DoubleLong) {
                        let first = cycle as u32 * words + offset;
                        accesses.push(cycle, first, count, Elements::ALL, certainty);
                    }
                }
            }
            OperandKind::BaseRegister(register, _) => {
                begin_write(accesses, index, operand, Store::Memory(*register));
                let written = WriteMasking::on(state, operand, *register, setting);
                for (cycle, certainty) in written.cycles.into_iter().enumerate() {
                    if let Some(certainty) = certainty {
                        accesses.push(cycle, 0, 1, Elements::ALL, certainty);
                    }
                }
            }
            OperandKind::MaskRegister(entry) => {
                // A mask here keeps no old flags: new flags AND mask are written (manual 3.6.2.1).
                begin_write(
                    accesses,
                    index,
                    operand,
                    Store::Memory(Memory::MaskRegister),
                );
                for cycle in 0..CYCLES_PER_STEP {
                    accesses.always(cycle, mask_word(*entry, cycle), 1);
                }
            }
            OperandKind::MatrixRows { side, width, row } => {
                begin_write(accesses, index, operand, Store::Memory(*side));
                let rows = matrix_rows_of(expression.spelling.precision);
                let in_a_cycle = match width {
                    Width::Single | Width::Long => 1,
                    Width::DoubleLong => 2,
                };
                for cycle in 0..CYCLES_PER_STEP {
                    let first = u32::from(*row) + cycle as u32 * in_a_cycle;
                    matrix_rows(cycle, first..first + in_a_cycle, rows, accesses);
                }
            }
            OperandKind::L1bm { .. } | OperandKind::L2bm { .. } | OperandKind::Dar(_) => {
                upper::operand(index, expression, operand, spec, Direction::Write, accesses);
            }
            OperandKind::MatrixSide(..)
            | OperandKind::Forwarding(_)
            | OperandKind::Constant(_)
            | OperandKind::NoWrite
            | OperandKind::Turnaround(_)
            | OperandKind::Pdm { .. }
            | OperandKind::Dram { .. }
            | OperandKind::Literal(_)
            | OperandKind::Tag(_) => {}
        }
    }
    if !forwards {
        return;
    }
    if let Some(register) = expression.op.forwarding() {
        accesses.begin(
            &expression.opcode_range,
            index,
            Direction::Write,
            AccessRole::Data,
            Store::Forwarding(register),
        );
        for cycle in 0..CYCLES_PER_STEP {
            accesses.always(cycle, cycle as u32, 1);
        }
    }
    if matches!(expression.op, Op::L1bm(op) if !op.is_to_pe()) {
        let turnaround = expression
            .outputs
            .iter()
            .find(|output| matches!(output.kind, OperandKind::Turnaround(_)));
        let range = turnaround.map_or(&expression.opcode_range, |output| &output.range);
        accesses.begin(
            range,
            index,
            Direction::Write,
            AccessRole::Data,
            Store::Turnaround,
        );
        for cycle in 0..CYCLES_PER_STEP {
            accesses.always(cycle, cycle as u32, 1);
        }
    }
}

/// The operands of one direction with the words that their position moves in a cycle.
fn zip_specs(
    expression: &Expression,
    direction: Direction,
) -> impl Iterator<Item = (&Operand, u32)> {
    let operands = match direction {
        Direction::Read => &expression.inputs,
        Direction::Write => &expression.outputs,
    };
    let specs = expression
        .op
        .row()
        .operands
        .iter()
        .filter(move |spec| Direction::from_role(spec.role) == direction)
        .map(|spec| spec.words_per_cycle)
        .chain(std::iter::repeat(0));
    operands.iter().zip(specs)
}

fn begin(accesses: &mut Accesses, index: usize, operand: &Operand, store: Store) {
    accesses.begin(
        &operand.range,
        index,
        Direction::Read,
        AccessRole::Data,
        store,
    );
}

fn begin_write(accesses: &mut Accesses, index: usize, operand: &Operand, store: Store) {
    accesses.begin(
        &operand.range,
        index,
        Direction::Write,
        AccessRole::Data,
        store,
    );
}

/// The PEs whose data an expression takes: all of them, unless a transfer to L1BM names a MAB.
fn sending_pes(expression: &Expression) -> Elements {
    let Some(TargetKind::Mab(mab)) = expression.target.as_ref().map(|target| target.kind) else {
        return Elements::ALL;
    };
    match expression.op {
        Op::L1bm(L1bmOp::Transfer4 | L1bmOp::Transfer4Double) => {
            let mabs = (0..16).filter(|other| other % 4 == mab % 4);
            Elements::ALL.only(ChipLevel::Mab, mabs.fold(0, |bits, mab| bits | 1 << mab))
        }
        Op::L1bm(_) => Elements::ALL.number(ChipLevel::Mab, mab),
        Op::Alu(_) | Op::Mau(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => Elements::ALL,
    }
}

/// The registers that are part of an address: base address register and T-register.
fn address_reads(
    index: usize,
    operand: &Operand,
    memory: &PeMemory,
    elements: Elements,
    accesses: &mut Accesses,
) {
    let base = match memory.memory {
        Memory::Lm0 => Some(Memory::BaseLm0),
        Memory::Lm1 => Some(Memory::BaseLm1),
        _ => None,
    };
    if let Some(base) = base {
        let store = Store::Memory(base);
        accesses.begin(
            &operand.range,
            index,
            Direction::Read,
            AccessRole::Address,
            store,
        );
        for cycle in 0..CYCLES_PER_STEP {
            accesses.push(cycle, 0, 1, elements, Certainty::Always);
        }
    }
    if memory.indirect {
        let store = Store::Memory(Memory::T);
        accesses.begin(
            &operand.range,
            index,
            Direction::Read,
            AccessRole::Address,
            store,
        );
        for cycle in 0..CYCLES_PER_STEP {
            // The first long word of the cycle's entry is added.
            let first = cycle as u32 * Width::DoubleLong.single_words();
            let count = Width::Long.single_words();
            accesses.push(cycle, first, count, elements, Certainty::Always);
        }
    }
}

/// The words of an LM or GRF operand in each cycle.
fn words(
    memory: &PeMemory,
    elements: Elements,
    written: &WriteMasking,
    state: &State,
    accesses: &mut Accesses,
) {
    let width_words = memory.width.single_words();
    let base = state.added_words(memory);
    let addresses = memory.addresses_words();
    let size_words = Store::Memory(memory.memory).words();
    for (cycle, address) in addresses.into_iter().enumerate() {
        for (offset, count, certainty) in written.words(cycle, memory.width) {
            let Some(base) = base else {
                accesses.push(cycle, 0, size_words, elements, Certainty::Somewhere);
                continue;
            };
            // The bits that misalign the sum are dropped.
            let at = |added: u32| {
                let sum = (address + base + added) % size_words;
                sum / width_words * width_words + offset
            };
            let modified = memory.madpe.map_or(0, |last| (2_u64 << last) - 1);
            for (pes, added) in [(!modified, 0), (modified, width_words)] {
                let elements = elements.only(ChipLevel::Pe, pes);
                if !elements.is_empty() {
                    accesses.push(cycle, at(added), count, elements, certainty);
                }
            }
        }
    }
}

/// Rows of a matrix register side; an opcode without a precision counts half words.
fn matrix_rows_of(precision: Option<Precision>) -> u32 {
    precision.unwrap_or(Precision::Half).matrix_rows()
}

/// Adds logical rows, as the physical rows that hold them.
pub(super) fn matrix_rows(
    cycle: usize,
    logical: std::ops::Range<u32>,
    rows: u32,
    accesses: &mut Accesses,
) {
    if logical == (0..MATRIX_PHYSICAL_ROWS) {
        accesses.always(cycle, 0, MATRIX_PHYSICAL_ROWS);
        return;
    }
    for row in logical {
        accesses.always(cycle, row % rows * (MATRIX_PHYSICAL_ROWS / rows), 1);
    }
}

fn mask_word(entry: u8, cycle: usize) -> u32 {
    u32::from(entry) * CYCLES_PER_STEP as u32 + cycle as u32
}

/// Fixed entries are not in memory.
fn mask_read(index: usize, range: &mnc2_text::LineRange, entry: u8, accesses: &mut Accesses) {
    if entry == 0 || u32::from(entry) >= MASK_FIRST_PATTERN_ENTRY {
        return;
    }
    let store = Store::Memory(Memory::MaskRegister);
    accesses.begin(range, index, Direction::Read, AccessRole::Mask, store);
    for cycle in 0..CYCLES_PER_STEP {
        accesses.always(cycle, mask_word(entry, cycle), 1);
    }
}

/// The effect of masks on a destination: which words are written in which cycles (manual 3.6.2.1).
pub struct WriteMasking {
    /// The mask entry; 0 without a mask.
    pub entry: u8,
    /// Whether the words under the mask are written; `None` if they are not.
    pub cycles: PerCycle<Option<Certainty>>,
    /// Whether a long-word mask leaves out the second long word, which then is always written (assumed,
    /// `long-mask-second-long-word`).
    spares_second: bool,
}

impl WriteMasking {
    /// Without a mask.
    const ALWAYS: Self = Self {
        entry: 0,
        cycles: [Some(Certainty::Always); CYCLES_PER_STEP],
        spares_second: false,
    };

    fn on(state: &State, output: &Operand, memory: Memory, setting: WriteMaskSetting) -> Self {
        if state.is_of_text {
            Self::ALWAYS
        } else {
            Self::from_output(output, memory, setting)
        }
    }

    /// Of a destination in `memory`, where `setting` is the `mask` setting of its step.
    #[must_use]
    pub fn from_output(output: &Operand, memory: Memory, setting: WriteMaskSetting) -> Self {
        let (entry, double_long) = match &output.mask {
            Some(mask) => (mask.entry, mask.double_long),
            None if setting.covers(memory) => (setting.entry, setting.double_long),
            None => (0, false),
        };
        let cycles = match u32::from(entry) {
            0 => Self::ALWAYS.cycles,
            1..MASK_FIRST_PATTERN_ENTRY => [Some(Certainty::Perhaps); CYCLES_PER_STEP],
            // The highest of the low four bits belongs to cycle 0.
            entry => std::array::from_fn(|cycle| {
                (entry >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1).then_some(Certainty::Always)
            }),
        };
        Self {
            entry,
            cycles,
            spares_second: entry != 0 && !double_long,
        }
    }

    /// Whether the second long word of an access of this width is written in any case.
    #[must_use]
    pub fn spares_second_of(&self, width: Width) -> bool {
        self.spares_second && width == Width::DoubleLong
    }

    /// Whether data decides what is written.
    #[must_use]
    pub fn is_variable(&self) -> bool {
        self.cycles.contains(&Some(Certainty::Perhaps))
    }

    /// Whether something can be written in a cycle.
    #[must_use]
    pub fn is_possible(&self, cycle: usize, width: Width) -> bool {
        self.words(cycle, width).next().is_some()
    }

    /// Single words of a cycle's access: where they begin, how many, and whether they are written.
    pub fn words(&self, cycle: usize, width: Width) -> impl Iterator<Item = (u32, u32, Certainty)> {
        let whole = width.single_words();
        let masked = if self.spares_second_of(width) {
            Width::Long.single_words()
        } else {
            whole
        };
        let parts = match self.cycles[cycle] {
            Some(Certainty::Always) => [Some((0, whole, Certainty::Always)), None],
            other => [
                other.map(|certainty| (0, masked, certainty)),
                (masked < whole).then_some((masked, whole - masked, Certainty::Always)),
            ],
        };
        parts.into_iter().flatten()
    }
}
