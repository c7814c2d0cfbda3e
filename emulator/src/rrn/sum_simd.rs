//! Sums of single-precision values by the reduction networks, eight side by side, on the host's vector units.
//!
//! The results equal the general `float::sum`: with three guard bits a mantissa has 27 bits. Adding a value to a double whose
//! last bit is the lowest guard bit rounds it there, to the nearest, ties to even. The bits of such doubles are summed as
//! integers, so each value is rounded separately; the sum is exact in a double, which is rounded once.
//!
//! Infinities count as 1.0 with their own exponent. Sums in which one takes part are computed in integers.

use crate::simd::{Kernel, on_vectors};

/// Singles side by side, of four PEs.
pub const WIDTH: usize = 8;

/// The singles of one MAB.
pub type Singles = [u32; WIDTH];

/// Zeros appended to every mantissa before it is aligned.
const GUARD_BITS: u32 = 3;

/// The exponent of a single.
const EXPONENT: u32 = 0x7f80_0000;
/// The place of the exponent in a double, counted from its place in a single.
const TO_DOUBLE: u32 = 52 - 23;
/// The bits of 1.5 times the number whose last bit is the lowest guard bit of a value with exponent field 0.
const ROUNDER: u64 = (1023 + 52 - (127 + 23 + GUARD_BITS as u64)) << 52 | 1 << 51;

/// One stage of finite values, and the largest exponents. If an exponent is that of infinity, the sum is not valid.
#[inline(always)]
fn finite_stage(elements: &[Singles; 4]) -> (Singles, Singles) {
    let mut output = [0; WIDTH];
    let mut exponents = [0; WIDTH];
    let [a, b, c, d] = elements;
    for lane in 0..WIDTH {
        let values = [a[lane], b[lane], c[lane], d[lane]];
        let mut largest = 0;
        let mut clean = [0.0; 4];
        for (clean, value) in clean.iter_mut().zip(values) {
            let exponent = value & EXPONENT;
            *clean = f64::from(f32::from_bits(if exponent == 0 { 0 } else { value }));
            largest = exponent.max(largest);
        }
        let rounder = (u64::from(largest) << TO_DOUBLE) + ROUNDER;
        // One rounder stays.
        let mut sum = rounder.wrapping_sub(rounder << 2);
        for value in clean {
            let rounded = value + f64::from_bits(rounder);
            sum = sum.wrapping_add(rounded.to_bits());
        }
        // Values and sums are multiples of 2^-149, so that none below the smallest normalised single rounds to it.
        let single = (f64::from_bits(sum) - f64::from_bits(rounder)) as f32;
        let is_small = single.abs() < f32::MIN_POSITIVE;
        output[lane] = if is_small { 0 } else { single.to_bits() };
        exponents[lane] = largest;
    }
    (output, exponents)
}

/// Whether one of the exponents is that of infinity.
#[inline(always)]
fn has_infinity(exponents: &Singles) -> bool {
    let mut largest = 0;
    for &exponent in exponents {
        largest = exponent.max(largest);
    }
    largest == EXPONENT
}

/// The sum of four MABs.
#[inline(always)]
fn sum_of_four(four: &[Singles; 4]) -> Singles {
    let (sum, exponents) = finite_stage(four);
    if has_infinity(&exponents) {
        stage(four)
    } else {
        sum
    }
}

/// The sum of the sums of four times four MABs.
#[inline(always)]
fn sum_of_sixteen(sixteen: &[[Singles; 4]; 4]) -> Singles {
    let mut sums = [Singles::default(); 4];
    let mut exponents = [0; WIDTH];
    for (sum, four) in sums.iter_mut().zip(sixteen) {
        let largest;
        (*sum, largest) = finite_stage(four);
        for (exponent, largest) in exponents.iter_mut().zip(largest) {
            *exponent = largest.max(*exponent);
        }
    }
    // A sum of finite values can be infinite.
    let (sum, largest) = finite_stage(&sums);
    if has_infinity(&exponents) || has_infinity(&largest) {
        let [a, b, c, d] = sixteen;
        return stage(&[stage(a), stage(b), stage(c), stage(d)]);
    }
    sum
}

