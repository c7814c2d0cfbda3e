//! `mnc2 bench`: the speed of the emulator and the checker, as ratios that are meaningful on a busy host too.
//!
//! Each row compares two of the benchmarks of `mnc2_bench`, measured in turn in this process, and states the goal.
//! Each has a hash of its result: figures with different hashes belong to different computations.

mod programs;

use std::io::{self, Write};

use mnc2_bench::measure::{Compared, Effort, compare, median, once};
use mnc2_bench::workload::{self, Pes, Workload};
use mnc2_bench::{Ready, Size, debugger, emulator, native, stream, text};
use serde::Serialize;

use crate::args::{BenchArguments, Format};
use crate::exit::{Exit, Failure};
use crate::output::Streams;

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    /// The measured operation.
    name: String,
    /// The figure in its unit.
    value: f64,
    /// Its unit: `x` is a ratio.
    unit: &'static str,
    /// The figure to reach; `None` without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
    /// The times in microseconds that the figure comes from.
    microseconds: Vec<f64>,
    /// The hash of the resulting state or text.
    hash: String,
}

/// The goal for a figure.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

/// The table that `bench` prints.
#[derive(Serialize)]
struct Table {
    /// The host's vector units.
    vectors: &'static str,
    rows: Vec<Row>,
}

pub(crate) fn command(arguments: &BenchArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let effort = arguments.rounds.map_or(Effort::FULL, Effort::counted);
    arguments.simd.apply();
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
        if arguments.format == Format::Text {
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
    if wanted("machines") {
        for index in [0, 1, 4] {
            let workload = &workload::STEPS[index];
            add(side_by_side(workload, effort), &mut streams.out)?;
        }
    }
    if wanted("alike") {
        add(alike(effort), &mut streams.out)?;
    }
    if wanted("long") {
        add(long_program(effort), &mut streams.out)?;
    }
    if wanted("text") {
        add(parse_and_check(effort), &mut streams.out)?;
        add(edits(effort), &mut streams.out)?;
        add(loading(effort), &mut streams.out)?;
    }
    if wanted("stream") {
        add(streaming(effort), &mut streams.out)?;
    }
    if wanted("debugger") {
        for row in debugging(effort) {
            add(row, &mut streams.out)?;
        }
    }
    if let Some(folder) = &arguments.programs {
        for row in programs::rows(folder)? {
            add(row, &mut streams.out)?;
        }
    }
    if let (true, Some(part)) = (table.rows.is_empty(), &arguments.only) {
        return Err(Failure::Message(format!(
            "`--only {part}` measures nothing: the parts are steps, machines, alike, long, text, stream and debugger, and the names of steps"
        )));
    }
    if arguments.format == Format::Json {
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
    fn ratio(name: String, goal: Option<Goal>, compared: Compared, hash: u64) -> Self {
        Self {
            name,
            value: compared.ratio,
            unit: "x",
            goal,
            microseconds: vec![compared.first * 1e6, compared.second * 1e6],
            hash: format!("{hash:016x}"),
        }
    }
}

/// One of two sizes; few rounds use the smaller one.
const fn size(effort: Effort) -> Size {
    if effort.is_long {
        Size::Full
    } else {
        Size::Tiny
    }
}

/// Two benchmarks measured in turn, divided by the work of one run of each.
fn measured(mut first: Ready, mut second: Ready, effort: Effort) -> (Compared, u64) {
    let mut compared = compare(&mut first.run, &mut second.run, effort);
    compared.first /= first.amount as f64;
    compared.second /= second.amount as f64;
    compared.ratio *= second.amount as f64 / first.amount as f64;
    (compared, first.hash)
}

fn against_copy(workload: &Workload, effort: Effort) -> Row {
    let (step, copy) = (emulator::step(workload), native::copy(workload.bytes));
    let (compared, hash) = measured(step, copy, effort);
    let kib = workload.bytes >> 10;
    let name = format!("{} step / copy of {kib} KiB", workload.name);
    Row::ratio(name, Some(Goal::AtMost(workload.goal)), compared, hash)
}

fn against_host(effort: Effort) -> Row {
    let step = emulator::step(&workload::STEPS[0]);
    let (compared, hash) = measured(step, native::host(), effort);
    let name = "fvfma step / the host's own multiply-add".to_owned();
    Row::ratio(name, Some(Goal::AtMost(5.0)), compared, hash)
}

/// What the host provides at the same time: two processors may be less than twice as fast as one.
fn side_by_side(workload: &Workload, effort: Effort) -> Row {
    let (one, both) = (emulator::step(workload), emulator::side_by_side(workload));
    let (compared, hash) = measured(one, both, effort);
    let name = format!("{}: one machine / two in parallel", workload.name);
    Row::ratio(name, None, compared, hash)
}

fn alike(effort: Effort) -> Row {
    let [different, alike] =
        [Pes::Different, Pes::Alike].map(|pes| emulator::mixed(pes, size(effort)));
    let both = different.hash ^ alike.hash.rotate_left(1);
    let (compared, _) = measured(different, alike, effort);
    let name = "mixed program, PEs different / alike".to_owned();
    Row::ratio(name, Some(Goal::AtLeast(50.0)), compared, both)
}

/// Seconds of one run; the median of several.
fn seconds(ready: &mut Ready, effort: Effort) -> f64 {
    let runs = 0..if effort.is_long { 5 } else { 1 };
    median(runs.map(|_| once(&mut ready.run).1).collect())
}

fn long_program(effort: Effort) -> Row {
    let mut ready = emulator::long_program(size(effort));
    let seconds = seconds(&mut ready, effort);
    Row {
        name: format!("program of {} steps, PEs alike", ready.amount),
        value: ready.amount as f64 / seconds,
        unit: "steps/s",
        goal: None,
        microseconds: vec![seconds * 1e6],
        hash: format!("{:016x}", ready.hash),
    }
}

/// A host that sends and receives 32 KiB at a time, against the same bytes without an emulator.
fn streaming(effort: Effort) -> Row {
    let size = size(effort);
    let (emulator, pipe) = (stream::emulator(size), stream::pipe(size));
    let (compared, hash) = measured(emulator, pipe, effort);
    let name = "transfers of 65 kB through pipes, emulator / pipes alone".to_owned();
    Row::ratio(name, None, compared, hash)
}

/// The debugger at the end of a program whose PEs differ: a statement back and forward, and backward to the only write of
/// a word, against a run of the program.
fn debugging(effort: Effort) -> [Row; 3] {
    let steps = size(effort).choose(100_000, 100);
    let in_seconds = |name: String, ready: &mut Ready, goal: f64| {
        let seconds = seconds(ready, effort);
        Row {
            name,
            value: seconds * 1e3,
            unit: "ms",
            goal: Some(Goal::AtMost(goal)),
            microseconds: vec![seconds * 1e6],
            hash: format!("{:016x}", ready.hash),
        }
    };
    let back = format!("a statement back and forward after {steps} steps");
    let back = in_seconds(back, &mut debugger::step_back(steps), 20.0);
    let origin = format!("what wrote a value {steps} steps ago");
    let origin = in_seconds(origin, &mut debugger::origin(steps), 10.0);
    let (watch, run) = (debugger::reverse_watch(steps), debugger::run(steps));
    let (compared, hash) = measured(watch, run, effort);
    let name = format!("backward over {steps} steps to the write of a word / run");
    let watch = Row::ratio(name, Some(Goal::AtMost(1.5)), compared, hash);
    [back, origin, watch]
}

fn parse_and_check(effort: Effort) -> Row {
    let lines = size(effort).choose(100_000, 100);
    let (mut parse, mut check) = (text::parse(lines), text::check(lines));
    let hash = parse.hash;
    let seconds = seconds(&mut parse, effort) + seconds(&mut check, effort);
    Row {
        name: format!("parse and check {lines} lines"),
        value: seconds,
        unit: "s",
        goal: Some(Goal::AtMost(1.0)),
        microseconds: vec![seconds * 1e6],
        hash: format!("{hash:016x}"),
    }
}

fn edits(effort: Effort) -> Row {
    let (long, short) = (
        size(effort).choose(100_000, 1_000),
        size(effort).choose(1_000, 100),
    );
    let (compared, hash) = measured(text::edit(long), text::edit(short), effort);
    let name = format!("edit and check alone, {long} lines / {short}");
    // The goal is about waiting in an editor, which the server's benchmark measures.
    Row::ratio(name, None, compared, hash)
}

fn loading(effort: Effort) -> Row {
    let mut ready = text::load_testcase(size(effort));
    let megabytes = ready.amount as f64 / 1e6;
    let seconds = seconds(&mut ready, effort);
    Row {
        name: format!("`d set` lines read and run, {megabytes:.1} MB"),
        value: megabytes / seconds,
        unit: "MB/s",
        goal: Some(Goal::AtLeast(20.0)),
        microseconds: vec![seconds * 1e6],
        hash: format!("{:016x}", ready.hash),
    }
}
