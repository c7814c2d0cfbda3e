//! What one instruction uses that the machine does not have: addresses, strides, sizes, kinds of moves.

use mnc2_text::{LineRange, Severity, message};

use crate::code::Code;
use crate::encode::Encoder;
use crate::instruction::{Flow, Instruction};
use crate::lower::Diagnostic;
use crate::options::Options;
use crate::place::{Operand, Space};
use crate::source::{ItemKind, Line, Statement};
use crate::table::Memory;

/// The findings of an instruction.
pub(super) fn check(
    line: &Line,
    statement: &Statement,
    instruction: &Instruction,
    operands: &[Operand],
    options: &Options,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let size = size_range(statement);
    for operand in operands {
        if let Space::Memory(memory) = operand.space {
            place(
                line,
                statement,
                operand,
                memory,
                size.as_ref(),
                options,
                &mut found,
            );
        }
    }
    if let Instruction::DataMove {
        flow: Flow::FromLocalAdded,
        memory: Memory::Dram0 | Memory::Dram1,
        ..
    } = instruction
    {
        let range = statement.flags.as_ref().map(|(_, range)| range.clone());
        let range = range.unwrap_or_else(|| statement.mnemonic.clone());
        let message = message!("vectors cannot be added to a DRAM");
        let title = message!("write `(->)`");
        let diagnostic = Diagnostic::new(Code::Reserved, range.clone(), message);
        found.push(diagnostic.suggest(title, range, "(->)").explained());
    }
    zeroes(instruction, statement, size.as_ref(), options, &mut found);
    weights(instruction, statement, size.as_ref(), options, &mut found);
    // Other values that do not fit their fields.
    let encoder = Encoder::new(&options.architecture, options.encoding);
    if !found.iter().any(Diagnostic::is_error)
        && encoder.opcode(instruction.mnemonic()).is_some()
        && encoder.fields(instruction, 0).is_none()
    {
        let range = statement.items.last().map(|item| item.range.clone());
        let range = range.unwrap_or_else(|| statement.range.clone());
        found.push(match instruction {
            Instruction::Wait { thread } => {
                let count = options.architecture.number_of_threads;
                let message = message!(
                    "there is no thread {thread}: the machine has {count:# thread|# threads}",
                    thread = *thread,
                    count
                );
                Diagnostic::new(Code::Thread, range, message).explained()
            }
            _ => {
                let message = message!("this number does not fit into its field");
                Diagnostic::new(Code::Size, range, message)
            }
        });
    }
    found
}

/// The hardware compares the size with the local memory also where `Zeroes` is in its place.
fn zeroes(
    instruction: &Instruction,
    statement: &Statement,
    size: Option<&LineRange>,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) {
    let (Instruction::MatMul {
        local: None,
        size: count,
        ..
    }
    | Instruction::LoadWeights {
        local: None,
        size: count,
    }) = *instruction
    else {
        return;
    };
    let depth = options.architecture.local_depth;
    if count < depth || found.iter().any(Diagnostic::is_error) {
        return;
    }
    let range = size.unwrap_or(&statement.mnemonic).clone();
    found.push(too_many(count, Memory::Local, depth, range));
}

/// The finding that a size is not below the depth of a memory.
fn too_many(size: u64, memory: Memory, depth: u64, range: LineRange) -> Diagnostic {
    let (vectors, name) = (size.saturating_add(1), memory.name());
    let message = message!(
        "{vectors} vectors are more than `{name}` has: {depth}",
        vectors,
        name,
        depth
    );
    Diagnostic::new(Code::Size, range, message).explained()
}

/// The place of the size.
fn size_range(statement: &Statement) -> Option<LineRange> {
    let is_size = |kind: &ItemKind| matches!(kind, ItemKind::Size(..));
    let item = statement.items.iter().find(|item| is_size(&item.kind))?;
    Some(item.range.clone())
}

fn place(
    line: &Line,
    statement: &Statement,
    operand: &Operand,
    memory: Memory,
    size: Option<&LineRange>,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) {
    let (name, depth) = (memory.name(), options.architecture.depth(memory));
    let strides = if operand.is_first {
        options.architecture.stride0_depth
    } else {
        options.architecture.stride1_depth
    };
    let address = operand.address;
    if address.stride >= strides {
        let stride = statement.items.iter().find_map(|item| match &item.kind {
            ItemKind::Call(call) if item.range == operand.range => call.stride.clone(),
            _ => None,
        });
        let range = stride.map_or(operand.range.clone(), |(_, _, range)| range);
        let text = line.part(&range);
        let last = strides - 1;
        let message = message!(
            "the stride `{text}` is too large: the exponent is at most {last} here",
            text,
            last
        );
        found.push(Diagnostic::new(Code::Stride, range, message).explained());
        return;
    }
    let first = address.first;
    if first >= depth {
        let message = message!(
            "there is no `{name}({first})`: the memory has {depth} vectors",
            name,
            first,
            depth
        );
        let range = operand.range.clone();
        found.push(Diagnostic::new(Code::AddressRange, range, message).explained());
        return;
    }
    let vectors = operand.size.saturating_add(1);
    if operand.size >= depth {
        let range = size.unwrap_or(&operand.range).clone();
        found.push(too_many(operand.size, memory, depth, range));
        return;
    }
    let last = operand.last();
    if last >= depth {
        let message = message!(
            "the last of {vectors} vectors is `{name}({last})`, and the memory has {depth}",
            vectors,
            name,
            last,
            depth
        );
        let mut diagnostic = Diagnostic::new(Code::EndRange, operand.range.clone(), message);
        if address.stride > 0 {
            let step = 1_u64 << address.stride;
            diagnostic = diagnostic.help(message!(
                "they are {step} vectors apart; the hardware checks addresses as if they were not",
                step
            ));
        }
        found.push(diagnostic.explained());
    }
}

fn weights(
    instruction: &Instruction,
    statement: &Statement,
    size: Option<&LineRange>,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) {
    let Instruction::LoadWeights { size: count, .. } = *instruction else {
        return;
    };
    let array = options.architecture.array_size;
    if count <= array || found.iter().any(Diagnostic::is_error) {
        return;
    }
    let (rows, vectors) = (options.architecture.weight_rows(), count.saturating_add(1));
    let message = message!(
        "{vectors} vectors are pushed into {rows} rows: the first ones fall out again",
        vectors,
        rows
    );
    let range = size.unwrap_or(&statement.mnemonic).clone();
    let mut diagnostic = Diagnostic::new(Code::TooManyWeights, range.clone(), message);
    if size.is_some() {
        let title = message!("write `{array}(+1)`", array);
        diagnostic = diagnostic.suggest(title, range, format!("{array}(+1)"));
    }
    if count > array + 1 {
        diagnostic.severity = Severity::Error;
        diagnostic = diagnostic.help(message!("the hardware refuses this many"));
    }
    found.push(diagnostic.explained());
}
