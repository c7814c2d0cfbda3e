//! What is proven about two programs holds: where `mnc2_equal::unproven` states nothing, runs from dirty chips agree, word by
//! word; and what may be rewritten is proven to be the same.
//!
//! `MNC2_EQUAL_PROGRAMS` is the number of random programs, and `MNC2_PUBLIC_PROGRAMS` names a folder whose programs are
//! compared as well.

use std::path::PathBuf;
use std::{env, fs};

use mnc2_asm::LineParser;
use mnc2_assist::relocate;
use mnc2_assist::relocate::Subject;
use mnc2_dataflow::flow::Flow;
use mnc2_emulator::{Machine, OffChip, Outcome, RunOptions, Start};
use mnc2_equal::{ComparedWords, FollowStop, Limits, Places, RunsOutcome, Unproven};
use mnc2_isa::Memory;
use mnc2_program::access::{Accesses, Direction, Elements, Piece, State, Store};
use mnc2_program::{Line, ModeChoice, Program, Statement};
use mnc2_tests::files;
use mnc2_tests::generate::{self, Choices};
use mnc2_tests::near_legal::{Maker, Style};
use mnc2_text::line;

const PROGRAMS_VARIABLE: &str = "MNC2_EQUAL_PROGRAMS";
const PROGRAMS_WITHOUT_IT: u64 = 300;
/// The seed of the start besides zero.
const SEED: u64 = 11;
/// Maximum number of lines of a random program.
const LINES: u64 = 14;

fn programs() -> u64 {
    env::var(PROGRAMS_VARIABLE)
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(PROGRAMS_WITHOUT_IT)
}

fn is_right(parser: &mut LineParser, line: &str) -> bool {
    let parsed = parser.parse(line);
    parsed.statement.is_some() && !parsed.has_error()
}

/// A random program without errors in its lines.
fn random_program(choices: &mut Choices, parser: &mut LineParser) -> Vec<String> {
    let style = Style {
        is_flat: choices.below(2) == 0,
        is_data_dependent: choices.below(2) == 0,
        deviation: 1_000_000,
    };
    let instructions: Vec<_> = generate::instructions().collect();
    let mut lines = match choices.below(3) {
        0 => Maker::new(choices, style).start(),
        _ => Vec::new(),
    };
    let count = lines.len() + 2 + choices.below(LINES) as usize;
    while lines.len() < count {
        let line = match choices.below(8) {
            0 => {
                let (spelling, op) = choices.one_of(&instructions);
                generate::instruction(choices, spelling, op)
            }
            1 => shown(choices),
            _ => Maker::new(choices, style).statement(),
        };
        // Transfers of megabytes show nothing new.
        let is_long = line.starts_with("mv") && !line.contains("n64") && !line.contains("n128");
        if !is_long && is_right(parser, &line) {
            lines.push(line);
        }
    }
    lines
}

/// A statement that shows or sets some words.
fn shown(choices: &mut Choices) -> String {
    let letter = choices.one_of(&["m", "n", "r", "s"]);
    let scope = choices.one_of(&["", "n0c0b0m0p0", "p1", "m2p0", "n3"]);
    let address = choices.below(8) * 2;
    match choices.below(3) {
        0 => format!(
            "d set $l{letter}{address}{scope} 1 {:016x}",
            choices.below(1 << 20)
        ),
        1 => format!("d get $l{letter}{address}n0c0b0m1p0 2"),
        _ => format!("d getf $l{letter}{address}n0c0b0 1"),
    }
}

