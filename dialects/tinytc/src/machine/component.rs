//! The components of a cooperative matrix that a work-item has, and instructions about them.
//!
//! Section *Coopmatrix layout* of the documentation of 0.4 decides which these are.

use std::sync::Arc;

use mnc2_text::{Message, message};

use super::Machine;
use super::code::Step;
use super::control::{Application, Kind};
use super::matrix::matrix;
use super::number::{self, Number};
use super::value::{Matrix, Slot, Value};
use crate::ir::{Binary, Operation, Reduction};
use crate::types::{MatrixUse, Type};

/// Which components the work-items of a subgroup have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Work-items of the subgroup.
    size: usize,
    /// Rows of a block.
    rows: usize,
    /// Columns, with those that no component is in.
    columns: usize,
    /// Blocks that are next to each other in the components of a work-item.
    adjacent: usize,
    /// Components that a work-item has.
    pub(super) length: usize,
}

impl Layout {
    pub(super) fn new(matrix: &Matrix, size: usize) -> Self {
        let rows = matrix.rows.clamp(1, size.max(1));
        let columns = (rows * matrix.columns).div_ceil(size) * size / rows;
        let blocks = matrix.rows.div_ceil(rows);
        let narrow = matrix.usage == MatrixUse::B && matrix.component.size_bytes() == 1;
        Self {
            size,
            rows,
            columns,
            adjacent: if narrow && blocks > 1 { 2 } else { 1 },
            length: rows * columns * blocks / size,
        }
    }

    /// Row and column of a component of a work-item; `None` if it has none with this number.
    fn at(&self, matrix: &Matrix, item: usize, number: usize) -> Option<(usize, usize)> {
        let adjacent = number % self.adjacent;
        let column = number / self.adjacent % self.columns;
        let block = number / (self.adjacent * self.columns) * self.adjacent + adjacent;
        let row = item % self.rows + block * self.rows;
        let column = item / self.rows + column * (self.size / self.rows);
        (row < matrix.rows && column < matrix.columns).then_some((row, column))
    }
}

impl Machine {
    fn matrix_of(&self, value: usize, item: usize) -> Result<Arc<Matrix>, Message> {
        match self.value(value, item) {
            Value::Matrix(matrix) => Ok(Arc::clone(matrix)),
            _ => Err(message!("this is not a matrix")),
        }
    }

    /// Executes `cooperative_matrix_construct`: all components are the number.
    pub(super) fn matrix_construct(&mut self, step: &Step) -> Result<Slot, Message> {
        let Some(&Type::Coopmatrix(ty)) = step.result_types.first() else {
            return Ok(Slot::Unset);
        };
        let count = super::matrix::components(ty)?;
        self.by_subgroup(&step.operands, |machine, first| {
            let number = machine.shared(step.operands[0], first)?;
            Ok(matrix(ty, vec![number; count]))
        })
    }

    /// `cooperative_matrix_extract`. What no component is in is 0.
    pub(super) fn matrix_extract(&mut self, number: i64, step: &Step) -> Result<Slot, Message> {
        let size = self.subgroup_items();
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for first in self.subgroups()? {
            let matrix = self.matrix_of(step.operands[0], first)?;
            let layout = Layout::new(&matrix, size);
            let number = numbered(number, &layout)?;
            for item in 0..size {
                let at = layout.at(&matrix, item, number);
                let zero = Number::zero(matrix.component);
                let component = at.map_or(zero, |(row, column)| {
                    matrix.numbers[row + column * matrix.rows]
                });
                values[first + item] = Value::Number(component);
            }
        }
        Ok(Slot::Varying(values))
    }

    /// Executes `cooperative_matrix_insert`: each work-item gives its own component.
    pub(super) fn matrix_insert(&mut self, number: i64, step: &Step) -> Result<Slot, Message> {
        let size = self.subgroup_items();
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for first in self.subgroups()? {
            let before = self.matrix_of(step.operands[1], first)?;
            let layout = Layout::new(&before, size);
            let number = numbered(number, &layout)?;
            let mut new = before.as_ref().clone();
            for item in 0..size {
                if let Some((row, column)) = layout.at(&before, item, number) {
                    new.numbers[row + column * before.rows] =
                        self.number(step.operands[0], first + item);
                }
            }
            values[first..first + size].fill(Value::Matrix(Arc::new(new)));
        }
        Ok(Slot::Varying(values))
    }

