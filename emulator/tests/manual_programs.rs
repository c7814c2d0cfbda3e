//! The programs of manual 3.6 and 3.7 that compute something, with the state that they must produce.

use crate::chip_access::{Chip, machine_after};
use mnc2_emulator::Machine;
use mnc2_emulator::lanes::Lanes;
use mnc2_emulator::machine::upper;
use mnc2_isa::Memory;

/// The index of a PE of an L1B counted over the chip.
fn pe_index(l1b: usize, mab: usize, pe: usize) -> usize {
    (l1b * 16 + mab) * 4 + pe
}

/// Long words of a memory on one PE.
fn words<const N: usize>(machine: &Machine, memory: Memory, first: usize, pe: usize) -> [u64; N] {
    let planes = machine.chip().planes(memory).unwrap();
    std::array::from_fn(|index| planes.read(first + index)[pe])
}

fn set(chip: &mut Chip, memory: Memory, address: usize, value: impl Fn(usize) -> u64) {
    let plane = chip.planes_mut(memory).unwrap().write(address);
    *plane = Lanes::from_fn(4096, value);
}

fn doubles<const N: usize>(values: [f64; N]) -> [u64; N] {
    values.map(f64::to_bits)
}

fn singles(most: f32, least: f32) -> u64 {
    u64::from(most.to_bits()) << 32 | u64::from(least.to_bits())
}

/// The number of a PE in its L1B, and in its MAB.
fn in_l1b(pe: usize) -> usize {
    pe % 64
}

#[test]
fn several_outputs_and_units_in_a_step() {
    let machine = machine_after("dvpassa $lm0v $ln0v $lr0v; linc $t $ls0v\n", |chip| {
        for cycle in 0..4 {
            set(chip, Memory::Lm0, cycle, |pe| {
                (pe as f64 + cycle as f64 / 4.0).to_bits()
            });
            set(chip, Memory::T, 2 * cycle, |pe| (pe * 10 + cycle) as u64);
        }
    });
    let copied = doubles([77.0, 77.25, 77.5, 77.75]);
    assert_eq!(words(&machine, Memory::Lm1, 0, 77), copied);
    assert_eq!(words(&machine, Memory::Grf0, 0, 77), copied);
    assert_eq!(words(&machine, Memory::Grf1, 0, 77), [771, 772, 773, 774]);
}

/// 3.6.1.15: the result of the MAU is reduced by the next step.
#[test]
fn mau_results_are_forwarded_to_a_reduction() {
    let machine = machine_after("fvpassa $lm0v $lr0v\nl1bmrffadd $mauf $lb0\n", |chip| {
        set(chip, Memory::Lm0, 1, |pe| singles(in_l1b(pe) as f32, 0.5));
    });
    for pe in 0..4 {
        let sum: usize = (0..16).map(|mab| mab * 4 + pe as usize).sum();
        let word = upper::read(machine.chip(), Memory::L1bm, 9, 4 + pe);
        assert_eq!(word, singles(sum as f32, 8.0));
    }
}

/// 3.6.1.16 and 3.6.1.18: block floats through the matrix register and back, transposed.
#[test]
fn alu_and_mread_results_are_forwarded() {
    let machine = machine_after(
        "dbfn $lm0v $lr0v\ndmwrite $aluf $lx0\ndmread $lx0 $lr8v\nlpassa $mreadf $ls0v\n",
        |chip| {
            for row in 0..4 {
                set(chip, Memory::Lm0, row, |pe| {
                    (1.0 + pe as f64 % 4.0).to_bits()
                });
            }
        },
    );
    // 1.0 to 4.0 with the common exponent of 4.0, no bit being hidden.
    let block = [0x4012_u64, 0x4014, 0x4016, 0x4018].map(|top| top << 48);
    for pe in 0..4 {
        assert_eq!(words(&machine, Memory::Grf0, 0, pe), [block[pe]; 4]);
        assert_eq!(
            words(&machine, Memory::Grf1, 0, 64 + pe),
            block,
            "a column is a row"
        );
    }
}

