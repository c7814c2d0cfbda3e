//! What the operands of an instruction read and write, and how far a value goes: through a basic block.

use mnc2_assembly::{Line, Shape, Source, Statement, Symbols, Unit};
use mnc2_text::{LineRange, Place};

use crate::base::{self, Base};
use crate::encode::Instruction;
use crate::lower::{Lowered, lower};
use crate::table::{Field, Slot};

/// A matrix operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    /// Its place.
    pub(super) place: Place,
    /// The place of its statement in the line.
    pub(super) statement: u32,
    /// The registers, as bits.
    pub(super) registers: u8,
    /// Whether it reads them.
    pub(super) reads: bool,
    /// Whether it writes them.
    pub(super) writes: bool,
}

/// The matrix operands of an instruction.
pub(super) fn of_instruction(
    number: u32,
    line: &Line,
    statement: &Statement,
    instruction: &Instruction,
) -> Vec<Touch> {
    let row = instruction.row;
    let slots = row.form.slots().iter().zip(&statement.operands);
    slots
        .filter_map(|(slot, operand)| {
            let field = match slot {
                Slot::Matrix(field) => *field,
                Slot::RowByRegister | Slot::RowByImmediate => Field::Ms1,
                Slot::Scalar | Slot::Integer(_) | Slot::Address | Slot::Immediate7 => return None,
            };
            let range: LineRange = match operand.shape(line) {
                Shape::Indexed(word, _) => word.range.clone(),
                _ => operand.range.clone(),
            };
            let first = instruction.get(field);
            let count = u32::from(row.registers(field));
            let registers = (first..first + count).fold(0, |bits, register| {
                bits | 1_u8.checked_shl(register).unwrap_or(0)
            });
            let is_destination = field == Field::Md && !row.is_store();
            Some(Touch {
                place: Place {
                    line: number,
                    range,
                },
                statement: statement.range.start,
                registers,
                reads: !is_destination || row.is_multiply(),
                writes: is_destination,
            })
        })
        .collect()
}

/// The most statements of a block that are looked at, in each direction.
const BLOCK_STATEMENTS_MAX: usize = 1000;

/// The matrix operands of the basic block around a line, in order.
pub(super) fn of_block(source: &Source, symbols: &Symbols, line: u32) -> Vec<Touch> {
    let is_inside = |number: u32| symbols.within_line(number) == symbols.within_line(line);
    // Up to the label that begins the block, or the jump that ends the one before.
    let mut first = line;
    while first > 0
        && (line - first) as usize <= BLOCK_STATEMENTS_MAX
        && is_inside(first - 1)
        && !begins(source, first)
        && !ends(source, symbols, first - 1)
    {
        first -= 1;
    }
    let mut touches = Vec::new();
    let mut number = first;
    while let Some(parsed) = source.line(number) {
        for (index, statement) in parsed.statements.iter().enumerate() {
            let unit = Unit::of_source(source, number, index);
            let lowered = unit.map(|unit| lower(&unit, symbols));
            if let Some(Lowered::Instruction(instruction)) = lowered {
                touches.extend(of_instruction(number, parsed, statement, &instruction));
            }
        }
        if ends(source, symbols, number)
            || begins(source, number + 1)
            || !is_inside(number + 1)
            || (number - first) as usize > 2 * BLOCK_STATEMENTS_MAX
        {
            break;
        }
        number += 1;
    }
    touches
}

fn begins(source: &Source, line: u32) -> bool {
    source.line(line).is_some_and(|line| {
        line.statements
            .iter()
            .any(|statement| !statement.labels.is_empty())
    })
}

/// Whether control may go elsewhere after a line, or what it does is not known.
fn ends(source: &Source, symbols: &Symbols, line: u32) -> bool {
    source.line(line).is_some_and(|line| {
        line.directive.is_some()
            || line.statements.iter().any(|statement| {
                let word = line.mnemonic(statement);
                symbols.macros.contains_key(word)
                    || matches!(
                        base::find(word),
                        Some(
                            Base::Branch(..)
                                | Base::BranchZero(..)
                                | Base::Jump
                                | Base::JumpAndLink
                                | Base::JumpAndLinkRegister
                                | Base::JumpRegister
                                | Base::Call
                                | Base::Return
                                | Base::Stop
                        )
                    )
            })
    })
}
