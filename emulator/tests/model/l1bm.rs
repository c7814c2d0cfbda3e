//! L1BM instructions (manual 3.6.8), block by block as the manual lists their effects, and the turnaround register.

use mnc2_isa::{L1bmOp, Op};

use crate::coverage::{Coverage, STATES};
use crate::machine::Pair;
use crate::operand::{Operand, Path, Width, pick};
use crate::oracle::rrn::{L1BM_4, L1BM_16};
use crate::oracle::samples::Random;
use crate::pe::{WIDTHS, step_mask, with_destinations};
use crate::reduction::{Reduction, extended_path, joined, reduce_paths, reduction, reduction_for};
use crate::shape::{Kind, Shape, rotated, rotation, rotation_text, shape};
use crate::state::{Mem, State, Write, long_word, whole};
use crate::step::{Effect, Expression};
use crate::unit::{is_accepted, spellings};
use crate::values::{Values, fill_with};

/// What a row is in the model; a new row does not compile until it has something here.
#[derive(Clone, Copy, Debug)]
enum Row {
    /// From L1BM to the PEs.
    Down(Shape),
    /// To L1BM, unchanged.
    Up(Shape),
    /// To L1BM, reduced.
    Reduce(Shape),
}

const fn row(op: L1bmOp) -> Row {
    match op {
        L1bmOp::BroadcastPe => Row::Down(shape(Kind::Pe, false)),
        L1bmOp::BroadcastPeDouble => Row::Down(shape(Kind::Pe, true)),
        L1bmOp::BroadcastMab => Row::Down(shape(Kind::Mab, false)),
        L1bmOp::BroadcastMabDouble => Row::Down(shape(Kind::Mab, true)),
        L1bmOp::BroadcastMab4 => Row::Down(shape(Kind::Mab4, false)),
        L1bmOp::BroadcastMab4Double => Row::Down(shape(Kind::Mab4, true)),
        L1bmOp::Distribute => Row::Down(shape(Kind::Each, false)),
        L1bmOp::Transfer => Row::Up(shape(Kind::Mab, false)),
        L1bmOp::TransferDouble => Row::Up(shape(Kind::Mab, true)),
        L1bmOp::Transfer4 => Row::Up(shape(Kind::Mab4, false)),
        L1bmOp::Transfer4Double => Row::Up(shape(Kind::Mab4, true)),
        L1bmOp::Gather => Row::Up(shape(Kind::Each, false)),
        L1bmOp::Reduce => Row::Reduce(shape(Kind::Mab, false)),
        L1bmOp::ReduceDouble => Row::Reduce(shape(Kind::Mab, true)),
        L1bmOp::Reduce4 => Row::Reduce(shape(Kind::Mab4, false)),
        L1bmOp::Reduce4Double => Row::Reduce(shape(Kind::Mab4, true)),
    }
}

/// Types that transfers to L1BM have.
const UPWARD: [Shape; 5] = [
    shape(Kind::Mab, false),
    shape(Kind::Mab, true),
    shape(Kind::Mab4, false),
    shape(Kind::Mab4, true),
    shape(Kind::Each, false),
];

/// A reduction, `e` at its input and `r` after its opcode.
#[derive(Clone, Copy, Debug)]
struct ReduceForm {
    reduction: Reduction,
    extends: bool,
    shortens: bool,
}

/// Every form of a row that reduces.
fn reduce_forms(op: L1bmOp) -> Vec<(String, ReduceForm)> {
    let mut forms = Vec::new();
    for spelling in spellings(Op::L1bm(op)) {
        for conversion in ["", "e"] {
            let name = format!("{op:?} {}{conversion}", spelling.text);
            let width = match row(op) {
                Row::Down(shape) | Row::Up(shape) | Row::Reduce(shape) => shape.width(),
            };
            let is_legal = ["l", "ll"].iter().any(|source| {
                let line = format!("{} ${source}r0v{conversion} ${width}b0", spelling.text);
                is_accepted(&line)
            });
            if is_legal {
                let form = ReduceForm {
                    reduction: reduction_for(spelling),
                    extends: conversion == "e",
                    shortens: spelling.shortened,
                };
                forms.push((name, form));
            }
        }
    }
    forms
}

