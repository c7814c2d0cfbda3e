//! Memrefs and matrices as numbers in rows, for a heat map.

use mnc2_text::{Grid, GridRow};

use super::Machine;
use super::number::Number;
use super::value::{Slot, Value, View};

/// Limits: memrefs and matrices that are listed, rows of each, numbers in a row, and numbers of all together.
const GRIDS_MAX: usize = 64;
const ROWS_MAX: usize = 1024;
const COLUMNS_MAX: usize = 1024;
const NUMBERS_MAX: usize = 1 << 18;

/// Elements of a vector in a row.
const VECTOR_COLUMNS: usize = 16;

impl Machine {
    fn view_grid(&self, name: String, view: &View, room: &mut usize) -> Option<Grid> {
        let number = |at: usize| self.memory.peek(view.buffer, at);
        match view.shape.as_slice() {
            [] => {
                let rows = [("0".to_owned(), 0)].into_iter();
                let element = |_, _| number(view.at([]).ok()?);
                grid(name, (1, 1), rows, element, room)
            }
            [count] => {
                let count = usize::try_from(*count).ok()?;
                let rows = (0..count).step_by(VECTOR_COLUMNS);
                let rows = rows.map(|first| (first.to_string(), first));
                let size = (
                    count.div_ceil(VECTOR_COLUMNS) as u64,
                    VECTOR_COLUMNS.min(count),
                );
                let element =
                    |first: usize, column| number(view.at([(first + column) as i64]).ok()?);
                grid(name, size, rows, element, room)
            }
            [rows, columns, others @ ..] => {
                let columns = usize::try_from(*columns).ok()?;
                let matrices = others.iter().fold(1_i64, |all, &it| all.saturating_mul(it));
                let total = rows.saturating_mul(matrices);
                let index = |row: i64, column: i64| {
                    let mut left = row / rows;
                    let others = others.iter().map(|size| {
                        let at = left % size;
                        left /= size;
                        at
                    });
                    let mut index = vec![row % rows, column];
                    index.extend(others);
                    index
                };
                let named = |row: i64| match others {
                    [] => row.to_string(),
                    _ => {
                        let index = index(row, 0);
                        let others = index[2..].iter().map(i64::to_string);
                        format!("{},:,{}", index[0], others.collect::<Vec<_>>().join(","))
                    }
                };
                let element =
                    |row: i64, column: usize| number(view.at(index(row, column as i64)).ok()?);
                let listed = (0..total.max(0)).map(|row| (named(row), row));
                grid(name, (total.max(0) as u64, columns), listed, element, room)
            }
        }
    }
}

/// The rows that hold something, as far as there is room; `None` if none does.
fn grid<R: Copy>(
    name: String,
    (rows_total, columns): (u64, usize),
    rows: impl Iterator<Item = (String, R)>,
    number: impl Fn(R, usize) -> Option<Number>,
    room: &mut usize,
) -> Option<Grid> {
    let columns = columns.min(COLUMNS_MAX);
    let rows_max = ROWS_MAX.min(*room / columns.max(1));
    let rows = rows.take(rows_max).filter_map(|(name, row)| {
        let numbers = (0..columns).map(|column| number(row, column));
        let numbers: Vec<Option<Number>> = numbers.collect();
        let is_known = numbers.iter().any(Option::is_some);
        let values = numbers.into_iter();
        let values = values.map(|it| it.map_or(f64::NAN, shade)).collect();
        is_known.then_some(GridRow { name, values })
    });
    let rows: Vec<GridRow> = rows.collect();
    *room -= rows.len() * columns;
    (!rows.is_empty()).then_some(Grid {
        name,
        rows_total,
        columns: columns as u32,
        rows,
    })
}

fn shade(number: Number) -> f64 {
    match number {
        Number::Boolean(truth) => f64::from(u8::from(truth)),
        Number::Integer(number) => number as f64,
        Number::Float(number) => number,
        Number::Complex(re, im) => re.hypot(im),
    }
}

/// What is in scope, the innermost region first, then the arguments: a row for each index of the first mode, a column for each of
/// the second one. A vector has rows of 16 elements; a tensor has the rows of all its matrices. Complex numbers are their moduli.
pub(super) fn grids(machine: &Machine) -> Vec<Grid> {
    let mut grids = Vec::new();
    let mut room = NUMBERS_MAX;
    let parameters = machine.code.parameters.iter().zip(&machine.arguments);
    let values = machine.in_scope().into_iter();
    let values = values.map(|value| (value, &machine.slots[value]));
    for (value, slot) in values.chain(parameters.map(|(&value, slot)| (value, slot))) {
        let name = format!("%{}", machine.code.values[value].name);
        let Slot::Uniform(value) = slot else { continue };
        match value {
            Value::View(view) => grids.extend(machine.view_grid(name, view, &mut room)),
            Value::Group(views) => {
                for (at, view) in views.iter().enumerate().take(GRIDS_MAX) {
                    grids.extend(machine.view_grid(format!("{name}[{at}]"), view, &mut room));
                }
            }
            Value::Matrix(matrix) => {
                let number = |row: usize, column: usize| {
                    matrix.numbers.get(row + column * matrix.rows).copied()
                };
                let rows = (0..matrix.rows).map(|row| (row.to_string(), row));
                grids.extend(grid(
                    name,
                    (matrix.rows as u64, matrix.columns),
                    rows,
                    number,
                    &mut room,
                ));
            }
            Value::Number(_) => {}
        }
        if grids.len() >= GRIDS_MAX {
            grids.truncate(GRIDS_MAX);
            break;
        }
    }
    grids
}
