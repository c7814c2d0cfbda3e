//! Copies and integer operations in the PE through all operand forms and masks (manual 3.6.1, 3.6.2, 3.6.9.13, 3.6.9.17, 3.6.12.2-3.6.12.5).

use crate::machine::Pair;
use crate::mask::{Mask, Setting};
use crate::matrix::elements;
use crate::operand::{Destination, Operand, Path, Width, pick};
use crate::oracle::number::{DOUBLE, HALF, SINGLE, converted};
use crate::oracle::rrn::lanes;
use crate::oracle::samples::Random;
use crate::state::{Mem, State};
use crate::step::{Effect, Expression};

pub(crate) const WIDTHS: [Width; 3] = [Width::Single, Width::Long, Width::Double];

/// Long words of a path.
const fn long(path: &Path, side: usize) -> u64 {
    path[2 * side] << 32 | path[2 * side + 1]
}

/// Four flags from those of the elements of a long word, each repeated.
fn repeated(elements: &[bool]) -> u64 {
    (0..4).fold(0, |flags, index| {
        flags << 1 | u64::from(elements[index * elements.len() / 4])
    })
}

/// `lpassa`, `ipassa`, `spassa`: 2 long words; the flags say where the long word's elements are zero.
fn passa(random: &mut Random) -> Expression {
    let (letter, bits) = pick(random, &[("l", 64), ("i", 32), ("s", 16)]);
    let input = if random.below(6) == 0 {
        let names = ["l2bid", "l1bid", "mabid", "peid", "subpeid", "msb1"];
        Operand::Constant(pick(random, &names), bits)
    } else {
        Operand::random_input(random, &WIDTHS, true)
    };
    let output = move |state: &State, pe: usize, cycle: usize| {
        let path = input.read(state, pe, cycle);
        let zero: Vec<bool> = lanes(bits, long(&path, 0))
            .iter()
            .map(|&x| x == 0)
            .collect();
        (path, repeated(&zero))
    };
    Expression::new(
        format!("{letter}passa"),
        input.text(),
        Effect::Pe(Mem::Aluf, Box::new(output)),
    )
}

/// `msl`: PE i gives to PE i+1; `msr`: the other way. One long word, the LSB side being the input's own
/// (manual 3.6.12, table 3.9); no flags.
fn shift(random: &mut Random) -> Expression {
    let (opcode, giver) = pick(random, &[("msl", 3), ("msr", 1)]);
    let input = Operand::random_input(random, &WIDTHS, true);
    let output = move |state: &State, pe: usize, cycle: usize| {
        let from = pe / 4 * 4 + (pe + giver) % 4;
        let (path, own) = (input.read(state, from, cycle), input.read(state, pe, cycle));
        ([path[0], path[1], own[2], own[3]], 0)
    };
    Expression::new(
        opcode,
        input.text(),
        Effect::Pe(Mem::Aluf, Box::new(output)),
    )
}

/// `imm`, `immu`, `zero`.
fn immediate(random: &mut Random) -> Expression {
    let word = random.bits() >> 32;
    let half = random.below(1 << 15);
    let (opcode, literal, path) = match random.below(5) {
        0 => ("zero", String::new(), [0; 4]),
        1 => ("imm", format!("ui\"{word:#x}\""), [word; 4]),
        2 => ("immu", format!("ui\"{word:#x}\""), [word, 0, word, 0]),
        3 => ("imm", format!("s\"{half}\""), [half << 16 | half; 4]),
        _ => {
            let one = 0x3f80_0000;
            ("imm", "f\"1.0\"".to_owned(), [one; 4])
        }
    };
    Expression::new(
        opcode,
        literal,
        Effect::Pe(Mem::Aluf, Box::new(move |_, _, _| (path, 0))),
    )
}

/// Integer operations of two inputs: one long word, the LSB side being the first input's.
fn two_inputs(random: &mut Random) -> Expression {
    let (letter, bits) = pick(random, &[("l", 64), ("i", 32), ("s", 16)]);
    let opcode = pick(random, &["and", "or", "xor", "add", "sub"]);
    let x = Operand::random_input(random, &WIDTHS, true);
    let mut y = Operand::random_input(random, &WIDTHS, false);
    if random.below(4) == 0 {
        y = x;
    }
    let output = move |state: &State, pe: usize, cycle: usize| {
        let (first, second) = (x.read(state, pe, cycle), y.read(state, pe, cycle));
        let elements: Vec<u64> = lanes(bits, long(&first, 0))
            .into_iter()
            .zip(lanes(bits, long(&second, 0)))
            .map(|(x, y)| {
                let all = match opcode {
                    "and" => x & y,
                    "or" => x | y,
                    "xor" => x ^ y,
                    "add" => x.wrapping_add(y),
                    _ => x.wrapping_sub(y),
                };
                all & (u64::MAX >> (64 - bits))
            })
            .collect();
        let sets_flag = |&element: &u64| match opcode {
            "add" | "sub" => element >> (bits - 1) == 0,
            _ => element == 0,
        };
        let flags: Vec<bool> = elements.iter().map(sets_flag).collect();
        let [high, low] = single_words(&elements, bits);
        ([high, low, first[2], first[3]], repeated(&flags))
    };
    Expression::new(
        format!("{letter}{opcode}"),
        format!("{} {}", x.text(), y.text()),
        Effect::Pe(Mem::Aluf, Box::new(output)),
    )
}

