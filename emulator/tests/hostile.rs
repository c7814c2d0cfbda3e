//! Damaged programs: for any text, a run ends in time and does not panic.
//!
//! The lines are the examples of the instruction table with parts cut out and others inserted; most
//! of them have errors, and the machine still gets them.

use std::ops::ControlFlow;

use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_isa::Op;
use mnc2_program::Program;

const PROGRAMS: usize = 150;
const LINES: usize = 16;

const PIECES: [&str; 44] = [
    "0",
    "1",
    "7",
    "15",
    "16",
    "255",
    "256",
    "511",
    "512",
    "4095",
    "4096",
    "8191",
    "32767",
    "524287",
    "4294967295",
    "99999999999999999999",
    "v",
    "j3",
    "t",
    "e",
    "r",
    "@",
    "@3",
    "@.1",
    "@9",
    "/",
    "/1000",
    "/$imr1",
    "/$llimr15",
    "/ll0110",
    "$lm",
    "$llr",
    "$lx",
    "$lly",
    "$lbi",
    "$llb",
    "$lc",
    "$di",
    "$p",
    "$omr",
    "$lnb",
    "[0,1,2,3]",
    ";",
    "nd4",
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn damaged(line: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = line.chars().collect();
    for _ in 0..random.below(3) {
        let start = random.below(characters.len() + 1);
        let end = (start + random.below(4)).min(characters.len());
        let piece = PIECES[random.below(PIECES.len())];
        characters.splice(start..end, piece.chars());
    }
    characters.into_iter().collect()
}

/// Runs every line, regardless of the outcome of the line before.
fn run_all(program: &Program) {
    let mut machine = Machine::new();
    let mut from_line = 0;
    loop {
        let options = RunOptions {
            from_line,
            budget_steps: 1000,
            max_dump_lines: 100,
            ..RunOptions::default()
        };
        let mut sink = |_: Dump| ControlFlow::Continue(());
        match machine.run(program, &options, &mut sink).outcome {
            Outcome::NotExecutable { line, .. }
            | Outcome::NotInterpretable { line, .. }
            | Outcome::StoppedAtLimit { line }
            | Outcome::StoppedAtMemory { line } => from_line = line + 1,
            Outcome::Finished | Outcome::ReachedLine | Outcome::Cancelled { .. } => return,
        }
        let _ = machine.written(program, from_line.saturating_sub(1), Default::default());
    }
}

#[test]
fn damaged_programs_end_without_a_panic() {
    let examples: Vec<&str> = Op::all().map(|op| op.row().example).collect();
    let mut random = Random(2024);
    for _ in 0..PROGRAMS {
        let source: String = (0..LINES)
            .map(|_| {
                let example = examples[random.below(examples.len())];
                damaged(example, &mut random) + "\n"
            })
            .collect();
        run_all(&mnc2_asm::parse(&source));
    }
}
