//! Matrix-vector multiply-add of half and pseudo-single precision, MAB by MAB, on the host's vector units.
//!
//! All elements of a block have the block's exponent, so a dot product is one of integers: with 9-bit mantissas it is
//! exact in singles, with 18-bit ones in doubles, in any order of the additions. A power of two scales it, and the
//! addend is added as in a vector multiply-add.
//!
//! A MAB's matrix is transposed and unpacked once for the cycles of a step. Then each row is a lane, and a dot product
//! is one multiply-add for each column, without sums across lanes. Rows are in the order in which a plane holds their
//! results in memory, so addends and results are read and written as they are. The vectors of several MABs are
//! unpacked together.
//!
//! A kernel is a loop over lanes: closures, such as arguments of `array::map`, may stay functions of their own, and
//! these are compiled for every host.
//!
//! A MAB is left to the general code if a block or an addend is infinite, or if the exponents of a block of half
//! precision differ, as they do in the extended representation.

use mnc2_isa::geometry::{CYCLES_PER_STEP, PES_PER_MAB};

use super::MatrixCycle;
use super::vector_simd::{clean, half_sum, nearest, nearest_of_exact};
use crate::simd::{Kernel, Vectors, has_multiply_add, on_vectors, vectors};

/// MABs whose vectors are unpacked together.
const TILE: usize = 8;
/// Their long words.
const TILE_WORDS: usize = TILE * PES_PER_MAB;

/// The row in each lane, in half precision: the upper of two single words of a long word is the first, but the second
/// in memory; long words of the MSB side come first.
const HALF_ROWS: [usize; 16] = [1, 0, 5, 4, 9, 8, 13, 12, 3, 2, 7, 6, 11, 10, 15, 14];
/// The row in each lane in pseudo-single precision, where all results are on the MSB side.
const SINGLE_ROWS: [usize; 8] = [1, 0, 3, 2, 5, 4, 7, 6];

/// The long words of a MAB.
type Words = [u64; PES_PER_MAB];

/// Which MABs of some planes are computed, and from what. `FUSED` states that the host multiplies and adds in one
/// rounding; the results are exact without, too. `LANES` is how many single words the host's vectors have.
struct Dense<'a, 'b, 'c, const HALF: bool, const FUSED: bool, const LANES: usize> {
    rows: &'a [&'b [u64]],
    cycles: &'a mut [MatrixCycle<'c>],
    /// MABs for which nothing was computed.
    left: &'a mut Vec<usize>,
}

/// The long words of a MAB.
#[inline(always)]
fn mab_words(words: &[u64], mab: usize) -> &Words {
    // A plane has four long words for each MAB.
    words[mab * PES_PER_MAB..]
        .first_chunk()
        .unwrap_or(&[0; PES_PER_MAB])
}

/// The long words of some MABs, and zeros for MABs that are not there.
#[inline(always)]
fn tile_words(words: &[u64], first_mab: usize) -> [u64; TILE_WORDS] {
    let words = &words[first_mab * PES_PER_MAB..];
    if let Some(tile) = words.first_chunk() {
        return *tile;
    }
    let mut tile = [0; TILE_WORDS];
    for (place, &word) in tile.iter_mut().zip(words) {
        *place = word;
    }
    tile
}

/// The long words of a MAB's rows: for each PE the words of all lanes.
type Transposed<const ROWS: usize> = [[u64; ROWS]; PES_PER_MAB];

#[inline(always)]
fn transpose<const ROWS: usize>(
    rows: &[&[Words]; ROWS],
    order: &[usize; ROWS],
    mab: usize,
    words: &mut Transposed<ROWS>,
) {
    for lane in 0..ROWS {
        let row = rows[order[lane]][mab];
        for pe in 0..PES_PER_MAB {
            words[pe][lane] = row[pe];
        }
    }
}

/// The exponent of a half.
const HALF_EXPONENT: u16 = 0x7e00;
/// The numbers of the four halves of a long word.
const HALF_EXPONENTS: u64 = 0x7e00_7e00_7e00_7e00;

/// An exponent in the place of each half of a long word.
#[inline(always)]
const fn in_each_half(exponent: u64) -> u64 {
    let pair = exponent | exponent << 16;
    pair | pair << 32
}

/// The signed mantissa of the lower of two halves.
#[inline(always)]
fn lower_half(pair: u32) -> f32 {
    let size = (pair & 0x1ff) as i32 as f32;
    f32::from_bits(size.to_bits() | pair << 16 & 1 << 31)
}

/// The signed mantissa of the upper of two halves.
#[inline(always)]
fn upper_half(pair: u32) -> f32 {
    let size = (pair >> 16 & 0x1ff) as i32 as f32;
    f32::from_bits(size.to_bits() | pair & 1 << 31)
}

