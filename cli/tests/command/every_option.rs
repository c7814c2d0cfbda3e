//! Every option of every command that reads a program, alone and two flags together, on programs of every language, right and mutated
//! ones. Options are those of `--help`, so a new one is tried too.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use mnc2_tests::files;
use mnc2_tests::fuzz::corpus;
use mnc2_tests::generate::Choices;

use crate::binary::{folder, mnc2, mnc2_in, text};

/// Commands that read no program, or take their time: they serve, measure, search or only print.
const OTHERS: [&str; 11] = [
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

/// Options that a run does not come back from.
const ENDLESS: [&str; 1] = ["--watch"];

/// Values of an option that lists none.
const VALUES: [&str; 2] = ["1", "a.json"];

/// Programs of a language, and as many mutated ones.
const PROGRAMS: usize = 6;

/// Maximum number of instructions of a run.
const STEPS_MAX: &str = "2000";

/// Languages, the extension of their programs, and a folder with some.
const LANGUAGES: [(&str, &str, &str); 5] = [
    ("mnc2", "vsm", "examples"),
    ("rvmatrix", "S", "dialects/rvmatrix/tests/diagnostics"),
    ("naplespu", "s", "dialects/naplespu/tests/diagnostics"),
    ("tensil", "tasm", "dialects/tensil/tests/diagnostics"),
    ("tinytc", "ir", "dialects/tinytc/tests/diagnostics"),
];

struct Flag {
    name: String,
    /// Its values; none for a flag.
    values: Vec<String>,
}

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

/// What `--help` lists for a command.
fn options(command: &str) -> Vec<Flag> {
    let help = mnc2([command, "--help"]).out;
    let mut found: Vec<Flag> = Vec::new();
    let mut is_list = false;
    for line in help.lines() {
        let line = line.trim();
        if let Some(value) = line.strip_prefix("- ").filter(|_| is_list) {
            let value = value.split([':', ' ']).next().unwrap_or_default();
            let option = found.last_mut().expect("an option");
            option.values.push(value.to_owned());
            continue;
        }
        is_list = line == "Possible values:";
        if let Some(option) = found.last_mut().filter(|_| is_list) {
            option.values.clear();
        }
        let mut words = line.split([' ', ',']).filter(|word| word.starts_with('-'));
        let Some(name) = words.next_back().filter(|_| line.starts_with('-')) else {
            continue;
        };
        let (name, is_optional) = match name.split_once("[=") {
            Some((name, _)) => (name, true),
            None => (name, false),
        };
        if ENDLESS.contains(&name) || matches!(name, "--help" | "--version") {
            continue;
        }
        let takes_value = line.contains('<') && !is_optional;
        let values = VALUES.iter().filter(|_| takes_value);
        found.push(Flag {
            name: name.to_owned(),
            values: values.map(|value| (*value).to_owned()).collect(),
        });
    }
    found
}

/// The options of a command, each with each value, and two flags together.
fn uses(command: &str) -> Vec<Vec<String>> {
    let options = options(command);
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
fn programs(folder: &Path, (language, extension, found): (&str, &str, &str)) -> Vec<String> {
    let found = files::root().join(found);
    let seeds = corpus::of_folder(&found, extension).expect("programs");
    assert!(!seeds.is_empty(), "{language}");
    let mut choices = Choices::new(42);
    let mutated: Vec<Vec<u8>> = (0..PROGRAMS)
        .map(|_| corpus::mutated(&mut choices, &seeds))
        .collect();
    let apart = seeds.len().div_ceil(PROGRAMS);
    let seeds = seeds.into_iter().step_by(apart);
    let texts = seeds.chain(mutated).enumerate();
    let written = texts.map(|(at, content)| {
        let path = folder.join(format!("{language}-{at}.{extension}"));
        fs::write(&path, content).expect("a file");
        text(&path).to_owned()
    });
    written.collect()
}

#[test]
fn every_option_has_an_answer() {
    let folder = folder("every-option");
    fs::write(folder.join("a.json"), "{}").expect("a file");
    let languages = LANGUAGES.map(|language| (language.0, programs(&folder, language)));
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
