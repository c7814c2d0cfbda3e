//! `mnc2 check` for notebooks: each cell is a text of its own, at its place in the file.

use std::path::Path;
use std::sync::Arc;

use mnc2_ide::embedded::notebook::{self, Cell};
use mnc2_text::{Findings, message};

use crate::args::{CheckArguments, LanguageArguments};
use crate::embedded::{self, InHost};
use crate::exit::Failure;
use crate::input::{CellPlace, INPUT_BYTES_MAX, Source};
use crate::languages;
use crate::rules::RuleBook;

/// Whether a file is a notebook, and nothing names another language for it.
pub(crate) fn is_notebook(path: &Path, arguments: &LanguageArguments, book: &RuleBook) -> bool {
    let extension = path.extension();
    extension.is_some_and(|it| it.eq_ignore_ascii_case(notebook::EXTENSION))
        && arguments.language.is_none()
        && languages::named_option(arguments).is_none()
        && book.chosen(path).is_none()
}

/// The texts of the cells of a notebook, each with what was found in its programs.
pub(crate) fn check(
    path: &Path,
    source: &Source,
    book: &RuleBook,
) -> Result<Vec<(Source, InHost)>, Failure> {
    let checked = check_cells(path, source, book)?.into_iter();
    Ok(checked.map(|(_, own, found)| (own, found)).collect())
}

/// The cells of a notebook, each as a text of its own, with what was found in its programs.
fn check_cells(
    path: &Path,
    source: &Source,
    book: &RuleBook,
) -> Result<Vec<(Cell, Source, InHost)>, Failure> {
    let checked = cells(source, book)?.into_iter().map(|cell| {
        let own = cell_source(&cell, source);
        let found = match cell.host {
            Some(host) => embedded::in_host(path, &own, (host, None), book)?,
            None => InHost {
                findings: Findings::default(),
                languages: Vec::new(),
            },
        };
        Ok((cell, own, found))
    });
    checked.collect()
}

/// The text of a notebook with fixes in its cells, and how many they were.
pub(crate) fn fixed(
    path: &Path,
    source: &Source,
    arguments: &CheckArguments,
    book: &RuleBook,
) -> Result<(String, usize), Failure> {
    source.refuse_replaced()?;
    let (mut text, mut count) = (source.text.to_string(), 0);
    // From the last to the first, so that places before stay.
    for (cell, own, found) in check_cells(path, source, book)?.iter().rev() {
        let (new, fixed) = languages::check::fixed_text(own, &found.findings, &arguments.fix);
        if fixed > 0
            && let Some((range, by)) = cell.with_text(&source.text, &new)
        {
            text.replace_range(range, &by);
            count += fixed;
        }
    }
    Ok((text, count))
}

fn cells(source: &Source, book: &RuleBook) -> Result<Vec<Cell>, Failure> {
    let file = source.name.as_str();
    let failed = |message: mnc2_text::Message| Failure::Message(message.say(book.language));
    let limit = INPUT_BYTES_MAX >> 20;
    if source.text.len() as u64 > INPUT_BYTES_MAX {
        return Err(failed(message!(
            "`{file}` is larger than {limit} MiB",
            file,
            limit
        )));
    }
    notebook::cells(&source.text).map_err(|(byte, reason)| {
        let before = &source.text[..byte];
        let line = mnc2_text::line::lines(before).count();
        let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let column = before[start..].chars().count() + 1;
        failed(message!(
            "`{file}` is not a notebook: line {line}, column {column}: {reason}",
            file,
            line,
            column,
            reason
        ))
    })
}

fn cell_source(cell: &Cell, notebook: &Source) -> Source {
    let (file, number) = (notebook.name.clone(), cell.number);
    Source {
        name: format!("{file}:cell {number}"),
        text: Arc::new(cell.text.clone()),
        first_replaced: None,
        cell: Some(Arc::new(CellPlace {
            file,
            number,
            file_lines: cell.file_lines(&notebook.text),
        })),
        ..notebook.clone()
    }
}
