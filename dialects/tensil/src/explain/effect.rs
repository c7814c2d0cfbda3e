//! What an instruction moves or computes, in sentences.

use mnc2_text::{Message, message};

use crate::architecture::Architecture;
use crate::instruction::{Flow, Instruction};
use crate::place::{Operand, Space};

/// The vectors of an operand: `Local(3)`, or `Local(0), Local(2) … Local(8)`; the name of a register.
#[must_use]
pub(super) fn vectors(operand: &Operand) -> String {
    let Space::Memory(memory) = operand.space else {
        return format!("`R{}`", operand.address.first);
    };
    let name = memory.name();
    let at = |number: u64| format!("`{name}({number})`");
    let (first, last) = (operand.address.first, operand.last());
    let second = operand.vector(1);
    match operand.size {
        0 => at(first),
        1 => format!("{}, {}", at(first), at(last)),
        2 => format!("{}, {}, {}", at(first), at(second), at(last)),
        _ => format!("{}, {} … {}", at(first), at(second), at(last)),
    }
}

/// What the machine does with an operand.
#[must_use]
pub(super) fn access(operand: &Operand) -> Message {
    let vectors = vectors(operand);
    match (operand.reads, operand.writes) {
        (true, true) => message!("adds to {vectors}", vectors),
        (true, false) => message!("reads {vectors}", vectors),
        (false, true) => message!("writes {vectors}", vectors),
        (false, false) => message!("neither reads nor writes {vectors}", vectors),
    }
}

/// How much an instruction moves or computes; `None` where there is nothing to count.
#[must_use]
pub(super) fn amount(instruction: &Instruction, architecture: &Architecture) -> Option<Message> {
    let array_size = architecture.array_size;
    match *instruction {
        Instruction::MatMul { local, size, .. } => {
            let count = size.saturating_add(1);
            if local.is_none() {
                return Some(message!(
                    "{count:# vector|# vectors} of the bias alone",
                    count
                ));
            }
            let products = count.saturating_mul(array_size * array_size);
            Some(message!(
                "{count:# vector|# vectors}, {products:# multiply-accumulate|# multiply-accumulates}",
                count,
                products
            ))
        }
        Instruction::DataMove { flow: _, size, .. } => {
            let count = size.saturating_add(1);
            let bytes = count.saturating_mul(architecture.vector_bytes());
            Some(message!(
                "{count:# vector|# vectors}, {bytes:# byte|# bytes}",
                count,
                bytes
            ))
        }
        Instruction::LoadWeights { size, .. } => {
            let rows = size.saturating_add(1);
            let all = architecture.weight_rows();
            Some(message!("{rows:# row|# rows} of {all}", rows, all))
        }
        Instruction::NoOp
        | Instruction::Wait { .. }
        | Instruction::Simd(_)
        | Instruction::LoadLut { .. }
        | Instruction::Configure { .. } => None,
    }
}

/// What moves where, in one line: `DRAM0(0) → Local(3)`; `None` where nothing moves, or is added to what is there.
#[must_use]
pub(super) fn movement(instruction: &Instruction, operands: &[Operand]) -> Option<String> {
    let Instruction::DataMove { flow, .. } = instruction else {
        return None;
    };
    let [local, other] = operands else {
        return None;
    };
    let (from, to) = match flow {
        Flow::ToLocal => (other, local),
        Flow::FromLocal => (local, other),
        Flow::FromLocalAdded => return None,
    };
    Some(format!("{} → {}", vectors(from), vectors(to)))
}
