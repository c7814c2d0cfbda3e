//! Linear algebra: sums of products with ascending index, in the element type of the result.
//!
//! Factors, α and β are converted to that type first, and each product and sum is rounded to it. Only `gemm` into `f16` or `bf16` computes in
//! `f32` and rounds once, as the compiler does. If β is a constant 0, what is there is not read.

use std::sync::Arc;

use mnc2_text::{Message, message};

use super::Machine;
use super::code::Step;
use super::number::{self, Number, wrap};
use super::value::{Value, View};
use crate::ir::{Binary, Linear, Operation};
use crate::types::Scalar;

/// The products that an instruction may have.
pub const PRODUCTS_MAX: u64 = 1 << 33;

/// The type in which an instruction computes.
const fn computing_type(operation: &Operation, result: Scalar) -> Scalar {
    match (operation, result) {
        (Operation::Gemm(_), Scalar::Bf16 | Scalar::F16) => Scalar::F32,
        (_, result) => result,
    }
}

/// A number that is multiplied and added in its type.
trait Term: Copy {
    const ZERO: Self;
    const ONE: Self;
    fn from_number(number: Number) -> Self;
    fn number(self, ty: Scalar) -> Number;
    /// `self + left * right`, both rounded.
    fn plus(self, left: Self, right: Self) -> Self;
}

impl Term for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn from_number(number: Number) -> Self {
        f64::from_number(number) as Self
    }

    fn number(self, _ty: Scalar) -> Number {
        Number::Float(f64::from(self))
    }

    #[inline]
    fn plus(self, left: Self, right: Self) -> Self {
        self + left * right
    }
}

impl Term for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn from_number(number: Number) -> Self {
        match number {
            Number::Float(number) => number,
            _ => 0.0,
        }
    }

    fn number(self, _ty: Scalar) -> Number {
        Number::Float(self)
    }

    #[inline]
    fn plus(self, left: Self, right: Self) -> Self {
        self + left * right
    }
}

/// Sums and products of the low bits are the low bits of sums and products.
impl Term for i64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn from_number(number: Number) -> Self {
        number.integer()
    }

    fn number(self, ty: Scalar) -> Number {
        Number::Integer(wrap(self, ty))
    }

    #[inline]
    fn plus(self, left: Self, right: Self) -> Self {
        self.wrapping_add(left.wrapping_mul(right))
    }
}

/// A number of `bf16`, or of `f16`.
#[derive(Clone, Copy)]
struct Narrow<const BRAIN: bool>(f32);

impl<const BRAIN: bool> Narrow<BRAIN> {
    fn round(number: f32) -> f32 {
        let ty = if BRAIN { Scalar::Bf16 } else { Scalar::F16 };
        number::round(f64::from(number), ty) as f32
    }
}

impl<const BRAIN: bool> Term for Narrow<BRAIN> {
    const ZERO: Self = Self(0.0);
    const ONE: Self = Self(1.0);

    fn from_number(number: Number) -> Self {
        Self(f32::from_number(number))
    }

    fn number(self, ty: Scalar) -> Number {
        self.0.number(ty)
    }

    /// A product or a sum of two such numbers can be rounded to single precision first: the result equals the result of one
    /// rounding.
    fn plus(self, left: Self, right: Self) -> Self {
        Self(Self::round(self.0 + Self::round(left.0 * right.0)))
    }
}

/// A complex number; `DOUBLE` states in which precision.
#[derive(Clone, Copy)]
struct Complex<const DOUBLE: bool>(Number);

impl<const DOUBLE: bool> Term for Complex<DOUBLE> {
    const ZERO: Self = Self(Number::Complex(0.0, 0.0));
    const ONE: Self = Self(Number::Complex(1.0, 0.0));

    fn from_number(number: Number) -> Self {
        Self(number)
    }

    fn number(self, _ty: Scalar) -> Number {
        self.0
    }

    fn plus(self, left: Self, right: Self) -> Self {
        let ty = if DOUBLE { Scalar::C64 } else { Scalar::C32 };
        // Complex numbers have no undefined results.
        let apply = |operation, left, right: Number| {
            number::binary(operation, Some(ty), left, right).unwrap_or(right)
        };
        Self(apply(
            Binary::Add,
            self.0,
            apply(Binary::Mul, left.0, right.0),
        ))
    }
}

