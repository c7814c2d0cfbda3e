//! `mnc2 probe`: the program whose words separate what is not known.

use std::io::Write as _;

use mnc2_text::message;
use mnc2_words::probe::{Knowledge, probe};

use crate::args::ProbeArguments;
use crate::encodings;
use crate::exit::{Exit, Failure};
use crate::output::Streams;
use crate::region::write_file;

pub(crate) fn command(arguments: &ProbeArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let learned = encodings::read(arguments.encodings.as_deref(), streams)?;
    let knowledge = match arguments.blank {
        true => Knowledge::Nothing,
        false => Knowledge::Public(&learned),
    };
    let made = probe(arguments.mode.into(), knowledge);
    match &arguments.output {
        None => streams.out.write_all(made.text.as_bytes())?,
        Some(path) => write_file(path, made.text.as_bytes())?,
    }
    let (statements, contents) = (made.statements, made.contents);
    let said = message!(
        "{statements:# statement|# statements} for {contents:# content|# contents}",
        statements,
        contents
    );
    writeln!(streams.err, "{}", said.say(streams.language))?;
    Ok(Exit::Success)
}
