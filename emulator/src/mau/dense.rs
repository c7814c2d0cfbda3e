//! Matrix-vector multiply-add of half and pseudo-single precision, MAB by MAB, on the host's vector units.
//!
//! All elements of a block have the block's exponent, so a dot product is one of integers: with 9-bit mantissas it is
//! computed in 32-bit ones, with 18-bit ones in doubles. A power of two scales it, and the addend is added as in a
//! vector multiply-add. A MAB's matrix is unpacked once for the cycles of a step.
//!
//! In half precision 262 144 elements are unpacked in a step, and there are four times as many products: 16-bit lanes
//! hold a row in one vector of 256 bits, and the host has an instruction that multiplies them and adds neighbours.
//!
//! A kernel is a loop over places in arrays: closures, such as those of `array::map`, may stay functions of their own,
//! and these are compiled for every host.
//!
//! A MAB is left to the general code if a block or an addend is infinite, or if the exponents of a block of half
//! precision differ, as they do in the extended representation.

use mnc2_isa::geometry::PES_PER_MAB;

use super::lanes::{clean, half_sum, round_sums};
use super::matrix::MatrixCycle;
use crate::vectors::{Kernel, on_vectors};

/// Which MABs of some planes are computed, and from what.
pub(super) struct Dense<'a, 'b, 'c, const HALF: bool> {
    pub(super) rows: &'a [&'b [u64]],
    pub(super) cycles: &'a mut [MatrixCycle<'c>],
    /// MABs for which nothing was computed.
    pub(super) left: &'a mut Vec<usize>,
}

/// The four long words of a MAB.
#[inline(always)]
fn of_mab(words: &[u64], mab: usize) -> &[u64; PES_PER_MAB] {
    // A plane has four long words for each MAB.
    words[mab * PES_PER_MAB..]
        .first_chunk()
        .unwrap_or(&[0; PES_PER_MAB])
}

/// The exponent and the mantissa of a half.
const HALF_EXPONENT: u16 = 0x7e00;
const HALF_MANTISSA: u16 = 0x1ff;

/// Signed mantissas of the 16 halves of a block, in an order that is the same for every block, and the exponent bits
/// of the first. If others have different ones, `differing` gets bits. A block of exponent zero is all zeros.
#[inline(always)]
fn halves(words: &[u64; PES_PER_MAB], differing: &mut [u16; 16]) -> ([i16; 16], u16) {
    let halves: &[u16; 16] = bytemuck::cast_ref(words);
    let exponent = halves[0] & HALF_EXPONENT;
    let mantissa_bits = if exponent == 0 { 0 } else { HALF_MANTISSA };
    let mut mantissas = [0; 16];
    for ((mantissa, differing), &half) in mantissas.iter_mut().zip(differing).zip(halves) {
        *differing |= (half & HALF_EXPONENT) ^ exponent;
        let sign = half as i16 >> 15;
        *mantissa = ((half & mantissa_bits) as i16 ^ sign) - sign;
    }
    (mantissas, exponent)
}

/// The power of two of the lowest bits of halves with these exponent bits.
#[inline(always)]
fn half_unit(exponent: u16) -> f32 {
    // The top bit of a mantissa is 1.0.
    f32::from_bits((u32::from(exponent >> 9) + 127 - 31 - 8) << 23)
}

/// The exponent of a single.
const EXPONENT: u32 = 0x7f80_0000;

/// Signed mantissas of the eight pseudo-singles of a block and its exponent bits, the largest of all.
#[inline(always)]
fn pseudo_singles(words: &[u64; PES_PER_MAB]) -> ([f64; 8], u32) {
    let singles: &[u32; 8] = bytemuck::cast_ref(words);
    let mut largest = 0;
    for single in singles {
        largest = largest.max(single & EXPONENT);
    }
    let mantissa_bits = if largest == 0 { 0 } else { 0x7f_ffff };
    let mut mantissas = [0.0; 8];
    for (mantissa, single) in mantissas.iter_mut().zip(singles) {
        let size = (single & mantissa_bits) as i32 >> 5;
        let sign = *single as i32 >> 31;
        *mantissa = f64::from((size ^ sign) - sign);
    }
    (mantissas, largest)
}

/// The power of two of the lowest bits of pseudo-singles with these exponent bits.
#[inline(always)]
fn pseudo_single_unit(exponent: u32) -> f64 {
    f64::from_bits((u64::from(exponent >> 23) + 1023 - 127 - 17) << 52)
}

/// Whether one of the singles is infinite.
#[inline(always)]
fn has_infinity(singles: &[u32]) -> bool {
    let mut infinite = false;
    for single in singles {
        infinite |= single & EXPONENT == EXPONENT;
    }
    infinite
}

/// The two singles of a long word, in the order of rows.
#[inline(always)]
const fn singles(word: u64) -> [u32; 2] {
    [(word >> 32) as u32, word as u32]
}

/// The long word of two singles that follow each other.
#[inline(always)]
fn long_word(singles: &[u32], first: usize) -> u64 {
    u64::from(singles[first]) << 32 | u64::from(singles[first + 1])
}

