//! PE memories, masks and forwarding: small programs and the long words that they leave.

mod chip_access;

use chip_access::{machine_after, pe_index};
use mnc2_emulator::Machine;
use mnc2_emulator::lanes::Lanes;
use mnc2_isa::Memory;

/// Long words of a memory on one PE.
fn words<const N: usize>(machine: &Machine, memory: Memory, first: usize, pe: usize) -> [u64; N] {
    let planes = machine.chip().planes(memory).unwrap();
    std::array::from_fn(|index| planes.read(first + index)[pe])
}

/// Runs a program and checks the first long words of a memory on PE 0.
#[track_caller]
fn check<const N: usize>(source: &str, memory: Memory, expected: [u64; N]) {
    let machine = machine_after(source, |_| {});
    let actual: [u64; N] = words(&machine, memory, 0, 0);
    assert_eq!(
        actual.map(|word| format!("{word:x}")),
        expected.map(|word| format!("{word:x}")),
        "{source}"
    );
}

const EIGHT: &str = "d set $lm0 8 l10l11l12l13l14l15l16l17\n";

#[test]
fn strides_and_flat_lists() {
    check(
        &format!("{EIGHT}lpassa $lm0v $ln0v\n"),
        Memory::Lm1,
        [0x10, 0x11, 0x12, 0x13],
    );
    check(
        &format!("{EIGHT}lpassa $lm0v4 $ln0v\n"),
        Memory::Lm1,
        [0x10, 0x12, 0x14, 0x16],
    );
    check(
        &format!("{EIGHT}lpassa $lm2 $ln0v\n"),
        Memory::Lm1,
        [0x11, 0x11, 0x11, 0x11],
    );
    check(
        &format!("{EIGHT}lpassa $lm0v $ln0\n"),
        Memory::Lm1,
        [0x13, 0, 0, 0],
    );
    check(
        &format!("{EIGHT}lpassa $lm[0,4,10,14] $ln0v\n"),
        Memory::Lm1,
        [0x10, 0x12, 0x15, 0x17],
    );
    check(
        &format!("{EIGHT}lpassa $lm[6,6,0,2] $ln[2,0,4,6]\n"),
        Memory::Lm1,
        [0x13, 0x13, 0x10, 0x11],
    );
}

#[test]
fn word_lengths() {
    let set = "d set $lm0 4 s1_2s3_4s5_6s7_8\n";
    let halves = |a: u64, b: u64| a << 32 | b;
    // Two long words in a cycle; a long word on the MSB side leaves the LSB side zero.
    check(
        &format!("{set}lpassa $llm0 $lln0\n"),
        Memory::Lm1,
        [halves(1, 2), halves(3, 4)],
    );
    check(
        &format!("{set}lpassa $lm0v $lln0v\n"),
        Memory::Lm1,
        [halves(1, 2), 0, halves(3, 4), 0],
    );
    // Single words: even addresses are the MSB side.
    check(
        &format!("{set}ipassa $m1v2 $n0v\n"),
        Memory::Lm1,
        [halves(2, 4), halves(6, 8)],
    );
    check(
        &format!("{set}ipassa $m0v $n1v2\n"),
        Memory::Lm1,
        [1, 2, 3, 4],
    );
    check(
        &format!("{set}ipassa $m1 $ln0\n"),
        Memory::Lm1,
        [halves(2, 0)],
    );
    // An operation on one long word passes the second one of its first input on.
    check(
        &format!("{set}linc $llm0 $lln0\n"),
        Memory::Lm1,
        [halves(1, 3), halves(3, 4)],
    );
    check(
        &format!("{set}ladd $lm0 $llm0 $lln0\n").replace("$llm0", "$lm0"),
        Memory::Lm1,
        [halves(2, 4), 0],
    );
}

