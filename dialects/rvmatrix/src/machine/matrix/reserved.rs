//! What the specification reserves.

use mnc2_text::{Message, message};

use crate::encode::Instruction;
use crate::register;
use crate::table::{Field, Form, Operation, SizeField};
use crate::version::Version;

/// What the specification reserves has no meaning that could be computed.
pub(super) fn check(instruction: &Instruction, version: Version) -> Result<(), Message> {
    let row = instruction.row;
    let name = row.mnemonic;
    if matches!(row.operation, Operation::Configure(SizeField::All))
        && row.form == Form::RdImmediate
    {
        return Err(message!(
            "`{name}` is reserved, so what it does is not known",
            name
        ));
    }
    for field in [Field::Md, Field::Ms2] {
        let count = u32::from(row.registers(field));
        if !instruction.get(field).is_multiple_of(count) {
            let register = register::matrix_name(instruction.get(field) as u8, version);
            return Err(message!(
                "`{name}` with `{register}` as the first of {count} registers is reserved, so what it does is not known",
                name,
                register,
                count
            ));
        }
    }
    if row.is_multiply() {
        let group = |field| {
            let first = instruction.get(field);
            first..first + u32::from(row.registers(field))
        };
        let destination = group(Field::Md);
        let overlaps = [Field::Ms1, Field::Ms2].into_iter().any(|field| {
            let source = group(field);
            source.start < destination.end && destination.start < source.end
        });
        if overlaps {
            return Err(message!(
                "`{name}` whose result overlaps a source is reserved, so what it does is not known",
                name
            ));
        }
    }
    Ok(())
}
