//! `mnc2 asm` and `mnc2 disasm` for MN-Core 2: steps as instruction words, and back.

use std::collections::HashMap;
use std::io::Write as _;

use mnc2_isa::Mode;
use mnc2_isa::field::{Evidence, FieldPlace};
use mnc2_program::rules::Rules;
use mnc2_text::line::part;
use mnc2_text::{Message, line, message};
use mnc2_words::assembly::WORDS_MAX;
use mnc2_words::listing::{self, Item};
use mnc2_words::{
    Assembly, Decoded, Decoder, Encodings, Lacking, Missing, Status, Word, assemble_with,
};

use crate::args::{AsmArguments, DisasmArguments};
use crate::exit::{Exit, Failure};
use crate::findings;
use crate::input::Source;
use crate::output::{Streams, visible};

/// Maximum number of listed places of one unknown.
const PLACES_MAX: usize = 4;

/// Maximum number of reported lines of an output; the rest is counted.
pub(crate) const WRONG_LINES_MAX: usize = 100;

pub(crate) fn asm(
    source: &Source,
    rules: &Rules,
    learned: &Encodings,
    arguments: &AsmArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let assembly = assemble_with(&source.text, rules, learned);
    let file = source.name.as_str();
    for (line, at, reason) in &assembly.misstated {
        complain(streams, file, *line, *at, reason);
    }
    let look = streams.look_of_err();
    let found = assembly.findings.clone();
    findings::write_refusal(&mut streams.err.drawn(), source, found, look)?;
    if assembly.is_cut {
        let limit = WORDS_MAX;
        let said = message!(
            "`{file}` is not assembled: it has more than {limit} steps",
            file,
            limit
        );
        streams.complain(&said.say(streams.language));
    }
    if !assembly.can_be_written(arguments.allow_inferred) {
        if !assembly.lacks_words() && !assembly.is_cut {
            refuse(source, &assembly, arguments.allow_inferred, streams)?;
        }
        return Ok(Exit::ProgramErrors);
    }
    contradicted(source, &assembly, streams);
    for line in &assembly.lines {
        match line.doubts.as_slice() {
            [] => writeln!(streams.out, "{}", line.text)?,
            doubts => writeln!(streams.out, "{} {}", line.text, listing::mark(doubts))?,
        }
    }
    Ok(if assembly.has_errors() {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

/// Reports once for each field that a learned row differs from public pairs.
fn contradicted(source: &Source, assembly: &Assembly, streams: &mut Streams) {
    let mut said: Vec<FieldPlace> = Vec::new();
    for (line, place, _) in &assembly.contradicted {
        if said.contains(place) {
            continue;
        }
        said.push(*place);
        let reason = message!(
            "the encodings say otherwise than public pairs of {field} ({bits}); what is public is written",
            field = place.name(),
            bits = listing::bits(*place, assembly.mode)
        );
        complain(streams, &source.name, *line, 0, &reason);
    }
}

/// Lists what is missing, and where it is used.
fn refuse(
    source: &Source,
    assembly: &Assembly,
    allow_inferred: bool,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let language = streams.language;
    let file = source.name.as_str();
    let missing = &assembly.missing;
    let said = message!(
        "`{file}` is not assembled, because some bits of its words are unknown:",
        file
    );
    streams.complain(&said.say(language));
    let lines = source.lines();
    let is_missing = |it: &&Missing| !allow_inferred || it.status == Status::Unknown;
    for each in missing.iter().filter(is_missing) {
        let status = each.status.message();
        let what = match &each.what {
            Lacking::Content(place, content) => message!(
                "{field} ({bits}), {content}: {status}",
                field = place.name(),
                bits = listing::bits(*place, assembly.mode),
                content = content.as_str(),
                status
            ),
            Lacking::Property(form, name, content) => message!(
                "{property} of words `{letter}`, {content}: {status}",
                property = name.as_str(),
                letter = form.letter(),
                content = content.as_str(),
                status
            ),
            Lacking::Unused(form, name) => message!(
                "{property} of words `{letter}`, unused: {status}",
                property = name.as_str(),
                letter = form.letter(),
                status
            ),
            Lacking::MvWords => message!("words of MV instructions: {status}", status),
            Lacking::Directives => {
                message!("words of what the linker expands: {status}", status)
            }
        };
        let places: Vec<String> = each
            .uses
            .iter()
            .take(PLACES_MAX)
            .map(|(line, range)| {
                let text = lines.get(*line).copied().unwrap_or_default();
                let column = range.start + 1;
                format!("{}:{column} `{}`", line + 1, visible(part(text, range)))
            })
            .collect();
        let places = places.join(", ");
        let count = each.uses.len();
        let said = match count {
            1 => message!("{what}; used once, at {places}", what, places),
            _ if count > PLACES_MAX => {
                let places = message!("{places} and others", places);
                message!(
                    "{what}; used {count} times, at {places}",
                    what,
                    count,
                    places
                )
            }
            _ => message!(
                "{what}; used {count} times, at {places}",
                what,
                count,
                places
            ),
        };
        writeln!(streams.err, "  {}", said.say(language))?;
    }
    if !allow_inferred && missing.iter().all(|it| it.status != Status::Unknown) {
        let said = message!("`--allow-inferred` writes what is published or inferred");
        writeln!(streams.err, "  {}", said.say(language))?;
    }
    Ok(())
}

pub(crate) fn disasm(
    source: &Source,
    learned: Encodings,
    arguments: &DisasmArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    let mut decoder = Decoder::with(learned);
    let mut known: HashMap<Word, Decoded> = HashMap::new();
    let mut step = 0_u64;
    let mut wrong = 0_usize;
    for (number, line) in line::lines(&source.text).enumerate() {
        match listing::item(line) {
            Ok(Item::Blank) => {}
            Ok(Item::Emulator(text)) => writeln!(streams.out, "{text}")?,
            Ok(Item::Word(word)) => {
                let decoded = known.entry(word).or_insert_with(|| decoder.decode(&word));
                step += 1;
                match arguments.fields {
                    false if decoded.is_inferred() => {
                        writeln!(streams.out, "{} # inferred", decoded.text())?;
                    }
                    false => writeln!(streams.out, "{}", decoded.text())?,
                    true => writeln!(
                        streams.out,
                        "{:<40} # {step} {} {}",
                        decoded.text(),
                        word.hexadecimal(),
                        fields(decoded)
                    )?,
                }
            }
            Err(error) => {
                if let Some(text) = decoder.line_by_rows(line) {
                    step += 1;
                    writeln!(streams.out, "{text}")?;
                    continue;
                }
                let at = error.range.start as usize;
                wrong += 1;
                if wrong <= WRONG_LINES_MAX {
                    complain(streams, &source.name, number, at, &error.message);
                }
                exit = Exit::ProgramErrors;
            }
        }
    }
    if let Some(omitted @ 1..) = wrong.checked_sub(WRONG_LINES_MAX) {
        let said = message!(
            "{omitted:# more line|# more lines} of `{file}` cannot be read",
            omitted,
            file = source.name.as_str()
        );
        streams.complain(&said.say(streams.language));
    }
    Ok(exit)
}

/// The fields that are not idle: `lm0_address=0x1c`.
fn fields(decoded: &Decoded) -> String {
    let word = &decoded.encoded.word;
    let is_used = |place: &FieldPlace| word.get(*place) != u32::from(place.idle());
    let used = FieldPlace::all(word.mode()).filter(is_used);
    let all: Vec<String> = used
        .map(|place| {
            let status = match decoded.encoded.status_of(place) {
                Status::Known(Evidence::Inf) if word.mode() == Mode::Flat => "(inferred)",
                _ => "",
            };
            format!("{}={:#x}{status}", place.name(), word.get(place))
        })
        .collect();
    all.join(" ")
}

/// Why a listing of mnc2 is not taken for an output of the vendor's assembler.
pub(crate) fn refused_listing(file: &str, text: &str) -> Option<Message> {
    listing::is_marked(text).then(|| {
        message!(
            "`{file}` is a listing of `mnc2 emu`, which no vendor's tool wrote: there is nothing in it to inspect or to learn",
            file
        )
    })
}

/// Reports the error of a line.
pub(crate) fn complain(
    streams: &mut Streams,
    file: &str,
    line: usize,
    at: usize,
    reason: &Message,
) {
    let said = message!(
        "{file}, line {line}, column {column}: {reason}",
        file,
        line = line + 1,
        column = at + 1,
        reason = reason.clone()
    );
    streams.complain(&said.say(streams.language));
}
