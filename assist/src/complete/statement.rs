//! Control, debug and host statements.

use std::collections::HashMap;

use mnc2_isa::debug::{self, DEBUG_TYPES, PAYLOAD_NOTATIONS};
use mnc2_isa::geometry::MASK_VARIABLE_ENTRIES;
use mnc2_isa::{ChipLevel, ControlOp, Memory, Op, Width};

use super::acceptance::Judge;
use super::opcode::is_like;
use super::usage::{self, Use};
use super::{Candidate, CandidateKind, CursorContext, Piece, pieces};
use mnc2_asm::LineParser;
use mnc2_program::cursor::Cursor;
use mnc2_program::{OperandKind, PeMemory};
use mnc2_text::message;

/// The letters of a scope, in the order of [`ChipLevel`]: outermost first.
const SCOPE: [char; 5] = ['n', 'c', 'b', 'm', 'p'];

/// Long words of an example payload; longer ones are left to the programmer.
const PAYLOAD_LONG_WORDS_MAX: usize = 64;

/// Maximum number of places that the program writes among those that `d get` offers.
const WRITTEN_MAX: usize = 32;

/// Letters of the memories in a `mask` statement (manual 3.6.2.1).
const MASK_LETTERS: [&str; 6] = ["r", "s", "t", "m", "n", "k"];

/// Statements that are not instructions, at the start of a line.
pub(super) fn starts(typed: &str, likely: &HashMap<&'static str, f64>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut add = |label: &str, rest: &str, op: ControlOp| {
        if is_like(label, typed) {
            let mut written = vec![Piece::Text(label.to_owned())];
            written.extend(pieces(rest));
            candidates.push(Candidate {
                label: label.to_owned(),
                pieces: written,
                kind: CandidateKind::Statement,
                detail: Op::Control(op).row().title.into(),
                likelihood: (likely.get(label).copied().unwrap_or(0.0) * 1e6) as u32,
                rank: 6,
                inserts: true,
            });
        }
    };
    for data_type in DEBUG_TYPES {
        let label = format!("d get{}", data_type.letters);
        add(&label, " {$lm0n0c0b0m0p0} {1}", ControlOp::DebugGet);
    }
    add(
        "d set",
        " {$lm0n0c0b0m0p0} 1 {0000000000000000}",
        ControlOp::DebugSet,
    );
    add("quit", "", ControlOp::Quit);
    add("mask", "{r} {0b10001}", ControlOp::Mask);
    for op in [
        ControlOp::HostWritePdm,
        ControlOp::HostReadPdm,
        ControlOp::HostFlush,
        ControlOp::HostWriteDram,
    ] {
        let example = op.row().example;
        let (letter, rest) = example.split_once(' ').unwrap_or((example, ""));
        let words: String = rest.split(' ').map(|word| format!(" {{{word}}}")).collect();
        add(letter, if rest.is_empty() { "" } else { &words }, op);
    }
    candidates.extend(mask_letters(typed));
    candidates
}

/// The letters that can follow `mask`.
fn mask_letters(typed: &str) -> Vec<Candidate> {
    let Some(letters) = typed.strip_prefix("mask") else {
        return Vec::new();
    };
    let widths: &[&str] = if letters.is_empty() {
        &["l", "ll"]
    } else {
        &[]
    };
    let widths = widths.iter().chain(if letters == "l" {
        &["l"] as &[&str]
    } else {
        &[]
    });
    let unused = MASK_LETTERS
        .iter()
        .filter(|letter| !letters.contains(*letter));
    unused
        .chain(widths)
        .chain([&""])
        .map(|letter| {
            let written = vec![
                Piece::Text(format!("{typed}{letter}")),
                Piece::Text(" ".to_owned()),
                Piece::Stop("0b10001".to_owned()),
            ];
            Candidate {
                label: format!("{typed}{letter}"),
                pieces: written,
                kind: CandidateKind::Statement,
                detail: ControlOp::Mask.row().title.into(),
                likelihood: 0,
                rank: 1,
                inserts: true,
            }
        })
        .collect()
}

/// The entry of a `mask` statement.
pub(super) fn mask_entry(parser: &mut LineParser, text: &str, cursor: &Cursor) -> Vec<Candidate> {
    if cursor.before.len() != 1 {
        return Vec::new();
    }
    let typed = cursor.typed(text);
    let variable = MASK_VARIABLE_ENTRIES.map(|entry| entry.to_string());
    let patterns = (0..16).map(|pattern| format!("0b1{pattern:04b}"));
    let words = std::iter::once("0".to_owned())
        .chain(patterns)
        .chain(variable)
        .filter(|word| word.starts_with(typed))
        .chain((!typed.is_empty()).then(|| typed.to_owned()));
    let mut judge = Judge::new(parser, &text[..cursor.word.start], vec![String::new()]);
    words
        .filter(|word| judge.accepts(word))
        .map(|word| {
            let detail = match word.as_str() {
                "0" => message!("no mask").template(),
                _ if word.starts_with("0b1") => message!("fixed mask").template(),
                _ => message!("mask register").template(),
            };
            Candidate::new(vec![Piece::Text(word)], CandidateKind::Value, 2, detail)
        })
        .collect()
}

