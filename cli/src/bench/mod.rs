//! `mnc2 bench`: how fast the emulator and the checker are, as ratios that hold on a busy host too.
//!
//! Each row compares two things measured in turn in this process and says what the goal is. Each has a hash of
//! its result: figures with another hash speak of another computation.

mod measure;
mod native;
mod programs;
mod workload;

use std::hint::black_box;
use std::io::{self, Write};

use mnc2_asm::{ModeChoice, Program, check};
use mnc2_emulator::{Machine, Outcome, RunOptions};
use serde::Serialize;

use self::measure::{Compared, Effort, compare, median, once};
use self::workload::{Pes, Workload};
use crate::args::BenchArguments;
use crate::output::Streams;
use crate::{Exit, Failure};

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    /// What was measured.
    name: String,
    /// The figure.
    value: f64,
    /// What it counts: `x` is a ratio.
    unit: &'static str,
    /// What it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
    /// The times in microseconds that the figure comes from.
    microseconds: Vec<f64>,
    /// Of the state or the text that came out.
    hash: String,
}

/// What a figure should be.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Goal {
    /// No more than that.
    AtMost(f64),
    /// No less than that.
    AtLeast(f64),
}

/// The table.
#[derive(Serialize)]
struct Table {
    /// The host's vector units.
    vectors: &'static str,
    rows: Vec<Row>,
}

pub(crate) fn command(arguments: &BenchArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let effort = arguments.rounds.map_or(Effort::FULL, Effort::counted);
    let is_tiny = arguments.rounds.is_some();
    let mut table = Table {
        vectors: native::vectors(),
        rows: Vec::new(),
    };
    let wanted = |name: &str| {
        arguments
            .only
            .as_deref()
            .is_none_or(|part| name.contains(part))
    };
    let mut add = |row: Row, out: &mut dyn Write| -> io::Result<()> {
        if !arguments.json {
            write_row(out, &row)?;
            out.flush()?;
        }
        table.rows.push(row);
        Ok(())
    };
    for workload in &workload::STEPS {
        if wanted("steps") || arguments.only.as_deref() == Some(workload.name) {
            add(against_copy(workload, effort), &mut streams.out)?;
        }
    }
    if wanted("steps") {
        add(against_host(effort), &mut streams.out)?;
    }
    if wanted("threads") {
        for index in [0, 1, 4] {
            add(threads(&workload::STEPS[index], effort), &mut streams.out)?;
        }
    }
    if wanted("alike") {
        add(alike(effort), &mut streams.out)?;
    }
    if wanted("text") {
        add(parse_and_check(is_tiny), &mut streams.out)?;
        add(loading(is_tiny), &mut streams.out)?;
    }
    if let Some(folder) = &arguments.programs {
        for row in programs::rows(folder)? {
            add(row, &mut streams.out)?;
        }
    }
    if arguments.json {
        serde_json::to_writer(&mut streams.out, &table).map_err(io::Error::from)?;
        writeln!(streams.out)?;
    }
    Ok(Exit::Success)
}

fn write_row(out: &mut dyn Write, row: &Row) -> io::Result<()> {
    let goal = match row.goal {
        Some(Goal::AtMost(most)) => format!("at most {most}"),
        Some(Goal::AtLeast(least)) => format!("at least {least}"),
        None => String::new(),
    };
    let times = row.microseconds.iter();
    let times: Vec<String> = times.map(|time| format!("{time:.2} µs")).collect();
    writeln!(
        out,
        "{:44} {:10.2} {:10} {goal:14} {} [{}]",
        row.name,
        row.value,
        row.unit,
        times.join(", "),
        row.hash
    )
}

impl Row {
    fn ratio(name: String, goal: Goal, compared: Compared, hash: u64) -> Self {
        Self {
            name,
            value: compared.ratio,
            unit: "x",
            goal: Some(goal),
            microseconds: vec![compared.first * 1e6, compared.second * 1e6],
            hash: format!("{hash:016x}"),
        }
    }
}

/// Runs a program to its end.
fn run(machine: &mut Machine, program: &Program) -> u64 {
    let report = machine.run(program, &RunOptions::default(), &mut Vec::new());
    debug_assert_eq!(report.outcome, Outcome::Finished);
    report.steps
}

/// A machine on which the data are everywhere.
fn loaded(pes: Pes) -> Machine {
    let mut machine = Machine::new();
    run(
        &mut machine,
        &Program::parse(&workload::data(pes, usize::MAX)),
    );
    run(&mut machine, &Program::parse(workload::SPREAD));
    machine
}

/// Steps of a program that is run for a measurement, so that starting a run counts little.
const REPEATED: usize = 4;

