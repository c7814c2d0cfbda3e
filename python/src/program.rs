//! Programs: text with its typed lines, and what made each line.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_assist::explain::expand::{self, Direction, When};
use mnc2_program::Program as Typed;
use mnc2_program::rules::{Layer, Rules};
use mnc2_review::fixes::Subject;
use mnc2_review::{Review, check_to_run, fixes};
use mnc2_text::{Language, Severity, line};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{program_error, value_error};
use crate::finding::{Finding, Lines, Place};

/// Maximum size of a program. The command line has the same.
pub(crate) const BYTES_MAX: u64 = 64 << 20;

/// Maximum number of lines. The command line has the same.
const LINES_MAX: usize = 1 << 21;

/// Maximum number of findings that get the fixes that depend on the lines around.
const WITH_FIXES_MAX: usize = 1000;

/// A program in MN-Core 2 assembly.
#[pyclass(frozen, subclass, module = "mnc2._mnc2")]
pub(crate) struct Program {
    /// The file that it was read from, or is called after.
    pub(crate) path: Option<PathBuf>,
    content: Mutex<Content>,
}

#[derive(Clone, Default)]
struct Content {
    text: String,
    /// What made each line; shorter than the lines if nothing is known about the last ones.
    generators: Vec<Option<Arc<Place>>>,
    /// Lines of the text.
    lines: usize,
    typed: Option<Typed>,
}

impl Content {
    fn new(text: String) -> Self {
        Self {
            // What follows the last line break is not a line if it is empty.
            lines: line::lines_with_ends(&text)
                .filter(|line| !line.is_empty())
                .count(),
            text,
            ..Self::default()
        }
    }

    fn typed(&mut self) -> Typed {
        let text = &self.text;
        self.typed
            .get_or_insert_with(|| mnc2_asm::parse(text))
            .clone()
    }
}

/// A snapshot of a program.
pub(crate) struct Snapshot {
    /// How messages call it.
    pub(crate) name: String,
    pub(crate) text: String,
    /// Lines of the text; the last line break begins none.
    pub(crate) lines: usize,
    pub(crate) typed: Typed,
    pub(crate) generators: Vec<Option<Arc<Place>>>,
}

impl Snapshot {
    /// The program as a debugger has left it; after an edit, what made its lines is not known.
    pub(crate) fn edited(&self, typed: Typed, text: String) -> Self {
        let content = Content::new(text);
        Self {
            name: self.name.clone(),
            generators: match content.text == self.text {
                true => self.generators.clone(),
                false => Vec::new(),
            },
            lines: content.lines,
            text: content.text,
            typed,
        }
    }

    /// Another program with the same text.
    pub(crate) fn with_program(&self, typed: Typed) -> Self {
        Self {
            name: self.name.clone(),
            text: self.text.clone(),
            lines: self.lines,
            typed,
            generators: self.generators.clone(),
        }
    }

    /// Calls with the lines of the text.
    pub(crate) fn with_lines<T>(&self, call: impl FnOnce(&Lines<'_>) -> T) -> T {
        let texts: Vec<&str> = line::lines(&self.text).collect();
        call(&Lines {
            texts: &texts,
            generators: &self.generators,
            language: Language::English,
        })
    }

    /// Refuses a program with errors.
    ///
    /// # Errors
    /// `ProgramError` with all errors.
    pub(crate) fn refuse_errors(&self, py: Python<'_>, rules: &Rules) -> PyResult<()> {
        let mut report = check_to_run(&self.typed, rules);
        if !report.has_errors() {
            return Ok(());
        }
        report
            .findings
            .retain(|finding| finding.diagnostic.severity() == Severity::Error);
        let errors = self.with_lines(|lines| {
            let errors = report.findings.iter();
            errors.map(|finding| lines.finding(finding)).collect()
        });
        Err(program_error(py, &self.name, errors))
    }
}

impl Program {
    /// A program as the class `mnc2.Program` of Python, which can be written to a file.
    pub(crate) fn in_python(py: Python<'_>, text: String) -> PyResult<Py<Self>> {
        let class = py.import("mnc2")?.getattr("Program")?;
        Ok(class.call1((text,))?.cast_into::<Self>()?.unbind())
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn name(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => "<program>".to_owned(),
        }
    }

    /// The program as it is now, parsed without the interpreter's lock.
    pub(crate) fn snapshot(&self, py: Python<'_>) -> Snapshot {
        let name = self.name();
        py.detach(|| {
            let mut content = self.content();
            let typed = content.typed();
            Snapshot {
                name,
                text: content.text.clone(),
                lines: content.lines,
                typed,
                generators: content.generators.clone(),
            }
        })
    }
}

#[pymethods]
impl Program {
    #[new]
    #[pyo3(signature = (text="", *, path=None))]
    fn new(text: &str, path: Option<PathBuf>) -> PyResult<Self> {
        let content = Content::new(text.to_owned());
        if text.len() as u64 > BYTES_MAX || content.lines > LINES_MAX {
            return Err(too_large(path.as_deref().unwrap_or(Path::new("<program>"))));
        }
        Ok(Self {
            path,
            content: Mutex::new(content),
        })
    }

