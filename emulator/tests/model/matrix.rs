//! Matrix register writes and transposed reads (manual 3.6.1.14, 3.6.9.22-3.6.9.24, 3.6.10, 3.6.11).

use crate::machine::Pair;
use crate::operand::{Operand, Path, Width, pick};
use crate::oracle::number::{DOUBLE, HALF, Layout, SINGLE, converted};
use crate::oracle::rrn::lanes;
use crate::oracle::samples::Random;
use crate::pe::{WIDTHS, step_mask, with_destinations};
use crate::state::{Mem, State, Write, whole};
use crate::step::{Effect, Expression};

/// A precision: rows and columns of its matrices, and half words of an element.
#[derive(Clone, Copy, Debug)]
struct Matrix {
    letter: &'static str,
    layout: Layout,
    /// The precision that `e` extends from.
    extended_from: Option<Layout>,
    rows: usize,
    halves: usize,
}

const MATRICES: [Matrix; 4] = [
    Matrix {
        letter: "d",
        layout: DOUBLE,
        extended_from: Some(SINGLE),
        rows: 4,
        halves: 4,
    },
    Matrix {
        letter: "f",
        layout: SINGLE,
        extended_from: Some(HALF),
        rows: 8,
        halves: 2,
    },
    Matrix {
        letter: "g",
        layout: SINGLE,
        extended_from: Some(HALF),
        rows: 8,
        halves: 2,
    },
    Matrix {
        letter: "h",
        layout: HALF,
        extended_from: None,
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

fn read_element(
    state: &State,
    (matrix, side, mab): (Matrix, Mem, usize),
    row: usize,
    column: usize,
) -> u64 {
    let halves = state.block(side, mab, cell(matrix, row, column), matrix.halves);
    halves.iter().fold(0, |value, half| value << 16 | half)
}

/// `dmwrite`, `fmwrite`, `gmwrite`, `hmwrite`.
pub(crate) fn mwrite(random: &mut Random) -> Expression {
    let matrix = pick(random, &MATRICES);
    let side = pick(random, &[Mem::MatrixX, Mem::MatrixY]);
    let is_half = matrix.letter == "h";
    let double = is_half && random.flip();
    let rows_a_cycle = if double { 2 } else { 1 };
    let row = random.below((matrix.rows / rows_a_cycle) as u64) as usize * rows_a_cycle;
    let converts = random.below(3) == 0 && !double;
    let widths: &[Width] = match (converts, matrix.letter) {
        (true, "h") => &[Width::Double],
        (true, _) => &[Width::Single],
        (false, "h") if double => &[Width::Double],
        (false, "f" | "g") => &[Width::Single, Width::Long],
        (false, _) => &[Width::Long],
    };
    let input = Operand::random_input(random, widths, false);
    let negated = random.below(3) == 0;
    let effect = move |state: &State| {
        let mut writes = Vec::new();
        for cycle in 0..4 {
            for mab in state.l1bs.iter().flat_map(|l1b| l1b * 16..(l1b + 1) * 16) {
                let place = (matrix, side, mab);
                for pe in 0..4 {
                    let path = input.read(state, mab * 4 + pe, cycle);
                    let mut values = match (converts, matrix.extended_from) {
                        (false, _) => elements(&path, matrix.layout.bits()),
                        (true, Some(from)) => elements(&path, from.bits())
                            .iter()
                            .map(|&value| converted(from, matrix.layout, value))
                            .collect(),
                        (true, None) => elements(&path, SINGLE.bits())
                            .iter()
                            .map(|&value| converted(SINGLE, HALF, value))
                            .collect(),
                    };
                    for value in &mut values {
                        *value ^= u64::from(negated) << (matrix.layout.bits() - 1);
                    }
                    // Elements of one row that a PE holds.
                    let count = matrix.rows / 4;
                    for row_in_cycle in 0..rows_a_cycle {
                        let row = (row + cycle * rows_a_cycle) % matrix.rows + row_in_cycle;
                        for index in 0..count {
                            let value = values[row_in_cycle * count + index];
                            let column = pe * count + index;
                            write_element(&mut writes, place, (row, column), value);
                        }
                    }
                }
            }
        }
        writes
    };
    let sign = if negated { "-" } else { "" };
    let conversion = match (converts, is_half) {
        (false, _) => "",
        (true, true) => "r",
        (true, false) => "e",
    };
    let width = if double { "ll" } else { "l" };
    Expression::new(
        format!("{}mwrite", matrix.letter),
        format!(
            "{sign}{}{conversion} ${width}{}{row}",
            input.text(),
            side.letters()
        ),
        Effect::Other(Box::new(effect)),
    )
}

/// `dmread`, `fmread`, `gmread`, `hmread`.
pub(crate) fn mread(random: &mut Random) -> Expression {
    let matrix = pick(random, &MATRICES);
    let side = pick(random, &[Mem::MatrixX, Mem::MatrixY]);
    let is_half = matrix.letter == "h";
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
        format!("{}mread", matrix.letter),
        format!("${width}{}{first}", side.letters()),
        Effect::Pe(Mem::Mreadf, Box::new(output)),
    )
}

#[test]
fn writes_and_transposed_reads() {
    let mut random = Random::new(21);
    for _ in 0..3 {
        let mut state = State::new(vec![random.below(64) as usize]);
        state.fill_pes(&mut random);
        let mut pair = Pair::new(state);
        for _ in 0..40 {
            let step_mask = step_mask(&mut random);
            let flushes = random.below(3) == 0;
            pair.accepted(|_| (vec![mwrite(&mut random)], ()));
            pair.accepted(|_| {
                let expression = mread(&mut random);
                let expression =
                    with_destinations(expression, &mut random, &WIDTHS, false, step_mask, flushes);
                (vec![expression], ())
            });
        }
        pair.finish();
    }
}
