//! Vector multiply-add of single and half precision over whole planes, on the host's vector units.
//!
//! A plane is read as single words; which of the two of a long word comes first does not matter to an
//! operation on each. A piece of a plane is computed at once if it is *plain*: none of its inputs is an
//! infinity. The rest goes the general way, element by element.
//!
//! *Single precision.* In a double the product of two singles is exact, and so is what remains when the
//! product of the two low parts is replaced by the correction (manual 4.3). The sum with the addend is
//! rounded once to a double and once to a single. That is what one rounding gives unless the double lies in
//! the middle of two singles and was rounded itself: then its error decides (`nudged`).
//!
//! *Half precision.* The product of two halves is exact in a single, and the host's addition rounds it once.
//!
//! Results below the smallest normalised number are zero. In single precision a sum is rounded as if there
//! were smaller numbers (manual 4.3), so that what is at most half a step below the smallest number is not.

use std::ops::Range;

use crate::vectors::{Kernel, on_vectors};

/// PEs of the longest piece.
pub(super) const SHORTEST: usize = 32;
/// Single words of a piece.
const PIECE: usize = 2 * SHORTEST;
/// Low bits of a single whose mutual products are left out.
const LOW_BITS: u32 = 0b1_1111;
/// 2^-38: the correction, when both factors are 1.0.
const CORRECTION: f64 = 1.0 / (1_u64 << 38) as f64;
/// 2^-126 − 2^-151: what rounds to the smallest normalised single, and all above.
const SMALLEST_ROUNDED: f64 = f32::MIN_POSITIVE as f64 * (1.0 - 1.0 / (1_u64 << 25) as f64);

/// Inputs and output of `x · y + z` on single words.
struct Singles<'a> {
    x: &'a [u32],
    y: &'a [u32],
    /// None for zero.
    z: &'a [u32],
    output: &'a mut [u32],
    /// First words of the pieces that are not plain: nothing was computed for them.
    left: &'a mut Vec<usize>,
}

/// The single with its zeros made clean.
#[inline(always)]
pub(super) fn clean(bits: u32) -> f32 {
    let is_zero = bits & 0x7f80_0000 == 0;
    f32::from_bits(if is_zero { 0 } else { bits })
}

/// Whether none of the words is an infinity.
#[inline(always)]
fn is_plain(words: &[u32]) -> bool {
    let infinite = words.iter().fold(0, |any, &word| {
        any | u32::from(word & 0x7f80_0000 == 0x7f80_0000)
    });
    infinite == 0
}

/// The product with the low parts' replaced (manual 4.3), exactly.
#[inline(always)]
fn product(x: f32, y: f32) -> f64 {
    let low = |value: f32| {
        let kept = f64::from(f32::from_bits(value.to_bits() & !LOW_BITS));
        f64::from(value) - kept
    };
    // The power of two that a value begins with, or zero.
    let power = |value: f32| f64::from(f32::from_bits(value.to_bits() & 0xff80_0000));
    let left_out = low(x) * low(y);
    let correction = power(x) * power(y) * CORRECTION;
    let correction = if left_out == 0.0 { 0.0 } else { correction };
    f64::from(x) * f64::from(y) - left_out + correction
}

/// A sum that may have lost bits, moved so that rounding it once more goes the right way: its last bit odd.
#[inline(always)]
fn nudged(a: f64, b: f64, sum: f64) -> f64 {
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    let away = (error < 0.0) == (sum < 0.0);
    let odd = if away { bits + 1 } else { bits.wrapping_sub(1) };
    let is_kept = error == 0.0 || bits & 1 == 1;
    f64::from_bits(if is_kept { bits } else { odd })
}

/// Whether rounding to a single depends on what the double lost.
#[inline(always)]
fn is_middle(sum: f64) -> bool {
    sum.to_bits() & 0x1fff_ffff == 0x1000_0000
}

/// The nearest single; zero when it is too small.
#[inline(always)]
fn rounded(sum: f64) -> u32 {
    let single = (sum as f32).to_bits();
    if sum.abs() < SMALLEST_ROUNDED {
        0
    } else {
        single
    }
}

