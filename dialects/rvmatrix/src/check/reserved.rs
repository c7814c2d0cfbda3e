//! What encodes although the specification reserves it, seen in the instruction alone.

use mnc2_assembly::{Line, Shape, Statement};
use mnc2_text::{Diagnostic, LineRange, message};

use crate::code::Code;
use crate::encode::Instruction;
use crate::options::Options;
use crate::register;
use crate::table::{Field, Form, Operation, Slot};
use crate::version::Version;

/// The findings of an instruction.
pub(crate) fn check(
    line: &Line,
    statement: &Statement,
    instruction: &Instruction,
    (options, version): (&Options, Version),
) -> Vec<Diagnostic<Code>> {
    let mut found = Vec::new();
    overlap(line, statement, instruction, &mut found);
    groups(line, statement, instruction, version, &mut found);
    // From 0.3 on, the low bits of a number name the row.
    if version == Version::V02 {
        row_outside(line, statement, instruction, options, &mut found);
    }
    let mnemonic = statement.mnemonic.clone().unwrap_or_default();
    if instruction.row.form == Form::RdImmediate && instruction.row.mnemonic == "mcfgi" {
        found.push(
            Diagnostic::new(
                Code::ReservedConfiguration,
                mnemonic.clone(),
                message!("`mcfgi` is reserved: 7 bits cannot hold three sizes"),
            )
            .help(message!(
                "use `mcfg` with a register, or `mcfgki`, `mcfgmi` and `mcfgni`"
            )),
        );
    }
    if let Some(feature) = instruction.row.feature()
        && let Some((bit, name)) = feature.place(version)
        && !options.has(feature, version)
    {
        found.push(
            Diagnostic::new(
                Code::MissingFeature,
                mnemonic,
                message!("the machine lacks {name}, bit {bit} of `xmisa`", name, bit),
            )
            .explained(),
        );
    }
    found
}

/// Where the register of a field is written.
fn place_of(
    line: &Line,
    statement: &Statement,
    instruction: &Instruction,
    field: Field,
) -> LineRange {
    let slots = instruction.row.form.slots();
    let index = slots.iter().position(|slot| match slot {
        Slot::Matrix(found) => *found == field,
        Slot::RowByRegister | Slot::RowByImmediate => field == Field::Ms1,
        _ => false,
    });
    let operand = index.and_then(|index| statement.operands.get(index));
    match operand.map(|operand| (operand, operand.shape(line))) {
        Some((_, Shape::Indexed(word, _))) => word.range.clone(),
        Some((operand, _)) => operand.range.clone(),
        None => statement.range.clone(),
    }
}

/// The registers of a field as text: `m2`, or `m2` and `m3`.
fn registers(instruction: &Instruction, field: Field) -> mnc2_text::Value {
    let first = instruction.get(field);
    let count = u32::from(instruction.row.registers(field));
    mnc2_text::Message::all_of((first..first + count).map(|number| format!("`m{number}`")))
}

fn overlap(
    line: &Line,
    statement: &Statement,
    instruction: &Instruction,
    found: &mut Vec<Diagnostic<Code>>,
) {
    if !instruction.row.is_multiply() {
        return;
    }
    let group = |field| {
        let first = instruction.get(field);
        first..first + u32::from(instruction.row.registers(field))
    };
    let destination = group(Field::Md);
    for field in [Field::Ms2, Field::Ms1] {
        let source = group(field);
        if source.start >= destination.end || destination.start >= source.end {
            continue;
        }
        let range = place_of(line, statement, instruction, field);
        let place = place_of(line, statement, instruction, Field::Md);
        let shared = source.start.max(destination.start);
        let matrix = if field == Field::Ms1 { "A" } else { "B" };
        let mut diagnostic = Diagnostic::new(
            Code::Overlap,
            range,
            message!(
                "`m{shared}` is read as {matrix} and written as C",
                shared,
                matrix
            ),
        );
        diagnostic = diagnostic.note(
            place,
            message!(
                "C is {registers}",
                registers = registers(instruction, Field::Md)
            ),
        );
        found.push(diagnostic.help(message!(
            "the specification reserves a multiplication whose result overlaps a source"
        )));
    }
}

fn groups(
    line: &Line,
    statement: &Statement,
    instruction: &Instruction,
    version: Version,
    found: &mut Vec<Diagnostic<Code>>,
) {
    for field in [Field::Md, Field::Ms2] {
        let count = u32::from(instruction.row.registers(field));
        let first = instruction.get(field);
        if count == 1 || first.is_multiple_of(count) {
            continue;
        }
        let range = place_of(line, statement, instruction, field);
        let is_transfer = matches!(
            instruction.row.operation,
            Operation::WholeLoad(_) | Operation::WholeStore(_) | Operation::ZeroGroup(_)
        );
        let register = register::matrix_name(first as u8, version);
        found.push(if is_transfer {
            Diagnostic::new(
                Code::GroupAlignment,
                range,
                message!(
                    "the number of the first of {count} registers is a multiple of {count}, and that of `{register}` is not",
                    count,
                    register
                ),
            )
            .explained()
        } else {
            let matrix = if field == Field::Md { "C" } else { "B" };
            let bits = instruction.row.element.bytes() * 8;
            Diagnostic::new(
                Code::OddPair,
                range,
                message!(
                    "{matrix} of `{name}` is a pair of registers, which begins with an even one, not `{register}`",
                    matrix,
                    name = instruction.row.mnemonic,
                    register
                ),
            )
            .help(match field {
                Field::Ms2 => message!("B has MLEN/16 rows of {bits}-bit elements", bits),
                _ => message!("C has MLEN/32 columns of 64-bit elements"),
            })
        });
    }
}

fn row_outside(
    line: &Line,
    statement: &Statement,
    instruction: &Instruction,
    options: &Options,
    found: &mut Vec<Diagnostic<Code>>,
) {
    let rows = options.mlen.rows();
    let row = instruction.get(Field::Row) as usize;
    if !instruction.row.form.fields().contains(&Field::Row) || row < rows {
        return;
    }
    let place = statement
        .operands
        .last()
        .map(|operand| match operand.shape(line) {
            Shape::Indexed(_, [first, .., last]) => first.range.start..last.range.end,
            Shape::Indexed(_, [only]) => only.range.clone(),
            _ => operand.range.clone(),
        });
    found.push(row_message(place.unwrap_or_default(), row as u64, options));
}

/// The finding that a row is outside the register.
pub(super) fn row_message(range: LineRange, row: u64, options: &Options) -> Diagnostic<Code> {
    let (rows, mlen) = (options.mlen.rows(), options.mlen.bits());
    let last = rows - 1;
    Diagnostic::new(
        Code::RowOutside,
        range,
        message!(
            "there is no row {row}: with MLEN {mlen} a matrix register has rows 0 to {last}",
            row,
            mlen,
            last
        ),
    )
    .explained()
}