/// The power of two of the lowest bits of halves with these exponent bits; zero for a block of zeros.
#[inline(always)]
fn half_unit(exponent: u32) -> f32 {
    // The top bit of a mantissa is 1.0.
    let unit = f32::from_bits((exponent << (23 - 9)) + ((127 - 31 - 8) << 23));
    if exponent == 0 { 0.0 } else { unit }
}

/// The exponent of a single.
const EXPONENT: u32 = 0x7f80_0000;
/// The bits of 2^52: an integer in the low bits is added to it.
const INTEGER: u64 = 0x4330_0000_0000_0000;

/// A mantissa of 18 bits with its sign.
#[inline(always)]
fn signed(size: u64, sign: u64) -> f64 {
    let size = f64::from_bits(INTEGER | size) - f64::from_bits(INTEGER);
    f64::from_bits(size.to_bits() | sign)
}

/// The signed mantissa of the lower of two pseudo-singles.
#[inline(always)]
fn lower_single(word: u64) -> f64 {
    signed(word >> 5 & 0x3_ffff, word << 32 & 1 << 63)
}

/// The signed mantissa of the upper of two pseudo-singles.
#[inline(always)]
fn upper_single(word: u64) -> f64 {
    signed(word >> 37 & 0x3_ffff, word & 1 << 63)
}

/// The larger exponent of two pseudo-singles.
#[inline(always)]
fn larger_exponent(word: u64) -> u32 {
    let (upper, lower) = ((word >> 32) as u32 & EXPONENT, word as u32 & EXPONENT);
    upper.max(lower)
}

/// The power of two of the lowest bits of pseudo-singles with these exponent bits; zero for a block of zeros.
#[inline(always)]
fn single_unit(exponent: u32) -> f64 {
    let unit = f64::from_bits((u64::from(exponent) << (52 - 23)) + ((1023 - 127 - 17) << 52));
    if exponent == 0 { 0.0 } else { unit }
}

macro_rules! multiply_add {
    ($fused:ident, $a:expr, $b:expr, $sum:expr) => {
        if $fused {
            $a.mul_add($b, $sum)
        } else {
            $a * $b + $sum
        }
    };
}

/// The exponents of the two halves of a single word.
const PAIR_EXPONENTS: u32 = 0x7e00_7e00;
/// The single words of a PE in all rows.
const PAIRS: usize = 32;

/// Single words in the host's longest vector.
const LANES_MAX: usize = 16;

/// The matrix of a MAB in half precision: for each PE the lower halves of its single words, then the upper ones. A row
/// has two lanes, one for each single word of the PE, whose dot products are added at the end: so nothing moves between
/// lanes before.
type HalfMatrix = [[[f32; PAIRS]; 2]; PES_PER_MAB];

/// The vectors of some MABs in half precision: the lower halves of their single words, and the upper ones.
type HalfVectors = [[f32; 2 * TILE_WORDS]; 2];

#[inline(always)]
fn half_vectors(words: &[u64; TILE_WORDS], vectors: &mut HalfVectors) {
    let pairs: &[u32; 2 * TILE_WORDS] = bytemuck::cast_ref(words);
    let [lower, upper] = vectors;
    for element in 0..pairs.len() {
        lower[element] = lower_half(pairs[element]);
        upper[element] = upper_half(pairs[element]);
    }
}

