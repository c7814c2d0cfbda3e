//! Candidates for findings on `d get` and `d set`.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Width};

use super::{Candidate, Problem};
use mnc2_program::code::Code;
use mnc2_program::{DebugMemory, Statement};
use mnc2_text::message;

/// Counts that are tried for a payload.
const COUNTS_MAX: u32 = 60;

pub(super) fn candidates(place: &Problem<'_>) -> Vec<Candidate> {
    let own = &place.own;
    match place.code {
        Code::UnknownDataType => {
            let first = place.word().get(..1).unwrap_or_default();
            let nearest = ["d", "f", "h"]
                .into_iter()
                .filter(|letter| *letter == first);
            let nearest = nearest.map(|letter| place.write(own.clone(), letter));
            nearest.chain([place.remove(own.clone())]).collect()
        }
        Code::DataTypeMissing => data_types(place, &["f", "d", "h"]),
        Code::DataTypeTooWide => {
            let memory = place.noted.clone().unwrap_or_else(|| own.clone());
            let dollar = memory.start + 1;
            let long = Candidate::new(
                message!(
                    "Write `{text}`",
                    text = place.at(&memory).replacen('$', "$l", 1)
                ),
                vec![(dollar..dollar, "l".to_owned())],
            );
            let mut found = vec![long];
            found.extend(data_types(place, &["f"]));
            found
        }
        Code::TRegisterCount => vec![place.write(own.clone(), CYCLES_PER_STEP.to_string())],
        // Only parts that are given twice: one with an index out of range means another element.
        Code::ScopeOutOfRange => {
            let level = place.word().get(..1).unwrap_or_default();
            let before = place.at(&(0..own.start));
            let operand = before.rsplit('$').next().unwrap_or_default();
            let address = operand.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
            let is_second = operand[address..].contains(level) && !level.is_empty();
            is_second
                .then(|| place.remove(own.clone()))
                .into_iter()
                .collect()
        }
        Code::PayloadLength => place.noted.clone().map_or_else(
            || short_words(place),
            |count| {
                let counts = 1..=COUNTS_MAX;
                counts
                    .map(|words| place.write(count.clone(), words.to_string()))
                    .collect()
            },
        ),
        _ => words_that_exist(place).into_iter().collect(),
    }
}

/// A payload with fewer digits than a long word has: as two single words, of which the second is 0, or with leading zeros.
fn short_words(place: &Problem<'_>) -> Vec<Candidate> {
    const SINGLE_WORD_DIGITS: usize = 8;
    let digits = place.word();
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Vec::new();
    }
    let single = (digits.len() == SINGLE_WORD_DIGITS).then(|| format!("s{digits}_0"));
    let payloads = single.into_iter().chain([format!("l{digits}")]);
    payloads
        .map(|payload| place.write(place.own.clone(), payload))
        .collect()
}

/// `d get` with each data type.
fn data_types(place: &Problem<'_>, letters: &[&str]) -> Vec<Candidate> {
    let Some(get) = place.text.find("get") else {
        return Vec::new();
    };
    let start = get as u32 + 3;
    let rest = place.at(&(start..place.text.len() as u32));
    let written = rest.find([' ', '\t']).unwrap_or(0) as u32;
    let with = |letters: &&str| {
        Candidate::new(
            message!("Write `{text}`", text = format!("d get{letters}")),
            vec![(start..start + written, (*letters).to_owned())],
        )
    };
    letters.iter().map(with).collect()
}

/// As many words as there are up to the end of the memory.
fn words_that_exist(place: &Problem<'_>) -> Option<Candidate> {
    let memory: &DebugMemory = match place.statement? {
        Statement::DebugGet(get) => &get.memory,
        // The payload of a `d set` would have to become shorter as well.
        _ => return None,
    };
    let words = match memory.memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => memory.width.single_words(),
        Memory::L1bm if memory.width == Width::DoubleLong => 2,
        _ => 1,
    };
    let left = memory.memory.size()?.checked_sub(memory.address)? / words;
    (left > 0).then(|| place.write(place.own.clone(), left.to_string()))
}