/// The elements of a long word as its two single words.
fn single_words(elements: &[u64], bits: u32) -> [u64; 2] {
    let join = |all: u128, &element: &u64| all << bits | u128::from(element);
    let long = elements.iter().fold(0, join) as u64;
    [long >> 32, long & 0xffff_ffff]
}

/// `dvpassa`, `fvpassa`: one long word, normalised, of values of one precision lower with `e`; the flags are
/// the inverted signs.
pub(crate) fn vector_passa(random: &mut Random) -> Expression {
    let rows = [("dvpassa", DOUBLE, SINGLE), ("fvpassa", SINGLE, HALF)];
    let (opcode, layout, lower) = pick(random, &rows);
    let extends = random.below(3) == 0;
    let widths: &[Width] = if extends {
        &[Width::Single]
    } else {
        &[Width::Long, Width::Double]
    };
    let input = Operand::random_input(random, widths, false);
    let negated = random.flip();
    let output = move |state: &State, pe: usize, cycle: usize| {
        let path = input.read(state, pe, cycle);
        let values: Vec<u64> = if extends {
            elements(&path, lower.bits())
                .iter()
                .map(|&value| converted(lower, layout, value))
                .collect()
        } else {
            elements(&path, layout.bits())
        };
        let sign = u64::from(negated) << (layout.bits() - 1);
        let values: Vec<u64> = values[..64 / layout.bits() as usize]
            .iter()
            .map(|value| layout.normalized(value ^ sign))
            .collect();
        let positive: Vec<bool> = values
            .iter()
            .map(|&value| !layout.fields(value).negative)
            .collect();
        let [high, low] = single_words(&values, layout.bits());
        ([high, low, 0, 0], repeated(&positive))
    };
    let sign = if negated { "-" } else { "" };
    let conversion = if extends { "e" } else { "" };
    Expression::new(
        opcode,
        format!("{sign}{}{conversion}", input.text()),
        Effect::Pe(Mem::Mauf, Box::new(output)),
    )
}

/// Any expression of the ALU.
pub(crate) fn alu(random: &mut Random) -> Expression {
    let row: Row = pick(random, &[passa as Row, two_inputs, shift, immediate]);
    row(random)
}

/// Gives an expression destinations and masks; one mask serves the whole step.
pub(crate) fn with_destinations(
    mut expression: Expression,
    random: &mut Random,
    widths: &[Width],
    has_flags: bool,
    step_mask: Option<Mask>,
    flushes: bool,
) -> Expression {
    expression.flush = step_mask.filter(|_| flushes);
    expression.destinations = Destination::random_list(random, widths, has_flags, step_mask);
    expression
}

/// A mask for half of the steps.
pub(crate) fn step_mask(random: &mut Random) -> Option<Mask> {
    random.flip().then(|| Mask::random(random))
}

type Row = fn(&mut Random) -> Expression;

#[track_caller]
fn compare(row: Row, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..3 {
        let mut state = State::new(vec![random.below(64) as usize]);
        state.fill_pes(&mut random);
        let mut pair = Pair::new(state);
        for _ in 0..24 {
            pair.accepted(|pair| {
                // A zero-flush mask beside a different `mask` setting is not defined.
                let step_mask = step_mask(&mut random);
                let flushes = random.below(3) == 0 && pair.model.setting.mask.is_none();
                let expression = row(&mut random);
                let expression =
                    with_destinations(expression, &mut random, &WIDTHS, true, step_mask, flushes);
                let mut step = vec![expression];
                if random.below(8) == 0 {
                    step.push(Expression::new("noforward", "", Effect::Keep));
                }
                (step, ())
            });
            if random.below(4) == 0 {
                pair.mask(Setting::random(&mut random));
            }
        }
        pair.finish();
    }
}

#[test]
fn copies() {
    compare(passa, 1);
}

#[test]
fn operations_of_two_inputs() {
    compare(two_inputs, 5);
}

#[test]
fn copies_between_pes() {
    compare(shift, 2);
}

#[test]
fn immediate_values() {
    compare(immediate, 3);
}

#[test]
fn copies_of_the_mau() {
    compare(vector_passa, 4);
}