#[test]
fn addresses_wrap_around() {
    check(
        "d set $lm4092 2 l1l2\nd set $lm0 2 l3l4\nlpassa $lm4092v $ln0v\n",
        Memory::Lm1,
        [1, 2, 3, 4],
    );
    check(
        "d set $lm0 4 l1l2l3l4\nlpassa $lm0v $lr508v\n",
        Memory::Grf0,
        [3, 4],
    );
}

#[test]
fn the_t_register_adds_to_addresses() {
    let t = "d set $ltn0c0b0m0p0 4 l4l2l6l0\n";
    check(
        &format!("{EIGHT}{t}lpassa $lmt $ln0v\n"),
        Memory::Lm1,
        [0x12, 0x11, 0x13, 0x10],
    );
    check(
        &format!("{EIGHT}{t}lpassa $lmt2v $ln0v\n"),
        Memory::Lm1,
        [0x13, 0x13, 0x16, 0x14],
    );
    check(
        &format!("{EIGHT}{t}lpassa $lmt[8,8,0,0] $ln0v\n"),
        Memory::Lm1,
        [0x16, 0x15, 0x13, 0x10],
    );
    // Misaligned addresses are truncated, and only the low bits count.
    let odd = "d set $ltn0c0b0m0p0 4 l1lfffffffffffff003l1002l7\n";
    check(
        &format!("{EIGHT}{odd}lpassa $lmt $ln0v\n"),
        Memory::Lm1,
        [0x10, 0x11, 0x11, 0x13],
    );
    // Writes are indirect too.
    check(
        &format!("{EIGHT}{t}nop\nlpassa $peid $lmt\n"),
        Memory::Lm0,
        [0, 0, 0, 0, 0x14],
    );
}

#[test]
fn j_adds_a_word_on_low_pes() {
    let machine = machine_after(
        &format!("{EIGHT}lpassa $lm0vj1 $ln0v\nlpassa $llm0j2 $lln8\n"),
        |_| {},
    );
    for (pe, first) in [(0, 0x11), (1, 0x11), (2, 0x10), (3, 0x10)] {
        assert_eq!(
            words(&machine, Memory::Lm1, 0, pe),
            [first, first + 1, first + 2, first + 3],
            "PE {pe}"
        );
    }
    for (pe, first) in [(0, 0x12), (2, 0x12), (3, 0x10)] {
        assert_eq!(
            words(&machine, Memory::Lm1, 4, pe),
            [first, first + 1],
            "PE {pe}"
        );
    }
}

#[test]
fn base_registers_move_every_access() {
    let source = "d set $ln0 8 l10l11l12l13l14l15l16l17\nd set $lr0 1 l4\nlpassa $lr0 $lnb\nnop/2\nlpassa $ln0v $ls0v\n\
                  nop\nlpassa $ls0v $ln8v\n";
    let machine = machine_after(source, |_| {});
    assert_eq!(
        words(&machine, Memory::Grf1, 0, 99),
        [0x12, 0x13, 0x14, 0x15]
    );
    assert_eq!(
        words(&machine, Memory::Lm1, 6, 99),
        [0x12, 0x13, 0x14, 0x15],
        "LM1 is written at 8 + 4"
    );
    // A single word's low 12 bits: 4095 + 1 wraps around, odd sums are truncated.
    let source = "d set $lm0 2 l10l11\nimm i\"4095\" $nowrite\nipassa $aluf $mb\nnop/2\nlpassa $lm2 $ln0\nlpassa $lm4 $ln2\n";
    check(source, Memory::Lm1, [0x10, 0x11]);
}