#[inline(always)]
fn half_mab<const FUSED: bool, const LANES: usize>(
    words: &Transposed<16>,
    cycles: &mut [MatrixCycle<'_>],
    vectors: &[HalfVectors],
    mab: usize,
    matrix: &mut HalfMatrix,
) -> bool {
    let mut units = [0.0_f32; 16];
    let mut exponents = [0; 16];
    let mut is_left = false;
    for lane in 0..16 {
        let exponent = words[0][lane] & u64::from(HALF_EXPONENT);
        exponents[lane] = in_each_half(exponent);
        units[lane] = half_unit(exponent as u32);
        is_left |= exponent == u64::from(HALF_EXPONENT);
    }
    let words: &[[u32; PAIRS]; PES_PER_MAB] = bytemuck::cast_ref(words);
    let exponents: &[u32; PAIRS] = bytemuck::cast_ref(&exponents);
    let mut differing_pairs = 0;
    for lane in 0..PAIRS {
        for pe in 0..PES_PER_MAB {
            let pair = words[pe][lane];
            differing_pairs |= (pair & PAIR_EXPONENTS) ^ exponents[lane];
            matrix[pe][0][lane] = lower_half(pair);
            matrix[pe][1][lane] = upper_half(pair);
        }
    }
    let mut differing = 0;
    // The exponent bits of the largest addend of each lane.
    let mut largest = [0_u32; 16];
    for (cycle, vectors) in cycles.iter_mut().zip(vectors) {
        let x = mab_words(cycle.x, mab);
        let exponent = x[0] & u64::from(HALF_EXPONENT);
        for word in x {
            differing |= (word & HALF_EXPONENTS) ^ in_each_half(exponent);
        }
        is_left |= exponent == u64::from(HALF_EXPONENT);
        let unit = half_unit(exponent as u32);
        let mut factors = [[[0.0_f32; LANES_MAX]; 2]; PES_PER_MAB];
        for (half, vectors) in vectors.iter().enumerate() {
            let (pairs, _) = vectors.as_chunks::<2>();
            for (pe, factors) in factors.iter_mut().enumerate() {
                let pair: u64 = bytemuck::cast(pairs[mab % TILE * PES_PER_MAB + pe]);
                factors[half] = bytemuck::cast([pair; LANES_MAX / 2]);
            }
        }
        let mut addends = [0_u32; 16];
        if let Some(z) = cycle.z {
            addends = bytemuck::cast([*mab_words(z.most, mab), *mab_words(z.least, mab)]);
        }
        let mut dots = [0.0_f32; PAIRS];
        for lane in 0..LANES {
            let mut sums = [0.0_f32; PAIRS];
            for pe in 0..PES_PER_MAB {
                for half in 0..2 {
                    let factor = factors[pe][half][lane];
                    for part in 0..PAIRS / LANES {
                        let element = matrix[pe][half][part * LANES + lane];
                        sums[part] = multiply_add!(FUSED, element, factor, sums[part]);
                    }
                }
            }
            for part in 0..PAIRS / LANES {
                dots[part * LANES + lane] = sums[part];
            }
        }
        let mut sums = [0; 16];
        for lane in 0..16 {
            let dot = dots[2 * lane] + dots[2 * lane + 1];
            let addend = addends[lane];
            largest[lane] = largest[lane].max(addend & EXPONENT);
            sums[lane] = half_sum(dot * units[lane] * unit, clean(addend));
        }
        let [most, least]: [Words; 2] = bytemuck::cast(sums);
        let place = mab * PES_PER_MAB..(mab + 1) * PES_PER_MAB;
        cycle.output.most[place.clone()].copy_from_slice(&most);
        cycle.output.least[place].copy_from_slice(&least);
    }
    is_left |= differing != 0 || differing_pairs != 0;
    for exponent in largest {
        is_left |= exponent == EXPONENT;
    }
    !is_left
}

/// The vectors of some MABs in pseudo-single precision, PE by PE.
#[derive(Clone, Copy)]
struct SingleVectors {
    lower: [f64; TILE_WORDS],
    upper: [f64; TILE_WORDS],
    exponents: [u32; TILE_WORDS],
}

#[inline(always)]
fn single_vectors(words: &[u64; TILE_WORDS], vectors: &mut SingleVectors) {
    for (place, &word) in vectors.lower.iter_mut().zip(words) {
        *place = lower_single(word);
    }
    for (place, &word) in vectors.upper.iter_mut().zip(words) {
        *place = upper_single(word);
    }
    for (place, &word) in vectors.exponents.iter_mut().zip(words) {
        *place = larger_exponent(word);
    }
}

#[inline(always)]
fn single_mab<const FUSED: bool>(
    rows: &[&[Words]; 8],
    cycles: &mut [MatrixCycle<'_>],
    vectors: &[SingleVectors],
    mab: usize,
) -> bool {
    let mut words = [[0; 8]; PES_PER_MAB];
    transpose(rows, &SINGLE_ROWS, mab, &mut words);
    let mut matrix = [[0.0_f64; 8]; 8];
    let mut units = [0.0_f64; 8];
    let mut is_left = false;
    // The exponent bits of the largest addend of each lane.
    let mut largest = [0_u32; 8];
    for lane in 0..8 {
        let mut exponent = 0;
        for pe in 0..PES_PER_MAB {
            let word = words[pe][lane];
            matrix[2 * pe][lane] = lower_single(word);
            matrix[2 * pe + 1][lane] = upper_single(word);
            exponent = larger_exponent(word).max(exponent);
        }
        units[lane] = single_unit(exponent);
        is_left |= exponent == EXPONENT;
    }
    for (cycle, vectors) in cycles.iter_mut().zip(vectors) {
        let mut exponent = 0;
        let mut vector = [0.0; 8];
        for pe in 0..PES_PER_MAB {
            let place = mab % TILE * PES_PER_MAB + pe;
            vector[2 * pe] = vectors.lower[place];
            vector[2 * pe + 1] = vectors.upper[place];
            exponent = vectors.exponents[place].max(exponent);
        }
        let unit = single_unit(exponent);
        let mut addends = [0_u32; 8];
        if let Some(z) = cycle.z {
            addends = bytemuck::cast(*mab_words(z.most, mab));
        }
        let mut exact = [0.0_f64; 8];
        let mut sums = [0; 8];
        let mut doubts = 0_u32;
        for lane in 0..8 {
            // Two sums, because an addition waits for the one before.
            let mut dots = [0.0; 2];
            for column in 0..8 {
                let dot = &mut dots[column % 2];
                *dot = multiply_add!(FUSED, matrix[column][lane], vector[column], *dot);
            }
            let addend = addends[lane];
            let product = (dots[0] + dots[1]) * units[lane] * unit;
            largest[lane] = largest[lane].max(addend & EXPONENT);
            let is_in_doubt;
            (sums[lane], is_in_doubt) = nearest(product + f64::from(clean(addend)));
            doubts |= u32::from(is_in_doubt);
            exact[lane] = product;
        }
        is_left |= exponent == EXPONENT;
        if doubts != 0 {
            for lane in 0..8 {
                sums[lane] = nearest_of_exact(exact[lane], clean(addends[lane]));
            }
        }
        let most: Words = bytemuck::cast(sums);
        let place = mab * PES_PER_MAB..(mab + 1) * PES_PER_MAB;
        cycle.output.most[place].copy_from_slice(&most);
    }
    for exponent in largest {
        is_left |= exponent == EXPONENT;
    }
    !is_left
}

/// The rows MAB by MAB; `None` if there are not as many.
#[inline(always)]
fn by_mab<'a, const ROWS: usize>(rows: &[&'a [u64]], mabs: usize) -> Option<[&'a [Words]; ROWS]> {
    let mut all: [&[Words]; ROWS] = [&[]; ROWS];
    for (place, row) in all.iter_mut().zip(rows.first_chunk::<ROWS>()?) {
        *place = row.as_chunks().0.get(..mabs)?;
    }
    Some(all)
}

