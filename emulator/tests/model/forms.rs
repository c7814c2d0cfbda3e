//! Every form of the ALU and the MAU: each spelling with each conversion of its inputs and each place that these
//! can read, each row with each width, addressing, destination and sign, all in at least 1000 random states.

use mnc2_isa::{AluOp, MauOp, Op};

use crate::coverage::{Coverage, STATES};
use crate::l1bm;
use crate::machine::Pair;
use crate::operand::{Operand, pick};
use crate::oracle::samples::Random;
use crate::pe::{ALU, MAU, Readable, WIDTHS, step_mask, with_destinations};
use crate::state::State;
use crate::step::Expression;
use crate::unit::{Form, Source, is_accepted};
use crate::values;

/// L1Bs that are modelled, with 256 states of PEs and cycles each.
const L1BS: usize = 4;
/// States of a step.
const STATES_PER_STEP: u64 = L1BS as u64 * 256;
/// Steps on one start.
const STEPS_PER_START: usize = 16;

fn place_name(form: &Form, position: usize, source: Source) -> String {
    format!("{} input {position} {}", form.opcode(), source.place())
}

fn width_name(form: &Form, position: usize, source: Source) -> String {
    format!("{:?} input {position} {source:?}", form.op)
}

/// Everything that a row must be compared in.
fn required(forms: &[&Readable]) -> Coverage {
    let mut coverage = Coverage::default();
    for (form, sources) in forms {
        coverage.require(form.name());
        for (position, sources) in sources.iter().enumerate() {
            assert!(!sources.is_empty(), "{} reads nothing", form.name());
            for &source in sources {
                coverage.require(place_name(form, position, source));
                coverage.require(width_name(form, position, source));
            }
            if form.takes_sign() {
                coverage.require(format!("{:?} -input {position}", form.op));
            }
        }
        let op = form.op;
        if form.conversions.is_empty() {
            continue;
        }
        for letter in ["m", "n", "r", "s"] {
            for address in ["a", "av", "avs", "[a,a,a,a]"] {
                coverage.require(format!("{op:?} reads {letter}{address}"));
            }
        }
        for address in ["mt", "mta", "mtav", "maj", "mavj", "navj", "m[a,a,a,a]j"] {
            coverage.require(format!("{op:?} reads {address}"));
        }
    }
    let (form, _) = forms[0];
    if form.has_outputs() {
        // The literal of `imm` is in the bits of LM0's address.
        let has_lm0 = form.op != Op::Alu(AluOp::Imm);
        let memories = if has_lm0 {
            &["n", "r", "s", "m"][..]
        } else {
            &["n", "r", "s"]
        };
        let mut kinds: Vec<String> = memories
            .iter()
            .flat_map(|letter| ["", "l", "ll"].map(|width| format!("${width}{letter}")))
            .collect();
        kinds.extend(["$t", "$lt", "$llt", "$nowrite"].map(str::to_owned));
        if form.has_flags() {
            kinds.extend(["$omr", "$nb", "$lnb"].map(str::to_owned));
            if has_lm0 {
                kinds.extend(["$mb", "$lmb"].map(str::to_owned));
            }
        }
        for kind in kinds {
            coverage.require(format!("{:?} writes {kind}", form.op));
        }
        coverage.require(format!("{:?} under a mask", form.op));
        coverage.require(format!("{:?} flushed", form.op));
    }
    coverage
}

/// Random memories that suit a form, and something in every forwarding register.
fn start(random: &mut Random, form: &Form) -> Pair {
    let first = random.below(16) as usize;
    let l1bs = [0, 17, 30, 48].map(|distance| first + distance);
    let mut state = State::new(l1bs[..L1BS].to_vec());
    state.fill_pes(random);
    values::fill(&mut state, random, form);
    let mut pair = Pair::new(state);
    let copy = |random: &mut Random, forms: &[Readable], name: &str| {
        let (form, sources) = forms
            .iter()
            .find(|(form, _)| form.name() == name)
            .expect("copies exist");
        let from = pick(random, &[0, 2, 5, 8]);
        form.expression(
            random,
            &sources.first().map_or(vec![], |all| vec![all[from]]),
        )
    };
    for (forms, name) in [(&*ALU, "lpassa x"), (&*MAU, "fvpassa x"), (&*MAU, "hmread")] {
        pair.accepted(|_| (vec![discarded(copy(random, forms, name))], ()));
    }
    pair.accepted(|_| (vec![discarded(l1bm::any_downward(random, None).0)], ()));
    pair
}

fn discarded(expression: Expression) -> Expression {
    Expression {
        operands: expression.operands + " $nowrite",
        ..expression
    }
}

/// A source for every position: the least compared one, in different memories.
fn choose(
    random: &mut Random,
    coverage: &Coverage,
    form: &Form,
    sources: &[Vec<Source>],
) -> Vec<Source> {
    let mut chosen: Vec<Source> = Vec::new();
    for (position, sources) in sources.iter().enumerate() {
        let is_free = |source: &Source| {
            matches!(source, Source::Forwarding(_) | Source::Constant(_))
                || chosen.iter().all(|other| other.place() != source.place())
        };
        let first = random.below(sources.len() as u64) as usize;
        let source = (0..sources.len())
            .map(|index| sources[(first + index) % sources.len()])
            .filter(is_free)
            .min_by_key(|&source| {
                let of_place = coverage.states(&place_name(form, position, source));
                let of_width = coverage.states(&width_name(form, position, source));
                (of_place.min(STATES), of_width.min(STATES))
            });
        chosen.push(source.expect("there are more memories than inputs"));
    }
    chosen
}

