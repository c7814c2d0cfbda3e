//! Functions of the tinytc tensor language, run without a device.

use std::sync::atomic::{AtomicBool, Ordering};

use mnc2_text::interface::{Machine as _, Settings as _, Text as _};
use mnc2_text::{Change, Language, Message, Trouble, line};
use mnc2_tinytc::machine::number::Number;
use mnc2_tinytc::machine::{Argument, Array};
use mnc2_tinytc::types::{Numbers, Scalar, Type};
use mnc2_tinytc::{Document, Machine, Options};
use numpy::{IntoPyArray as _, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt};

use crate::background::interruptible;
use crate::error::{program_error, run_error, value_error};
use crate::finding::{Finding, Lines};
use crate::program::BYTES_MAX;

/// Number of instructions between two checks for cancellation.
const STEPS_BETWEEN_QUESTIONS: u64 = 64;

/// The elements of a memref as Python passes them: the shape; the numbers, the first mode fastest, complex ones as pairs; those that have
/// no value.
type Elements<'py> = (
    Vec<i64>,
    Bound<'py, PyAny>,
    Option<PyReadonlyArray1<'py, bool>>,
);

/// The same as Python gets them.
type Found<'py> = (
    Vec<i64>,
    Bound<'py, PyAny>,
    Option<Bound<'py, PyArray1<bool>>>,
);

/// The memory of a parameter: its name, whether it is a group, and its arrays.
type FoundMemory<'py> = (String, bool, Vec<Found<'py>>);

fn say(message: &Message) -> String {
    message.say(Language::English)
}

/// What is wrong with a text.
fn findings(
    document: &Document,
    text: &str,
    is_wanted: impl Fn(&mnc2_tinytc::Finding) -> bool,
) -> Vec<Finding> {
    let texts: Vec<&str> = line::lines(text).collect();
    let lines = Lines {
        texts: &texts,
        generators: &[],
        language: Language::English,
    };
    let found = document.findings(&|| false);
    let found = found.iter().filter(|it| is_wanted(it));
    found.map(|it| lines.finding(&it)).collect()
}

fn read(text: &str, options: &Options) -> PyResult<Document> {
    if text.len() as u64 > BYTES_MAX {
        let limit = BYTES_MAX >> 20;
        return Err(value_error(format!("the text is larger than {limit} MiB")));
    }
    Ok(Document::new(text, options))
}

/// All findings in a text.
///
/// # Errors
/// `ValueError` if it is too large.
#[pyfunction]
pub(crate) fn tensor_findings(text: &str) -> PyResult<Vec<Finding>> {
    let document = read(text, &Options::default())?;
    Ok(findings(&document, text, |_| true))
}

/// The text in its layout.
///
/// # Errors
/// `ValueError` if it is too large.
#[pyfunction]
pub(crate) fn tensor_format(text: &str) -> PyResult<String> {
    let changes = read(text, &Options::default())?
        .lines()
        .format(0..u32::MAX, &|| false);
    Ok(Change::apply_all(&changes, text))
}

/// The canonical text.
///
/// # Errors
/// `ValueError` if it is too large.
#[pyfunction]
pub(crate) fn tensor_canonical(text: &str) -> PyResult<String> {
    Ok(read(text, &Options::default())?.canonical())
}

/// A function before a run.
#[pyclass(frozen, module = "mnc2")]
pub(crate) struct TensorFunction {
    name: String,
    machine: Machine,
}

#[pymethods]
impl TensorFunction {
    /// The function that the options name, or the only one of a text.
    #[new]
    fn new(
        py: Python<'_>,
        name: String,
        text: &str,
        options: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let mut chosen = Options::default();
        for (key, value) in &options {
            chosen
                .set(key, value)
                .map_err(|message| value_error(say(&message)))?;
        }
        let document = read(text, &chosen)?;
        let errors = findings(&document, text, |it| it.diagnostic.is_error());
        if !errors.is_empty() {
            return Err(program_error(py, &name, errors));
        }
        match Machine::new(&document) {
            Ok(machine) => Ok(Self { name, machine }),
            Err(trouble) => Err(stopped(py, &name, &trouble)),
        }
    }

    /// Names, kinds and types of the elements of the parameters.
    fn parameters(&self) -> Vec<(String, &'static str, &'static str)> {
        let parameters = self.machine.parameters();
        parameters
            .map(|(name, ty)| {
                let (kind, element) = match ty {
                    Type::Boolean => ("bool", "bool"),
                    Type::Scalar(scalar) => ("scalar", scalar.name()),
                    Type::Memref(memref) => ("memref", memref.element.name()),
                    Type::Group(group) => ("group", group.memref.element.name()),
                    Type::Coopmatrix(matrix) => ("coopmatrix", matrix.component.name()),
                };
                (name.to_owned(), kind, element)
            })
            .collect()
    }

