//! Comparisons with the host and with exact sums.

use mnc2_text::random::Random;

use super::*;

pub(super) const MODES: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::ToZero,
    Rounding::Down,
    Rounding::Up,
    Rounding::NearestAway,
];

/// Bit patterns near the corners of a format, and others.
pub(super) fn patterns(format: Format, random: &mut Random) -> u64 {
    let random = random.bits();
    let corners = [
        0,
        1,
        2,
        format.infinity(),
        format.infinity() - 1,
        format.canonical_nan(),
        format.infinity() | 1,
        format.one(),
        format.one() + 1,
        format.one() - 1,
        1 << format.fraction,
        (1 << format.fraction) - 1,
        (1 << format.fraction) + 1,
    ];
    let mask = format.sign_bit() | (format.sign_bit() - 1);
    match random >> 60 {
        0..4 => {
            corners[(random % corners.len() as u64) as usize]
                | ((random >> 40 & 1) * format.sign_bit())
        }
        // Exponents near each other, for cancellation.
        4..9 => {
            (format.one() ^ (random & ((4 << format.fraction) - 1)))
                | ((random >> 59 & 1) * format.sign_bit())
        }
        _ => random & mask,
    }
}

#[test]
fn fused_multiply_add_is_that_of_the_host() {
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    for _ in 0..60_000 {
        let [a, b, c] = [(); 3].map(|()| patterns(DOUBLE, &mut random));
        let host = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c));
        let expected = if host.is_nan() {
            DOUBLE.canonical_nan()
        } else {
            host.to_bits()
        };
        let found = multiply_add((a, b), c, DOUBLE, Rounding::NearestEven, &mut 0);
        assert_eq!(found, expected, "{a:x} * {b:x} + {c:x}");
        let [a, b, c] = [(); 3].map(|()| patterns(SINGLE, &mut random));
        let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
        let host = x.mul_add(y, z);
        let expected = if host.is_nan() {
            SINGLE.canonical_nan()
        } else {
            host.to_bits().into()
        };
        let found = multiply_add((a, b), c, SINGLE, Rounding::NearestEven, &mut 0);
        assert_eq!(found, expected, "{a:x} * {b:x} + {c:x}");
        let host = f64::from(x);
        let expected = if host.is_nan() {
            DOUBLE.canonical_nan()
        } else {
            host.to_bits()
        };
        let found = convert(a, (SINGLE, DOUBLE), Rounding::ToZero, &mut 0);
        assert_eq!(found, expected, "{a:x}");
    }
}