/// A transfer to the PEs from an address, or from the turnaround register if it holds data of this type.
fn downward(random: &mut Random, shape: Shape, turnaround: Option<Shape>) -> Expression {
    let rotation = rotation(random, shape);
    let from_turnaround = turnaround == Some(shape) && random.flip();
    let address = shape.address(random);
    let opcode = match shape.kind {
        Kind::Pe => "l1bmp".into(),
        Kind::Mab => "l1bmm".into(),
        Kind::Mab4 => "l1bmm4".into(),
        Kind::Each => format!("l1bmd{}", rotation_text(random, rotation)),
    };
    let output = move |state: &State, pe: usize, cycle: usize| {
        let (l1b, mab) = (pe / 64, pe / 4 % 16);
        // The data of `mab` go to `mab + rotation`.
        let source = rotated(mab, -rotation);
        let longs = shape.offsets(source, pe % 4).map(|offset| {
            if from_turnaround {
                state.read(Mem::Turnaround, l1b, cycle * 64 + offset)
            } else {
                state.read(Mem::L1bm, l1b, address + cycle * shape.advance() + offset)
            }
        });
        let least = if shape.double { longs[1] } else { 0 };
        (
            [
                longs[0] >> 32,
                longs[0] & 0xffff_ffff,
                least >> 32,
                least & 0xffff_ffff,
            ],
            0,
        )
    };
    let place = if from_turnaround {
        "i".into()
    } else {
        address.to_string()
    };
    Expression::new(
        opcode,
        format!("${}b{place}", shape.width()),
        Effect::Pe(Mem::Lbf, Box::new(output)),
    )
}

/// The words that the PEs of one number send to L1BM: paths by MAB to a path.
type Combine = Box<dyn Fn(&[Path]) -> Path>;

/// A transfer to L1BM: its opcode, input and how the data of several MABs is combined.
struct Upward {
    opcode: String,
    input: Operand,
    conversion: &'static str,
    /// The MABs of a place, and how they become one.
    mabs: Vec<Vec<usize>>,
    combine: Combine,
    rotation: i64,
}

fn upward(random: &mut Random, shape: Shape, upward: Upward) -> Expression {
    let only_turnaround = random.below(4) == 0;
    let address = shape.address(random);
    let Upward {
        opcode,
        input,
        conversion,
        mabs,
        combine,
        rotation,
    } = upward;
    let effect = move |state: &State| {
        let mut writes = Vec::new();
        for cycle in 0..4 {
            for &l1b in &state.l1bs {
                for pe in 0..4 {
                    for mabs in &mabs {
                        let read = |&mab: &usize| input.read(state, l1b * 64 + mab * 4 + pe, cycle);
                        let path = combine(&mabs.iter().map(read).collect::<Vec<_>>());
                        put(&mut writes, (shape, l1b), mabs[0], pe, &path, |mab| {
                            let advance = cycle * shape.advance();
                            let address = (!only_turnaround).then_some(address + advance);
                            [
                                (Mem::L1bm, address, rotated(mab, rotation)),
                                (Mem::Turnaround, Some(cycle * 64), mab),
                            ]
                        });
                    }
                }
            }
        }
        writes
    };
    let place = if only_turnaround {
        "i".into()
    } else {
        address.to_string()
    };
    let width = shape.width();
    Expression::new(
        opcode,
        format!("{}{conversion} ${width}b{place}", input.text()),
        Effect::Other(Box::new(effect)),
    )
}

/// Writes a PE's path to L1BM and to the turnaround register.
fn put(
    writes: &mut Vec<Write>,
    (shape, l1b): (Shape, usize),
    mab: usize,
    pe: usize,
    path: &Path,
    places: impl Fn(usize) -> [(Mem, Option<usize>, usize); 2],
) {
    for (mem, address, mab) in places(mab) {
        let Some(address) = address else { continue };
        let [most, least] = shape.offsets(mab, pe);
        writes.push(whole(mem, l1b, address + most, path[0] << 32 | path[1]));
        if shape.double {
            writes.push(whole(mem, l1b, address + least, path[2] << 32 | path[3]));
        }
    }
}

/// The widths of a PE operand: data that does not fit into the LSB side is discarded.
const fn source_widths(double: bool) -> &'static [Width] {
    if double {
        &[Width::Double]
    } else {
        &[Width::Long, Width::Double]
    }
}