/// 3.6.1.17: twice the data that came from L1BM.
#[test]
fn transfers_are_forwarded() {
    let machine = machine_after("l1bmm $lb0 $lr0v\ndvadd $lbf $lbf $ls0v\n", |chip| {
        for address in 0..16 {
            upper::write(chip, Memory::L1bm, 2, address, f64::from(address).to_bits());
        }
    });
    let pe = pe_index(2, 7, 3);
    assert_eq!(
        words(&machine, Memory::Grf0, 0, pe),
        doubles([3.0, 7.0, 11.0, 15.0])
    );
    assert_eq!(
        words(&machine, Memory::Grf1, 0, pe),
        doubles([6.0, 14.0, 22.0, 30.0])
    );
}

/// The program of manual 3.6.1.19.
#[test]
fn an_immediate_value_through_the_forwarding_path() {
    let machine = machine_after("imm f\"1.0\" $nowrite\nfvadd $lm0v $aluf $lr0v\n", |chip| {
        set(chip, Memory::Lm0, 2, |_| singles(2.5, -1.0));
    });
    assert_eq!(
        words(&machine, Memory::Grf0, 0, 0),
        [
            singles(1.0, 1.0),
            singles(1.0, 1.0),
            singles(3.5, 0.0),
            singles(1.0, 1.0)
        ]
    );
}

/// A half-precision product of the unit matrix with a vector of ones.
const UNIT_PRODUCT: &str = "hbfn/9 $llm16v $nowrite\nhmwrite $aluf $llx0\nhbfn/9 $llm32v $nowrite\n\
                            hmwrite $aluf $llx8\nhbfn/9 $lm0v $lr0v\n";

fn unit_matrix(chip: &mut Chip) {
    for row in 0..16 {
        set(chip, Memory::Lm0, 8 + row, |pe| {
            if row / 4 == pe % 4 {
                0x3e00 << (48 - 16 * (row % 4))
            } else {
                0
            }
        });
    }
    for cycle in 0..4 {
        set(chip, Memory::Lm0, cycle, |_| 0x3e00_4000_4100_4200);
    }
}

/// 3.6.2.1 and 3.6.2.2: masks of two long words on a half-precision matrix-vector product.
#[test]
fn masks_on_a_matrix_vector_product() {
    let (most, least) = (singles(1.0, 2.0), singles(3.0, 4.0));
    let machine = machine_after(
        &format!("{UNIT_PRODUCT}nop\nhmmul $lx $lr0v $llr8v\n"),
        unit_matrix,
    );
    assert_eq!(
        words(&machine, Memory::Grf0, 4, 2),
        [most, least, most, least]
    );
    let flushed = machine_after(
        &format!("{UNIT_PRODUCT}nop\nhmmul/ll0111 $lx $lr0v $llr8v\n"),
        unit_matrix,
    );
    assert_eq!(words(&flushed, Memory::Grf0, 4, 2), [0, 0, most, least]);
    let masked = machine_after(
        &format!("{UNIT_PRODUCT}ipassa $lm64v $omr1\nhmmul $lx $lr0v $llr8v/$llimr1\n"),
        |chip| {
            unit_matrix(chip);
            // Two flags for each single word: the first word is zero, the second is not.
            set(chip, Memory::Lm0, 32, |_| 1);
            for cycle in 1..4 {
                set(chip, Memory::Lm0, 32 + cycle, |_| 1 << 32);
            }
        },
    );
    assert_eq!(words(&masked, Memory::Grf0, 4, 2), [most, 0, 0, least]);
}

