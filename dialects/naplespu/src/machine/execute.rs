//! What each instruction does to its thread and to memory.

use mnc2_text::{Message, message};

use super::access::{self, Fault};
use super::thread::{Barrier, Phase, Thread, Value, lane_of};
use super::{Machine, control};
use crate::compute;
use crate::encode::Instruction;
use crate::register::{LANES, RETURN};
use crate::table::{Element, Field, Half, Operation};

/// The next instruction of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// To the next instruction.
    After,
    To(u32),
    /// Nowhere before others are at the barrier.
    Wait(Barrier),
    End,
}

const WORD: Element = Element {
    bytes: 4,
    is_signed: false,
};

/// Runs an instruction of a thread. On an error nothing is changed.
pub(super) fn execute(
    machine: &mut Machine,
    number: usize,
    thread: &mut Thread,
    instruction: &Instruction,
) -> Result<Next, Fault> {
    let operand = |thread: &Thread, index| thread.operand(instruction, index);
    let value = match instruction.row.family.operation {
        Operation::Integer(operation) => operand(thread, 1).zip(&operand(thread, 2), |a, b| {
            compute::integer(operation, a, b)
        }),
        Operation::Float(operation) => {
            operand(thread, 1).zip(&operand(thread, 2), |a, b| compute::float(operation, a, b))
        }
        Operation::Unary(operation) => operand(thread, 1).map(|a| compute::unary(operation, a)),
        Operation::Compare(comparison) => {
            let found = operand(thread, 1).zip(&operand(thread, 2), |a, b| {
                compute::compare(comparison, a, b).into()
            });
            Value::Scalar(found.bits())
        }
        Operation::CompareFloat(relation) => {
            let found = operand(thread, 1).zip(&operand(thread, 2), |a, b| {
                compute::compare_float(relation, a, b).into()
            });
            Value::Scalar(found.bits())
        }
        Operation::Shuffle => {
            let (from, places) = (operand(thread, 1), operand(thread, 2));
            let mut lanes = [0; LANES];
            // What a masked lane would read does not matter.
            for lane in (0..LANES).filter(|lane| thread.mask >> lane & 1 == 1) {
                lanes[lane] = from.lane(lane_of(places.lane(lane))?);
            }
            Value::Vector(lanes)
        }
        Operation::GetLane => {
            let lane = lane_of(thread.scalar_operand(instruction, 2))?;
            Value::Scalar(operand(thread, 1).lane(lane))
        }
        Operation::CrossProduct => {
            return Err(message!(
                "the hardware's source does not have `crp`: what it computes is not known"
            )
            .into());
        }
        Operation::Move => operand(thread, 1),
        Operation::CreateMask => Value::Scalar(operand(thread, 1).bits()),
        Operation::ReadMask => Value::Scalar(thread.scalar(crate::register::MASK)),
        Operation::WriteMask => {
            let value = thread.scalar_operand(instruction, 0);
            thread.set_scalar(crate::register::MASK, value, value as u16);
            return Ok(Next::After);
        }
        Operation::Constant(half) => {
            constant(thread, instruction, half);
            return Ok(Next::After);
        }
        Operation::Address | Operation::Nothing | Operation::Flush | Operation::Invalidate => {
            return Ok(Next::After);
        }
        Operation::Barrier | Operation::BarrierThread => {
            return Ok(Next::Wait(Barrier {
                is_of_core: instruction.row.family.operation == Operation::BarrierThread,
                number: thread.scalar_operand(instruction, 0),
                count: thread.scalar_operand(instruction, 1),
            }));
        }
        Operation::ReadControl => {
            let id = thread.scalar_operand(instruction, 1);
            Value::Scalar(control::read(machine, number, id)?)
        }
        Operation::WriteControl => {
            let (value, id) = (operand(thread, 0).lane(0), operand(thread, 1).lane(0));
            return Ok(match control::write(machine, thread, id, value)? {
                true => Next::End,
                false => Next::After,
            });
        }
        Operation::Jump | Operation::Call | Operation::Return | Operation::Branch { .. } => {
            return jump(thread, instruction);
        }
        Operation::Load(element) => load(machine, thread, instruction, element)?,
        Operation::Gather => load(machine, thread, instruction, WORD)?,
        Operation::Store(element) => return store(machine, thread, instruction, element),
        Operation::Scatter => return store(machine, thread, instruction, WORD),
    };
    let target = match instruction.row.family.operation {
        // Without `.m` it writes every lane.
        Operation::Gather if !instruction.row.is_masked => {
            let lanes = std::array::from_fn(|lane| value.lane(lane));
            let low = lanes[0] as u16;
            thread.set_vector(instruction.register(Field::D), &lanes, u16::MAX, low);
            None
        }
        _ => thread.set(instruction, &value),
    };
    // Instructions of other types write an unused register after `pc`.
    let target = target.filter(|_| instruction.row.form.is_of_type_r());
    Ok(target.map_or(Next::After, Next::To))
}

