//! Arguments before a run, and memory after it.
//!
//! A number is a number, a complex one a pair, a truth value `true` or `false`. A memref is the list of its elements in the order of memory;
//! where its type has dynamic sizes or strides, an object `{"data": [..], "shape": [..], "stride": [..]}`. A group is a list of memrefs, or an
//! object `{"memrefs": [..], "offset": 0}`. An element without a value is the text `unset`.

use std::sync::Arc;

use mnc2_text::{Data, Fields, Message, message};

use super::Machine;
use super::code::{Code, Named};
use super::number::{self, Number, wrap};
use super::value::{Slot, Value, View};
use crate::types::{AddressSpace, Extent, Memref, Numbers, Scalar, Type};

/// An element without a value.
const UNSET: &str = "unset";

impl Machine {
    /// Makes a value an argument; a function reads it for the type of the parameter.
    pub(super) fn set_argument(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self, &Type) -> Result<Value, Message>,
    ) -> Result<(), Message> {
        let (index, ty) = self.parameter(name)?;
        let value = read(self, &ty).map_err(|reason| {
            let ty = ty.to_string();
            message!("`%{name}` has type `{ty}`: {reason}", name, ty, reason)
        })?;
        self.arguments[index] = Slot::Uniform(value);
        Ok(())
    }

    /// The index of a parameter, and its type.
    pub(super) fn parameter(&self, name: &str) -> Result<(usize, Type), Message> {
        let code: &Code = &self.code;
        let mut parameters = code.parameters.iter();
        let Some(index) = parameters.position(|&it| code.values[it].name == name) else {
            let function = code.name.as_str();
            return Err(message!(
                "`@{function}` has no parameter `%{name}`",
                function,
                name
            ));
        };
        Ok((index, code.values[code.parameters[index]].ty.clone()))
    }

    fn argument_of(&mut self, ty: &Type, data: &Data) -> Result<Value, Message> {
        match ty {
            Type::Boolean => match data {
                Data::Truth(truth) => Ok(Value::Number(Number::Boolean(*truth))),
                _ => Err(message!("it is `true` or `false`")),
            },
            Type::Scalar(scalar) => number_of(*scalar, data).map(Value::Number),
            Type::Memref(memref) => self.memref(memref, data, 0).map(Value::View),
            Type::Group(group) => {
                let given = field(data, "offset").map(whole).transpose()?;
                let offset = group.offset.known().or(given).unwrap_or(0);
                let list = field(data, "memrefs").unwrap_or(data);
                let Some(list) = list.as_list() else {
                    return Err(message!("it is a list of memrefs"));
                };
                has_memrefs(group.size, list.len())?;
                if offset < 0 {
                    return Err(message!("an offset is not negative"));
                }
                let views = list.iter();
                let views = views.map(|data| self.memref(&group.memref, data, offset));
                views.collect::<Result<_, _>>().map(Value::Group)
            }
            Type::Coopmatrix(_) => Err(message!("a matrix is not an argument")),
        }
    }

    fn memref(&mut self, ty: &Memref, data: &Data, offset: i64) -> Result<Arc<View>, Message> {
        let Some(list) = field(data, "data").unwrap_or(data).as_list() else {
            return Err(message!("it is a list of numbers, in the order of memory"));
        };
        let element = |(index, data): (usize, &Data)| match data.as_text() {
            Some(UNSET) => Ok(None),
            _ => number_of(ty.element, data).map(Some).map_err(|reason| {
                message!("element {index}, counted from 0: {reason}", index, reason)
            }),
        };
        let numbers = list.iter().enumerate().map(element);
        let numbers: Vec<Option<Number>> = numbers.collect::<Result<_, _>>()?;
        let room = (numbers.len() as i64 - offset).max(0);
        let shape = match field(data, "shape") {
            Some(given) => extents(&ty.shape, given)?,
            None => shape_of(ty, room)?,
        };
        let stride = match field(data, "stride") {
            Some(given) => extents(&ty.stride, given)?,
            None => stride_of(ty, &shape)?,
        };
        let span = View::span(&shape, &stride);
        let span = span.and_then(|span| i64::try_from(span).ok()?.checked_add(offset));
        let Some(span) = span else {
            return Err(message!("its sizes are not a memory"));
        };
        let count = numbers.len();
        if count as i64 != span {
            return Err(message!(
                "there are {count} elements instead of {span}",
                count,
                span
            ));
        }
        let buffer = self.memory.given(ty.element, &numbers)?;
        Ok(Arc::new(View {
            buffer,
            element: ty.element,
            offset,
            shape,
            stride,
            is_local: ty.space == AddressSpace::Local,
        }))
    }

    /// The value of an argument that is not given: memory of a known size whose elements have no value.
    pub(super) fn unset_argument(&mut self, named: &Named) -> Result<Value, Message> {
        let name = named.name.as_str();
        let missing = || {
            let example = format!("{{\"{name}\": {}}}", example(&named.ty));
            message!(
                "the argument `%{name}` is not given; write a JSON object such as `{example}` to a file that `mnc2 run --mem FILE` reads, or that has the program's name with `.in.json`",
                name,
                example
            )
        };
        let Type::Memref(memref) = &named.ty else {
            return Err(missing());
        };
        let known = |extents: &[Extent]| -> Option<Vec<i64>> {
            extents.iter().map(|extent| extent.known()).collect()
        };
        let (shape, stride) = known(&memref.shape)
            .zip(known(&memref.stride))
            .ok_or_else(missing)?;
        let span = View::span(&shape, &stride).ok_or_else(missing)?;
        let buffer = self.memory.argument(memref.element, span)?;
        Ok(Value::View(Arc::new(View {
            buffer,
            element: memref.element,
            offset: 0,
            shape,
            stride,
            is_local: memref.space == AddressSpace::Local,
        })))
    }

    /// A value in the shape in which it was given.
    fn dumped(&self, value: &Value, given: Option<&Data>) -> Data {
        match value {
            Value::Number(number) => data_of(*number),
            Value::Matrix(_) => Data::List(Vec::new()),
            Value::View(view) => wrapped(given, "data", self.elements(view)),
            Value::Group(group) => {
                let list = given.map(|given| field(given, "memrefs").unwrap_or(given));
                let list = list.and_then(Data::as_list).unwrap_or_default();
                let views = group.iter().enumerate();
                let views =
                    views.map(|(at, view)| wrapped(list.get(at), "data", self.elements(view)));
                wrapped(given, "memrefs", Data::List(views.collect()))
            }
        }
    }

    /// The elements of the memory of a view.
    pub(super) fn elements(&self, view: &View) -> Data {
        let count = self.memory.len(view.buffer);
        let elements = (0..count).map(|at| match self.memory.peek(view.buffer, at) {
            Some(number) => data_of(number),
            None => Data::Text(UNSET.to_owned()),
        });
        Data::List(elements.collect())
    }
}

