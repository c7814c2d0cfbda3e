//! Steps and states that bytes choose.

use mnc2_isa::geometry::PES;

use crate::machine::Pair;
use crate::mixed;
use crate::oracle::samples::Random;

/// Steps of one input.
const STEPS: usize = 4;

/// PEs of an L1B.
const L1B_PES: usize = 64;

/// The machine is equivalent to the model for any bytes.
///
/// The first byte chooses the L1B that is modelled and whether all others are like it, which costs much less; the
/// second the content of its memories; the others the steps.
pub(crate) fn machine(data: &[u8]) {
    let [place, state, choices @ ..] = data else {
        return;
    };
    let l1b = usize::from(place % 64);
    let start = mixed::start(&mut Random::new((*state).into()), vec![l1b]);
    let period = if *place < 240 { L1B_PES } else { PES };
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0, |all, &byte| all << 8 | u64::from(byte))
    };
    let numbers = choices.chunks(2).rev().map(number).collect();
    let mut random = Random::after(numbers, data.len() as u64);
    mixed::compared_from(Pair::with_period(start, period), &mut random, STEPS);
}

#[test]
fn bytes_that_choose() {
    for length in [0, 9, 200, 4000] {
        for byte in [0, 1, 0x7f, 0xff] {
            machine(&vec![byte; length]);
        }
        let climbing: Vec<u8> = (0..length).map(|index| (index * 37) as u8).collect();
        machine(&climbing);
    }
}
