//! L1BM words that two transfers of a step write, on memories whose every word is different. All that one transfer does
//! is compared with the slow machine in `model/`.

use crate::chip_access::machine_after;
use mnc2_emulator::machine::upper;
use mnc2_isa::Memory;

/// A machine whose L2BM and first 16 long words of GRF0 hold words made of their place.
fn filled(program: &str) -> mnc2_emulator::Machine {
    machine_after(program, |chip| {
        for element in 0..8 {
            for address in 0..2048 {
                let word = word(2, element, address);
                upper::write(chip, Memory::L2bm, element, address, word);
            }
        }
        let planes = chip.planes_mut(Memory::Grf0).unwrap();
        for address in 0..16 {
            for pe in 0..4096 {
                planes.write(address).set(pe, word(5, pe, address as u32));
            }
        }
    })
}

fn word(kind: u64, element: usize, address: u32) -> u64 {
    kind << 48 | (element as u64) << 32 | u64::from(address)
}

/// If a step writes a word twice, the write of the later cycle remains; in one cycle, the write of the PEs remains (assumed,
/// `l1bm-written-twice`). The order of the expressions does not matter (manual 3.6.4).
#[test]
fn l1bm_written_by_two_transfers_of_a_step() {
    for source in [
        "l1bmd $lr0v $lb0; l2bmd $lc0 $lb64",
        "l2bmd $lc0 $lb64; l1bmd $lr0v $lb0",
    ] {
        let machine = filled(source);
        let chip = machine.chip();
        for l1b in 0..64 {
            for address in 0..256_u32 {
                // `l1bmd` writes 64 words in each cycle, `l2bmd` 8 from word 64 on.
                let (cycle, pe) = (address / 64, l1b * 64 + address as usize % 64);
                let offset = address.wrapping_sub(64);
                let expected = if offset < 32 && offset / 8 > cycle {
                    let (l2b, of_l2b) = (l1b / 8, l1b as u32 % 8);
                    word(2, l2b, 64 * (offset / 8) + 8 * of_l2b + offset % 8)
                } else {
                    word(5, pe, cycle)
                };
                assert_eq!(
                    chip.l1bm.read(l1b, address),
                    expected,
                    "{source}: {l1b} {address}"
                );
            }
        }
    }
}