/// 3.6.8.4 and 3.6.8.5: the order of halves survives extension, reduction, shortening and broadcast.
#[test]
fn shortening_undoes_the_order_of_extension() {
    let machine = machine_after(
        "l1bmrffaddr $lr0ve $lb0\nl1bmrffadd $lr0ve $llb64\nnop/2\nl1bmm $lb0 $ln0v\nl1bmm $llb64 $llm0v\n",
        |chip| {
            for cycle in 0..4 {
                // Only MAB 3 has anything but zeros, so that its values come back.
                set(chip, Memory::Grf0, cycle, |pe| {
                    if pe / 4 % 16 == 3 {
                        0x3e00_4000_4100_4200 + ((pe as u64 % 4) << 48)
                    } else {
                        0
                    }
                });
            }
        },
    );
    for pe in 0..4 {
        let halves = 0x3e00_4000_4100_4200 + ((pe as u64) << 48);
        assert_eq!(
            words(&machine, Memory::Lm1, 0, pe_index(8, 1, pe)),
            [halves; 4],
            "PE {pe}"
        );
        let [_, second] = words::<2>(&machine, Memory::Lm0, 0, pe_index(8, 1, pe));
        assert_eq!(second, singles(3.0, 4.0));
    }
}

/// 3.6.8.21: gather with a rotation and distribution without, and the other way round, are the same.
#[test]
fn rotations_of_gather_and_distribution_agree() {
    let machine = machine_after(
        "l1bmd+1 $lr0v $lb0\nl1bmd $lr0v $lb256\nnop/2\nl1bmd $lb0 $ls0v\nl1bmd+1 $lb256 $ls8v\n",
        |chip| {
            for cycle in 0..4 {
                set(chip, Memory::Grf0, cycle, |pe| (pe * 8 + cycle) as u64);
            }
        },
    );
    let pe = pe_index(1, 0, 2);
    let first: [u64; 4] = words(&machine, Memory::Grf1, 0, pe);
    assert_eq!(first, words(&machine, Memory::Grf1, 4, pe));
    assert_eq!(first[0], pe_index(1, 15, 2) as u64 * 8);
}

/// 3.6.9.11: a double-precision product takes two steps.
#[test]
fn double_precision_products_in_two_steps() {
    let machine = machine_after(
        "dvmulu $lm0v $lr0v $nowrite\ndvfmad $lm0v $lr0v $mauf $ls0v\n",
        |chip| {
            set(chip, Memory::Lm0, 0, |pe| (pe as f64).to_bits());
            set(chip, Memory::Grf0, 0, |_| 1.5f64.to_bits());
        },
    );
    for pe in 0..8 {
        assert_eq!(
            words(&machine, Memory::Grf1, 0, pe),
            doubles([pe as f64 * 1.5, 0.0])
        );
    }
}

/// 3.6.9.22 and 3.6.9.23: signs, and extension from one precision lower.
#[test]
fn signs_and_extension_of_inputs() {
    let machine = machine_after("dvadd -$lr0v -$lm0v $ln0v\n", |chip| {
        set(chip, Memory::Grf0, 0, |_| 2.0f64.to_bits());
        set(chip, Memory::Lm0, 0, |_| (-0.5f64).to_bits());
    });
    assert_eq!(words(&machine, Memory::Lm1, 0, 0), doubles([-1.5, 0.0]));
    let machine = machine_after("dvfmau $m0ve $r0ve $n0ve $lr4v\n", |chip| {
        set(chip, Memory::Lm0, 0, |_| singles(3.0, 5.0));
        set(chip, Memory::Grf0, 0, |_| singles(2.0, 4.0));
        set(chip, Memory::Lm1, 0, |_| singles(0.25, -0.25));
    });
    assert_eq!(words(&machine, Memory::Grf0, 2, 0), doubles([6.25, 19.75]));
    assert_eq!(
        words(&machine, Memory::Grf0, 2, 2),
        doubles([0.25, -0.25]),
        "no product on the lower PEs"
    );
    let machine = machine_after("hvfma $lm0v $lr0v $ln0ve $llr8v\n", |chip| {
        set(chip, Memory::Lm0, 0, |_| 0x4000_4000_4000_4000);
        set(chip, Memory::Grf0, 0, |_| 0x3e00_4000_4100_4200);
        set(chip, Memory::Lm1, 0, |_| 0x3e00_be00_0000_3c00);
    });
    assert_eq!(
        words(&machine, Memory::Grf0, 4, 0),
        [singles(3.0, 3.0), singles(6.0, 8.5)]
    );
}