/// The value of a finite half, times 2^24.
fn scaled(bits: u64) -> i128 {
    let exponent = (bits >> 10 & 31) as u32;
    let fraction = i128::from(bits & 0x3ff);
    let size = if exponent == 0 {
        fraction
    } else {
        (fraction | 1 << 10) << (exponent - 1)
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// Halves have few enough bits that sums of products are integers: all rounding modes against the nearest neighbours.
#[test]
fn halves_round_to_their_neighbours() {
    let mut random = Random::new(0x0f1e_2d3c_4b5a_6978);
    let mut finite: Vec<u64> = (0..1 << 16)
        .filter(|bits| bits >> 10 & 31 != 31 && *bits != 0x8000)
        .collect();
    finite.sort_by_key(|&bits| scaled(bits));
    let mut count = 0;
    while count < 20_000 {
        let [a, b, c] = [(); 3].map(|()| patterns(HALF, &mut random) & 0xffff);
        if [a, b, c].iter().any(|bits| bits >> 10 & 31 == 31) {
            continue;
        }
        count += 1;
        let exact = scaled(a) * scaled(b) + (scaled(c) << 24);
        if exact == 0 {
            continue;
        }
        // The largest half that is not above, and the smallest that is not below.
        let at = finite.partition_point(|&bits| scaled(bits) << 24 <= exact);
        let below = at.checked_sub(1).map(|index| finite[index]);
        let above = match below {
            Some(bits) if scaled(bits) << 24 == exact => below,
            _ => finite.get(at).copied(),
        };
        for mode in MODES {
            let mut flags = 0;
            let found = multiply_add((a, b), c, HALF, mode, &mut flags);
            let is_exact = below == above;
            assert_eq!(
                flags & INEXACT == 0,
                is_exact,
                "{a:x} * {b:x} + {c:x} {mode:?}"
            );
            let (Some(below), Some(above)) = (below, above) else {
                assert_eq!(
                    flags & OVERFLOW == 0,
                    is_near_top(exact, mode),
                    "{exact} {mode:?}"
                );
                continue;
            };
            let nearest = |away: bool| {
                let down = exact - (scaled(below) << 24);
                let up = (scaled(above) << 24) - exact;
                match down.cmp(&up) {
                    std::cmp::Ordering::Less => below,
                    std::cmp::Ordering::Greater => above,
                    std::cmp::Ordering::Equal if away => {
                        if exact > 0 {
                            above
                        } else {
                            below
                        }
                    }
                    std::cmp::Ordering::Equal => {
                        if below & 1 == 0 {
                            below
                        } else {
                            above
                        }
                    }
                }
            };
            let expected = match mode {
                Rounding::NearestEven => nearest(false),
                Rounding::NearestAway => nearest(true),
                Rounding::Down => below,
                Rounding::Up => above,
                Rounding::ToZero => {
                    if exact > 0 {
                        below
                    } else {
                        above
                    }
                }
            };
            // A zero that was rounded has the sign of the sum.
            let expected = if expected == 0 && exact < 0 {
                0x8000
            } else {
                expected
            };
            assert_eq!(found, expected, "{a:x} * {b:x} + {c:x} {mode:?}");
        }
    }
}

/// Whether a sum beyond the largest half rounds to it, which is not an overflow.
fn is_near_top(exact: i128, mode: Rounding) -> bool {
    let largest = 65504_i128 << 48;
    let half_step = 16_i128 << 48;
    let size = exact.abs();
    match mode {
        Rounding::NearestEven | Rounding::NearestAway => size < largest + half_step,
        Rounding::Up if exact > 0 => false,
        Rounding::Down if exact < 0 => false,
        Rounding::ToZero | Rounding::Down | Rounding::Up => size < largest + 2 * half_step,
    }
}

#[test]
fn flags_of_the_corners() {
    let check = |a: u64, b: u64, c: u64, expected: (u64, u8)| {
        let mut flags = 0;
        let found = multiply_add((a, b), c, HALF, Rounding::NearestEven, &mut flags);
        assert_eq!((found, flags), expected, "{a:x} * {b:x} + {c:x}");
    };
    let one = HALF.one();
    // Infinity times zero, also with a quiet NaN; infinities of both signs; a signaling NaN.
    check(0x7c00, 0, one, (0x7e00, INVALID));
    check(0x7c00, 0, 0x7e00, (0x7e00, INVALID));
    check(0x7c00, one, 0xfc00, (0x7e00, INVALID));
    check(0x7c01, one, one, (0x7e00, INVALID));
    check(0x7e00, one, one, (0x7e00, 0));
    check(0x7bff, 0x7bff, 0, (0x7c00, OVERFLOW | INEXACT));
    // The smallest number, halved: to even, which is zero.
    check(1, 0x3800, 0, (0, UNDERFLOW | INEXACT));
    // Exact and subnormal is not an underflow.
    check(0x0400, 0x3800, 0, (0x0200, 0));
    // Rounds up to the smallest normal number: tiny with any exponent, and not.
    check(0x3fff, 0x0200, 0, (0x0400, UNDERFLOW | INEXACT));
    check(0x8001, 0x2c00, 0x0400, (0x0400, INEXACT));
    // Opposite zeros, and a number that cancels.
    check(0x8000, one, 0, (0, 0));
    check(one, one, 0xbc00, (0, 0));
    check(0x8000, one, 0x8000, (0x8000, 0));
}
