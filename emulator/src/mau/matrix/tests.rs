//! Which MABs the vector units compute: all except those with a number that is not plain, which the general code
//! computes.

use std::ops::Range;

use mnc2_isa::Precision::{self, Half, PseudoSingle};
use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::spelling::ProductHalf;

use super::{MatrixCycle, MatrixOperation};
use crate::alu::DataPath;
use crate::float::format::{Format, SINGLE, format_for_bits};
use crate::test_random::advance;

/// A plain one, the tested one, and another plain one.
const MABS: usize = 3;
const PES: usize = MABS * PES_PER_MAB;
const ALL: Range<usize> = 0..PES;
/// The PEs of the tested one.
const ODD: Range<usize> = PES_PER_MAB..2 * PES_PER_MAB;

/// Matrix, vector and addends of every MAB.
#[derive(Clone)]
struct Inputs {
    format: Format,
    rows: Vec<Vec<u64>>,
    x: Vec<u64>,
    z: DataPath,
}

impl Inputs {
    /// Blocks with the exponent of 1.0, and addends about it.
    fn plain(precision: Precision) -> Self {
        let format = format_for_bits(precision.element_bits());
        let mut state = 1_u64;
        let mut longs = |format: Format, exponents: u64| -> Vec<u64> {
            let long = |_| {
                let mut long = 0;
                for shift in (0..64).step_by(format.bits() as usize) {
                    advance(&mut state);
                    let exponent = format.bias() as u64 + (state >> 60) % exponents;
                    let mantissa = (state >> 20) & format.mantissa_mask();
                    long |= format.pack(state >> 59 & 1 == 1, exponent, mantissa) << shift;
                }
                long
            };
            (0..PES).map(long).collect()
        };
        let rows = if precision == Half { 16 } else { 8 };
        Self {
            format,
            rows: (0..rows).map(|_| longs(format, 1)).collect(),
            x: longs(format, 1),
            z: DataPath {
                most: longs(SINGLE, 16),
                least: longs(SINGLE, 16),
            },
        }
    }

    /// The rows, and last the vector.
    fn blocks(&mut self) -> impl Iterator<Item = &mut [u64]> {
        let blocks = self.rows.iter_mut().chain([&mut self.x]);
        blocks.map(|words| &mut words[ODD])
    }

    /// Gives the elements of a long word that `mask` reaches another exponent field.
    fn set_exponents(format: Format, words: &mut [u64], exponent: u64, mask: u64) {
        let field = format.infinity(false) * (u64::MAX / format.mask());
        let new = (exponent << format.mantissa_bits) * (u64::MAX / format.mask());
        for word in words {
            *word = *word & !(field & mask) | new & field & mask;
        }
    }
}

/// Computes inputs both ways, and compares which MABs are left out.
fn check(operation: &MatrixOperation, inputs: &Inputs, has_z: bool, left: &[Range<usize>]) {
    let rows: Vec<&[u64]> = inputs.rows.iter().map(Vec::as_slice).collect();
    let run = |way: &dyn Fn(&mut [MatrixCycle<'_>])| {
        // In the second cycle the vectors are the other way round.
        let reversed: Vec<u64> = inputs.x.iter().rev().copied().collect();
        let mut outputs = [(); 2].map(|()| DataPath {
            most: vec![u64::MAX; PES],
            least: vec![u64::MAX; PES],
        });
        let mut flags = [[0xff; PES]; 2];
        let mut cycles: Vec<_> = [&inputs.x, &reversed]
            .into_iter()
            .zip(&mut outputs)
            .zip(&mut flags)
            .map(|((x, output), flags)| MatrixCycle {
                x,
                z: has_z.then(|| inputs.z.view()),
                output: output.view_mut(),
                flags,
            })
            .collect();
        way(&mut cycles);
        drop(cycles);
        (outputs, flags)
    };
    let all = 0..PES;
    let expected = run(&|cycles| operation.execute_part(&rows, cycles, &all));
    let actual = run(&|cycles| operation.execute(&rows, cycles));
    assert_eq!(actual, expected, "{operation:?} with z {has_z}");
    for output in &actual.0 {
        let uses_least = output.least.iter().any(|&long| long != 0);
        assert_eq!(uses_least, operation.uses_least(), "{operation:?}");
    }
    run(&|cycles| {
        assert_eq!(operation.by_vectors(&rows, cycles), left, "{operation:?}");
    });
}

/// With addends and without.
fn check_both(operation: &MatrixOperation, inputs: &Inputs, left: &[Range<usize>]) {
    check(operation, inputs, true, left);
    check(operation, inputs, false, left);
}

fn plain_operation(precision: Precision) -> MatrixOperation {
    MatrixOperation {
        precision,
        half: None,
        shortened: false,
    }
}

#[test]
fn mabs_of_plain_numbers_are_computed_at_once() {
    for precision in [Half, PseudoSingle] {
        let inputs = Inputs::plain(precision);
        let plain = plain_operation(precision);
        check_both(&plain, &inputs, &[]);
    }
}

/// Those are computed with the general code, all MABs together.
#[test]
fn shortened_sums_and_halves_of_a_matrix_are_left() {
    for precision in [Half, PseudoSingle] {
        let inputs = Inputs::plain(precision);
        let plain = plain_operation(precision);
        let shortened = true;
        let half = Some(ProductHalf::Lower);
        for operation in [
            MatrixOperation { shortened, ..plain },
            MatrixOperation { half, ..plain },
        ] {
            check_both(&operation, &inputs, &[ALL]);
        }
    }
}

#[test]
fn mabs_with_an_infinity_are_left() {
    for precision in [Half, PseudoSingle] {
        let plain = Inputs::plain(precision);
        let format = plain.format;
        let infinity = format.exponent_of_infinity();
        for block in 0..=plain.rows.len() {
            let mut inputs = plain.clone();
            let words = inputs.blocks().nth(block).unwrap();
            Inputs::set_exponents(format, words, infinity, u64::MAX);
            check_both(&plain_operation(precision), &inputs, &[ODD]);
        }
        for pe in ODD {
            for value in [0xff80_0001, 0x7f80_0000 << 32] {
                let mut inputs = plain.clone();
                inputs.z.most[pe] = value;
                check(&plain_operation(precision), &inputs, true, &[ODD]);
                check(&plain_operation(precision), &inputs, false, &[]);
            }
        }
    }
}

/// A block of zeros has no other exponent that it could differ from.
#[test]
fn mabs_with_blocks_of_zeros_are_computed_at_once() {
    for precision in [Half, PseudoSingle] {
        let plain = Inputs::plain(precision);
        let format = plain.format;
        for block in 0..=plain.rows.len() {
            let mut inputs = plain.clone();
            let words = inputs.blocks().nth(block).unwrap();
            Inputs::set_exponents(format, words, 0, u64::MAX);
            check_both(&plain_operation(precision), &inputs, &[]);
        }
    }
}

/// One element in one block, and the same one in all.
#[test]
fn mabs_with_elements_in_the_extended_representation_are_left() {
    let plain = Inputs::plain(Half);
    for element in [0xffff_u64, 0xffff << 48] {
        for block in 0..=plain.rows.len() {
            let mut inputs = plain.clone();
            let words = inputs.blocks().nth(block).unwrap();
            Inputs::set_exponents(plain.format, &mut words[..1], 0, element);
            check_both(&plain_operation(Half), &inputs, &[ODD]);
        }
        let mut inputs = plain.clone();
        for words in inputs.blocks() {
            Inputs::set_exponents(plain.format, &mut words[..1], 0, element);
        }
        check_both(&plain_operation(Half), &inputs, &[ODD]);
    }
}
