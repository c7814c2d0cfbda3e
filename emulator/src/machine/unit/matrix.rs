//! The matrix register as operand: read as a whole, written by rows, read by columns.

use std::iter;
use std::sync::Arc;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Precision, Width};
use mnc2_program::{Expression, OperandKind};
use mnc2_text::LineRange;

use super::operands::{input, observe_inputs, precision, read_converted};
use crate::lanes::ZEROS;
use crate::machine::chip::{Chip, Path};
use crate::machine::observer::{AccessedPlace, ObservedAccess, Observer};
use crate::machine::plane::Plane;
use crate::machine::read_operands::{self, Input};
use crate::machine::write_results::UnitOutput;
use crate::machine::{Refusal, matrix};

/// The logical rows of the matrix operand.
pub(super) fn rows<'a>(
    chip: &'a Chip,
    precision: Precision,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<Vec<&'a Plane>, Refusal> {
    let missing = || Refusal::new(expression, "the matrix register operand is missing");
    let &OperandKind::MatrixSide(side, _) = &input(expression, 0)?.kind else {
        return Err(missing());
    };
    let planes = chip.planes(side).ok_or_else(missing)?;
    let place = matrix::all_rows(side, precision);
    observe_matrix(chip, &input(expression, 0)?.range, place, observer);
    let row = |row| {
        let physical = matrix::physical_row(precision, row);
        planes.read(Chip::matrix_plane(side, physical))
    };
    Ok((0..matrix::rows(precision)).map(row).collect())
}

fn observe_matrix(
    chip: &Chip,
    range: &LineRange,
    place: AccessedPlace<'_>,
    observer: &mut impl Observer,
) {
    for cycle in 0..CYCLES_PER_STEP {
        let access = ObservedAccess {
            cycle,
            range,
            place,
        };
        observer.read(&access, chip);
    }
}

/// The rows that a matrix register write writes.
pub(in crate::machine) struct MatrixWrite {
    /// Side, width and first row.
    pub(in crate::machine) rows: (Memory, Width, u8),
    /// Precision of the rows.
    pub(in crate::machine) precision: Precision,
    /// The data for each cycle.
    pub(in crate::machine) cycles: [Path; CYCLES_PER_STEP],
}

/// Reads what a matrix register write writes.
pub(in crate::machine) fn mwrite(
    chip: &Chip,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<MatrixWrite, Refusal> {
    let precision = precision(expression)?;
    let rows = match expression.outputs.first().map(|operand| &operand.kind) {
        Some(&OperandKind::MatrixRows { side, width, row }) => (side, width, row),
        _ => {
            return Err(Refusal::new(
                expression,
                "the matrix register operand is missing",
            ));
        }
    };
    observe_inputs(chip, expression, iter::once(0), observer);
    let mut source = read_operands::NOTHING;
    read_converted(chip, expression, 0, precision, &mut source)?;
    let is_double = rows.1 == Width::DoubleLong;
    let cycles = source.map(|Input { most, least }| Path {
        most: most.into_owned(),
        least: if is_double {
            least.into_owned()
        } else {
            ZEROS.clone()
        },
    });
    Ok(MatrixWrite {
        rows,
        precision,
        cycles,
    })
}

/// Reads columns of the matrix register.
pub(in crate::machine) fn mread(
    chip: &Chip,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<UnitOutput, Refusal> {
    let precision = precision(expression)?;
    let missing = || Refusal::new(expression, "the matrix register operand is missing");
    let (side, column) = match expression.inputs.first().map(|operand| &operand.kind) {
        Some(&OperandKind::MatrixRows {
            side,
            width: _,
            row,
        }) => (side, row),
        _ => return Err(missing()),
    };
    let planes = chip.planes(side).ok_or_else(missing)?;
    let place = matrix::all_rows(side, precision);
    observe_matrix(chip, &input(expression, 0)?.range, place, observer);
    let cycles =
        std::array::from_fn(|cycle| matrix::read_columns(planes, side, column, precision, cycle));
    Ok(UnitOutput {
        cycles: Arc::new(cycles),
        flags: Vec::new(),
    })
}
