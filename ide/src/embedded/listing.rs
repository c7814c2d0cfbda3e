//! Listings of machine code, as `objdump -d` prints them: each section of an object file is a region, a program of which every
//! line is in the line of its instruction. Addresses of sections that are not linked overlap.
//!
//! A word that `objdump` does not know becomes the instruction that it is, and a place that something branches to gets a label.
//! Addresses are labels, too, so that the program has the branches of the listing.

use std::collections::HashSet;
use std::ops::Range;

use mnc2_text::{LanguageChoice, line};

use super::effort::look_at;
use super::region::{Certainty, Draft, Quoting};
use super::{language_of_mnemonic, stated_choice};
use crate::languages::{self, Listed};
use crate::session::DocumentLanguage;

/// Lines at the start of a listing that may precede the name of its first file.
const LINES_BEFORE_MAX: usize = 5;

/// The part of the line about an object file that names the machine.
const MACHINES: [&str; 4] = [
    "file format elf32-littleriscv",
    "file format elf64-littleriscv",
    "file format elf32-bigriscv",
    "file format elf64-bigriscv",
];

/// Whether a text is a listing of machine code for a machine with a language.
#[must_use]
pub(super) fn is_listing(text: &str) -> bool {
    line::lines(text).take(LINES_BEFORE_MAX).any(is_head)
}

/// Whether a line begins an object file.
fn is_head(line: &str) -> bool {
    MACHINES.iter().any(|it| line.trim_end().ends_with(it))
}

/// Finds the regions of a text. Without a stated language, the instructions determine it.
pub(super) fn find(text: &str, stated: Option<&LanguageChoice>, found: &mut Vec<Draft>) {
    let (mut start, mut rows) = (0, Vec::new());
    for line in line::lines_with_ends(text) {
        let own = start..start + line.len();
        start = own.end;
        look_at(own.len());
        if is_head(line) {
            add_file(text, &rows, stated, found);
            rows.clear();
        }
        rows.push(Row::read(text, own));
    }
    add_file(text, &rows, stated, found);
}

/// Finds the regions of an object file.
fn add_file(host: &str, rows: &[Row], stated: Option<&LanguageChoice>, found: &mut Vec<Draft>) {
    let Some(reading) = reading(host, rows, stated) else {
        return;
    };
    let sections = rows.chunk_by(|_, next| !matches!(next.kind, Kind::Section));
    found.extend(sections.filter_map(|rows| draft(host, rows, &reading)));
}

/// A line of a listing.
struct Row {
    /// Its bytes with the line end.
    line: Range<usize>,
    kind: Kind,
}

enum Kind {
    /// The name of a place: `0000000000010074 <main>:`.
    Label(Range<usize>),
    /// An instruction: its address with the colon, its bytes, and what is printed for it.
    Instruction {
        address: u64,
        place: Range<usize>,
        hex: String,
        bytes: Range<usize>,
        text: Range<usize>,
    },
    /// The start of a section.
    Section,
    Other,
}

impl Row {
    fn read(host: &str, line: Range<usize>) -> Self {
        let text = line::without_end(&host[line.clone()]);
        let is_section = text.starts_with("Disassembly of section ");
        let kind = is_section.then_some(Kind::Section);
        let kind = kind.or_else(|| label(text, line.start));
        let kind = kind.or_else(|| instruction(text, line.start));
        Self {
            line,
            kind: kind.unwrap_or(Kind::Other),
        }
    }
}

/// The address at the start of a text, and its length.
fn address(text: &str) -> Option<(u64, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_hexdigit).count();
    let value = u64::from_str_radix(&text[..length], 16).ok()?;
    Some((value, length))
}

fn label(text: &str, start: usize) -> Option<Kind> {
    let (_, length) = address(text)?;
    let name = text[length..].strip_prefix(" <")?.strip_suffix(">:")?;
    let start = start + length + " <".len();
    Some(Kind::Label(start..start + name.len()))
}

fn instruction(text: &str, start: usize) -> Option<Kind> {
    let blanks = text.len() - text.trim_start().len();
    let (address, length) = address(&text[blanks..])?;
    let place = blanks..blanks + length + 1;
    let rest = text[blanks + length..].strip_prefix(':')?;
    let skipped = rest.len() - rest.trim_start().len();
    let (printed, after) = rest[skipped..]
        .split_once('\t')
        .unwrap_or((&rest[skipped..], ""));
    let printed = printed.trim_end();
    let bytes = place.end + skipped..place.end + skipped + printed.len();
    let text = text.len() - after.len()..text.len();
    let at = |range: Range<usize>| start + range.start..start + range.end;
    Some(Kind::Instruction {
        address,
        place: at(place),
        hex: hex(printed)?,
        bytes: at(bytes),
        text: at(text),
    })
}