/// Whether a group has as many memrefs as its type states.
pub(super) fn has_memrefs(size: Extent, count: usize) -> Result<(), Message> {
    match size.known().filter(|&wanted| wanted != count as i64) {
        None => Ok(()),
        Some(wanted) => Err(message!(
            "there are {count} memrefs instead of {wanted}",
            count,
            wanted
        )),
    }
}

/// A list, in the object in which it was given if it was.
fn wrapped(given: Option<&Data>, name: &str, list: Data) -> Data {
    let Some(Data::Fields(fields)) = given else {
        return list;
    };
    let mut fields = fields.clone();
    for (field, data) in &mut fields {
        if field == name {
            *data = list;
            break;
        }
    }
    Data::Fields(fields)
}

fn field<'d>(data: &'d Data, name: &str) -> Option<&'d Data> {
    let fields = data.as_fields()?;
    fields
        .iter()
        .find(|(field, _)| field == name)
        .map(|(_, data)| data)
}

fn whole(data: &Data) -> Result<i64, Message> {
    integer(data).ok_or_else(|| message!("sizes, strides and offsets are whole numbers"))
}

/// A whole number of 64 bits, also if it is written with a point.
fn integer(data: &Data) -> Option<i64> {
    let number = match *data {
        Data::Number(number) if number.trunc() == number => Some(number as i128),
        _ => data.as_integer(),
    };
    number.and_then(|number| i64::try_from(number).ok())
}