/// The words of a host statement, from its example.
pub(super) fn host(text: &str, cursor: &Cursor) -> Vec<Candidate> {
    let command = &text[cursor.before[0].clone()];
    let op = match command {
        "c" => ControlOp::HostWritePdm,
        "e" => ControlOp::HostReadPdm,
        "r" => ControlOp::HostWriteDram,
        _ => return Vec::new(),
    };
    let row = op.row();
    let typed = cursor.typed(text);
    let words: Vec<&str> = row.example.split(' ').collect();
    let word = words.get(cursor.before.len()).or(words.last());
    word.filter(|word| word.starts_with(typed))
        .map(|word| {
            Candidate::new(
                vec![Piece::Stop((*word).to_owned())],
                CandidateKind::Value,
                2,
                row.title,
            )
        })
        .into_iter()
        .collect()
}

/// The words of `d get` and `d set`.
pub(super) fn debug(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    surroundings: &CursorContext,
) -> Vec<Candidate> {
    let typed = cursor.typed(text);
    let verb = cursor.before.get(1).map(|word| &text[word.clone()]);
    match (cursor.before.len(), verb) {
        (1, _) => DEBUG_TYPES
            .iter()
            .map(|data_type| format!("get{}", data_type.letters))
            .chain(["set".to_owned()])
            .filter(|word| is_like(word, typed))
            .map(|word| {
                let op = if word == "set" {
                    ControlOp::DebugSet
                } else {
                    ControlOp::DebugGet
                };
                Candidate::new(
                    vec![Piece::Text(word)],
                    CandidateKind::Statement,
                    2,
                    op.row().title,
                )
            })
            .collect(),
        (2, Some(verb)) => {
            let mut found = written(parser, text, cursor, verb, &surroundings.uses);
            found.extend(memories(parser, text, cursor, verb));
            found
        }
        (3, Some(verb)) => count(parser, text, cursor, verb),
        (_, Some("set")) => payload(text, cursor),
        _ => Vec::new(),
    }
}

/// The text after the memory in a statement that is only parsed.
fn ends(verb: &str) -> Vec<String> {
    match verb {
        "set" => [1, 2]
            .map(|count| format!(" 1 {}", "0".repeat(16 * count)))
            .to_vec(),
        _ => vec![" 1".to_owned()],
    }
}

/// Places that the program above writes, the last first, limited to one element as `d get` shows them.
fn written(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    verb: &str,
    uses: &[Use],
) -> Vec<Candidate> {
    let typed = cursor.typed(text);
    let mut judge = Judge::new(parser, &text[..cursor.word.start], ends(verb));
    let mut found: Vec<Candidate> = Vec::new();
    let outputs = uses
        .iter()
        .rev()
        .flat_map(|one| one.operands.iter().skip(one.inputs));
    for place in outputs.filter_map(|output| place_of(&output.kind)) {
        if found.len() >= WRITTEN_MAX {
            break;
        }
        let is_new = found.iter().all(|it| it.label != place);
        if is_new && place.starts_with(typed) && judge.accepts(&place) {
            let likelihood = 0.9 / (1.0 + found.len() as f64);
            let written = vec![Piece::Text(place)];
            let detail = message!("written above").template();
            let candidate = Candidate::new(written, CandidateKind::Recent, 0, detail);
            found.push(candidate.likely(likelihood));
        }
    }
    found
}

/// Where an output begins, in the first element that has the memory: `$lm0n0c0b0m0p0`.
fn place_of(output: &OperandKind) -> Option<String> {
    let (memory, address) = match output {
        OperandKind::T(_) => (Memory::T, String::new()),
        _ => {
            let (space, address) = usage::address(output)?;
            (space.memory(), address.to_string())
        }
    };
    let widths = match output {
        OperandKind::PeMemory(PeMemory { indirect: true, .. }) => return None,
        OperandKind::PeMemory(PeMemory { width, .. }) => vec![*width],
        _ => vec![Width::Long, Width::DoubleLong, Width::Single],
    };
    let width = widths
        .into_iter()
        .find(|width| debug::debug_memory(memory, *width).is_some())?;
    let scope: String = scope_of(memory)
        .iter()
        .map(|level| format!("{level}0"))
        .collect();
    Some(format!(
        "${}{}{address}{scope}",
        width.prefix(),
        memory.letters()
    ))
}

