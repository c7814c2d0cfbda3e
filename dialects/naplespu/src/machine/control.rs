use mnc2_text::{Message, message};

use super::Machine;
use super::thread::{Phase, Thread, status};
use crate::register::{DEBUG_COUNT, DEBUG_FIRST};

/// The registers that all threads share, and a program can write.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    pub(super) argument_count: u32,
    pub(super) arguments: u32,
    uncoherence_map: u32,
    debug: [u32; DEBUG_COUNT as usize],
}

fn unknown(id: u32) -> Message {
    message!("there is no control register {id}", id)
}

/// The value of a control register for a thread. Cycles are instructions, and caches never miss.
pub(super) fn read(machine: &Machine, thread: usize, number: u32) -> Result<u32, Message> {
    let own: &Thread = &machine.threads[thread];
    Ok(match number {
        // The numbers of the tile and of the core, and the misses of caches.
        0 | 1 | 7 | 8 => 0,
        // The number of the thread, also with the numbers of tile and core, which are 0.
        2 | 3 => thread as u32,
        4 => machine.steps as u32,
        5 => (machine.steps >> 32) as u32,
        6 => (1 << machine.threads.len()) - 1,
        9 => own.counter,
        10 => own.reason,
        11 => match own.phase {
            Phase::Waiting(_) => status::WAITING,
            Phase::Running | Phase::Ended => own.status,
        },
        12 => machine.shared.argument_count,
        13 => machine.shared.arguments,
        14 => machine.threads.len() as u32,
        15 => 0,
        16 => own.steps as u32,
        // The policy of the caches, and the power model.
        17 | 18 => 0,
        19 => machine.shared.uncoherence_map,
        _ => match number.checked_sub(DEBUG_FIRST) {
            Some(index @ 0..DEBUG_COUNT) => machine.shared.debug[index as usize],
            _ => return Err(unknown(number)),
        },
    })
}

/// Writes a control register, and returns whether this ends the thread. A write to a read-only register has no effect.
pub(super) fn write(
    machine: &mut Machine,
    thread: &mut Thread,
    number: u32,
    value: u32,
) -> Result<bool, Message> {
    match number {
        11 => {
            thread.status = value;
            return Ok(value == status::ENDED);
        }
        12 => machine.shared.argument_count = value,
        13 => machine.shared.arguments = value,
        19 => machine.shared.uncoherence_map = value,
        0..DEBUG_FIRST => {}
        _ => match number - DEBUG_FIRST {
            index @ 0..DEBUG_COUNT => machine.shared.debug[index as usize] = value,
            _ => return Err(unknown(number)),
        },
    }
    Ok(false)
}
