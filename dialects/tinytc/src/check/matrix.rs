use mnc2_text::message;

use super::{Checker, Judged};
use crate::code::Code;
use crate::ir::{Binary, Reduction};
use crate::types::{Coopmatrix, MatrixUse, Memref, Numbers, Scalar, Type};

impl Checker<'_> {
    fn matrix(&self, index: usize) -> Judged<&Coopmatrix> {
        match self.type_of(index)?.coopmatrix() {
            Some(matrix) => Ok(matrix),
            None => {
                let message = message!(
                    "`{name}` is not a cooperative matrix",
                    name = self.name(index)
                );
                self.fail(Code::ExpectedCoopmatrix, message, &[index])
            }
        }
    }

    fn matrix_result(&self) -> Judged<&Coopmatrix> {
        let ty = self.result()?;
        match ty.coopmatrix() {
            Some(matrix) => Ok(matrix),
            None => {
                let message = message!("`{ty}` is not a coopmatrix type", ty = ty.to_string());
                self.fail(Code::ExpectedCoopmatrix, message, &[])
            }
        }
    }

    fn memory(
        &self,
        component: Scalar,
        memref: &Memref,
        operands: &[usize],
        index: usize,
    ) -> Judged {
        if component != memref.element {
            let message = message!(
                "components have type `{component}`, and elements of `{name}` type `{element}`",
                component = component.name(),
                name = self.name(index),
                element = memref.element.name()
            );
            return self.fail(Code::ScalarMismatch, message, operands);
        }
        if memref.order() != 2 {
            let message = message!(
                "`{name}` has order {order}; here is order {expected}",
                name = self.name(index),
                order = memref.order() as i64,
                expected = 2
            );
            return self.fail(Code::ExpectedOrder, message, &[index]);
        }
        self.indices(index + 1)
    }

    pub(super) fn matrix_load(&self) -> Judged {
        let result = self.matrix_result()?;
        self.memory(result.component, self.memref(0)?, &[0], 0)
    }

    pub(super) fn matrix_store(&self) -> Judged {
        let matrix = self.matrix(0)?;
        self.memory(matrix.component, self.memref(1)?, &[0, 1], 1)
    }

    pub(super) fn matrix_scale(&self) -> Judged {
        let ty = self.result()?;
        if self.type_of(1)? != ty {
            return self.operand_differs(1, ty);
        }
        let (scalar, matrix) = (self.scalar(0)?, self.matrix(1)?);
        if scalar == matrix.component {
            return Ok(());
        }
        let message = message!(
            "a matrix of `{component}` is scaled by `{scalar}`",
            component = matrix.component.name(),
            scalar = scalar.name()
        );
        self.fail(Code::ScalarMismatch, message, &[0, 1])
    }

    pub(super) fn matrix_multiply_add(&self) -> Judged {
        let d = self.matrix_result()?;
        if d.usage != MatrixUse::Accumulator {
            return self.fail(
                Code::MatrixUseMismatch,
                message!("the result is a `matrix_acc`"),
                &[],
            );
        }
        let (a, b, c) = (self.matrix(0)?, self.matrix(1)?, self.matrix(2)?);
        for (index, (matrix, usage)) in [
            (a, MatrixUse::A),
            (b, MatrixUse::B),
            (c, MatrixUse::Accumulator),
        ]
        .into_iter()
        .enumerate()
        {
            if matrix.usage != usage {
                let message = message!(
                    "`{name}` is a `{found}`; here is a `{expected}`",
                    name = self.name(index),
                    found = matrix.usage.name(),
                    expected = usage.name()
                );
                return self.fail(Code::MatrixUseMismatch, message, &[index]);
            }
        }
        let (rows, columns) = (d.rows, d.columns);
        if (c.rows, c.columns) != (rows, columns)
            || a.rows != rows
            || b.columns != columns
            || a.columns != b.rows
        {
            let shape = |matrix: &Coopmatrix| format!("{}x{}", matrix.rows, matrix.columns);
            let message = message!(
                "the shapes do not fit: A is {a}, B is {b}, C is {c} and the result {d}",
                a = shape(a),
                b = shape(b),
                c = shape(c),
                d = shape(d)
            );
            return self.fail(Code::IncompatibleShapes, message, &[0, 1, 2]);
        }
        let Some(product) = a.component.promote(b.component) else {
            return self.no_common_type(a.component, b.component, &[0, 1]);
        };
        self.promotes(product, c.component, &[0, 1, 2])?;
        if c.component.is_castable_to(d.component) {
            return Ok(());
        }
        let message = message!(
            "`{from}` cannot be cast to `{to}`, which has no imaginary part",
            from = c.component.name(),
            to = d.component.name()
        );
        self.fail(Code::ForbiddenCast, message, &[2])
    }

    /// An update that returns the components before it.
    pub(super) fn matrix_update(&self, operation: Binary) -> Judged {
        self.matrix_store()?;
        if operation != Binary::Add {
            self.numbers(self.matrix(0)?.component, &[Numbers::Complex], &[0])?;
        }
        self.matrix_stays(0)
    }

    /// The result has the type of an operand.
    fn matrix_stays(&self, index: usize) -> Judged {
        let ty = self.result()?;
        if self.type_of(index)? == ty {
            return self.matrix(index).map(|_| ());
        }
        self.operand_differs(index, ty)
    }

    pub(super) fn matrix_apply(&self) -> Judged {
        self.matrix_stays(0)
    }

    /// A number that has the type of the components of a matrix.
    fn component(&self, index: usize, matrix: &Coopmatrix) -> Judged {
        let scalar = self.scalar(index)?;
        if scalar == matrix.component {
            return Ok(());
        }
        let message = message!(
            "`{name}` has type `{found}`, and the components `{component}`",
            name = self.name(index),
            found = scalar.name(),
            component = matrix.component.name()
        );
        self.fail(Code::ScalarMismatch, message, &[index])
    }

    pub(super) fn matrix_construct(&self) -> Judged {
        self.component(0, self.matrix_result()?)
    }

    /// A component of a work-item is not negative, and less than all components of a subgroup of one work-item.
    fn component_number(&self, number: i64, index: usize) -> Judged {
        let matrix = self.matrix(index)?;
        let most = self.components_of_work_item(matrix);
        if (0..most).contains(&number) {
            return Ok(());
        }
        let message = message!(
            "a work-item has {most:# component|# components} of `{name}`, counted from 0; there is no {number}",
            most,
            name = self.name(index),
            number
        );
        self.fail(Code::OutOfBounds, message, &[index])
    }

    /// The most components of a matrix that a work-item has, by the subgroup size of the function, or the least one that the device has.
    fn components_of_work_item(&self, matrix: &Coopmatrix) -> i64 {
        let size = self.function.subgroup_size();
        let size = size.filter(|size| *size > 0).unwrap_or(16);
        let rows = matrix.rows.clamp(1, size);
        let columns =
            rows.saturating_mul(matrix.columns).saturating_add(size - 1) / size * size / rows;
        let blocks = matrix.rows.saturating_add(rows - 1) / rows;
        rows.saturating_mul(blocks).saturating_mul(columns) / size
    }

    pub(super) fn matrix_extract(&self, number: i64) -> Judged {
        let ty = self.result()?;
        let matrix = self.matrix(0)?;
        if *ty != Type::Scalar(matrix.component) {
            let message = message!(
                "the components of `{name}` have type `{component}`, not `{ty}`",
                name = self.name(0),
                component = matrix.component.name(),
                ty = ty.to_string()
            );
            return self.fail(Code::ScalarMismatch, message, &[0]);
        }
        self.component_number(number, 0)
    }

    pub(super) fn matrix_insert(&self, number: i64) -> Judged {
        self.matrix_stays(1)?;
        self.component(0, self.matrix(1)?)?;
        self.component_number(number, 1)
    }

    pub(super) fn matrix_prefetch(&self, level: i64, rows: i64, columns: i64) -> Judged {
        let memref = self.memref(0)?;
        self.memory(memref.element, memref, &[0], 0)?;
        if rows > 0 && columns > 0 && level >= 0 {
            return Ok(());
        }
        let message =
            message!("the level of a cache is not negative, and at least one element is fetched");
        self.fail(Code::InvalidShape, message, &[])
    }

    pub(super) fn matrix_reduce(&self, operation: Binary, reduction: Reduction) -> Judged {
        let result = self.matrix_result()?;
        let matrix = self.matrix(0)?;
        let (rows, columns) = match reduction {
            Reduction::Row => (matrix.rows, 1),
            Reduction::Column => (1, matrix.columns),
        };
        let expected = Type::Coopmatrix(Coopmatrix {
            rows,
            columns,
            ..*matrix
        });
        if Type::Coopmatrix(*result) != expected {
            let code = if result.component != matrix.component {
                Code::ScalarMismatch
            } else if result.usage != matrix.usage {
                Code::MatrixUseMismatch
            } else {
                Code::InvalidShape
            };
            let text = expected.to_string();
            let message = message!(
                "the result of this reduction is `{expected}`, not `{ty}`",
                expected = text.clone(),
                ty = self.result()?.to_string()
            );
            let place = self.instruction.result_types[0].1.clone();
            let issue = self.issue(code, message, &[0]);
            let title = message!("write `{text}`", text = text.clone());
            return Err(Some(Box::new(issue.fix(title, place, text))));
        }
        if operation == Binary::Add {
            return Ok(());
        }
        self.numbers(matrix.component, &[Numbers::Complex], &[0])
    }
}
