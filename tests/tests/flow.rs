//! Which write reaches which read: the text (`dataflow::flow`) against an observed run, on random programs. If the text gives
//! addresses and masks, both are equal; if data decides, the run's links are among the links of the text, and the links that
//! the text calls certain happen. Also what each statement touches, by every model of it.

mod liveness;
mod origin;
mod random;
mod shadow;
mod sources;
mod touched;

use std::collections::BTreeSet;

use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::access::{AccessRole, Direction, Elements, Store};
use mnc2_program::{Program, Statement};
use mnc2_tests::generate::Choices;

use self::shadow::{Event, SAMPLES, Sample, Shadow};

/// Programs compared of each kind.
const PROGRAMS: u64 = 60;
/// Lines of a program.
const LINES: usize = 24;
/// More links than any of the programs has.
const ALL: usize = 10_000;

/// A link as both sides name it: the write, the cycle of the read, the cycle of the write.
type Links = BTreeSet<(AccessId, u8, u8)>;

/// The one element of each level that a sample is part of.
fn elements(sample: Sample) -> Elements {
    let [group, l2b, l1b, mab, pe] = sample;
    Elements::ALL
        .number(ChipLevel::Group, group)
        .number(ChipLevel::L2b, l2b)
        .number(ChipLevel::L1b, l1b)
        .number(ChipLevel::Mab, mab)
        .number(ChipLevel::Pe, pe)
}

/// The access in the text for an observed one.
fn find(flow: &Flow, program: &Program, event: &Event) -> AccessId {
    let line = flow.line(event.line as usize);
    let is_base = matches!(
        event.store,
        Store::Memory(Memory::BaseLm0 | Memory::BaseLm1)
    );
    let found = line.iter().find(|(_, access)| {
        let within = event.range.start <= access.range.start && access.range.end <= event.range.end;
        let same_place = match (access.role, access.store) {
            (AccessRole::Mask, _) | (_, Store::Turnaround) => within,
            (_, Store::Memory(Memory::Dar) | Store::Darbuf) => within,
            _ => access.range == event.range,
        };
        access.store == event.store
            && access.direction == event.direction
            && (same_place || access.store == Store::Turnaround)
            && (access.role == event.role || !is_base && event.role == AccessRole::Data)
    });
    let (id, _) = found.unwrap_or_else(|| {
        panic!(
            "the text has no {event:?} in line {}: {:?}",
            event.line,
            program.line(event.line as usize)
        )
    });
    id
}

fn expected(flow: &Flow, read: AccessId, sample: Sample) -> (Links, BTreeSet<AccessId>, bool) {
    let answer = flow.reaching_on(read, elements(sample), ALL);
    assert!(answer.is_complete);
    let certain = answer.links.iter().filter(|link| link.is_certain);
    let certain = certain.map(|link| link.access).collect();
    let links = answer.links.iter().flat_map(|link| {
        let pairs = link.pairs.iter();
        pairs.map(|(read, write)| (link.access, read, write))
    });
    (links.collect(), certain, answer.is_from_start)
}

/// A run of a program, and the program without lines that cannot be executed: turnarounds between different
/// types of transfer.
fn observe(source: &str) -> (String, Shadow) {
    let mut source = source.to_owned();
    loop {
        let program = mnc2_asm::parse(&source);
        assert!(program.iter().all(|line| !line.has_error()), "{source}");
        let mut shadow = Shadow::default();
        let options = RunOptions::default();
        let report = Machine::new().run_observed(&program, &options, &mut Vec::new(), &mut shadow);
        let refused = match report.outcome {
            Outcome::NotExecutable { line, .. } => line as usize,
            outcome => {
                assert_eq!(outcome, Outcome::Finished, "{source}");
                return (source, shadow);
            }
        };
        let others = source.lines().enumerate();
        let kept = others.filter(|(number, _)| *number != refused);
        source = kept.map(|(_, line)| format!("{line}\n")).collect();
    }
}

/// Runs a program and compares; returns how many links there were.
fn compare(source: &str, is_static: bool) -> usize {
    let (source, shadow) = observe(source);
    let source = source.as_str();
    let program = mnc2_asm::parse(source);
    let flow = Flow::new(&program);
    let mut count = 0;
    for (event, by_sample) in shadow.reads() {
        let read = find(&flow, &program, event);
        for (index, found) in by_sample.iter().enumerate() {
            let Some(found) = found else { continue };
            let sample = SAMPLES[index];
            let (links, certain, is_from_start) = expected(&flow, read, sample);
            let observed: Links = found
                .links
                .iter()
                .map(|(write, cycles)| (find(&flow, &program, write), cycles.0, cycles.1))
                .collect();
            let context = || {
                let line = event.line as usize;
                let text = source.lines().nth(line).unwrap_or_default();
                format!("{event:?} of sample {sample:?} in line {line} `{text}` of\n{source}")
            };
            assert!(
                observed.is_subset(&links),
                "not in the text: {:?}\n{}",
                observed.difference(&links).collect::<Vec<_>>(),
                context()
            );
            assert!(
                !found.is_from_start || is_from_start,
                "start: {}",
                context()
            );
            let writes: BTreeSet<AccessId> = observed.iter().map(|link| link.0).collect();
            assert!(
                certain.is_subset(&writes),
                "not in the run: {:?}\n{}",
                certain.difference(&writes).collect::<Vec<_>>(),
                context()
            );
            if is_static {
                assert_eq!(observed, links, "{}", context());
                assert_eq!(found.is_from_start, is_from_start, "start: {}", context());
                assert_eq!(certain, writes, "{}", context());
            }
            count += observed.len();
        }
    }
    both_ways(&flow, &program);
    count
}