    /// The text of a file. Bytes that are not UTF-8 are replaced, as the command line does.
    #[staticmethod]
    fn _read(py: Python<'_>, path: PathBuf) -> PyResult<String> {
        py.detach(|| {
            let bytes = read(&path)?;
            Ok(line::decode(&bytes).0)
        })
    }

    /// The file that the program was read from or is called after.
    #[getter]
    fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The source text of the program.
    #[getter]
    fn text(&self) -> String {
        self.content().text.clone()
    }

    /// Steps up to the end of the program; `nop/n` counts as n.
    #[getter]
    fn steps(&self, py: Python<'_>) -> u64 {
        let program = self.snapshot(py).typed;
        program.steps_before(program.end())
    }

    /// The lines without their ends: all, or the first ones.
    #[pyo3(signature = (most=None))]
    fn lines(&self, most: Option<usize>) -> Vec<String> {
        let content = self.content();
        let most = most.unwrap_or(usize::MAX).min(content.lines);
        let lines = line::lines(&content.text).take(most);
        lines.map(str::to_owned).collect()
    }

    fn __len__(&self) -> usize {
        self.content().lines
    }

    /// What made a line, counted from 1.
    fn generator(&self, line: usize) -> Option<Place> {
        let line = u32::try_from(line.checked_sub(1)?).ok()?;
        let content = self.content();
        let texts: Vec<&str> = line::lines(&content.text).collect();
        let lines = Lines {
            texts: &texts,
            generators: &content.generators,
            language: Language::English,
        };
        lines.generator(line)
    }

    /// What pickle makes an equal program from: its text, its path, and then [`Self::__setstate__`].
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("path", self.path.as_deref())?;
        Ok(((self.text(),), keywords))
    }

    /// What made each line.
    fn __getstate__(&self) -> Vec<Option<Place>> {
        let content = self.content();
        let places = content.generators.iter();
        places.map(|place| place.as_deref().cloned()).collect()
    }

    /// Takes what made each line.
    fn __setstate__(&self, places: Vec<Option<Place>>) {
        let places = places.into_iter();
        self.content().generators = places.map(|place| place.map(Arc::new)).collect();
    }

    /// The text with comments `#@ file:line` after the lines of which it is known what made them.
    fn _with_places(&self) -> String {
        let content = self.content();
        let lines = line::lines_with_ends(&content.text).enumerate();
        let line = |(number, line): (usize, &str)| {
            let known = content.generators.get(number).and_then(Option::as_deref);
            let bare = line::without_end(line);
            match known {
                Some(place) => format!("{bare} #@ {}{}", place.__str__(), &line[bare.len()..]),
                None => line.to_owned(),
            }
        };
        lines.map(line).collect()
    }

    /// Appends a line; returns its number, from 1.
    fn _append(&self, line: &str, place: Option<&Bound<'_, Place>>) -> PyResult<usize> {
        if line.contains(['\n', '\r']) {
            return Err(value_error("a step is one line, without its end"));
        }
        let mut content = self.content();
        let bytes = content.text.len() as u64 + line.len() as u64;
        if bytes >= BYTES_MAX || content.lines >= LINES_MAX {
            return Err(too_large(Path::new(&self.name())));
        }
        if !content.text.is_empty() && !content.text.ends_with('\n') {
            content.text.push('\n');
        }
        content.text.push_str(line);
        content.text.push('\n');
        content.typed = None;
        let number = content.lines;
        content.lines += 1;
        if let Some(place) = place {
            let known = content.generators.last().and_then(Option::as_ref);
            // Loops make many steps at one place.
            let place = match known {
                Some(known) if **known == *place.get() => Arc::clone(known),
                _ => Arc::new(place.get().clone()),
            };
            content.generators.resize(number, None);
            content.generators.push(Some(place));
        }
        Ok(number + 1)
    }

    /// What is wrong with the program by the rules of a profile, in the order of lines.
    #[pyo3(signature = (profile=None, *, mode=None, fixes=true))]
    fn check(
        &self,
        py: Python<'_>,
        profile: Option<&str>,
        mode: Option<&str>,
        fixes: bool,
    ) -> PyResult<Vec<Finding>> {
        let rules = rules(profile, mode)?;
        let snapshot = self.snapshot(py);
        Ok(py.detach(|| snapshot.findings(&rules, fixes)))
    }

    /// What the operands of a line access, cycle by cycle.
    fn expand(&self, py: Python<'_>, line: usize) -> PyResult<Vec<Operand>> {
        let snapshot = self.snapshot(py);
        let count = snapshot.lines;
        let index = line.wrapping_sub(1);
        let Some(typed) = snapshot.typed.line(index).filter(|_| index < count) else {
            return Err(value_error(format!(
                "line {line}: the last line is {count}"
            )));
        };
        let expansion = expand::expand(typed, snapshot.typed.mask_setting_at(index));
        let text = line::lines(&snapshot.text).nth(index).unwrap_or_default();
        let operands = expansion.operands.iter();
        Ok(operands
            .map(|operand| Operand::new(operand, text))
            .collect())
    }
}

