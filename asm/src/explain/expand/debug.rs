//! What `d get` and `d set` access: one range in each element of the scope.

use mnc2_isa::{Memory, Width, geometry};

use super::{Column, Direction, MaskEffect, OperandExpansion, Slot, When, wrapped};
use crate::message::Message;
use crate::program::{DebugMemory, Scope};
use crate::{message, wording};

pub(super) fn access(memory: &DebugMemory, count: u32, direction: Direction) -> OperandExpansion {
    let (unit, units_per_word, size) = match memory.memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => (
            memory.memory.address_unit(),
            memory.width.single_words(),
            memory.memory.size(),
        ),
        Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => (
            memory.memory.address_unit(),
            match memory.width {
                Width::Single | Width::Long => 1,
                Width::DoubleLong => 2,
            },
            memory.memory.size(),
        ),
        Memory::T => (
            message!("T entries").template(),
            1,
            Some(geometry::CYCLES_PER_STEP as u32),
        ),
        Memory::MaskRegister => ("entries", 1, memory.memory.size()),
        Memory::MatrixX | Memory::MatrixY => ("rows", 1, Some(geometry::MATRIX_PHYSICAL_ROWS)),
        Memory::BaseLm0 | Memory::BaseLm1 | Memory::Dar => ("", 1, None),
    };
    let columns = size
        .map(|size| Column {
            place: place(memory.memory, memory.scope),
            slots: vec![Slot {
                when: When::Whole,
                ranges: wrapped(memory.address, count.saturating_mul(units_per_word), size),
                plus_t: false,
                mask: MaskEffect::Written,
            }],
        })
        .into_iter()
        .collect();
    OperandExpansion {
        range: memory.range.clone(),
        direction,
        memory: Some(memory.memory),
        title: message!(
            "{memory}, {width}",
            memory = wording::memory(memory.memory),
            width = wording::width(memory.width)
        ),
        unit,
        columns,
        remarks: Vec::new(),
    }
}

/// The scope in words; a missing part means every element.
fn place(memory: Memory, scope: Scope) -> Message {
    let parts = [
        ("group", scope.group),
        ("L2B", scope.l2b),
        ("L1B", scope.l1b),
        ("MAB", scope.mab),
        ("PE", scope.pe),
    ];
    let depth = match memory {
        Memory::Pdm | Memory::Dram | Memory::Dar => 1,
        Memory::L2bm => 2,
        Memory::L1bm => 3,
        Memory::MatrixX | Memory::MatrixY => 4,
        Memory::Lm0
        | Memory::Lm1
        | Memory::Grf0
        | Memory::Grf1
        | Memory::T
        | Memory::MaskRegister
        | Memory::BaseLm0
        | Memory::BaseLm1 => 5,
    };
    if parts[..depth].iter().all(|(_, number)| number.is_none()) {
        return message!(
            "every {element}",
            element = Message::of_table(parts[depth - 1].0)
        );
    }
    parts[..depth]
        .iter()
        .map(|(name, number)| match number {
            Some(number) => message!(
                "{element} {number}",
                element = Message::of_table(name),
                number = *number
            ),
            None => message!("every {element}", element = Message::of_table(name)),
        })
        .reduce(|first, second| message!("{first}, {second}", first, second))
        .unwrap_or_default()
}
