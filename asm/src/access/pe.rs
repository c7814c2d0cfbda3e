//! What the expressions of a step access on the side of the PEs (manual 3.6.1), and in which order.

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY, MATRIX_PHYSICAL_ROWS};
use mnc2_isa::{
    ControlOp, Forwarding, L1bmOp, L2bmOp, Level, MauOp, Memory, Op, Precision,
    Role as OperandRole, Width,
};

use super::{Accesses, Certainty, Direction, Elements, Role, State, Store, upper};
use crate::program::{
    Expression, Mask, Operand, OperandKind, PeMemory, PerCycle, Step, TargetKind, WriteMaskSetting,
};

pub(super) fn step(step: &Step, state: &State, accesses: &mut Accesses) {
    let setting = state.setting_in(step);
    let forwards = forwards(step);
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

/// Whether the step updates forwarding and turnaround registers (manual 3.6.5, 3.6.6).
fn forwards(step: &Step) -> bool {
    !step.expressions.iter().any(|expression| {
        matches!(
            expression.op,
            Op::Control(ControlOp::Nop | ControlOp::Noforward)
        )
    })
}

/// The forwarding register that takes the expression's output.
#[must_use]
pub(crate) fn forwarding_of(op: Op) -> Option<Forwarding> {
    match op {
        Op::Alu(_) => Some(Forwarding::Aluf),
        Op::Mau(MauOp::Mread) => Some(Forwarding::Mreadf),
        Op::Mau(MauOp::Mwrite) => None,
        Op::Mau(
            MauOp::Mfma | MauOp::Mmul | MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa,
        ) => Some(Forwarding::Mauf),
        Op::L1bm(op) => op.is_to_pe().then_some(Forwarding::Lbf),
        Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => None,
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
                let cycles = [Some(Certainty::Always); CYCLES_PER_STEP];
                words(
                    memory,
                    elements,
                    &Written::of_cycles(cycles),
                    state,
                    accesses,
                );
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
                let rows = logical_rows(expression.spelling.precision);
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
        if let Some(memory) = masked_memory(output) {
            match &output.mask {
                Some(mask) => mask_read(index, &mask.range, mask.entry, accesses),
                None if setting.covers(memory) => {
                    let before = accesses.list.len();
                    mask_read(index, &output.range, setting.entry, accesses);
                    for read in &mut accesses.list[before..] {
                        read.is_by_setting = true;
                    }
                }
                None => {}
            }
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
                let written = Written::of(operand, memory.memory, setting);
                begin_write(accesses, index, operand, Store::Memory(memory.memory));
                words(memory, Elements::ALL, &written, state, accesses);
            }
            OperandKind::T(_) => {
                let written = Written::of(operand, Memory::T, setting);
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
                let cycles = written_cycles(operand, *register, setting);
                for (cycle, certainty) in cycles.into_iter().enumerate() {
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
                let rows = logical_rows(expression.spelling.precision);
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
    if let Some(register) = forwarding_of(expression.op) {
        accesses.begin(
            &expression.opcode_range,
            index,
            Direction::Write,
            Role::Data,
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
            Role::Data,
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
        .filter(move |spec| match spec.role {
            OperandRole::Input => direction == Direction::Read,
            OperandRole::Output | OperandRole::Outputs => direction == Direction::Write,
        })
        .map(|spec| spec.words_per_cycle)
        .chain(std::iter::repeat(0));
    operands.iter().zip(specs)
}

fn begin(accesses: &mut Accesses, index: usize, operand: &Operand, store: Store) {
    accesses.begin(&operand.range, index, Direction::Read, Role::Data, store);
}

fn begin_write(accesses: &mut Accesses, index: usize, operand: &Operand, store: Store) {
    accesses.begin(&operand.range, index, Direction::Write, Role::Data, store);
}

/// The PEs whose data an expression takes: all of them, unless a transfer to L1BM names a MAB.
fn sending_pes(expression: &Expression) -> Elements {
    let Some(TargetKind::Mab(mab)) = expression.target.as_ref().map(|target| target.kind) else {
        return Elements::ALL;
    };
    match expression.op {
        Op::L1bm(L1bmOp::Transfer4 | L1bmOp::Transfer4Double) => {
            let mabs = (0..16).filter(|other| other % 4 == mab % 4);
            Elements::ALL.only(Level::Mab, mabs.fold(0, |bits, mab| bits | 1 << mab))
        }
        Op::L1bm(_) => Elements::ALL.number(Level::Mab, mab),
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
        accesses.begin(&operand.range, index, Direction::Read, Role::Address, store);
        for cycle in 0..CYCLES_PER_STEP {
            accesses.push(cycle, 0, 1, elements, Certainty::Always);
        }
    }
    if memory.indirect {
        let store = Store::Memory(Memory::T);
        accesses.begin(&operand.range, index, Direction::Read, Role::Address, store);
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
    written: &Written,
    state: &State,
    accesses: &mut Accesses,
) {
    let width_words = memory.width.single_words();
    let base = state.base_words(memory.memory).filter(|_| !memory.indirect);
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
                let elements = elements.only(Level::Pe, pes);
                if !elements.is_empty() {
                    accesses.push(cycle, at(added), count, elements, certainty);
                }
            }
        }
    }
}

/// Rows of a matrix register side in a precision (manual 3.6.1.14).
#[must_use]
pub(crate) fn logical_rows(precision: Option<Precision>) -> u32 {
    match precision {
        Some(Precision::Double | Precision::LongInteger) => 4,
        Some(Precision::Single | Precision::PseudoSingle | Precision::SingleInteger) => 8,
        Some(Precision::Half | Precision::HalfInteger) | None => 16,
    }
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
fn mask_read(index: usize, range: &crate::LineRange, entry: u8, accesses: &mut Accesses) {
    if entry == 0 || u32::from(entry) >= MASK_FIRST_PATTERN_ENTRY {
        return;
    }
    let store = Store::Memory(Memory::MaskRegister);
    accesses.begin(range, index, Direction::Read, Role::Mask, store);
    for cycle in 0..CYCLES_PER_STEP {
        accesses.always(cycle, mask_word(entry, cycle), 1);
    }
}

/// The memory whose write mask applies to a destination.
fn masked_memory(output: &Operand) -> Option<Memory> {
    match &output.kind {
        OperandKind::PeMemory(memory) => Some(memory.memory),
        OperandKind::T(_) => Some(Memory::T),
        OperandKind::BaseRegister(register, _) => Some(*register),
        OperandKind::MaskRegister(_) => Some(Memory::MaskRegister),
        OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::Forwarding(_)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::L1bm { .. }
        | OperandKind::Turnaround(_)
        | OperandKind::L2bm { .. }
        | OperandKind::Dar(_)
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. }
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => None,
    }
}

/// The mask entry and its word length that apply to a destination in `memory`; entry 0 is none.
fn mask_of(output: &Operand, memory: Memory, setting: WriteMaskSetting) -> (u32, bool) {
    match &output.mask {
        Some(Mask {
            entry, double_long, ..
        }) => (u32::from(*entry), *double_long),
        None if setting.covers(memory) => (u32::from(setting.entry), setting.double_long),
        None => (0, false),
    }
}

/// In which cycles a destination in `memory` is written; `None` if it is not.
#[must_use]
pub(crate) fn written_cycles(
    output: &Operand,
    memory: Memory,
    setting: WriteMaskSetting,
) -> PerCycle<Option<Certainty>> {
    let (entry, _) = mask_of(output, memory, setting);
    match entry {
        0 => [Some(Certainty::Always); CYCLES_PER_STEP],
        entry if entry < MASK_FIRST_PATTERN_ENTRY => [Some(Certainty::Perhaps); CYCLES_PER_STEP],
        // The highest of the low four bits belongs to cycle 0.
        entry => std::array::from_fn(|cycle| {
            (entry >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1).then_some(Certainty::Always)
        }),
    }
}

/// Which words of a destination are written in which cycles.
struct Written {
    cycles: PerCycle<Option<Certainty>>,
    /// Whether a long-word mask leaves out the second long word, which then is always written (assumed).
    spares_second: bool,
}

impl Written {
    const fn of_cycles(cycles: PerCycle<Option<Certainty>>) -> Self {
        Self {
            cycles,
            spares_second: false,
        }
    }

    fn of(output: &Operand, memory: Memory, setting: WriteMaskSetting) -> Self {
        let (entry, double_long) = mask_of(output, memory, setting);
        Self {
            cycles: written_cycles(output, memory, setting),
            spares_second: entry != 0 && !double_long,
        }
    }

    /// Single words of a cycle's access: where they begin, how many, and whether they are written.
    fn words(&self, cycle: usize, width: Width) -> impl Iterator<Item = (u32, u32, Certainty)> {
        let whole = width.single_words();
        let masked = if self.spares_second {
            whole.min(Width::Long.single_words())
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
