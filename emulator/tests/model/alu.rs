//! The ALU (manual 3.6.12): the effect of each opcode on the data paths of a MAB, by the oracle of exact numbers.

use mnc2_isa::{AluOp, Precision};

use crate::matrix::elements;
use crate::operand::Path;
use crate::oracle::alu::element;
use crate::oracle::block::{self, DOUBLE_BLOCK, PSEUDO_SINGLE_BLOCK, SINGLE_BLOCK, half_block};
use crate::oracle::number::{HALF, SINGLE, converted};
use crate::oracle::rrn::lanes;
use crate::oracle::samples::Random;
use crate::reduction::joined;
use crate::state::{Mem, State};
use crate::step::{Effect, Expression};
use crate::unit::{Form, Input, texts};

/// An expression of a form with these inputs.
pub(crate) fn expression(
    random: &mut Random,
    form: &Form,
    op: AluOp,
    inputs: Vec<Input>,
) -> Expression {
    if op == AluOp::Imm {
        return immediate(random, form);
    }
    let text = texts(&inputs);
    let precision = form.spelling.precision;
    let (unsigned, length) = (form.spelling.unsigned, form.mantissa_length);
    let output = move |state: &State, pe: usize, cycle: usize| {
        let mab = |index: usize| {
            let input = inputs[index];
            std::array::from_fn(|other| read(&input, state, pe / 4 * 4 + other, cycle))
        };
        let own = |index: usize| read(&inputs[index], state, pe, cycle);
        match op {
            AluOp::Zero => ([0; 4], 0),
            // PE i gives to PE i + 1, or the other way; the LSB side is the PE's own.
            AluOp::Msl => (neighbour(mab(0), own(0), pe, 3), 0),
            AluOp::Msr => (neighbour(mab(0), own(0), pe, 1), 0),
            AluOp::Bfe => (
                converted_blocks(half_block(length.unwrap_or(0), true), &mab(0), pe % 4),
                0,
            ),
            AluOp::Bfn => (block_floats(precision, length, &mab(0), pe % 4), 0),
            _ => {
                let x = own(0);
                let y = if inputs.len() > 1 { own(1) } else { [0; 4] };
                let precision = precision.expect("elements have a precision");
                on_elements(op, precision, unsigned, &x, &y)
            }
        }
    };
    Expression::new(form.opcode(), text, Effect::Pe(Mem::Aluf, Box::new(output)))
}

/// An input; with `r` four single-precision values as halves (manual 3.6.12.19).
fn read(input: &Input, state: &State, pe: usize, cycle: usize) -> Path {
    let path = input.operand.read(state, pe, cycle);
    if input.conversion != "r" {
        return path;
    }
    let halves: Vec<u64> = elements(&path, 32)
        .iter()
        .map(|&value| converted(SINGLE, HALF, value))
        .collect();
    joined(&halves, 16)
}

const fn neighbour(mab: [Path; 4], own: Path, pe: usize, giver: usize) -> Path {
    let from = mab[(pe + giver) % 4];
    [from[0], from[1], own[2], own[3]]
}

/// One long word, the LSB side being the first input's.
fn on_elements(op: AluOp, precision: Precision, unsigned: bool, x: &Path, y: &Path) -> (Path, u64) {
    let bits = precision.element_bits();
    let long = |path: &Path| lanes(bits, path[0] << 32 | path[1]);
    let results: Vec<(u64, bool)> = long(x)
        .into_iter()
        .zip(long(y))
        .map(|(x, y)| element(op, precision, unsigned, x, y).expect("works on elements"))
        .collect();
    let values: Vec<u64> = results.iter().map(|result| result.0).collect();
    let flags = (0..4).fold(0, |flags, index| {
        flags << 1 | u64::from(results[index * results.len() / 4].1)
    });
    let path = joined(&values, bits);
    // A copy is of two long words.
    ([path[0], path[1], x[2], x[3]], flags)
}

/// Manual 3.6.12.12: which elements of a MAB are a block.
fn block_floats(
    precision: Option<Precision>,
    length: Option<u32>,
    mab: &[Path; 4],
    pe: usize,
) -> Path {
    let own = mab[pe];
    match precision {
        Some(Precision::Half) => converted_blocks(half_block(length.unwrap_or(0), false), mab, pe),
        Some(Precision::Single) => {
            let word = |word: usize| {
                let elements = mab.map(|path| path[word]);
                block::converted(SINGLE_BLOCK, &elements)[pe]
            };
            [word(0), word(1), own[2], own[3]]
        }
        Some(Precision::PseudoSingle) => {
            let elements = mab.map(|path| [path[0], path[1]]).concat();
            let converted = block::converted(PSEUDO_SINGLE_BLOCK, &elements);
            [converted[2 * pe], converted[2 * pe + 1], own[2], own[3]]
        }
        _ => {
            let elements = mab.map(|path| path[0] << 32 | path[1]);
            let converted = block::converted(DOUBLE_BLOCK, &elements)[pe];
            [converted >> 32, converted & 0xffff_ffff, own[2], own[3]]
        }
    }
}

/// Half precision: the first long words are a block, the second ones another.
fn converted_blocks(shape: block::Shape, mab: &[Path; 4], pe: usize) -> Path {
    let halves = [0, 2].map(|word| {
        let long = |path: &Path| lanes(16, path[word] << 32 | path[word + 1]);
        let elements: Vec<u64> = mab.iter().flat_map(long).collect();
        block::converted(shape, &elements)[4 * pe..4 * pe + 4].to_vec()
    });
    joined(&halves.concat(), 16)
}

/// `imm`, `immu`: the word four times, or every second one zero; halves are doubled (manual 3.6.12.3).
fn immediate(random: &mut Random, form: &Form) -> Expression {
    let word = random.bits() >> 32;
    let half = random.below(1 << 15);
    let (literal, word) = match random.below(4) {
        0 => (format!("s\"{half}\""), half << 16 | half),
        1 => ("f\"1.0\"".to_owned(), 0x3f80_0000),
        2 => ("h\"1.0\"".to_owned(), 0x3e00_3e00),
        _ => (format!("ui\"{word:#x}\""), word),
    };
    let other = if form.spelling.unsigned { 0 } else { word };
    let path = [word, other, word, other];
    Expression::new(
        form.opcode(),
        literal,
        Effect::Pe(Mem::Aluf, Box::new(move |_, _, _| (path, 0))),
    )
}
