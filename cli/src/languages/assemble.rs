//! `mnc2 asm` and `mnc2 disasm`: words of instructions and their texts.

use std::io::Write as _;
use std::path::Path;

use mnc2_ide::languages::{self, Options};
use mnc2_text::{Encoded, line, message};

use super::check::Checked;
use super::is_binary;
use crate::args::{
    AsmArguments, ConfigArguments, DEFAULT_FINDINGS_MAX, DisasmArguments, Format, ModeArgument,
};
use crate::exit::{Exit, Failure};
use crate::input::{self, Source};
use crate::output::{Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;
use crate::{encodings, words};

pub(crate) fn asm(arguments: &AsmArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let path: &Path = &arguments.file;
    let mut source = Source::read(path)?;
    let layer = mnc2_program::rules::Layer {
        mode: arguments.mode.map(ModeArgument::choice),
        ..mnc2_program::rules::Layer::default()
    };
    let book = RuleBook::with_layer(layer, &ConfigArguments::default(), streams.language)?;
    let options = super::options_for_file(path, &mut source, &arguments.language, &book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let Some(options) = options else {
        if arguments.output.is_some() {
            let message = message!("--output is for other languages than MN-Core 2");
            return Err(Failure::Message(message.say(streams.language)));
        }
        let given = arguments.encodings.as_deref();
        let learned = encodings::load_for_program(given, path, &book, streams)?;
        return words::asm(&source, &book.rules(path), &learned, arguments, streams);
    };
    refuse("--mode", arguments.mode.is_some(), streams)?;
    refuse("--allow-inferred", arguments.allow_inferred, streams)?;
    refuse("--encodings", arguments.encodings.is_some(), streams)?;
    demand_words(&*options, streams)?;
    let checked = Checked::to_run(&source, &*options, &book.levels(path));
    let words = checked.text.assemble(&|| false);
    let Some(output) = &arguments.output else {
        streams.out.write_all(&lines(&words))?;
        streams.out.flush()?;
        return report(&checked, &source, streams);
    };
    refuse_inputs(output, [path].into_iter())?;
    let exit = report(&checked, &source, streams)?;
    // A program without some of its instructions is another program.
    if exit != Exit::Success {
        return Ok(exit);
    }
    let bytes = match is_binary(output, options.language()) {
        true => bytes(&words),
        false => lines(&words),
    };
    let failed = Failure::cannot_write(output);
    let file = WholeFile::create(output).map_err(failed)?;
    file.finish_with(&bytes).map_err(failed)?;
    Ok(exit)
}

/// Reserved words still have an encoding, so findings come next to it.
fn report(checked: &Checked, source: &Source, streams: &mut Streams) -> Result<Exit, Failure> {
    let look = streams.look_of_err();
    let wanted = (Format::Text, Some(DEFAULT_FINDINGS_MAX));
    checked.write_to_run(&mut streams.err.drawn(), source, wanted, look)?;
    let unknown = checked.text.unknown_words(&|| false);
    for line in unknown.iter().take(DEFAULT_FINDINGS_MAX) {
        let said = message!(
            "{file}, line {line}: the text does not say what this depends on, so it has no word",
            file = source.name.as_str(),
            line = line + 1
        );
        streams.complain(&said.say(streams.language));
    }
    let others = checked.text.other_instructions();
    if others > 0 {
        let said = message!(
            "{others:# instruction has|# instructions have} no word here: only instructions of the extension have one",
            others
        );
        streams.complain(&said.say(streams.language));
    }
    Ok(if checked.has_errors() || !unknown.is_empty() {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

/// A line for each instruction: its word, then its text.
fn lines(words: &[Encoded]) -> Vec<u8> {
    let lines = words.iter().map(|it| format!("{}  {}\n", it.hex, it.text));
    lines.collect::<String>().into_bytes()
}

/// The instructions one after the other, as the machine reads them.
fn bytes(words: &[Encoded]) -> Vec<u8> {
    let digits = words.iter().map(|it| it.hex.trim_start_matches("0x"));
    let pairs = digits.flat_map(|digits| digits.as_bytes().chunks(2));
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.filter_map(byte).collect()
}

pub(crate) fn disasm(arguments: &DisasmArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let path: &Path = &arguments.file;
    let content = input::bytes(path)?;
    let Some(options) = options_for_words(path, arguments, streams)? else {
        let source = Source::from_bytes(path, content)?;
        let book = RuleBook::with_layer(
            mnc2_program::rules::Layer::default(),
            &ConfigArguments::default(),
            streams.language,
        )?;
        let given = arguments.encodings.as_deref();
        let learned = encodings::load_for_program(given, path, &book, streams)?;
        if book.complain_to(streams) {
            return Ok(Exit::Failure);
        }
        return words::disasm(&source, learned, arguments, streams);
    };
    refuse("--fields", arguments.fields, streams)?;
    refuse("--encodings", arguments.encodings.is_some(), streams)?;
    demand_words(&*options, streams)?;
    let named = options.language();
    if is_binary(path, named) || named.about().binary.is_some() && !is_text(&content) {
        return listing(&content, &*options, path, streams);
    }
    let source = Source::from_bytes(path, content)?;
    let sign = named.about().comments.first().unwrap_or(&"#");
    let (mut exit, mut differing) = (Exit::Success, 0);
    let is_listing = line::lines(&source.text).any(|text| listed(text).is_some());
    for (number, text) in line::lines(&source.text).enumerate() {
        let word = match is_listing {
            true => listed(text),
            false => text.split_ascii_whitespace().next(),
        };
        let Some(word) = word else {
            continue;
        };
        match options.disassemble(word) {
            Ok(text) => {
                let others = options.other_readings(word);
                differing += usize::from(!others.is_empty());
                writeln!(streams.out, "{text}{}", comment(&others, sign))?;
            }
            Err(reason) => {
                let said = message!(
                    "{file}, line {line}: {reason}",
                    file = source.name.as_str(),
                    line = number + 1,
                    reason
                );
                streams.complain(&said.say(streams.language));
                // The lines after it keep their places.
                writeln!(streams.out, "{sign} {word}")?;
                exit = Exit::ProgramErrors;
            }
        }
    }
    if differing > 0 {
        let said = message!(
            "{differing:# word is|# words are} not the same instruction in all versions: choose one with --language {id}@VERSION",
            differing,
            id = named.about().id
        );
        streams.complain(&said.say(streams.language));
    }
    Ok(exit)
}

/// What other versions read, as a comment; `-` where the word is not an instruction.
fn comment(others: &[(&str, Option<String>)], sign: &str) -> String {
    let readings = others.iter();
    let readings = readings
        .map(|(version, text)| format!("  {sign} {version}: {}", text.as_deref().unwrap_or("-")));
    readings.collect()
}

/// The word in a line of `objdump -d`: `10074:`, the word, its text.
fn listed(line: &str) -> Option<&str> {
    let (address, rest) = line.split_once(':')?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_hexdigit());
    let word = rest.split_ascii_whitespace().next()?;
    (is_digits(address.trim()) && is_digits(word)).then_some(word)
}

/// Refuses languages without machine words.
fn demand_words(options: &dyn Options, streams: &Streams) -> Result<(), Failure> {
    if options.language().has_words {
        return Ok(());
    }
    let id = options.language().about().id;
    let message = message!(
        "`{id}` has no machine words: its compiler makes something else of it",
        id
    );
    Err(Failure::Message(message.say(streams.language)))
}

/// The language of words: the named one, otherwise the language of the file's extension.
fn options_for_words(
    path: &Path,
    arguments: &DisasmArguments,
    streams: &Streams,
) -> Result<Option<Box<dyn Options>>, Failure> {
    let extension = path.extension().and_then(|it| it.to_str());
    let is_named = arguments.language.language.is_some();
    if is_named || extension.and_then(languages::language_for_binary).is_none() {
        // The description of the machine may be next to words, too.
        return super::options_from_arguments(path, &arguments.language, streams.language);
    }
    let book = RuleBook::with_layer(
        mnc2_program::rules::Layer::default(),
        &ConfigArguments::default(),
        streams.language,
    )?;
    super::options_for_file(path, &mut Source::read(path)?, &arguments.language, &book)
}

/// Whether bytes are lines of digits, and not a program itself.
fn is_text(bytes: &[u8]) -> bool {
    let is_of_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    bytes.iter().all(is_of_text)
}

/// The lines of a program as bytes. Bytes that are not an instruction become a comment, and are reported.
fn listing(
    bytes: &[u8],
    options: &dyn Options,
    path: &Path,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let listing = options.listing(bytes).unwrap_or_default();
    let mut exit = Exit::Success;
    for (number, text) in line::lines(&listing).enumerate() {
        if text.is_empty() {
            continue;
        }
        writeln!(streams.out, "{text}")?;
        let unread = text.strip_prefix("// ");
        let Some(Err(reason)) = unread.map(|word| options.disassemble(word)) else {
            continue;
        };
        let said = message!(
            "{file}, instruction {number}: {reason}",
            file = path.display().to_string(),
            number,
            reason
        );
        streams.complain(&said.say(streams.language));
        exit = Exit::ProgramErrors;
    }
    Ok(exit)
}

/// An option of MN-Core 2 next to another language.
fn refuse(option: &'static str, is_given: bool, streams: &Streams) -> Result<(), Failure> {
    if !is_given {
        return Ok(());
    }
    let message = message!("{option} is for MN-Core 2 only", option);
    Err(Failure::Message(message.say(streams.language)))
}
