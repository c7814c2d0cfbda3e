//! The fields of the word of an instruction, drawn as text.

use crate::encode::Instruction;
use crate::table::{Form, Row};
use crate::version::Version;

/// The fields of the word, with their values where they are known.
pub(super) fn picture(row: &Row, instruction: Option<&Instruction>, version: Version) -> String {
    let word = match instruction {
        Some(instruction) => instruction.encode(version),
        None => row.word(version),
    };
    let unknown = instruction.is_none().then(|| row.form.mask(version));
    mnc2_assembly::picture(&columns(row, version), word.unwrap_or_default(), unknown)
}

/// A column of the word: the highest bit, the lowest bit, the name.
type Column = (u32, u32, &'static str);

/// The columns of the word: its operands, and the constants between them.
fn columns(row: &Row, version: Version) -> Vec<Column> {
    let form = row.form;
    let operands = form.fields().iter().map(|&field| {
        let low = form.low_bit(field, version);
        (low + field.width() - 1, low, field.name())
    });
    let mut columns: Vec<Column> = operands.collect();
    let is_free = |columns: &[Column], (high, low, _): Column| {
        columns.iter().all(|it| it.0 < low || high < it.1)
    };
    for &constant in constants(row, version) {
        if is_free(&columns, constant) {
            columns.push(constant);
        }
    }
    columns.sort_unstable_by_key(|column| std::cmp::Reverse(column.0));
    columns
}

/// The columns of a word without operands.
fn constants(row: &Row, version: Version) -> &'static [Column] {
    match row.form {
        form if version.has_tiles() => constants_06(form),
        Form::Nothing if version == Version::V02 => &[
            (31, 20, "csr"),
            (19, 15, "uimm"),
            (14, 12, "func3"),
            (11, 7, "rd"),
            (6, 0, "system"),
        ],
        Form::RdRs1 | Form::RdImmediate | Form::Rs1 | Form::Immediate | Form::Nothing => &[
            (31, 31, "r"),
            (30, 28, "index"),
            (27, 25, "uop"),
            (24, 20, "-"),
            (19, 15, "-"),
            (17, 15, "-"),
            (14, 12, "func3"),
            (11, 7, "rd"),
            (6, 0, "custom-1"),
        ],
        Form::Strided | Form::AddressStride | Form::Whole | Form::MdRs2 | Form::MdRs2Rs1 => &[
            (31, 28, "func"),
            (27, 25, "uop"),
            (24, 20, "nf"),
            (19, 15, "-"),
            (14, 12, "func3"),
            (11, 10, "size"),
            (6, 0, "custom-1"),
        ],
        Form::RdMs2Rs1 => &[
            (31, 28, "func"),
            (27, 25, "uop"),
            (24, 24, "size"),
            (20, 20, "size"),
            (14, 12, "func3"),
            (6, 0, "custom-1"),
        ],
        _ => &[
            (31, 28, "func"),
            (27, 25, "uop"),
            (24, 24, "size"),
            (23, 21, "-"),
            (20, 18, "-"),
            (17, 15, "-"),
            (14, 12, "func3"),
            (11, 10, "size"),
            (9, 7, "-"),
            (6, 0, "custom-1"),
        ],
    }
}

/// The same in 0.6.
const fn constants_06(form: Form) -> &'static [Column] {
    match form {
        Form::RdMs2Rs1 => &[
            (31, 28, "func4"),
            (27, 26, "uop"),
            (25, 25, "ctrl"),
            (24, 23, "e_size"),
            (14, 12, "func3"),
            (6, 0, "custom-1"),
        ],
        Form::AddressStride | Form::MdRs2 | Form::MdRs2Rs1 => &[
            (31, 28, "func4"),
            (27, 26, "uop"),
            (25, 25, "ctrl"),
            (19, 15, "-"),
            (14, 12, "func3"),
            (11, 10, "d_size"),
            (6, 0, "custom-1"),
        ],
        Form::Rs1 | Form::Immediate | Form::Nothing => &[
            (31, 28, "func4"),
            (27, 26, "uop"),
            (25, 25, "ctrl"),
            (24, 20, "-"),
            (19, 15, "-"),
            (14, 12, "func3"),
            (11, 7, "-"),
            (6, 0, "custom-1"),
        ],
        _ => &[
            (31, 28, "func4"),
            (27, 26, "uop"),
            (25, 23, "ctrl"),
            (22, 20, "-"),
            (19, 18, "s_size"),
            (17, 15, "-"),
            (14, 12, "func3"),
            (11, 10, "d_size"),
            (9, 7, "-"),
            (6, 0, "custom-1"),
        ],
    }
}