/// `l1bmm@`, `l1bmm4@`, `l1bmd` to L1BM.
fn transfer(random: &mut Random, shape: Shape) -> Expression {
    let rotation = rotation(random, shape);
    let (opcode, mabs) = match shape.kind {
        Kind::Mab4 => {
            let mab = random.below(4) as usize;
            let mabs = (0..4).map(|outer| vec![outer * 4 + mab]).collect();
            (format!("l1bmm4@{mab}"), mabs)
        }
        Kind::Each => {
            let text = rotation_text(random, rotation);
            (
                format!("l1bmd{text}"),
                (0..16).map(|mab| vec![mab]).collect(),
            )
        }
        Kind::Pe | Kind::Mab => {
            let mab = random.below(16) as usize;
            (format!("l1bmm@{mab}"), vec![vec![mab]])
        }
    };
    let input = Operand::random_input(random, source_widths(shape.double), false);
    let parts = Upward {
        opcode,
        input,
        conversion: "",
        mabs,
        combine: Box::new(|paths| paths[0]),
        rotation,
    };
    upward(random, shape, parts)
}

/// Any reduction of a shape.
fn any_reduction(random: &mut Random, shape: Shape) -> Expression {
    let reduction = reduction(random);
    let is_single = reduction.1 == "f";
    let form = ReduceForm {
        reduction,
        extends: is_single && random.below(3) == 0,
        shortens: is_single && !shape.double && random.flip(),
    };
    reduce_transfer(random, shape, form)
}

/// `l1bmr<rrn_opcode>`, `l1bmr4<rrn_opcode>`, with `e` and `r`.
fn reduce_transfer(random: &mut Random, shape: Shape, form: ReduceForm) -> Expression {
    let (stages, mabs, four): (&'static [usize], Vec<Vec<usize>>, _) = match shape.kind {
        Kind::Mab4 => {
            let mabs = (0..4)
                .map(|outer| (outer * 4..outer * 4 + 4).collect())
                .collect();
            (L1BM_4, mabs, "4")
        }
        Kind::Pe | Kind::Mab | Kind::Each => (L1BM_16, vec![(0..16).collect()], ""),
    };
    let ReduceForm {
        reduction: (kind, letter, bits),
        extends,
        shortens,
    } = form;
    let in_single = letter == "h";
    let widths = match (shape.double || shortens, extends) {
        (true, false) => source_widths(true),
        (true, true) | (false, _) => source_widths(false),
    };
    let input = Operand::random_input(random, widths, false);
    let combine = move |paths: &[Path]| {
        let extended: Vec<Path> = if extends || in_single {
            paths.iter().map(extended_path).collect()
        } else {
            paths.to_vec()
        };
        if shortens || in_single {
            joined(&reduce_paths(stages, kind, 32, true, &extended), 16)
        } else {
            joined(&reduce_paths(stages, kind, bits, false, &extended), bits)
        }
    };
    let opcode = format!(
        "l1bmr{four}{letter}{}{}",
        kind.name(),
        if shortens { "r" } else { "" }
    );
    let conversion = if extends { "e" } else { "" };
    let parts = Upward {
        opcode,
        input,
        conversion,
        mabs,
        combine: Box::new(combine),
        rotation: 0,
    };
    upward(random, shape, parts)
}

/// Any transfer to the PEs, and the widths of its destinations.
pub(crate) fn any_downward(
    random: &mut Random,
    turnaround: Option<Shape>,
) -> (Expression, &'static [Width]) {
    let double = random.flip();
    let kinds = [Kind::Pe, Kind::Mab, Kind::Mab4, Kind::Each];
    let kind = pick(random, &kinds[..if double { 3 } else { 4 }]);
    let any = shape(kind, double);
    let shape = turnaround.filter(|_| random.flip()).unwrap_or(any);
    let widths: &'static [Width] = if shape.double {
        &[Width::Double]
    } else {
        &WIDTHS
    };
    (downward(random, shape, turnaround), widths)
}

/// Any transfer to L1BM, and its type.
pub(crate) fn any_upward(random: &mut Random) -> (Expression, Shape) {
    let shape = pick(random, &UPWARD);
    let expression = if shape.kind != Kind::Each && random.flip() {
        any_reduction(random, shape)
    } else {
        transfer(random, shape)
    };
    (expression, shape)
}

/// Puts random long words into the L1BMs of the L1Bs that are modelled.
pub(crate) fn fill(state: &mut State, random: &mut Random) {
    for l1b in state.l1bs.clone() {
        let size = Mem::L1bm.size();
        state.fill(random, Mem::L1bm, l1b, size - 192..size + 384, long_word);
    }
}

