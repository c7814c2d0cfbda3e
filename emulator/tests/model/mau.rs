//! Vector and matrix-vector operations of the MAU (manual 3.6.9) by the oracle of exact numbers.

use mnc2_isa::spelling::ProductHalf;
use mnc2_isa::{MauOp, Precision};

use crate::matrix::{MATRICES, elements, read_element};
use crate::operand::{Path, pick};
use crate::oracle::matrix::{
    DOUBLE_SHAPE, HALF_SHAPE, PSEUDO_SINGLE_SHAPE, SINGLE_SHAPE, Shape, dot,
};
use crate::oracle::number::{DOUBLE, HALF, Layout, Number, SINGLE, converted};
use crate::oracle::samples::Random;
use crate::oracle::vector::{
    DOUBLE_MODE, HALF_MODE, Mode, SINGLE_MODE, factors, on_path, sign_flags,
};
use crate::state::{Mem, State};
use crate::step::{Effect, Expression};
use crate::unit::{Form, Input, texts};

fn mode(precision: Precision) -> Mode {
    match precision {
        Precision::Double => DOUBLE_MODE,
        Precision::Half => HALF_MODE,
        _ => SINGLE_MODE,
    }
}

fn shape(precision: Precision) -> Shape {
    match precision {
        Precision::Double => DOUBLE_SHAPE,
        Precision::PseudoSingle => PSEUDO_SINGLE_SHAPE,
        Precision::Half => HALF_SHAPE,
        _ => SINGLE_SHAPE,
    }
}

/// The elements of an input in the layout of an operation, with `e`, `r` and `-` applied (manual 3.6.9.22-3.6.9.24).
pub(crate) fn values(
    input: &Input,
    layout: Layout,
    state: &State,
    pe: usize,
    cycle: usize,
) -> Vec<u64> {
    let path = input.operand.read(state, pe, cycle);
    let from = match (input.conversion, layout) {
        ("e", DOUBLE) | ("r", _) => SINGLE,
        ("e", _) => HALF,
        _ => layout,
    };
    let sign = u64::from(input.negated) << (layout.bits() - 1);
    let convert = |value| {
        if from == layout {
            value
        } else {
            converted(from, layout, value)
        }
    };
    let mut values: Vec<u64> = elements(&path, from.bits())
        .into_iter()
        .map(convert)
        .collect();
    // Nothing but zeros next to what was shortened.
    values.resize(values.len().max(128 / layout.bits() as usize), 0);
    for value in &mut values {
        *value ^= sign;
    }
    values
}

/// Whether the product of PE or row `index` of 4 takes part.
const fn is_used(half: Option<ProductHalf>, index: usize) -> bool {
    match half {
        None => true,
        Some(ProductHalf::Upper) => index < 2,
        Some(ProductHalf::Lower) => index >= 2,
    }
}

/// An expression of a form with these inputs.
pub(crate) fn expression(
    random: &mut Random,
    form: &Form,
    op: MauOp,
    inputs: Vec<Input>,
) -> Expression {
    let precision = form.spelling.precision.expect("the MAU has precisions");
    let mode = mode(precision);
    let is_matrix = matches!(op, MauOp::Mfma | MauOp::Mmul);
    let side = pick(random, &[Mem::MatrixX, Mem::MatrixY]);
    let half = form.spelling.half;
    let layout = match (form.spelling.shortened, mode.shortened) {
        (true, Some(layout)) => layout,
        _ => mode.sum,
    };
    let text = if is_matrix {
        format!("$l{} {}", side.letters(), texts(&inputs))
    } else {
        texts(&inputs)
    };
    let output = move |state: &State, pe: usize, cycle: usize| {
        let place = (pe, cycle);
        let sums = match op {
            MauOp::Mfma => dots(shape(precision), half, (&inputs[0], side), state, place)
                .into_iter()
                .zip(values(&inputs[1], mode.sum, state, pe, cycle))
                .map(|(dot, z)| dot + mode.sum.value(z))
                .collect(),
            MauOp::Mmul => dots(shape(precision), half, (&inputs[0], side), state, place),
            _ => {
                let (y, z) = match op {
                    MauOp::Vfma => (Some(&inputs[1]), Some(&inputs[2])),
                    MauOp::Vmul => (Some(&inputs[1]), None),
                    MauOp::Vadd => (None, Some(&inputs[1])),
                    _ => (None, None),
                };
                let half = half.filter(|_| y.is_some());
                vector(mode, half, (&inputs[0], y, z), state, place)
            }
        };
        let results: Vec<u64> = sums.iter().map(|sum| layout.round(sum)).collect();
        let (most, least) = on_path(&results, layout.bits());
        let flags = sign_flags(&results, layout);
        let path: Path = [
            most >> 32,
            most & 0xffff_ffff,
            least >> 32,
            least & 0xffff_ffff,
        ];
        (path, flags.into())
    };
    Expression::new(form.opcode(), text, Effect::Pe(Mem::Mauf, Box::new(output)))
}

/// x · y + z before it is rounded, element by element.
fn vector(
    mode: Mode,
    half: Option<ProductHalf>,
    (x, y, z): (&Input, Option<&Input>, Option<&Input>),
    state: &State,
    (pe, cycle): (usize, usize),
) -> Vec<Number> {
    let read = |input: &Input, layout| values(input, layout, state, pe, cycle);
    let x = read(x, mode.factor);
    let y = y.map(|y| read(y, mode.factor));
    let z = z.map(|z| read(z, mode.sum));
    let element = |index: usize| {
        let mut sum = Number::ZERO;
        if is_used(half, pe % 4) {
            sum += factors(mode, x[index], y.as_ref().map(|y| y[index]));
        }
        if let Some(z) = &z {
            sum += mode.sum.value(z[index]);
        }
        sum
    };
    (0..64 / mode.factor.bits() as usize).map(element).collect()
}

/// The dot products of the rows whose results a PE holds.
fn dots(
    shape: Shape,
    half: Option<ProductHalf>,
    (x, side): (&Input, Mem),
    state: &State,
    (pe, cycle): (usize, usize),
) -> Vec<Number> {
    let layout = shape.mode.factor;
    let per_pe = shape.columns / 4;
    let x: Vec<u64> = (pe / 4 * 4..pe / 4 * 4 + 4)
        .flat_map(|pe| values(x, layout, state, pe, cycle)[..per_pe].to_vec())
        .collect();
    // Pseudo-single precision has the same layout in the register as single precision.
    let matrix = MATRICES
        .into_iter()
        .find(|matrix| matrix.layout == layout)
        .expect("every factor has a matrix");
    // Of the eight columns of single precision the even ones are used.
    let stride = matrix.rows / shape.columns;
    let row = |row: usize| {
        if !is_used(half, row * 4 / shape.rows) {
            return Number::ZERO;
        }
        let a: Vec<u64> = (0..shape.columns)
            .map(|column| read_element(state, (matrix, side, pe / 4), row, column * stride))
            .collect();
        dot(shape, &a, &x)
    };
    let rows = shape.rows / 4;
    (pe % 4 * rows..(pe % 4 + 1) * rows).map(row).collect()
}
