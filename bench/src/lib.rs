//! The benchmarks: one list for `cargo bench`, which times each, and for `mnc2 bench`, which compares them.
//!
//! A [`Benchmark`] is prepared once and then run as often as needed. Preparing it runs it too, and returns a hash of
//! the result: figures with different hashes belong to different computations. In its tiny size each takes
//! milliseconds, so the tests run all of them.

#![expect(missing_docs, reason = "the crate is not published")]

pub mod debugger;
pub mod emulator;
pub mod measure;
pub mod native;
pub mod schedule;
pub mod stream;
pub mod text;
pub mod tinytc;
pub mod workload;

use self::workload::{Pes, STEPS};

/// The size of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The size for measuring.
    Full,
    /// The size for tests.
    Tiny,
}

impl Size {
    /// One of two numbers.
    #[must_use]
    pub const fn choose(self, full: usize, tiny: usize) -> usize {
        match self {
            Self::Full => full,
            Self::Tiny => tiny,
        }
    }
}

pub struct Ready {
    /// Runs it once; the state that it starts with is the same each time, as far as that matters for time.
    pub run: Box<dyn FnMut()>,
    /// The amount of work in one run, in the benchmark's unit.
    pub amount: u64,
    /// The hash of the resulting state or text.
    pub hash: u64,
}

/// A benchmark: a name, and a function that prepares it in a given size.
pub struct Benchmark {
    /// Its name, with slashes between groups.
    pub name: &'static str,
    /// The unit of its amount.
    pub unit: MeasureUnit,
    make: Make,
}

#[derive(Clone, Copy)]
enum Make {
    /// Of a name and a size.
    Named(fn(&'static str, Size) -> Ready),
    /// Of a number of lines, which the name ends with.
    Lines(fn(usize) -> Ready),
}

/// The unit of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureUnit {
    /// PE instruction statements.
    Steps,
    Lines,
    Bytes,
    Products,
    /// Instructions that are tried, each on 32 inputs.
    Instructions,
}

impl Benchmark {
    /// Prepares it, and runs it once.
    #[must_use]
    pub fn ready(&self, size: Size) -> Ready {
        match self.make {
            Make::Named(make) => make(self.name, size),
            Make::Lines(make) => make(lines(self.name, size)),
        }
    }
}

/// The part after the last slash of a name.
fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The workload that a name ends with.
fn workload(name: &str) -> &'static workload::Workload {
    let found = STEPS.iter().find(|step| step.name == last_part(name));
    found.unwrap_or(&STEPS[0])
}

/// The number that a name ends with; a thousandth of it in the tiny size, but no fewer than 20.
fn lines(name: &str, size: Size) -> usize {
    let lines = last_part(name).parse().unwrap_or(1_000);
    size.choose(lines, (lines / 1_000).max(20))
}

const fn step(name: &'static str) -> Benchmark {
    Benchmark {
        name,
        unit: MeasureUnit::Steps,
        make: Make::Named(|name, _| emulator::step(workload(name))),
    }
}

const fn side_by_side(name: &'static str) -> Benchmark {
    Benchmark {
        name,
        unit: MeasureUnit::Steps,
        make: Make::Named(|name, _| emulator::side_by_side(workload(name))),
    }
}

const fn benchmark(
    name: &'static str,
    unit: MeasureUnit,
    make: fn(&'static str, Size) -> Ready,
) -> Benchmark {
    Benchmark {
        name,
        unit,
        make: Make::Named(make),
    }
}

const fn line_benchmark(name: &'static str, make: fn(usize) -> Ready) -> Benchmark {
    Benchmark {
        name,
        unit: MeasureUnit::Lines,
        make: Make::Lines(make),
    }
}

/// All benchmarks, for `cargo bench` and `mnc2 bench`.
pub const ALL: [Benchmark; 40] = [
    step("step/fvfma"),
    step("step/dvfmau"),
    step("step/hvfma"),
    step("step/gmfma"),
    step("step/hmfma"),
    step("step/iadd"),
    step("step/l1bmm"),
    step("step/l1bmrffadd"),
    step("step/l2bmb"),
    step("step/mvp"),
    side_by_side("side by side/fvfma"),
    side_by_side("side by side/dvfmau"),
    side_by_side("side by side/hmfma"),
    benchmark("host/multiply-add", MeasureUnit::Steps, |_, _| {
        native::host()
    }),
    benchmark("mixed/alike", MeasureUnit::Steps, |_, size| {
        emulator::mixed(Pes::Alike, size)
    }),
    benchmark("mixed/different", MeasureUnit::Steps, |_, size| {
        emulator::mixed(Pes::Different, size)
    }),
    benchmark("long program", MeasureUnit::Steps, |_, size| {
        emulator::long_program(size)
    }),
    benchmark("run to here/cold", MeasureUnit::Steps, |_, size| {
        emulator::run_to_here_cold(size)
    }),
    benchmark(
        "run to here/after an edit",
        MeasureUnit::Steps,
        |_, size| emulator::run_to_here_edited(size),
    ),
    benchmark("read/testcase", MeasureUnit::Bytes, |_, size| {
        text::read_testcase(size)
    }),
    benchmark("load/testcase", MeasureUnit::Bytes, |_, size| {
        text::load_testcase(size)
    }),
    line_benchmark("parse/1000", text::parse),
    line_benchmark("parse/100000", text::parse),
    line_benchmark("check/1000", text::check),
    line_benchmark("check/100000", text::check),
    line_benchmark("edit and check/1000", text::edit),
    line_benchmark("edit and check/100000", text::edit),
    line_benchmark("depends/200", schedule::limits),
    line_benchmark("quick order/200", schedule::quick),
    line_benchmark("shortest order/32", schedule::search),
    benchmark("short sequences", MeasureUnit::Instructions, |_, size| {
        schedule::sequences(size)
    }),
    line_benchmark("equal/10000", schedule::equal),
    line_benchmark("debugger/step back/100000", debugger::step_back),
    line_benchmark("debugger/reverse watch/100000", debugger::reverse_watch),
    line_benchmark("debugger/origin/100000", debugger::origin),
    benchmark("stream/emulator", MeasureUnit::Bytes, |_, size| {
        stream::emulator(size)
    }),
    benchmark("stream/pipe", MeasureUnit::Bytes, |_, size| {
        stream::pipe(size)
    }),
    benchmark("tinytc/gemm", MeasureUnit::Products, |_, size| {
        tinytc::gemm(size)
    }),
    line_benchmark("tinytc/check/10000", tinytc::check),
    line_benchmark("tinytc/edit and check/10000", tinytc::edit),
];
