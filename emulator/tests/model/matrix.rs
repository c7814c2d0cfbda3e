//! Matrix register writes and transposed reads (manual 3.6.1.14, 3.6.9.22-3.6.9.24, 3.6.10, 3.6.11).

use mnc2_isa::Precision;

use crate::mau;
use crate::operand::{Path, pick};
use crate::oracle::number::{DOUBLE, HALF, Layout, SINGLE};
use crate::oracle::rrn::lanes;
use crate::oracle::samples::Random;
use crate::state::{Mem, State, Write, whole};
use crate::step::{Effect, Expression};
use crate::unit::{Form, Input, texts};

/// A precision: rows and columns of its matrices, and half words of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    precision: Precision,
    pub(crate) layout: Layout,
    pub(crate) rows: usize,
    halves: usize,
}

pub(crate) const MATRICES: [Matrix; 4] = [
    Matrix {
        precision: Precision::Double,
        layout: DOUBLE,
        rows: 4,
        halves: 4,
    },
    Matrix {
        precision: Precision::Single,
        layout: SINGLE,
        rows: 8,
        halves: 2,
    },
    Matrix {
        precision: Precision::PseudoSingle,
        layout: SINGLE,
        rows: 8,
        halves: 2,
    },
    Matrix {
        precision: Precision::Half,
        layout: HALF,
        rows: 16,
        halves: 1,
    },
];

/// All bits of a path as elements of a layout.
pub(crate) fn elements(path: &Path, bits: u32) -> Vec<u64> {
    let long = |side: usize| path[2 * side] << 32 | path[2 * side + 1];
    [lanes(bits, long(0)), lanes(bits, long(1))].concat()
}

/// The first cell of an element of a matrix: its row's physical row, its column's half words.
const fn cell(matrix: Matrix, row: usize, column: usize) -> usize {
    let physical_row = row * (16 / matrix.rows);
    physical_row * 16 + column * matrix.halves
}

fn write_element(
    writes: &mut Vec<Write>,
    (matrix, side, mab): (Matrix, Mem, usize),
    (row, column): (usize, usize),
    value: u64,
) {
    for half in 0..matrix.halves {
        let shift = 16 * (matrix.halves - 1 - half);
        let address = cell(matrix, row, column) + half;
        writes.push(whole(side, mab, address, value >> shift & 0xffff));
    }
}

pub(crate) fn read_element(
    state: &State,
    (matrix, side, mab): (Matrix, Mem, usize),
    row: usize,
    column: usize,
) -> u64 {
    let halves = state.block(side, mab, cell(matrix, row, column), matrix.halves);
    halves.iter().fold(0, |value, half| value << 16 | half)
}

fn matrix(form: &Form) -> Matrix {
    MATRICES
        .into_iter()
        .find(|matrix| Some(matrix.precision) == form.spelling.precision)
        .expect("every precision has a matrix")
}

/// `dmwrite`, `fmwrite`, `gmwrite`, `hmwrite`.
pub(crate) fn mwrite(random: &mut Random, form: &Form, inputs: Vec<Input>) -> Expression {
    let matrix = matrix(form);
    let input = inputs[0];
    let side = pick(random, &[Mem::MatrixX, Mem::MatrixY]);
    // Two rows from 2 long words.
    let double = matrix.precision == Precision::Half && random.flip();
    let rows_a_cycle = if double { 2 } else { 1 };
    let row = random.below((matrix.rows / rows_a_cycle) as u64) as usize * rows_a_cycle;
    let effect = move |state: &State| {
        let mut writes = Vec::new();
        for cycle in 0..4 {
            for mab in state.l1bs.iter().flat_map(|l1b| l1b * 16..(l1b + 1) * 16) {
                let place = (matrix, side, mab);
                for pe in 0..4 {
                    let values = mau::values(&input, matrix.layout, state, mab * 4 + pe, cycle);
                    // Elements of one row that a PE holds.
                    let count = matrix.rows / 4;
                    for row_in_cycle in 0..rows_a_cycle {
                        let row = (row + cycle * rows_a_cycle) % matrix.rows + row_in_cycle;
                        for index in 0..count {
                            let value = values.get(row_in_cycle * count + index);
                            let value = value.copied().unwrap_or(0);
                            let column = pe * count + index;
                            write_element(&mut writes, place, (row, column), value);
                        }
                    }
                }
            }
        }
        writes
    };
    let width = if double { "ll" } else { "l" };
    Expression::new(
        form.opcode(),
        format!("{} ${width}{}{row}", texts(&inputs), side.letters()),
        Effect::Other(Box::new(effect)),
    )
}

/// `dmread`, `fmread`, `gmread`, `hmread`.
pub(crate) fn mread(random: &mut Random, form: &Form) -> Expression {
    let matrix = matrix(form);
    let side = pick(random, &[Mem::MatrixX, Mem::MatrixY]);
    let is_half = matrix.precision == Precision::Half;
    let columns_a_cycle = if is_half { 2 } else { 1 };
    let first = random.below((matrix.rows / columns_a_cycle) as u64) as usize * columns_a_cycle;
    let output = move |state: &State, pe: usize, cycle: usize| {
        let mut long_words = [0; 2];
        let count = matrix.rows / 4;
        for (column_in_cycle, long) in long_words[..columns_a_cycle].iter_mut().enumerate() {
            let column = (first + cycle * columns_a_cycle) % matrix.rows + column_in_cycle;
            for index in 0..count {
                let row = pe % 4 * count + index;
                let value = read_element(state, (matrix, side, pe / 4), row, column);
                *long |= value << (64 - matrix.layout.bits() as usize * (index + 1));
            }
        }
        let [most, least] = long_words;
        let path = [
            most >> 32,
            most & 0xffff_ffff,
            least >> 32,
            least & 0xffff_ffff,
        ];
        (path, 0)
    };
    let width = if is_half { "ll" } else { "l" };
    Expression::new(
        form.opcode(),
        format!("${width}{}{first}", side.letters()),
        Effect::Pe(Mem::Mreadf, Box::new(output)),
    )
}