/// The uses of a write are the reads that it reaches, and the other way round.
fn both_ways(flow: &Flow, program: &Program) {
    let mut backward = BTreeSet::new();
    let mut forward = BTreeSet::new();
    for number in 0..program.len() {
        for (id, access) in flow.line(number).iter() {
            match access.direction {
                Direction::Read => {
                    for link in flow.reaching(id, ALL).links {
                        backward.insert((link.access, id, link.is_certain));
                    }
                }
                Direction::Write => {
                    let uses = flow.uses(id, ALL).links;
                    if flow.overwritten_unread(id).is_some() {
                        assert_eq!(uses, []);
                    }
                    for link in uses {
                        forward.insert((id, link.access, link.is_certain));
                    }
                }
            }
        }
    }
    let text: Vec<_> = program.iter().map(|line| line.statement.as_ref()).collect();
    let show = |links: Vec<&(AccessId, AccessId, bool)>| -> Vec<String> {
        let place = |id: AccessId| {
            let line = flow.line_of(id);
            let name = match text[line] {
                Some(Statement::Step(_)) => "step",
                _ => "other",
            };
            format!("{line} {:?} {name}", flow.range(id))
        };
        let shown = links.into_iter().map(|(write, read, is_certain)| {
            format!("{} -> {} {is_certain}", place(*write), place(*read))
        });
        shown.collect()
    };
    assert_eq!(
        show(backward.difference(&forward).collect()),
        show(forward.difference(&backward).collect())
    );
}

fn run(seeds: std::ops::Range<u64>, is_static: bool) {
    let mut links = 0;
    for seed in seeds {
        let source = random::program(&mut Choices::new(seed), LINES, is_static);
        links += compare(&source, is_static);
    }
    assert!(links > 1000, "{links} links say little");
}

/// Lines of a program with several chunks.
const LINES_OF_CHUNKS: usize = 400;

/// A program followed chunk by chunk answers every question like one that is followed in one pass.
fn by_chunks(seeds: std::ops::Range<u64>, is_static: bool) {
    let mut links = 0;
    for seed in seeds {
        let source = random::program(&mut Choices::new(seed), LINES_OF_CHUNKS, is_static);
        let program = mnc2_asm::parse(&source);
        let whole = Flow::new(&program);
        let chunks = Flow::from_chunks(&program, &|| false).expect("nothing cancels it");
        for line in 0..program.len() {
            assert_eq!(whole.state_at(line), chunks.state_at(line));
            for (id, access) in whole.line(line).iter() {
                let context = || format!("{access:?} in line {line} of\n{source}");
                assert_eq!(chunks.line(line).get(id), Some(access), "{}", context());
                assert_eq!(chunks.line_of(id), line, "{}", context());
                let reaching = whole.reaching(id, ALL);
                links += reaching.links.len();
                assert_eq!(chunks.reaching(id, ALL), reaching, "{}", context());
                assert_eq!(chunks.uses(id, ALL), whole.uses(id, ALL), "{}", context());
                assert_eq!(
                    (chunks.overwritten_unread(id), chunks.unwritten_word(id)),
                    (whole.overwritten_unread(id), whole.unwritten_word(id)),
                    "{}",
                    context()
                );
            }
        }
    }
    assert!(links > 1000, "{links} links say little");
}

#[test]
fn chunks_are_followed_like_the_whole() {
    by_chunks(4_000_000..4_000_004, true);
    by_chunks(5_000_000..5_000_004, false);
}

#[test]
fn what_stands_in_the_text_is_what_happens() {
    run(0..PROGRAMS, true);
}

#[test]
fn what_data_decides_is_among_what_the_text_says() {
    run(1_000_000..1_000_000 + PROGRAMS, false);
}

#[test]
#[ignore = "takes minutes; for changes of the index"]
fn many_programs() {
    run(2_000_000..2_010_000, true);
    run(3_000_000..3_010_000, false);
    by_chunks(6_000_000..6_000_200, true);
    by_chunks(7_000_000..7_000_200, false);
}
