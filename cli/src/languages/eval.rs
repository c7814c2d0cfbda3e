//! `mnc2 eval`: the value of a constant expression.

use std::io::Write as _;
use std::path::Path;

use mnc2_text::message;
use serde_json::json;

use super::check::Checked;
use crate::args::{ConfigArguments, DEFAULT_FINDINGS_MAX, EvalArguments, Format};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::output::Streams;
use crate::rules::RuleBook;

pub(crate) fn command(arguments: &EvalArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let path: &Path = &arguments.file;
    let mut source = Source::read(path)?;
    let book = RuleBook::with_layer(
        mnc2_program::rules::Layer::default(),
        &ConfigArguments::default(),
        streams.language,
    )?;
    let options = super::options_for_file(path, &mut source, &arguments.language, &book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let unsupported = |streams: &Streams| {
        let message = message!(
            "only languages with constant expressions have values: choose one with --language"
        );
        Err(Failure::Message(message.say(streams.language)))
    };
    let Some(options) = options else {
        return unsupported(streams);
    };
    let checked = Checked::to_run(&source, &*options, &book.levels(path));
    let Some(evaluated) = checked.text.eval() else {
        return unsupported(streams);
    };
    if checked.has_errors() {
        let look = streams.look_of_err();
        let wanted = (Format::Text, Some(DEFAULT_FINDINGS_MAX));
        checked.write_to_run(&mut streams.err.drawn(), &source, wanted, look)?;
        return Ok(Exit::ProgramErrors);
    }
    match evaluated {
        Ok(value) => {
            match arguments.format {
                Format::Text => writeln!(streams.out, "{}", value.text)?,
                Format::Json => {
                    let object = json!({
                        "name": value.name,
                        "type": value.ty,
                        "text": value.text,
                        "value": value.plain,
                    });
                    writeln!(streams.out, "{object}")?;
                }
            }
            Ok(Exit::Success)
        }
        Err(message) => {
            streams.complain(&message.say(streams.language));
            Ok(Exit::ProgramErrors)
        }
    }
}
