//! The operands of steps and debug statements, in words, next to their addresses (manual 3.6.1, 3.6.7, 3.6.8).

use mnc2_isa::{
    ChipLevel, Constant, Forwarding, L1bmOp, L2bmOp, MauOp, Memory, Op, OperandSpec, Precision,
    Width, geometry,
};

use super::{Column, Direction, MaskEffect, OperandExpansion, Slot, When, columns};
use mnc2_program::access::{AccessRole, Accesses, Certainty, Piece, Store, WriteMasking};
use mnc2_program::message::wording;
use mnc2_program::{
    DebugMemory, Expression, Operand, OperandKind, PeMemory, Step, WriteMaskSetting,
};
use mnc2_text::{LineRange, Message, message};

const CYCLES: u32 = geometry::CYCLES_PER_STEP as u32;

pub(super) fn step(
    step: &Step,
    setting: WriteMaskSetting,
    accesses: &Accesses,
) -> Vec<OperandExpansion> {
    let setting = step.setting(setting);
    let mut list = Vec::new();
    for expression in &step.expressions {
        for (direction, operands) in [
            (Direction::Read, &expression.inputs),
            (Direction::Write, &expression.outputs),
        ] {
            let specs = expression.op.row().operands.iter();
            let mut specs = specs.filter(|spec| Direction::from_role(spec.role) == direction);
            // The last position takes every further destination.
            let mut spec = None;
            for operand in operands {
                spec = specs.next().or(spec);
                let of = Of {
                    expression,
                    operand,
                    spec,
                    direction,
                    setting,
                    pieces: pieces(accesses, &operand.range, direction),
                };
                list.push(of.expansion());
            }
        }
    }
    list
}

/// The ranges of memory that an operand names.
pub(super) fn pieces<'a>(
    accesses: &'a Accesses,
    range: &LineRange,
    direction: Direction,
) -> &'a [Piece] {
    let access = accesses.list().iter().find(|access| {
        access.range == *range
            && access.direction == direction
            && access.role == AccessRole::Data
            && matches!(access.store, Store::Memory(_))
    });
    access.map_or(&[], |access| accesses.pieces(access))
}

/// The unit of an address, and the number of words of [`mnc2_program::access`] in it.
fn unit(memory: Memory, matrix_rows: u32) -> (&'static str, u32) {
    match memory {
        Memory::T => (
            message!("T entries").template(),
            Store::Memory(Memory::T).words() / CYCLES,
        ),
        Memory::MaskRegister => ("entries", CYCLES),
        Memory::MatrixX | Memory::MatrixY => (
            message!("rows").template(),
            geometry::MATRIX_PHYSICAL_ROWS / matrix_rows,
        ),
        Memory::BaseLm0 | Memory::BaseLm1 | Memory::Dar => ("", 1),
        memory => (memory.address_unit(), 1),
    }
}

/// The accesses of `d get` and `d set`: one range in each element of the scope.
pub(super) fn debug(
    memory: &DebugMemory,
    matrix_rows: u32,
    accesses: &Accesses,
) -> OperandExpansion {
    let (unit, words) = unit(memory.memory, matrix_rows);
    let access = accesses.list().first();
    let pieces = access.map_or(&[][..], |access| accesses.pieces(access));
    OperandExpansion {
        range: memory.range.clone(),
        direction: access.map_or(Direction::Read, |access| access.direction),
        memory: Some(memory.memory),
        title: message!(
            "{memory}, {width}",
            memory = wording::memory(memory.memory),
            width = wording::width(memory.width)
        ),
        unit,
        columns: columns(pieces, ChipLevel::from_memory(memory.memory), words, |_| {
            Slot::empty(When::Whole)
        }),
        remarks: Vec::new(),
    }
}

/// An operand of a step.
struct Of<'a> {
    expression: &'a Expression,
    operand: &'a Operand,
    spec: Option<&'static OperandSpec>,
    direction: Direction,
    setting: WriteMaskSetting,
    pieces: &'a [Piece],
}

