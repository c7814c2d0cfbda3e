//! What is at a place.

use mnc2_text::{LineRange, Position};

use crate::instruction::Instruction;
use crate::lower::lower;
use crate::options::Options;
use crate::place::{self, Operand};
use crate::source::{Item, ItemKind, Line, Source, Statement};
use crate::table::{LOOKUP, Memory, Mnemonic, Operation, Register};

/// What is at a place.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A mnemonic, or its flags.
    Mnemonic(Mnemonic),
    /// Vectors of a memory, or a register of the SIMD unit, in an instruction without errors.
    Operand(Operand),
    /// A memory in an instruction that is not understood.
    Memory(Memory),
    /// An operation of the SIMD unit.
    Operation(Operation),
    /// The operation that has no bytes.
    Lookup,
    /// The input, `I`.
    Input,
    /// The output, `O`.
    Output,
    /// Zeros instead of vectors, `Zeroes`.
    Zeroes,
    /// `2(+1)`: the number.
    Size(u64),
    /// A register of `Configure`.
    Register(&'static Register),
}

/// A line with its instruction, if it has one without errors.
pub(super) struct Cursor<'a> {
    pub(super) line: &'a Line,
    /// The statement of the line.
    pub(super) statement: &'a Statement,
    /// What the line states, if that is understood.
    pub(super) instruction: Option<Instruction>,
    /// The thread that the line belongs to.
    pub(super) thread: u64,
    /// What is at the place.
    pub(super) target: Target,
    /// Where that begins and ends.
    pub(super) range: LineRange,
}

/// What is at a place, with its line.
#[must_use]
pub(super) fn cursor<'a>(
    source: &'a Source,
    options: &Options,
    at: Position,
) -> Option<Cursor<'a>> {
    let line = source.line(at.line)?;
    let statement = line.statement.as_ref()?;
    let lowered = lower(line, statement, options);
    let instruction = lowered.instruction;
    let (target, range) = target(line, statement, instruction.as_ref(), at.byte)?;
    Some(Cursor {
        line,
        statement,
        instruction,
        thread: lowered.thread,
        target,
        range,
    })
}

fn target(
    line: &Line,
    statement: &Statement,
    instruction: Option<&Instruction>,
    byte: u32,
) -> Option<(Target, LineRange)> {
    let touches = |range: &LineRange| range.start <= byte && byte <= range.end;
    let flags = statement.flags.as_ref().map(|(_, range)| range);
    let head = [Some(&statement.mnemonic), flags];
    if let Some(range) = head.into_iter().flatten().find(|range| touches(range)) {
        let mnemonic = Mnemonic::find(line.part(&statement.mnemonic))?;
        return Some((Target::Mnemonic(mnemonic), range.clone()));
    }
    let operands = instruction.map_or_else(Vec::new, |it| place::operands(line, statement, it));
    if let Some(operand) = operands.into_iter().find(|it| touches(&it.range)) {
        let range = operand.range.clone();
        return Some((Target::Operand(operand), range));
    }
    let item = statement.items.iter().find(|it| touches(&it.range))?;
    if let Some(&Instruction::Configure { register, .. }) = instruction
        && Some(item) == statement.items.first()
    {
        let register = Register::from_number(register)?;
        return Some((Target::Register(register), item.range.clone()));
    }
    item_target(line, item, byte)
}

fn item_target(line: &Line, item: &Item, byte: u32) -> Option<(Target, LineRange)> {
    let touches = |range: &LineRange| range.start <= byte && byte <= range.end;
    let whole = |target| Some((target, item.range.clone()));
    let text = line.part(&item.range);
    match &item.kind {
        ItemKind::Size(value, _) => {
            whole(Target::Size(crate::architecture::number(line.part(value))?))
        }
        ItemKind::Assignment(destination, _) if touches(destination) => {
            (line.part(destination) == "O").then(|| (Target::Output, destination.clone()))
        }
        ItemKind::Assignment(_, value) => item_target(line, value, byte),
        ItemKind::Call(call) => {
            let name = line.part(&call.name);
            if touches(&call.name)
                && let Some(operation) = Operation::find(name)
            {
                return Some((Target::Operation(operation), call.name.clone()));
            }
            if touches(&call.name) && name == LOOKUP {
                return Some((Target::Lookup, call.name.clone()));
            }
            if let Some(memory) = Memory::find(name) {
                return whole(Target::Memory(memory));
            }
            let mut arguments = call.arguments.iter();
            let argument = arguments.find(|it| touches(it) && line.part(it) == "I")?;
            Some((Target::Input, argument.clone()))
        }
        ItemKind::Word if text == "Zeroes" => whole(Target::Zeroes),
        ItemKind::Word if text == "I" => whole(Target::Input),
        ItemKind::Word if text == Operation::NoOp.row().name => {
            whole(Target::Operation(Operation::NoOp))
        }
        ItemKind::Word => whole(Target::Register(Register::find(text)?)),
        // A number alone is a register only where `Configure` has it.
        ItemKind::Number => None,
    }
}
