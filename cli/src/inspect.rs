//! `mnc2 inspect`: the modes and tags of a program for the board.

use std::collections::{BTreeSet, HashMap};
use std::io::Write as _;

use mnc2_isa::Mode;
use mnc2_isa::field::Field;
use mnc2_text::{line, message};
use mnc2_words::decode::KnownBits;
use mnc2_words::listing::{self, Item};
use mnc2_words::packet::{self, PacketBlock, TAG_MAX, tag_text as tag};
use mnc2_words::{Decoder, Word};
use serde_json::json;

use crate::args::{Format, InspectArguments};
use crate::exit::{Exit, Failure};
use crate::input::{self, Source};
use crate::output::Streams;
use crate::words;

/// The facts about a program that a file shows.
#[derive(Default)]
struct Inspected {
    /// Length of the file in bytes, and its blocks; `None` for a listing.
    packed: Option<(usize, Vec<PacketBlock>)>,
    /// Steps of a listing, and how much is known of their words; only modes that occur.
    modes: Vec<(Mode, u64, KnownBits)>,
    /// Whether every line was read.
    is_whole: bool,
    waited: BTreeSet<u8>,
    /// Tags of MV instructions; `None` if the file does not show them.
    started: Option<BTreeSet<u8>>,
}

impl Inspected {
    /// Tags that steps wait for, and that no MV instruction of the file carries.
    fn lonely(&self) -> Vec<u8> {
        let lonely = self
            .started
            .iter()
            .flat_map(|it| self.waited.difference(it));
        lonely.copied().collect()
    }

    fn all(&self) -> BTreeSet<u8> {
        let started = self.started.iter().flatten();
        self.waited.iter().chain(started).copied().collect()
    }

    /// Tags that are too large for the hardware.
    fn large(&self) -> Vec<u8> {
        self.all().into_iter().filter(|it| *it > TAG_MAX).collect()
    }

    /// Tags that the host uses too.
    fn shared(&self, host: &[u8]) -> Vec<u8> {
        let all = self.all().into_iter();
        all.filter(|it| host.contains(it)).collect()
    }
}

pub(crate) fn command(
    arguments: &InspectArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let extension = arguments.file.extension();
    let is_listing = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("asm"));
    let language = streams.language;
    let marked = |name: &str, text: &str| match words::refused_listing(name, text) {
        Some(said) => Err(Failure::Message(said.say(language))),
        None => Ok(()),
    };
    let inspected = if is_listing {
        let source = Source::read(&arguments.file)?;
        marked(&source.name, &source.text)?;
        inspect_listing(&source, streams)
    } else {
        let bytes = input::bytes(&arguments.file)?;
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(listing::MARK.len())]);
        marked(&arguments.file.display().to_string(), &start)?;
        inspect_packets(arguments, &bytes, streams)?
    };
    let shared = inspected.shared(&arguments.host_tags);
    match arguments.format {
        Format::Json => writeln!(streams.out, "{}", object(&inspected, &shared))?,
        Format::Text => {
            program(&inspected, streams)?;
            tags(&inspected, streams)?;
        }
    }
    if !shared.is_empty() {
        let shown = list(&shared);
        let said = message!("the host uses these tags too: {shown}", shown);
        streams.complain(&said.say(streams.language));
    }
    Ok(if !shared.is_empty() || !inspected.is_whole {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

fn inspect_packets(
    arguments: &InspectArguments,
    bytes: &[u8],
    streams: &Streams,
) -> Result<Inspected, Failure> {
    let language = streams.language;
    let name = arguments.file.display();
    let blocks = packet::blocks(bytes)
        .map_err(|reason| Failure::Message(format!("`{name}`: {}", reason.say(language))))?;
    let is_tag = |tag: &u8| *tag != 0;
    let waited = blocks.iter().flat_map(|it| &it.waits).copied();
    let started = blocks.iter().filter_map(|it| it.mv);
    Ok(Inspected {
        waited: waited.filter(is_tag).collect(),
        started: Some(started.filter(is_tag).collect()),
        packed: Some((bytes.len(), blocks)),
        modes: Vec::new(),
        is_whole: true,
    })
}

/// The steps and tags of the assembler's output.
fn inspect_listing(source: &Source, streams: &mut Streams) -> Inspected {
    let mut inspected = Inspected {
        is_whole: true,
        ..Inspected::default()
    };
    let mut decoder = Decoder::new();
    let mut bits_of: HashMap<Word, KnownBits> = HashMap::new();
    let mut modes = [Mode::AutoStride, Mode::Flat].map(|mode| (mode, 0_u64, KnownBits::default()));
    for (number, line) in line::lines(&source.text).enumerate() {
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
                inspected.waited.extend((tag != 0).then_some(tag));
            }
            Ok(Item::Emulator(_) | Item::Blank) => {}
            Err(error) => {
                let at = error.range.start as usize;
                words::complain(streams, &source.name, number, at, &error.message);
                inspected.is_whole = false;
            }
        }
    }
    inspected.modes = modes
        .into_iter()
        .filter(|(_, steps, _)| *steps > 0)
        .collect();
    if inspected.modes.is_empty() {
        inspected
            .modes
            .push((Mode::AutoStride, 0, KnownBits::default()));
    }
    inspected
}

