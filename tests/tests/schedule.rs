//! What may move where, validated against three independent checks: the checker, runs of the whole chip from garbage, and the
//! proof by dataflow. The shortest order that the search finds is validated against all orders.

mod levels;
mod limits;
mod order;
mod shortest;
mod units;

use std::ops::Range;
use std::time::Duration;

use mnc2_dataflow::depends::{ChangeLevel, Depends, Widths};
use mnc2_equal::{Equivalence, Places};
use mnc2_program::rules::check::check;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{ModeChoice, Program};
use mnc2_schedule::search_input::Subject;
use mnc2_schedule::shorten::{Refusal, Request, Shortened, shorten};
use mnc2_tests::fix_cases::computes_the_same;
use mnc2_tests::generate::Choices;
use mnc2_tests::near_legal::{Maker, Style};

/// Random programs; more with `MNC2_SCHEDULE_PROGRAMS`, and others with `MNC2_SCHEDULE_FIRST`, the first seed.
const PROGRAMS: u64 = 60;
/// Lines of a program, without those that fill the memories.
const LINES: usize = 14;

/// Statements that are tried for a program.
const TRIES: usize = 400;

fn programs() -> u64 {
    variable("MNC2_SCHEDULE_PROGRAMS").unwrap_or(PROGRAMS)
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A program that the assembler accepts and in which something may move, and the number of its lines that fill the memories.
fn program(seed: u64, lines: usize) -> (Vec<String>, usize) {
    let mut choices = Choices::new(seed);
    let style = Style {
        is_flat: seed.is_multiple_of(3),
        is_data_dependent: seed.is_multiple_of(2),
        deviation: 12,
    };
    let mut maker = Maker::new(&mut choices, style);
    let mut program = maker.start();
    let start = program.len();
    for _ in 0..TRIES {
        program.push(maker.statement());
        let parsed = mnc2_asm::parse(&program.join("\n"));
        let is_refused = || {
            let region = start..program.len();
            Depends::from_lines(&parsed, region, Widths::Free).is_err()
        };
        if check(&parsed, ModeChoice::Infer).has_errors() || is_refused() {
            program.pop();
        }
        if program.len() == start + lines {
            break;
        }
    }
    (program, start)
}

/// Asserts that two programs are equivalent, and that the second breaks no rule more; whether that is proven too.
#[track_caller]
fn assert_same(before: &[String], after: &[String], seed: u64) -> bool {
    let (one, other) = (before.join("\n"), after.join("\n"));
    let (first, second) = (mnc2_asm::parse(&one), mnc2_asm::parse(&other));
    let count = |program: &Program| check(program, ModeChoice::Infer).findings.len();
    assert!(
        count(&second) <= count(&first),
        "seed {seed}: more findings\n{one}\n=>\n{other}"
    );
    // What the turnaround register holds at the end does not count, since nothing reads it.
    let settled = |text: &str| format!("{text}\nnop/4\nl1bmd $lm0v $lbi");
    if let Err(difference) = computes_the_same(&settled(&one), &settled(&other), seed + 1) {
        panic!("seed {seed}: {difference}");
    }
    mnc2_equal::by_dataflow(&first, &second, &Places::everything(), &|| false) == Equivalence::Same
}

#[track_caller]
fn shortened(lines: &[String], level: ChangeLevel) -> Option<Shortened> {
    shortened_within(lines, 0..lines.len(), level).ok()
}

fn shortened_within(
    lines: &[String],
    region: Range<usize>,
    level: ChangeLevel,
) -> Result<Shortened, Refusal> {
    searched(lines, region, level, None, 1)
}

fn searched(
    lines: &[String],
    region: Range<usize>,
    level: ChangeLevel,
    work: Option<u64>,
    jobs: usize,
) -> Result<Shortened, Refusal> {
    let program = mnc2_asm::parse(&lines.join("\n"));
    let source = |line: usize| lines[line].clone();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    let request = Request {
        level,
        keeps_hazards: true,
        work,
        jobs,
        ..Request::new(Subject {
            time: Duration::from_secs(60),
            // The tests themselves run programs.
            runs: 0,
            ..Subject::new(&program, &source, &rules)
        })
    };
    shorten(request, region, &|| false, &mut |_| {})
}

/// Four independent chains, one after another, repeated with other addresses.
fn four_chains(rounds: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for round in 0..rounds {
        for (memory, at) in [("m", 0), ("m", 64), ("n", 0), ("n", 64)] {
            let address = at + round % 8 * 8;
            lines.push(format!("lpassa $l{memory}{address}v $lr{address}v"));
            lines.push("nop/2".to_owned());
            lines.push(format!("ladd $lr{address}v $ls0v $ls{}v", address + 8));
            lines.push("nop/2".to_owned());
        }
    }
    lines
}

/// What is found about lines if only some places count.
fn shortened_at(lines: &[&str], level: ChangeLevel, places: &Places) -> Shortened {
    let program = mnc2_asm::parse(&lines.join("\n"));
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::default();
    let request = Request {
        level,
        ..Request::new(Subject {
            places: Some(places),
            runs: 1,
            ..Subject::new(&program, &source, &rules)
        })
    };
    shorten(request, 0..lines.len(), &|| false, &mut |_| {}).expect("nothing stands against it")
}

fn equal_at(one: &str, other: &str, places: &Places) -> bool {
    let [one, other] = [one, other].map(mnc2_asm::parse);
    mnc2_equal::by_dataflow(&one, &other, places, &|| false) == Equivalence::Same
}