/// The word whose bytes are printed: as one number, or byte by byte from the lowest.
fn hex(printed: &str) -> Option<String> {
    let parts: Vec<&str> = printed.split(' ').collect();
    let is_hex = |part: &&str| part.bytes().all(|it| it.is_ascii_hexdigit());
    let is_bytes = parts.iter().all(|it| it.len() == 2);
    let is_known = parts.iter().all(is_hex) && (is_bytes || parts.len() == 1);
    (is_known && !printed.is_empty()).then(|| parts.into_iter().rev().collect())
}

/// Whether what is printed for a word is not an instruction.
fn is_unknown(text: &str) -> bool {
    let word = text.split_ascii_whitespace().next().unwrap_or_default();
    word.is_empty() || word.starts_with(['.', '<']) || word.starts_with("0x") || word == "unknown"
}

/// What makes an object file a program of a language.
struct Reading {
    choice: LanguageChoice,
    certainty: Certainty,
}

/// The region of a section, if there is an instruction in it.
fn draft(host: &str, rows: &[Row], reading: &Reading) -> Option<Draft> {
    let mut instructions = rows.iter();
    if !instructions.any(|row| matches!(row.kind, Kind::Instruction { .. })) {
        return None;
    }
    let language = DocumentLanguage::find(&reading.choice.id)?;
    let DocumentLanguage::Listed(listed) = language else {
        return None;
    };
    let mut draft = Draft::new(language, Quoting::Shown);
    let mut options = listed.options();
    // What is wrong with a choice is reported where its region is read.
    languages::choose(&mut *options, &reading.choice);
    let decode = |hex: &str| options.disassemble(hex).ok();
    let targets = Targets::new(host, rows);
    for row in rows {
        add(&mut draft, host, row, &targets, &decode);
        let end = row.line.start + line::without_end(&host[row.line.clone()]).len();
        draft.push(host, end..row.line.end);
    }
    draft.lower(reading.certainty);
    draft.choose(reading.choice.clone());
    Some(draft)
}

/// The instructions of the machine's extension among rows: the word of each, and what is printed for it if that is one.
fn own<'a>(host: &'a str, rows: &'a [Row], listed: Listed) -> Vec<(&'a str, Option<&'a str>)> {
    let options = listed.options();
    let instructions = rows.iter().filter_map(|row| match &row.kind {
        Kind::Instruction { hex, text, .. } => Some((hex.as_str(), host[text.clone()].trim())),
        Kind::Label(_) | Kind::Section | Kind::Other => None,
    });
    let own = instructions.filter_map(|(hex, text)| {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let is_own = || language_of_mnemonic(word) == Some(DocumentLanguage::Listed(listed));
        match is_unknown(text) {
            true => options.disassemble(hex).ok().map(|_| (hex, None)),
            false => is_own().then_some((hex, Some(text))),
        }
    });
    own.collect()
}

/// The language of an object file. What is printed as an instruction is certain; words alone are certain if they are instructions
/// of exactly one version, all those that look like them included.
fn reading(host: &str, rows: &[Row], stated: Option<&LanguageChoice>) -> Option<Reading> {
    let listed = languages::ALL.iter().copied();
    let mut listed = listed.filter(|it| it.about().embedded.is_in_asm);
    let (listed, own) = listed.find_map(|listed| {
        let is_stated = stated.is_some_and(|stated| stated.id == listed.about().id);
        let own = own(host, rows, listed);
        (is_stated || !own.is_empty()).then_some((listed, own))
    })?;
    let mut choice = stated_choice(stated, listed);
    let is_stated = stated.is_some_and(|stated| stated.id == listed.about().id);
    let is_printed = own.iter().any(|(_, text)| text.is_some());
    let mut version = choice.version().map(str::to_owned);
    if version.is_none() {
        version = only_version(listed, &own);
        let stated = version.iter().map(|it| ("version".to_owned(), it.clone()));
        choice.options.extend(stated);
    }
    let is_certain = is_printed
        || is_stated
        || version.is_some_and(|version| knows_alike(host, rows, listed, &own, &version));
    Some(Reading {
        choice,
        certainty: match is_certain {
            true => Certainty::Program,
            false => Certainty::Unfinished,
        },
    })
}

/// What a word is in a version.
fn decoded(listed: Listed, version: &str, hex: &str) -> Option<String> {
    let mut options = listed.options();
    options.set("version", version).ok()?;
    options.disassemble(hex).ok()
}

