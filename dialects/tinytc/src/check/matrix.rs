use mnc2_text::message;

use super::{Checker, Judged};
use crate::code::Code;
use crate::types::{Coopmatrix, MatrixUse, Memref, Scalar};

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
}
