//! Files of learned instruction words.

use std::path::Path;

use mnc2_asm::message;
use mnc2_asm::words::Encodings;
use mnc2_project::encodings::ENCODINGS_BYTES_MAX;
use mnc2_project::{encodings, files, line_and_byte};

use crate::Failure;
use crate::output::Streams;

/// The rows of a file, or none if there is no file.
pub(crate) fn read(path: Option<&Path>, streams: &Streams) -> Result<Encodings, Failure> {
    let Some(path) = path else {
        return Ok(Encodings::default());
    };
    let cannot_read =
        |error| Failure::Message(format!("cannot read `{}`: {error}", path.display()));
    let bytes = files::read(path, ENCODINGS_BYTES_MAX).map_err(cannot_read)?;
    let text = String::from_utf8(bytes)
        .map_err(std::io::Error::other)
        .map_err(cannot_read)?;
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