    /// `cooperative_matrix_reduce_*`: from the first component of a row or a column to the last.
    pub(super) fn matrix_reduce(
        &mut self,
        operation: Binary,
        reduction: Reduction,
        step: &Step,
    ) -> Result<Slot, Message> {
        let Some(&Type::Coopmatrix(ty)) = step.result_types.first() else {
            return Ok(Slot::Unset);
        };
        self.by_subgroup(&step.operands, |machine, first| {
            let from = machine.matrix_of(step.operands[0], first)?;
            let (lines, length, by, next) = match reduction {
                Reduction::Row => (from.rows, from.columns, 1, from.rows),
                Reduction::Column => (from.columns, from.rows, from.rows, 1),
            };
            let combined = (0..lines).map(|line| {
                let numbers = (0..length).map(|at| from.numbers[line * by + at * next]);
                let combine =
                    |left, right| number::binary(operation, Some(from.component), left, right);
                let mut numbers = numbers;
                let first = numbers.next().unwrap_or(Number::zero(from.component));
                numbers.try_fold(first, combine)
            });
            Ok(matrix(ty, combined.collect::<Result<_, _>>()?))
        })
    }

    /// Begins `cooperative_matrix_apply` in all subgroups that run.
    pub(super) fn enter_apply(&mut self, index: usize, step: &Step) -> Result<(), Message> {
        let size = self.subgroup_items();
        let mut matrices = Vec::new();
        let mut length = 0;
        for first in self.subgroups()? {
            let matrix = self.matrix_of(step.operands[0], first)?;
            length = Layout::new(&matrix, size).length;
            matrices.push((first, Arc::clone(&matrix), matrix.numbers.clone()));
        }
        let application = Application {
            step: index,
            number: 0,
            matrices,
            length,
        };
        let mask = self.mask();
        self.enter(step.regions[0], Kind::Apply(application), mask);
        self.apply_next();
        Ok(())
    }

    /// Begins with the next components, or ends the innermost `cooperative_matrix_apply`.
    pub(super) fn apply_next(&mut self) {
        let code = Arc::clone(&self.code);
        let (items, size) = (self.items, self.subgroup_items());
        while let Some(frame) = self.frames.last_mut()
            && let Kind::Apply(application) = &mut frame.kind
        {
            let step = &code.steps[application.step];
            if application.number >= application.length || code.regions[frame.region].is_empty() {
                let matrices = std::mem::take(&mut application.matrices);
                self.frames.pop();
                self.end_apply(step, matrices);
                return;
            }
            let number = application.number;
            application.number += 1;
            let mut mask = vec![false; items];
            let none = Value::Number(Number::Integer(0));
            let mut values = [
                vec![none.clone(); items],
                vec![none.clone(); items],
                vec![none; items],
            ];
            for (first, matrix, _) in &application.matrices {
                let layout = Layout::new(matrix, size);
                for item in 0..size {
                    let Some((row, column)) = layout.at(matrix, item, number) else {
                        continue;
                    };
                    mask[first + item] = true;
                    let component = matrix.numbers[row + column * matrix.rows];
                    let integer = |at: usize| Number::Integer(at as i64);
                    for (values, number) in
                        values
                            .iter_mut()
                            .zip([integer(row), integer(column), component])
                    {
                        values[first + item] = Value::Number(number);
                    }
                }
            }
            if !mask.contains(&true) {
                continue;
            }
            frame.next = 0;
            frame.mask = Some(mask.into());
            if let Operation::MatrixApply(variables) = &step.operation {
                for (variable, values) in variables.iter().zip(values) {
                    self.slots[variable.0 as usize] = Slot::Varying(values);
                }
            }
            return;
        }
    }

    /// `yield` in the region of `cooperative_matrix_apply`: the new components of the work-items that run.
    pub(super) fn give_components(&mut self, value: usize) {
        let active: Vec<usize> = self.active().collect();
        let size = self.subgroup_items();
        let given: Vec<Number> = active
            .iter()
            .map(|&item| self.number(value, item))
            .collect();
        let Some(Kind::Apply(application)) = self.frames.last_mut().map(|frame| &mut frame.kind)
        else {
            return;
        };
        let number = application.number - 1;
        for (item, given) in active.into_iter().zip(given) {
            let first = item / size * size;
            let mut matrices = application.matrices.iter_mut();
            if let Some((_, matrix, numbers)) = matrices.find(|(it, ..)| *it == first)
                && let Some((row, column)) =
                    Layout::new(matrix, size).at(matrix, item - first, number)
            {
                numbers[row + column * matrix.rows] = given;
            }
        }
    }

    fn end_apply(&mut self, step: &Step, matrices: Vec<(usize, Arc<Matrix>, Vec<Number>)>) {
        let size = self.subgroup_items();
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for (first, matrix, numbers) in matrices {
            let new = Value::Matrix(Arc::new(Matrix {
                numbers,
                ..matrix.as_ref().clone()
            }));
            values[first..first + size].fill(new);
        }
        let mask = self.mask();
        if let Some(&result) = step.results.first() {
            self.merge(result, &mask, Slot::Varying(values));
        }
    }
}

/// The number of a component that each work-item has.
fn numbered(number: i64, layout: &Layout) -> Result<usize, Message> {
    let length = layout.length;
    let found = usize::try_from(number)
        .ok()
        .filter(|&number| number < length);
    found.ok_or_else(|| {
        message!(
            "a work-item has {length:# component|# components}, counted from 0; there is no {number}",
            length,
            number
        )
    })
}