/// A matrix by columns.
struct Dense<T> {
    rows: usize,
    columns: usize,
    numbers: Vec<T>,
}

impl<T: Term> Dense<T> {
    fn transposed(self, is_transposed: bool) -> Self {
        if !is_transposed {
            return self;
        }
        let (rows, columns) = (self.rows, self.columns);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| row + column * rows));
        Self {
            rows: columns,
            columns: rows,
            numbers: places.map(|at| self.numbers[at]).collect(),
        }
    }

    fn ones(rows: usize) -> Self {
        Self {
            rows,
            columns: 1,
            numbers: vec![T::ONE; rows],
        }
    }
}

/// The product of two matrices by columns, each element a sum with ascending index.
fn multiply<T: Term>(left: &Dense<T>, right: &Dense<T>) -> Vec<T> {
    let rows = left.rows;
    let mut sums = vec![T::ZERO; rows * right.columns];
    if rows == 0 {
        return sums;
    }
    let columns = sums.chunks_exact_mut(rows);
    for (sums, factors) in columns.zip(right.numbers.chunks(right.rows.max(1))) {
        for (column, &factor) in left.numbers.chunks_exact(rows).zip(factors) {
            for (sum, &number) in sums.iter_mut().zip(column) {
                *sum = sum.plus(number, factor);
            }
        }
    }
    sums
}

impl Machine {
    /// An instruction of linear algebra.
    pub(super) fn linear(&mut self, linear: Linear, step: &Step) -> Result<(), Message> {
        let views = (step.operands.iter()).filter_map(|&operand| match self.value(operand, 0) {
            Value::View(view) => Some(Arc::clone(view)),
            _ => None,
        });
        let views: Vec<Arc<View>> = views.collect();
        let Some((result, factors)) = views.split_last() else {
            return Ok(());
        };
        let ty = computing_type(&step.operation, result.element);
        let sums = match ty {
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Index => {
                self.sums::<i64>(linear, step, factors, result, ty)
            }
            Scalar::Bf16 => self.sums::<Narrow<true>>(linear, step, factors, result, ty),
            Scalar::F16 => self.sums::<Narrow<false>>(linear, step, factors, result, ty),
            Scalar::F32 => self.sums::<f32>(linear, step, factors, result, ty),
            Scalar::F64 => self.sums::<f64>(linear, step, factors, result, ty),
            Scalar::C32 => self.sums::<Complex<false>>(linear, step, factors, result, ty),
            Scalar::C64 => self.sums::<Complex<true>>(linear, step, factors, result, ty),
        }?;
        self.update(linear, step, ty, &sums, result)
    }

    /// What is multiplied by α, for each element of the result, the first mode fastest.
    fn sums<T: Term>(
        &mut self,
        linear: Linear,
        step: &Step,
        factors: &[Arc<View>],
        result: &View,
        ty: Scalar,
    ) -> Result<Vec<Number>, Message> {
        let first = self.dense::<T>(&factors[0], ty)?;
        let second = match factors.get(1) {
            Some(view) => Some(self.dense::<T>(view, ty)?),
            None => None,
        };
        let shape = &result.shape;
        let is_matrix = factors[0].shape.len() == 2;
        let none = || Dense::<T>::ones(0);
        let (found, sums) = match step.operation {
            Operation::Gemm(_) | Operation::Gemv(_) => {
                let left = first.transposed(linear.is_transposed);
                let right = second.unwrap_or_else(none);
                let right = right.transposed(linear.is_second_transposed);
                fits(&[left.columns as i64], &[right.rows as i64])?;
                let found = [left.rows as i64, right.columns as i64];
                bounded(&[left.rows, left.columns, right.columns])?;
                (found[..shape.len()].to_vec(), multiply(&left, &right))
            }
            Operation::Ger(_) => {
                let right = second.unwrap_or_else(none).transposed(true);
                let found = vec![first.rows as i64, right.columns as i64];
                bounded(&[first.rows, right.columns])?;
                (found, multiply(&first, &right))
            }
            Operation::Sum(_) => {
                // The sum of a vector is one row times ones.
                let left = first.transposed(!is_matrix || linear.is_transposed);
                let ones = Dense::ones(left.columns);
                let found = if is_matrix {
                    vec![left.rows as i64]
                } else {
                    Vec::new()
                };
                (found, multiply(&left, &ones))
            }
            Operation::Hadamard(_) => {
                let second = second.unwrap_or_else(none);
                fits(&factors[0].shape, &factors[1].shape)?;
                let pairs = first.numbers.iter().zip(&second.numbers);
                let products = pairs.map(|(&left, &right)| T::ZERO.plus(left, right));
                (factors[0].shape.clone(), products.collect())
            }
            Operation::Cumsum(_, mode) => {
                let mut numbers = first.numbers;
                let shape = &factors[0].shape;
                accumulate(&mut numbers, shape, mode as usize);
                (shape.clone(), numbers)
            }
            _ => {
                let is_transposed = is_matrix && linear.is_transposed;
                let first = first.transposed(is_transposed);
                let mut found = factors[0].shape.clone();
                if is_transposed {
                    found.reverse();
                }
                (found, first.numbers)
            }
        };
        fits(&found, shape)?;
        Ok(sums.into_iter().map(|sum| sum.number(ty)).collect())
    }

