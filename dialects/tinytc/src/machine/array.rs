//! Arguments by index: arrays without what is between their elements in memory, for callers with arrays of their own.

use std::sync::Arc;

use mnc2_text::{Message, message};

use super::Machine;
use super::data::has_memrefs;
use super::number::{self, Number, wrap};
use super::value::{Slot, Value, View};
use crate::types::{AddressSpace, Extent, Memref, Numbers, Scalar, Type};

/// The elements of a memref by index, the first mode fastest; `None` is one without a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The sizes of the modes.
    pub shape: Vec<i64>,
    /// As many as the product of the sizes.
    pub numbers: Vec<Option<Number>>,
}

/// An argument of the function that runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A number or a truth value.
    Number(Number),
    /// The elements of a memref.
    Memref(Array),
    /// The memrefs of a group.
    Group(Vec<Array>),
}

impl Machine {
    /// The parameters of the function with their types.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Type)> {
        let parameters = self.code.parameters.iter();
        parameters.map(|&it| (self.code.values[it].name.as_str(), &self.code.values[it].ty))
    }

    /// Sets an argument before a run.
    ///
    /// # Errors
    /// With a sentence, if the parameter does not exist, or the argument does not fit its type.
    pub fn set(&mut self, name: &str, argument: &Argument) -> Result<(), Message> {
        self.set_argument(name, |machine, ty| machine.value_of(ty, argument))?;
        self.give_arguments();
        Ok(())
    }

    fn value_of(&mut self, ty: &Type, argument: &Argument) -> Result<Value, Message> {
        match (ty, argument) {
            (Type::Boolean, Argument::Number(Number::Boolean(truth))) => {
                Ok(Value::Number(Number::Boolean(*truth)))
            }
            (Type::Boolean, _) => Err(message!("it is `true` or `false`")),
            (Type::Scalar(scalar), Argument::Number(number)) => {
                fitted(*scalar, *number).map(Value::Number)
            }
            (Type::Scalar(_), _) => Err(message!("a value is not a number")),
            (Type::Memref(memref), Argument::Memref(array)) => {
                self.arranged(memref, array, 0).map(Value::View)
            }
            (Type::Memref(_), _) => Err(message!("it is an array")),
            (Type::Group(group), Argument::Group(arrays)) => {
                has_memrefs(group.size, arrays.len())?;
                let offset = group.offset.known().unwrap_or(0);
                let views = arrays.iter();
                let views = views.map(|array| self.arranged(&group.memref, array, offset));
                views.collect::<Result<_, _>>().map(Value::Group)
            }
            (Type::Group(_), _) => Err(message!("it is a list of memrefs")),
            (Type::Coopmatrix(_), _) => Err(message!("a matrix is not an argument")),
        }
    }

    /// An argument, as the run left it; `None` if it is not given and the run has not begun, or there is no such parameter.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<Argument> {
        let (index, _) = self.parameter(name).ok()?;
        match &self.arguments[index] {
            Slot::Uniform(Value::Number(number)) => Some(Argument::Number(*number)),
            Slot::Uniform(Value::View(view)) => Some(Argument::Memref(self.gathered(view))),
            Slot::Uniform(Value::Group(views)) => {
                let arrays = views.iter().map(|view| self.gathered(view));
                Some(Argument::Group(arrays.collect()))
            }
            _ => None,
        }
    }

    /// Memory for a memref with these elements, after `offset` elements without a value.
    fn arranged(&mut self, ty: &Memref, array: &Array, offset: i64) -> Result<Arc<View>, Message> {
        let shape = &array.shape;
        let is_other =
            |(extent, size): (&Extent, &i64)| extent.known().is_some_and(|known| known != *size);
        if shape.len() != ty.order() || ty.shape.iter().zip(shape).any(is_other) {
            let shape: Vec<String> = shape.iter().map(i64::to_string).collect();
            let shape = shape.join("x");
            return Err(message!("an array of {shape} is another shape", shape));
        }
        let packed = || message!("its sizes are not a memory");
        let stride = stride(ty, shape).ok_or_else(packed)?;
        let span = View::span(shape, &stride);
        let span = span.and_then(|span| i64::try_from(span).ok()?.checked_add(offset));
        let span = span.and_then(|span| u64::try_from(span).ok());
        let buffer = self.memory.allocate(ty.element, span.ok_or_else(packed)?)?;
        let view = View {
            buffer,
            element: ty.element,
            offset,
            shape: shape.clone(),
            stride,
            is_local: ty.space == AddressSpace::Local,
        };
        if view.count() != array.numbers.len() as u64 {
            return Err(packed());
        }
        for (at, number) in view.elements().zip(&array.numbers) {
            if let Some(number) = number {
                self.memory.preset(buffer, at, fitted(ty.element, *number)?);
            }
        }
        let is_packed = self.memory.len(buffer) == array.numbers.len();
        if is_packed && array.numbers.iter().all(Option::is_some) {
            self.memory.complete(buffer);
        }
        Ok(Arc::new(view))
    }

    fn gathered(&self, view: &View) -> Array {
        let elements = view.elements();
        Array {
            shape: view.shape.clone(),
            numbers: elements
                .map(|at| self.memory.peek(view.buffer, at))
                .collect(),
        }
    }
}

/// Strides of a memref of these sizes: from its type, and packed ones where it has none. `None` if elements would
/// overlap.
fn stride(ty: &Memref, shape: &[i64]) -> Option<Vec<i64>> {
    let mut least = 1_i64;
    let mut strides = Vec::with_capacity(shape.len());
    for (extent, &size) in ty.stride.iter().zip(shape) {
        let stride = extent.known().unwrap_or(least);
        if size < 0 || stride < least {
            return None;
        }
        strides.push(stride);
        least = stride.checked_mul(size.max(1))?;
    }
    Some(strides)
}

/// A number in a type: rounded if it is a fraction, refused if it is a whole number outside of its range.
fn fitted(ty: Scalar, number: Number) -> Result<Number, Message> {
    let name = ty.name();
    let real = |number: Number| match number {
        Number::Integer(number) => Some(number as f64),
        Number::Float(number) => Some(number),
        Number::Boolean(_) | Number::Complex(..) => None,
    };
    let rounded = |number: f64| number::round(number, ty);
    match (ty.numbers(), number) {
        (Numbers::Integer, Number::Integer(number)) if wrap(number, ty) == number => {
            Ok(Number::Integer(number))
        }
        (Numbers::Integer, _) => Err(message!("a value is not an integer of `{name}`", name)),
        (Numbers::Floating, number) => real(number)
            .map(|number| Number::Float(rounded(number)))
            .ok_or_else(|| message!("a value is not a number")),
        (Numbers::Complex, Number::Complex(re, im)) => {
            Ok(Number::Complex(rounded(re), rounded(im)))
        }
        (Numbers::Complex, number) => real(number)
            .map(|number| Number::Complex(rounded(number), 0.0))
            .ok_or_else(|| message!("a value is not a number")),
    }
}
