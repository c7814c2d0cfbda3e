//! `mnc2 inspect`: the modes and tags of a program for the board.

use std::collections::{BTreeSet, HashMap};
use std::io::Write as _;

use mnc2_asm::words::decode::KnownBits;
use mnc2_asm::words::listing::{self, Item};
use mnc2_asm::words::packet::{self, Block, TAG_MAX, tag_text as tag};
use mnc2_asm::words::{Decoder, Word};
use mnc2_asm::{Mode, message, text};
use mnc2_isa::field::Field;

use crate::args::InspectArguments;
use crate::input::{self, Source};
use crate::output::Streams;
use crate::{Exit, Failure, words};

/// The tags of a program.
#[derive(Default)]
struct Tags {
    waited: BTreeSet<u8>,
    /// Those of MV instructions; `None` if the file does not show them.
    started: Option<BTreeSet<u8>>,
}

pub(crate) fn command(
    arguments: &InspectArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let extension = arguments.file.extension();
    let is_listing = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("asm"));
    let (tags, is_whole) = match is_listing {
        true => of_listing(&Source::read(&arguments.file)?, streams)?,
        false => (of_packets(arguments, streams)?, true),
    };
    let collides = summary(&tags, &arguments.host_tags, streams)?;
    Ok(if collides || !is_whole {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

fn of_packets(arguments: &InspectArguments, streams: &mut Streams) -> Result<Tags, Failure> {
    let bytes = input::bytes(&arguments.file)?;
    let language = streams.language;
    let name = arguments.file.display();
    let blocks = packet::blocks(&bytes)
        .map_err(|reason| Failure::Message(format!("`{name}`: {}", reason.say(language))))?;
    writeln!(streams.out, "{}", Block::heading())?;
    let mut tags = Tags {
        started: Some(BTreeSet::new()),
        ..Tags::default()
    };
    for (number, block) in blocks.iter().enumerate() {
        writeln!(streams.out, "{}", block.row(number))?;
        let Block { waits, mv, .. } = block;
        tags.waited.extend(waits.iter().filter(|tag| **tag != 0));
        let started = tags.started.get_or_insert_default();
        started.extend(mv.iter().filter(|tag| **tag != 0));
    }
    let (bytes, count) = (bytes.len(), blocks.len());
    let said = message!("{bytes} bytes, {count} blocks", bytes, count);
    writeln!(streams.out, "{}", said.say(language))?;
    Ok(tags)
}

/// The tags of the assembler's output, and whether every line of it was read.
fn of_listing(source: &Source, streams: &mut Streams) -> Result<(Tags, bool), Failure> {
    let mut tags = Tags::default();
    let mut is_whole = true;
    let mut decoder = Decoder::new();
    let mut bits_of: HashMap<Word, KnownBits> = HashMap::new();
    let mut modes = [Mode::AutoStride, Mode::Flat].map(|mode| (mode, 0_u64, KnownBits::default()));
    for (number, line) in text::lines(&source.text).enumerate() {
        match listing::item(line) {
            Ok(Item::Word(word)) => {
                let known = bits_of.entry(word);
                let known = *known.or_insert_with(|| decoder.decode(&word).known);
                let of_mode = modes.iter_mut().filter(|(mode, ..)| *mode == word.mode());
                for (_, steps, bits) in of_mode {
                    *steps += 1;
                    bits.observed += known.observed;
                    bits.inferred += known.inferred;
                    bits.unknown += known.unknown;
                }
                let tag = word.get(Field::WaitTag) as u8;
                tags.waited.extend((tag != 0).then_some(tag));
            }
            Ok(Item::Emulator(_) | Item::Blank) => {}
            Err(error) => {
                let at = error.range.start as usize;
                words::complain(streams, &source.name, number, at, &error.message);
                is_whole = false;
            }
        }
    }
    let has_flat = modes[1].1 > 0;
    for (mode, steps, bits) in modes {
        if steps == 0 && (mode == Mode::Flat || has_flat) {
            continue;
        }
        let said = match mode {
            Mode::AutoStride => message!("{steps} steps in auto-stride mode", steps),
            Mode::Flat => message!("{steps} steps in flat mode", steps),
        };
        let KnownBits {
            observed,
            inferred,
            unknown,
        } = bits;
        let known = message!(
            "bits of their words: {observed} observed, {inferred} published or inferred, {unknown} unknown",
            observed,
            inferred,
            unknown
        );
        writeln!(streams.out, "{}", said.say(streams.language))?;
        writeln!(streams.out, "{}", known.say(streams.language))?;
    }
    Ok((tags, is_whole))
}

/// Writes the tags; returns whether the host uses one of them.
fn summary(tags: &Tags, host: &[u8], streams: &mut Streams) -> Result<bool, Failure> {
    let language = streams.language;
    let list = |tags: &mut dyn Iterator<Item = u8>| {
        let all: Vec<String> = tags.map(tag).collect();
        match all.is_empty() {
            true => "-".to_owned(),
            false => all.join(" "),
        }
    };
    let waited = list(&mut tags.waited.iter().copied());
    let said = message!("tags that steps wait for: {waited}", waited);
    writeln!(streams.out, "{}", said.say(language))?;
    let none = BTreeSet::new();
    let started = tags.started.as_ref().unwrap_or(&none);
    if tags.started.is_some() {
        let shown = list(&mut started.iter().copied());
        let said = message!("tags of MV instructions: {shown}", shown);
        writeln!(streams.out, "{}", said.say(language))?;
        let mut lonely = tags.waited.difference(started).copied();
        if lonely.clone().next().is_some() {
            let shown = list(&mut lonely);
            let said = message!(
                "waited for, but of no MV instruction of the file: {shown}",
                shown
            );
            writeln!(streams.out, "{}", said.say(language))?;
        }
    }
    let all: BTreeSet<u8> = tags.waited.union(started).copied().collect();
    let mut large = all.iter().copied().filter(|tag| *tag > TAG_MAX);
    if large.clone().next().is_some() {
        let shown = list(&mut large);
        let limit = tag(TAG_MAX);
        let said = message!("above the largest tag {limit}: {shown}", limit, shown);
        writeln!(streams.out, "{}", said.say(language))?;
    }
    let mut shared = all.iter().copied().filter(|tag| host.contains(tag));
    let collides = shared.clone().next().is_some();
    if collides {
        let shown = list(&mut shared);
        let said = message!("the host uses these tags too: {shown}", shown);
        streams.complain(&said.say(language));
    }
    Ok(collides)
}
