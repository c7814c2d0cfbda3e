//! `mnc2 asm` and `mnc2 disasm`: words of instructions and their texts.

use std::io::Write as _;
use std::path::Path;

use mnc2_text::{line, message};

use super::check::Checked;
use crate::args::{AsmArguments, ConfigArguments, DEFAULT_FINDINGS_MAX, DisasmArguments, Format};
use crate::input::Source;
use crate::output::Streams;
use crate::rules::RuleBook;
use crate::{Exit, Failure, words};

pub(crate) fn asm(arguments: &AsmArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let path: &Path = &arguments.file;
    let source = Source::read(path)?;
    let book = RuleBook::with_layer(
        mnc2_asm::rules::Layer::default(),
        &ConfigArguments::default(),
        streams.language,
    )?;
    let options = super::of_file(path, &source, &arguments.language, &book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let Some(options) = options else {
        return words::asm(&source, &book.rules(path), arguments, streams);
    };
    refuse("--allow-inferred", arguments.allow_inferred, streams)?;
    let checked = Checked::of(&source, &options);
    for word in checked.text.assemble(&|| false) {
        writeln!(streams.out, "{}  {}", word.hex, word.text)?;
    }
    // Reserved words have an encoding all the same.
    streams.out.flush()?;
    let look = streams.look_of_err();
    let wanted = (Format::Text, Some(DEFAULT_FINDINGS_MAX));
    checked.write_to_run(&mut streams.err.drawn(), &source, wanted, look)?;
    Ok(if checked.has_errors() {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

pub(crate) fn disasm(arguments: &DisasmArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let source = Source::read(&arguments.file)?;
    let Some(options) = super::of_arguments(&arguments.language, streams.language)? else {
        return words::disasm(&source, arguments, streams);
    };
    refuse("--fields", arguments.fields, streams)?;
    let mut exit = Exit::Success;
    for (number, text) in line::lines(&source.text).enumerate() {
        let Some(word) = text.split_ascii_whitespace().next() else {
            continue;
        };
        match options.disassemble(word) {
            Ok(text) => writeln!(streams.out, "{text}")?,
            Err(reason) => {
                let said = message!(
                    "{file}, line {line}: {reason}",
                    file = source.name.as_str(),
                    line = number + 1,
                    reason
                );
                streams.complain(&said.say(streams.language));
                exit = Exit::ProgramErrors;
            }
        }
    }
    Ok(exit)
}

/// An option of MN-Core 2 beside another language.
fn refuse(option: &'static str, is_given: bool, streams: &Streams) -> Result<(), Failure> {
    if !is_given {
        return Ok(());
    }
    let message = message!("{option} is for MN-Core 2 only", option);
    Err(Failure::Message(message.say(streams.language)))
}
