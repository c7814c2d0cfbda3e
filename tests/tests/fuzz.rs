//! Every fuzz target, briefly: on its seeds, and on some mutations of them.

use std::env;
use std::error::Error;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mnc2_tests::files;
use mnc2_tests::fuzz::{self, TARGETS, Target, corpus};
use mnc2_tests::generate::Choices;
use mnc2_tests::languages::others;

/// The number of mutations to try of each target, instead of [`ROUNDS`].
const ROUNDS_VARIABLE: &str = "MNC2_FUZZ_ROUNDS";
const ROUNDS: u64 = 100;
/// The name of the only target to try, instead of all.
const TARGET_VARIABLE: &str = "MNC2_FUZZ_TARGET";

fn rounds() -> Result<u64, Box<dyn Error>> {
    Ok(match env::var(ROUNDS_VARIABLE) {
        Ok(number) => number.parse()?,
        Err(_) => ROUNDS,
    })
}

/// The first input for which a body fails.
fn first_failure(body: impl Fn(&[u8]), seeds: &[Vec<u8>], rounds: u64) -> Option<Vec<u8>> {
    let mut choices = Choices::new(5);
    let mutations = (0..rounds).map(|_| corpus::mutated(&mut choices, seeds));
    let inputs = seeds.iter().cloned().chain(mutations);
    inputs
        .into_iter()
        .find(|input| catch_unwind(AssertUnwindSafe(|| body(input))).is_err())
}

#[test]
fn every_target_survives() -> Result<(), Box<dyn Error>> {
    let only = env::var(TARGET_VARIABLE).ok();
    let is_wanted = |target: &&Target| only.as_ref().is_none_or(|only| only == target.name);
    assert!(TARGETS.iter().any(|target| is_wanted(&target)), "{only:?}");
    for target in TARGETS.iter().filter(is_wanted) {
        let seeds = corpus::seeds(target)?;
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        let failure = first_failure(|input| fuzz::run(target, input), &seeds, rounds()?);
        assert!(
            failure.is_none(),
            "{} does not survive {:?}",
            target.name,
            failure.map(|input| String::from_utf8_lossy(&input).into_owned())
        );
        println!(
            "{}: {} seeds, {} mutations",
            target.name,
            seeds.len(),
            rounds()?
        );
    }
    Ok(())
}

#[test]
fn the_canary_does_not() -> Result<(), Box<dyn Error>> {
    let programs = corpus::seeds(&TARGETS[0])?;
    let without: Vec<Vec<u8>> = programs
        .into_iter()
        .filter(|seed| catch_unwind(|| fuzz::canary(seed)).is_ok())
        .collect();
    assert!(first_failure(fuzz::canary, &without, 100_000).is_some());
    Ok(())
}

/// Those that are not in the list: the canary, the machine, which is next to its model, and the commands, whose binary another crate
/// builds.
#[test]
fn libfuzzer_has_every_target() {
    let manifest = fs::read_to_string(files::root().join("fuzz/Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("a table");
    let built = manifest["bin"].as_array().expect("a list").iter();
    let mut built: Vec<&str> = built.filter_map(|it| it["name"].as_str()).collect();
    let beside = ["canary", "machine", "commands"];
    let mut all: Vec<&str> = TARGETS.iter().map(|it| it.name).chain(beside).collect();
    built.sort_unstable();
    all.sort_unstable();
    assert_eq!(built, all);
    let page = fs::read_to_string(files::root().join("docs/reliability.md")).expect("a page");
    let rows: Vec<&str> = page.lines().filter(|it| it.starts_with("| `")).collect();
    let is_language = |name: &&str| others().any(|it| it.id == *name);
    for name in all.into_iter().filter(|name| !is_language(name)) {
        let cell = format!("`{name}`");
        let is_row = |row: &&str| row.split('|').nth(1).is_some_and(|it| it.contains(&cell));
        assert!(rows.iter().any(is_row), "{name} is not described");
    }
}