/// A small change that may change what a program does, or not.
fn changed(choices: &mut Choices, parser: &mut LineParser, lines: &[String]) -> Vec<String> {
    for _ in 0..20 {
        let mut lines = lines.to_vec();
        let at = choices.below(lines.len() as u64) as usize;
        match choices.below(7) {
            0 | 1 if at + 1 < lines.len() => lines.swap(at, at + 1),
            2 => {
                let line = lines.remove(at);
                let to = choices.below(lines.len() as u64 + 1) as usize;
                lines.insert(to, line);
            }
            3 => {
                let copy = lines[at].clone();
                lines.insert(at, copy);
            }
            4 => {
                // The expressions of a step one after the other, or two steps in one.
                if lines[at].contains("; ") {
                    let parts: Vec<String> = lines[at].split("; ").map(str::to_owned).collect();
                    lines.splice(at..=at, parts);
                } else if at + 1 < lines.len() {
                    let next = lines.remove(at + 1);
                    lines[at] = format!("{}; {next}", lines[at]);
                }
            }
            _ => {
                // Another digit or another operand.
                let digits: Vec<usize> = lines[at]
                    .char_indices()
                    .filter(|(_, it)| it.is_ascii_digit())
                    .map(|(index, _)| index)
                    .collect();
                if digits.is_empty() {
                    continue;
                }
                let digit = choices.one_of(&digits);
                let new = choices.one_of(&["0", "1", "2", "4", "6", "8"]);
                lines[at].replace_range(digit..=digit, new);
            }
        }
        if lines.iter().all(|line| is_right(parser, line)) {
            return lines;
        }
    }
    lines.to_vec()
}

/// Machines before a run.
fn machines() -> [Machine; 2] {
    let dirty = Start {
        dirty: Some(SEED),
        off_chip: OffChip::Undefined,
    };
    [Start::default(), dirty].map(Machine::starting)
}

/// The words of a memory that are proven to be the same.
fn proven(memory: Memory, unproven: &Unproven) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    let mut at = 0;
    let others = unproven
        .places
        .iter()
        .filter(|place| place.memory == memory);
    for place in others {
        all.push((at, place.first - at));
        at = place.first + place.count;
    }
    all.push((at, Store::Memory(memory).words() - at));
    all
}

/// How many words programs write that are proven to be the same.
fn written_and_proven(program: &Program, unproven: &Unproven) -> usize {
    let mut state = State::default();
    let mut accesses = Accesses::default();
    let mut count = 0;
    for statement in program.iter().filter_map(|line| line.statement.as_ref()) {
        accesses.fill(statement, &state);
        state.advance(statement);
        for access in accesses.list() {
            let Store::Memory(memory) = access.store else {
                continue;
            };
            let is_proven = |piece: &&Piece| {
                !unproven.places.iter().any(|place| {
                    place.memory == memory
                        && place.first < piece.first + piece.count
                        && piece.first < place.first + place.count
                })
            };
            if access.direction == Direction::Write {
                count += accesses.pieces(access).iter().filter(is_proven).count();
            }
        }
    }
    count
}

