//! The programs in `examples/`: each runs without a finding and prints the dump in the file next to it.
//!
//! With `UPDATE_EXPECT=1` the dumps are rewritten; read the difference before keeping it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::binary::{folder, mnc2, text};

/// Programs that a newcomer is promised.
const EXAMPLES_MIN: usize = 14;

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut programs: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of examples is there")
        .map(|entry| entry.expect("entries can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "vsm"))
        .collect();
    programs.sort();
    programs
}

#[test]
fn every_example_runs_and_dumps_what_is_written_beside_it() {
    let programs = examples();
    assert!(programs.len() >= EXAMPLES_MIN, "{programs:?}");
    for program in &programs {
        let outcome = mnc2(["run", text(program)]);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{program:?}");
        assert!(!outcome.out.is_empty(), "{program:?} shows nothing");
        let dump = program.with_extension("dump");
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&dump, &outcome.out).expect("the dump can be written");
        }
        let expected = fs::read_to_string(&dump).unwrap_or_default();
        assert_eq!(outcome.out, expected, "{dump:?} differs");
    }
}

#[test]
fn every_example_in_another_language_writes_what_is_beside_it() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/languages");
    let list = fs::read_to_string(place.join("README.md")).expect("the list can be read");
    let output = folder("example-in-another-language").join("out.json");
    let mut count = 0;
    for row in list.lines().filter(|line| line.starts_with("| [")) {
        let name = row[3..].split(']').next().expect("a row names a program");
        let program = place.join(name);
        let checked = mnc2(["check", "--quiet", text(&program)]);
        assert_eq!((checked.code, checked.out.as_str()), (0, ""), "{name}");
        let formatted = mnc2(["format", "--check", text(&program)]);
        assert_eq!(formatted.code, 0, "{name} is not formatted");
        let mut arguments = vec!["run", text(&program), "--dump", text(&output)];
        let input = program.with_extension("in.json");
        if input.exists() {
            arguments.extend(["--mem", text(&input)]);
        }
        let outcome = mnc2(arguments);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{name}");
        let written = fs::read_to_string(&output).expect("the run writes it");
        let expected = program.with_extension("out.json");
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &written).expect("it can be written");
        }
        let expected = fs::read_to_string(expected).unwrap_or_default();
        assert_eq!(written, expected, "{name}");
        count += 1;
    }
    assert!(count >= 4, "{list}");
}

#[test]
fn every_example_teaches() {
    for program in examples() {
        let source = fs::read_to_string(&program).expect("examples can be read");
        let comments = source.lines().filter(|line| line.starts_with('#')).count();
        let lines = source.lines().filter(|line| !line.is_empty()).count();
        assert!(comments * 3 >= lines, "{program:?} says too little");
        let longest = source.lines().map(|line| line.chars().count()).max();
        assert!(
            longest <= Some(120),
            "{program:?} has a line of {longest:?} characters"
        );
    }
}

#[test]
fn every_example_is_listed_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let list = fs::read_to_string(folder.join("README.md")).expect("the list can be read");
    for program in examples() {
        let name = program.file_name().and_then(|name| name.to_str());
        let row = format!("| [{0}]({0}) |", name.expect("names are text"));
        assert_eq!(list.matches(&row).count(), 1, "{row}");
    }
    let rows = list.lines().filter(|line| line.starts_with("| [")).count();
    assert_eq!(rows, examples().len(), "a row without a program");
}

/// Every line of an example can be expanded, and the lines that the comments name are the right ones.
#[test]
fn the_first_example_names_its_own_lines() {
    let programs = examples();
    let first = programs
        .iter()
        .find(|path| path.ends_with("first.vsm"))
        .expect("there is a first example");
    let source = fs::read_to_string(first).expect("examples can be read");
    let lines: Vec<&str> = source.lines().collect();
    let named = |option: &str| -> &str {
        let number = lines
            .iter()
            .find_map(|line| line.split_once(option))
            .and_then(|(_, rest)| rest.split_whitespace().next())
            .and_then(|number| number.parse::<usize>().ok())
            .unwrap_or_else(|| panic!("{option} is shown"));
        lines[number - 1]
    };
    assert!(
        named("--line ").starts_with("dvfmau"),
        "{}",
        named("--line ")
    );
    assert!(
        named("--until ").starts_with("d getd"),
        "{}",
        named("--until ")
    );
}
