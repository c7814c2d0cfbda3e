//! A page of Markdown as an answer.

use std::io::Write as _;

use serde_json::json;

use crate::args::Format;
use crate::exit::{Exit, Failure};
use crate::output::{Streams, markdown};

/// Writes a page: styled on a terminal, otherwise as it is.
pub(crate) fn page(
    query: &str,
    text: &str,
    format: Format,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    match format {
        Format::Json => writeln!(streams.out, "{}", json!({"query": query, "page": text}))?,
        Format::Text if streams.look().is_colored => {
            write!(streams.out.drawn(), "{}", markdown::styled(text))?;
        }
        Format::Text => write!(streams.out, "{text}")?,
    }
    Ok(Exit::Success)
}
