//! Programs that were published together with the host program that feeds them and checks the results.
//!
//! The folder named by `MNC2_PUBLIC_PROGRAMS` is searched for the examples
//! named in [`table::EXAMPLES`]. What each host program sends, runs and
//! expects is written there in our own words; of the examples nothing is kept
//! here. Every `.vsm` next to them is also run alone, to the end.

mod step;
mod table;
mod values;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};

use step::{PES, Step, Values};
use table::EXAMPLES;

/// Folders are not searched deeper than this.
const DEPTH_MAX: usize = 12;

/// All folders below a folder.
fn folders(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && depth < DEPTH_MAX {
            folders(&path, depth + 1, found);
            found.push(path);
        }
    }
}

fn name_of(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default()
}

/// The programs of an example.
fn programs(example: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(example.join("data")) else {
        return Vec::new();
    };
    let mut programs: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "vsm"))
        .collect();
    programs.sort();
    programs
}

/// Runs a program; returns the numbers that it dumped.
fn run(machine: &mut Machine, source: &str) -> Result<Vec<u64>, String> {
    let mut dump: Vec<Dump> = Vec::new();
    let program = mnc2_asm::parse(source);
    let broken = program.iter().position(|line| line.has_error());
    if let Some(line) = broken {
        return Err(format!("line {} cannot be read", line + 1));
    }
    let outcome = machine
        .run(&program, &RunOptions::default(), &mut dump)
        .outcome;
    if outcome != Outcome::Finished {
        return Err(format!("{outcome:?}"));
    }
    Ok(dump
        .iter()
        .filter_map(|line| {
            let line = line.to_string();
            let (_, value) = line.split_once("v:0x")?;
            u64::from_str_radix(value.split_once(')')?.0, 16).ok()
        })
        .collect())
}

fn run_file(machine: &mut Machine, file: &Path) -> Result<(), String> {
    let source = fs::read_to_string(file).map_err(|error| error.to_string())?;
    run(machine, &source)
        .map(drop)
        .map_err(|error| format!("{}: {error}", name_of(file)))
}

fn compare(place: &str, found: impl Iterator<Item = u64>, expected: Values) -> Result<(), String> {
    for (index, value) in (0..).zip(found) {
        let wanted = expected(index);
        if value != wanted {
            return Err(format!(
                "{place}: value {index} is {value:#018x}, not {wanted:#018x}"
            ));
        }
    }
    Ok(())
}

/// Words of PDM that hold each number from 0 to 4095 once in the bits 16 to 27 and once in the bits 32 to
/// 43, and below them how often one was added.
fn paired(words: &[u64], additions: u64) -> Result<(), String> {
    let (mut sent, mut added_by) = (BTreeSet::new(), BTreeSet::new());
    for (index, word) in words.iter().enumerate() {
        let fields = (word >> 44, word & 0xf000_0000, word & 0xffff);
        if fields != (0, 0, additions) {
            return Err(format!("value {index} is {word:#018x}"));
        }
        sent.insert(word >> 16 & 0xfff);
        added_by.insert(word >> 32 & 0xfff);
    }
    if sent.len() == words.len() && added_by.len() == words.len() {
        Ok(())
    } else {
        Err(format!(
            "{} of the numbers sent, {} PEs",
            sent.len(),
            added_by.len()
        ))
    }
}

fn pdm(machine: &Machine, start: u32, count: u32) -> impl Iterator<Item = u64> {
    (start..start + count).map(|address| machine.chip().pdm[0].read(address))
}

/// Takes a step of a host program; how many values it compared.
fn take(machine: &mut Machine, folder: &Path, step: &Step) -> Result<usize, String> {
    match *step {
        Step::Send(start, count, values) => {
            for index in 0..count {
                machine.chip_mut().pdm[0].write(start + index, values(u64::from(index)));
            }
            Ok(0)
        }
        Step::Say(statements) => run(machine, statements).map(|_| 0),
        Step::Run(name) => run_file(machine, &folder.join("data").join(name)).map(|()| 0),
        Step::Receive(start, count, values) => {
            let place = format!("PDM from {start}");
            compare(&place, pdm(machine, start, count), values).map(|()| count as usize)
        }
        Step::Paired(start, additions) => {
            let words: Vec<u64> = pdm(machine, start, PES).collect();
            paired(&words, additions).map(|()| words.len())
        }
        Step::Show(statement, values) => {
            let found = run(machine, statement)?;
            if found.is_empty() {
                return Err(format!("{statement} shows nothing"));
            }
            let count = found.len();
            compare(statement, found.into_iter(), values).map(|()| count)
        }
    }
}

#[test]
fn published_examples_give_their_host_programs_what_these_expect() {
    let Some(public) = std::env::var_os("MNC2_PUBLIC_PROGRAMS") else {
        println!("MNC2_PUBLIC_PROGRAMS is not set: no example was run");
        return;
    };
    let mut all = Vec::new();
    folders(Path::new(&public), 0, &mut all);
    let (mut alone, mut checked, mut unchecked, mut failed) = (0, 0, 0, Vec::new());
    for example in EXAMPLES {
        for folder in all.iter().filter(|path| name_of(path) == example.folder) {
            for program in programs(folder) {
                alone += 1;
                if let Err(error) = run_file(&mut Machine::new(), &program) {
                    failed.push(format!("{}, alone: {error}", example.folder));
                }
            }
            let mut machine = Machine::new();
            let steps = example.steps.iter();
            let compared: Result<usize, String> = steps
                .map(|step| take(&mut machine, folder, step))
                .sum::<Result<usize, String>>();
            match compared {
                Ok(0) => unchecked += 1,
                Ok(count) => {
                    checked += 1;
                    println!("{}: {count} values as expected", example.folder);
                }
                Err(error) => failed.push(format!("{}: {error}", example.folder)),
            }
        }
    }
    println!(
        "{alone} programs run to the end; {checked} examples gave what is expected, {unchecked} expect nothing, {} failed",
        failed.len()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
