//! Steps of several expressions: all read before any writes, masks and forwarding go with each; and the same lines, with L2BM
//! and MV instructions between them, run in parts of any size.

use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::machine::observer::{ObservedAccess, Observer};
use mnc2_emulator::{Machine, OffChip, Outcome, RunOptions, Start};

use crate::l1bm;
use crate::machine::Pair;
use crate::mask::Setting;
use crate::oracle::samples::Random;
use crate::pe::{self, ALU, MAU, WIDTHS, step_mask, with_destinations};
use crate::shape::Shape;
use crate::state::State;
use crate::step::{Effect, Expression};
use crate::{l2bm, mv};

/// A random step, and the type of transfer that its turnaround register gets.
fn step(random: &mut Random, pair: &Pair) -> (Vec<Expression>, Option<Shape>) {
    let mask = step_mask(random);
    // At most one expression has a zero-flush mask.
    let mut flushes = pair.model.setting.mask.is_none() && random.below(3) == 0;
    let mut list = Vec::new();
    let mut turnaround = None;
    let add = |list: &mut Vec<Expression>, random: &mut Random, row, widths, flags, flushes| {
        list.push(with_destinations(row, random, widths, flags, mask, flushes));
    };
    for (forms, is_in) in [(&ALU, random.below(3) != 0), (&MAU, random.below(4) != 0)] {
        if !is_in {
            continue;
        }
        let (form, row) = pe::any(random, forms);
        if form.has_outputs() {
            add(&mut list, random, row, &WIDTHS, form.has_flags(), flushes);
            flushes = false;
        } else {
            list.push(row);
        }
    }
    if random.flip() {
        let (row, widths) = l1bm::any_downward(random, pair.model.turnaround);
        add(&mut list, random, row, widths, false, flushes);
    }
    if random.flip() {
        let (row, shape) = l1bm::any_upward(random);
        list.push(row);
        turnaround = Some(shape);
    }
    if random.below(8) == 0 {
        turnaround = None;
        list.push(Expression::new("noforward", "", Effect::Keep));
    }
    if list.is_empty() {
        list.push(Expression::new("nop", "", Effect::Keep));
    }
    // The order in a line means nothing (manual 3.6.4).
    let first = random.below(list.len() as u64) as usize;
    list.rotate_left(first);
    if random.flip() {
        list.reverse();
    }
    (list, turnaround)
}

/// Random PEs and L1BMs of some L1Bs.
pub(crate) fn start(random: &mut Random, l1bs: Vec<usize>) -> State {
    let mut state = State::new(l1bs);
    state.fill_pes(random);
    l1bm::fill(&mut state, random);
    state
}

/// Runs random steps on the model and on the machine, from a random state.
fn compared(random: &mut Random, steps: usize) -> Pair {
    let first = random.below(60) as usize;
    let pair = Pair::new(start(random, vec![first, first + 3]));
    compared_from(pair, random, steps)
}

/// Runs random steps on the model and on the machine.
pub(crate) fn compared_from(mut pair: Pair, random: &mut Random, steps: usize) -> Pair {
    for _ in 0..steps {
        let turnaround = pair.accepted(|pair| step(random, pair));
        if turnaround.is_some() {
            pair.model.turnaround = turnaround;
        }
        if random.below(4) == 0 {
            pair.mask(Setting::random(random));
        }
    }
    pair.finish();
    pair
}

#[test]
fn several_expressions() {
    let mut random = Random::new(71);
    let mut expressions = 0;
    for _ in 0..4 {
        let pair = compared(&mut random, 32);
        expressions += pair.source.matches(';').count();
    }
    assert!(expressions > 64, "{expressions} expressions beside another");
}

/// The lines of a compared program, and L2BM and MV instructions between them.
fn everything(random: &mut Random) -> String {
    let steps = compared(random, 16).source;
    let mut source = String::new();
    for line in steps.lines() {
        source += line;
        source.push('\n');
        source += &match random.below(3) {
            0 => l2bm::any(random).text(),
            1 => mv::any(random),
            _ => continue,
        };
        source.push('\n');
    }
    source
}

/// Uses everything that it observes, so that observing cannot be optimized away.
#[derive(Default)]
struct Counter(u64);

impl Observer for Counter {
    fn read(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        self.0 += 1 + access.cycle as u64;
    }

    fn write(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        self.0 += 1 + access.cycle as u64;
    }
}

#[test]
fn pieces_snapshots_and_observers_change_nothing() {
    let mut random = Random::new(72);
    for _ in 0..2 {
        let source = everything(&mut random);
        let program = mnc2_asm::parse(&source);
        assert!(!program.iter().any(|line| line.has_error()), "{source}");
        let lines = program.len() as u32;
        let start = Start {
            dirty: Some(random.bits()),
            off_chip: OffChip::Undefined,
        };
        let run = |machine: &mut Machine, from_line: u32, until_line: Option<u32>| {
            let options = RunOptions {
                from_line,
                until_line,
                ..RunOptions::default()
            };
            let outcome = machine.run(&program, &options, &mut Vec::new()).outcome;
            assert!(
                matches!(outcome, Outcome::Finished | Outcome::ReachedLine),
                "{outcome:?}\n{source}"
            );
        };
        let mut whole = Machine::starting(start);
        let before = whole.state_hash();
        run(&mut whole, 0, None);
        let expected = whole.state_hash();
        assert_ne!(expected, before, "{source}");
        let mut stepped = Machine::starting(start);
        for line in 0..lines {
            run(&mut stepped, line, Some(line));
        }
        assert_eq!(stepped.state_hash(), expected, "line by line\n{source}");

        let mut resumed = Machine::starting(start);
        run(&mut resumed, 0, Some(lines / 2));
        let snapshot = resumed.snapshot();
        run(&mut resumed, lines / 2 + 1, None);
        assert_eq!(resumed.state_hash(), expected, "in two runs\n{source}");
        resumed.restore(&snapshot);
        run(&mut resumed, lines / 2 + 1, None);
        assert_eq!(resumed.state_hash(), expected, "after a snapshot\n{source}");

        let mut observed = Machine::starting(start);
        let mut counter = Counter::default();
        let options = RunOptions::default();
        observed.run_observed(&program, &options, &mut Vec::new(), &mut counter);
        assert_eq!(observed.state_hash(), expected, "observed\n{source}");
        assert_ne!(counter.0, 0, "{source}");
    }
}
