//! Words that do not count: on random programs, any content of them after their write leaves what `d get` shows as it is.

use mnc2_dataflow::flow::Flow;
use mnc2_dataflow::liveness::Liveness;
use mnc2_dataflow::output_marks::Leaving;
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions, Start};
use mnc2_isa::Memory;
use mnc2_program::Program;
use mnc2_program::access::{Certainty, Direction, Elements, Store};
use mnc2_tests::generate::Choices;
use mnc2_tests::random_program;

/// Random programs that are compared.
const PROGRAMS: u64 = 50;
/// Number of dirty chips that each of them starts from.
const SEEDS: u64 = 1;

/// What a program shows at its end.
fn outputs(choices: &mut Choices) -> String {
    const SHOWN: [&str; 10] = [
        "d get $lm0n0c0b0m0p0 4",
        "d get $lm8 2",
        "d get $ln0n1c1b2m3p1 8",
        "d get $lr0n0c0b0m0p0 8",
        "d get $lr8n0c0b0m0 4",
        "d get $ls0p1 1",
        "d get $ls16n0 4",
        "d get $lb0n0c0b0 16",
        "d get $lc0n2 8",
        "d get $ltn0c0b0m0p0 4",
    ];
    let lines = (0..3).map(|_| format!("{}\n", choices.one_of(&SHOWN)));
    lines.collect()
}

/// What a program shows from a dirty chip; `None` if it cannot run.
fn shown(source: &str, seed: u64) -> Option<Vec<String>> {
    let program = mnc2_asm::parse(source);
    assert!(program.iter().all(|line| !line.has_error()), "{source}");
    let mut dumps: Vec<Dump> = Vec::new();
    let mut machine = Machine::starting(Start::with_seed(Some(seed)));
    let report = machine.run(&program, &RunOptions::default(), &mut dumps);
    let finished = report.outcome == Outcome::Finished;
    finished.then(|| dumps.iter().map(ToString::to_string).collect())
}

/// The program with other words after each line: those that it writes, and that count or do not. Also how many words these are.
fn with_other_words(
    source: &str,
    program: &Program,
    that_count: bool,
    choices: &mut Choices,
) -> (String, usize) {
    let flow = Flow::new(program);
    let liveness = Liveness::new(program, &flow, Leaving::Nothing);
    let mut changed = String::new();
    let mut words = 0;
    for (number, line) in source.lines().enumerate() {
        changed.push_str(line);
        changed.push('\n');
        let accesses = flow.line(number);
        for (id, access) in accesses.iter() {
            let Store::Memory(memory) = access.store else {
                continue;
            };
            if access.direction == Direction::Read {
                continue;
            }
            for piece in accesses.pieces(access) {
                let is_known = piece.certainty != Certainty::Somewhere
                    && piece.elements.covers(Elements::ALL)
                    && liveness.counts_in(id, piece.cycle) == that_count;
                let long = match memory {
                    Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => "",
                    Memory::L1bm | Memory::L2bm => "l",
                    _ => continue,
                };
                for word in (piece.first..piece.first + piece.count).filter(|_| is_known) {
                    let value = choices.below(u64::MAX);
                    let letters = memory.letters();
                    changed.push_str(&format!("d set ${long}{letters}{word} 1 {value:016x}\n"));
                    words += 1;
                }
            }
        }
    }
    (changed, words)
}

#[test]
fn what_does_not_count_is_not_shown() {
    let (mut ran, mut unused, mut matters) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let mut choices = Choices::new(seed);
        let source = random_program::program(&mut choices) + &outputs(&mut choices);
        let program = mnc2_asm::parse(&source);
        let (without, words) = with_other_words(&source, &program, false, &mut choices);
        let (control, _) = with_other_words(&source, &program, true, &mut choices);
        for seed in 1..=SEEDS {
            let Some(expected) = shown(&source, seed) else {
                continue;
            };
            ran += 1;
            unused += words;
            assert_eq!(
                shown(&without, seed).as_ref(),
                Some(&expected),
                "of\n{source}\nwith\n{without}"
            );
            matters += usize::from(shown(&control, seed).is_some_and(|it| it != expected));
        }
    }
    println!(
        "{ran} runs, {unused} words that do not count, {matters} runs in which the others matter"
    );
    assert!(ran >= PROGRAMS / 2 && unused > 500 && matters > 5);
}
