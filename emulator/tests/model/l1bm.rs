//! L1BM instructions (manual 3.6.8), block by block as their effects stand there, and the turnaround register.

use crate::machine::Pair;
use crate::operand::{Operand, Path, Width, pick};
use crate::oracle::rrn::{L1BM_4, L1BM_16};
use crate::oracle::samples::Random;
use crate::pe::{WIDTHS, step_mask, with_destinations};
use crate::reduction::{extended_path, joined, reduce_paths, reduction};
use crate::shape::{Kind, Shape, rotated, rotation, rotation_text, shape};
use crate::state::{Mem, State, Write, long_word, whole};
use crate::step::{Effect, Expression};

/// Types that transfers to L1BM have.
const UPWARD: [Shape; 5] = [
    shape(Kind::Mab, false),
    shape(Kind::Mab, true),
    shape(Kind::Mab4, false),
    shape(Kind::Mab4, true),
    shape(Kind::Each, false),
];

/// A transfer to the PEs from an address, or from the turnaround register where its type is the one held.
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

/// What the PEs of one number give to L1BM: paths by MAB to a path.
type Combine = Box<dyn Fn(&[Path]) -> Path>;

/// A transfer to L1BM: its opcode, input and what becomes of the MABs that meet.
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

/// The widths of a PE operand: what is missing on the LSB side of a longer operand is discarded.
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

/// `l1bmr<rrn_opcode>`, `l1bmr4<rrn_opcode>`, with `e` and `r`.
fn reduce_transfer(random: &mut Random, shape: Shape) -> Expression {
    let (stages, mabs, four): (&'static [usize], Vec<Vec<usize>>, _) = match shape.kind {
        Kind::Mab4 => {
            let mabs = (0..4)
                .map(|outer| (outer * 4..outer * 4 + 4).collect())
                .collect();
            (L1BM_4, mabs, "4")
        }
        Kind::Pe | Kind::Mab | Kind::Each => (L1BM_16, vec![(0..16).collect()], ""),
    };
    let (kind, letter, bits) = reduction(random);
    let is_single = letter == "f";
    let extends = is_single && random.below(3) == 0;
    let shortens = is_single && !shape.double;
    let shortens = shortens && random.flip();
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
    let row: Row = if shape.kind != Kind::Each && random.flip() {
        reduce_transfer
    } else {
        transfer
    };
    (row(random, shape), shape)
}

/// Puts random long words into the L1BMs of the L1Bs that are modelled.
pub(crate) fn fill(state: &mut State, random: &mut Random) {
    for l1b in state.l1bs.clone() {
        let size = Mem::L1bm.size();
        state.fill(random, Mem::L1bm, l1b, size - 192..size + 384, long_word);
    }
}

/// Random L1BMs and PEs of four L1Bs.
fn start(random: &mut Random) -> Pair {
    let first = random.below(16) as usize;
    let mut state = State::new(vec![first, first + 17, first + 30, first + 48]);
    state.fill_pes(random);
    fill(&mut state, random);
    Pair::new(state)
}

/// Steps of a row: with 4 cycles of 4 L1Bs each, more than 1000 states.
const STEPS: usize = 64;

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

/// A random transfer to L1BM.
type Row = fn(&mut Random, Shape) -> Expression;

fn upward_step(random: &mut Random, pair: &mut Pair, row: Row, shape: Shape) {
    let keeps = pair.accepted(|_| {
        let mut step = vec![row(random, shape)];
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

#[test]
fn broadcasts_to_pes() {
    let mut random = Random::new(31);
    for double in [false, true] {
        let mut pair = start(&mut random);
        for _ in 0..STEPS {
            downward_step(&mut random, &mut pair, shape(Kind::Pe, double));
        }
        pair.finish();
    }
}

/// Every transfer to L1BM is followed by one from L1BM of the same type, from an address or turned around.
#[track_caller]
fn compare(row: Row, shape: Shape, seed: u64) {
    let mut random = Random::new(seed);
    let mut pair = start(&mut random);
    for _ in 0..STEPS {
        upward_step(&mut random, &mut pair, row, shape);
        downward_step(&mut random, &mut pair, shape);
    }
    pair.finish();
}

#[test]
fn transfers_16x1() {
    compare(transfer, UPWARD[0], 32);
    compare(transfer, UPWARD[1], 33);
}

#[test]
fn transfers_4x4() {
    compare(transfer, UPWARD[2], 34);
    compare(transfer, UPWARD[3], 35);
}

#[test]
fn gather_and_distribution() {
    compare(transfer, UPWARD[4], 36);
}

#[test]
fn reductions_16x1() {
    compare(reduce_transfer, UPWARD[0], 37);
    compare(reduce_transfer, UPWARD[1], 38);
}

#[test]
fn reductions_4x4() {
    compare(reduce_transfer, UPWARD[2], 39);
    compare(reduce_transfer, UPWARD[3], 40);
}
