//! Matrix-vector multiply-add of half and pseudo-single precision, MAB by MAB, on the host's vector units.
//!
//! All elements of a block have the block's exponent, so that a dot product is one of integers: of 9-bit
//! mantissas it is exact in singles, of 18-bit ones in doubles. A power of two brings it to its size, and the
//! addend is added as in a vector multiply-add. A MAB's matrix is taken apart once for the cycles of a step.
//!
//! A MAB is left to the general way if a block or an addend is infinite, or an element in the extended
//! representation of half precision.

use std::array;

use mnc2_isa::geometry::PES_PER_MAB;

use super::lanes::{clean, half_sum, round_sums};
use super::matrix::MatrixCycle;
use crate::vectors::{Kernel, on_vectors};

/// Which MABs of some planes are computed, and what with.
pub(super) struct Dense<'a, 'b, 'c, const HALF: bool> {
    pub(super) rows: &'a [&'b [u64]],
    pub(super) cycles: &'a mut [MatrixCycle<'c>],
    /// MABs for which nothing was computed.
    pub(super) left: &'a mut Vec<usize>,
}

/// The four long words of a MAB.
#[inline(always)]
fn of_mab(words: &[u64], mab: usize) -> [u64; PES_PER_MAB] {
    array::from_fn(|pe| words[mab * PES_PER_MAB + pe])
}

/// Signed mantissas of the 16 halves of a block and the power of two of their lowest bits; the order is the
/// same for every block.
#[inline(always)]
fn halves(words: [u64; PES_PER_MAB]) -> Option<([f32; 16], f32)> {
    let halves: [u16; 16] = bytemuck::cast(words);
    let exponents = halves.map(|half| half >> 9 & 0x3f);
    let largest = exponents
        .iter()
        .fold(0, |largest, &exponent| largest.max(exponent));
    let smallest = exponents
        .iter()
        .fold(0x3f, |smallest, &exponent| smallest.min(exponent));
    if largest == 0 {
        return Some(([0.0; 16], 0.0));
    }
    if largest == 0x3f || smallest == 0 {
        return None;
    }
    let mantissas = halves.map(|half| {
        let mantissa = i32::from(half & 0x1ff);
        (if half & 0x8000 == 0 {
            mantissa
        } else {
            -mantissa
        }) as f32
    });
    // The top bit of a mantissa is 1.0.
    let unit = u32::from(largest) + 127 - 31 - 8;
    Some((mantissas, f32::from_bits(unit << 23)))
}

/// The same for the eight pseudo-singles of a block.
#[inline(always)]
fn pseudo_singles(words: [u64; PES_PER_MAB]) -> Option<([f64; 8], f64)> {
    let singles: [u32; 8] = bytemuck::cast(words);
    let exponents = singles.map(|single| single >> 23 & 0xff);
    let largest = exponents
        .iter()
        .fold(0, |largest, &exponent| largest.max(exponent));
    if largest == 0 {
        return Some(([0.0; 8], 0.0));
    }
    if largest == 0xff {
        return None;
    }
    let mantissas = singles.map(|single| {
        let mantissa = (single & 0x7f_ffff) as i32 >> 5;
        f64::from(if single & 0x8000_0000 == 0 {
            mantissa
        } else {
            -mantissa
        })
    });
    let unit = u64::from(largest) + 1023 - 127 - 17;
    Some((mantissas, f64::from_bits(unit << 52)))
}

/// Singles in the order of rows: those of a PE beside each other.
#[inline(always)]
const fn single(word: u64, index: usize) -> u32 {
    (word >> (32 - 32 * (index % 2))) as u32
}

const fn is_infinite(single: u32) -> bool {
    single & 0x7f80_0000 == 0x7f80_0000
}

#[inline(always)]
fn half_mab(rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>], mab: usize) -> Option<()> {
    let mut columns = [[0.0_f32; 16]; 16];
    let mut units = [0.0_f32; 16];
    for row in 0..16 {
        let (mantissas, unit) = halves(of_mab(rows[row], mab))?;
        units[row] = unit;
        for (column, mantissa) in columns.iter_mut().zip(mantissas) {
            column[row] = mantissa;
        }
    }
    for cycle in cycles {
        let (vector, unit) = halves(of_mab(cycle.x, mab))?;
        let mut dots = [0.0_f32; 16];
        for (column, value) in columns.iter().zip(vector) {
            for (dot, element) in dots.iter_mut().zip(column) {
                *dot += element * value;
            }
        }
        let mut addends = [0; 16];
        if let Some(z) = cycle.z {
            let (most, least) = (of_mab(z.most, mab), of_mab(z.least, mab));
            addends = array::from_fn(|row| {
                let side = if row % 4 < 2 { most } else { least };
                single(side[row / 4], row)
            });
        }
        if addends.iter().any(|&addend| is_infinite(addend)) {
            return None;
        }
        let sums: [u32; 16] =
            array::from_fn(|row| half_sum(dots[row] * units[row] * unit, clean(addends[row])));
        let word = |row: usize| u64::from(sums[row]) << 32 | u64::from(sums[row + 1]);
        for pe in 0..PES_PER_MAB {
            cycle.output.most[mab * PES_PER_MAB + pe] = word(4 * pe);
            cycle.output.least[mab * PES_PER_MAB + pe] = word(4 * pe + 2);
        }
    }
    Some(())
}

#[inline(always)]
fn pseudo_single_mab(rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>], mab: usize) -> Option<()> {
    let mut columns = [[0.0_f64; 8]; 8];
    let mut units = [0.0_f64; 8];
    for row in 0..8 {
        let (mantissas, unit) = pseudo_singles(of_mab(rows[row], mab))?;
        units[row] = unit;
        for (column, mantissa) in columns.iter_mut().zip(mantissas) {
            column[row] = mantissa;
        }
    }
    for cycle in cycles {
        let (vector, unit) = pseudo_singles(of_mab(cycle.x, mab))?;
        let mut dots = [0.0_f64; 8];
        for (column, value) in columns.iter().zip(vector) {
            for (dot, element) in dots.iter_mut().zip(column) {
                *dot += element * value;
            }
        }
        let mut addends = [0; 8];
        if let Some(z) = cycle.z {
            let words = of_mab(z.most, mab);
            addends = array::from_fn(|row| single(words[row / 2], row));
        }
        if addends.iter().any(|&addend| is_infinite(addend)) {
            return None;
        }
        let exact: [f64; 8] = array::from_fn(|row| dots[row] * units[row] * unit);
        let mut sums = [0; 8];
        round_sums(&exact, &addends.map(clean), &mut sums);
        for pe in 0..PES_PER_MAB {
            let word = u64::from(sums[2 * pe]) << 32 | u64::from(sums[2 * pe + 1]);
            cycle.output.most[mab * PES_PER_MAB + pe] = word;
        }
    }
    Some(())
}

impl<const HALF: bool> Kernel for Dense<'_, '_, '_, HALF> {
    #[inline(always)]
    fn run(self) {
        let mabs = self.cycles.first().map_or(0, |cycle| cycle.x.len()) / PES_PER_MAB;
        for mab in 0..mabs {
            let done = if HALF {
                half_mab(self.rows, self.cycles, mab)
            } else {
                pseudo_single_mab(self.rows, self.cycles, mab)
            };
            if done.is_none() {
                self.left.push(mab);
            }
        }
    }
}

/// Runs a kernel; the MABs that were left out.
pub(super) fn run<const HALF: bool>(rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>]) -> Vec<usize> {
    let mut left = Vec::new();
    on_vectors(Dense::<HALF> {
        rows,
        cycles,
        left: &mut left,
    });
    left
}
