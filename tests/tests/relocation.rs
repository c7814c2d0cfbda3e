//! A moved region changes nothing else: random regions of random programs are moved to random places, and both
//! programs run. Their output is the same, and so are all words outside of the region.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_asm::LineParser;
use mnc2_assist::relocate;
use mnc2_assist::relocate::{Refusal, Replacement, Subject};
use mnc2_dataflow::flow::Flow;
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_isa::Memory;
use mnc2_program::access::{AccessRole, Store};
use mnc2_program::{ModeChoice, render};
use mnc2_tests::generate::Choices;

/// Programs, each with some moves.
const PROGRAMS: u64 = 100;
const MOVES: usize = 12;
const LINES: usize = 14;

/// The PEs whose memories are compared.
const SAMPLES: [&str; 3] = ["n0c0b0m0p0", "n0c0b0m0p1", "n3c1b4m2p3"];

/// Single words that are compared of each memory; no address of a program is beyond.
const WORDS: u32 = 96;

const MEMORIES: [(&str, Memory); 4] = [
    ("m", Memory::Lm0),
    ("n", Memory::Lm1),
    ("r", Memory::Grf0),
    ("s", Memory::Grf1),
];

/// An operand at one of few addresses, of any width and form.
fn operand(choices: &mut Choices) -> String {
    let (letter, _) = choices.one_of(&MEMORIES);
    let (width, words) = choices.one_of(&[("", 1), ("l", 2), ("l", 2), ("ll", 4)]);
    let address = choices.below(4) * 4 + choices.below(4 / words) * words;
    let name = format!("${width}{letter}");
    match choices.below(6) {
        0 | 1 => format!("{name}{address}"),
        2 => format!("{name}{address}v{}", choices.below(3) * words),
        3 => {
            let list: Vec<u64> = (0..4).map(|_| choices.below(5) * words).collect();
            format!("{name}{list:?}").replace(' ', "")
        }
        4 if matches!(letter, "m" | "n") => format!("{name}{address}vj{}", choices.below(4)),
        _ => format!("{name}{address}v"),
    }
}

fn output(choices: &mut Choices) -> String {
    let mask = match choices.below(8) {
        0 => choices.one_of(&["/1000", "/ll0110", "/$imr1", "/$llimr1"]),
        _ => "",
    };
    let suffix = if mask.is_empty() {
        ""
    } else {
        choices.one_of(&["", "t", "p"])
    };
    format!("{}{mask}{suffix}", operand(choices))
}

/// A place that was written before, mostly.
fn input(choices: &mut Choices, written: &[String]) -> String {
    if written.is_empty() || choices.below(8) == 0 {
        operand(choices)
    } else {
        choices.one_of(written)
    }
}

fn line(choices: &mut Choices, written: &[String]) -> String {
    let (a, b) = (input(choices, written), input(choices, written));
    let out = output(choices);
    let scope = choices.one_of(&["", "n0c0b0m0p0", "p1", "m2", "n3"]);
    match choices.below(16) {
        0..=2 => format!("lpassa $peid {out}"),
        3 => format!("imm i\"{}\" {out}", choices.below(100)),
        4 => format!("lpassa $subpeid {out}"),
        5..=7 => format!("lpassa {a} {out}"),
        8 | 9 => format!("ladd {a} {b} {out}"),
        10 => format!("iinc {a} {out} {}", output(choices)),
        11 => format!("lpassa {a} $omr1"),
        12 => {
            let (letter, _) = choices.one_of(&MEMORIES);
            let address = choices.below(8) * 2;
            format!(
                "d set $l{letter}{address}{scope} 1 {:016x}",
                choices.below(1 << 20)
            )
        }
        13 => {
            let (letter, _) = choices.one_of(&MEMORIES);
            let address = choices.below(8) * 2;
            format!(
                "d getd $l{letter}{address}n0c0b0m0p0 {}",
                1 + choices.below(3)
            )
        }
        14 => choices
            .one_of(&["maskm 0b11010", "maskrs 0b10111", "mask 0", "maskn 1"])
            .to_owned(),
        _ => "nop/2".to_owned(),
    }
}

fn program(choices: &mut Choices) -> Vec<String> {
    let mut parser = LineParser::new();
    let (mut lines, mut written) = (Vec::new(), Vec::new());
    while lines.len() < LINES {
        let line = line(choices, &written);
        let parsed = parser.parse(&line);
        if parsed.statement.is_none() || parsed.has_error() {
            continue;
        }
        for expression in parsed.step().iter().flat_map(|step| &step.expressions) {
            let outputs = expression.outputs.iter();
            let names = outputs
                .filter(|output| output.mask.is_none())
                .map(render::operand);
            written.extend(names.filter(|name| !name.contains("omr")));
        }
        lines.push(line);
    }
    lines
}

/// Contents by sample, memory and word.
type Contents = BTreeMap<(usize, Memory, u32), String>;

/// The output of a program, and the final content of the sampled PEs, by memory and word.
fn run(lines: &[String]) -> (Vec<String>, Contents) {
    let mut source = lines.join("\n");
    for sample in SAMPLES {
        for (letter, _) in MEMORIES {
            source.push_str(&format!("\nd getf ${letter}0{sample} {WORDS}"));
        }
    }
    let mut dump: Vec<Dump> = Vec::new();
    let program = mnc2_asm::parse(&source);
    let report = Machine::new().run(&program, &RunOptions::default(), &mut dump);
    assert_eq!(report.outcome, Outcome::Finished, "{source}");
    let shown: Vec<String> = dump.iter().map(ToString::to_string).collect();
    let value = |line: &String| {
        let (_, value) = line.split_once(':').expect("a value");
        let (value, _) = value.split_once('#').expect("the statement");
        value.to_owned()
    };
    let printed = shown.len() - SAMPLES.len() * MEMORIES.len() * WORDS as usize;
    let mut rest = shown[printed..].iter();
    let mut words = BTreeMap::new();
    for sample in 0..SAMPLES.len() {
        for (_, memory) in MEMORIES {
            for word in 0..WORDS {
                let line = rest.next().expect("a word");
                words.insert((sample, memory, word), value(line));
            }
        }
    }
    (shown[..printed].iter().map(value).collect(), words)
}