/// One object for the whole file.
fn object(inspected: &Inspected, shared: &[u8]) -> serde_json::Value {
    let named =
        |tags: &mut dyn Iterator<Item = &u8>| -> Vec<String> { tags.map(|it| tag(*it)).collect() };
    let block = |it: &PacketBlock| {
        json!({
            "mode": it.mode.name(),
            "waits": named(&mut it.waits.iter()),
            "mv": it.mv.map(tag),
        })
    };
    let blocks = inspected.packed.as_ref();
    let blocks: Option<Vec<_>> = blocks.map(|(_, all)| all.iter().map(block).collect());
    let mode = |(mode, steps, bits): &(Mode, u64, KnownBits)| {
        json!({
            "mode": match mode { Mode::AutoStride => "auto-stride", Mode::Flat => "flat" },
            "steps": steps,
            "bits": {"observed": bits.observed, "inferred": bits.inferred, "unknown": bits.unknown},
        })
    };
    let modes: Vec<_> = inspected.modes.iter().map(mode).collect();
    json!({
        "bytes": inspected.packed.as_ref().map(|(bytes, _)| bytes),
        "blocks": blocks,
        "modes": modes,
        "tags": {
            "waited": named(&mut inspected.waited.iter()),
            "started": inspected.started.as_ref().map(|it| named(&mut it.iter())),
            "never_started": named(&mut inspected.lonely().iter()),
            "too_large": named(&mut inspected.large().iter()),
            "of_the_host": named(&mut shared.iter()),
        },
    })
}

/// Writes the blocks, or the steps of each mode.
fn program(inspected: &Inspected, streams: &mut Streams) -> Result<(), Failure> {
    let language = streams.language;
    if let Some((bytes, blocks)) = &inspected.packed {
        writeln!(streams.out, "{}", PacketBlock::heading())?;
        for (number, block) in blocks.iter().enumerate() {
            writeln!(streams.out, "{}", block.row(number))?;
        }
        let count = blocks.len();
        let said = message!("{bytes} bytes, {count} blocks", bytes = *bytes, count);
        writeln!(streams.out, "{}", said.say(language))?;
    }
    for &(mode, steps, bits) in &inspected.modes {
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
        writeln!(streams.out, "{}", said.say(language))?;
        writeln!(streams.out, "{}", known.say(language))?;
    }
    Ok(())
}

fn list(tags: &[u8]) -> String {
    let all: Vec<String> = tags.iter().copied().map(tag).collect();
    match all.is_empty() {
        true => "-".to_owned(),
        false => all.join(" "),
    }
}

fn tags(inspected: &Inspected, streams: &mut Streams) -> Result<(), Failure> {
    let listed = |tags: &BTreeSet<u8>| list(&tags.iter().copied().collect::<Vec<_>>());
    let waited = listed(&inspected.waited);
    let mut lines = vec![message!("tags that steps wait for: {waited}", waited)];
    if let Some(started) = &inspected.started {
        let shown = listed(started);
        lines.push(message!("tags of MV instructions: {shown}", shown));
    }
    let lonely = inspected.lonely();
    if !lonely.is_empty() {
        let shown = list(&lonely);
        lines.push(message!(
            "waited for, but of no MV instruction of the file: {shown}",
            shown
        ));
    }
    let large = inspected.large();
    if !large.is_empty() {
        let shown = list(&large);
        let limit = tag(TAG_MAX);
        lines.push(message!(
            "above the largest tag {limit}: {shown}",
            limit,
            shown
        ));
    }
    for line in lines {
        writeln!(streams.out, "{}", line.say(streams.language))?;
    }
    Ok(())
}
