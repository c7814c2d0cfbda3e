//! The numbers that host programs send and expect, each as a function of its place.

use super::step::BLOCK;

pub(crate) fn double(value: u64) -> u64 {
    (value as f64).to_bits()
}

// What is sent.
pub(crate) fn halves_of_three(i: u64) -> u64 {
    ((i + 1) as f64 * 1.5).to_bits()
}
pub(crate) fn from_one(i: u64) -> u64 {
    i + 1
}
pub(crate) fn doubles_from_one(i: u64) -> u64 {
    double(i + 1)
}
pub(crate) fn zero(_: u64) -> u64 {
    0
}
pub(crate) fn index(i: u64) -> u64 {
    i
}
pub(crate) fn index_shifted(i: u64) -> u64 {
    i << 16
}
pub(crate) fn poison(_: u64) -> u64 {
    0xdead_beef_dead_beef
}
/// Four blocks: 1, 2, ..., then 101, 102, ... and so on.
pub(crate) fn blocks(i: u64) -> u64 {
    let block = u64::from(BLOCK);
    double(i / block * 100 + i % block + 1)
}
pub(crate) fn one_block(i: u64) -> u64 {
    double(i % u64::from(BLOCK) + 1)
}
pub(crate) fn one(_: u64) -> u64 {
    double(1)
}
pub(crate) fn one_to_four(i: u64) -> u64 {
    double(i % 4 + 1)
}

// The values that are read back.
pub(crate) fn right_neighbour(i: u64) -> u64 {
    1 + if i % 4 == 3 { i - 3 } else { i + 1 }
}
pub(crate) fn left_neighbour(i: u64) -> u64 {
    1 + if i.is_multiple_of(4) { i + 3 } else { i - 1 }
}
/// What the PE at the same place of the MAB `distance` further on in the L1B was sent.
pub(crate) fn mab_further(i: u64, distance: u64) -> u64 {
    let (l1b, mab, pe) = (i / 64, i / 4 % 16, i % 4);
    1 + l1b * 64 + (mab + distance) % 16 * 4 + pe
}
pub(crate) fn right_neighbour_but_pe_0(i: u64) -> u64 {
    if i.is_multiple_of(4) {
        i + 1
    } else {
        right_neighbour(i)
    }
}
pub(crate) fn left_neighbour_but_pe_3(i: u64) -> u64 {
    if i % 4 == 3 { i + 1 } else { left_neighbour(i) }
}
pub(crate) fn right_neighbour_over_mabs(i: u64) -> u64 {
    if i.is_multiple_of(4) {
        mab_further(i, 15)
    } else {
        right_neighbour(i)
    }
}
pub(crate) fn left_neighbour_over_mabs(i: u64) -> u64 {
    if i % 4 == 3 {
        mab_further(i, 1)
    } else {
        left_neighbour(i)
    }
}
pub(crate) fn two_integers(_: u64) -> u64 {
    12345 << 32 | 67890
}
/// The number of the PE in its L1B above its number on the chip.
pub(crate) fn all_numbers(i: u64) -> u64 {
    ((i % 64) << 12) | i
}
/// The sum over 32 bodies i of (xi - xj) * (mi * mj), where x is the number and m one more.
pub(crate) fn force(j: u64) -> u64 {
    let j = j as f64;
    let over = |i: u32| (f64::from(i) - j) * (f64::from(i + 1) * (j + 1.0));
    (0..32).map(over).sum::<f64>().to_bits()
}
pub(crate) fn bytes(i: u64) -> u64 {
    if i < 8 {
        (0xa0 + i) * 0x0101_0101_0101_0101
    } else {
        0
    }
}