/// One stage in integers.
#[inline(always)]
fn stage<const N: usize>(elements: &[Singles; N]) -> Singles {
    let exponent = |value: u32| value >> 23 & 0xff;
    let mut largest = [0; WIDTH];
    for element in elements {
        for (largest, &value) in largest.iter_mut().zip(element) {
            *largest = exponent(value).max(*largest);
        }
    }
    let mut sums = [0_i32; WIDTH];
    for element in elements {
        for ((sum, &value), &largest) in sums.iter_mut().zip(element).zip(&largest) {
            // Infinity counts as 1.0 with its own exponent.
            let mantissa = if exponent(value) == 0xff {
                0
            } else {
                value & 0x7f_ffff
            };
            let significand = (1 << 23 | mantissa) << GUARD_BITS;
            let significand = if exponent(value) == 0 { 0 } else { significand };
            // Rounded to the nearest value, ties to even; with 31 bits nothing is left.
            let down = (largest - exponent(value)).min(31);
            let half = (1_u32 << down >> 1)
                .wrapping_sub(1)
                .wrapping_add(significand >> down & 1);
            let half = if down == 0 { 0 } else { half };
            let aligned = (significand + half) >> down;
            let aligned = aligned as i32;
            *sum += if value >> 31 == 1 { -aligned } else { aligned };
        }
    }
    let mut output = [0; WIDTH];
    for ((output, &sum), &largest) in output.iter_mut().zip(&sums).zip(&largest) {
        let unit = f64::from_bits(u64::from(largest + 1023 - 127 - 23 - GUARD_BITS) << 52);
        let value = f64::from(sum) * unit;
        // Values and sums are multiples of 2^-149, so that none below the smallest normalised single rounds to it.
        let single = value as f32;
        *output = if single.abs() < f32::MIN_POSITIVE {
            0
        } else {
            single.to_bits()
        };
    }
    output
}

/// Sums of sixteen MABs: four times four, then the four results; or of four times four MABs apart.
struct Sums<'a> {
    /// MABs one after the other, 16 for each sum or four sums.
    mabs: &'a [Singles],
    sums: &'a mut [Singles],
}

impl Kernel for Sums<'_> {
    #[inline(always)]
    fn run(self) {
        let is_apart = self.sums.len() * 4 == self.mabs.len();
        let (fours, _) = self.mabs.as_chunks::<4>();
        if is_apart {
            for (sum, four) in self.sums.iter_mut().zip(fours) {
                *sum = sum_of_four(four);
            }
            return;
        }
        let (sixteens, _) = fours.as_chunks::<4>();
        for (sum, sixteen) in self.sums.iter_mut().zip(sixteens) {
            *sum = sum_of_sixteen(sixteen);
        }
    }
}

/// Sums of every sixteen MABs in the two stages of the 16x1 circuits, or where there are this many sums of every
/// four in one stage.
pub fn sums(mabs: &[Singles], sums: &mut [Singles]) {
    on_vectors(Sums { mabs, sums });
}

#[cfg(test)]
mod tests {
    use mnc2_isa::reduction::ReductionKind;
    use mnc2_isa::{Precision, ReductionOp};

    use super::{Singles, sums};
    use crate::rrn::{Circuit, reduce};
    use crate::test_random::advance;

    /// Numbers close together and far apart, zeros with and without a mantissa, and infinities.
    #[test]
    fn sums_are_those_of_the_general_way() {
        let mut state = 9_u64;
        let mut next = || {
            advance(&mut state);
            (state ^ (state >> 29)) as u32
        };
        let operation = ReductionOp {
            kind: ReductionKind::FloatAdd,
            precision: Precision::Single,
        };
        for round in 0..4000 {
            let spread = [1, 4, 30, 256][round % 4];
            let base = [127, 1, 230, 0][round / 4 % 4];
            let mut single = || {
                let exponent = (base + next() % spread).min(255);
                let mantissa = if next() % 3 == 0 {
                    0
                } else {
                    next() & 0x7f_ffff
                };
                next() & 1 << 31 | exponent << 23 | mantissa
            };
            let mabs: [Singles; 16] = std::array::from_fn(|_| std::array::from_fn(|_| single()));
            let mut of_16 = [Singles::default(); 1];
            let mut of_4 = [Singles::default(); 4];
            sums(&mabs, &mut of_16);
            sums(&mabs, &mut of_4);
            for index in 0..super::WIDTH {
                let words: Vec<u64> = mabs.iter().map(|mab| u64::from(mab[index])).collect();
                let expected = reduce(Circuit::L1bm16, operation, &words);
                assert_eq!(u64::from(of_16[0][index]), expected, "{words:x?}");
                for (words, sums) in words.chunks(4).zip(of_4) {
                    let expected = reduce(Circuit::L1bm4, operation, words);
                    assert_eq!(u64::from(sums[index]), expected, "{words:x?}");
                }
            }
        }
    }
}