fn against_copy(workload: &Workload, effort: Effort) -> Row {
    let mut machine = loaded(Pes::Different);
    let program = Program::parse(&workload::repeated(workload.text, REPEATED));
    run(&mut machine, &program);
    let hash = machine.state_hash();
    // A copy reads as much as it writes.
    let source = vec![1_u8; workload.bytes / 2];
    let mut copy = vec![0_u8; workload.bytes / 2];
    let mut compared = compare(
        &mut || {
            run(&mut machine, &program);
        },
        &mut || {
            for _ in 0..REPEATED {
                black_box(&mut copy).copy_from_slice(black_box(&source));
            }
        },
        effort,
    );
    compared.first /= REPEATED as f64;
    compared.second /= REPEATED as f64;
    let name = format!(
        "{} step / copy of {} KiB",
        workload.name,
        workload.bytes >> 10
    );
    Row::ratio(name, Goal::AtMost(workload.goal), compared, hash)
}

/// Single words of one step.
const LANES: usize = 4096 * 2 * 4;

fn against_host(effort: Effort) -> Row {
    let mut machine = loaded(Pes::Different);
    let program = Program::parse(&workload::repeated(workload::STEPS[0].text, REPEATED));
    run(&mut machine, &program);
    let hash = machine.state_hash();
    let values = |seed: u64| -> Vec<f32> {
        let mut random = workload::Random::new(seed);
        let value = |_| 1.0 + (random.next() >> 41) as f32 / 8_388_608.0;
        (0..LANES).map(value).collect()
    };
    let [x, y, z] = [1, 2, 3].map(values);
    let mut output = vec![0.0; LANES];
    let mut compared = compare(
        &mut || {
            run(&mut machine, &program);
        },
        &mut || {
            for _ in 0..REPEATED {
                let (x, y, z) = (black_box(&x), black_box(&y), black_box(&z));
                native::multiply_add(x, y, z, black_box(&mut output));
            }
        },
        effort,
    );
    compared.first /= REPEATED as f64;
    compared.second /= REPEATED as f64;
    let goal = match native::vectors() {
        "AVX-512" => 10.0,
        _ => 16.0,
    };
    let name = "fvfma step / the host's own multiply-add".to_owned();
    Row::ratio(name, Goal::AtMost(goal), compared, hash)
}

fn threads(workload: &Workload, effort: Effort) -> Row {
    let mut one = loaded(Pes::Different);
    let mut two = one.clone().with_threads(2);
    let program = Program::parse(&workload::repeated(workload.text, REPEATED));
    run(&mut two, &program);
    let hash = two.state_hash();
    let mut compared = compare(
        &mut || {
            run(&mut one, &program);
        },
        &mut || {
            run(&mut two, &program);
        },
        effort,
    );
    compared.first /= REPEATED as f64;
    compared.second /= REPEATED as f64;
    let name = format!("{}: one thread / two", workload.name);
    Row::ratio(name, Goal::AtLeast(1.7), compared, hash)
}

fn alike(effort: Effort) -> Row {
    let program = Program::parse(&workload::repeated(workload::MIXED, 8));
    let mut different = loaded(Pes::Different);
    let mut alike = loaded(Pes::Alike);
    run(&mut different, &program);
    run(&mut alike, &program);
    let hash = different.state_hash() ^ alike.state_hash().rotate_left(1);
    let compared = compare(
        &mut || {
            run(&mut different, &program);
        },
        &mut || {
            run(&mut alike, &program);
        },
        effort,
    );
    let name = "mixed program, PEs different / alike".to_owned();
    Row::ratio(name, Goal::AtLeast(50.0), compared, hash)
}

fn parse_and_check(is_tiny: bool) -> Row {
    let lines = if is_tiny { 1_000 } else { 100_000 };
    let block = workload::MIXED.lines().count();
    let text = workload::repeated(workload::MIXED, lines / block);
    let mut times = Vec::new();
    let mut findings = 0;
    for _ in 0..if is_tiny { 1 } else { 5 } {
        let (report, seconds) = once(|| check(&Program::parse(&text), ModeChoice::Infer));
        findings = report.findings.len();
        times.push(seconds);
    }
    let seconds = median(times);
    Row {
        name: format!("parse and check {lines} lines"),
        value: seconds,
        unit: "s",
        goal: Some(Goal::AtMost(1.0)),
        microseconds: vec![seconds * 1e6],
        hash: findings.to_string(),
    }
}

fn loading(is_tiny: bool) -> Row {
    let l1bs = if is_tiny { 1 } else { usize::MAX };
    let text = workload::data(Pes::Different, l1bs);
    let mut times = Vec::new();
    let mut hash = 0;
    for _ in 0..if is_tiny { 1 } else { 5 } {
        let mut machine = Machine::new();
        let (_, seconds) = once(|| run(&mut machine, &Program::parse(&text)));
        hash = machine.state_hash();
        times.push(seconds);
    }
    let seconds = median(times);
    Row {
        name: format!(
            "`d set` lines read and run, {:.1} MB",
            text.len() as f64 / 1e6
        ),
        value: text.len() as f64 / 1e6 / seconds,
        unit: "MB/s",
        goal: Some(Goal::AtLeast(20.0)),
        microseconds: vec![seconds * 1e6],
        hash: format!("{hash:016x}"),
    }
}