impl Of<'_> {
    fn expansion(&self) -> OperandExpansion {
        let kind = &self.operand.kind;
        let memory = kind
            .memory()
            .filter(|_| !matches!(kind, OperandKind::Turnaround(_)));
        let (unit, words) = memory.map_or(("", 1), |memory| unit(memory, self.matrix_rows()));
        let mut result = OperandExpansion {
            range: self.operand.range.clone(),
            direction: self.direction,
            memory,
            title: Message::default(),
            unit,
            columns: Vec::new(),
            remarks: Vec::new(),
        };
        if let Some(memory) = memory.filter(|_| !unit.is_empty()) {
            result.columns = columns(
                self.pieces,
                ChipLevel::from_memory(memory),
                words,
                |cycle| Slot {
                    plus_t: matches!(kind, OperandKind::PeMemory(access) if access.indirect),
                    mask: self.mask(memory, usize::from(cycle)),
                    ..Slot::empty(When::Cycle(cycle))
                },
            );
        }
        self.describe(&mut result);
        result
    }

    /// The effect of the write masks in a cycle.
    fn mask(&self, memory: Memory, cycle: usize) -> MaskEffect {
        if self.direction == Direction::Read {
            return MaskEffect::Written;
        }
        let written = WriteMasking::from_output(self.operand, memory, self.setting);
        let width = match &self.operand.kind {
            OperandKind::PeMemory(access) => access.width,
            OperandKind::T(_) => Width::DoubleLong,
            _ => Width::Long,
        };
        match (written.cycles[cycle], written.spares_second_of(width)) {
            (Some(Certainty::Always), _) => MaskEffect::Written,
            (Some(_), false) => MaskEffect::Variable(written.entry),
            (Some(_), true) => MaskEffect::VariableFirst(written.entry),
            (None, _) if memory == Memory::MaskRegister => MaskEffect::Cleared,
            (None, false) => MaskEffect::Skipped,
            (None, true) => MaskEffect::SecondLongWord,
        }
    }

    /// Rows of a matrix register side; an opcode without a precision counts half words.
    fn matrix_rows(&self) -> u32 {
        let precision = self.expression.spelling.precision;
        precision.unwrap_or(Precision::Half).matrix_rows()
    }

    /// Fills in the title and the remarks.
    fn describe(&self, result: &mut OperandExpansion) {
        let remarks = &mut result.remarks;
        result.title = match &self.operand.kind {
            OperandKind::PeMemory(access) => {
                remarks.extend(pe_memory_remarks(access));
                message!(
                    "{memory}, {width}",
                    memory = wording::memory(access.memory),
                    width = wording::width(access.width)
                )
            }
            OperandKind::T(_) => message!("T-register, 2 long words in each cycle"),
            OperandKind::BaseRegister(memory, _) => {
                remarks.push(message!("takes the low 12 bits of the first single word; the last cycle that is written remains"));
                let masks =
                    (0..geometry::CYCLES_PER_STEP).map(|cycle| (cycle, self.mask(*memory, cycle)));
                remarks.extend(masks.filter_map(|(cycle, effect)| mask_remark(cycle, effect)));
                message!("{memory}, 12 bits", memory = wording::memory(*memory))
            }
            OperandKind::MaskRegister(_) => {
                let slots = result.columns.iter().flat_map(|column| &column.slots);
                if slots.clone().any(|slot| slot.mask != MaskEffect::Written) {
                    remarks.push(message!("a write mask here does not keep old flags: what is written is the new flags AND the mask"));
                }
                message!("mask register, 4 flags in each cycle")
            }
            OperandKind::MatrixSide(side, _) => {
                message!("{memory}, the whole side", memory = wording::memory(*side))
            }
            OperandKind::MatrixRows { side, width, row } => {
                if self.expression.op == Op::Mau(MauOp::Mread) {
                    result.unit = message!("columns").template();
                    result.columns = self.matrix_columns(u32::from(*row), *width);
                } else {
                    remarks.extend(physical_rows(self.matrix_rows()));
                }
                message!(
                    "{memory}, {width}",
                    memory = wording::memory(*side),
                    width = wording::width(*width)
                )
            }
            OperandKind::Forwarding(register) => {
                remarks.push(message!(
                    "cycle by cycle, from the last step that is neither nop nor noforward"
                ));
                forwarding(*register)
            }
            OperandKind::Constant(constant) => {
                if *constant != Constant::Msb1 {
                    remarks.push(message!("the same in all four cycles"));
                }
                message!(
                    "constant: {constant}",
                    constant = Message::from_table(constant.doc())
                )
            }
            OperandKind::NoWrite => message!("no memory: the result can only be forwarded"),
            OperandKind::Literal(literal) => message!(
                "immediate value 0x{bits}",
                bits = format!("{:08x}", literal.bits)
            ),
            OperandKind::Tag(tag) => message!("tag {tag}", tag = *tag),
            OperandKind::L1bm { width, .. } => {
                remarks.extend(pe_layout(self.expression, *width));
                message!(
                    "L1BM, {words:# long word|# long words} in each cycle",
                    words = words_in_a_cycle(&result.columns)
                )
            }
            OperandKind::Turnaround(width) => {
                remarks.push(match self.direction {
                    Direction::Read => {
                        message!("as the last transfer from the PEs left it; L1BM is not accessed")
                    }
                    Direction::Write => message!("L1BM is not written"),
                });
                remarks.extend(pe_layout(self.expression, *width));
                message!(
                    "turnaround register, {words:# long word|# long words} in each cycle",
                    words = self.spec.map_or(0, |spec| spec.words_per_cycle)
                )
            }
            OperandKind::L2bm { .. } => {
                remarks.extend(l1b_layout(self.expression.op));
                let words = words_in_a_cycle(&result.columns);
                if self.spec.is_some_and(|spec| words < spec.words_per_cycle) {
                    remarks.push(message!("the long words of other L1Bs are discarded"));
                }
                message!(
                    "L2BM, {words:# long word|# long words} in each cycle",
                    words
                )
            }
            OperandKind::Dar(entry) => {
                remarks.push(message!(
                    "`l2bmdarw` continues at entry {entry}, one entry in each cycle, and wraps around at {entries}",
                    entry = *entry,
                    entries = geometry::DAR_ENTRIES
                ));
                wording::memory(Memory::Dar)
            }
            OperandKind::Pdm { .. } | OperandKind::Dram { .. } => Message::default(),
        };
    }

    /// The columns that a transposed read takes from every row, cycle by cycle (manual 3.6.11).
    fn matrix_columns(&self, first: u32, width: Width) -> Vec<Column> {
        let count = if width == Width::DoubleLong { 2 } else { 1 };
        let pieces: Vec<Piece> = self
            .pieces
            .iter()
            .filter(|piece| piece.first == 0)
            .flat_map(|piece| {
                (0..count).map(move |index| Piece {
                    first: (first + u32::from(piece.cycle) * count + index) % self.matrix_rows(),
                    count: 1,
                    ..*piece
                })
            })
            .collect();
        columns(&pieces, ChipLevel::Mab, 1, |cycle| {
            Slot::empty(When::Cycle(cycle))
        })
    }
}