/// What an argument of a type can look like.
fn example(ty: &Type) -> &'static str {
    let is_integer = |scalar: &Scalar| scalar.numbers() == Numbers::Integer;
    match ty {
        Type::Boolean => "true",
        Type::Scalar(scalar) if is_integer(scalar) => "1",
        Type::Scalar(scalar) if scalar.numbers() == Numbers::Complex => "[1.0, 0.0]",
        Type::Scalar(_) => "1.0",
        Type::Memref(memref) if is_integer(&memref.element) => "[1, 2]",
        Type::Memref(memref) if memref.element.numbers() == Numbers::Complex => {
            "[[1.0, 0.0], [2.0, 0.0]]"
        }
        Type::Memref(_) => "[1.0, 2.0]",
        Type::Group(_) | Type::Coopmatrix(_) => "[[1.0, 2.0], [3.0, 4.0]]",
    }
}

/// A value in a message.
fn shown(data: &Data) -> String {
    match data {
        Data::Text(text) => format!("\"{text}\""),
        Data::List(_) => "a list".to_owned(),
        Data::Fields(_) => "an object".to_owned(),
        _ => data.variable("").value,
    }
}

/// Sizes or strides that are given, which have the values that the type states.
fn extents(ty: &[Extent], given: &Data) -> Result<Vec<i64>, Message> {
    let given = given.as_list().unwrap_or_default();
    let numbers: Vec<i64> = given.iter().map(whole).collect::<Result<_, _>>()?;
    let is_other =
        |(extent, number): (&Extent, &i64)| extent.known().is_some_and(|known| known != *number);
    if numbers.len() != ty.len() || ty.iter().zip(&numbers).any(is_other) {
        return Err(message!("its sizes or strides do not match the type"));
    }
    Ok(numbers)
}

/// The sizes of a memref that is given as a list: one dynamic size can follow from its length.
fn shape_of(ty: &Memref, count: i64) -> Result<Vec<i64>, Message> {
    let mut known = ty.shape.iter().filter_map(|extent| extent.known());
    let known = known.try_fold(1_i64, i64::checked_mul).unwrap_or(0);
    let dynamic = ty
        .shape
        .iter()
        .filter(|&&extent| extent == Extent::Dynamic)
        .count();
    let is_packed = ty.stride == Memref::canonical_stride(&ty.shape);
    if dynamic > 0 && (dynamic > 1 || !is_packed || known == 0 || count % known != 0) {
        return Err(message!(
            "its sizes are not known: give an object with `data`, `shape` and, if it is not packed, `stride`"
        ));
    }
    let size = |extent: &Extent| extent.known().unwrap_or(count / known.max(1));
    Ok(ty.shape.iter().map(size).collect())
}

/// The strides of a memref without given ones: from the type, or from the packed layout.
fn stride_of(ty: &Memref, shape: &[i64]) -> Result<Vec<i64>, Message> {
    let known: Option<Vec<i64>> = ty.stride.iter().map(|extent| extent.known()).collect();
    if let Some(known) = known {
        return Ok(known);
    }
    let packed = shape.iter().scan(Some(1_i64), |next, &size| {
        let stride = (*next)?;
        *next = stride.checked_mul(size);
        Some(stride)
    });
    let packed: Vec<i64> = packed.collect();
    let fits =
        |(extent, stride): (&Extent, &i64)| extent.known().is_none_or(|known| known == *stride);
    if packed.len() == shape.len() && ty.stride.iter().zip(&packed).all(fits) {
        return Ok(packed);
    }
    Err(message!(
        "its strides are not known: give an object with `data`, `shape` and `stride`"
    ))
}

