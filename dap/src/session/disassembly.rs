//! `disassemble`: each statement that runs is an instruction, whose address is its index among these statements.

use mnc2_text::message;

use super::run::Run;
use super::{Done, Session};
use crate::protocol::{DisassembleArguments, DisassembleResponse, DisassembledInstruction};

/// Maximum number of instructions of an answer.
const INSTRUCTIONS_MAX: i64 = 10_000;

impl Session<'_> {
    pub(super) fn disassemble(
        &mut self,
        arguments: DisassembleArguments,
    ) -> Done<DisassembleResponse> {
        let client = self.client;
        let run = self.program()?;
        let first = address(&arguments.memory_reference).filter(|_| run.shown.instructions() > 0);
        let first = first
            .ok_or_else(|| message!("there is no such instruction"))?
            .saturating_add(arguments.offset)
            .saturating_add(arguments.instruction_offset);
        let count = arguments.instruction_count.clamp(0, INSTRUCTIONS_MAX);
        let source = client.source(&run.path);
        let instructions = (0..count).map(|index| {
            let number = first.saturating_add(index);
            let found = usize::try_from(number).ok();
            let Some(found) = found.and_then(|number| run.shown.instruction(number)) else {
                return DisassembledInstruction {
                    address: address_text(number.max(0)),
                    instruction: "-".to_owned(),
                    presentation_hint: Some("invalid"),
                    ..DisassembledInstruction::default()
                };
            };
            DisassembledInstruction {
                address: address_text(number),
                instruction_bytes: found.bytes,
                instruction: found.text,
                symbol: found.symbol,
                location: Some(source.clone()),
                line: Some(client.line(found.line)),
                presentation_hint: None,
            }
        });
        Ok(DisassembleResponse {
            instructions: instructions.collect(),
        })
    }
}

/// The address of an instruction.
fn address_text(number: i64) -> String {
    format!("0x{number:08x}")
}

/// The number of the instruction at an address.
fn address(text: &str) -> Option<i64> {
    i64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

impl Run {
    /// The address of the instruction that runs next in a frame that is shown in a line.
    pub(super) fn next_instruction(&mut self, line: usize) -> Option<String> {
        let number = self.shown.next_instruction(line)?;
        Some(address_text(number as i64))
    }

    /// The address of the first instruction in a line.
    pub(super) fn instruction_at(&mut self, line: usize) -> Option<String> {
        let number = self.shown.instruction_in(line)?;
        Some(address_text(number as i64))
    }

    /// The line of the instruction at an address and an offset.
    pub(super) fn instruction_line(&mut self, reference: &str, offset: i64) -> Option<usize> {
        let number = address(reference)?.checked_add(offset)?;
        let found = self.shown.instruction(usize::try_from(number).ok()?)?;
        Some(found.line)
    }
}
