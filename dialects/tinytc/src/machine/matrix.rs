//! Cooperative matrices. Each subgroup that runs has its own, which its work-items share.

use std::sync::Arc;

use mnc2_text::{Message, message};

use super::Machine;
use super::code::Step;
use super::number::{self, Number};
use super::value::{Matrix, Slot, Value, View};
use super::write::Write;
use crate::ir::{Binary, Checked};
use crate::types::{Coopmatrix, Type};

/// The components of a cooperative matrix. The products of three matrices of this size are few.
pub const COMPONENTS_MAX: i64 = 1 << 16;

/// Whether a component is inside of the bounds that a flag checks.
fn is_inside(checked: Checked, view: &View, row: i64, column: i64) -> bool {
    let rows = (0..view.shape[0]).contains(&row);
    let columns = (0..view.shape[1]).contains(&column);
    match checked {
        Checked::None => true,
        Checked::Rows => rows,
        Checked::Columns => columns,
        Checked::Both => rows && columns,
    }
}

/// The flag for the modes of the memref. Of a transposed matrix, rows lie along the second one.
const fn turned(checked: Checked, is_transposed: bool) -> Checked {
    match (checked, is_transposed) {
        (Checked::Rows, true) => Checked::Columns,
        (Checked::Columns, true) => Checked::Rows,
        (checked, _) => checked,
    }
}

impl Machine {
    fn memory_at(
        &self,
        operands: &[usize],
        first: usize,
    ) -> Result<(Arc<View>, i64, i64), Message> {
        let Value::View(view) = self.value(operands[0], first) else {
            return Err(message!("this is not a memory"));
        };
        let row = self.shared(operands[1], first)?.integer();
        let column = self.shared(operands[2], first)?.integer();
        Ok((Arc::clone(view), row, column))
    }

    /// A slot with a value for each subgroup.
    pub(super) fn by_subgroup(
        &mut self,
        operands: &[usize],
        mut make: impl FnMut(&mut Self, usize) -> Result<Matrix, Message>,
    ) -> Result<Slot, Message> {
        let subgroups = self.subgroups()?;
        let is_uniform = operands.iter().all(|&operand| self.is_uniform(operand));
        let size = self.subgroup_items();
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for first in subgroups {
            let matrix = Value::Matrix(Arc::new(make(self, first)?));
            if is_uniform {
                return Ok(Slot::Uniform(matrix));
            }
            values[first..first + size].fill(matrix);
        }
        Ok(Slot::Varying(values))
    }

    /// `cooperative_matrix_load`. Components outside are 0 if the flag checks for them.
    pub(super) fn matrix_load(
        &mut self,
        is_transposed: bool,
        checked: Checked,
        is_atomic: bool,
        step: &Step,
    ) -> Result<Slot, Message> {
        let Some(&Type::Coopmatrix(ty)) = step.result_types.first() else {
            return Ok(Slot::Unset);
        };
        let checked = turned(checked, is_transposed);
        let count = components(ty)?;
        let is_shared = self.subgroups()?.len() > 1;
        self.by_subgroup(&step.operands, |machine, first| {
            let (view, row, column) = machine.memory_at(&step.operands, first)?;
            let access = machine.access(&view, first).atomic(is_atomic);
            let access = if is_shared && machine.is_uniform(step.operands[1]) {
                access.by_many()
            } else {
                access
            };
            let mut numbers = Vec::with_capacity(count);
            for j in 0..ty.columns {
                for i in 0..ty.rows {
                    let (i, j) = if is_transposed { (j, i) } else { (i, j) };
                    let (row, column) = (row.saturating_add(i), column.saturating_add(j));
                    numbers.push(if is_inside(checked, &view, row, column) {
                        let at = view.at([row, column])?;
                        machine.memory.read(&view, at, access)?
                    } else {
                        Number::zero(ty.component)
                    });
                }
            }
            Ok(matrix(ty, numbers))
        })
    }

