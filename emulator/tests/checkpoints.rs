//! Runs that continue from checkpoints end as runs from the start: random programs, edits, limits and stops.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mnc2_asm::LineParser;
use mnc2_emulator::machine::observer::Observer;
use mnc2_emulator::{Checkpoints, Dump, Machine, OffChip, Outcome, RunOptions, RunReport, Start};
use mnc2_program::Program;
use mnc2_text::random::Random;

fn line(random: &mut Random) -> String {
    let even = 2 * random.below(8);
    let other = 2 * random.below(8);
    match random.below(16) {
        0 => format!("fvfma $lm{even}v $lr{other}v $ln{even}v $ls{other}v"),
        1 => format!("ladd $lr{even}v $ls{other}v $lr{even}v $omr1"),
        2 => format!("linc $aluf $ln{even}/$imr1"),
        3 => format!("l1bmrlor $lr{even}v $lb{}", 16 * random.below(4)),
        4 => "l1bmm $lbi $lr16v".to_owned(),
        5 => format!("l2bm@{} $lb0 $lc{}", random.below(8), 64 * random.below(4)),
        6 => format!(
            "mvp/n64 $lc{}@0.1 $d{}@2",
            64 * random.below(3),
            64 * random.below(3)
        ),
        7 => format!("mvb/n128 $p{}@1 $lc0", 64 * random.below(3)),
        8 => format!(
            "d set $lm{even}n0c0b0m0p{} 1 {:016x}",
            random.below(4),
            random.bits()
        ),
        9 => format!("d get $ls{even}n0c0b0m0 2"),
        10 => format!("d get $d{other}n2 {}", 1 + random.below(5)),
        11 => format!(
            "mask{} {}",
            ["rs", "llm", "k"][random.below(3) as usize],
            random.below(32)
        ),
        12 => "nop/3".to_owned(),
        13 => ["# a comment", "", "e 0 0 i00 i00 0 000000000 000002"][random.below(3) as usize]
            .to_owned(),
        14 => format!("lpassa $peid $lm{even} $t $lnb"),
        _ => format!("dvmulu $lm{even}v $lr{other}v $ls{even}v"),
    }
}

fn source(lines: &[String]) -> String {
    lines.join("\n")
}

/// Replaces some lines of a program and its text, keeping the others as an editor does.
fn edit(
    random: &mut Random,
    parser: &mut LineParser,
    lines: &mut Vec<String>,
    program: &mut Program,
) {
    let at = match random.below(3) {
        0 => lines.len() - 1 - random.below(10) as usize,
        _ => random.below(lines.len() as u64) as usize,
    };
    let removed = (random.below(3) as usize).min(lines.len() - at);
    let new: Vec<String> = (0..random.below(3)).map(|_| line(random)).collect();
    let parsed: Vec<_> = new
        .iter()
        .map(|line| Arc::new(parser.parse(line)))
        .collect();
    program.replace(at..at + removed, parsed);
    lines.splice(at..at + removed, new);
}

#[derive(Default)]
struct Executed(u64);

impl Observer for Executed {
    fn is_on(&self) -> bool {
        false
    }

    fn statement(&mut self, _: u32, _: &mnc2_program::Statement) {
        self.0 += 1;
    }
}

/// The dump, how the run ended, and the state that it left.
type Ran = (Vec<Dump>, RunReport, u64);

fn resumed(
    checkpoints: &mut Checkpoints,
    program: &Program,
    options: &RunOptions<'_>,
) -> (Ran, Machine, u64) {
    let mut dumps = Vec::new();
    let mut executed = Executed::default();
    let (machine, report) = checkpoints.run(program, options, &mut dumps, &mut executed);
    let hash = machine.state_hash();
    ((dumps, report, hash), machine, executed.0)
}

fn afresh(start: Start, program: &Program, options: &RunOptions<'_>) -> (Ran, Machine) {
    let mut dumps = Vec::new();
    let mut machine = Machine::starting(start);
    let report = machine.run(program, options, &mut dumps);
    let hash = machine.state_hash();
    ((dumps, report, hash), machine)
}

#[test]
fn random_edits() {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    let mut parser = LineParser::new();
    let (mut executed_in_all, mut lines_in_all) = (0, 0);
    for round in 0..3 {
        let start = Start {
            dirty: (round == 1).then_some(7),
            off_chip: OffChip::Zero,
        };
        let mut lines: Vec<String> = (0..320).map(|_| line(&mut random)).collect();
        let mut program = mnc2_asm::parse(&source(&lines));
        let mut checkpoints = Checkpoints::new(Machine::starting(start));
        for number in 0..20 {
            let until = match random.below(3) {
                0 => None,
                1 => Some(lines.len() as u32 - 1),
                _ => Some(random.below(lines.len() as u64) as u32),
            };
            let options = RunOptions {
                until_line: until,
                budget_steps: if random.below(6) == 0 { 200 } else { u64::MAX },
                max_dump_lines: if number > 15 { 40 } else { 10_000 },
                ..RunOptions::default()
            };
            let (found, machine, executed) = resumed(&mut checkpoints, &program, &options);
            let (expected, fresh) = afresh(start, &program, &options);
            let text = source(&lines);
            assert!(
                found == expected,
                "{options:?}\n{text}\n{found:?}\n{expected:?}"
            );
            if found.1.outcome == Outcome::ReachedLine {
                let line = until.unwrap_or(0);
                let focus = mnc2_program::Scope::default();
                assert_eq!(
                    machine.written(&program, line, focus),
                    fresh.written(&program, line, focus)
                );
            }
            executed_in_all += executed;
            lines_in_all += until.map_or(lines.len() as u64, |until| u64::from(until) + 1);
            if random.below(5) != 0 {
                edit(&mut random, &mut parser, &mut lines, &mut program);
            }
        }
    }
    // Changes in the middle of the program and runs to any line: still most of the work was not done again.
    assert!(
        executed_in_all * 2 < lines_in_all,
        "{executed_in_all} of {lines_in_all}"
    );
}