impl Snapshot {
    /// The findings; with `fixes`, also the fixes that depend on the lines around.
    fn findings(&self, rules: &Rules, fixes: bool) -> Vec<Finding> {
        let review = Review::new(&self.typed, rules);
        self.with_lines(|lines| {
            let text = |line: u32| {
                Cow::Borrowed(lines.texts.get(line as usize).copied().unwrap_or_default())
            };
            let subject = Subject {
                program: &self.typed,
                text: &text,
                mode: rules.mode,
            };
            let reported = review.reported().iter().enumerate();
            reported
                .map(|(index, reported)| {
                    let mut finding = review.finding(reported);
                    if fixes && index < WITH_FIXES_MAX {
                        finding.diagnostic.fixes = fixes::fixes(&subject, &finding);
                    }
                    lines.finding(&finding)
                })
                .collect()
        })
    }
}

/// What an operand accesses.
#[pyclass(frozen, get_all, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    /// The operand as it is written.
    operand: String,
    /// `read` or `write`.
    direction: &'static str,
    /// What it is, such as `LM0, long words`.
    title: String,
    /// What an address counts, such as `single words`.
    unit: &'static str,
    /// The accesses in the order of time; accesses of several elements of the chip one after the other.
    accesses: Vec<Access>,
    /// Remarks that the addresses do not show.
    remarks: Vec<String>,
}

/// One access of an operand.
#[pyclass(frozen, get_all, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The part of the chip, such as `every PE`.
    place: String,
    /// The cycle of the step, 0 to 3; `None` for transfers that take longer.
    cycle: Option<u8>,
    /// Ranges of addresses, each a first one and the one after the last, in the order of the data.
    ranges: Vec<(u32, u32)>,
    /// Whether the value of the T-register in this cycle is added to them.
    plus_t: bool,
}

#[pymethods]
impl Operand {
    fn __repr__(&self) -> String {
        format!(
            "<Operand {} ({}, {})>",
            self.operand, self.direction, self.title
        )
    }
}

#[pymethods]
impl Access {
    fn __repr__(&self) -> String {
        match self.cycle {
            Some(cycle) => format!("<Access cycle {cycle}: {:?}>", self.ranges),
            None => format!("<Access {:?}>", self.ranges),
        }
    }
}

impl Operand {
    fn new(operand: &expand::OperandExpansion, line: &str) -> Self {
        let say = |message: &mnc2_text::Message| message.say(Language::English);
        let accesses = operand.columns.iter().flat_map(|column| {
            column.slots.iter().map(|slot| Access {
                place: say(&column.place),
                cycle: match slot.when {
                    When::Cycle(cycle) => Some(cycle),
                    When::UnitOperation(_) | When::Whole => None,
                },
                ranges: slot.ranges.iter().map(|it| (it.start, it.end)).collect(),
                plus_t: slot.plus_t,
            })
        });
        Self {
            operand: line::part(line, &operand.range).to_owned(),
            direction: match operand.direction {
                Direction::Read => "read",
                Direction::Write => "write",
            },
            title: say(&operand.title),
            unit: operand.unit,
            accesses: accesses.collect(),
            remarks: operand.remarks.iter().map(say).collect(),
        }
    }
}

/// The rules of a profile and a mode.
///
/// # Errors
/// `ValueError` if there is no such profile or mode.
pub(crate) fn rules(profile: Option<&str>, mode: Option<&str>) -> PyResult<Rules> {
    let refuse = |message: mnc2_text::Message| value_error(message.say(Language::English));
    let profile = profile
        .map(mnc2_project::profile)
        .transpose()
        .map_err(refuse)?;
    let mode = mode.map(mnc2_project::mode).transpose().map_err(refuse)?;
    Ok(Rules::from_layers(&[&Layer {
        profile,
        mode,
        levels: Vec::new(),
    }]))
}

/// The refusal of a name.
pub(crate) fn one_of(what: &str, name: &str, names: &[&str]) -> PyErr {
    value_error(format!(
        "`{name}` is not a {what}; there are {}",
        names.join(", ")
    ))
}

/// The bytes of a file.
///
/// # Errors
/// `OSError` if it cannot be read, is too large or is not a regular file.
pub(crate) fn read(path: &Path) -> PyResult<Vec<u8>> {
    mnc2_project::files::read(path, BYTES_MAX).map_err(|error| named_error(path, error))
}

/// The error of a file, of the class that Python has for it, with its name.
pub(crate) fn named_error(path: &Path, error: io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("`{}`: {error}", path.display())).into()
}

fn too_large(path: &Path) -> PyErr {
    value_error(format!(
        "`{}` is larger than {} MiB or has more than {LINES_MAX} lines",
        path.display(),
        BYTES_MAX >> 20
    ))
}