#[test]
fn write_masks_cover_half_words_or_single_words() {
    // Flags of PE p: 0b1001 in the first cycle.
    let flags =
        "d set $lm0 1 h0_1_1_0\nd set $lm8 4 h1_2_3_4h5_6_7_8h9_a_b_ch1_1_1_1\nspassa $lm0 $omr1\n";
    check(
        &format!("{flags}lpassa $lm8 $ln0/$imr1\n"),
        Memory::Lm1,
        [0x0001_0000_0000_0004],
    );
    check(
        &format!("{flags}lpassa $llm8 $lln0/$llimr1\n"),
        Memory::Lm1,
        [0x0001_0002_0000_0000, 0x0007_0008],
    );
    check(
        &format!("{flags}ipassa $m8 $n0v/$imr1\n"),
        Memory::Lm1,
        [0x0001_0000_0001_0000, 0x0001_0000_0001_0000],
    );
    // Cycles that a pattern leaves out are not written.
    check(
        &format!("{EIGHT}lpassa $lm0v $ln0v/0110\n"),
        Memory::Lm1,
        [0, 0x11, 0x12, 0],
    );
    check(
        &format!("{EIGHT}lpassa $lm0v $ln0/1000\n"),
        Memory::Lm1,
        [0x10],
    );
}

#[test]
fn mask_settings_hold_until_the_next_and_single_line_masks_cancel_them() {
    let source = format!(
        "{EIGHT}maskn 0b10001\nlpassa $lm0v $ln0v\nlpassa $lm0v $ln8v $lr0v/1000\nmask 0\nlpassa $lm0v $ln16v\n"
    );
    let machine = machine_after(&source, |_| {});
    assert_eq!(words(&machine, Memory::Lm1, 0, 5), [0, 0, 0, 0x13]);
    assert_eq!(
        words(&machine, Memory::Lm1, 4, 5),
        [0x10, 0x11, 0x12, 0x13],
        "the setting is cancelled for the step"
    );
    assert_eq!(words(&machine, Memory::Grf0, 0, 5), [0x10, 0, 0, 0]);
    assert_eq!(words(&machine, Memory::Lm1, 8, 5), [0x10, 0x11, 0x12, 0x13]);
}

#[test]
fn zero_flush_changes_results_and_forwarding_but_not_flags() {
    let source = format!("{EIGHT}lpassa/1000 $lm0v $ln0v $omr1\nlpassa $aluf $lr0v\n");
    let machine = machine_after(&source, |_| {});
    assert_eq!(words(&machine, Memory::Lm1, 0, 7), [0x10, 0, 0, 0]);
    assert_eq!(words(&machine, Memory::Grf0, 0, 7), [0x10, 0, 0, 0]);
    assert_eq!(machine.chip().mask(1, 2)[7], 0, "0x12 is not zero");
    // A write mask does not change what is forwarded.
    check(
        &format!("{EIGHT}lpassa $lm0v $ln0v/1000\nlpassa $aluf $lr0v\n"),
        Memory::Grf0,
        [0x10, 0x11, 0x12, 0x13],
    );
}

#[test]
fn a_mask_register_written_under_a_mask_is_the_and_of_both() {
    let source = "zero $nowrite\nlpassa $aluf $omr1\nlpassa $aluf $omr1/0101\n";
    let machine = machine_after(source, |_| {});
    let flags = [0, 1, 2, 3].map(|cycle| machine.chip().mask(1, cycle)[12]);
    assert_eq!(
        flags,
        [0, 15, 0, 15],
        "the old flags are gone where the mask is 0"
    );
}

#[test]
fn forwarding_survives_nop_and_noforward() {
    check(
        &format!("{EIGHT}lpassa $lm0v $nowrite\nnop/3\nlpassa $aluf $lr0v\n"),
        Memory::Grf0,
        [0x10, 0x11, 0x12, 0x13],
    );
    let source =
        format!("{EIGHT}lpassa $lm0v $nowrite\nnoforward; linc $lm0v $lr0v\nlpassa $aluf $lr8v\n");
    let machine = machine_after(&source, |_| {});
    assert_eq!(
        words(&machine, Memory::Grf0, 0, 0),
        [0x11, 0x12, 0x13, 0x14, 0x10, 0x11, 0x12, 0x13]
    );
}

