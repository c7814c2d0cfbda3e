//! `mnc2 learn`: instruction words from programs and the output of the user's own assembler.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use mnc2_project::encodings::write;
use mnc2_text::{Message, message};
use mnc2_words::learn::{Contradiction, Learned, WordOrigin};
use mnc2_words::{Pair, learn, listing};

use crate::args::{ConfigArguments, LearnArguments};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::output::Streams;
use crate::region::write_file;
use crate::rules::RuleBook;
use crate::{find_programs, words};

/// The extension of an assembler's output.
const OUTPUT_EXTENSION: &str = "asm";

/// Contradictions that are shown, of those with the same field and content or the same kind.
const SHOWN_MAX: usize = 4;

/// Bits that are shown of a longer list.
const BITS_MAX: usize = 16;

pub(crate) fn command(arguments: &LearnArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let paths = pairs(arguments, streams)?;
    let mut sources = Vec::new();
    for (program, output) in &paths {
        let output = Source::read(output)?;
        if let Some(said) = words::refused_listing(&output.name, &output.text) {
            return Err(Failure::Message(said.say(streams.language)));
        }
        sources.push((Source::read(program)?, output));
    }
    let pairs: Vec<Pair<'_>> = sources
        .iter()
        .map(|(program, output)| Pair {
            name: &program.name,
            program: &program.text,
            output: &output.text,
        })
        .collect();
    let learned = learn(&pairs, arguments.blank);
    report(&learned, &sources, streams)?;
    let text = write(&learned.encodings);
    match &arguments.output {
        None => streams.out.write_all(text.as_bytes())?,
        Some(path) => write_file(path, text.as_bytes())?,
    }
    let is_clean = learned.contradictions.is_empty() && learned.misaligned.is_empty();
    Ok(if is_clean {
        Exit::Success
    } else {
        Exit::ProgramErrors
    })
}

/// The files of the pairs.
fn pairs(
    arguments: &LearnArguments,
    streams: &mut Streams,
) -> Result<Vec<(PathBuf, PathBuf)>, Failure> {
    let is_output = |path: &Path| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(OUTPUT_EXTENSION))
    };
    let mut found: Vec<(PathBuf, PathBuf)> = Vec::new();
    let mut given = arguments.pairs.iter().peekable();
    while let Some(path) = given.next() {
        if path.is_dir() {
            let book = RuleBook::with_layer(
                mnc2_program::rules::Layer::default(),
                &ConfigArguments::default(),
                streams.language,
            )?;
            let (programs, complaints) = find_programs::programs(std::slice::from_ref(path), &book);
            for complaint in &complaints {
                streams.complain(complaint);
            }
            let beside = programs.into_iter().map(|program| {
                let output = program.with_extension(OUTPUT_EXTENSION);
                (program, output)
            });
            found.extend(beside.filter(|(_, output)| output.is_file()));
        } else if is_output(path) {
            let said = message!(
                "`{file}` is an output: name its program before it",
                file = path.display().to_string()
            );
            return Err(Failure::Message(said.say(streams.language)));
        } else {
            let output = match given.next_if(|next| is_output(next)) {
                Some(output) => output.clone(),
                None => path.with_extension(OUTPUT_EXTENSION),
            };
            found.push((path.clone(), output));
        }
    }
    if found.is_empty() {
        let said = message!("there is no program with an output next to it");
        return Err(Failure::Message(said.say(streams.language)));
    }
    Ok(found)
}

type Sources = [(Source, Source)];

/// Reports what was learned, and what does not fit.
fn report(learned: &Learned, sources: &Sources, streams: &mut Streams) -> Result<(), Failure> {
    for (pair, error) in learned.misaligned.iter().take(words::WRONG_LINES_MAX) {
        let (program, output) = &sources[*pair];
        let source = if error.is_output { output } else { program };
        words::complain(streams, &source.name, error.line, error.at, &error.message);
    }
    if let Some(count @ 1..) = learned.misaligned.len().checked_sub(words::WRONG_LINES_MAX) {
        let said = message!("{count:# more line does|# more lines do} not fit", count);
        streams.complain(&said.say(streams.language));
    }
    let mut shown: Vec<(Message, usize)> = Vec::new();
    for contradiction in &learned.contradictions {
        let kind = kind(contradiction);
        let count = match shown.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                shown.push((kind, 1));
                1
            }
        };
        if count <= SHOWN_MAX {
            say(contradiction, sources, streams);
        }
    }
    let language = streams.language;
    for (kind, count) in shown.iter().filter(|(_, count)| *count > SHOWN_MAX) {
        let count = count - SHOWN_MAX;
        let said = message!("and {count} more: {kind}", count, kind = kind.clone());
        streams.complain(&said.say(language));
    }
    for (form, bit, names) in learned.ambiguous.iter().take(SHOWN_MAX) {
        let said = message!(
            "bit {bit} of words `{letter}` is not told apart: {names}",
            bit = u32::from(*bit),
            letter = form.letter(),
            names = names.join(", ")
        );
        streams.complain(&said.say(language));
    }
    if learned.ambiguous.len() > SHOWN_MAX {
        let count = learned.ambiguous.len() - SHOWN_MAX;
        let said = message!("{count} more bits are not told apart", count);
        streams.complain(&said.say(language));
    }
    let [confirmed, inferred] = learned.confirmed;
    let words: u64 = learned.words.iter().sum();
    let rows: usize = learned.encodings.words.iter().map(|it| it.rows.len()).sum();
    let lines = [
        message!(
            "{words} words of {pairs:# pair|# pairs}, {rows:# row|# rows}",
            words,
            pairs = sources.len(),
            rows
        ),
        message!(
            "{confirmed} contents as observed, {inferred} as published or inferred, {contradictions:# contradiction|# contradictions}",
            confirmed,
            inferred,
            contradictions = learned.contradictions.len()
        ),
    ];
    for said in lines {
        writeln!(streams.err, "{}", said.say(language))?;
    }
    if learned.skipped > 0 {
        let count = learned.skipped;
        let said = message!(
            "{count:# word is|# words are} of lines that have an error here, and left out",
            count
        );
        writeln!(streams.err, "{}", said.say(language))?;
    }
    Ok(())
}

