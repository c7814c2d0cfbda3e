//! The data, program and expected results of each host program.

use super::step::Step::{self, Paired, Receive, Run, Say, Send, Show};
use super::step::{
    BLOCK, COLLECTED, PES, block, block_over_poison, constant, copied_block, four_blocks,
    put_and_get, put_and_peek, through_all_pes,
};
use super::values::*;

/// An example: its folder and the task of its host program.
pub(crate) struct Example {
    pub folder: &'static str,
    /// The steps in order.
    pub steps: &'static [Step],
}

const fn example(folder: &'static str, steps: &'static [Step]) -> Example {
    Example { folder, steps }
}

/// All examples with a host program.
pub(crate) const EXAMPLES: &[Example] = &[
    example(
        "01-nop",
        &[
            Send(0, 8, from_one),
            Run("nop.vsm"),
            Receive(0, 8, from_one),
        ],
    ),
    example(
        "02-roundtrip",
        &[
            Send(0, PES, halves_of_three),
            Run("roundtrip.vsm"),
            Receive(COLLECTED, PES, halves_of_three),
        ],
    ),
    example(
        "03-vecadd-pfn",
        &[
            Send(0, 64, from_one),
            Run("vecadd.vsm"),
            Receive(0, 64, |i| 2 * (i + 1)),
        ],
    ),
    example(
        "04-vecadd",
        &[
            Send(0, PES, doubles_from_one),
            Send(PES, PES, |i| double(10 * (i + 1))),
            Run("double-vecadd.vsm"),
            Receive(COLLECTED, PES, |i| double(11 * (i + 1))),
        ],
    ),
    // The host reads the first four numbers and requires that they are not all zero; they are known.
    example(
        "05-debug-read",
        &[
            Send(0, PES, halves_of_three),
            Run("put_l2bm.vsm"),
            Show("d get $lc0n0c0 4", halves_of_three),
            Run("put_l1bm.vsm"),
            Show("d get $lb0n0c0b0 4", halves_of_three),
            Run("put_lm.vsm"),
            Show("d get $lm0n0c0b0m0 1", halves_of_three),
            Run("put_grf.vsm"),
            Show("d get $lr0n0c0b0m0 1", halves_of_three),
        ],
    ),
    example(
        "06-put-get",
        &[
            Send(0, PES, halves_of_three),
            Run("put_l2bm.vsm"),
            Run("get_l2bm.vsm"),
            Receive(COLLECTED, PES, halves_of_three),
            Send(COLLECTED, PES, zero),
            Run("put_l1bm.vsm"),
            Run("get_l1bm.vsm"),
            Receive(COLLECTED, PES, halves_of_three),
            Send(COLLECTED, PES, zero),
            Run("put_lm.vsm"),
            Run("get_lm.vsm"),
            Receive(COLLECTED, PES, halves_of_three),
            Send(COLLECTED, PES, zero),
            Run("put_grf.vsm"),
            Run("get_grf.vsm"),
            Receive(COLLECTED, PES, halves_of_three),
        ],
    ),
    example(
        "07-put-l2bm",
        &put_and_peek("put_l2bm.vsm", "peek_l2bm.vsm"),
    ),
    example(
        "08-put-l1bm",
        &put_and_peek("put_l1bm.vsm", "peek_l1bm.vsm"),
    ),
    example("09-put-lm", &put_and_peek("put_lm.vsm", "peek_lm.vsm")),
    example("10-put-ln", &put_and_peek("put_ln.vsm", "peek_ln.vsm")),
    example("11-put-grf0", &put_and_peek("put_grf.vsm", "peek_grf.vsm")),
    example(
        "12-put-grf1",
        &put_and_peek("put_grf1.vsm", "peek_grf1.vsm"),
    ),
    example("13-get-l2bm", &put_and_get("put_l2bm.vsm", "get_l2bm.vsm")),
    example("14-get-l1bm", &put_and_get("put_l1bm.vsm", "get_l1bm.vsm")),
    example("15-get-lm", &put_and_get("put_lm.vsm", "get_lm.vsm")),
    example("16-get-ln", &put_and_get("put_ln.vsm", "get_ln.vsm")),
    example("17-get-grf0", &put_and_get("put_grf.vsm", "get_grf.vsm")),
    example("18-get-grf1", &put_and_get("put_grf1.vsm", "get_grf1.vsm")),
    example("19-t1-msr", &through_all_pes("t1_msr.vsm", right_neighbour)),
    example("20-t2-msl", &through_all_pes("t2_msl.vsm", left_neighbour)),
    // The host prints which way round it found; the next two examples rely on `+1` giving MAB n what n - 1 had.
    example(
        "21-t3-l1bmd-plus1",
        &through_all_pes("t3_l1bmd_plus1.vsm", |i| mab_further(i, 15)),
    ),
    example(
        "22-t4-l1bmd-minus1",
        &through_all_pes("t4_l1bmd_minus1.vsm", |i| mab_further(i, 1)),
    ),
    example(
        "23-t5-maskr-pe0",
        &through_all_pes("t5_maskr_pe0.vsm", right_neighbour_but_pe_0),
    ),
    example(
        "24-t6-maskr-pe3",
        &through_all_pes("t6_maskr_pe3.vsm", left_neighbour_but_pe_3),
    ),
    example(
        "25-t7-left-neighbor",
        &through_all_pes("t7_left_neighbor.vsm", right_neighbour_over_mabs),
    ),
    example(
        "26-t8-right-neighbor",
        &through_all_pes("t8_right_neighbor.vsm", left_neighbour_over_mabs),
    ),
    example("27-mv-1a", &copied_block("mv-p1a.vsm")),
    example("28-mv-1b", &copied_block("mv-p1b.vsm")),
    example("29-mv-2a", &copied_block("mv-p2a.vsm")),
    example(
        "30-mv-2b",
        &[
            Send(0, BLOCK, doubles_from_one),
            Run("mv-p2b.vsm"),
            Receive(0, BLOCK, doubles_from_one),
            Show("d get $d0n2 16", |i| doubles_from_one(32 + i)),
        ],
    ),
    example("31-mv-2c", &four_blocks("mv-p2c.vsm")),
    example("32-mv-3a", &four_blocks("mv-p3a.vsm")),
    example("33-mv-4a", &four_blocks("mv-p4a.vsm")),
    example("34-mv-5a", &four_blocks("mv-p5a.vsm")),
    example(
        "35-mv-5b",
        &block("mv-p5b.vsm", BLOCK, |i| double(8 * (i + 1))),
    ),
    example("36-mv-6a", &four_blocks("mv-p6a.vsm")),
    example("37-mv-10", &four_blocks("mv-p10.vsm")),
    example("38-mv-11", &block_over_poison("mv-p11.vsm")),
    example("39-mv-12", &block_over_poison("mv-p12.vsm")),
    example("40-mv-13", &four_blocks("mv-p13.vsm")),
    example(
        "41-mv-14",
        &block("mv-p14.vsm", BLOCK, |i| double(2 * (i + 1))),
    ),
    example(
        "42-mv-15",
        &block("mv-p15.vsm", BLOCK / 4, |i| double(4 * (i + 1))),
    ),
    example(
        "43-imm-collect",
        &constant("imm_collect.vsm", COLLECTED, two_integers),
    ),
    example(
        "44-peid-collect",
        &constant("peid_collect.vsm", COLLECTED, index),
    ),
    example(
        "45-multi-collect",
        &[
            Run("multi_collect.vsm"),
            Receive(0, PES, two_integers),
            Receive(PES, PES, |_| 11111 << 32 | 22222),
        ],
    ),
    // The host only tries debug statements; the program is a `nop`.
    example("46-debug-write", &[Run("nop.vsm")]),
    example(
        "47-debug-read-write",
        &[
            Say("d set $lm0n0c0b0m0p0 1 l0a\nd set $lm0n0c0b0m0p1 1 l14\n\
             d set $lm0n0c0b0m0p2 1 l1e\nd set $lm0n0c0b0m0p3 1 l28\n\
             d set $lm0n0c0b0m1p0 1 l32\nd set $lm0n0c0b0m1p1 1 l3c\n\
             d set $lm0n0c0b0m1p2 1 l46\nd set $lm0n0c0b0m1p3 1 l50\n"),
            Run("even_msl.vsm"),
            Show("d get $lm8n0c0b0m0 1", |i| [40, 10, 20, 30][i as usize]),
            Show("d get $lm8n0c0b0m1 1", |i| [80, 50, 60, 70][i as usize]),
        ],
    ),
    example(
        "48-reduce-pe",
        &[
            Send(0, 64, one),
            Run("reduce-pe-s3.vsm"),
            Receive(0, 4, |_| double(1024)),
        ],
    ),
    example(
        "49-reduce-pe-vec",
        &[
            Send(0, 64, one_to_four),
            Run("reduce-pe-s3v.vsm"),
            Receive(0, 16, |i| double(1024 * (i / 4 + 1))),
        ],
    ),
    example(
        "50-tag-interference",
        &[
            Run("imm_collect_nowait.vsm"),
            Receive(0, PES, two_integers),
            Send(0, PES, zero),
            Run("imm_collect.vsm"),
            Receive(0, PES, two_integers),
            Run("nop.vsm"),
        ],
    ),
    example(
        "51-wd-zero",
        &[
            Send(0, 8, |i| ((i + 1) as f64 * 2.5).to_bits()),
            Run("nop.vsm"),
            Receive(0, 8, |i| ((i + 1) as f64 * 2.5).to_bits()),
        ],
    ),
    example(
        "52-all-id-collect",
        &constant("all_id_collect.vsm", 0, all_numbers),
    ),
    example(
        "53-f64-imm-collect",
        &constant("f64_imm_collect.vsm", 0, |_| 0x3ff8_0000_0000_0000),
    ),
    example(
        "54-f32-imm-collect",
        &constant("f32_imm_collect.vsm", 0, |_| 0x3f80_0000_bf80_0000),
    ),
    example(
        "55-f16-imm-collect",
        &constant("f16_imm_collect.vsm", 0, |_| 0x3e00_bc00_4000_c000),
    ),
    example(
        "56-dram-repeat-add",
        &[
            Send(0, PES, index_shifted),
            Run("distribute.vsm"),
            Run("add1.vsm"),
            Run("add1.vsm"),
            Run("collect-dram.vsm"),
            Run("collect-dram-pdm0.vsm"),
            Paired(0, 2),
            Run("collect-pdm0.vsm"),
            Paired(PES, 2),
        ],
    ),
    example(
        "57-pdm-repeat-add",
        &[
            Send(0, PES, index_shifted),
            Run("distribute.vsm"),
            Run("add1.vsm"),
            Run("collect.vsm"),
            Paired(0, 1),
        ],
    ),
    example(
        "58-l2bm-repeat-add",
        &[
            Send(0, PES, index_shifted),
            Run("distribute.vsm"),
            Run("add1.vsm"),
            Run("add1.vsm"),
            Run("add1.vsm"),
            Run("collect.vsm"),
            Paired(0, 3),
        ],
    ),
    example(
        "59-pdm0-single-add",
        &[
            Send(0, PES, index_shifted),
            Run("distribute.vsm"),
            Run("add1.vsm"),
            Run("collect.vsm"),
            Paired(0, 1),
        ],
    ),
    example(
        "60-broadcast-pdm-pe",
        &[
            Send(0, 512, index),
            Run("broadcast.vsm"),
            Receive(0, PES, |i| 12 + i % 4),
        ],
    ),
    // Sorting neighbours, larger one to the left: the host does not look, the program's comments state so.
    example(
        "61-long-vsm",
        &[
            Send(0, PES, |i| u64::from(PES) - i),
            Send(3 * PES, PES, index),
            Run("long.vsm"),
            Receive(PES, PES, |i| u64::from(PES) - (i ^ 1)),
        ],
    ),
    example(
        "62-broadcast-subpe",
        &[
            Send(0, 512, |i| {
                if (12..16).contains(&i) {
                    10 * (i - 11)
                } else {
                    0
                }
            }),
            Run("subpe.vsm"),
            Receive(0, PES, |i| 10 * (i % 4 + 1)),
        ],
    ),
    // Without `v` all four cycles write one address: the second one stays empty.
    example(
        "63-broadcast-lm-cycle",
        &[
            Send(0, 512, index),
            Run("lmcycle.vsm"),
            Receive(0, PES, |i| 12 + i % 4),
            Receive(PES, PES, zero),
        ],
    ),
    // The host looks at the lowest byte; a 32-bit immediate value is in both halves.
    example(
        "64-lm-bar-shift",
        &[Run("barshift.vsm"), Receive(0, PES, |_| 20 << 32 | 20)],
    ),
    example(
        "65-nbody-like",
        &[
            Send(0, PES, double),
            Send(PES, PES, doubles_from_one),
            Send(2 * PES, 64, |i| double(i / 2 + i % 2)),
            Run("nbody.vsm"),
            Receive(0, PES, force),
        ],
    ),
    example(
        "66-broadcast-l1bmp",
        &[
            Send(0, 512, |i| {
                if i == 0 {
                    0x4243_4445_4647_4849
                } else {
                    u64::MAX
                }
            }),
            Run("broadcast_l1bmp.vsm"),
            Receive(0, PES, |_| 0x4243_4445_4647_4849),
        ],
    ),
    example(
        "67-l1bmp-2u64",
        &[
            Send(0, 512, bytes),
            Run("l1bmp_map.vsm"),
            Receive(0, PES, |_| bytes(0)),
            Receive(PES, PES, |_| bytes(4)),
            Receive(2 * PES, PES, |_| bytes(1)),
            Receive(3 * PES, PES, |_| bytes(5)),
            Show("d get $lr8n0c0b0m0p0 8", |i| {
                bytes([2, 6, 3, 7, 0, 1, 2, 3][i as usize])
            }),
            Show("d get $lr24n0c0b0m0p0 4", zero),
        ],
    ),
    example(
        "u02-run-idma",
        &[
            Run("imm-f64-collect.vsm"),
            Receive(COLLECTED, PES, one),
            Run("fimm-f32-collect.vsm"),
            Receive(COLLECTED, PES, |_| 0x3f80_0000_3f80_0000),
        ],
    ),
];