    /// `cooperative_matrix_store`, and the updates, which return the components before them. Components outside are not stored if the
    /// flag checks for them; what is returned for them is 0.
    pub(super) fn matrix_store(
        &mut self,
        is_transposed: bool,
        checked: Checked,
        write: Write,
        step: &Step,
    ) -> Result<Slot, Message> {
        let checked = turned(checked, is_transposed);
        let size = self.subgroup_items();
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for first in self.subgroups()? {
            let Value::Matrix(matrix) = self.value(step.operands[0], first).clone() else {
                return Ok(Slot::Unset);
            };
            let mut before = vec![Number::zero(matrix.component); matrix.numbers.len()];
            let mut kept = before.iter_mut();
            let (view, row, column) = self.memory_at(&step.operands[1..], first)?;
            let mut numbers = matrix.numbers.iter();
            for j in 0..matrix.columns as i64 {
                for ((i, &number), kept) in (0..matrix.rows as i64).zip(&mut numbers).zip(&mut kept)
                {
                    let (i, j) = if is_transposed { (j, i) } else { (i, j) };
                    let (row, column) = (row.saturating_add(i), column.saturating_add(j));
                    if is_inside(checked, &view, row, column) {
                        let at = view.at([row, column])?;
                        *kept = self.put(&view, at, number, write, first)?;
                    }
                }
            }
            let before = Matrix {
                numbers: before,
                ..matrix.as_ref().clone()
            };
            values[first..first + size].fill(Value::Matrix(Arc::new(before)));
        }
        Ok(Slot::Varying(values))
    }

    /// `cooperative_matrix_mul_add`: sums as in linear algebra in the component type of C, then C.
    pub(super) fn matrix_multiply_add(&mut self, step: &Step) -> Result<Slot, Message> {
        let Some(&Type::Coopmatrix(ty)) = step.result_types.first() else {
            return Ok(Slot::Unset);
        };
        self.by_subgroup(&step.operands, |machine, first| {
            let operands = [0, 1, 2].map(|at| machine.value(step.operands[at], first));
            let [Value::Matrix(a), Value::Matrix(b), Value::Matrix(c)] = operands else {
                return Err(message!("this is not a matrix"));
            };
            multiply_add(a, b, c, ty)
        })
    }
}

/// The number of components of a matrix.
///
/// # Errors
/// With a sentence, if they are more than a run takes.
pub(super) fn components(ty: Coopmatrix) -> Result<usize, Message> {
    let count = ty.rows.checked_mul(ty.columns);
    let count = count.filter(|count| (0..=COMPONENTS_MAX).contains(count));
    let limit = COMPONENTS_MAX;
    count
        .map(|count| count as usize)
        .ok_or_else(|| message!("a matrix of a run has at most {limit} components", limit))
}

pub(super) fn matrix(ty: Coopmatrix, numbers: Vec<Number>) -> Matrix {
    Matrix {
        component: ty.component,
        rows: ty.rows.max(0) as usize,
        columns: ty.columns.max(0) as usize,
        usage: ty.usage,
        numbers,
    }
}

fn multiply_add(a: &Matrix, b: &Matrix, c: &Matrix, ty: Coopmatrix) -> Result<Matrix, Message> {
    let to = c.component;
    let cast = |numbers: &[Number]| -> Result<Vec<Number>, Message> {
        numbers.iter().map(|&it| number::cast(it, to)).collect()
    };
    let (left, right) = (cast(&a.numbers)?, cast(&b.numbers)?);
    let mut numbers = Vec::with_capacity(c.numbers.len());
    for column in 0..c.columns {
        for row in 0..c.rows {
            let mut total = Number::zero(to);
            for k in 0..a.columns {
                let (left, right) = (left[row + k * a.rows], right[k + column * b.rows]);
                let product = number::binary(Binary::Mul, Some(to), left, right)?;
                total = number::binary(Binary::Add, Some(to), total, product)?;
            }
            let kept = c.numbers[row + column * c.rows];
            let result = number::binary(Binary::Add, Some(to), total, kept)?;
            numbers.push(number::cast(result, ty.component)?);
        }
    }
    Ok(matrix(ty, numbers))
}