/// 3.6.9.24 and 3.6.9.25: shortened inputs and outputs.
#[test]
fn shortened_inputs_and_outputs() {
    let machine = machine_after(
        "hvmul $llr0vr $lm0v $llt\nnop\nhvmulr $llr0vr $lm0v $ln0v\n",
        |chip| {
            set(chip, Memory::Grf0, 0, |_| singles(1.0, 1.000_000_1));
            set(chip, Memory::Grf0, 1, |_| singles(-3.0, 0.5));
            set(chip, Memory::Lm0, 0, |_| 0x4000_4000_4000_4000);
        },
    );
    assert_eq!(
        words(&machine, Memory::T, 0, 0),
        [singles(2.0, 2.0), singles(-6.0, 1.0)]
    );
    assert_eq!(words(&machine, Memory::Lm1, 0, 0), [0x4000_4000_c300_3e00]);
}

/// 3.6.12.2 to 3.6.12.8.
#[test]
fn simple_alu_programs() {
    let ones = |chip: &mut Chip| {
        for address in 0..16 {
            set(chip, Memory::Grf0, address, |_| u64::MAX);
        }
    };
    let machine = machine_after("zero $llr0v\n", ones);
    assert_eq!(
        words(&machine, Memory::Grf0, 0, 9),
        [0, 0, 0, 0, 0, 0, 0, 0, u64::MAX]
    );
    let machine = machine_after("immu s\"1\" $llr0\n", |_| {});
    assert_eq!(
        words(&machine, Memory::Grf0, 0, 9),
        [0x0001_0001_0000_0000; 2]
    );
    let machine = machine_after(
        "lpassa $subpeid $lr0v\nnop\nmsl $lr0v $lr0v\nnop\nmsr $lr0v $ln0v\n",
        |_| {},
    );
    assert_eq!(
        [0, 1, 2, 3].map(|pe| words::<1>(&machine, Memory::Grf0, 3, pe)[0]),
        [3, 0, 1, 2]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|pe| words::<1>(&machine, Memory::Lm1, 3, pe)[0]),
        [0, 1, 2, 3]
    );
    for source in [
        "zero $nowrite\nsdec $aluf $lr0v\n",
        "zero $nowrite\nlnot $aluf $lr0v\n",
    ] {
        let machine = machine_after(source, |_| {});
        assert_eq!(
            words(&machine, Memory::Grf0, 0, 9),
            [u64::MAX; 4],
            "{source}"
        );
    }
    let machine = machine_after("ilnot $subpeid $lr0\n", |_| {});
    assert_eq!(
        [0, 1, 2, 3].map(|pe| words::<1>(&machine, Memory::Grf0, 0, pe)[0]),
        [0x1_0000_0001, 0, 0, 0]
    );
}

/// 3.6.12.14: the signs of four halves in one.
#[test]
fn packed_signs() {
    let machine = machine_after(
        "hpackbit $msb1 $lm0v $nowrite\nhpackbit $aluf $lm8v $nowrite\nhpackbit $aluf $lm16v $nowrite\n\
         hpackbit $aluf $lm24v $ls0v\n",
        |chip| {
            for index in 0..4 {
                set(chip, Memory::Lm0, 4 * index, |_| {
                    if index % 2 == 0 {
                        0xbe00_3e00_be00_3e00
                    } else {
                        0xbe00_be00_3e00_3e00
                    }
                });
            }
        },
    );
    assert_eq!(
        words(&machine, Memory::Grf1, 0, 0),
        [0b1111 << 48 | 0b0101 << 32 | 0b1010 << 16]
    );
}

