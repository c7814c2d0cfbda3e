//! `disassemble`: each statement is an instruction, whose address is its number among all statements.
//!
//! Where the bits of an instruction word are is known for a part of it only, so its fields are named instead.

use mnc2_asm::fields::claims;
use mnc2_asm::{Statement, message};

use super::run::Run;
use super::{Done, Session};
use crate::protocol::{DisassembleArguments, DisassembledInstruction, Disassembly};

/// Maximum number of instructions of an answer.
const INSTRUCTIONS_MAX: i64 = 10_000;

impl Session<'_> {
    pub(super) fn disassemble(&mut self, arguments: DisassembleArguments) -> Done<Disassembly> {
        let client = self.client;
        let run = self.program()?;
        let Some(first) = address(&arguments.memory_reference) else {
            return Err(message!("there is no such instruction").into());
        };
        let first = first
            .saturating_add(arguments.offset)
            .saturating_add(arguments.instruction_offset);
        let count = arguments.instruction_count.clamp(0, INSTRUCTIONS_MAX);
        let source = client.source(&run.path);
        let instructions = (0..count).map(|index| {
            let number = first.saturating_add(index);
            let Some(line) = run.line_of_instruction(number) else {
                return DisassembledInstruction {
                    address: address_text(number.max(0)),
                    instruction: "-".to_owned(),
                    presentation_hint: Some("invalid"),
                    ..DisassembledInstruction::default()
                };
            };
            let section = run.section_of(line);
            let is_first = section.is_some_and(|section| {
                run.debugger.breakable(section.start as usize) == Some(line)
            });
            DisassembledInstruction {
                address: address_text(number),
                instruction_bytes: run.fields(line),
                instruction: run.debugger.snapshot().line_text(line).trim().to_owned(),
                symbol: section.filter(|_| is_first).map(|it| it.title.clone()),
                location: Some(source.clone()),
                line: Some(client.line(line)),
                presentation_hint: None,
            }
        });
        Ok(Disassembly {
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
    /// The address of the instruction that runs next.
    pub(super) fn next_instruction(&self) -> String {
        address_text(
            self.statements
                .partition_point(|&line| (line as usize) < self.debugger.line()) as i64,
        )
    }

    /// The address of the instruction in a line.
    pub(super) fn instruction_at(&self, line: usize) -> Option<String> {
        let line = u32::try_from(line).ok()?;
        let number = self.statements.binary_search(&line).ok()?;
        Some(address_text(number as i64))
    }

    /// The line of the instruction at an address and an offset.
    pub(super) fn instruction_line(&self, reference: &str, offset: i64) -> Option<usize> {
        self.line_of_instruction(address(reference)?.checked_add(offset)?)
    }

    fn line_of_instruction(&self, number: i64) -> Option<usize> {
        let index = usize::try_from(number).ok()?;
        self.statements.get(index).map(|&line| line as usize)
    }

    /// The names of the fields of the instruction word that a step sets.
    fn fields(&self, line: usize) -> Option<String> {
        let program = &self.debugger.snapshot().program;
        let line = program.line(line)?;
        let Some(Statement::Step(step)) = &line.statement else {
            return None;
        };
        let mut names: Vec<String> = claims(step)
            .iter()
            .map(|claim| claim.field.name())
            .collect();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" "))
    }
}