/// The common kind of contradictions.
fn kind(contradiction: &Contradiction) -> Message {
    match contradiction {
        Contradiction::Field {
            place,
            mode,
            status,
            ..
        } => message!(
            "{field} ({bits}), {status}",
            field = place.name(),
            bits = listing::bits(*place, *mode),
            status = status.message()
        ),
        Contradiction::Row { .. } => message!("rows of the table that the words do not have"),
        Contradiction::Inverted { .. } => message!("numbers that are inverted in the words"),
        Contradiction::Words { .. } => message!("equal statements with different words"),
        Contradiction::Outlier { .. } => message!("words unlike all others"),
        Contradiction::Unexplained { .. } => message!("bits that nothing explains"),
    }
}

fn say(contradiction: &Contradiction, sources: &Sources, streams: &mut Streams) {
    let program = |at: &WordOrigin| sources[at.pair].0.name.clone();
    let (at, reason) = match contradiction {
        Contradiction::Field {
            at,
            place,
            mode,
            status,
            expected,
            found,
        } => {
            let reason = message!(
                "line {line} of {program}: {field} ({bits}) is {found}, but {expected} is {status}",
                line = at.line + 1,
                program = program(at),
                field = place.name(),
                bits = listing::bits(*place, *mode),
                found = format!("{found:#x}"),
                expected = format!("{expected:#x}"),
                status = status.message()
            );
            (at, reason)
        }
        Contradiction::Words { first, at, bits } => {
            let reason = message!(
                "line {line} of {program} equals line {other} of {before}, but {bits} differ",
                line = at.line + 1,
                program = program(at),
                other = first.line + 1,
                before = program(first),
                bits = list(bits)
            );
            (at, reason)
        }
        Contradiction::Outlier { at, bits, .. } => {
            let reason = message!(
                "line {line} of {program}: {bits} differ from all other words",
                line = at.line + 1,
                program = program(at),
                bits = list(bits)
            );
            (at, reason)
        }
        Contradiction::Row {
            at,
            place,
            mode,
            differing,
            words,
            is_inverted,
        } => {
            let (field, bits) = (place.name(), listing::bits(*place, *mode));
            let reason = match is_inverted {
                true => message!(
                    "{field} ({bits}) is the inverse of the table's value in {differing} of {words} words, of which this is the first",
                    field,
                    bits,
                    differing = *differing,
                    words = *words
                ),
                false => message!(
                    "{field} ({bits}) differs from the table in {differing} of {words} words, of which this is the first",
                    field,
                    bits,
                    differing = *differing,
                    words = *words
                ),
            };
            (at, reason)
        }
        Contradiction::Inverted { form, name, bits } => {
            let said = message!(
                "words `{letter}` hold {property} inverted in {bits}: there is no row for it",
                letter = form.letter(),
                property = name.as_str(),
                bits = list(bits)
            );
            return streams.complain(&said.say(streams.language));
        }
        Contradiction::Unexplained { form, bits } => {
            let said = message!(
                "no property of the statements explains {bits} of words `{letter}`",
                bits = list(bits),
                letter = form.letter()
            );
            return streams.complain(&said.say(streams.language));
        }
    };
    let output = sources[at.pair].1.name.as_str();
    words::complain(streams, output, at.output_line, 0, &reason);
}

/// The bits as text, such as `bits 3, 2, 1`.
fn list(bits: &[u16]) -> String {
    let shown: Vec<String> = bits.iter().take(BITS_MAX).map(u16::to_string).collect();
    let more = if bits.len() > BITS_MAX { ", .." } else { "" };
    format!("bits {}{more}", shown.join(", "))
}
