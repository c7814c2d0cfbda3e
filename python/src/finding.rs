//! Findings as Python sees them: rendered, with lines and columns from 1.

use std::sync::Arc;

use mnc2_program::finding::generator::Generated;
use mnc2_text::{CodeTable, Language, LineRange, RelativePosition, Severity};
use pyo3::prelude::*;

use crate::pickle::picklable;

/// A place in the program that generates a program.
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "mnc2")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    /// The file, as its program names it.
    pub(crate) file: String,
    /// The line, from 1.
    pub(crate) line: u32,
    /// The column, from 1, if it is known.
    pub(crate) column: Option<u32>,
}

#[pymethods]
impl Place {
    #[new]
    #[pyo3(signature = (file, line, column=None))]
    const fn new(file: String, line: u32, column: Option<u32>) -> Self {
        Self { file, line, column }
    }

    pub(crate) fn __str__(&self) -> String {
        match self.column {
            Some(column) => format!("{}:{}:{column}", self.file, self.line),
            None => format!("{}:{}", self.file, self.line),
        }
    }

    fn __getnewargs__(&self) -> (String, u32, Option<u32>) {
        (self.file.clone(), self.line, self.column)
    }

    fn __repr__(&self) -> String {
        format!("<Place {}>", self.__str__())
    }
}

/// Another place that a finding is about.
#[pyclass(frozen, get_all, from_py_object, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The line, from 1; `None` if the note is about no place.
    line: Option<u32>,
    /// The note as a sentence in the chosen language.
    message: String,
}

/// The text between two places is replaced.
#[pyclass(frozen, get_all, from_py_object, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    /// The first line, from 1.
    line: u32,
    /// The column of its start, from 1, in characters.
    column: u32,
    /// The last line of what is replaced, from 1.
    end_line: u32,
    /// The column after its end.
    end_column: u32,
    /// What is there afterwards.
    text: String,
}

/// A fix of a finding.
#[pyclass(frozen, get_all, from_py_object, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Fix {
    /// The change as an imperative, for a menu.
    title: String,
    /// Whether a program that is accepted computes the same afterwards.
    safe: bool,
    /// All of them belong together; they do not overlap.
    edits: Vec<Edit>,
}

/// Something in a program that the assembler refuses, or that is worth a warning.
#[pyclass(frozen, get_all, from_py_object, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The code, such as `E0601`.
    pub(crate) code: String,
    /// `error`, `warning`, `information` or `hint`.
    pub(crate) severity: String,
    /// The line, from 1.
    pub(crate) line: u32,
    /// The column of its start, from 1, in characters.
    pub(crate) column: u32,
    /// The column after its end.
    pub(crate) end_column: u32,
    /// The finding as a sentence in the chosen language.
    pub(crate) message: String,
    /// The section of the manual that states the rule; empty if there is none.
    pub(crate) section: String,
    /// Other places that it is about.
    pub(crate) notes: Vec<Note>,
    /// Its fixes, the best one first.
    pub(crate) fixes: Vec<Fix>,
    /// The place in the generator of the program that made the line, if it is known.
    pub(crate) generator: Option<Place>,
}

#[pymethods]
impl Finding {
    fn __str__(&self) -> String {
        let Self {
            line,
            column,
            severity,
            code,
            message,
            ..
        } = self;
        let made = match &self.generator {
            Some(place) => format!(" (from {})", place.__str__()),
            None => String::new(),
        };
        format!("{line}:{column}: {severity}[{code}]: {message}{made}")
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}>", self.__str__())
    }
}

picklable!(Note {
    line: Option<u32>,
    message: String,
});
picklable!(Edit {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: String,
});
picklable!(Fix {
    title: String,
    safe: bool,
    edits: Vec<Edit>,
});
picklable!(Finding {
    code: String,
    severity: String,
    line: u32,
    column: u32,
    end_column: u32,
    message: String,
    section: String,
    notes: Vec<Note>,
    fixes: Vec<Fix>,
    generator: Option<Place>,
});

/// The lines of a program that findings are about.
pub(crate) struct Lines<'a> {
    /// Their texts, without ends.
    pub(crate) texts: &'a [&'a str],
    pub(crate) generators: &'a [Option<Arc<Place>>],
    /// The language of sentences.
    pub(crate) language: Language,
}

impl Lines<'_> {
    /// The generator of a line, counted from 0: the recorded place, otherwise the place in its comment.
    pub(crate) fn generator(&self, line: u32) -> Option<Place> {
        let known = self.generators.get(line as usize);
        known
            .and_then(|place| place.as_deref().cloned())
            .or_else(|| {
                let text = self.texts.get(line as usize)?;
                Generated::from_line(text)
                    .map(|it| Place::new(it.file.to_owned(), it.line, it.column))
            })
    }

    /// The column of a byte of a line, both counted from 0.
    fn column(&self, line: u32, byte: u32) -> u32 {
        let text = self.texts.get(line as usize).copied().unwrap_or_default();
        let mut end = (byte as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text[..end].chars().count() as u32
    }

    /// A finding of a check.
    pub(crate) fn finding<C: CodeTable>(&self, finding: &mnc2_text::Finding<C>) -> Finding {
        let mnc2_text::Finding { line, diagnostic } = finding;
        let notes = diagnostic.notes.iter().map(|note| Note {
            line: note
                .line
                .or(note.range.as_ref().map(|_| *line))
                .map(|line| line + 1),
            message: note.message.say(self.language),
        });
        let fixes = diagnostic.fixes.iter().map(|fix| Fix {
            title: fix.title.say(self.language),
            safe: fix.is_safe(),
            edits: fix
                .edits
                .iter()
                .map(|edit| self.edit(*line, (edit.start, edit.end), &edit.text))
                .collect(),
        });
        Finding {
            notes: notes.collect(),
            fixes: fixes.collect(),
            ..self.plain(
                (*line, &diagnostic.range),
                (diagnostic.severity().name(), diagnostic.code.row().id),
                diagnostic.message.say(self.language),
                diagnostic.manual(),
            )
        }
    }

    /// A finding of strict mode.
    pub(crate) fn run_finding(
        &self,
        finding: &mnc2_emulator::strict::StrictFinding,
        severity: Severity,
    ) -> Finding {
        self.plain(
            (finding.line, &finding.range),
            (severity.name(), finding.name()),
            finding.message().say(self.language),
            finding.section(),
        )
    }

    /// A finding without notes and fixes.
    pub(crate) fn plain(
        &self,
        (line, range): (u32, &LineRange),
        (severity, code): (&str, &str),
        message: String,
        section: &str,
    ) -> Finding {
        Finding {
            code: code.to_owned(),
            severity: severity.to_owned(),
            line: line + 1,
            column: self.column(line, range.start) + 1,
            end_column: self.column(line, range.end) + 1,
            message,
            section: section.to_owned(),
            notes: Vec::new(),
            fixes: Vec::new(),
            generator: self.generator(line),
        }
    }

    fn edit(
        &self,
        line: u32,
        (start, end): (RelativePosition, RelativePosition),
        text: &str,
    ) -> Edit {
        let absolute = |position: RelativePosition| line.saturating_add_signed(position.line);
        let (first, last) = (absolute(start), absolute(end));
        Edit {
            line: first + 1,
            column: self.column(first, start.byte) + 1,
            end_line: last + 1,
            end_column: self.column(last, end.byte) + 1,
            text: text.to_owned(),
        }
    }
}
