//! What a machine holds, for people: vectors as numbers.

use mnc2_text::interface::Machine as _;
use mnc2_text::{Frame, Variable};

use super::memory::Vectors;
use super::{MEMORIES, Machine};
use crate::table::Register;

/// The vectors of a memory that are listed.
const VECTORS_MAX: u64 = 256;

/// Registers, weights, memories, what was configured.
pub(super) fn state(machine: &Machine) -> Vec<Variable> {
    let vector = |name: String, scalars: &[i32]| {
        let numbers = scalars.iter().map(|raw| machine.arithmetic.number(*raw));
        let numbers: Vec<String> = numbers.map(|it| it.to_string()).collect();
        Variable {
            name,
            value: format!("[{}]", numbers.join(", ")),
            parts: Vec::new(),
        }
    };
    let group = |name: &str, parts: Vec<Variable>| Variable {
        name: name.to_owned(),
        value: String::new(),
        parts,
    };
    let registers = machine.registers.iter().enumerate();
    let registers = registers.map(|(index, it)| vector(format!("R{}", index + 1), it));
    let rows = machine.weights.iter().enumerate();
    let rows = rows.map(|(row, it)| vector(format!("row {row}"), it));
    let mut found = vec![
        group("registers", registers.collect()),
        group("weights", rows.collect()),
    ];
    for memory in MEMORIES.into_iter().rev() {
        let vectors = machine.memory(memory);
        let addresses = vectors.known().into_iter().flatten();
        let parts = addresses.take(VECTORS_MAX as usize).map(|address| {
            let name = format!("{}({address})", memory.name());
            vector(name, &vectors.vector(address))
        });
        found.push(group(memory.name(), parts.collect()));
    }
    let configured = machine.configured.iter().enumerate();
    let configured = configured.filter_map(|(number, value)| {
        let register = Register::from_number(number as u64);
        Some(Variable {
            name: register.map_or(number.to_string(), |it| it.name.to_owned()),
            value: (*value)?.to_string(),
            parts: Vec::new(),
        })
    });
    found.push(group("configured", configured.collect()));
    found
}

/// The lines with something that runs, in order, each once.
pub(super) fn lines(machine: &Machine) -> Vec<u32> {
    let mut lines: Vec<u32> = machine.program.iter().map(|(line, _)| *line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Where the run is: one frame, as nothing in the language has a scope.
pub(super) fn frames(machine: &Machine, _thread: usize) -> Vec<Frame> {
    Frame::flat(machine.line())
}

/// How many frames there are.
pub(super) fn depth(_machine: &Machine) -> usize {
    1
}

/// Upper limit of the memory of the machine in bytes. Copies share pages that are alike.
pub(super) fn size_bytes(machine: &Machine) -> u64 {
    let array = machine.registers.iter().chain(&machine.weights);
    let array: usize = array.map(|vector| vector.len() * size_of::<i32>()).sum();
    array as u64
        + machine
            .memories
            .iter()
            .map(Vectors::size_bytes)
            .sum::<u64>()
}
