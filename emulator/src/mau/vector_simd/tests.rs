use super::{SMALLEST_FUSED, fused, halves, nearest, nearest_of_exact, singles};
use crate::mau::{fma_double, fma_half, fma_single};
use crate::test_random::advance;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        advance(&mut self.0);
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
            let mut single = || random.number(23, exponents.clone()) | (random.next() & 1) << 31;
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
            let mut single = || random.number(23, z_exponents.clone()) | (random.next() & 1) << 31;
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
    for round in 0..2000 {
        let (x, y, z) = [
            (1000..1040, 1000..1040, 990..1050),
            (1023..1024, 1023..1024, 1022..1025),
            (1023..1024, 1023..1024, 960..980),
            (0..2047, 0..2047, 0..2047),
            (1020..1026, 1020..1026, 900..1200),
            // Products and results about the smallest that are computed, and about the smallest and largest there are.
            (540..580, 540..580, 60..140),
            (500..530, 500..530, 0..60),
            (1530..1540, 1530..1540, 2030..2047),
        ][round % 8]
            .clone();
        let mut plane = |exponents: std::ops::Range<u64>| -> Vec<u64> {
            let mut double = || random.number(52, exponents.clone()) | (random.next() & 1) << 63;
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
        let left = super::super::vector_double_simd::doubles(&x, &y, &z, &mut output, product);
        let Some(left) = left else {
            assert!(!crate::simd::has_multiply_add());
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

/// Sums so close to half a step that the left out and added parts may decide: what is sure is the chip's.
#[test]
fn singles_beside_a_tie_are_those_of_the_general_way() {
    let mut random = Random(5);
    let (mut sure, mut all) = (0, 0);
    for round in 0..1_000_000_u32 {
        let mut factor = || f32::from_bits(random.number(23, 126..128) as u32);
        let (x, y) = (factor(), factor());
        let product = f64::from(x) * f64::from(y);
        // The middle between two singles, larger or smaller than the product, or next to a power of two.
        let odd = [random.next() & 0xff_ffff | 1, 1, (1 << 24) - 1][round as usize % 3];
        let middle = ((1 << 24) | odd) as f64 * 2.0_f64.powi((random.next() % 40) as i32 - 48);
        let sign = if round % 2 == 0 { 1.0 } else { -1.0 };
        let near = (sign * middle - product) as f32;
        let z = f32::from_bits((near.to_bits() as i32 + (random.next() % 3) as i32 - 1) as u32);
        let fused = fused::single(x, y, z);
        all += 1;
        if fused.is_sure && fused.size >= SMALLEST_FUSED {
            let expected = fma_single(x.to_bits(), y.to_bits(), z.to_bits());
            assert_eq!(fused.result.to_bits(), expected, "{x:e} · {y:e} + {z:e}");
            sure += 1;
        }
    }
    assert!(sure > all / 20 && sure < all, "{sure} of {all} were sure");
}

/// Zeros of both signs and numbers that count as zero, in every place.
#[test]
fn what_counts_as_zero_is_zero() {
    let sizes = [
        0,
        1,
        0x7f_ffff,
        0x80_0000,
        0x2080_0001,
        0x3f80_0000,
        0x3f80_0001,
        0x5f12_3457,
    ];
    let numbers = sizes.map(|size| [size, size | 1 << 31]);
    let numbers = numbers.as_flattened();
    for &x in numbers {
        for &y in numbers {
            for z in numbers.chunks(2) {
                let plane =
                    |words: [u32; 2]| vec![u64::from(words[0]) << 32 | u64::from(words[1]); PES];
                let mut output = vec![0; PES];
                let left = singles(
                    &plane([x, x]),
                    &plane([y, y]),
                    &plane([z[0], z[1]]),
                    &mut output,
                );
                let expected = plane([fma_single(x, y, z[0]), fma_single(x, y, z[1])]);
                assert_eq!(
                    (left, output),
                    (Vec::new(), expected),
                    "{x:#x} · {y:#x} + {z:#x?}"
                );
            }
        }
    }
    let sizes = [
        0,
        1,
        (1 << 52) - 1,
        1 << 52,
        0x3ff << 52,
        (0x3ff << 52) + 1,
        0x5ff0_0000_1234_5677,
    ];
    let numbers = sizes.map(|size: u64| [size, size | 1 << 63]);
    let numbers = numbers.as_flattened();
    for &x in numbers {
        for &y in numbers {
            for &z in numbers {
                let mut output = [0; PES];
                let (x, y, z) = ([x; PES], [y; PES], [z; PES]);
                let left = super::super::vector_double_simd::doubles(
                    &x,
                    &y,
                    &z,
                    &mut output,
                    [u64::MAX; 4],
                );
                if left.is_some_and(|left| left.is_empty()) {
                    let expected = fma_double(x[0], y[0], z[0]);
                    assert_eq!(
                        output, [expected; PES],
                        "{:#x} · {:#x} + {:#x}",
                        x[0], y[0], z[0]
                    );
                }
            }
        }
    }
}

/// Products so close to half a step of the sum that the left out and added parts may decide.
#[test]
fn doubles_beside_a_tie_are_those_of_the_general_way() {
    let mut random = Random(4);
    let (mut sure, mut all) = (0, 0);
    for round in 0..128_000 {
        let scale = [1.0, 2.0_f64.powi(-40), 2.0_f64.powi(33)][round % 3];
        // Both factors may be large or small.
        let scale_of_y = [1.0, scale][round / 3 % 2];
        let little = (random.next() % 7) as f64 * 2.0_f64.powi(-20 - (random.next() % 30) as i32);
        let size = [0.5, 1.0, 1.5, 3.0][(random.next() % 4) as usize];
        let sign = [1.0, -1.0][(random.next() % 2) as usize];
        let steps = [0, 1, 2, random.next() % 1000][(random.next() % 4) as usize];
        let x = (1.0 + little) * scale;
        let y = (1.0 - little) * size * sign * scale_of_y;
        let z = (2.0_f64.powi(53) + 2.0 * steps as f64) * scale * scale_of_y;
        let fused = fused::double(x, y, z);
        all += 1;
        if fused.is_sure {
            let expected = fma_double(x.to_bits(), y.to_bits(), z.to_bits());
            assert_eq!(fused.result.to_bits(), expected, "{x:e} · {y:e} + {z:e}");
            sure += 1;
        }
    }
    assert!(sure > all / 4 && sure < all, "{sure} of {all} were sure");
}

/// Sums so close to a tie that the left out and added parts decide, for factors of any size.
#[test]
fn doubles_that_the_correction_decides_are_left() {
    let powers = [-400, -100, 0, 100, 400].map(|exponent| 2.0_f64.powi(exponent));
    for (size_x, size_y) in powers.into_iter().flat_map(|x| powers.map(|y| (x, y))) {
        let (x, y) = ((1.0 + f64::EPSILON) * size_x, (1.0 + f64::EPSILON) * size_y);
        let below_a_tie = (2.0_f64.powi(-53) - 2.0_f64.powi(-78)) * size_x * size_y;
        let host = x.mul_add(y, below_a_tie).to_bits();
        let [x, y, z] = [x, y, below_a_tie].map(f64::to_bits);
        assert_ne!(host, fma_double(x, y, z), "{size_x} {size_y}");
        let left = super::super::vector_double_simd::doubles(
            &[x; PES],
            &[y; PES],
            &[z; PES],
            &mut [0; PES],
            [u64::MAX; 4],
        );
        let Some(left) = left else {
            assert!(!crate::simd::has_multiply_add());
            return;
        };
        assert_eq!(left, [0..PES / 2, PES / 2..PES], "{size_x} {size_y}");
    }
}

/// The nearest singles of the sums of an exact number and a single.
fn round_sums<const N: usize>(exact: &[f64; N], addends: &[f32; N], output: &mut [u32; N]) {
    for lane in 0..N {
        let is_in_doubt;
        (output[lane], is_in_doubt) = nearest(exact[lane] + f64::from(addends[lane]));
        if is_in_doubt {
            output[lane] = nearest_of_exact(exact[lane], addends[lane]);
        }
    }
}

/// Next to a sum that is moved, one that needs no moving stays on its side of a tie.
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
    // Nothing but ties.
    let mut output = [0; 2];
    round_sums(&[tie, -tie], &[tiny, -tiny], &mut output);
    assert_eq!(output, [0x3f80_0001, 0xbf80_0001]);
}

/// The tie between zero and the smallest number has the sum of an infinitely long mantissa on its side (manual 4.3).
#[test]
fn half_a_step_below_the_smallest_number_is_not_too_small() {
    let smallest = 2.0_f64.powi(-126);
    let half_a_step = 2.0_f64.powi(-151);
    let tie = smallest - half_a_step;
    let below = smallest - half_a_step * (1.0 + 2.0_f64.powi(-20));
    let mut output = [1; 4];
    round_sums(&[tie, below, -tie, -below], &[0.0; 4], &mut output);
    assert_eq!(output, [0x0080_0000, 0, 0x8080_0000, 0]);
}