fn memories(parser: &mut LineParser, text: &str, cursor: &Cursor, verb: &str) -> Vec<Candidate> {
    let typed = cursor.typed(text);
    let mut words = vec![format!("{typed}")];
    for memory in Memory::ALL {
        for width in [Width::Long, Width::DoubleLong, Width::Single] {
            if debug::debug_memory(memory, width).is_none() {
                continue;
            }
            let stem = format!("${}{}", width.prefix(), memory.letters());
            let address = if memory == Memory::T { "" } else { "{0}" };
            let scope: String = scope_of(memory)
                .iter()
                .map(|level| format!("{level}{{0}}"))
                .collect();
            let whole = [
                format!("{stem}{address}{scope}"),
                format!("{stem}{address}"),
            ];
            for word in whole {
                if word.replace(['{', '}'], "").starts_with(typed) {
                    words.push(word);
                }
            }
            if let Some(rest) = typed.strip_prefix(&stem) {
                words.extend(
                    scope_rest(memory, rest)
                        .iter()
                        .map(|rest| format!("{typed}{rest}")),
                );
            }
        }
    }
    let mut judge = Judge::new(parser, &text[..cursor.word.start], ends(verb));
    words
        .iter()
        .map(|word| Candidate::new(pieces(word), CandidateKind::Memory, 3, ""))
        .filter(|candidate| !candidate.label.is_empty() && judge.accepts(&candidate.label))
        .map(|candidate| {
            let plain = candidate.label.contains('n') && candidate.label.len() > 5;
            Candidate {
                rank: if plain { 2 } else { 3 },
                detail: mnc2_isa::operand_doc::find(&candidate.label)
                    .map_or("", |entry| entry.title)
                    .into(),
                ..candidate
            }
        })
        .collect()
}

/// The parts of a scope that matter for a memory: its level and the levels around it.
fn scope_of(memory: Memory) -> &'static [char] {
    &SCOPE[..=ChipLevel::from_memory(memory) as usize]
}

/// The texts that can follow an address and the scope that it already has.
fn scope_rest(memory: Memory, rest: &str) -> Vec<String> {
    let has_address = memory == Memory::T || rest.starts_with(|c: char| c.is_ascii_digit());
    let scope = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if !has_address || rest.starts_with("0x") {
        return vec!["{0}".to_owned()];
    }
    if scope.ends_with(SCOPE) {
        return vec!["{0}".to_owned()];
    }
    let unused = SCOPE.iter().filter(|level| !scope.contains(**level));
    let mut all: Vec<String> = unused.map(|level| format!("{level}{{0}}")).collect();
    let whole: String = scope_of(memory)
        .iter()
        .skip_while(|level| scope.contains(**level))
        .map(|level| format!("{level}{{0}}"))
        .collect();
    all.push(whole);
    all
}

fn count(parser: &mut LineParser, text: &str, cursor: &Cursor, verb: &str) -> Vec<Candidate> {
    let typed = cursor.typed(text);
    let tail = if verb == "set" { " 0" } else { "" };
    let mut judge = Judge::new(parser, &text[..cursor.word.start], vec![tail.to_owned()]);
    ["1", "4", "16"]
        .into_iter()
        .filter(|count| count.starts_with(typed))
        .chain((!typed.is_empty()).then_some(typed))
        .filter(|word| judge.accepts(word))
        .map(|word| {
            Candidate::new(
                vec![Piece::Stop(word.to_owned())],
                CandidateKind::Value,
                2,
                "words",
            )
        })
        .collect()
}

/// Zeros in every notation, as many as the count and the word length need. After the first letter only its notation is
/// offered, and nothing once numbers are typed.
fn payload(text: &str, cursor: &Cursor) -> Vec<Candidate> {
    let word = |index: usize| {
        cursor
            .before
            .get(index)
            .map_or("", |word| &text[word.clone()])
    };
    let width = if word(2).starts_with("$ll") { 2 } else { 1 };
    let count = word(3)
        .parse()
        .unwrap_or(1)
        .clamp(1, PAYLOAD_LONG_WORDS_MAX);
    let long_words = match cursor.before.len() {
        4 => count * width,
        _ => 1,
    };
    let typed = cursor.typed(text);
    PAYLOAD_NOTATIONS
        .iter()
        .map(|notation| {
            let letter = notation.letter.map(String::from).unwrap_or_default();
            let numbers =
                vec!["0".repeat(if letter.is_empty() { 16 } else { 1 }); notation.numbers as usize];
            (format!("{letter}{}", numbers.join("_")), letter)
        })
        .filter(|(_, letter)| typed.is_empty() || typed == letter)
        .map(|(example, _)| {
            let written = vec![Piece::Stop(example.repeat(long_words))];
            Candidate::new(written, CandidateKind::Value, 2, "payload")
        })
        .collect()
}
