//! Vector and matrix-vector expressions of the MAU: operands read, the four cycles computed.

use mnc2_isa::Precision;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::mau::{MauOp, Port};
use mnc2_program::Expression;

use super::cycle::{Least, Shape, Sides, output};
use super::matrix::rows;
use super::operands::{
    Operands, most_only, observe_inputs, precision, read_converted, wants_flags,
};
use super::uniform;
use crate::lanes::SHORTEST;
use crate::machine::Refusal;
use crate::machine::chip::Chip;
use crate::machine::observer::Observer;
use crate::machine::plane::Plane;
use crate::machine::read_operands;
use crate::machine::write_results::UnitOutput;
use crate::mau::{MatrixCycle, MatrixOperation, VectorOperation};

/// Executes a vector or matrix-vector expression of the MAU.
pub(in crate::machine) fn mau(
    chip: &Chip,
    op: MauOp,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<UnitOutput, Refusal> {
    let precision = precision(expression)?;
    let half = expression.spelling.half;
    let shortened = expression.spelling.shortened;
    // Half precision multiplies halves and adds to single-precision values.
    let addend_precision = match precision {
        Precision::Half => Precision::Single,
        Precision::Double
        | Precision::Single
        | Precision::PseudoSingle
        | Precision::LongInteger
        | Precision::SingleInteger
        | Precision::HalfInteger => precision,
    };
    let x = op.input_of(Port::A).unwrap_or(0);
    let (y, z) = (op.input_of(Port::B), op.input_of(Port::C));
    let positions = [Some(x), y, z].into_iter().flatten();
    observe_inputs(chip, expression, positions, observer);
    let mut operands = Operands {
        x: read_operands::NOTHING,
        y: None,
        z: None,
    };
    let read = |position, precision, inputs: &mut _| {
        read_converted(chip, expression, position, precision, inputs)
    };
    read(x, precision, &mut operands.x)?;
    if let Some(y) = y {
        read(y, precision, operands.y.insert(read_operands::NOTHING))?;
    }
    if let Some(z) = z {
        read(
            z,
            addend_precision,
            operands.z.insert(read_operands::NOTHING),
        )?;
    }
    let has_flags = wants_flags(expression);
    if op.multiplies_matrix() {
        let operation = MatrixOperation {
            precision,
            half,
            shortened,
        };
        let rows = rows(chip, precision, expression, observer)?;
        return Ok(matrix(operation, &rows, &operands, has_flags));
    }
    let operation = VectorOperation {
        precision,
        half,
        shortened,
    };
    let short = uniform::vector(operation, &operands, has_flags);
    Ok(short.unwrap_or_else(|| vector(operation, &operands, has_flags)))
}

/// Computes the cycles of a vector operation.
fn vector(operation: VectorOperation, operands: &Operands<'_>, has_flags: bool) -> UnitOutput {
    let shape = Shape {
        least: Least::computed(operation.uses_least()),
        has_flags,
    };
    let periods = std::array::from_fn(|cycle| operands.period(cycle));
    output(periods, shape, |places| {
        for (cycle, (results, flags)) in places.into_iter().enumerate() {
            let period = periods[cycle];
            let x = operands.x[cycle].most.extended(period);
            let y = operands.y.as_ref();
            let y = y.map(|y| y[cycle].most.extended(period));
            let y = y.as_ref().map(|y| most_only(y));
            let z = operands.addend(cycle, period);
            let z = z.as_ref().map(Sides::view);
            operation.execute(most_only(&x), y, z, results, flags);
        }
    })
}

/// Computes the cycles of a matrix-vector operation, given the logical rows of the matrices. All cycles have the same
/// period, because a matrix is unpacked once for all of them.
fn matrix(
    operation: MatrixOperation,
    rows: &[&Plane],
    operands: &Operands<'_>,
    has_flags: bool,
) -> UnitOutput {
    let of_rows = rows.iter().map(|row| row.period());
    let of_operands = (0..CYCLES_PER_STEP).map(|cycle| operands.period(cycle));
    let period = of_rows.chain(of_operands).max().unwrap_or(SHORTEST);
    let rows: Vec<_> = rows.iter().map(|row| row.extended(period)).collect();
    let rows: Vec<&[u64]> = rows.iter().map(|row| &**row).collect();
    let sides: [_; CYCLES_PER_STEP] = std::array::from_fn(|cycle| {
        let x = operands.x[cycle].most.extended(period);
        (x, operands.addend(cycle, period))
    });
    let shape = Shape {
        least: Least::computed(operation.uses_least()),
        has_flags,
    };
    output([period; CYCLES_PER_STEP], shape, |places| {
        let parts = places.into_iter().zip(&sides);
        let mut parts: Vec<MatrixCycle<'_>> = parts
            .map(|((output, flags), (x, z))| MatrixCycle {
                x,
                z: z.as_ref().map(Sides::view),
                output,
                flags,
            })
            .collect();
        operation.execute(&rows, &mut parts);
    })
}