/// Compares forms of one row until each is covered.
fn compare(op: Op, all: &[Readable], seed: u64) {
    let mut random = Random::new(seed);
    let forms: Vec<&Readable> = all.iter().filter(|(form, _)| form.op == op).collect();
    let mut coverage = required(&forms);
    let mut steps = 0;
    while !coverage.is_complete() {
        for (form, sources) in &forms {
            if coverage.is_complete() {
                break;
            }
            let mut pair = start(&mut random, form);
            for _ in 0..STEPS_PER_START {
                step(&mut random, &mut pair, &mut coverage, (form, sources));
                steps += 1;
                let needs_place = |(position, sources): (usize, &Vec<Source>)| {
                    sources
                        .iter()
                        .any(|&s| coverage.states(&place_name(form, position, s)) < STATES)
                };
                let is_done = coverage.states(&form.name()) >= STATES;
                if is_done && !sources.iter().enumerate().any(needs_place) {
                    break;
                }
            }
            pair.finish();
        }
        assert!(steps < 5000, "{op:?} never gets covered: {coverage:?}");
    }
    coverage.finish(&format!("{op:?}, {steps} steps"));
}

/// One step of a form, and what it covers.
fn step(
    random: &mut Random,
    pair: &mut Pair,
    coverage: &mut Coverage,
    (form, sources): (&Form, &[Vec<Source>]),
) {
    let chosen = choose(random, coverage, form, sources);
    let covered = pair.accepted(|_| {
        // The step that covers most of the missing states.
        let candidates = (0..8).map(|_| candidate(random, form, &chosen));
        let needed = |(_, covered): &(Expression, Vec<String>)| {
            covered.iter().filter(|name| coverage.lacks(name)).count()
        };
        let (expression, covered) = candidates.max_by_key(needed).expect("there are some");
        (vec![expression], covered)
    });
    for name in covered {
        coverage.add(&name, STATES_PER_STEP);
    }
}

/// A random expression that reads these sources, and what it covers.
fn candidate(random: &mut Random, form: &Form, chosen: &[Source]) -> (Expression, Vec<String>) {
    let op = form.op;
    let mut expression = form.expression(random, chosen);
    let mut covered = vec![form.name()];
    for (position, &source) in chosen.iter().enumerate() {
        covered.push(place_name(form, position, source));
        covered.push(width_name(form, position, source));
    }
    let inputs = expression.operands.split(' ');
    let inputs = inputs.filter(|input| !matches!(*input, "$lx" | "$ly"));
    for (position, input) in inputs.enumerate().take(chosen.len()) {
        if input.starts_with('-') {
            covered.push(format!("{op:?} -input {position}"));
        }
    }
    let addressings = expression.reads.iter().filter_map(Operand::addressing);
    covered.extend(addressings.map(|address| format!("{op:?} reads {address}")));
    if form.has_outputs() {
        let mask = step_mask(random);
        let flushes = random.below(3) == 0;
        let has_flags = form.has_flags();
        expression = with_destinations(expression, random, &WIDTHS, has_flags, mask, flushes);
        for destination in &expression.destinations {
            covered.push(format!("{op:?} writes {}", destination.operand.kind()));
            if destination.mask.is_some() {
                covered.push(format!("{op:?} under a mask"));
            }
        }
        if expression.flush.is_some() {
            covered.push(format!("{op:?} flushed"));
        }
    }
    (expression, covered)
}

/// Every row of a unit whose number leaves a remainder: tests run side by side.
fn compare_part(ops: impl Iterator<Item = Op>, all: &[Readable], part: usize, parts: usize) {
    for (number, op) in ops.enumerate().filter(|(number, _)| number % parts == part) {
        compare(op, all, number as u64);
    }
}

fn alu(part: usize) {
    let ops = AluOp::ALL.iter().map(|&op| Op::Alu(op));
    compare_part(ops, &ALU, part, 4);
}

#[test]
fn alu_1() {
    alu(0);
}

#[test]
fn alu_2() {
    alu(1);
}

#[test]
fn alu_3() {
    alu(2);
}

#[test]
fn alu_4() {
    alu(3);
}

fn mau(part: usize) {
    compare_part(MauOp::ALL.iter().map(|&op| Op::Mau(op)), &MAU, part, 4);
}

#[test]
fn mau_1() {
    mau(0);
}

#[test]
fn mau_2() {
    mau(1);
}

#[test]
fn mau_3() {
    mau(2);
}

#[test]
fn mau_4() {
    mau(3);
}

/// The forms that the assembler accepts are those that the manual lists.
#[test]
fn forms_are_those_of_the_manual() {
    let count = |forms: &[Readable], op: Op| forms.iter().filter(|(form, _)| form.op == op).count();
    // Double and single precision take `e` at each of three inputs, with `u|d` and `r` four of the one and one
    // of the other; half precision takes `r` at two and `e` at one, with and without `r` after the opcode.
    assert_eq!(count(&MAU, Op::Mau(MauOp::Vfma)), 4 * 8 + 8 + 2 * 8);
    // Only the addend of a matrix product converts.
    assert_eq!(count(&MAU, Op::Mau(MauOp::Mfma)), 2 * (4 + 1 + 1 + 2));
    // Six precisions; halves, as numbers and as integers, take `r`.
    assert_eq!(count(&ALU, Op::Alu(AluOp::Passa)), 6 + 2);
    assert!(!is_accepted("fvfma $lm0vr $lr0v $ls0v $ln0v"));
    println!("{} forms of the ALU, {} of the MAU", ALU.len(), MAU.len());
}