/// A number of a type.
fn number_of(ty: Scalar, data: &Data) -> Result<Number, Message> {
    let name = ty.name();
    match ty.numbers() {
        Numbers::Integer => {
            let number = integer(data).filter(|&number| wrap(number, ty) == number);
            let number = number.map(Number::Integer);
            number.ok_or_else(|| {
                let value = shown(data);
                message!("{value} is not an integer of `{name}`", value, name)
            })
        }
        Numbers::Floating => {
            let number = data
                .as_number()
                .map(|number| Number::Float(number::round(number, ty)));
            number.ok_or_else(|| {
                let value = shown(data);
                message!("{value} is not a number", value)
            })
        }
        Numbers::Complex => {
            let pair = data.as_list().unwrap_or_default();
            let part = |data: &Data| data.as_number().map(|number| number::round(number, ty));
            match pair {
                [re, im] => part(re)
                    .zip(part(im))
                    .map(|(re, im)| Number::Complex(re, im)),
                _ => None,
            }
            .ok_or_else(|| message!("a complex number is a list of two numbers"))
        }
    }
}

/// A number as data.
pub(super) fn data_of(number: Number) -> Data {
    match number {
        Number::Boolean(truth) => Data::Truth(truth),
        Number::Integer(number) => Data::Integer(i128::from(number)),
        Number::Float(number) => Data::Number(number),
        Number::Complex(re, im) => Data::List(vec![Data::Number(re), Data::Number(im)]),
    }
}

/// The arguments that were named, and the memory of others that the program wrote.
///
/// # Errors
/// With a sentence, if that is more than `values_max` numbers.
pub(super) fn dump(
    machine: &Machine,
    named: &[(String, Data)],
    values_max: u64,
) -> Result<Fields, Message> {
    let mut fields = Fields::new();
    let mut total = 0;
    for (&parameter, argument) in machine.code.parameters.iter().zip(&machine.arguments) {
        let name = machine.code.values[parameter].name.as_str();
        let is_this = |given: &String| given.strip_prefix('%').unwrap_or(given) == name;
        let given = named.iter().find(|(given, _)| is_this(given));
        let Slot::Uniform(value) = argument else {
            continue;
        };
        let views: &[Arc<View>] = match value {
            Value::View(view) => std::slice::from_ref(view),
            Value::Group(group) => group,
            Value::Number(_) | Value::Matrix(_) => &[],
        };
        if given.is_none() && !views.iter().any(|it| machine.memory.is_written(it.buffer)) {
            continue;
        }
        let count = views.iter().map(|it| machine.memory.len(it.buffer) as u64);
        total += count.sum::<u64>();
        if total > values_max {
            return Err(message!(
                "a dump of {total} numbers is not written: it has at most {values_max}",
                total,
                values_max
            ));
        }
        let key = given.map_or(name, |(given, _)| given.as_str());
        let given = given.map(|(_, data)| data);
        fields.push((key.to_owned(), machine.dumped(value, given)));
    }
    Ok(fields)
}

/// Sets arguments before a run, by the names of the parameters, with or without `%`.
///
/// # Errors
/// With a sentence, if the parameter does not exist, or its value does not fit its type.
pub(super) fn load(machine: &mut Machine, given: &[(String, Data)]) -> Result<(), Message> {
    for (name, data) in given {
        let name = name.strip_prefix('%').unwrap_or(name);
        machine.set_argument(name, |machine, ty| machine.argument_of(ty, data))?;
    }
    machine.give_arguments();
    Ok(())
}
