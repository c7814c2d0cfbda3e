//! `readMemory`, `writeMemory`, and the disassembly of languages with machine words.

use std::sync::Arc;

use data_encoding::BASE64;
use mnc2_asm::{Message, message};
use mnc2_text::{Described, Encoded};

use super::{Run, run, stopped};
use crate::protocol::{
    Bytes, DisassembleArguments, DisassembledInstruction, Disassembly, MemoryChanged,
    ReadMemoryArguments, WriteMemoryArguments, Written,
};
use crate::session::{Done, Session};

/// Maximum number of bytes of an answer, and of a change.
const BYTES_MAX: i64 = 1 << 18;
/// Maximum number of instructions of an answer.
const INSTRUCTIONS_MAX: i64 = 10_000;

impl Run {
    /// The reference to the bytes of a location, such as `memory:0x1000`.
    pub(super) fn memory_reference(&self, described: &Described) -> Option<String> {
        let (memory, address) = described.memory?;
        let memories = self.debugger.machine().memories();
        Some(format!("{}:0x{address:x}", memories.get(memory)?.name))
    }

    /// The memory of a reference, its last address, and the address.
    fn memory_of(&self, reference: &str) -> Result<(usize, u64, u64), Message> {
        let found = || {
            let (name, address) = reference.split_once(':')?;
            let memories = self.debugger.machine().memories();
            let memory = memories.iter().position(|it| it.name == name)?;
            let address = u64::from_str_radix(address.strip_prefix("0x")?, 16).ok()?;
            Some((memory, memories[memory].last, address))
        };
        found().ok_or_else(|| {
            message!(
                "`{text}` names no memory; one is written like `memory:0x1000`",
                text = reference
            )
        })
    }

    /// The machine words of the program, in its order; none if the language has none.
    pub(super) fn instructions(&mut self) -> Arc<[Encoded]> {
        if let Some(known) = &self.instructions {
            return Arc::clone(known);
        }
        let snapshot = self.debugger.snapshot();
        let text = snapshot
            .language()
            .has_words()
            .then(|| snapshot.read())
            .flatten();
        let words: Arc<[Encoded]> = text
            .map_or_else(Vec::new, |text| text.assemble(&|| false))
            .into();
        self.instructions = Some(Arc::clone(&words));
        words
    }

    /// The address of the first instruction of a line.
    pub(super) fn instruction_at(&mut self, line: u32) -> Option<String> {
        let instructions = self.instructions();
        // They are in the order of lines.
        let index = instructions.partition_point(|it| it.line < line);
        let is_there = instructions.get(index).is_some_and(|it| it.line == line);
        is_there.then(|| address_text(index as i64))
    }

    /// The line of the instruction at an address and an offset.
    pub(super) fn instruction_line(&mut self, reference: &str, offset: i64) -> Option<u32> {
        let index = usize::try_from(address(reference)?.checked_add(offset)?).ok()?;
        self.instructions().get(index).map(|it| it.line)
    }
}

/// The address of an instruction, which is its number.
fn address_text(number: i64) -> String {
    format!("0x{number:08x}")
}

fn address(text: &str) -> Option<i64> {
    i64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

pub(in crate::session) fn read_memory(
    it: &mut Session<'_>,
    arguments: ReadMemoryArguments,
) -> Done<Bytes> {
    let run = stopped(it)?;
    let (memory, last, start) = run.memory_of(&arguments.memory_reference)?;
    let count = arguments.count.clamp(0, i64::from(i32::MAX));
    let first = i128::from(start) + i128::from(arguments.offset);
    let room = i128::from(last) + 1 - first;
    let read = match u64::try_from(first) {
        Ok(_) => i128::from(count.min(BYTES_MAX)).min(room).max(0) as usize,
        Err(_) => 0,
    };
    let mut bytes = vec![0; read];
    let machine = run.debugger.machine();
    machine.read_bytes(memory, first.max(0) as u64, &mut bytes);
    Ok(Bytes {
        address: format!("0x{:x}", first.max(0)),
        unreadable_bytes: (count > read as i64).then_some(count - read as i64),
        data: (!bytes.is_empty()).then(|| BASE64.encode(&bytes)),
    })
}

pub(in crate::session) fn write_memory(
    it: &mut Session<'_>,
    arguments: WriteMemoryArguments,
) -> Done<Written> {
    let run = stopped(it)?;
    let (memory, last, start) = run.memory_of(&arguments.memory_reference)?;
    let bytes = BASE64
        .decode(arguments.data.as_bytes())
        .map_err(|_| message!("the bytes are not in base 64"))?;
    if bytes.len() as i64 > BYTES_MAX {
        return Err(message!(
            "at most {max:# byte|# bytes} can be changed at once",
            max = BYTES_MAX
        )
        .into());
    }
    let first = i128::from(start) + i128::from(arguments.offset);
    let room = i128::from(last) + 1 - first;
    let Some(first) = u64::try_from(first).ok().filter(|_| room > 0) else {
        return Err(message!("there are no such bytes in this memory").into());
    };
    let written = (bytes.len() as i128).min(room) as usize;
    if written < bytes.len() && !arguments.allow_partial {
        return Err(message!("the memory ends before the last of these bytes").into());
    }
    run.debugger.write(memory, first, &bytes[..written])?;
    let memory_reference = arguments.memory_reference;
    if it.client.reads_memory_again {
        it.later(
            "memory",
            MemoryChanged {
                memory_reference,
                offset: arguments.offset,
                count: written as i64,
            },
        );
    }
    it.invalidate();
    Ok(Written {
        offset: 0,
        bytes_written: written as i64,
    })
}

pub(in crate::session) fn disassemble(
    it: &mut Session<'_>,
    arguments: DisassembleArguments,
) -> Done<Disassembly> {
    let client = it.client;
    let run = run(it)?;
    let instructions = run.instructions();
    let no_such = || message!("there is no such instruction");
    if instructions.is_empty() {
        return Err(no_such().into());
    }
    let first = address(&arguments.memory_reference)
        .ok_or_else(no_such)?
        .saturating_add(arguments.offset)
        .saturating_add(arguments.instruction_offset);
    let source = client.source(&run.path);
    let count = arguments.instruction_count.clamp(0, INSTRUCTIONS_MAX);
    let listed = (0..count).map(|index| {
        let number = first.saturating_add(index);
        let found = usize::try_from(number)
            .ok()
            .and_then(|it| instructions.get(it));
        let Some(found) = found else {
            return DisassembledInstruction {
                address: address_text(number.max(0)),
                instruction: "-".to_owned(),
                presentation_hint: Some("invalid"),
                ..DisassembledInstruction::default()
            };
        };
        DisassembledInstruction {
            address: address_text(number),
            instruction_bytes: Some(found.hex.clone()),
            instruction: found.text.trim().to_owned(),
            symbol: None,
            location: Some(source.clone()),
            line: Some(client.line(found.line as usize)),
            presentation_hint: None,
        }
    });
    Ok(Disassembly {
        instructions: listed.collect(),
    })
}
