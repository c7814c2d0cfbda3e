//! The values of inputs that circuits are tried with, before a solver is asked: numbers at the ends of every range, and random
//! bits. They are the same in every run.

use super::circuit::Samples;

/// Numbers at which operations do something else: ends of ranges, amounts of shifts, and the special numbers of the formats.
const EDGES: [u32; 16] = [
    0,
    u32::MAX,
    1,
    2,
    0x8000_0000,
    0x7fff_ffff,
    0x8000_8000,
    0x7fff_7fff,
    0x0001_0001,
    0xffff_0000,
    31,
    32,
    64,
    0x3f80_0000,
    0x7f80_0000,
    0x8000_0001,
];

/// Scatters a number: the finalizer of splitmix64.
const fn scattered(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The bits at a place of the values that are tried for a value, which is named by a number. The first 64 are ends of ranges.
pub(super) fn bit(value: u32, place: usize) -> Samples {
    let seed = u64::from(value) + 1;
    std::array::from_fn(|index| {
        if index > 0 {
            let number = seed << 16 | (place as u64) << 8 | index as u64;
            return scattered(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        let choices = [0, 1, 2, 3].map(|it| scattered(seed << 8 | it | 1 << 63));
        (0..64).fold(0, |bits, sample| {
            let choice = choices[sample / 16] >> (4 * (sample % 16)) & 0xf;
            let edge = EDGES[choice as usize] >> (place % 32) & 1;
            bits | u64::from(edge) << sample
        })
    })
}
