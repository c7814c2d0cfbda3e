//! Reductions of whole paths and long words, element by element by the oracle (manual 3.3, 3.5.5).

use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::spelling::Spelling;

use crate::operand::{Path, pick};
use crate::oracle::rrn::{expected, extended, lanes};
use crate::oracle::samples::Random;

/// The letters of a precision and bits of its elements.
const FLOATS: [(&str, u32); 3] = [("d", 64), ("f", 32), ("h", 16)];
const INTEGERS: [(&str, u32); 3] = [("l", 64), ("i", 32), ("s", 16)];

/// A reduction: kind, letter of its precision and bits of its elements.
pub(crate) type Reduction = (ReductionKind, &'static str, u32);

pub(crate) fn reduction(random: &mut Random) -> Reduction {
    let kind = pick(random, &ReductionKind::ALL);
    let is_float = matches!(
        kind,
        ReductionKind::FloatAdd | ReductionKind::Max | ReductionKind::Min
    );
    let (letter, bits) = pick(random, if is_float { &FLOATS } else { &INTEGERS });
    (kind, letter, bits)
}

/// The reduction of a spelling.
pub(crate) fn reduction_for(spelling: &Spelling) -> Reduction {
    let reduction = spelling.reduction.expect("a reduction");
    let bits = reduction.precision.element_bits();
    let letters = FLOATS.iter().chain(&INTEGERS).map(|entry| entry.0);
    let letter = letters
        .into_iter()
        .find(|letter| letter.starts_with(reduction.precision.letter()))
        .expect("every precision of a reduction has a letter");
    (reduction.kind, letter, bits)
}

/// All long words of a path reduced element by element.
pub(crate) fn reduce_paths(
    stages: &[usize],
    kind: ReductionKind,
    bits: u32,
    shortens: bool,
    paths: &[Path],
) -> Vec<u64> {
    let elements: Vec<Vec<u64>> = paths
        .iter()
        .map(|path| {
            let long = |side: usize| path[2 * side] << 32 | path[2 * side + 1];
            [lanes(bits, long(0)), lanes(bits, long(1))].concat()
        })
        .collect();
    (0..elements[0].len())
        .map(|index| {
            let column: Vec<u64> = elements.iter().map(|elements| elements[index]).collect();
            expected(stages, kind, bits, shortens, &column)
        })
        .collect()
}

/// Elements of this many bits joined to a path.
pub(crate) fn joined(elements: &[u64], bits: u32) -> Path {
    let mut path = [0; 4];
    for (index, element) in elements.iter().enumerate() {
        let bit = index as u32 * bits;
        if bits == 64 {
            path[2 * index] = element >> 32;
            path[2 * index + 1] = element & 0xffff_ffff;
        } else {
            path[(bit / 32) as usize] |= element << (32 - bits - bit % 32);
        }
    }
    path
}

/// Four half words of a path in single precision.
pub(crate) fn extended_path(path: &Path) -> Path {
    let halves = lanes(16, path[0] << 32 | path[1]);
    std::array::from_fn(|index| extended(halves[index]))
}

/// The identity element of a reduction (manual 3.3).
pub(crate) fn unit_value(kind: ReductionKind, bits: u32) -> u64 {
    let ones = u64::MAX >> (64 - bits);
    let element = match kind {
        ReductionKind::FloatAdd
        | ReductionKind::IntegerAdd
        | ReductionKind::BitOr
        | ReductionKind::LogicalOr => 0,
        ReductionKind::Max | ReductionKind::BitAnd | ReductionKind::LogicalAnd => ones,
        ReductionKind::Min => ones >> 1,
    };
    joined_long(&vec![element; (64 / bits) as usize], bits)
}

fn joined_long(elements: &[u64], bits: u32) -> u64 {
    let long = elements
        .iter()
        .fold(0_u128, |long, &element| long << bits | u128::from(element));
    long as u64
}

/// Long words of several elements reduced place by place.
pub(crate) fn reduced(
    stages: &[usize],
    kind: ReductionKind,
    bits: u32,
    blocks: &[Vec<u64>],
) -> Vec<u64> {
    (0..blocks[0].len())
        .map(|index| {
            let words: Vec<Vec<u64>> = blocks
                .iter()
                .map(|block| lanes(bits, block[index]))
                .collect();
            let lane = |lane: usize| {
                let elements: Vec<u64> = words.iter().map(|elements| elements[lane]).collect();
                expected(stages, kind, bits, false, &elements)
            };
            joined_long(&(0..words[0].len()).map(lane).collect::<Vec<_>>(), bits)
        })
        .collect()
}