/// 3.6.12.19: shortening at one input port changes nothing at another.
#[test]
fn shortening_is_local_to_its_port() {
    let machine = machine_after(
        "sor $llm0v $llm0vr $nowrite; hvfma $llm0v $llm0v $llm0v $nowrite; l1bmm@0 $llm0v $lb0\n\
         lpassa $aluf $llr0v\nlpassa $mauf $lls0v\n",
        |chip| {
            set(chip, Memory::Lm0, 0, |_| singles(1.0, 2.0));
            set(chip, Memory::Lm0, 1, |_| singles(3.0, 4.0));
        },
    );
    let halves = 0x3e00_4000_4100_4200;
    assert_eq!(
        words(&machine, Memory::Grf0, 0, 0),
        [singles(1.0, 2.0) | halves, singles(3.0, 4.0)]
    );
    assert_eq!(
        upper::read(machine.chip(), Memory::L1bm, 0, 0),
        singles(1.0, 2.0)
    );
    // The long word read as halves: 0x3f80 is 1.75 and 0x4000 is 2.0.
    let [most, least] = words(&machine, Memory::Grf1, 0, 0);
    assert_eq!(
        (most, least),
        (singles(1.75 * 1.75 + 1.0, 2.0), singles(4.0 + 3.0, 4.0))
    );
}

/// 3.7.1: integers to floating point, by putting them into the mantissa of 2^23.
#[test]
fn integers_become_floating_point() {
    let mut source: String = (0..8)
        .map(|n| format!("imm i\"{}\" $s{n}/1000\n", 100 + n))
        .collect();
    source += "imm f\"8388608\" $lr0/1000\nior $ls0v $aluf $nowrite\nfvadd $aluf -$lr0 $ls0v\n";
    let machine = machine_after(&source, |_| {});
    let pairs =
        [0, 1, 2, 3].map(|pair| singles(100.0 + 2.0 * pair as f32, 101.0 + 2.0 * pair as f32));
    assert_eq!(words(&machine, Memory::Grf1, 0, 1234), pairs);
}

/// 3.7.2: one operand of two long words, read by a transfer whole and by the ALU on its MSB side.
#[test]
fn one_operand_for_two_units() {
    let prepare = |chip: &mut Chip| {
        for address in 0..8 {
            set(chip, Memory::Lm0, address, |pe| (pe * 100 + address) as u64);
            set(chip, Memory::Grf0, address, |_| 1 << 20);
        }
    };
    let both = machine_after("isub $lr0v $llm0v $ln0v; l1bmm@0 $llm0v $llb0\n", prepare);
    let alone = machine_after("isub $lr0v $lm0v4 $ln0v\n", prepare);
    let results: [u64; 4] = words(&both, Memory::Lm1, 0, 3);
    assert_eq!(results, words(&alone, Memory::Lm1, 0, 3));
    assert_eq!(results[1], (1 << 20) - 302);
    assert_eq!(upper::read(both.chip(), Memory::L1bm, 0, 8 + 4 + 3), 303);
}

/// 3.7.3: results of two long words, of one, and flags from the MSB side.
#[test]
fn outputs_of_different_lengths() {
    let machine = machine_after("lpassa $llm0v $ln0v $lls0v $omr1\n", |chip| {
        for address in 0..8 {
            set(chip, Memory::Lm0, address, |_| {
                if address == 4 { 0 } else { address as u64 + 1 }
            });
        }
    });
    assert_eq!(words(&machine, Memory::Lm1, 0, 5), [1, 3, 0, 7]);
    assert_eq!(
        words(&machine, Memory::Grf1, 0, 5),
        [1, 2, 3, 4, 0, 6, 7, 8]
    );
    let flags = [0, 1, 2, 3].map(|cycle| machine.chip().mask(1, cycle)[5]);
    assert_eq!(flags, [0, 0, 15, 0]);
}