#[inline(always)]
fn half_mab(rows: &[&[u64]; 16], cycles: &mut [MatrixCycle<'_>], mab: usize) -> bool {
    let mut differing = [0; 16];
    let mut matrix = [[0_i16; 16]; 16];
    let mut exponents = [0_u16; 16];
    for ((row, mantissas), exponent) in rows.iter().zip(&mut matrix).zip(&mut exponents) {
        (*mantissas, *exponent) = halves(of_mab(row, mab), &mut differing);
    }
    let mut is_infinite = false;
    let mut units = [0.0; 16];
    for (unit, &exponent) in units.iter_mut().zip(&exponents) {
        is_infinite |= exponent == HALF_EXPONENT;
        *unit = half_unit(exponent);
    }
    for cycle in cycles {
        let (vector, exponent) = halves(of_mab(cycle.x, mab), &mut differing);
        let mut addends = [0; 16];
        if let Some(z) = cycle.z {
            let (most, least) = (of_mab(z.most, mab), of_mab(z.least, mab));
            for pe in 0..PES_PER_MAB {
                let [first, second] = singles(most[pe]);
                let [third, fourth] = singles(least[pe]);
                addends[4 * pe..4 * pe + 4].copy_from_slice(&[first, second, third, fourth]);
            }
        }
        is_infinite |= exponent == HALF_EXPONENT;
        if is_infinite || differing != [0; 16] || has_infinity(&addends) {
            return false;
        }
        let mut dots = [0_i32; 16];
        for (dot, row) in dots.iter_mut().zip(&matrix) {
            for (&a, &b) in row.iter().zip(&vector) {
                *dot += i32::from(a) * i32::from(b);
            }
        }
        let unit = half_unit(exponent);
        let mut sums = [0; 16];
        for (((sum, &dot), row_unit), &addend) in
            sums.iter_mut().zip(&dots).zip(&units).zip(&addends)
        {
            *sum = half_sum(dot as f32 * row_unit * unit, clean(addend));
        }
        for pe in 0..PES_PER_MAB {
            cycle.output.most[mab * PES_PER_MAB + pe] = long_word(&sums, 4 * pe);
            cycle.output.least[mab * PES_PER_MAB + pe] = long_word(&sums, 4 * pe + 2);
        }
    }
    true
}

#[inline(always)]
fn pseudo_single_mab(rows: &[&[u64]; 8], cycles: &mut [MatrixCycle<'_>], mab: usize) -> bool {
    let mut columns = [[0.0_f64; 8]; 8];
    let mut units = [0.0_f64; 8];
    let mut is_infinite = false;
    for (row, words) in rows.iter().enumerate() {
        let (mantissas, exponent) = pseudo_singles(of_mab(words, mab));
        is_infinite |= exponent == EXPONENT;
        units[row] = pseudo_single_unit(exponent);
        for (column, mantissa) in columns.iter_mut().zip(mantissas) {
            column[row] = mantissa;
        }
    }
    for cycle in cycles {
        let (vector, exponent) = pseudo_singles(of_mab(cycle.x, mab));
        let mut addends = [0; 8];
        if let Some(z) = cycle.z {
            for (addends, &word) in addends.chunks_exact_mut(2).zip(of_mab(z.most, mab)) {
                addends.copy_from_slice(&singles(word));
            }
        }
        is_infinite |= exponent == EXPONENT;
        if is_infinite || has_infinity(&addends) {
            return false;
        }
        let mut dots = [0.0_f64; 8];
        for (column, value) in columns.iter().zip(vector) {
            for (dot, element) in dots.iter_mut().zip(column) {
                *dot += element * value;
            }
        }
        let unit = pseudo_single_unit(exponent);
        let mut exact = [0.0; 8];
        let mut cleaned = [0.0; 8];
        for row in 0..8 {
            exact[row] = dots[row] * units[row] * unit;
            cleaned[row] = clean(addends[row]);
        }
        let mut sums = [0; 8];
        round_sums(&exact, &cleaned, &mut sums);
        for pe in 0..PES_PER_MAB {
            cycle.output.most[mab * PES_PER_MAB + pe] = long_word(&sums, 2 * pe);
        }
    }
    true
}

impl<const HALF: bool> Kernel for Dense<'_, '_, '_, HALF> {
    #[inline(always)]
    fn run(self) {
        let mabs = self.cycles.first().map_or(0, |cycle| cycle.x.len()) / PES_PER_MAB;
        if HALF {
            let Some(rows) = self.rows.first_chunk() else {
                return;
            };
            for mab in 0..mabs {
                if !half_mab(rows, self.cycles, mab) {
                    self.left.push(mab);
                }
            }
        } else {
            let Some(rows) = self.rows.first_chunk() else {
                return;
            };
            for mab in 0..mabs {
                if !pseudo_single_mab(rows, self.cycles, mab) {
                    self.left.push(mab);
                }
            }
        }
    }
}

/// Runs a kernel; returns the MABs that were left out.
pub(super) fn run<const HALF: bool>(rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>]) -> Vec<usize> {
    let mut left = Vec::new();
    on_vectors(Dense::<HALF> {
        rows,
        cycles,
        left: &mut left,
    });
    left
}