#[test]
fn reads_see_the_state_before_the_step() {
    let source = "d set $lt 4 l5l6l7l8\nlinc $t $t $lr0v\n";
    let machine = machine_after(source, |_| {});
    assert_eq!(words(&machine, Memory::Grf0, 0, 3), [6, 7, 8, 9]);
    assert_eq!(words(&machine, Memory::T, 0, 3), [6, 0, 7, 0, 8, 0, 9, 0]);
    // All four cycles read before any writes.
    check(
        "d set $lr0 4 l1l2l3l4\nlpassa $lr0v $lr2v\n",
        Memory::Grf0,
        [1, 1, 2, 3, 4],
    );
}

#[test]
fn constants_differ_by_element() {
    let machine = machine_after(
        "lpassa $l2bid $lr0\nlpassa $l1bid $lr2\nlpassa $mabid $lr4\nlpassa $peid $lr6\nlpassa $subpeid $lr8\nipassa $msb1 $llr12\n",
        |_| {},
    );
    let pe = pe_index(5 * 8 + 3, 9, 2);
    assert_eq!(words(&machine, Memory::Grf0, 0, pe), [5, 3, 9, 38, 2]);
    assert_eq!(
        words(&machine, Memory::Grf0, 6, pe),
        [0x8000_0000_8000_0000; 2]
    );
}

#[test]
fn shortened_inputs_of_the_alu() {
    let set = "d set $lm0 2 s3f800000_40000000s40400000_c0800000\n";
    check(
        &format!("{set}hpassa $llm0r $lln0\n"),
        Memory::Lm1,
        [0x3e00_4000_4100_c200, 0],
    );
}

#[test]
fn transposition_through_the_matrix_register() {
    let source = "lpassa $peid $lr0v\nimm i\"256\" $nowrite\nladd $subpeid $lm0v $nowrite\n\
                  dmwrite $aluf $lx0\ndmread $lx0 $ln0v\n";
    let prepared = machine_after(source, |chip| {
        let planes = chip.planes_mut(Memory::Lm0).unwrap();
        for row in 0..4 {
            *planes.write(row) = Lanes::all(row as u64 * 0x100);
        }
    });
    for pe in 0..4 {
        let expected = [0, 1, 2, 3].map(|column| pe as u64 * 0x100 + column);
        assert_eq!(words(&prepared, Memory::Lm1, 0, pe), expected, "PE {pe}");
    }
}

#[test]
fn transposition_of_singles_and_halves() {
    // Element (row, column) of the matrix is 16 · row + column.
    let fill = |per_pe: usize, bits: usize| {
        move |chip: &mut chip_access::Chip| {
            let planes = chip.planes_mut(Memory::Lm0).unwrap();
            let rows = 4 * per_pe;
            for row in 0..rows {
                let plane = planes.write(row);
                for (pe, long) in plane.make_mut(4096).iter_mut().enumerate() {
                    *long = (0..per_pe).fold(0, |long, index| {
                        long << bits | (16 * row + pe % 4 * per_pe + index) as u64
                    });
                }
            }
        }
    };
    let transposed = |per_pe: usize, bits: usize, column: usize, pe: usize| {
        (0..per_pe).fold(0, |long, index| {
            long << bits | (16 * (pe * per_pe + index) + column) as u64
        })
    };
    let machine = machine_after(
        "fmwrite $lm0v $ly0\nfmwrite $lm8v $ly4\nfmread $ly0 $ln0v\nfmread $ly4 $ln8v\n",
        fill(2, 32),
    );
    for pe in 0..4 {
        let expected: [u64; 8] = std::array::from_fn(|column| transposed(2, 32, column, pe));
        assert_eq!(words(&machine, Memory::Lm1, 0, pe), expected, "PE {pe}");
    }
    let source =
        "hmwrite $llm0v $lly0\nhmwrite $llm16v $lly8\nhmread $lly0 $lln0v\nhmread $lly8 $lln16v\n";
    let machine = machine_after(source, fill(4, 16));
    for pe in 0..4 {
        let expected: [u64; 16] = std::array::from_fn(|column| transposed(4, 16, column, pe));
        assert_eq!(words(&machine, Memory::Lm1, 0, pe), expected, "PE {pe}");
    }
}