/// The nearest singles of the sums of an exact number and a single.
#[inline(always)]
pub(super) fn round_sums<const N: usize>(
    exact: &[f64; N],
    addends: &[f32; N],
    output: &mut [u32; N],
) {
    let mut middles = 0_u64;
    for ((place, &a), &b) in output.iter_mut().zip(exact).zip(addends) {
        let sum = a + f64::from(b);
        middles |= u64::from(is_middle(sum));
        *place = rounded(sum);
    }
    if middles != 0 {
        for ((place, &a), &b) in output.iter_mut().zip(exact).zip(addends) {
            let b = f64::from(b);
            *place = rounded(nudged(a, b, a + b));
        }
    }
}

impl Kernel for Singles<'_> {
    #[inline(always)]
    fn run(self) {
        let mut first = 0;
        let pieces = self.x.chunks_exact(PIECE).zip(self.y.chunks_exact(PIECE));
        let outputs = self.output.chunks_exact_mut(PIECE);
        for ((x, y), output) in pieces.zip(outputs) {
            let z: &[u32] = if self.z.is_empty() {
                &[]
            } else {
                &self.z[first..first + PIECE]
            };
            if is_plain(x) && is_plain(y) && is_plain(z) {
                let mut exact = [0.0; PIECE];
                for ((place, &x), &y) in exact.iter_mut().zip(x).zip(y) {
                    *place = product(clean(x), clean(y));
                }
                let mut addends = [0.0; PIECE];
                for (place, &z) in addends.iter_mut().zip(z) {
                    *place = clean(z);
                }
                if let Ok(output) = output.try_into() {
                    round_sums(&exact, &addends, output);
                }
            } else {
                self.left.push(first);
            }
            first += PIECE;
        }
    }
}

/// Inputs and output of `x · y + z` on halves, four in a long word; addends and results are singles, the upper
/// two of a long word on the MSB side.
struct Halves<'a> {
    x: &'a [u64],
    y: &'a [u64],
    /// MSB and LSB side; none for zero.
    z: [&'a [u64]; 2],
    output: [&'a mut [u64]; 2],
    /// First long words of the pieces that are not plain.
    left: &'a mut Vec<usize>,
}

/// Long words of a piece of halves.
const HALVES_PIECE: usize = SHORTEST;

/// Whether none of the four halves is an infinity.
#[inline(always)]
fn halves_are_plain(words: &[u64]) -> bool {
    const EXPONENTS: u64 = 0x7e00_7e00_7e00_7e00;
    const LOWEST: u64 = 0x0200_0200_0200_0200;
    let infinite = words.iter().fold(0, |any, &word| {
        // A carry out of an exponent of all ones reaches the bit above it.
        any | ((word & EXPONENTS) + LOWEST) & 0x8000_8000_8000_8000
    });
    infinite == 0
}

#[inline(always)]
fn longs_are_plain(words: &[u64]) -> bool {
    const EXPONENTS: u64 = 0x7f80_0000_7f80_0000;
    const LOWEST: u64 = 0x0080_0000_0080_0000;
    let infinite = words.iter().fold(0, |any, &word| {
        any | ((word & EXPONENTS) + LOWEST) & 0x8000_0000_8000_0000
    });
    infinite == 0
}

/// The value of a half in the low bits; zero with its mantissa cleared.
#[inline(always)]
fn half(bits: u32) -> f32 {
    const BIAS: u32 = (127 - 31) << 23;
    let magnitude = bits & 0x7fff;
    let is_zero = magnitude & 0x7e00 == 0;
    let value = (bits & 0x8000) << 16 | ((magnitude << 14) + BIAS);
    f32::from_bits(if is_zero { 0 } else { value })
}

/// The nearest single of the sum of two, which is the host's, without denormalised ones.
#[inline(always)]
pub(super) fn half_sum(exact: f32, addend: f32) -> u32 {
    let sum = exact + addend;
    if sum.abs() < f32::MIN_POSITIVE {
        0
    } else {
        sum.to_bits()
    }
}

impl Kernel for Halves<'_> {
    #[inline(always)]
    fn run(self) {
        const ZEROS: [u64; HALVES_PIECE] = [0; HALVES_PIECE];
        let [most, least] = self.output;
        let outputs = most
            .chunks_exact_mut(HALVES_PIECE)
            .zip(least.chunks_exact_mut(HALVES_PIECE));
        for (piece, (x, (most, least))) in
            self.x.chunks_exact(HALVES_PIECE).zip(outputs).enumerate()
        {
            let first = piece * HALVES_PIECE;
            let y = &self.y[first..first + HALVES_PIECE];
            let part = first..first + HALVES_PIECE;
            let [z_most, z_least] = self.z.map(|z| z.get(part.clone()).unwrap_or(&ZEROS));
            let is_plain = halves_are_plain(x)
                && halves_are_plain(y)
                && longs_are_plain(z_most)
                && longs_are_plain(z_least);
            if !is_plain {
                self.left.push(first);
                continue;
            }
            let sum = |x: u64, y: u64, z: u64, shift: u32| {
                let factor = |word: u64, shift: u32| half((word >> shift) as u32 & 0xffff);
                let product = |shift: u32| factor(x, shift) * factor(y, shift);
                let upper = half_sum(product(shift + 16), clean((z >> 32) as u32));
                let lower = half_sum(product(shift), clean(z as u32));
                u64::from(upper) << 32 | u64::from(lower)
            };
            for ((place, (&x, &y)), &z) in most.iter_mut().zip(x.iter().zip(y)).zip(z_most) {
                *place = sum(x, y, z, 32);
            }
            for ((place, (&x, &y)), &z) in least.iter_mut().zip(x.iter().zip(y)).zip(z_least) {
                *place = sum(x, y, z, 0);
            }
        }
    }
}