/// The only version in which every word is what is printed for it.
fn only_version(listed: Listed, own: &[(&str, Option<&str>)]) -> Option<String> {
    let alike = |text: &str| -> String { text.split_whitespace().collect() };
    let holds = |version: &&str| {
        !own.is_empty()
            && own.iter().all(|(hex, text)| {
                let decoded = decoded(listed, version, hex);
                decoded.is_some_and(|decoded| text.is_none_or(|it| alike(it) == alike(&decoded)))
            })
    };
    let mut versions = listed.about().versions.iter().copied().filter(holds);
    let first = versions.next()?;
    versions.next().is_none().then(|| first.to_owned())
}

/// Whether every unknown word with the opcode of one that is an instruction is one, too.
fn knows_alike(
    host: &str,
    rows: &[Row],
    listed: Listed,
    own: &[(&str, Option<&str>)],
    version: &str,
) -> bool {
    /// The bits of the opcode of an instruction.
    const OPCODE: u32 = 0x7f;
    let opcode = |hex: &str| u32::from_str_radix(hex, 16).ok().map(|it| it & OPCODE);
    let opcodes: HashSet<Option<u32>> = own.iter().map(|(hex, _)| opcode(hex)).collect();
    rows.iter().all(|row| match &row.kind {
        Kind::Instruction { hex, text, .. } => {
            let is_alike = is_unknown(&host[text.clone()]) && opcodes.contains(&opcode(hex));
            !is_alike || decoded(listed, version, hex).is_some()
        }
        Kind::Label(_) | Kind::Section | Kind::Other => true,
    })
}

/// The instructions of a section that something branches to.
struct Targets(HashSet<u64>);

impl Targets {
    fn new(host: &str, rows: &[Row]) -> Self {
        let (mut instructions, mut targets) = (HashSet::new(), HashSet::new());
        for row in rows {
            if let Kind::Instruction { address, text, .. } = &row.kind {
                instructions.insert(*address);
                let target = target(&host[text.clone()]);
                targets.extend(target.map(|(address, _)| address));
            }
        }
        targets.retain(|address| instructions.contains(address));
        Self(targets)
    }

    /// The label of an instruction.
    fn label(&self, address: u64) -> Option<String> {
        let is_target = self.0.contains(&address);
        is_target.then(|| format!(".L{address:x}"))
    }
}

/// Whether an assembler reads a name as one.
fn is_name(name: &str) -> bool {
    let is_in_name = |it: u8| it.is_ascii_alphanumeric() || b"_.$".contains(&it);
    name.bytes().all(is_in_name) && !name.starts_with(|it: char| it.is_ascii_digit())
}

/// The target of a branch, which is printed as `10074 <main+0x10>`, with its bytes.
fn target(text: &str) -> Option<(u64, Range<usize>)> {
    let open = text.find(" <")?;
    let end = open + text[open..].find('>')? + 1;
    let start = text[..open].rfind([' ', '\t', ','])? + 1;
    // In a comment it is not an operand.
    if text[..start].contains('#') {
        return None;
    }
    let (address, length) = address(text[start..open].trim_start_matches("0x"))?;
    (length > 0).then_some((address, start..end))
}

/// Adds the program's line for a line of the listing.
fn add(
    draft: &mut Draft,
    host: &str,
    row: &Row,
    targets: &Targets,
    decode: &dyn Fn(&str) -> Option<String>,
) {
    match &row.kind {
        Kind::Label(name) if is_name(&host[name.clone()]) => {
            draft.push(host, name.clone());
            draft.replace(name.end..name.end + ">:".len(), ":");
        }
        Kind::Instruction {
            address,
            place,
            hex,
            bytes,
            text,
        } => {
            if let Some(label) = targets.label(*address) {
                draft.replace(place.clone(), &format!("{label}:"));
            }
            let printed = &host[text.clone()];
            match decode(hex).filter(|_| is_unknown(printed)) {
                Some(decoded) => draft.replace(bytes.start..text.end, &format!("\t{decoded}")),
                // A word that is data, or unknown to both.
                None if is_unknown(printed) => draft.replace(bytes.start..text.end, "\t.4byte 0"),
                None => {
                    draft.replace(bytes.clone(), "\t");
                    add_printed(draft, host, text, targets);
                }
            }
        }
        Kind::Label(_) | Kind::Section | Kind::Other => {}
    }
}

/// Adds an instruction as it is printed, with the label of its target.
fn add_printed(draft: &mut Draft, host: &str, text: &Range<usize>, targets: &Targets) {
    let found = target(&host[text.clone()]);
    let named = found.and_then(|(address, range)| {
        let label = targets.label(address)?;
        Some((text.start + range.start..text.start + range.end, label))
    });
    match named {
        Some((range, label)) => {
            draft.push(host, text.start..range.start);
            draft.replace(range.clone(), &label);
            draft.push(host, range.end..text.end);
        }
        None => draft.push(host, text.clone()),
    }
}
