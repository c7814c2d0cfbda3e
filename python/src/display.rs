//! What notebooks show of programs and machines, as plain data: `mnc2/_html.py` draws it.

use mnc2_dataflow::timeline;
use mnc2_dataflow::timeline::TimelineColumn;
use mnc2_ide::features::tokens;
use mnc2_program::Program as Typed;
use mnc2_text::{TokenKind as Kind, line};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;

use crate::machine::Machine;
use crate::program::Program;

/// A part of a line with a colour of its own: line from 0, first column from 0 in characters, the one after the last,
/// the kind.
type Coloured = (usize, usize, usize, &'static str);

/// A use of a unit: step, steps that it takes, index of the unit, line from 1, text.
type Used = (u64, u32, usize, u32, String);

/// The parts of the first lines that have a colour, in order and without overlaps.
#[pyfunction]
pub(crate) fn coloured(py: Python<'_>, program: &Program, lines: usize) -> Vec<Coloured> {
    let snapshot = program.snapshot(py);
    py.detach(|| {
        let texts = line::lines(&snapshot.text);
        let numbered = snapshot.typed.iter().zip(texts).enumerate().take(lines);
        let parts = numbered.flat_map(|(number, (line, text))| {
            let column = |byte: u32| {
                let before = text.get(..byte as usize);
                before.map_or(0, |before| before.chars().count())
            };
            let mut parts: Vec<_> = tokens::tokens(line, text)
                .into_iter()
                .map(|token| (token.range, kind_name(token.kind)))
                .collect();
            if let Some(comment) = &line.comment {
                parts.retain(|(range, _)| range.end <= comment.start);
                parts.push((comment.clone(), "comment"));
            }
            let parts = parts.into_iter();
            parts.map(move |(range, kind)| (number, column(range.start), column(range.end), kind))
        });
        parts.collect()
    })
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Compute => "compute",
        Kind::Transfer => "transfer",
        Kind::Control => "control",
        Kind::Read => "read",
        Kind::Write => "write",
        Kind::Unknown => "unknown",
    }
}

/// The names of the units, and their uses in the steps from `first` to before `last`, at most `most` of them.
#[pyfunction]
pub(crate) fn used_units(
    py: Python<'_>,
    program: &Program,
    first: u64,
    last: u64,
    most: usize,
) -> (Vec<&'static str>, Vec<Used>) {
    let snapshot = program.snapshot(py);
    py.detach(|| {
        let texts: Vec<&str> = line::lines(&snapshot.text).collect();
        let columns: Vec<TimelineColumn> = TimelineColumn::all().collect();
        let used = uses(&snapshot.typed, &texts, &columns);
        let used = used
            .skip_while(|(step, steps, ..)| step + u64::from((*steps).max(1)) <= first)
            .take_while(|(step, ..)| *step < last)
            .take(most);
        (
            columns.iter().map(|column| column.title()).collect(),
            used.collect(),
        )
    })
}

fn uses<'a>(
    program: &'a Typed,
    texts: &'a [&'a str],
    columns: &'a [TimelineColumn],
) -> impl Iterator<Item = Used> + 'a {
    timeline::rows(program).flat_map(move |row| {
        let line = texts.get(row.line as usize).copied().unwrap_or_default();
        row.uses.into_iter().map(move |one| {
            let index = columns.iter().position(|column| *column == one.column);
            let text = line::part(line, &one.range).trim().to_owned();
            (row.step, row.steps, index.unwrap_or(0), row.line + 1, text)
        })
    })
}

/// A number for each PE: different for PEs whose memories differ, except with a chance of one in 2⁶⁴ for each pair.
#[pyfunction]
pub(crate) fn pe_hashes<'py>(
    py: Python<'py>,
    machine: &Machine,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let hashes = machine.state.with(py, |state| state.machine.pe_hashes())?;
    Ok(hashes.into_pyarray(py))
}
