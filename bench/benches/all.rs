//! `cargo bench -p mnc2-bench`: the time of every benchmark, with a hash of what it computes. `cargo test` runs
//! each once in its tiny size.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use divan::counter::{BytesCount, ItemsCount};
use mnc2_bench::{ALL, Benchmark, MeasureUnit, Size};

/// The hash of the result. Times with different hashes belong to different computations.
static HASHES: Mutex<BTreeMap<&str, u64>> = Mutex::new(BTreeMap::new());

/// A benchmark by its name.
struct Named(&'static Benchmark);

impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.name)
    }
}

fn all() -> impl Iterator<Item = Named> {
    static BENCHMARKS: [Benchmark; ALL.len()] = ALL;
    BENCHMARKS.iter().map(Named)
}

#[divan::bench(args = all(), max_time = 2)]
fn measured(bencher: divan::Bencher<'_, '_>, Named(benchmark): &Named) {
    let is_measured = env::args().any(|argument| argument == "--bench");
    let size = if is_measured { Size::Full } else { Size::Tiny };
    let mut ready = benchmark.ready(size);
    let mut hashes = HASHES.lock().unwrap_or_else(PoisonError::into_inner);
    hashes.insert(benchmark.name, ready.hash);
    match benchmark.unit {
        MeasureUnit::Bytes => bencher
            .counter(BytesCount::new(ready.amount))
            .bench_local(&mut ready.run),
        MeasureUnit::Steps
        | MeasureUnit::Lines
        | MeasureUnit::Products
        | MeasureUnit::Instructions => bencher
            .counter(ItemsCount::new(ready.amount))
            .bench_local(&mut ready.run),
    }
}

fn main() {
    divan::main();
    for (name, hash) in &*HASHES.lock().unwrap_or_else(PoisonError::into_inner) {
        println!("{name:32} [{hash:016x}]");
    }
}