#[test]
fn what_is_proven_holds_in_runs() {
    let mut parser = LineParser::new();
    let machines = machines();
    let (mut compared, mut words, mut same, mut stopped, mut not_followed) = (0, 0, 0, 0, 0);
    for seed in 0..programs() {
        let mut choices = Choices::new(seed);
        let lines = random_program(&mut choices, &mut parser);
        let mut other = changed(&mut choices, &mut parser, &lines);
        if choices.below(2) == 0 {
            other = changed(&mut choices, &mut parser, &other);
        }
        let sources = [lines.join("\n"), other.join("\n")];
        let programs = sources.each_ref().map(|source| mnc2_asm::parse(source));
        let [one, other] = &programs;
        let unproven = match mnc2_equal::unproven(one, other, &Places::everything(), &|| false) {
            Ok(unproven) => unproven,
            Err(FollowStop::NotFollowed { .. }) => {
                not_followed += 1;
                continue;
            }
            Err(stop) => panic!("{stop:?}: {}", sources[0]),
        };
        compared += 1;
        words += written_and_proven(one, &unproven);
        same += usize::from(unproven.is_nothing());
        for (number, clean) in machines.iter().enumerate() {
            let ran = programs.each_ref().map(|program| {
                let mut machine = clean.clone();
                let report = machine.run(program, &RunOptions::default(), &mut Vec::new());
                (machine, report.outcome)
            });
            if ran.iter().any(|(_, outcome)| *outcome != Outcome::Finished) {
                stopped += 1;
                continue;
            }
            let [first, second] = ran.each_ref().map(|(machine, _)| machine.chip());
            for memory in Memory::ALL {
                for range in proven(memory, &unproven) {
                    let found =
                        mnc2_equal::first_difference(first, second, memory, range, Elements::ALL);
                    assert_eq!(
                        found, None,
                        "start {number}, seed {seed}\n{}\n=====\n{}",
                        sources[0], sources[1]
                    );
                }
            }
        }
        if unproven.shown.is_none() {
            let limits = Limits {
                runs: 2,
                ..Limits::default()
            };
            let ran = mnc2_equal::by_runs(one, other, &Places::shown(), &limits);
            assert!(
                !matches!(ran, RunsOutcome::Different(_)),
                "{ran:?}, seed {seed}\n{}\n=====\n{}",
                sources[0],
                sources[1]
            );
        }
    }
    println!(
        "{compared} pairs, {same} of them proven the same; {words} written words proven; {stopped} runs stopped, \
         {not_followed} pairs not followed"
    );
    assert!(same > compared / 20, "{same} of {compared} say little");
    assert!(words > 20 * compared, "{words} say little");
    assert!(not_followed < compared / 4, "{not_followed} not followed");
}

/// Whether neither of two lines uses what the other writes.
fn are_independent(one: &Line, other: &Line) -> bool {
    let uses = |line: &Line| {
        let statement = line.statement.clone()?;
        let is_movable = matches!(statement, Statement::Step(_) | Statement::Mv(_));
        let accesses = Accesses::from_statement(&statement, &State::default());
        is_movable.then_some(accesses)
    };
    let (Some(one), Some(other)) = (uses(one), uses(other)) else {
        return false;
    };
    for first in one.list() {
        for second in other.list() {
            let writes = [first, second]
                .iter()
                .any(|it| it.direction == Direction::Write);
            let mut pairs = one
                .pieces(first)
                .iter()
                .flat_map(|one| other.pieces(second).iter().map(move |other| (one, other)));
            if writes && first.store == second.store && pairs.any(|(one, other)| one.meets(other)) {
                return false;
            }
        }
    }
    true
}

#[test]
fn what_may_be_rewritten_is_proven() {
    let mut parser = LineParser::new();
    let (mut swaps, mut nops) = (0_u64, 0_u64);
    for seed in 0..programs() {
        let mut choices = Choices::new(seed ^ 0xabcd);
        let lines = random_program(&mut choices, &mut parser);
        let mut rewritten = lines.clone();
        for _ in 0..20 {
            let at = choices.below(rewritten.len() as u64) as usize;
            if choices.below(8) == 0 {
                rewritten.insert(at, "nop/2".to_owned());
                nops += 1;
                continue;
            }
            let Some([first, second]) = rewritten.get(at..at + 2) else {
                continue;
            };
            // Base registers move with the text, so that the addresses may differ from the addresses of the line alone.
            let touches_base = |line: &str| line.contains("mb") || line.contains("nb");
            if rewritten.iter().any(|line| touches_base(line)) || first.contains("dar") {
                continue;
            }
            if are_independent(&parser.parse(first), &parser.parse(second)) {
                rewritten.swap(at, at + 1);
                swaps += 1;
            }
        }
        let sources = [lines.join("\n"), rewritten.join("\n")];
        let [one, other] = sources.each_ref().map(|source| mnc2_asm::parse(source));
        match mnc2_equal::unproven(&one, &other, &Places::everything(), &|| false) {
            Ok(unproven) => assert!(
                unproven.is_nothing(),
                "seed {seed}: {unproven:?}\n{}\n=====\n{}",
                sources[0],
                sources[1]
            ),
            Err(FollowStop::NotFollowed { .. }) => {}
            Err(stop) => panic!("{stop:?}: {}", sources[0]),
        }
    }
    println!("{swaps} lines swapped, {nops} `nop`s added");
    assert!(swaps.min(nops) > programs(), "{swaps} {nops}");
}

