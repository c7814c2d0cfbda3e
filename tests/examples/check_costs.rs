//! The cost of checking a whole program, and of checking it after an edit of one line, by the length of the program.
//!
//! ```text
//! cargo run --release -p mnc2-tests --example check_costs
//! ```
//!
//! Arguments are lengths in lines. The programs are random ones of all units; the edits add findings to them. The last
//! column is a hash of these, which changes only if the program or a rule changes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mnc2_asm::LineParser;
use mnc2_program::rules::check::Findings;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{ModeChoice, Program};
use mnc2_review::Review;
use mnc2_tests::generate::Choices;
use mnc2_tests::near_legal::{Maker, Style};

/// Default lengths, in lines.
const LENGTHS_LINES: [usize; 3] = [1_000, 10_000, 100_000];
/// Edits of each program.
const EDITS: usize = 1_000;
/// Checks of each whole program; the quickest counts, because the machine is busy.
const WHOLE_CHECKS: usize = 5;

/// The result for one program.
pub(crate) struct Costs {
    lines: usize,
    /// The findings in the final program.
    pub(crate) findings: usize,
    parse: Duration,
    /// The check of a new program.
    whole: Duration,
    /// Parsing the line, changing and checking the program, in ascending order.
    edits: Vec<Duration>,
    /// Reviews with the rules of a profile, its levels and silencing comments, in ascending order.
    reviews: Vec<Duration>,
    hash: u64,
}

impl Costs {
    /// The time below which this percentage of the edits is.
    fn percentile(sample: &[Duration], percent: usize) -> Duration {
        sample[(sample.len() * percent / 100).min(sample.len() - 1)]
    }

    fn row(&self) -> String {
        let percentiles =
            |sample| [50, 95].map(|percent| microseconds(Self::percentile(sample, percent)));
        let [edit, slow_edit] = percentiles(&self.edits);
        let [review, slow_review] = percentiles(&self.reviews);
        format!(
            "| {} | {} | {:.1} | {:.2} | {:.2} | {edit:.0} / {slow_edit:.0} | {review:.0} / {slow_review:.0} | {:08x} |",
            self.lines,
            self.findings,
            microseconds(self.parse) / 1e3,
            microseconds(self.whole) / 1e3,
            microseconds(self.whole) / self.lines as f64,
            self.hash >> 32,
        )
    }
}

fn microseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

/// A program of this many lines.
fn source(lines: usize) -> String {
    let mut choices = Choices::new(1);
    let style = Style {
        is_flat: false,
        is_data_dependent: true,
        deviation: 1000,
    };
    let mut maker = Maker::new(&mut choices, style);
    let mut parser = LineParser::new();
    let mut source = maker.start();
    while source.len() < lines {
        let statement = maker.statement();
        if !parser.parse(&statement).has_error() {
            source.push(statement);
            // Far enough for nearly everything, as in programs that are accepted.
            source.push("nop/3".to_owned());
        }
    }
    source.truncate(lines);
    source.join("\n")
}

/// Measures a program of this many lines.
pub(crate) fn measure(lines: usize, edits: usize) -> Costs {
    let source = source(lines);
    let start = Instant::now();
    let mut program = mnc2_asm::parse(&source);
    let parse = start.elapsed();

    let shared: Vec<_> = program.iter().cloned().collect();
    let whole = (0..WHOLE_CHECKS).map(|_| {
        let unseen = Program::from_lines(shared.clone());
        let start = Instant::now();
        black_box(Findings::check(&unseen, ModeChoice::Infer));
        start.elapsed()
    });
    let whole = whole.min().unwrap_or_default();

    let rules = Rules::from_profile(RuleProfile::Assembler);
    // The state of an editor when the first key is pressed.
    black_box(Findings::check(&program, ModeChoice::Infer));
    let mut parser = LineParser::new();
    let mut choices = Choices::new(2);
    let mut measured = [Vec::with_capacity(edits), Vec::with_capacity(edits)];
    for edit in 0..2 * edits {
        let at = choices.below(lines as u64) as usize;
        // Another step, a register read, a mask, a line with an error: edits that change later lines, and edits that
        // do not.
        let text = [
            "nop",
            "lpassa $lr0v $ls0v",
            "maskr 0b11000",
            "lpassa $lr1",
            "# x",
        ][edit % 5];
        // Editors compute from older versions, which live that long.
        let older = program.clone();
        let start = Instant::now();
        program.replace(at..at + 1, [Arc::new(parser.parse(text))]);
        if edit % 2 == 0 {
            black_box(Findings::check(&program, ModeChoice::Infer));
        } else {
            black_box(Review::new(&program, &rules));
        }
        measured[edit % 2].push(start.elapsed());
        drop(older);
    }
    let findings = Findings::check(&program, ModeChoice::Infer)
        .report()
        .findings;
    let anew = Program::from_lines(program.iter().cloned().collect());
    let expected = Findings::check(&anew, ModeChoice::Infer).report().findings;
    assert_eq!(findings, expected, "after the edits");
    let mut hasher = DefaultHasher::new();
    for finding in &findings {
        (finding.line, finding.diagnostic.code.id()).hash(&mut hasher);
    }
    measured
        .iter_mut()
        .for_each(|sample| sample.sort_unstable());
    let [edits, reviews] = measured;
    Costs {
        lines,
        findings: findings.len(),
        parse,
        whole,
        edits,
        reviews,
        hash: hasher.finish(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<usize> = std::env::args()
        .skip(1)
        .map(|length| length.parse())
        .collect::<Result<_, _>>()
        .map_err(|error| io::Error::other(format!("a length in lines: {error}")))?;
    let lengths = if given.is_empty() {
        LENGTHS_LINES.to_vec()
    } else {
        given
    };
    println!(
        "| lines | findings | parse, ms | check, ms | a line, µs | edit p50 / p95, µs | with levels p50 / p95, µs | hash |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for lines in lengths {
        println!("{}", measure(lines, EDITS).row());
    }
    Ok(())
}
