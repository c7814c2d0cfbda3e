//! `mnc2 asm` and `mnc2 disasm`: words of instructions and their texts.

use std::io::Write as _;
use std::path::Path;

use mnc2_text::{line, message};

use super::check::Checked;
use crate::args::{AsmArguments, ConfigArguments, DEFAULT_FINDINGS_MAX, DisasmArguments, Format};
use crate::input::Source;
use crate::output::Streams;
use crate::rules::RuleBook;
use crate::{Exit, Failure};

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
        return Err(unsupported(&source, streams));
    };
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
        return Err(unsupported(&source, streams));
    };
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

fn unsupported(source: &Source, streams: &Streams) -> Failure {
    let message = message!(
        "`{file}` is read as MN-Core 2 assembly, whose instruction words are not public; choose a language with --language",
        file = source.name.as_str()
    );
    Failure::Message(message.say(streams.language))
}
