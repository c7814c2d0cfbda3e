//! `mnc2 --version`, and with `--verbose` what the results were compared with.

use std::io::Write as _;

use mnc2_isa::MANUAL_DATE;
use mnc2_text::message;

use crate::exit::{Exit, Failure};
use crate::output::Streams;

pub(crate) fn write(is_verbose: bool, streams: &mut Streams) -> Result<Exit, Failure> {
    writeln!(streams.out, "mnc2 {}", env!("CARGO_PKG_VERSION"))?;
    if is_verbose {
        let said = message!(
            "compared with the MN-Core 2 Software Developer Manual of {date}; a newer revision may exist",
            date = MANUAL_DATE
        );
        writeln!(streams.out, "{}", said.say(streams.language))?;
    }
    Ok(Exit::Success)
}