/// Words of the first cycle.
fn words_in_a_cycle(columns: &[Column]) -> u32 {
    let slot = columns.first().and_then(|column| column.slots.first());
    slot.map_or(0, |slot| {
        slot.ranges
            .iter()
            .map(|range| range.end - range.start)
            .sum()
    })
}

fn pe_memory_remarks(access: &PeMemory) -> impl Iterator<Item = Message> {
    let base = match access.memory {
        Memory::Lm0 => Some("$mb"),
        Memory::Lm1 => Some("$nb"),
        _ => None,
    };
    let t = access.indirect.then(|| {
        message!("T is the first long word of the cycle's T entry, as single words; it is known only in a run")
    });
    let base = base.map(|register| {
        message!(
            "the base address register `{register}` is added in a run; it is 0 until written",
            register
        )
    });
    t.into_iter().chain(base)
}

/// How rows are in the physical rows (manual 3.6.1.14).
fn physical_rows(rows: u32) -> Option<Message> {
    let step = geometry::MATRIX_PHYSICAL_ROWS / rows;
    (step > 1).then(|| {
        message!(
            "row n of {rows} is physical row {step} × n of {physical}",
            rows,
            step,
            physical = geometry::MATRIX_PHYSICAL_ROWS
        )
    })
}

fn forwarding(register: Forwarding) -> Message {
    match register {
        Forwarding::Mauf => {
            message!("forwarding: the MAU's output in the previous step")
        }
        Forwarding::Aluf => {
            message!("forwarding: the ALU's output in the previous step")
        }
        Forwarding::Lbf => {
            message!("forwarding: the data that came from L1BM in the previous step")
        }
        Forwarding::Mreadf => {
            message!("forwarding: the transposed read of the matrix register in the previous step")
        }
    }
}

