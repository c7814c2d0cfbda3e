//! L1BM, L2BM and MV instructions against the "Effects" of the manual, on memories whose every word is different.

mod chip_access;

use chip_access::{Chip, machine_after, pe_index};
use mnc2_emulator::machine::upper;
use mnc2_isa::Memory;

/// A machine whose L1BM, L2BM, PDM, DRAM and first 16 long words of GRF0 hold words made of their place.
fn filled(program: &str) -> mnc2_emulator::Machine {
    machine_after(program, |chip| {
        for element in 0..64 {
            for address in 0..1024 {
                upper::write(
                    chip,
                    Memory::L1bm,
                    element,
                    address,
                    word(1, element, address),
                );
            }
        }
        for element in 0..8 {
            for address in 0..2048 {
                upper::write(
                    chip,
                    Memory::L2bm,
                    element,
                    address,
                    word(2, element, address),
                );
            }
        }
        for element in 0..4 {
            for address in 0..4096 {
                upper::write(
                    chip,
                    Memory::Pdm,
                    element,
                    address,
                    word(3, element, address),
                );
                upper::write(
                    chip,
                    Memory::Dram,
                    element,
                    address,
                    word(4, element, address),
                );
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

/// A long word of GRF0.
fn grf0(chip: &Chip, address_long_words: usize, pe: usize) -> u64 {
    chip.planes(Memory::Grf0).unwrap().read(address_long_words)[pe]
}

fn l1bm(chip: &Chip, l1b: usize, address: u32) -> u64 {
    upper::read(chip, Memory::L1bm, l1b, address)
}

/// An L1B, MAB and PE in every corner and in between.
fn some_pes() -> impl Iterator<Item = (usize, usize, usize)> {
    [0, 1, 7, 8, 37, 63]
        .into_iter()
        .flat_map(|l1b| (0..16).flat_map(move |mab| (0..4).map(move |pe| (l1b, mab, pe))))
}

/// Checks an L1BM to PE instruction into `$llr0v`: `source(cycle, mab, pe, side)` is the L1BM address of a
/// long word, or `None` for a zero.
fn check_down(instruction: &str, source: impl Fn(u32, usize, usize, usize) -> Option<u32>) {
    let machine = filled(&format!("{instruction} $llr0v\n"));
    for (l1b, mab, pe) in some_pes() {
        for cycle in 0..4 {
            for side in 0..2 {
                let address = 2 * cycle as usize + side;
                let expected =
                    source(cycle, mab, pe, side).map_or(0, |address| word(1, l1b, address));
                let actual = grf0(machine.chip(), address, pe_index(l1b, mab, pe));
                assert_eq!(
                    actual, expected,
                    "{instruction}: L1B {l1b} MAB {mab} PE {pe} cycle {cycle} side {side}"
                );
            }
        }
    }
}

#[test]
fn broadcasts_and_distribution_read_l1bm() {
    let long = |side: usize, address: usize| (side == 0).then_some(address as u32);
    check_down("l1bmp $lb3", |c, _, _, side| long(side, 3 + c as usize));
    check_down("l1bmp $llb64", |c, _, _, side| {
        Some(64 + c + 4 * side as u32)
    });
    check_down("l1bmm $lb16", |c, _, pe, side| {
        long(side, 16 + 4 * c as usize + pe)
    });
    check_down("l1bmm $llb16", |c, _, pe, side| {
        Some(16 + 8 * c + 4 * side as u32 + pe as u32)
    });
    check_down("l1bmm4 $lb16", |c, mab, pe, side| {
        long(side, 16 + 16 * c as usize + (mab >> 2) * 4 + pe)
    });
    check_down("l1bmm4 $llb32", |c, mab, pe, side| {
        Some(32 + 32 * c + (mab as u32 >> 2) * 8 + 4 * side as u32 + pe as u32)
    });
    check_down("l1bmd $lb64", |c, mab, pe, side| {
        long(side, 64 + 64 * c as usize + mab * 4 + pe)
    });
    // MAB n receives what MAB n - 1 would have.
    check_down("l1bmd+1 $lb0", |c, mab, pe, side| {
        long(side, 64 * c as usize + (mab + 15) % 16 * 4 + pe)
    });
    check_down("l1bmd-3 $lb0", |c, mab, pe, side| {
        long(side, 64 * c as usize + (mab + 3) % 16 * 4 + pe)
    });
}

/// Checks a PE to L1BM instruction at address 0: `source(offset)` is cycle, MAB, PE and side of a long word.
fn check_up(
    instruction: &str,
    long_words: u32,
    source: impl Fn(u32) -> (u32, usize, usize, usize),
) {
    let machine = filled(&format!("{instruction}\n"));
    for l1b in [0, 5, 63] {
        for address in 0..4 * long_words {
            let (cycle, mab, pe, side) = source(address);
            let register = if instruction.contains("$llr") {
                2 * cycle + side as u32
            } else {
                cycle
            };
            let expected = word(5, pe_index(l1b, mab, pe), register);
            assert_eq!(
                l1bm(machine.chip(), l1b, address),
                expected,
                "{instruction}: L1B {l1b} address {address}"
            );
        }
        let beyond = 4 * long_words;
        assert_eq!(
            l1bm(machine.chip(), l1b, beyond),
            word(1, l1b, beyond),
            "{instruction} wrote too much"
        );
    }
}

#[test]
fn transfers_and_gather_write_l1bm() {
    let split =
        |address: u32, per_cycle: u32| (address / per_cycle, (address % per_cycle) as usize);
    check_up("l1bmm@5 $lr0v $lb0", 4, |address| {
        let (cycle, pe) = split(address, 4);
        (cycle, 5, pe, 0)
    });
    check_up("l1bmm@15 $llr0v $llb0", 8, |address| {
        let (cycle, rest) = split(address, 8);
        (cycle, 15, rest % 4, rest / 4)
    });
    check_up("l1bmm4@2 $lr0v $lb0", 16, |address| {
        let (cycle, rest) = split(address, 16);
        (cycle, rest / 4 * 4 + 2, rest % 4, 0)
    });
    check_up("l1bmm4@3 $llr0v $llb0", 32, |address| {
        let (cycle, rest) = split(address, 32);
        (cycle, rest / 8 * 4 + 3, rest % 4, rest % 8 / 4)
    });
    check_up("l1bmd $lr0v $lb0", 64, |address| {
        let (cycle, rest) = split(address, 64);
        (cycle, rest / 4, rest % 4, 0)
    });
    check_up("l1bmd+1 $lr0v $lb0", 64, |address| {
        let (cycle, rest) = split(address, 64);
        (cycle, (rest / 4 + 15) % 16, rest % 4, 0)
    });
}

#[test]
fn reductions_sum_over_mabs() {
    let machine = machine_after(
        "lpassa $peid $llr0v\nnop/2\nl1bmrliadd $lr0v $lb0\nl1bmr4liadd $lr0v $lb64\nl1bmrlbor $llr0v $llb128\n",
        |_| {},
    );
    for l1b in [0, 63] {
        for pe in 0..4 {
            let sum: u64 = (0..16).map(|mab| mab * 4 + u64::from(pe)).sum();
            assert_eq!(l1bm(machine.chip(), l1b, 4 + pe), sum);
            for upper in 0..4 {
                let sum: u64 = (0..4)
                    .map(|lower| (upper * 4 + lower) * 4 + u64::from(pe))
                    .sum();
                assert_eq!(
                    l1bm(machine.chip(), l1b, 64 + 16 + 4 * upper as u32 + pe),
                    sum
                );
            }
            assert_eq!(
                l1bm(machine.chip(), l1b, 128 + pe),
                0b11_1100 | u64::from(pe)
            );
        }
    }
}

#[test]
fn half_precision_reductions_extend_add_and_shorten() {
    // Halves 1, 2, 3, 4 in every PE: sums over 16 MABs.
    let program = "d set $lr0 1 h3e00_4000_4100_4200\nl1bmrhfadd $lr0 $lb0\nl1bmrffaddr $lr0e $lb64\n\
                   l1bmrffadd $lr0e $llb128\n";
    let machine = machine_after(program, |_| {});
    let halves = 0x4600_4800_4900_4a00;
    let single = |value: f32| u64::from(value.to_bits());
    for pe in 0..4 {
        assert_eq!(l1bm(machine.chip(), 9, pe), halves);
        assert_eq!(l1bm(machine.chip(), 9, 64 + pe), halves);
        assert_eq!(
            l1bm(machine.chip(), 9, 128 + pe),
            single(16.0) << 32 | single(32.0)
        );
        assert_eq!(
            l1bm(machine.chip(), 9, 132 + pe),
            single(48.0) << 32 | single(64.0)
        );
    }
}

#[test]
fn turnaround_is_the_same_as_writing_and_reading_l1bm() {
    let turned = filled(
        "l1bmm@2 $lr0v $lb0\nl1bmm $lbi $lm0v; l1bmm@2 $lr8v $lb16\nnop/2\nl1bmm $lbi $lm8v\n",
    );
    let direct = filled(
        "l1bmm@2 $lr0v $lb0\nl1bmm@2 $lr8v $lb16\nnop/2\nl1bmm $lb0 $lm0v\nl1bmm $lb16 $lm8v\n",
    );
    for address in 0..8 {
        let read = |machine: &mnc2_emulator::Machine| {
            machine
                .chip()
                .planes(Memory::Lm0)
                .unwrap()
                .read(address)
                .clone()
        };
        assert_eq!(read(&turned), read(&direct), "long word {address}");
        assert_ne!(read(&turned)[77], 0);
    }
}

#[test]
fn only_the_turnaround_register_is_written_when_it_is_the_destination() {
    let machine = filled("l1bmm@1 $lr0v $lbi\nnoforward; l1bmm@2 $lr0v $lb0\nl1bmm $lbi $lm0v\n");
    let lm0 = machine.chip().planes(Memory::Lm0).unwrap();
    assert_eq!(
        lm0.read(2)[pe_index(3, 9, 1)],
        word(5, pe_index(3, 1, 1), 2),
        "noforward keeps it"
    );
    let machine = filled("l1bmm@1 $lr0v $lbi\n");
    assert_eq!(l1bm(machine.chip(), 3, 0), word(1, 3, 0));
}

/// The rotation example of manual 3.6.8.20.
#[test]
fn rotation_of_gather_distribution_and_turnaround() {
    let machine = machine_after(
        "lpassa $mabid $lr0v\nnop\nl1bmd+1 $lr0v $lb0\nl1bmd-1 $lr0v $lb256; l1bmd+1 $lbi $ls0v\n\
         l1bmd-1 $lbi $ls8v\nnop\nl1bmd $lb0 $ls16v\nl1bmd $lb256 $ls24v\n",
        |_| {},
    );
    let grf1 = machine.chip().planes(Memory::Grf1).unwrap();
    assert_eq!(
        [0, 4, 8, 12].map(|address| grf1.read(address)[0]),
        [15, 1, 15, 1]
    );
}

#[test]
fn l2bm_to_l1bm() {
    let machine =
        filled("l2bmb@[0,1,2,3] $lc16 $lb32\nl2bmb2 $lc64 $lb128\nl2bmd@1/6 $lc256 $lb256\n");
    let chip = machine.chip();
    for l2b in 0..8 {
        for l1b in 0..8 {
            let element = l2b * 8 + l1b;
            for index in 0..64 {
                let expected = if l1b < 4 {
                    word(2, l2b, 16 + index)
                } else {
                    word(1, element, 32 + index)
                };
                assert_eq!(
                    l1bm(chip, element, 32 + index),
                    expected,
                    "l2bmb {l1b} {index}"
                );
                let source = 64 + 64 * (index / 16) + 16 * (l1b as u32 / 2) + index % 16;
                assert_eq!(
                    l1bm(chip, element, 128 + index),
                    word(2, l2b, source),
                    "l2bmb2 {l1b} {index}"
                );
            }
            for index in 0..32 {
                let source = 256 + 64 * (index / 8) + 8 * l1b as u32 + index % 8;
                let expected = if l1b % 2 == 1 {
                    word(2, l2b, source)
                } else {
                    word(1, element, 256 + index)
                };
                assert_eq!(
                    l1bm(chip, element, 256 + index),
                    expected,
                    "l2bmd {l1b} {index}"
                );
            }
        }
    }
}

#[test]
fn l1bm_to_l2bm() {
    let machine = filled(
        "l2bm@3 $lb16 $lc32\nl2bmd $lb8 $lc256\nl2bmrliadd@[0,4] $lb64 $lc512\nl2bmr2liadd $lb64 $lc768\n",
    );
    let read = |l2b, address| upper::read(machine.chip(), Memory::L2bm, l2b, address);
    for l2b in 0..8 {
        let l1 = |l1b: usize, address| word(1, l2b * 8 + l1b, address);
        for index in 0..64 {
            assert_eq!(read(l2b, 32 + index), l1(3, 16 + index), "l2bm@3 {index}");
            assert_eq!(
                read(l2b, 512 + index),
                l1(0, 64 + index) + l1(4, 64 + index),
                "l2bmr {index}"
            );
        }
        for index in 0..256 {
            let (cycle, rest) = (index / 64, index % 64);
            assert_eq!(
                read(l2b, 256 + index),
                l1(rest as usize / 8, 8 + 8 * cycle + rest % 8),
                "l2bmd {index}"
            );
            let pair = rest as usize / 16 * 2;
            let source = 64 + 16 * cycle + rest % 16;
            assert_eq!(
                read(l2b, 768 + index),
                l1(pair, source) + l1(pair + 1, source),
                "l2bmr2 {index}"
            );
        }
    }
}

#[test]
fn multicast_between_l1bms() {
    let machine = filled("l2bmi@0/4 $lb0 $lb64\nnop/3\nl2bmi@0/6 $lb0 $lb128\n");
    for l1b in 0..8 {
        for index in 0..64 {
            let first = if l1b % 4 == 0 {
                word(1, l1b, 64 + index)
            } else {
                word(1, l1b / 4 * 4, index)
            };
            assert_eq!(l1bm(machine.chip(), l1b, 64 + index), first, "@0/4 {l1b}");
            let second = if l1b % 2 == 0 {
                word(1, l1b, 128 + index)
            } else {
                word(1, l1b - 1, index)
            };
            assert_eq!(l1bm(machine.chip(), l1b, 128 + index), second, "@0/6 {l1b}");
        }
    }
}

/// Checks one MV instruction: `source` gives the words that must be found, by memory, element and address.
fn check_mv(
    instruction: &str,
    memory: Memory,
    expected: impl Fn(usize, u32) -> u64,
    elements: usize,
    addresses: u32,
) {
    let machine = filled(&format!("{instruction}\n"));
    for element in 0..elements {
        for address in 0..addresses {
            let actual = upper::read(machine.chip(), memory, element, address);
            assert_eq!(
                actual,
                expected(element, address),
                "{instruction}: element {element} address {address}"
            );
        }
    }
}

const PDM: u64 = 3;
const DRAM: u64 = 4;
const L2BM: u64 = 2;

#[test]
fn individual_and_parallel_transfers() {
    let moved = |to: (u64, usize), from: (u64, usize), offset: u32| {
        move |element: usize, address: u32| {
            if element == to.1 && address < 128 {
                word(from.0, from.1, address + offset)
            } else {
                word(to.0, element, address)
            }
        }
    };
    check_mv(
        "mvp/n128 $p64@1 $d0@2",
        Memory::Dram,
        moved((DRAM, 2), (PDM, 1), 64),
        4,
        200,
    );
    check_mv(
        "mvp/n128 $d64@1 $p0@0",
        Memory::Pdm,
        moved((PDM, 0), (DRAM, 1), 64),
        4,
        200,
    );
    check_mv(
        "mvp/n128 $p64@0 $lc0@2.1",
        Memory::L2bm,
        moved((L2BM, 5), (PDM, 0), 64),
        8,
        200,
    );
    check_mv(
        "mvp/n128 $lc64@2.1 $p0@0",
        Memory::Pdm,
        moved((PDM, 0), (L2BM, 5), 64),
        4,
        200,
    );
    check_mv(
        "mvp/n128 $d64@3 $lc0@0.1",
        Memory::L2bm,
        moved((L2BM, 1), (DRAM, 3), 64),
        8,
        200,
    );
    check_mv(
        "mvp/n128 $lc64@2.0 $d0@0",
        Memory::Dram,
        moved((DRAM, 0), (L2BM, 4), 64),
        4,
        200,
    );
    check_mv(
        "mvp/n128 $p64@0 $p0@1",
        Memory::Pdm,
        moved((PDM, 1), (PDM, 0), 64),
        4,
        64,
    );
    let to_l2bm = |kind| {
        move |l2b: usize, address: u32| {
            if l2b % 2 == 1 && address < 64 {
                word(kind, l2b / 2, address)
            } else {
                word(L2BM, l2b, address)
            }
        }
    };
    check_mv("mvp/n64 $p0 $lc0@.1", Memory::L2bm, to_l2bm(PDM), 8, 100);
    check_mv("mvp/n64 $d0 $lc0@.1", Memory::L2bm, to_l2bm(DRAM), 8, 100);
    let from_l2bm = |kind| {
        move |group: usize, address: u32| {
            if address < 64 {
                word(L2BM, group * 2 + 1, address)
            } else {
                word(kind, group, address)
            }
        }
    };
    check_mv("mvp/n64 $lc0@.1 $p0", Memory::Pdm, from_l2bm(PDM), 4, 100);
    check_mv("mvp/n64 $lc0@.1 $d0", Memory::Dram, from_l2bm(DRAM), 4, 100);
}

#[test]
fn broadcasts_to_l2bm() {
    check_mv(
        "mvb2/n64 $d0 $lc0",
        Memory::L2bm,
        |l2b, address| word(DRAM, l2b / 2, address),
        8,
        64,
    );
    check_mv(
        "mvb/n64 $p0@3 $lc0",
        Memory::L2bm,
        |_, address| word(PDM, 3, address),
        8,
        64,
    );
    check_mv(
        "mvb/n128 $d0 $lc0",
        Memory::L2bm,
        |_, address| {
            word(
                DRAM,
                (address as usize % 64) / 16,
                address / 64 * 16 + address % 16,
            )
        },
        8,
        128,
    );
    check_mv(
        "mvb4/n128 $d0 $lc0",
        Memory::L2bm,
        |l2b, address| {
            word(
                DRAM,
                (address as usize % 64) / 16,
                address / 64 * 32 + (l2b as u32 % 2) * 16 + address % 16,
            )
        },
        8,
        128,
    );
}

#[test]
fn scatter_and_gather() {
    check_mv(
        "mvd/n128 $p0@1 $lc0",
        Memory::L2bm,
        |l2b, address| {
            let (unit, j) = (address / 64, address % 64 / 16);
            word(
                PDM,
                1,
                512 * unit + (j * 8 + l2b as u32) * 16 + address % 16,
            )
        },
        8,
        128,
    );
    check_mv(
        "mvd/n128 $lc0 $p0@1",
        Memory::Pdm,
        |group, address| {
            let (unit, block) = (address / 512, address % 512 / 16);
            if group == 1 {
                word(
                    L2BM,
                    block as usize % 8,
                    unit * 64 + block / 8 * 16 + address % 16,
                )
            } else {
                word(PDM, group, address)
            }
        },
        4,
        1024,
    );
    check_mv(
        "mvd/n128 $p0@1 $d0",
        Memory::Dram,
        |group, address| word(PDM, 1, address / 16 * 64 + group as u32 * 16 + address % 16),
        4,
        32,
    );
    check_mv(
        "mvd/n128 $d0 $p0@1",
        Memory::Pdm,
        |group, address| {
            if group == 1 {
                word(
                    DRAM,
                    (address as usize % 64) / 16,
                    address / 64 * 16 + address % 16,
                )
            } else {
                word(PDM, group, address)
            }
        },
        4,
        128,
    );
}

#[test]
fn reductions_of_l2bm() {
    let sum = |l2bs: &[usize], address: u32| {
        l2bs.iter()
            .map(|&l2b| word(L2BM, l2b, address))
            .fold(0, u64::wrapping_add)
    };
    let all: Vec<usize> = (0..8).collect();
    check_mv(
        "mvr2liadd/n64 $lc0 $d0",
        Memory::Dram,
        |group, address| sum(&[2 * group, 2 * group + 1], address),
        4,
        64,
    );
    check_mv(
        "mvr2liadd/n64 $lc0@1 $p0@1",
        Memory::Pdm,
        |group, address| {
            if group == 1 {
                sum(&[2, 3], address)
            } else {
                word(PDM, group, address)
            }
        },
        4,
        64,
    );
    check_mv(
        "mvrliadd/n64 $lc0 $p0@2",
        Memory::Pdm,
        |group, address| {
            if group == 2 {
                sum(&all, address)
            } else {
                word(PDM, group, address)
            }
        },
        4,
        64,
    );
    check_mv(
        "mvrliadd/n128 $lc0 $d0",
        Memory::Dram,
        |group, address| sum(&all, address / 16 * 64 + group as u32 * 16 + address % 16),
        4,
        32,
    );
    check_mv(
        "mvr4liadd/n128 $lc0 $d0",
        Memory::Dram,
        |group, address| {
            let (unit, l2b) = (address / 32, address as usize % 32 / 16);
            let l2bs = [0, 1, 2, 3].map(|group| group * 2 + l2b);
            sum(&l2bs, unit * 64 + group as u32 * 16 + address % 16)
        },
        4,
        64,
    );
}

#[test]
fn dram_indirection() {
    // DAR entries 512.. of every group: 100, 50, 7, 200 in units of 16 long words.
    let entries: [u64; 4] = [100, 50, 7, 200];
    let program = format!(
        "d set $lc0 2 l{:x}l{:x}\nl2bmdars $lc0@.1 $dar512; l2bmdarw\nmvp/n256nd4 $p1600@1 $di512@2\n",
        entries[0] << 32 | entries[1],
        entries[2] << 32 | entries[3],
    );
    let machine = filled(&program);
    for access in 0..16 {
        let block = entries[access as usize / 4] as u32 + access % 4;
        for index in 0..16 {
            let actual = upper::read(machine.chip(), Memory::Dram, 2, block * 16 + index);
            assert_eq!(
                actual,
                word(PDM, 1, 1600 + access * 16 + index),
                "access {access}"
            );
        }
    }
    // Without nd<N> the first entry counts for all of it.
    let machine = filled(&program.replace("nd4", ""));
    assert_eq!(
        upper::read(machine.chip(), Memory::Dram, 2, 1600 + 255),
        word(PDM, 1, 1600 + 255)
    );
}

#[test]
fn dar_writes_continue_where_they_were() {
    let machine = filled("l2bmdars $lc0@.1 $dar1022; l2bmdarw\nl2bmd $lc256 $lb0; l2bmdarw\n");
    let chip = machine.chip();
    for group in 0..4 {
        for index in 0..8 {
            let long = word(L2BM, group * 2 + 1, index / 2);
            let expected = if index % 2 == 0 {
                (long >> 32) as u32
            } else {
                long as u32
            };
            assert_eq!(
                chip.dar[group * 1024 + (1022 + index as usize) % 1024],
                expected,
                "group {group} {index}"
            );
        }
    }
}

/// Of two writes of one word in a step that of the later cycle stays, and of the same cycle that of the PEs (assumed,
/// `l1bm-written-twice`), in whatever order the expressions are written (manual 3.6.4).
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
