//! Every example of manual 3.4.3, 3.4.4 and 3.6.2.1, with its dump.
//!
//! Where the printed manual is damaged (a stray bracket in the matrix rows, an
//! echo of another statement), the form that its other examples show is expected.

use crate::common::run;

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_eq!(run(source), expected);
}

#[test]
fn get_example_1_half_precision() {
    check(
        "imm h\"1.5\" $ln0\nd geth $ln0n0c0b0m0p0 1\n",
        "DEBUG-LM1(n0c0b0m0p0,0):(1.5, 1.5, 1.5, 1.5) (0x3f00, 0x3f00, 0x3f00, 0x3f00) #d geth $ln0n0c0b0m0p0 1\n",
    );
}

#[test]
fn get_example_2_one_pe_of_every_l1b() {
    let expected: String = (0..8)
        .map(|l1b| {
            format!(
                "DEBUG-GREG0(n0c0b{l1b}m0p0,0):(f:0, i:{{{{0x0,0x0}},{{0x0,0x{l1b:X}}}}}, v:0x{l1b:X}) #d get $lr0n0c0m0p0 1\n"
            )
        })
        .collect();
    check("lpassa $l1bid $lr0\nd get $lr0n0c0m0p0 1\n", &expected);
}

#[test]
fn get_example_3_rows_of_a_matrix_register() {
    let row = |value: &str, bits: &str| {
        let part = format!("({value}, {value}) ({bits}, {bits})");
        format!("{{{part}, {part}, {part}, {part}}}")
    };
    let expected: String = (0..8)
        .map(|index| {
            let row = if index < 4 {
                row("1.5", "0x3fc00000")
            } else {
                row("0", "0x00000000")
            };
            format!("DEBUG-MRx(n0c0b0m0,{index}):{row} #d getf $lx0n0c0b0m0 8\n")
        })
        .collect();
    check(
        "imm f\"1.5\" $nowrite\nfmwrite $aluf $lx0\nd getf $lx0n0c0b0m0 8\n",
        &expected,
    );
}

#[test]
fn get_example_4_block_floats_in_a_matrix_register() {
    check(
        "d set $lm0n0c0b0m0 1 3FF0000000000000 # 1.0\n\
         d set $lm2n0c0b0m0 1 4000000000000000 # 2.0\n\
         d set $lm4n0c0b0m0 1 4008000000000000 # 3.0\n\
         d set $lm6n0c0b0m0 1 4010000000000000 # 4.0\n\
         dbfn $lm0v $nowrite\n\
         dmwrite $aluf $lx0\n\
         d getbd $lx0n0c0b0m0 4\n",
        "DEBUG-MRx(n0c0b0m0,0):{(1) (0x3ff8000000000000), (1) (0x3ff8000000000000), (1) (0x3ff8000000000000), (1) (0x3ff8000000000000)} #d getbd $lx0n0c0b0m0 4\n\
         DEBUG-MRx(n0c0b0m0,1):{(2) (0x4008000000000000), (2) (0x4008000000000000), (2) (0x4008000000000000), (2) (0x4008000000000000)} #d getbd $lx0n0c0b0m0 4\n\
         DEBUG-MRx(n0c0b0m0,2):{(3) (0x400c000000000000), (3) (0x400c000000000000), (3) (0x400c000000000000), (3) (0x400c000000000000)} #d getbd $lx0n0c0b0m0 4\n\
         DEBUG-MRx(n0c0b0m0,3):{(4) (0x4018000000000000), (4) (0x4018000000000000), (4) (0x4018000000000000), (4) (0x4018000000000000)} #d getbd $lx0n0c0b0m0 4\n",
    );
}

#[test]
fn get_example_5_flags_of_all_pes() {
    let mut expected = String::new();
    for pe in 0..4 {
        for cycle in 0..4 {
            let flags = if cycle <= pe { 15 } else { 0 };
            expected +=
                &format!("DEBUG-OMR(n0c0b0m0p{pe},1):Mask{{{flags}}} #d get $omr1n0c0b0m0 1\n");
        }
    }
    check(
        "imm i\"0\" $lr0\nimm i\"1\" $lr2\nimm i\"2\" $lr4\nimm i\"3\" $lr6\nnop\n\
         isub $subpeid $lr0v $omr1\nd get $omr1n0c0b0m0 1\n",
        &expected,
    );
}

#[test]
fn get_example_6_flags_of_several_entries() {
    let line = |entry, flags, statement| {
        format!("DEBUG-OMR(n0c0b0m0p0,{entry}):Mask{{{flags}}} #{statement}\n")
    };
    let mut expected = String::new();
    for flags in [9, 12, 7, 15] {
        expected += &line(1, flags, "d get $omr1n0c0b0m0p0 1");
    }
    for flags in [0, 0, 0, 15] {
        expected += &line(2, flags, "d get $omr2n0c0b0m0p0 1");
    }
    for (first, second) in [(9, 0), (12, 0), (7, 0), (15, 15)] {
        expected += &line(1, first, "d get $omr1n0c0b0m0p0 2");
        expected += &line(2, second, "d get $omr1n0c0b0m0p0 2");
    }
    check(
        "d set $lm0n0c0b0m0p0 1 h0000_1111_1111_0000\n\
         d set $lm2n0c0b0m0p0 1 h0000_0000_1111_1111\n\
         d set $lm4n0c0b0m0p0 1 h1111_0000_0000_0000\n\
         d set $lm6n0c0b0m0p0 1 h0000_0000_0000_0000\n\
         spassa $lm0v $omr1\n\
         lpassa $lm0v $omr2\n\
         d get $omr1n0c0b0m0p0 1\n\
         d get $omr2n0c0b0m0p0 1\n\
         d get $omr1n0c0b0m0p0 2\n",
        &expected,
    );
}