/// L1Bs that are modelled.
const L1BS: usize = 8;

/// Random L1BMs and PEs of some L1Bs.
fn start(random: &mut Random) -> State {
    let mut l1bs: Vec<usize> = (0..64).collect();
    while l1bs.len() > L1BS {
        l1bs.remove(random.below(l1bs.len() as u64) as usize);
    }
    let mut state = State::new(l1bs);
    state.fill_pes(random);
    fill(&mut state, random);
    state
}

/// Steps of each transfer at least: a step has many states, but one rotation and one address.
const STEPS: u64 = 32;

/// States of a step: the long words of the PEs of a number in a cycle, of one or four sets of MABs.
const fn states(shape: Shape) -> u64 {
    let sets = match shape.kind {
        Kind::Pe | Kind::Mab => 1,
        Kind::Mab4 => 4,
        Kind::Each => 16,
    };
    L1BS as u64 * 4 * 4 * sets
}

fn downward_step(random: &mut Random, pair: &mut Pair, shape: Shape) {
    pair.accepted(|pair| {
        let step_mask = step_mask(random);
        let flushes = random.below(3) == 0;
        let widths = if shape.double {
            &[Width::Double]
        } else {
            &WIDTHS[..]
        };
        let expression = downward(random, shape, pair.model.turnaround);
        let expression = with_destinations(expression, random, widths, false, step_mask, flushes);
        (vec![expression], ())
    });
}

fn upward_step(
    random: &mut Random,
    pair: &mut Pair,
    shape: Shape,
    expression: impl Fn(&mut Random) -> Expression,
) {
    let keeps = pair.accepted(|_| {
        let mut step = vec![expression(random)];
        let keeps = random.below(8) == 0;
        if keeps {
            step.push(Expression::new("noforward", "", Effect::Keep));
        }
        (step, keeps)
    });
    if !keeps {
        pair.model.turnaround = Some(shape);
    }
}

/// Every transfer to L1BM is followed by one from L1BM of the same type, from an address or turned around.
#[track_caller]
fn compare(op: L1bmOp) {
    let mut random = Random::new(op as u64);
    let mut coverage = Coverage::default();
    let mut pair = Pair::new(start(&mut random));
    match row(op) {
        Row::Down(shape) => {
            let name = format!("{op:?}");
            coverage.require(&name);
            while !coverage.is_complete() {
                downward_step(&mut random, &mut pair, shape);
                coverage.add(&name, states(shape).min(STATES / STEPS));
            }
        }
        Row::Up(shape) => {
            let name = format!("{op:?}");
            coverage.require(&name);
            while !coverage.is_complete() {
                upward_step(&mut random, &mut pair, shape, |random| {
                    transfer(random, shape)
                });
                downward_step(&mut random, &mut pair, shape);
                coverage.add(&name, states(shape).min(STATES / STEPS));
            }
        }
        Row::Reduce(shape) => {
            for (name, form) in reduce_forms(op) {
                pair.finish();
                let mut state = start(&mut random);
                fill_with(&mut state, &mut random, |random| {
                    Values::for_reduction(random, form.reduction)
                });
                pair = Pair::new(state);
                coverage.require(&name);
                while coverage.lacks(&name) {
                    upward_step(&mut random, &mut pair, shape, |random| {
                        reduce_transfer(random, shape, form)
                    });
                    coverage.add(&name, states(shape));
                }
                downward_step(&mut random, &mut pair, shape);
            }
        }
    }
    pair.finish();
    coverage.finish(&format!("L1bm({op:?})"));
}

fn compare_rows(is_in: impl Fn(Row) -> bool) {
    let ops = L1bmOp::ALL.iter().copied();
    ops.filter(|&op| is_in(row(op))).for_each(compare);
}

#[test]
fn transfers_to_pes() {
    compare_rows(|row| matches!(row, Row::Down(_)));
}

#[test]
fn transfers_to_l1bm() {
    compare_rows(|row| matches!(row, Row::Up(_)));
}

#[test]
fn reductions_16x1() {
    compare_rows(|row| matches!(row, Row::Reduce(shape) if shape.kind == Kind::Mab));
}

#[test]
fn reductions_4x4() {
    compare_rows(|row| matches!(row, Row::Reduce(shape) if shape.kind == Kind::Mab4));
}