/// Runs `x · y + z` on single words; the words of the pieces that were left out.
pub(super) fn singles(x: &[u64], y: &[u64], z: &[u64], output: &mut [u64]) -> Vec<Range<usize>> {
    let mut left = Vec::new();
    on_vectors(Singles {
        x: bytemuck::cast_slice(x),
        y: bytemuck::cast_slice(y),
        z: bytemuck::cast_slice(z),
        output: bytemuck::cast_slice_mut(output),
        left: &mut left,
    });
    left.into_iter()
        .map(|word| word / 2..(word + PIECE) / 2)
        .collect()
}

/// Runs `x · y + z` on halves; the long words of the pieces that were left out.
pub(super) fn halves(
    x: &[u64],
    y: &[u64],
    z: [&[u64]; 2],
    output: [&mut [u64]; 2],
) -> Vec<Range<usize>> {
    let mut left = Vec::new();
    let left_out = &mut left;
    on_vectors(Halves {
        x,
        y,
        z,
        output,
        left: left_out,
    });
    left.into_iter()
        .map(|word| word..word + HALVES_PIECE)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{halves, round_sums, singles};
    use crate::mau::{fma_double, fma_half, fma_single};

    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
            self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
            self.0 ^ (self.0 >> 31)
        }

        /// A number whose exponent is one of a few, with a sparse mantissa now and then.
        fn number(&mut self, mantissa_bits: u32, exponents: std::ops::Range<u64>) -> u64 {
            let mask = (1 << mantissa_bits) - 1;
            let dense = self.next() & mask;
            let mantissa = match self.next() % 4 {
                0 => dense,
                1 => dense & self.next() & self.next(),
                2 => dense >> (self.next() % 20) << (self.next() % 30) & mask,
                _ => dense & !0xf_ffff,
            };
            let exponent = exponents.start + self.next() % (exponents.end - exponents.start);
            mantissa | exponent << mantissa_bits
        }
    }

    const PES: usize = 64;

    /// Sums that cancel, that tie and that are too small, of numbers that are far apart and close together.
    #[test]
    fn single_words_are_those_of_the_general_way() {
        let mut random = Random(1);
        let regimes = [
            (120..136, 120..136, 110..150),
            (0..255, 0..255, 0..255),
            (60..70, 60..70, 1..8),
            (126..128, 126..128, 126..129),
            (190..200, 180..191, 240..255),
            (127..128, 127..128, 103..105),
        ];
        for round in 0..600 {
            let (x, y, z) = regimes[round % regimes.len()].clone();
            let mut plane = |exponents: &std::ops::Range<u64>| -> Vec<u64> {
                let mut single =
                    || random.number(23, exponents.clone()) | (random.next() & 1) << 31;
                (0..PES).map(|_| single() << 32 | single()).collect()
            };
            let [x, y, mut z] = [plane(&x), plane(&y), plane(&z)];
            if round % 3 == 0 {
                // The product itself, or nearly.
                for (pe, z) in z.iter_mut().enumerate() {
                    let product = |shift: u32| {
                        let value = fma_single((x[pe] >> shift) as u32, (y[pe] >> shift) as u32, 0);
                        u64::from(value ^ 0x8000_0000 ^ u32::from(pe % 2 == 0))
                    };
                    *z = product(32) << 32 | product(0);
                }
            }
            let mut output = vec![0; PES];
            let left = singles(&x, &y, &z, &mut output);
            let is_left = |pe: usize| left.iter().any(|range| range.contains(&pe));
            for pe in (0..PES).filter(|&pe| !is_left(pe)) {
                for shift in [0, 32] {
                    let of = |words: &[u64]| (words[pe] >> shift) as u32;
                    let expected = fma_single(of(&x), of(&y), of(&z));
                    assert_eq!(
                        of(&output),
                        expected,
                        "{:#x} · {:#x} + {:#x}",
                        of(&x),
                        of(&y),
                        of(&z)
                    );
                }
            }
            let is_infinite = |word: u64| word >> 32 & 0x7f80_0000 == 0x7f80_0000;
            if !z.iter().any(|&z| is_infinite(z) || is_infinite(z << 32)) {
                assert!(left.is_empty(), "nothing is infinite");
            }
        }
    }

    #[test]
    fn halves_are_those_of_the_general_way() {
        let mut random = Random(2);
        for round in 0..600 {
            let z_exponents = [60..190, 0..255, 90..100, 1..30][round % 4].clone();
            let mut plane = |exponents: std::ops::Range<u64>| -> Vec<u64> {
                let mut half =
                    || random.number(9, exponents.clone()) & 0x7fff | (random.next() & 1) << 15;
                (0..PES)
                    .map(|_| (0..4).fold(0, |word, _| word << 16 | half()))
                    .collect()
            };
            let (x, y) = (plane(0..63), plane(0..63));
            let mut plane = || -> Vec<u64> {
                let mut single =
                    || random.number(23, z_exponents.clone()) | (random.next() & 1) << 31;
                (0..PES).map(|_| single() << 32 | single()).collect()
            };
            let (z_most, z_least) = (plane(), plane());
            let (mut most, mut least) = (vec![0; PES], vec![0; PES]);
            let left = halves(&x, &y, [&z_most, &z_least], [&mut most, &mut least]);
            let is_left = |pe: usize| left.iter().any(|range| range.contains(&pe));
            assert!(round % 4 == 1 || left.is_empty());
            for pe in (0..PES).filter(|&pe| !is_left(pe)) {
                for index in 0..4 {
                    let factor = |words: &[u64]| (words[pe] >> (48 - 16 * index)) as u16;
                    let (z, sum) = if index < 2 {
                        (&z_most, &most)
                    } else {
                        (&z_least, &least)
                    };
                    let shift = 32 - 32 * (index % 2);
                    let z = (z[pe] >> shift) as u32;
                    let expected = fma_half(factor(&x), factor(&y), z);
                    assert_eq!((sum[pe] >> shift) as u32, expected, "{index} of PE {pe}");
                }
            }
        }
    }

    #[test]
    fn doubles_are_those_of_the_general_way() {
        let mut random = Random(3);
        let mut computed = 0;
        for round in 0..1200 {
            let (x, y, z) = [
                (1000..1040, 1000..1040, 990..1050),
                (1023..1024, 1023..1024, 1022..1025),
                (1023..1024, 1023..1024, 960..980),
                (0..2047, 0..2047, 0..2047),
                (1020..1026, 1020..1026, 900..1200),
            ][round % 5]
                .clone();
            let mut plane = |exponents: std::ops::Range<u64>| -> Vec<u64> {
                let mut double =
                    || random.number(52, exponents.clone()) | (random.next() & 1) << 63;
                (0..PES).map(|_| double()).collect()
            };
            let [x, y, mut z] = [plane(x), plane(y), plane(z)];
            if round % 4 == 0 {
                for (pe, z) in z.iter_mut().enumerate() {
                    *z = fma_double(x[pe], y[pe], 0) ^ 1 << 63 ^ u64::from(pe % 2 == 0);
                }
            }
            let mut output = vec![0; PES];
            let upper = round % 2 == 0;
            let product = if upper {
                [u64::MAX, u64::MAX, 0, 0]
            } else {
                [u64::MAX; 4]
            };
            let left = super::super::doubles::doubles(&x, &y, &z, &mut output, product);
            let Some(left) = left else {
                assert!(!crate::vectors::has_multiply_add());
                return;
            };
            let is_left = |pe: usize| left.iter().any(|range| range.contains(&pe));
            for pe in (0..PES).filter(|&pe| !is_left(pe)) {
                let x = x[pe] & product[pe % 4];
                let expected = fma_double(x, y[pe], z[pe]);
                assert_eq!(output[pe], expected, "{x:#x} · {:#x} + {:#x}", y[pe], z[pe]);
                computed += 1;
            }
        }
        assert!(computed > 20_000, "{computed} were sure");
    }

    /// Products so close to half a step of the sum that what the chip leaves out and adds may decide.
    #[test]
    fn doubles_beside_a_tie_are_those_of_the_general_way() {
        let mut random = Random(4);
        let (mut computed, mut all) = (0, 0);
        for round in 0..2000 {
            let scale = [1.0, 2.0_f64.powi(-40), 2.0_f64.powi(33)][round % 3];
            let plane = || -> Vec<f64> { Vec::with_capacity(PES) };
            let [mut x, mut y, mut z] = [plane(), plane(), plane()];
            for _ in 0..PES {
                let little =
                    (random.next() % 7) as f64 * 2.0_f64.powi(-20 - (random.next() % 30) as i32);
                let size = [0.5, 1.0, 1.5, 3.0][(random.next() % 4) as usize];
                let sign = [1.0, -1.0][(random.next() % 2) as usize];
                let steps = [0, 1, 2, random.next() % 1000][(random.next() % 4) as usize];
                x.push((1.0 + little) * scale);
                y.push((1.0 - little) * size * sign);
                z.push((2.0_f64.powi(53) + 2.0 * steps as f64) * scale);
            }
            let bits =
                |plane: Vec<f64>| -> Vec<u64> { plane.into_iter().map(f64::to_bits).collect() };
            let [x, y, z] = [bits(x), bits(y), bits(z)];
            let mut output = vec![0; PES];
            let Some(left) = super::super::doubles::doubles(&x, &y, &z, &mut output, [u64::MAX; 4])
            else {
                assert!(!crate::vectors::has_multiply_add());
                return;
            };
            for pe in 0..PES {
                all += 1;
                if left.iter().any(|range| range.contains(&pe)) {
                    continue;
                }
                let expected = fma_double(x[pe], y[pe], z[pe]);
                assert_eq!(
                    output[pe], expected,
                    "{:#x} · {:#x} + {:#x}",
                    x[pe], y[pe], z[pe]
                );
                computed += 1;
            }
        }
        assert!(computed > 100, "{computed} of {all} were sure");
    }

    /// Beside a sum that is moved, one that needs no moving stays on its side of a tie.
    #[test]
    fn only_sums_on_a_tie_are_moved() {
        let tiny = 2.0_f32.powi(-100);
        let tie = 1.0 + 2.0_f64.powi(-24);
        let below = 1.0 + 2.0_f64.powi(-23) + 2.0_f64.powi(-24) - 2.0_f64.powi(-52);
        let mut output = [0; 4];
        round_sums(
            &[tie, below, -tie, -below],
            &[tiny, tiny, -tiny, -tiny],
            &mut output,
        );
        assert_eq!(output, [0x3f80_0001, 0x3f80_0001, 0xbf80_0001, 0xbf80_0001]);
    }
}