fn applied(lines: &[String], replacements: &[Replacement]) -> Vec<String> {
    let mut lines = lines.to_vec();
    for replacement in replacements.iter().rev() {
        let range = replacement.range.start as usize..replacement.range.end as usize;
        lines[replacement.line].replace_range(range, &replacement.text);
    }
    lines
}

/// The words that the operands of some lines access at some places.
fn words_at(lines: &[String], starts: &BTreeSet<(usize, u32)>) -> BTreeSet<(Memory, u32)> {
    let program = mnc2_asm::parse(&lines.join("\n"));
    let flow = Flow::new(&program);
    let mut words = BTreeSet::new();
    for number in 0..program.len() {
        let line = flow.line(number);
        for (_, access) in line
            .iter()
            .filter(|(_, access)| access.role == AccessRole::Data)
        {
            let Store::Memory(memory) = access.store else {
                continue;
            };
            // A sign precedes the name.
            let is_one = [0, 1]
                .iter()
                .any(|sign| starts.contains(&(number, access.range.start + sign)));
            if is_one {
                for piece in line.pieces(access) {
                    words.extend(
                        (piece.first..piece.first + piece.count).map(|word| (memory, word)),
                    );
                }
            }
        }
    }
    words
}

/// Where the names of a region begin, before and after: every replacement moves those after it in its line.
fn starts(replacements: &[Replacement]) -> [BTreeSet<(usize, u32)>; 2] {
    let mut both = [BTreeSet::new(), BTreeSet::new()];
    let mut line = usize::MAX;
    let mut shift = 0_i64;
    for replacement in replacements {
        if replacement.line != line {
            (line, shift) = (replacement.line, 0);
        }
        both[0].insert((line, replacement.range.start));
        both[1].insert((line, (i64::from(replacement.range.start) + shift) as u32));
        shift += replacement.text.len() as i64 - replacement.range.len() as i64;
    }
    both
}

fn is_same(lines: &[String], moved: &[String], replacements: &[Replacement]) -> bool {
    let [before, after] = starts(replacements);
    let mut own = words_at(lines, &before);
    own.extend(words_at(moved, &after));
    let (printed, words) = run(lines);
    let (printed_moved, words_moved) = run(moved);
    let others_are_same = words
        .iter()
        .filter(|((_, memory, word), _)| !own.contains(&(*memory, *word)))
        .all(|(place, value)| words_moved[place] == *value);
    printed == printed_moved && others_are_same
}

#[test]
fn what_did_not_move_stays_as_it_was() {
    let (mut moves, mut entries, mut accesses, mut noticed) = (0, 0, 0, 0);
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..PROGRAMS {
        let mut choices = Choices::new(seed);
        let lines = program(&mut choices);
        let source = lines.join("\n");
        let program = mnc2_asm::parse(&source);
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
        for _ in 0..MOVES {
            let number = choices.below(LINES as u64) as usize;
            let byte = choices.below(lines[number].len() as u64) as u32;
            let (letter, _) = choices.one_of(&MEMORIES);
            let is_entry = match relocate::region_name(&subject, number, byte) {
                Some(Ok(old)) => old.name.contains("mr") || !old.name.starts_with('$'),
                _ => false,
            };
            let name = if is_entry {
                format!("{}", 1 + choices.below(3))
            } else {
                format!("${letter}{}", choices.below(20) * 2)
            };
            match relocate::relocate(&subject, number, byte, &name) {
                None => {}
                Some(Err(refusal)) => {
                    let shown = match &refusal {
                        Refusal::AtLine { reason, .. } => format!("{reason:?}"),
                        other => format!("{other:?}"),
                    };
                    let kind = shown.split([' ', '{']).next().unwrap_or_default();
                    *refusals.entry(kind.to_owned()).or_default() += 1;
                    assert!(
                        !matches!(refusal, Refusal::TooLarge | Refusal::Name { .. }),
                        "{name}"
                    );
                }
                Some(Ok(replacements)) => {
                    let moved = applied(&lines, &replacements);
                    assert!(
                        is_same(&lines, &moved, &replacements),
                        "{name} for line {number} byte {byte} of\n{source}\nis\n{}",
                        moved.join("\n")
                    );
                    moves += usize::from(!replacements.is_empty());
                    entries += usize::from(is_entry && !replacements.is_empty());
                    accesses += replacements.len();
                    // A missed name is noticed, most of the time.
                    if replacements.len() > 1 {
                        let partly = applied(&lines, &replacements[1..]);
                        noticed += usize::from(!is_same(&lines, &partly, &replacements));
                    }
                }
            }
        }
    }
    println!(
        "{moves} regions, {entries} of them mask entries, with {accesses} accesses moved, {noticed} halves of moves noticed; refused: {refusals:#?}"
    );
    assert!(moves > 150, "{moves} moves say little");
    assert!(entries > 10, "{entries} changed mask entries say little");
    assert!(noticed > 30, "{noticed} of what is wrong is noticed");
    assert!(refusals.len() >= 8, "{refusals:?}");
}
