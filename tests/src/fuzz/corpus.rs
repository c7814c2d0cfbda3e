//! Inputs for targets without a fuzzer: seeds, and small changes to them.

use std::path::Path;
use std::{fs, io};

use super::{Body, Target};
use crate::files;
use crate::generate::Choices;
use crate::languages::LANGUAGES;

/// Programs of each language among the seeds of a target for all.
const PROGRAMS_MAX: usize = 12;

/// Parts that mutations insert: the words of the language and of the protocols around it.
const WORDS: &[&str] = &[
    "$lm0v",
    "$ln[0,8,16,24]",
    "$llr0",
    "$lbi",
    "$aluf",
    "$mauf",
    "$d0",
    "nop",
    "nop/4294967295",
    "quit",
    ";",
    "#",
    "/$imr1",
    "/1000",
    "mask",
    "maskr 0b1001",
    "d get ",
    "d set ",
    "n0c0b0m0p0",
    "4294967296",
    "18446744073709551616",
    "0x",
    "-",
    "i\"",
    "f\"1e400\"",
    "あ",
    "😀",
    "\u{2028}",
    "\r",
    "\r\n",
    "\n",
    "\0",
    "\t",
    "　",
    "mvp/n64 ",
    "l2bmb ",
    "lpassa ",
    "fvfma ",
    "# expect=[1] / Float @[0]",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "null",
    "1e999",
    ":",
    "=",
    "/*",
    "*/",
    "//",
    "\\",
    "# mnc2: allow(",
    "# mnc2: language=",
];

/// The words as a dictionary of libFuzzer.
#[must_use]
pub fn dictionary() -> String {
    let line = |word: &&str| {
        let bytes: String = word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        format!("\"{bytes}\"\n")
    };
    WORDS.iter().map(line).collect()
}

/// The seeds of a target, in the order of their names.
///
/// # Errors
/// If a folder cannot be read.
pub fn seeds(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    if let Body::Of(language) = target.body {
        return Ok(language.programs());
    }
    let (folders, ending) = target.seeds;
    if folders.is_empty() {
        return Ok(programs_in_every_language());
    }
    let mut seeds = Vec::new();
    for folder in folders {
        seeds.extend(files_in_folder(&files::root().join(folder), ending)?);
    }
    Ok(seeds)
}

/// Some programs of every language, each after the number of its language.
#[must_use]
pub fn programs_in_every_language() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, language) in (0..).zip(LANGUAGES.iter()) {
        let programs = language.programs();
        let apart = programs.len().div_ceil(PROGRAMS_MAX);
        let programs = programs.iter().step_by(apart);
        seeds.extend(programs.map(|program| [&[number], &**program].concat()));
    }
    seeds
}

/// The files of a folder with an ending.
///
/// # Errors
/// If it cannot be read.
pub fn files_in_folder(folder: &Path, ending: &str) -> io::Result<Vec<Vec<u8>>> {
    files::below(folder, ending)?.iter().map(fs::read).collect()
}

/// A changed seed: bytes removed, repeated, flipped or taken from another seed, and words inserted.
///
/// # Panics
/// If there is no seed.
pub fn mutated(choices: &mut Choices, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut data = choices.one_of(seeds);
    // A window of a long seed: changes in a short text meet more often.
    let at = |choices: &mut Choices, data: &[u8]| choices.below(data.len() as u64 + 1) as usize;
    if data.len() > 400 && choices.below(4) != 0 {
        let from = at(choices, &data[..data.len() - 400]);
        data = data[from..from + 400].to_vec();
    }
    for _ in 0..1 + choices.below(6) {
        let (one, other) = (at(choices, &data), at(choices, &data));
        let (from, to) = (one.min(other), one.max(other));
        let to = to.min(from + 40);
        match choices.below(7) {
            0 => drop(data.drain(from..to)),
            1 => {
                let part = data[from..to].to_vec();
                data.splice(one..one, part);
            }
            2 => {
                if let Some(byte) = data.get_mut(from) {
                    *byte ^= 1 << choices.below(8);
                }
            }
            3 => {
                let stranger = choices.one_of(seeds);
                let start = at(choices, &stranger);
                let end = stranger.len().min(start + 60);
                data.splice(one..one, stranger[start..end].iter().copied());
            }
            4 => data.insert(one, choices.below(256) as u8),
            _ => drop(data.splice(one..one, choices.one_of(WORDS).bytes())),
        }
    }
    data
}
