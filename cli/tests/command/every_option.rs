//! Every option of every command that reads a program, alone and two flags together, on programs of every language,
//! right and mutated ones. Options come from `--help`, so a new one is tried too.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use mnc2_tests::commands::{Flag, options};
use mnc2_tests::fuzz::corpus;
use mnc2_tests::generate::Choices;
use mnc2_tests::languages::{LANGUAGES, Language};

use crate::binary::{folder, mnc2, mnc2_in, text};

/// Commands that read no program, or take their time: they serve, measure, search or only print.
const OTHERS: [&str; 12] = [
    "emu",
    "mcp",
    "bench",
    "learn",
    "probe",
    "schedule",
    "search",
    "languages",
    "completions",
    "man",
    "help",
    "explain",
];

/// Programs of a language, and as many mutated ones.
const PROGRAMS: usize = 6;

/// Maximum number of instructions of a run.
const STEPS_MAX: &str = "2000";

/// The commands with how many files they read.
fn commands() -> Vec<(String, usize)> {
    let help = mnc2(["help"]).out;
    let list = help.split("Commands:\n").nth(1).expect("a list");
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.split_whitespace().next());
    let reading = names.filter(|name| !OTHERS.contains(name));
    let found = reading.map(|name| {
        let help = mnc2([name, "--help"]).out;
        let usage = help.lines().find(|line| line.starts_with("Usage:"));
        let placeholders = usage.map_or(0, |usage| usage.matches('<').count());
        (name.to_owned(), placeholders.clamp(1, 2))
    });
    found.collect()
}

/// The options of a command, each with each value, and two flags together.
fn uses(command: &str) -> Vec<Vec<String>> {
    let options = options(&mnc2([command, "--help"]).out);
    let flags: Vec<&Flag> = options.iter().filter(|it| it.values.is_empty()).collect();
    let mut found = vec![Vec::new()];
    for (at, flag) in flags.iter().enumerate() {
        found.push(vec![flag.name.clone()]);
        let others = flags[at + 1..].iter();
        found.extend(others.map(|other| vec![flag.name.clone(), other.name.clone()]));
    }
    for option in &options {
        let values = option.values.iter();
        found.extend(values.map(|value| vec![option.name.clone(), value.clone()]));
    }
    found
}

/// Programs of a language, and mutations of them.
fn programs(folder: &Path, language: &Language) -> Vec<String> {
    let seeds = language.programs();
    let mut choices = Choices::new(42);
    let mutated: Vec<Vec<u8>> = (0..PROGRAMS)
        .map(|_| corpus::mutated(&mut choices, &seeds))
        .collect();
    let apart = seeds.len().div_ceil(PROGRAMS);
    let seeds = seeds.into_iter().step_by(apart);
    let texts = seeds.chain(mutated).enumerate();
    let written = texts.map(|(at, content)| {
        let path = folder.join(format!("{}-{at}.{}", language.id, language.extension));
        fs::write(&path, content).expect("a file");
        text(&path).to_owned()
    });
    written.collect()
}

#[test]
fn every_option_has_an_answer() {
    let folder = folder("every-option");
    fs::write(folder.join("a.json"), "{}").expect("a file");
    let languages = LANGUAGES.iter();
    let languages: Vec<_> = languages
        .map(|language| (language.id, programs(&folder, language)))
        .collect();
    let mut waiting = Vec::new();
    for (command, count) in commands() {
        for (at, options) in uses(&command).into_iter().enumerate() {
            for (language, programs) in &languages {
                let mut arguments = vec![command.clone()];
                arguments.extend(options.iter().cloned());
                let is_given = |name: &str| options.iter().any(|it| it == name);
                if *language != "mnc2" && !is_given("--language") {
                    arguments.extend(["--language".to_owned(), (*language).to_owned()]);
                }
                if matches!(command.as_str(), "run" | "debug") && !is_given("--max-steps") {
                    arguments.extend(["--max-steps".to_owned(), STEPS_MAX.to_owned()]);
                }
                let programs = programs.iter().cycle().skip(at);
                arguments.extend(programs.take(count).cloned());
                waiting.push(arguments);
            }
        }
    }
    let total = waiting.len();
    assert!(total > 500, "{total} uses");
    println!("{total} uses");
    let waiting = Mutex::new(waiting.into_iter());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                let next = || waiting.lock().expect("nobody has panicked").next();
                while let Some(arguments) = next() {
                    let outcome = mnc2_in(&folder, &arguments);
                    let is_answer = (0..=3).contains(&outcome.code);
                    let is_panic = outcome.err.contains("panicked");
                    assert!(is_answer && !is_panic, "{arguments:?}: {}", outcome.err);
                }
            });
        }
    });
}
