//! Words as figures: bits, values, names of fields.

use crate::encode::Instruction;
use crate::table::{Field, Form, Kind, Row};

/// The fields of the word, with their values where they are known.
pub(super) fn picture(row: &Row, instruction: Option<&Instruction>) -> String {
    let fields = row.form.fields().iter();
    let mask = fields.fold(0, |bits, field| bits | field.mask());
    let word = instruction.map_or(row.word, Instruction::encode);
    let unknown = instruction.is_none().then_some(mask);
    mnc2_assembly::picture(&columns(row), word, unknown)
}

/// The columns of the word: the highest bit, the lowest bit, the name.
fn columns(row: &Row) -> Vec<(u32, u32, &'static str)> {
    let named = |field: Field| {
        let (low, count) = field.bits();
        let is_there = row.form.fields().contains(&field);
        (
            low + count - 1,
            low,
            if is_there { field.name() } else { "-" },
        )
    };
    let (d, a) = (named(Field::D), named(Field::A));
    match row.form.kind() {
        Kind::R => vec![
            (31, 30, "type"),
            (29, 24, "opcode"),
            d,
            a,
            named(Field::B),
            (5, 5, "-"),
            (4, 4, "long"),
            (3, 1, "vectors"),
            (0, 0, "mask"),
        ],
        Kind::I => vec![
            (31, 29, "type"),
            (28, 24, "opcode"),
            d,
            a,
            named(Field::Immediate9),
            (2, 1, "vectors"),
            (0, 0, "mask"),
        ],
        Kind::Move => vec![
            (31, 27, "type"),
            (26, 24, "opcode"),
            d,
            named(Field::Immediate16),
            (1, 1, "vector"),
            (0, 0, "mask"),
        ],
        Kind::C => vec![(31, 27, "type"), (26, 24, "opcode"), d, a, (11, 0, "-")],
        Kind::J => {
            let mut columns = vec![(31, 28, "type"), (27, 27, "form"), (26, 24, "opcode")];
            match row.form {
                Form::Offset => columns.push(named(Field::Offset24)),
                Form::Plain => columns.push((23, 0, "-")),
                _ => columns.extend([d, named(Field::Offset18)]),
            }
            columns
        }
        Kind::M => vec![
            (31, 30, "type"),
            (29, 24, "opcode"),
            d,
            (17, 12, "base"),
            named(Field::Immediate9),
            (2, 2, "long"),
            (1, 1, "scratchpad"),
            (0, 0, "mask"),
        ],
        Kind::Fixed => vec![(31, 0, "nop")],
    }
}