    /// Runs a copy: how many instructions ran, and the memory of the arguments after them.
    ///
    /// # Errors
    /// `ValueError` for an argument that does not fit, `RunError` if the run stopped before its end.
    fn run<'py>(
        &self,
        py: Python<'py>,
        numbers: Vec<(String, Bound<'py, PyAny>)>,
        memory: Vec<(String, bool, Vec<Elements<'py>>)>,
        max_steps: u64,
    ) -> PyResult<(u64, Vec<FoundMemory<'py>>)> {
        let mut machine = self.machine.clone();
        let set = |machine: &mut Machine, name: &str, argument: &Argument| {
            let set = machine.set(name, argument);
            set.map_err(|message| value_error(say(&message)))
        };
        for (name, number) in numbers {
            set(&mut machine, &name, &Argument::Number(number_of(&number)?))?;
        }
        for (name, is_group, elements) in memory {
            let ty = machine.parameters().find(|(it, _)| *it == name);
            let is_complex = ty
                .and_then(|(_, ty)| element(ty))
                .is_some_and(|it| it.numbers() == Numbers::Complex);
            let arrays = elements.into_iter().map(|it| array_of(it, is_complex));
            let mut arrays: Vec<Array> = arrays.collect::<PyResult<_>>()?;
            let argument = match arrays.pop() {
                Some(only) if !is_group => Argument::Memref(only),
                last => {
                    arrays.extend(last);
                    Argument::Group(arrays)
                }
            };
            set(&mut machine, &name, &argument)?;
        }
        let ran = interruptible(
            py,
            |cancel| (run(&mut machine, max_steps, cancel), machine),
            &|_| Ok(()),
        )?;
        let (outcome, machine) = ran;
        outcome.map_err(|trouble| stopped(py, &self.name, &trouble))?;
        let mut found = Vec::new();
        for (name, ty) in machine.parameters() {
            let Some(scalar) = element(ty) else { continue };
            let (is_group, arrays) = match machine.argument(name) {
                Some(Argument::Memref(array)) => (false, vec![array]),
                Some(Argument::Group(arrays)) => (true, arrays),
                _ => continue,
            };
            let arrays = arrays.into_iter().map(|array| found_of(py, array, scalar));
            let arrays: Vec<_> = arrays.collect::<PyResult<_>>()?;
            found.push((name.to_owned(), is_group, arrays));
        }
        Ok((machine.steps(), found))
    }
}

/// The type of the elements in memory.
fn element(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Memref(memref) => Some(memref.element),
        Type::Group(group) => Some(group.memref.element),
        Type::Boolean | Type::Scalar(_) | Type::Coopmatrix(_) => None,
    }
}

fn run(machine: &mut Machine, max_steps: u64, cancel: &AtomicBool) -> Result<(), Trouble> {
    while machine.line().is_some() {
        let steps = machine.steps();
        if steps >= max_steps {
            let reason = "it reached the limit of steps".to_owned();
            return Err(Trouble {
                line: machine.line(),
                message: Message::verbatim(reason),
            });
        }
        if steps.is_multiple_of(STEPS_BETWEEN_QUESTIONS) && cancel.load(Ordering::Relaxed) {
            return Ok(());
        }
        machine.step()?;
    }
    Ok(())
}

fn stopped(py: Python<'_>, name: &str, trouble: &Trouble) -> PyErr {
    match trouble.line {
        Some(line) => run_error(py, name, line, &say(&trouble.message)),
        None => value_error(say(&trouble.message)),
    }
}

fn number_of(value: &Bound<'_, PyAny>) -> PyResult<Number> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Number::Boolean(truth.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        return value.extract().map(Number::Integer);
    }
    if value.is_instance_of::<PyFloat>() {
        return value.extract().map(Number::Float);
    }
    let complex = value.cast::<PyComplex>()?;
    let part = |name| complex.getattr(name)?.extract::<f64>();
    Ok(Number::Complex(part("real")?, part("imag")?))
}

fn array_of((shape, values, unset): Elements<'_>, is_complex: bool) -> PyResult<Array> {
    let numbers: Vec<Number> = if let Ok(integers) = values.extract::<PyReadonlyArray1<'_, i64>>() {
        integers
            .as_array()
            .iter()
            .map(|&it| Number::Integer(it))
            .collect()
    } else {
        let reals = values.extract::<PyReadonlyArray1<'_, f64>>()?;
        let reals: Vec<f64> = reals.as_array().iter().copied().collect();
        if is_complex {
            let pairs = reals.chunks_exact(2);
            pairs
                .map(|pair| Number::Complex(pair[0], pair[1]))
                .collect()
        } else {
            reals.into_iter().map(Number::Float).collect()
        }
    };
    let mut numbers: Vec<Option<Number>> = numbers.into_iter().map(Some).collect();
    if let Some(unset) = unset {
        for (number, &is_unset) in numbers.iter_mut().zip(unset.as_array()) {
            if is_unset {
                *number = None;
            }
        }
    }
    Ok(Array { shape, numbers })
}

fn found_of<'py>(py: Python<'py>, array: Array, scalar: Scalar) -> PyResult<Found<'py>> {
    let Array { shape, numbers } = array;
    let unset = numbers.iter().any(Option::is_none);
    let unset = unset.then(|| {
        let unset: Vec<bool> = numbers.iter().map(Option::is_none).collect();
        unset.into_pyarray(py)
    });
    let numbers = numbers.into_iter();
    let values = match scalar.numbers() {
        Numbers::Integer => {
            let integers = numbers.map(|it| it.map_or(0, Number::integer));
            integers.collect::<Vec<i64>>().into_pyarray(py).into_any()
        }
        Numbers::Floating => {
            let reals = numbers.map(|it| match it {
                Some(Number::Float(number)) => number,
                _ => f64::NAN,
            });
            reals.collect::<Vec<f64>>().into_pyarray(py).into_any()
        }
        Numbers::Complex => {
            let pairs = numbers.flat_map(|it| match it {
                Some(Number::Complex(re, im)) => [re, im],
                _ => [f64::NAN; 2],
            });
            pairs.collect::<Vec<f64>>().into_pyarray(py).into_any()
        }
    };
    Ok((shape, values, unset))
}