#[test]
fn what_is_relocated_is_proven() {
    let mut parser = LineParser::new();
    let (mut moves, mut from_zero) = (0, 0);
    for seed in 0..programs() / 10 {
        let mut choices = Choices::new(seed ^ 0x1234);
        let lines = random_program(&mut choices, &mut parser);
        let program = mnc2_asm::parse(&lines.join("\n"));
        let flow = Flow::new(&program);
        let text = |line: usize| lines[line].clone();
        let subject = Subject {
            program: &program,
            flow: &flow,
            mode: ModeChoice::Infer,
            own: 0..program.len(),
            text: &text,
            is_cancelled: &|| false,
        };
        for _ in 0..12 {
            let number = choices.below(lines.len() as u64) as usize;
            let byte = choices.below(lines[number].len() as u64) as u32;
            let letter = choices.one_of(&["m", "n", "r", "s"]);
            let name = format!("${letter}{}", choices.below(100) * 4);
            let Some(Ok(replacements)) = relocate::relocate(&subject, number, byte, &name) else {
                continue;
            };
            let mut moved = lines.clone();
            for replacement in replacements.iter().rev() {
                let range = replacement.range.start as usize..replacement.range.end as usize;
                moved[replacement.line].replace_range(range, &replacement.text);
            }
            let other = mnc2_asm::parse(&moved.join("\n"));
            let pe_memories = [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1];
            // A `d get` may show the region at its new address.
            let mut places = Places {
                shown: false,
                ..Places::everything()
            };
            places
                .at_end
                .retain(|place: &ComparedWords| !pe_memories.contains(&place.memory));
            let found = mnc2_equal::unproven(&program, &other, &places, &|| false);
            if matches!(found, Err(FollowStop::NotFollowed { .. })) {
                continue;
            }
            moves += usize::from(!replacements.is_empty());
            if found.as_ref().is_ok_and(Unproven::is_nothing) {
                continue;
            }
            // Where only some elements are written, the others have what was there before, at the old place and at the
            // new one. From zero that is the same.
            from_zero += 1;
            let limits = Limits {
                runs: 1,
                ..Limits::default()
            };
            assert_eq!(
                mnc2_equal::by_runs(&program, &other, &places, &limits),
                RunsOutcome::Alike,
                "seed {seed}: {found:?}\n{}\n=====\n{}",
                lines.join("\n"),
                moved.join("\n")
            );
        }
    }
    println!("{moves} regions moved, {from_zero} only the same from zero");
    assert!(from_zero * 10 <= moves, "few regions are written in part");
    assert!(moves as u64 > programs() / 20, "{moves} moves say little");
}

#[test]
fn public_programs_do_what_they_do() {
    let Some(folder) = env::var_os(files::PUBLIC_VARIABLE) else {
        println!(
            "!!! NO PUBLIC PROGRAM WAS COMPARED: {} names no folder !!!",
            files::PUBLIC_VARIABLE
        );
        return;
    };
    let paths = files::below(&PathBuf::from(folder), "vsm").expect("the folder can be read");
    let (mut same, mut reasons) = (0, Vec::new());
    for path in paths {
        let (source, _) = line::decode(&fs::read(&path).expect("it can be read"));
        let program = mnc2_asm::parse(&source);
        let formatted = mnc2_assist::format::format(&source, &program);
        let other = mnc2_asm::parse(&formatted);
        match mnc2_equal::unproven(&program, &other, &Places::everything(), &|| false) {
            Ok(unproven) => {
                assert!(unproven.is_nothing(), "{}: {unproven:?}", path.display());
                same += 1;
            }
            Err(stop) => reasons.push(format!("{}: {stop:?}", files::name(&path))),
        }
    }
    println!("{same} programs are the same as their formatted text; {reasons:#?}");
    assert!(same > 0, "there are programs");
}
