//! The accesses of debug and host statements (manual 3.4): the words within the memory.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{ChipLevel, Memory, Width};

use super::pe::matrix_rows;
use super::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use crate::{DebugGet, DebugMemory, DebugSet, HostAction, HostStatement};

pub(super) fn get(get: &DebugGet, accesses: &mut Accesses) {
    let memory = &get.memory;
    match memory.memory {
        Memory::MatrixX | Memory::MatrixY => {
            let store = Store::Memory(memory.memory);
            accesses.begin(&memory.range, 0, Direction::Read, AccessRole::Data, store);
            let rows = get.data_type.matrix_precision().matrix_rows();
            let end = memory.address.saturating_add(get.count).min(rows);
            let scope = Elements::from_scope(memory.memory, memory.scope);
            let first_piece = accesses.pieces.len();
            for row in memory.address..end {
                matrix_rows(0, row..row + 1, rows, accesses);
            }
            for piece in &mut accesses.pieces[first_piece..] {
                piece.elements = scope;
            }
        }
        Memory::Lm0
        | Memory::Lm1
        | Memory::Grf0
        | Memory::Grf1
        | Memory::T
        | Memory::MaskRegister
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::L1bm
        | Memory::L2bm
        | Memory::Pdm
        | Memory::Dram
        | Memory::Dar => words(memory, get.count, Direction::Read, accesses),
    }
}

pub(super) fn set(set: &DebugSet, accesses: &mut Accesses) {
    words(&set.memory, set.count, Direction::Write, accesses);
}

fn words(memory: &DebugMemory, count: u32, direction: Direction, accesses: &mut Accesses) {
    let store = Store::Memory(memory.memory);
    let elements = Elements::from_scope(memory.memory, memory.scope);
    accesses.begin(&memory.range, 0, direction, AccessRole::Data, store);
    let mut push = |cycle, first, count| {
        accesses.push(cycle, first, count, elements, Certainty::Always);
    };
    let size = store.words();
    match memory.memory {
        Memory::T => {
            // The width determines how much of each cycle's entry is accessed.
            let entry = Width::DoubleLong.single_words();
            for cycle in 0..count.min(CYCLES_PER_STEP as u32) {
                push(0, cycle * entry, memory.width.single_words());
            }
        }
        Memory::MaskRegister => {
            let cycles = CYCLES_PER_STEP as u32;
            let first = memory.address.saturating_mul(cycles).min(size);
            push(0, first, count.saturating_mul(cycles).min(size - first));
        }
        Memory::Lm0
        | Memory::Lm1
        | Memory::Grf0
        | Memory::Grf1
        | Memory::L1bm
        | Memory::L2bm
        | Memory::Pdm
        | Memory::Dram => {
            let unit = match ChipLevel::from_memory(memory.memory) {
                ChipLevel::Pe => memory.width.single_words(),
                ChipLevel::Group | ChipLevel::L2b | ChipLevel::L1b | ChipLevel::Mab => {
                    memory.width.single_words().div_ceil(2)
                }
            };
            let count = count.saturating_mul(unit);
            match direction {
                // Nothing is read beyond the end, but what is written there wraps around.
                Direction::Read => {
                    let first = memory.address.min(size);
                    push(0, first, count.min(size - first));
                }
                Direction::Write => push(0, memory.address, count),
            }
        }
        Memory::BaseLm0 | Memory::BaseLm1 | Memory::MatrixX | Memory::MatrixY | Memory::Dar => {}
    }
}

/// Host statements name no operand: the range of the whole statement is used for the memory.
pub(super) fn host(host: &HostStatement, accesses: &mut Accesses) {
    let (direction, memory, group, address, count) = match &host.action {
        HostAction::WritePdm { address, payload } => (
            Direction::Write,
            Memory::Pdm,
            0,
            *address,
            payload.len() as u32,
        ),
        HostAction::ReadPdm { address, length } => {
            (Direction::Read, Memory::Pdm, 0, *address, *length)
        }
        HostAction::WriteDram {
            group,
            address,
            payload,
        } => {
            let count = payload.len() as u32;
            (Direction::Write, Memory::Dram, *group, *address, count)
        }
        HostAction::Flush => return,
    };
    let store = Store::Memory(memory);
    accesses.begin(&host.range, 0, direction, AccessRole::Data, store);
    let elements = Elements::ALL.number(ChipLevel::Group, group);
    accesses.push(0, address, count, elements, Certainty::Always);
}
