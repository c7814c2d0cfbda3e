//! The testcase of a program, and the places that are compared.

use std::path::Path;

use mnc2_asm::testcase::{Testcase, TestcaseError};
use mnc2_equal::ComparedWords;

use crate::exit::Failure;
use crate::input::Source;
use crate::memory_files;

/// Reads a testcase, if there is one.
pub(crate) fn read(path: Option<&Path>) -> Result<Option<(Source, Testcase)>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let source = Source::read(path)?;
    let testcase = Testcase::parse(&source.text).map_err(|error| no_testcase(path, &error))?;
    Ok(Some((source, testcase)))
}

/// A place on the command line, in long words, converted to the words of its memory.
pub(crate) fn place(place: &memory_files::MemoryRange) -> ComparedWords {
    let each = if place.counts_single_words() { 2 } else { 1 };
    let count = place.count.unwrap_or(place.long_words() - place.address);
    ComparedWords {
        memory: place.memory,
        scope: place.scope,
        first: place.address * each,
        count: count * each,
    }
}

pub(crate) fn no_testcase(path: &Path, error: &TestcaseError) -> Failure {
    let name = path.display();
    Failure::Message(format!("`{name}` is not a testcase: {}", error.message()))
}
