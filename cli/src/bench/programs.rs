//! Programs of other people with their testcases: how long an editor waits for `run to here`.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use mnc2_asm::testcase::input_part;
use mnc2_bench::measure::{median, once, quantile};
use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::{Checkpoints, Dump, Machine, RunOptions};

use super::{Goal, Row};
use crate::exit::Failure;

/// Folders are not searched deeper than this.
const DEPTH_MAX: usize = 12;
/// Number of runs of each program; the median counts.
const RUNS: usize = 5;
/// Lines at the end that are edited.
const EDITED_LINES: usize = 10;

/// A solution and the input part of its testcase.
struct Pair {
    solution: String,
    inputs: String,
}

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "vsm")
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Every `testcase*.vsm` below a folder with each other program next to it.
fn pairs(folder: &Path, depth: usize, found: &mut Vec<Pair>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: &Path| {
        let bytes = fs::read(path).unwrap_or_default();
        mnc2_text::line::decode(&bytes).0
    };
    let programs = || paths.iter().filter(|path| is_program(path));
    for testcase in programs().filter(|path| stem(path).starts_with("testcase")) {
        for solution in programs().filter(|path| !stem(path).starts_with("testcase")) {
            found.push(Pair {
                solution: read(solution),
                inputs: read(testcase),
            });
        }
    }
    for path in paths
        .iter()
        .filter(|path| path.is_dir() && depth < DEPTH_MAX)
    {
        pairs(path, depth + 1, found);
    }
}

/// Seconds of a first run, and of one after the last lines have changed; steps, and the state at the end.
struct Times {
    cold: f64,
    edited: f64,
    steps: u64,
    hash: u64,
}

fn measure(pair: &Pair) -> Times {
    let (mut cold, mut edited) = (Vec::new(), Vec::new());
    let (mut steps, mut hash) = (0, 0);
    let lines: Vec<&str> = mnc2_text::line::lines(&pair.solution).collect();
    let (first, last) = lines.split_at(lines.len().saturating_sub(EDITED_LINES));
    // The typed text is followed by the lines after it.
    let changed = [first, &["nop"], last].concat().join("\n");
    for _ in 0..RUNS {
        let mut dump = 0_usize;
        let mut sink = |_: Dump| {
            dump += 1;
            ControlFlow::Continue(())
        };
        let options = RunOptions {
            budget_steps: 1_000_000,
            max_dump_lines: 10_000,
            ..RunOptions::default()
        };
        let ((mut checkpoints, machine, report), seconds) = once(|| {
            let mut machine = Machine::new();
            let inputs = input_part(&pair.inputs).unwrap_or_default();
            machine.run(&inputs, &RunOptions::default(), &mut Vec::new());
            let mut checkpoints = Checkpoints::new(machine);
            let program = mnc2_asm::parse(&pair.solution);
            let (machine, report) = checkpoints.run(&program, &options, &mut sink, &mut Unobserved);
            (checkpoints, machine, report)
        });
        hash = machine.state_hash();
        cold.push(seconds);
        steps = report.steps;
        let program = mnc2_asm::parse(&changed);
        // An editor keeps the lines that did not change.
        let (_, seconds) = once(|| checkpoints.run(&program, &options, &mut sink, &mut Unobserved));
        edited.push(seconds);
    }
    Times {
        cold: median(cold),
        edited: median(edited),
        steps,
        hash,
    }
}

/// The rows for the programs of a folder.
pub(super) fn rows(folder: &Path) -> Result<Vec<Row>, Failure> {
    let mut found = Vec::new();
    pairs(folder, 0, &mut found);
    if found.is_empty() {
        return Err(Failure::Message(format!(
            "`{}` has no testcases with programs next to them",
            folder.display()
        )));
    }
    let times: Vec<Times> = found.iter().map(measure).collect();
    let hash = times.iter().fold(0_u64, |all, times| {
        all.rotate_left(1).wrapping_add(times.hash)
    });
    let milliseconds = |of: fn(&Times) -> f64| times.iter().map(|times| of(times) * 1e3).collect();
    let row = |name: &str, values: Vec<f64>, goal: f64| Row {
        name: format!("{name}, {} programs, p95", found.len()),
        value: quantile(values.clone(), 0.95),
        unit: "ms",
        goal: Some(Goal::AtMost(goal)),
        microseconds: vec![median(values) * 1e3],
        hash: format!("{hash:016x}"),
    };
    let longest = times.iter().max_by_key(|times| times.steps);
    let longest = longest.map(|times| Row {
        name: format!("longest program, {} steps", times.steps),
        value: times.steps as f64 / times.cold,
        unit: "steps/s",
        goal: None,
        microseconds: vec![times.cold * 1e6],
        hash: format!("{:016x}", times.hash),
    });
    let rows = [
        row("run to here, cold", milliseconds(|times| times.cold), 50.0),
        row(
            "run to here, last ten lines edited",
            milliseconds(|times| times.edited),
            10.0,
        ),
    ];
    Ok(rows.into_iter().chain(longest).collect())
}