fn mask_remark(cycle: usize, effect: MaskEffect) -> Option<Message> {
    match effect {
        MaskEffect::Written | MaskEffect::SecondLongWord | MaskEffect::Cleared => None,
        MaskEffect::Skipped => Some(message!("cycle {cycle} is masked", cycle)),
        MaskEffect::Variable(entry) | MaskEffect::VariableFirst(entry) => Some(message!(
            "cycle {cycle} is written where `$imr{entry}` has its flag",
            cycle,
            entry
        )),
    }
}

/// How a cycle's long words of L1BM are distributed to the PEs.
fn pe_layout(expression: &Expression, width: Width) -> Option<Message> {
    let Op::L1bm(op) = expression.op else {
        return None;
    };
    let text = match op {
        L1bmOp::BroadcastPe | L1bmOp::BroadcastPeDouble => {
            message!("every PE gets the same")
        }
        L1bmOp::BroadcastMab | L1bmOp::Transfer | L1bmOp::Reduce => {
            message!("the n-th long word belongs to PE n")
        }
        L1bmOp::BroadcastMabDouble | L1bmOp::TransferDouble | L1bmOp::ReduceDouble => {
            message!("long words n and n + 4 belong to PE n")
        }
        L1bmOp::BroadcastMab4 | L1bmOp::Transfer4 | L1bmOp::Reduce4 => {
            message!("long word 4 × (MAB / 4) + n belongs to PE n")
        }
        L1bmOp::BroadcastMab4Double | L1bmOp::Transfer4Double | L1bmOp::Reduce4Double => {
            message!("long words 8 × (MAB / 4) + n and 4 further belong to PE n")
        }
        L1bmOp::Distribute | L1bmOp::Gather => {
            message!("long word 4 × MAB + n belongs to PE n")
        }
    };
    let rotation = expression
        .rotation
        .as_ref()
        .filter(|rotation| rotation.value != 0)
        .map(|rotation| format!("{:+}", rotation.value));
    let layout = match rotation {
        Some(mabs) => message!(
            "{layout}, with the MABs rotated by {mabs}",
            layout = text,
            mabs
        ),
        None => text,
    };
    Some(match width {
        Width::DoubleLong if op == L1bmOp::BroadcastPeDouble => {
            message!("{layout}; the lower address is the first long word", layout)
        }
        Width::Single | Width::Long | Width::DoubleLong => layout,
    })
}

/// How a cycle's long words of L2BM are distributed to the L1Bs.
fn l1b_layout(op: Op) -> Option<Message> {
    let Op::L2bm(op) = op else { return None };
    let text = match op {
        L2bmOp::DistributingBroadcast | L2bmOp::CombiningReduce => {
            message!("the n-th 16 long words belong to L1B 2n and 2n + 1")
        }
        L2bmOp::Distribute | L2bmOp::Gather => {
            message!("the n-th 8 long words belong to L1B n")
        }
        L2bmOp::Dars => {
            message!("each long word becomes two entries of DARBUF, the upper half first")
        }
        L2bmOp::Broadcast
        | L2bmOp::Transfer
        | L2bmOp::Reduce
        | L2bmOp::Multicast
        | L2bmOp::Darw => return None,
    };
    Some(text)
}
