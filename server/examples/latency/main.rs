//! How long users wait while they type and read in an editor, over standard input and output, and how much memory the server
//! takes; for comparison, public servers for other languages on programs of the same length.
//!
//! ```text
//! cargo build --release -p mnc2-lsp && cargo run --release -p mnc2-lsp --example latency
//! ```
//!
//! Arguments: numbers are the lengths in lines; `--server PATH` names another binary; `--peers` measures asm-lsp,
//! clangd and ruff too, as far as they are in `PATH`; `--runs N` shows the middle one of several runs; `--against PATH`
//! measures another build of the server in alternation with the first; `--capabilities` prints what the client declares, and measures nothing.
#![expect(
    clippy::disallowed_methods,
    reason = "it starts the server, and makes the files that it reads"
)]

mod client;
mod measure;
mod subject;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

pub(crate) use measure::{Effort, Measured, measure};
pub(crate) use subject::{Subject, own};

/// Default lengths, in lines.
const LENGTHS_LINES: [usize; 3] = [1_000, 10_000, 100_000];

/// The repetitions for each program.
const FULL: Effort = Effort {
    often: 500,
    seldom: 50,
    series: Duration::from_secs(20),
    patience: Duration::from_secs(30),
};

struct Arguments {
    server: Option<PathBuf>,
    against: Option<PathBuf>,
    lengths: Vec<usize>,
    peers: bool,
    runs: usize,
}

fn arguments() -> Option<Arguments> {
    let mut asked = Arguments {
        server: beside(),
        against: None,
        lengths: Vec::new(),
        peers: false,
        runs: 1,
    };
    let mut given = std::env::args().skip(1);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--server" => asked.server = given.next().map(PathBuf::from),
            "--against" => asked.against = Some(given.next()?.into()),
            "--peers" => asked.peers = true,
            "--runs" => asked.runs = given.next()?.parse().ok().filter(|&runs| runs > 0)?,
            length => asked.lengths.push(length.parse().ok()?),
        }
    }
    if asked.lengths.is_empty() {
        asked.lengths.extend(LENGTHS_LINES);
    }
    Some(asked)
}

/// The binary built next to this example.
fn beside() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?;
    let folder = folder.parent()?.parent()?;
    Some(folder.join(format!("mnc2-lsp{}", std::env::consts::EXE_SUFFIX)))
}

/// The path of a program in `PATH`.
fn installed(program: &Path) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("--capabilities") {
        println!("{:#}", measure::capabilities());
        return ExitCode::SUCCESS;
    }
    let Some(asked) = arguments() else {
        eprintln!(
            "usage: latency [--server PATH] [--against PATH] [--peers] [--runs N] [LINES...] | --capabilities"
        );
        return ExitCode::from(2);
    };
    let Some(server) = asked.server.filter(|path| path.exists()) else {
        eprintln!("there is no server; build it first: cargo build --release -p mnc2-lsp");
        return ExitCode::FAILURE;
    };
    let mut subjects = vec![own(server.clone())];
    if asked.peers {
        let (found, missing): (Vec<_>, Vec<_>) = subject::peers()
            .into_iter()
            .partition(|peer| installed(&peer.program));
        for peer in missing {
            eprintln!("{} is not installed", peer.name);
        }
        subjects.extend(found);
    }
    println!("{}\n", machine());
    let folder = std::env::temp_dir().join(format!("latency-{}", std::process::id()));
    let outcome = std::fs::create_dir_all(&folder).and_then(|()| match asked.against {
        Some(against) => {
            let pair = [own(server), own(against)];
            paired(&pair, &asked.lengths, asked.runs, &folder)
        }
        None => tables(&subjects, &asked.lengths, asked.runs, &folder),
    });
    // Only an empty folder is left.
    let _ = std::fs::remove_dir_all(&folder);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A table for each length. Only failures of the first server end the measurement.
fn tables(subjects: &[Subject], lengths: &[usize], runs: usize, folder: &Path) -> io::Result<()> {
    for &lines in lengths {
        head(lines);
        for (index, subject) in subjects.iter().enumerate() {
            let measured: io::Result<Vec<Measured>> = (0..runs)
                .map(|_| measure(subject, lines, FULL, folder))
                .collect();
            match measured {
                Ok(measured) => {
                    let median = Measured::median(&measured);
                    println!("{}", row(subject.name, median.columns().map(|it| it.1)));
                }
                Err(error) if index > 0 => eprintln!("{}, {lines} lines: {error}", subject.name),
                Err(error) => return Err(error),
            }
        }
        println!();
    }
    Ok(())
}

/// The same for two builds of the server, whose runs alternate, with the ratio of the second to the first.
fn paired(pair: &[Subject; 2], lengths: &[usize], runs: usize, folder: &Path) -> io::Result<()> {
    for &lines in lengths {
        head(lines);
        let mut measured = [Vec::new(), Vec::new()];
        for turn in 0..2 * runs {
            // First, second, second, first: what changes with time concerns both.
            let which = (turn + turn / 2) % 2;
            measured[which].push(measure(&pair[which], lines, FULL, folder)?);
        }
        let [first, second] = measured.map(|runs| Measured::median(&runs));
        let [first, second] = [&first, &second].map(|it| it.columns().map(|(_, figures)| figures));
        println!("{}", row("first", first));
        println!("{}", row("second", second));
        let ratios: [Vec<f64>; Measured::COLUMNS] = std::array::from_fn(|column| {
            let figures = second[column].iter().zip(first[column]);
            figures.map(|(second, first)| second / first).collect()
        });
        println!("{}\n", row("ratio", ratios.each_ref().map(Vec::as_slice)));
    }
    Ok(())
}

fn head(lines: usize) {
    println!("{lines} lines, milliseconds (p50 / p95 / p99):\n");
    let heads = Measured::default().columns().map(|(name, _)| name);
    println!("| server | {} |", heads.join(" | "));
    println!("|---|{}", "---|".repeat(heads.len()));
}

fn row(name: &str, columns: [&[f64]; Measured::COLUMNS]) -> String {
    let cells = columns.map(|figures| {
        let shown: Vec<String> = figures.iter().map(|&figure| number(figure)).collect();
        if shown.is_empty() {
            "–".to_owned()
        } else {
            shown.join(" / ")
        }
    });
    format!("| {name} | {} |", cells.join(" | "))
}

/// Three digits, or all before the point.
fn number(value: f64) -> String {
    match value {
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

/// The machine and its load, if the system reports them.
fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let processors = read("/proc/cpuinfo");
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, model)| model);
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or("unknown");
    format!("{count} threads of {model}; load before {load}")
}