/// A repeated request executes nothing, an edit of the last lines only these, and another edit there too.
#[test]
fn only_what_follows_the_edit_is_executed() {
    let mut random = Random::new(99);
    let mut parser = LineParser::new();
    let mut lines: Vec<String> = (0..1000).map(|_| line(&mut random)).collect();
    let mut program = mnc2_asm::parse(&source(&lines));
    let mut checkpoints = Checkpoints::new(Machine::new());
    let options = RunOptions {
        until_line: Some(999),
        ..RunOptions::default()
    };
    let executed = |checkpoints: &mut Checkpoints, program: &Program| {
        let (found, _, executed) = resumed(checkpoints, program, &options);
        assert!(found == afresh(Start::default(), program, &options).0);
        executed
    };
    assert!(executed(&mut checkpoints, &program) > 900);
    assert_eq!(executed(&mut checkpoints, &program), 0);
    let mut replace = |program: &mut Program, at: usize, line: &str| {
        lines[at] = line.to_owned();
        program.replace(at..at + 1, [Arc::new(parser.parse(line))]);
    };
    replace(&mut program, 990, "lpassa $peid $lr0");
    let once = executed(&mut checkpoints, &program);
    assert!((1..=74).contains(&once), "{once}");
    for digit in 0..4 {
        replace(&mut program, 990, &format!("imm i\"{digit}\" $lr0"));
        assert!(executed(&mut checkpoints, &program) <= 10);
    }
    // Another comment does not make another program.
    replace(&mut program, 990, "imm i\"3\" $lr0 # three");
    assert_eq!(executed(&mut checkpoints, &program), 0);
    assert!(executed(&mut checkpoints, &mnc2_asm::parse("nop\nnop")) == 2);
}

#[test]
fn memory_is_bounded_and_given_back() {
    const LIMIT: u64 = 24 << 20;
    let lines: Vec<String> = (0..2000)
        .map(|number| format!("lpassa $peid $lr{}v", number * 8 % 256))
        .collect();
    let program = mnc2_asm::parse(&source(&lines));
    let mut checkpoints = Checkpoints::new(Machine::new()).with_limit_bytes(LIMIT);
    let (found, ..) = resumed(&mut checkpoints, &program, &RunOptions::default());
    assert!(found == afresh(Start::default(), &program, &RunOptions::default()).0);
    let kept: Vec<usize> = checkpoints.lines().collect();
    assert!(
        (1 << 20..=LIMIT).contains(&checkpoints.bytes()),
        "{}",
        checkpoints.bytes()
    );
    assert_eq!(kept.last(), Some(&2000));

    // Without a limit that matters distances grow towards the start.
    let mut checkpoints = Checkpoints::new(Machine::new()).with_limit_bytes(u64::MAX);
    resumed(&mut checkpoints, &program, &RunOptions::default());
    let kept: Vec<usize> = checkpoints.lines().collect();
    assert!(kept.len() < 24, "{kept:?}");
    let distances: Vec<usize> = kept.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        distances[0] >= 4 * distances[distances.len() - 2],
        "{kept:?}"
    );

    // Nothing fits: every run is one from the start.
    let mut checkpoints = Checkpoints::new(Machine::new()).with_limit_bytes(0);
    for _ in 0..2 {
        let (found, _, executed) = resumed(&mut checkpoints, &program, &RunOptions::default());
        assert_eq!((found.1.steps, executed), (2000, 2000));
        assert_eq!((checkpoints.bytes(), checkpoints.lines().count()), (0, 0));
    }
}

#[test]
fn a_cancelled_run_leaves_checkpoints_that_hold() {
    let mut random = Random::new(5);
    let lines: Vec<String> = (0..600).map(|_| line(&mut random)).collect();
    let program = mnc2_asm::parse(&source(&lines));
    let mut checkpoints = Checkpoints::new(Machine::new());
    let cancel = AtomicBool::new(false);
    let options = RunOptions {
        cancel: Some(&cancel),
        ..RunOptions::default()
    };
    let mut dumps = 0;
    let mut sink = |_: Dump| {
        dumps += 1;
        cancel.store(dumps > 100, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let (_, report) = checkpoints.run(&program, &options, &mut sink, &mut Executed::default());
    assert!(matches!(report.outcome, Outcome::Cancelled { .. }));
    let (found, _, executed) = resumed(&mut checkpoints, &program, &RunOptions::default());
    assert!(found == afresh(Start::default(), &program, &RunOptions::default()).0);
    assert!(executed < 600);
}