    /// The elements of a view in a type, as a matrix of one column if it is a vector.
    fn dense<T: Term>(&mut self, view: &View, ty: Scalar) -> Result<Dense<T>, Message> {
        let access = self.access(view, 0);
        bounded(&view.shape.iter().map(|&it| it as usize).collect::<Vec<_>>())?;
        let mut numbers = Vec::with_capacity(view.count() as usize);
        for at in view.elements() {
            let number = self.memory.read(view, at, access)?;
            numbers.push(T::from_number(number::cast(number, ty)?));
        }
        let rows = view.shape.first().map_or(1, |&rows| rows as usize);
        Ok(Dense {
            rows,
            columns: view.shape.get(1).map_or(1, |&columns| columns as usize),
            numbers,
        })
    }

    /// The result: α times the sums plus β times what is there.
    fn update(
        &mut self,
        linear: Linear,
        step: &Step,
        ty: Scalar,
        sums: &[Number],
        result: &View,
    ) -> Result<(), Message> {
        let factor = |operand: usize| number::cast(self.number(operand, 0), ty);
        let alpha = factor(step.operands[0])?;
        let beta = factor(step.operands[step.operands.len() - 2])?;
        let access = self.access(result, 0).atomic(linear.is_atomic);
        for (at, &sum) in result.elements().zip(sums) {
            let mut number = number::binary(Binary::Mul, Some(ty), alpha, sum)?;
            if !step.has_zero_factor {
                let before = self.memory.read(result, at, access)?;
                let before = number::cast(before, ty)?;
                let kept = number::binary(Binary::Mul, Some(ty), beta, before)?;
                number = number::binary(Binary::Add, Some(ty), number, kept)?;
            }
            let number = number::cast(number, result.element)?;
            self.memory.write(result, at, number, access)?;
        }
        Ok(())
    }
}

/// Partial sums along a mode.
fn accumulate<T: Term>(numbers: &mut [T], shape: &[i64], mode: usize) {
    let before: usize = shape[..mode].iter().map(|&size| size as usize).product();
    let size = shape[mode] as usize;
    for block in numbers.chunks_mut((before * size).max(1)) {
        for at in before..block.len() {
            block[at] = block[at - before].plus(block[at], T::ONE);
        }
    }
}

/// Compares sizes that are only known at run time.
fn fits(found: &[i64], wanted: &[i64]) -> Result<(), Message> {
    if found == wanted {
        return Ok(());
    }
    let sizes = |sizes: &[i64]| {
        let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
        sizes.join("x")
    };
    Err(message!(
        "sizes differ at run time: {found} and {wanted}",
        found = sizes(found),
        wanted = sizes(wanted)
    ))
}

fn bounded(sizes: &[usize]) -> Result<(), Message> {
    let sizes = sizes.iter().map(|&size| size as u64);
    let products = sizes.fold(1, u64::saturating_mul);
    if products <= PRODUCTS_MAX {
        return Ok(());
    }
    let limit = PRODUCTS_MAX;
    Err(message!(
        "an instruction of {products} products is not run: the limit is {limit}",
        products,
        limit
    ))
}
