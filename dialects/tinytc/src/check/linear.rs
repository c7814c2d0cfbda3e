//! Linear algebra: operands are memrefs and scalars, promotions lose nothing, orders and shapes fit.

use mnc2_text::message;

use super::{Checker, Judged};
use crate::code::Code;
use crate::ir::{Constant, Linear, Operation};
use crate::types::{Extent, Memref, Scalar};

impl Checker<'_> {
    /// α, A, β, B.
    fn two(&self) -> Judged<(&Memref, &Memref)> {
        let (a, b) = (self.memref(1)?, self.memref(3)?);
        let (alpha, beta) = (self.scalar(0)?, self.scalar(2)?);
        self.promotes(alpha, a.element, &[0, 1])?;
        self.promotes(a.element, b.element, &[1, 3])?;
        self.promotes(beta, b.element, &[2, 3])?;
        Ok((a, b))
    }

    /// α, A, B, β, C.
    fn three(&self) -> Judged<(&Memref, &Memref, &Memref)> {
        let (a, b, c) = (self.memref(1)?, self.memref(2)?, self.memref(4)?);
        let (alpha, beta) = (self.scalar(0)?, self.scalar(3)?);
        let Some(product) = a.element.promote(b.element) else {
            return self.no_common_type(a.element, b.element, &[1, 2]);
        };
        self.promotes(alpha, product, &[0, 1, 2])?;
        self.promotes(product, c.element, &[1, 2, 4])?;
        self.promotes(beta, c.element, &[3, 4])?;
        Ok((a, b, c))
    }

    pub(super) fn no_common_type<T>(
        &self,
        one: Scalar,
        other: Scalar,
        operands: &[usize],
    ) -> Judged<T> {
        let message = message!(
            "neither of `{one}` and `{other}` has all values of the other",
            one = one.name(),
            other = other.name()
        );
        self.fail(Code::ForbiddenPromotion, message, operands)
    }

    pub(super) fn promotes(&self, from: Scalar, to: Scalar, operands: &[usize]) -> Judged {
        if from.is_promotable_to(to) {
            return Ok(());
        }
        let message = message!(
            "`{from}` cannot be promoted to `{to}` without loss",
            from = from.name(),
            to = to.name()
        );
        self.fail(Code::ForbiddenPromotion, message, operands)
    }

    fn order(&self, index: usize, memref: &Memref, orders: &[usize]) -> Judged {
        let order = memref.order();
        if orders.contains(&order) {
            return Ok(());
        }
        let expected = mnc2_text::Message::any_of(orders.iter().map(|&order| order as i64));
        let message = message!(
            "`{name}` has order {order}; here is order {expected}",
            name = self.name(index),
            order = order as i64,
            expected
        );
        self.fail(Code::ExpectedOrder, message, &[index])
    }

    /// Whether pairs of sizes are the same. A dynamic size equals only a dynamic size.
    fn sizes(&self, pairs: &[(Extent, Extent)], operands: &[usize]) -> Judged {
        if pairs.iter().all(|(one, other)| one == other) {
            return Ok(());
        }
        let shapes = operands.iter().filter_map(|&index| {
            let memref = self.function.type_of(self.operand(index))?.memref()?;
            let sizes: Vec<String> = memref.shape.iter().map(Extent::to_string).collect();
            let shape = if sizes.is_empty() {
                "1".to_owned()
            } else {
                sizes.join("x")
            };
            Some(message!(
                "`{name}` is {shape}",
                name = self.name(index),
                shape
            ))
        });
        let shapes = mnc2_text::Message::all_of(shapes);
        self.fail(
            Code::IncompatibleShapes,
            message!("the shapes do not fit: {shapes}", shapes),
            operands,
        )
    }

    /// An atomic update needs β to be 0 or 1 in the text.
    fn beta(&self, linear: Linear, index: usize) -> Judged {
        let definition = self.function.definition(self.operand(index));
        // What could not be read may be a constant.
        let is_known = match definition {
            Some(definition) => definition.is_whole,
            None => self.function.is_parameter(self.operand(index)),
        };
        let constant = definition.map(|definition| &definition.operation);
        let is_fine = match constant {
            Some(Operation::Constant(Constant::Integer(number))) => matches!(number, 0 | 1),
            Some(Operation::Constant(Constant::Float(number))) => [0.0, 1.0].contains(number),
            Some(Operation::Constant(Constant::Complex(real, imaginary))) => {
                [0.0, 1.0].contains(real) && *imaginary == 0.0
            }
            _ => false,
        };
        if !linear.is_atomic || is_fine || !is_known {
            return Ok(());
        }
        let message = message!(
            "`{name}` is not the constant 0 or 1, which an atomic update needs",
            name = self.name(index)
        );
        self.fail(Code::InvalidBeta, message, &[index])
    }

    pub(super) fn axpby(&self, linear: Linear) -> Judged {
        let (a, b) = self.two()?;
        self.order(3, b, &[0, 1, 2])?;
        let is_swapped = linear.is_transposed && a.order() == 2 && b.order() == 2;
        self.same_shape(a, b, is_swapped, &[1, 3])?;
        self.beta(linear, 2)
    }

    fn same_shape(&self, a: &Memref, b: &Memref, is_swapped: bool, operands: &[usize]) -> Judged {
        let mut shape = a.shape.clone();
        if is_swapped {
            shape.reverse();
        }
        if shape.len() != b.order() {
            return self.sizes(&[(Extent::Static(0), Extent::Static(1))], operands);
        }
        let pairs: Vec<_> = shape.into_iter().zip(b.shape.iter().copied()).collect();
        self.sizes(&pairs, operands)
    }

    pub(super) fn cumsum(&self, linear: Linear, mode: i64) -> Judged {
        let (a, b) = self.two()?;
        if a.order() == 0 {
            let message = message!("`{name}` has no mode to sum along", name = self.name(1));
            return self.fail(Code::ExpectedNonScalar, message, &[1]);
        }
        self.mode(mode, a.order(), 1)?;
        self.same_shape(a, b, false, &[1, 3])?;
        self.beta(linear, 2)
    }

    /// A mode that exists.
    pub(super) fn mode(&self, mode: i64, order: usize, index: usize) -> Judged {
        if (0..order as i64).contains(&mode) {
            return Ok(());
        }
        let message = message!(
            "mode {mode} does not exist: `{name}` has {order:# mode|# modes}",
            mode,
            name = self.name(index),
            order = order as i64
        );
        self.fail(Code::OutOfBounds, message, &[index])
    }

    pub(super) fn sum(&self, linear: Linear) -> Judged {
        let (a, b) = self.two()?;
        self.order(3, b, &[0, 1])?;
        self.order(1, a, &[b.order() + 1])?;
        if let [rows, columns] = a.shape[..] {
            let size = if linear.is_transposed { columns } else { rows };
            self.sizes(&[(size, b.shape[0])], &[1, 3])?;
        }
        self.beta(linear, 2)
    }

    pub(super) fn gemm(&self, linear: Linear) -> Judged {
        let (a, b, c) = self.three()?;
        self.order(1, a, &[2])?;
        self.order(2, b, &[2])?;
        self.order(4, c, &[2])?;
        let (rows, inner) = extents(a, linear.is_transposed);
        let (other_inner, columns) = extents(b, linear.is_second_transposed);
        let pairs = [
            (rows, c.shape[0]),
            (inner, other_inner),
            (columns, c.shape[1]),
        ];
        self.sizes(&pairs, &[1, 2, 4])?;
        self.beta(linear, 3)
    }

    pub(super) fn gemv(&self, linear: Linear) -> Judged {
        let (a, b, c) = self.three()?;
        self.order(1, a, &[2])?;
        self.order(2, b, &[1])?;
        self.order(4, c, &[1])?;
        let (rows, inner) = extents(a, linear.is_transposed);
        self.sizes(&[(rows, c.shape[0]), (inner, b.shape[0])], &[1, 2, 4])?;
        self.beta(linear, 3)
    }

    pub(super) fn ger(&self, linear: Linear) -> Judged {
        let (a, b, c) = self.three()?;
        self.order(1, a, &[1])?;
        self.order(2, b, &[1])?;
        self.order(4, c, &[2])?;
        let pairs = [(a.shape[0], c.shape[0]), (b.shape[0], c.shape[1])];
        self.sizes(&pairs, &[1, 2, 4])?;
        self.beta(linear, 3)
    }

    pub(super) fn hadamard(&self, linear: Linear) -> Judged {
        let (a, b, c) = self.three()?;
        for (index, memref) in [(1, a), (2, b), (4, c)] {
            self.order(index, memref, &[1, 2])?;
        }
        self.same_shape(a, c, false, &[1, 2, 4])?;
        self.same_shape(b, c, false, &[1, 2, 4])?;
        self.beta(linear, 3)
    }
}

/// Rows and columns of a matrix, or of its transpose.
fn extents(memref: &Memref, is_transposed: bool) -> (Extent, Extent) {
    let (rows, columns) = (memref.shape[0], memref.shape[1]);
    if is_transposed {
        (columns, rows)
    } else {
        (rows, columns)
    }
}