/// A constant in a part of a register.
fn constant(thread: &mut Thread, instruction: &Instruction, half: Half) {
    let number = instruction.get(Field::Immediate16);
    let merge = |old: u32| match half {
        Half::Low => old & 0xffff_0000 | number,
        Half::High => old & 0xffff | number << 16,
        Half::Zero => number,
    };
    let register = instruction.register(Field::D);
    // The low bits of the word that the hardware writes. They are 0 for the high half, although the register keeps its low
    // half.
    let low = if half == Half::High { 0 } else { number as u16 };
    match thread.operand(instruction, 0).map(merge) {
        Value::Scalar(value) => {
            thread.set_scalar(register, value, low);
        }
        Value::Vector(lanes) => thread.set_vector(register, &lanes, thread.mask, low),
    }
}

fn jump(thread: &mut Thread, instruction: &Instruction) -> Result<Next, Fault> {
    let target = |thread: &Thread| match instruction.distance() {
        Some(distance) => thread.counter.wrapping_add(distance as u32),
        None => thread.scalar_operand(instruction, 0),
    };
    let to = target(thread);
    Ok(match instruction.row.family.operation {
        // A thread that jumps to itself has no other effect.
        Operation::Jump if to == thread.counter => Next::End,
        Operation::Call => {
            let back = thread.counter.wrapping_add(4);
            thread.set_scalar(RETURN, back, 0);
            thread.calls.call(thread.counter.into(), back.into());
            Next::To(to)
        }
        Operation::Return => Next::To(thread.scalar(RETURN)),
        Operation::Branch { at_zero }
            if (thread.scalar_operand(instruction, 0) == 0) != at_zero =>
        {
            Next::After
        }
        _ => Next::To(to),
    })
}

fn load(
    machine: &Machine,
    thread: &Thread,
    instruction: &Instruction,
    element: Element,
) -> Result<Value, Fault> {
    let memory = match instruction.row.is_scratchpad {
        true => &machine.scratchpad,
        false => &machine.memory,
    };
    let mut lanes = [0; LANES];
    for (lane, address) in access::lanes(thread, instruction, element)? {
        lanes[lane] = access::load(memory, address, element);
    }
    Ok(Value::Vector(lanes))
}

fn store(
    machine: &mut Machine,
    thread: &Thread,
    instruction: &Instruction,
    element: Element,
) -> Result<Next, Fault> {
    let value = thread.operand(instruction, 0);
    let places = access::lanes(thread, instruction, element)?;
    let memory = match instruction.row.is_scratchpad {
        true => &mut machine.scratchpad,
        false => &mut machine.memory,
    };
    // All lanes are in one page of main memory, or in the scratchpad: the first one fails, or none does.
    for (lane, address) in places {
        access::store(memory, address, element, value.lane(lane))?;
    }
    Ok(Next::After)
}

/// Why nothing continues.
pub(super) fn sentence_of_waiting(threads: &[(usize, Barrier)]) -> Message {
    let list: Vec<String> = threads
        .iter()
        .map(|(thread, barrier)| {
            format!(
                "thread {thread} at barrier {} for {}",
                barrier.number, barrier.count
            )
        })
        .collect();
    message!(
        "every thread that is left waits for others: {list}",
        list = list.join(", ")
    )
}

/// Lets threads pass that wait at a barrier at which there are enough.
pub(super) fn release(machine: &mut Machine, barrier: Barrier) {
    let is_here = |thread: &Thread| match thread.phase {
        Phase::Waiting(other) => {
            (other.is_of_core, other.number) == (barrier.is_of_core, barrier.number)
        }
        Phase::Running | Phase::Ended => false,
    };
    let here = machine.threads.iter().filter(|it| is_here(it)).count();
    if (here as u32) < barrier.count {
        return;
    }
    for thread in &mut machine.threads {
        if is_here(thread) {
            std::sync::Arc::make_mut(thread).pass();
        }
    }
}
