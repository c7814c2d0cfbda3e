//! Steps and states that bytes choose.

use crate::mixed;
use crate::oracle::samples::Random;

/// Steps of one input.
const STEPS: usize = 4;

/// The machine does what the model does, whatever the bytes choose.
pub(crate) fn machine(data: &[u8]) {
    let numbers = data.chunks_exact(8).rev();
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0, |all, &byte| all << 8 | u64::from(byte))
    };
    let mut random = Random::after(numbers.map(number).collect(), data.len() as u64);
    mixed::compared(&mut random, STEPS);
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