impl<const HALF: bool, const FUSED: bool, const LANES: usize> Kernel
    for Dense<'_, '_, '_, HALF, FUSED, LANES>
{
    #[inline(always)]
    fn run(self) {
        let mabs = self.cycles.first().map_or(0, |cycle| cycle.x.len()) / PES_PER_MAB;
        if HALF {
            let Some(rows) = by_mab(self.rows, mabs) else {
                return;
            };
            let mut vectors = [[[0.0; 2 * TILE_WORDS]; 2]; CYCLES_PER_STEP];
            let mut words = [[[0; 16]; PES_PER_MAB]; TILE];
            let mut matrix = [[[0.0; PAIRS]; 2]; PES_PER_MAB];
            for mab in 0..mabs {
                if mab % TILE == 0 {
                    for (cycle, vectors) in self.cycles.iter().zip(&mut vectors) {
                        half_vectors(&tile_words(cycle.x, mab), vectors);
                    }
                    for (words, mab) in words.iter_mut().zip(mab..mabs) {
                        transpose(&rows, &HALF_ROWS, mab, words);
                    }
                }
                let words = &words[mab % TILE];
                if !half_mab::<FUSED, LANES>(words, self.cycles, &vectors, mab, &mut matrix) {
                    self.left.push(mab);
                }
            }
        } else {
            let Some(rows) = by_mab(self.rows, mabs) else {
                return;
            };
            const NONE: SingleVectors = SingleVectors {
                lower: [0.0; TILE_WORDS],
                upper: [0.0; TILE_WORDS],
                exponents: [0; TILE_WORDS],
            };
            let mut vectors = [NONE; CYCLES_PER_STEP];
            for mab in 0..mabs {
                if mab % TILE == 0 {
                    for (cycle, vectors) in self.cycles.iter().zip(&mut vectors) {
                        single_vectors(&tile_words(cycle.x, mab), vectors);
                    }
                }
                if !single_mab::<FUSED>(&rows, self.cycles, &vectors, mab) {
                    self.left.push(mab);
                }
            }
        }
    }
}

/// Runs a kernel for the cycles of a step; returns the MABs that were left out.
pub(super) fn run<const HALF: bool>(rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>]) -> Vec<usize> {
    let mut all_left = Vec::new();
    let left = &mut all_left;
    match (vectors(), has_multiply_add()) {
        (Vectors::Avx512, _) => on_vectors(Dense::<HALF, true, 16> { rows, cycles, left }),
        (_, true) => on_vectors(Dense::<HALF, true, 8> { rows, cycles, left }),
        (_, false) => on_vectors(Dense::<HALF, false, 8> { rows, cycles, left }),
    }
    all_left
}
