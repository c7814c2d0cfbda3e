//! Files of learned instruction words.

use std::io;
use std::path::Path;

use mnc2_project::encodings::ENCODINGS_BYTES_MAX;
use mnc2_project::{encodings, files, line_and_byte};
use mnc2_text::message;
use mnc2_words::Encodings;

use crate::exit::Failure;
use crate::output::Streams;
use crate::rules::RuleBook;

/// The rows of a file, or none if there is no file.
pub(crate) fn read(path: Option<&Path>, streams: &Streams) -> Result<Encodings, Failure> {
    match path {
        Some(path) => parse_bytes(path, files::read(path, ENCODINGS_BYTES_MAX), streams),
        None => Ok(Encodings::default()),
    }
}

/// The rows of the file that the user names, otherwise of the file that the project of a program names.
pub(crate) fn load_for_program(
    given: Option<&Path>,
    program: &Path,
    book: &RuleBook,
    streams: &Streams,
) -> Result<Encodings, Failure> {
    match (given, book.encodings(program)) {
        (None, Some(named)) => {
            let bytes = book.roots(program).read(&named, ENCODINGS_BYTES_MAX);
            parse_bytes(&named, bytes, streams)
        }
        (given, _) => read(given, streams),
    }
}

fn parse_bytes(
    path: &Path,
    bytes: io::Result<Vec<u8>>,
    streams: &Streams,
) -> Result<Encodings, Failure> {
    let text = bytes
        .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
        .map_err(|error| Failure::Message(format!("cannot read `{}`: {error}", path.display())))?;
    encodings::read(&text).map_err(|problem| {
        let (line, _) = line_and_byte(&text, problem.range.start);
        let said = message!(
            "{file}, line {line}: {reason}",
            file = path.display().to_string(),
            line = line + 1,
            reason = problem.message
        );
        Failure::Message(said.say(streams.language))
    })
}
