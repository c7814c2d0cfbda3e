//! Laws of running: every instruction without findings can be executed, nothing that parses makes the machine panic, and a run
//! in parts equals the whole run.

use std::collections::BTreeMap;

use mnc2_asm::LineParser;
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_program::rules::check::check;
use mnc2_program::{ModeChoice, Program};
use mnc2_tests::generate::{self, Choices};
use proptest::prelude::*;
use proptest::test_runner::Config;

fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    }
}

/// Tries to get an instruction that the line alone does not refuse.
const TRIES: usize = 400;

/// Words that differ between PEs, cycles and addresses, as far down the chip as one PE can see.
const SETUP: &str = "\
d set $lm0 8 l3ff1234567890abcl4008123400000001l8000000000000000lc0a1l7ffl7e007e007e007e00l1l0
d set $ln0 8 h3e00_4000_c000_3f00hffff_8000_7fff_0001l5s3f800000_bf800000s40490fdb_c2c80000l6l7l8
d set $lr0 4 s3f800000_40000000l123456789abcdefl2l3
d set $ls0 4 l4l1fl3fh1_2_3_4
d set $t 4 s2_4l2s1_0l6
d set $lb0 32 l1l2l3l4l5l6l7l8l9lalblcldlelflfl1l2l3l4l5l6l7l8l9lalblcldlelflf
d set $lc0 8 l1l2l3l4l5l6l7l8
linc $peid $lr8v $omr1
isub $subpeid $lr0 $omr2
imm f\"1.5\" $nowrite
fmwrite $aluf $lx0
fmwrite $aluf $ly4
";

/// A text of this row that the checks of its line accept. The content of the turnaround register depends on other
/// lines, so nothing reads it here.
fn accepted(
    choices: &mut Choices,
    parser: &mut LineParser,
    spelling: &mnc2_isa::spelling::Spelling,
    op: mnc2_isa::Op,
) -> Option<String> {
    (0..TRIES)
        .map(|_| generate::instruction(choices, spelling, op))
        .find(|line| {
            let parsed = parser.parse(line);
            if line.contains("bi ") {
                return false;
            }
            let waits = line.starts_with("wait");
            waits || (!parsed.has_error() && parsed.statement.is_some())
        })
        .map(|line| {
            if line.starts_with("wait") {
                format!("nop; {line}").replace("i00", "i01")
            } else {
                line
            }
        })
}

fn run(machine: &mut Machine, program: &Program, options: &RunOptions<'_>) -> (Vec<Dump>, Outcome) {
    let mut dump: Vec<Dump> = Vec::new();
    let report = machine.run(program, options, &mut dump);
    (dump, report.outcome)
}

#[test]
fn every_instruction_that_checks_is_executed() {
    let mut parser = LineParser::new();
    let mut choices = Choices::new(2);
    let mut lines = Vec::new();
    let mut unreached: BTreeMap<String, usize> = BTreeMap::new();
    for (spelling, op) in generate::instructions() {
        match accepted(&mut choices, &mut parser, spelling, op) {
            Some(line) => lines.push(line),
            None => {
                *unreached
                    .entry(format!("{op:?} {}", spelling.text))
                    .or_default() += 1;
            }
        }
    }
    assert!(
        unreached.is_empty(),
        "no accepted text found for {unreached:?}"
    );
    println!("{} instructions executed", lines.len());
    let program = mnc2_asm::parse(&format!("{SETUP}{}\n", lines.join("\n")));
    let (_, outcome) = run(&mut Machine::new(), &program, &RunOptions::default());
    assert_eq!(outcome, Outcome::Finished, "{}", lines.join("\n"));
}

fn random_program(choices: &mut Choices) -> String {
    let mut parser = LineParser::new();
    let all: Vec<_> = generate::instructions().collect();
    let mut lines = Vec::new();
    while lines.len() < 12 {
        let (spelling, op) = choices.one_of(&all);
        lines.extend(accepted(choices, &mut parser, spelling, op));
        if choices.below(6) == 0 {
            lines.push(
                choices
                    .one_of(&["maskr 1", "maskllrstmnk 20", "mask 0", "maskns 2"])
                    .to_owned(),
            );
        }
    }
    lines.push(
        "d get $lm0n0c0b0m1 4\nd get $ln0n1c1b7m15 4\nd get $lr0n0c0b0m0 8\nd get $ls0n0c0b0m0 8\n\
         d get $lltn3c1b0m0p3 4\nd getf $lx0n0c0b0m0 8\nd get $omr1n0c0b0m0 1\nd get $lb0n0c0b0 16\n\
         d get $lc0n2c1 16\nd get $p0n0 8\nd get $d0n0 8"
            .to_owned(),
    );
    format!("{SETUP}{}\n", lines.join("\n"))
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn a_run_in_pieces_is_the_run_as_a_whole(seed in any::<u64>()) {
        let mut choices = Choices::new(seed);
        let source = random_program(&mut choices);
        let program = mnc2_asm::parse(&source);
        let (whole, outcome) = run(&mut Machine::new(), &program, &RunOptions::default());
        prop_assert_eq!(&outcome, &Outcome::Finished, "{}", source);
        prop_assert!(!whole.is_empty());

        let mut machine = Machine::new();
        let mut pieces = Vec::new();
        let mut from_line = 0;
        while (from_line as usize) < program.len() {
            let until_line = from_line + choices.below(5) as u32;
            let options = RunOptions {
                from_line,
                until_line: Some(until_line),
                ..RunOptions::default()
            };
            let (dump, _) = run(&mut machine, &program, &options);
            pieces.extend(dump);
            from_line = until_line + 1;
        }
        prop_assert_eq!(whole, pieces, "{}", source);
    }

    /// Like `run --force`: lines with errors among others.
    #[test]
    fn nothing_makes_the_machine_panic(seed in any::<u64>()) {
        let mut choices = Choices::new(seed);
        let all: Vec<_> = generate::instructions().collect();
        let mut lines = Vec::new();
        for _ in 0..40 {
            let (spelling, op) = choices.one_of(&all);
            let mut line = generate::instruction(&mut choices, spelling, op);
            if choices.below(3) == 0 {
                let (spelling, op) = choices.one_of(&all);
                line = format!("{line}; {}", generate::instruction(&mut choices, spelling, op));
            }
            if choices.below(3) == 0 {
                // Other operands, or fewer, after the same opcode.
                let at = choices.below(line.len() as u64 + 1) as usize;
                line.truncate(at);
            }
            lines.push(line);
            lines.push(generate::control(&mut choices).replace("quit", "f"));
        }
        let program = mnc2_asm::parse(&lines.join("\n"));
        let _ = check(&program, ModeChoice::Infer);
        let options = RunOptions {
            budget_steps: 100,
            max_dump_lines: 100,
            ..RunOptions::default()
        };
        let mut machine = Machine::new();
        let mut from_line = 0;
        while (from_line as usize) < program.len() {
            let (_, outcome) = run(&mut machine, &program, &RunOptions { from_line, ..options });
            from_line = match outcome {
                Outcome::Finished | Outcome::ReachedLine => break,
                Outcome::StoppedAtLimit { line }
                | Outcome::StoppedAtMemory { line }
                | Outcome::NotExecutable { line, .. }
                | Outcome::NotInterpretable { line, .. }
                | Outcome::Cancelled { line } => line + 1,
            };
        }
    }
}
