//! Integer operations of the ALU (manual 3.6.12.5-3.6.12.8, 3.6.12.13-3.6.12.17 and table 3.11) in wide integers.

use mnc2_isa::{AluOp, Precision};

use super::alu::compare_pairs;
use super::samples::Random;

/// Random pairs of elements of each operation and precision.
const STATES: usize = 1000;

const PRECISIONS: [Precision; 3] = [
    Precision::HalfInteger,
    Precision::SingleInteger,
    Precision::LongInteger,
];

fn compare(op: AluOp, has_unsigned: bool) {
    for unsigned in [false, true] {
        if unsigned && !has_unsigned {
            continue;
        }
        for precision in PRECISIONS {
            let bits = precision.element_bits();
            let mask = u64::MAX >> (64 - bits);
            let mut random = Random::new(op as u64);
            let boundaries = [0, 1, 2, mask / 2, mask / 2 + 1, mask - 1, mask];
            let mut pairs: Vec<(u64, u64)> = boundaries
                .iter()
                .flat_map(|&x| boundaries.map(|y| (x, y)))
                .collect();
            for _ in 0..STATES {
                let x = random.bits() & mask;
                let y = match random.below(4) {
                    0 => x,
                    1 => random.below(3 * u64::from(bits)),
                    2 => x.wrapping_neg() & mask,
                    _ => random.bits() & mask,
                };
                pairs.push((x, y));
            }
            if bits == 16 {
                pairs.extend((0..=0xffff).map(|x| (x, 1)));
            }
            compare_pairs((bits, precision), (op, unsigned), &pairs);
        }
    }
}

#[test]
fn sums() {
    for op in [AluOp::Inc, AluOp::Dec, AluOp::Add, AluOp::Sub] {
        compare(op, true);
    }
}

#[test]
fn bitwise() {
    for op in [
        AluOp::Passa,
        AluOp::Not,
        AluOp::Lnot,
        AluOp::And,
        AluOp::Or,
        AluOp::Xor,
        AluOp::Packbit,
    ] {
        compare(op, false);
    }
}

#[test]
fn extremes() {
    compare(AluOp::Max, true);
    compare(AluOp::Min, true);
}

#[test]
fn shifts() {
    compare(AluOp::Lsl, false);
    compare(AluOp::Lsr, true);
    compare(AluOp::Bsl, false);
    compare(AluOp::Bsr, false);
}
