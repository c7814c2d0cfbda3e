//! A recording goes to any line in any order, and the state there equals the state of a fresh run.

use mnc2_asm::LineParser;
use mnc2_emulator::{Machine, Recording, RunOptions, TravelOptions};
use mnc2_program::{DebugSet, Program, Statement};

/// A program in which the steps depend on each other and PEs differ; `d set`s and MV instructions too.
fn program(lines: usize) -> Program {
    let text: String = (0..lines)
        .map(|line| match line % 7 {
            0 => format!("ladd $peid $lr{} $lr{}\n", line % 8 * 2, (line + 3) % 8 * 2),
            1 => "\n".to_owned(),
            2 => format!("d set $lm{}n0c0b0m0p1 1 l{line:x}\n", line % 50 * 2),
            3 => format!("lpassa $lr{} $lm{}v\n", line % 8 * 2, line % 100 * 8),
            4 => "nop/3\n".to_owned(),
            5 => format!("lxor $lm{} $aluf $ls{}\n", line % 60 * 2, line % 8 * 2),
            _ => format!("mvp/n64 $p{}@0 $d{}@0\n", line % 64 * 64, line % 32 * 64),
        })
        .collect();
    let program = mnc2_asm::parse(&text);
    for line in program.iter() {
        assert!(!line.has_error(), "{:?}", line.diagnostics);
    }
    program
}

fn set(text: &str) -> DebugSet {
    match LineParser::new().parse(text).statement {
        Some(Statement::DebugSet(set)) => set,
        other => panic!("{text}: {other:?}"),
    }
}

/// The state before a line in a fresh run with changes of memory.
fn fresh(program: &Program, edits: &[(usize, DebugSet)], line: usize) -> u64 {
    let mut machine = Machine::new();
    let mut at = 0;
    let stops = edits.iter().map(|(line, _)| *line).filter(|&it| it <= line);
    let mut stops: Vec<usize> = stops.chain([line]).collect();
    stops.sort_unstable();
    stops.dedup();
    for stop in stops {
        if stop > at {
            let options = RunOptions {
                from_line: at as u32,
                until_line: Some(stop as u32 - 1),
                ..RunOptions::default()
            };
            machine.run(program, &options, &mut Vec::new());
            at = stop;
        }
        for (_, set) in edits.iter().filter(|(of, _)| *of == stop) {
            mnc2_emulator::machine::debug::set(machine.chip_mut(), set);
        }
    }
    machine.state_hash()
}

/// Random numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn every_walk_ends_in_the_state_of_a_fresh_run() {
    let walks = std::env::var("MNC2_WALKS").map_or(40, |walks| walks.parse().unwrap());
    let mut random = Random(1);
    let mut compared = 0;
    for _ in 0..walks {
        let lines = 20 + random.below(300);
        let mut program = program(lines);
        let limit = [1 << 20, 64 << 20][random.below(2)];
        let mut recording = Recording::new(Machine::new(), program.clone()).with_limit_bytes(limit);
        let mut edits: Vec<(usize, DebugSet)> = Vec::new();
        for _ in 0..12 {
            match random.below(6) {
                0 => {
                    let line = recording.line();
                    let change = set(&format!(
                        "d set $lr{}n0c0b0m0p{} 1 l{:x}",
                        random.below(8) * 2,
                        random.below(4),
                        random.below(1000)
                    ));
                    assert!(recording.edit(change.clone()));
                    edits.push((line, change));
                }
                1 => {
                    let line = random.below(program.len());
                    let parsed = LineParser::new().parse("lpassa $peid $ln0v");
                    program.replace(line..line + 1, [parsed.into()]);
                    let before = edits.len();
                    let replaced = recording.replace(program.clone());
                    edits.retain(|(of, _)| *of <= replaced.same_lines);
                    assert_eq!(before - edits.len(), replaced.dropped_edits);
                }
                2 => {
                    let back = recording.line().saturating_sub(1);
                    recording.travel(back, &TravelOptions::default()).unwrap();
                }
                _ => {
                    let to = random.below(program.len() + 1);
                    recording.travel(to, &TravelOptions::default()).unwrap();
                    assert_eq!(recording.line(), to);
                }
            }
            assert!(recording.bytes() <= limit);
            let expected = fresh(&program, &edits, recording.line());
            assert_eq!(recording.machine().state_hash(), expected);
            compared += 1;
        }
    }
    assert_eq!(compared, walks * 12);
}

#[test]
fn kept_machines_are_near_each_other_until_memory_is_short() {
    let program = program(2000);
    let mut recording = Recording::new(Machine::new(), program.clone());
    recording.travel(2000, &TravelOptions::default()).unwrap();
    let lines: Vec<usize> = recording.kept_lines().collect();
    let statements = |range| {
        let lines = program.range(range);
        lines.filter(|line| line.statement.is_some()).count()
    };
    assert!(lines.len() > 20);
    assert!(
        lines
            .windows(2)
            .all(|pair| statements(pair[0]..pair[1]) <= 64)
    );

    let mut short = Recording::new(Machine::new(), program).with_limit_bytes(2 << 20);
    short.travel(2000, &TravelOptions::default()).unwrap();
    assert!(short.bytes() <= 2 << 20);
    let few = short.kept_lines().count();
    assert!(few > 0 && few < lines.len() / 2, "{few} of {}", lines.len());
}

#[test]
fn a_run_that_cannot_go_on_stays_before_the_line() {
    let program = mnc2_asm::parse("nop\nmvp/n524288 $p0@0 $d0@0\nnop");
    let options = TravelOptions {
        budget_bytes: 1 << 20,
        ..TravelOptions::default()
    };
    let mut recording = Recording::new(Machine::new(), program);
    recording.travel(3, &options).unwrap_err();
    assert_eq!(recording.line(), 1);
    recording.travel(0, &options).unwrap();
    assert_eq!(recording.line(), 0);
}