#[test]
fn set_example_1_notations_of_long_words() {
    let line = |address, i, v| {
        format!("DEBUG-LM0(n0c0b0m0p0,{address}):(f:0, i:{i}, v:{v}) #d get $lm0n0c0b0m0p0 6\n")
    };
    check(
        "d set $lm0n0c0b0m0p0 2 h1_2_3_4h5_6_7_8\n\
         d set $lm4n0c0b0m0p0 2 laabblccdd\n\
         d set $lm8n0c0b0m0p0 2 l4321hf_e_d_c\n\
         d get $lm0n0c0b0m0p0 6\n",
        &[
            line(0, "{{0x1,0x2},{0x3,0x4}}", "0x1000200030004"),
            line(2, "{{0x5,0x6},{0x7,0x8}}", "0x5000600070008"),
            line(4, "{{0x0,0x0},{0x0,0xAABB}}", "0xAABB"),
            line(6, "{{0x0,0x0},{0x0,0xCCDD}}", "0xCCDD"),
            line(8, "{{0x0,0x0},{0x0,0x4321}}", "0x4321"),
            line(10, "{{0xF,0xE},{0xD,0xC}}", "0xF000E000D000C"),
        ]
        .concat(),
    );
}

#[test]
fn set_example_2_single_words() {
    check(
        "d set $lr0n0c0b0m0p0 2 s1_2s3_4\nd get $lr2n0c0b0m0p0 1\n",
        "DEBUG-GREG0(n0c0b0m0p0,2):(f:0, i:{{0x0,0x3},{0x0,0x4}}, v:0x300000004) #d get $lr2n0c0b0m0p0 1\n",
    );
}

#[test]
fn set_example_3_payload_longer_than_the_access() {
    check(
        "d set $m0n0c0b0m0p0 2 h1_2_3_4h5_6_7_8\nd get $lm0n0c0b0m0p0 2\n",
        "DEBUG-LM0(n0c0b0m0p0,0):(f:0, i:{{0x1,0x2},{0x5,0x6}}, v:0x1000200050006) #d get $lm0n0c0b0m0p0 2\n\
         DEBUG-LM0(n0c0b0m0p0,2):(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0) #d get $lm0n0c0b0m0p0 2\n",
    );
}

#[test]
fn set_example_4_the_t_register() {
    let zero = "(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)";
    let line = |cycle, first: &str, second: &str| {
        format!("DEBUG-TREG(n0c0b0m0p0,{cycle}):{{{first}, {second}}} #d get $lltn0c0b0m0p0 4\n")
    };
    check(
        "d set $tn0c0b0m0p0 1 123456789abcdef0\n\
         d get $lltn0c0b0m0p0 4\n\
         d set $lltn0c0b0m0p0 2 111122223333444455556666777788889999aaaabbbbccccddddeeeeffff0000\n\
         d get $lltn0c0b0m0p0 4\n",
        &[
            line(
                0,
                "(f:5.62635e-221, i:{{0x1234,0x5678},{0x9ABC,0xDEF0}}, v:0x123456789ABCDEF0)",
                zero,
            ),
            line(1, zero, zero),
            line(2, zero, zero),
            line(3, zero, zero),
            line(
                0,
                "(f:1.80811e-226, i:{{0x1111,0x2222},{0x3333,0x4444}}, v:0x1111222233334444)",
                "(f:1.19826E+103, i:{{0x5555,0x6666},{0x7777,0x8888}}, v:0x5555666677778888)",
            ),
            line(
                1,
                "(f:-2.35957e-185, i:{{0x9999,0xAAAA},{0xBBBB,0xCCCC}}, v:0x9999AAAABBBBCCCC)",
                "(f:-1.46007E+144, i:{{0xDDDD,0xEEEE},{0xFFFF,0x0}}, v:0xDDDDEEEEFFFF0000)",
            ),
            line(2, zero, zero),
            line(3, zero, zero),
        ]
        .concat(),
    );
}

#[test]
fn masks_example_of_a_mask_register_write() {
    let line =
        |flags| format!("DEBUG-OMR(n0c0b0m0p0,1):Mask{{{flags}}} #d get $omr1n0c0b0m0p0 1\n");
    check(
        "sinc $peid $omr1/1100\nd get $omr1n0c0b0m0p0 1\nspassa $lm0v $ln0v/$imr1\n",
        &[15, 15, 0, 0].map(line).concat(),
    );
}

#[test]
fn masks_example_of_multi_line_application() {
    let source = "d set $lm0n0c0b0m0p0 8 l1l2l3l4l5l6l7l8\n\
                  maskr 0b10001\nlpassa $lm0v $lr0v\nlpassa $lm8v $lr8v\nmask 0\n\
                  d get $lr0n0c0b0m0p0 8\n";
    let values: Vec<_> = run(source)
        .lines()
        .map(|line| {
            line.split("v:")
                .nth(1)
                .unwrap()
                .split(')')
                .next()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(
        values,
        ["0x0", "0x0", "0x0", "0x4", "0x0", "0x0", "0x0", "0x8"]
    );
}

#[test]
fn chapter_4_example_of_omitted_partial_products() {
    check(
        "imm f\"1099511627776.0\" $lr0/1000\nimm f\"1048577.0\" $nowrite\n\
         fvfma $aluf $aluf -$lr0 $ls0/1000\nd getf $ls0n0c0b0m0p0 1\n",
        "DEBUG-GREG1(n0c0b0m0p0,0):(2.09716e+06, 2.09716e+06) (0x4a000010, 0x4a000010) #d getf $ls0n0c0b0m0p0 1\n",
    );
}
