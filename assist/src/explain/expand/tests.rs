//! The accesses of lines, as the command shows them.

mod upper;

use expect_test::{Expect, expect};

use super::{expand, markdown, text};
use mnc2_asm::LineParser;
use mnc2_program::WriteMaskSetting;
use mnc2_text::Language;

fn check(line: &str, expected: &Expect) {
    let parsed = LineParser::new().parse(line);
    assert!(!parsed.has_error(), "{:?}", parsed.diagnostics);
    let expansion = expand(&parsed, WriteMaskSetting::default());
    let shown: Vec<String> = expansion
        .operands
        .iter()
        .map(|operand| {
            let range = operand.range.start as usize..operand.range.end as usize;
            text(operand, &line[range], Language::English)
        })
        .collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn strides_widths_and_wrap_around() {
    check(
        "lpassa $m4v2 $llr508v4",
        &expect![[r#"
        $m4v2  read: LM0, single word
            cycle  single words of every PE
            0      4
            1      6
            2      8
            3      10
            - the base address register `$mb` is added in a run; it is 0 until written

        $llr508v4  write: GRF0, 2 long words
            cycle  single words of every PE
            0      508, 509, 510, 511
            1      0, 1, 2, 3
            2      4, 5, 6, 7
            3      8, 9, 10, 11
    "#]],
    );
}

#[test]
fn every_pe_for_itself() {
    check(
        "lpassa $lm4090vj0 $ln0j3",
        &expect![[r#"
        $lm4090vj0  read: LM0, long word
            cycle  single words of PE 0  single words of PE 1, 2, 3
            0      4092, 4093            4090, 4091
            1      4094, 4095            4092, 4093
            2      0, 1                  4094, 4095
            3      2, 3                  0, 1
            - the base address register `$mb` is added in a run; it is 0 until written

        $ln0j3  write: LM1, long word
            cycle  single words of every PE
            0      2, 3
            1      2, 3
            2      2, 3
            3      2, 3
            - the base address register `$nb` is added in a run; it is 0 until written
    "#]],
    );
}

#[test]
fn flat_lists_and_masks() {
    check(
        "lpassa $lm[0,4,10,14] $ln0v/1001",
        &expect![[r#"
        $lm[0,4,10,14]  read: LM0, long word
            cycle  single words of every PE
            0      0, 1
            1      4, 5
            2      10, 11
            3      14, 15
            - the base address register `$mb` is added in a run; it is 0 until written

        $ln0v/1001  write: LM1, long word
            cycle  single words of every PE  mask
            0      0, 1                      written
            1      2, 3                      not written
            2      4, 5                      not written
            3      6, 7                      written
            - the base address register `$nb` is added in a run; it is 0 until written
    "#]],
    );
    check(
        "lpassa $t $ls0v/$imr3",
        &expect![[r#"
            $t  read: T-register, 2 long words in each cycle
                cycle  T entries of every PE
                0      0
                1      1
                2      2
                3      3

            $ls0v/$imr3  write: GRF1, long word
                cycle  single words of every PE  mask
                0      0, 1                      where $imr3 is set
                1      2, 3                      where $imr3 is set
                2      4, 5                      where $imr3 is set
                3      6, 7                      where $imr3 is set
        "#]],
    );
    check(
        "ilsr $msb1 $aluf $omr5/1100",
        &expect![[r#"
            $msb1  read: constant: only the most significant bit of each element is 1

            $aluf  read: forwarding: the ALU's output in the previous step
                - cycle by cycle, from the last step that is neither nop nor noforward

            $omr5/1100  write: mask register, 4 flags in each cycle
                cycle  entries of every PE  mask
                0      5                    written
                1      5                    written
                2      5                    cleared
                3      5                    cleared
                - a write mask here does not keep old flags: what is written is the new flags AND the mask
        "#]],
    );
}

#[test]
fn indirection_through_t_and_base_registers() {
    check(
        "lpassa $lmt8v $lnb/1000",
        &expect![[r#"
            $lmt8v  read: LM0, long word
                cycle  single words of every PE
                0      T+8, T+9
                1      T+10, T+11
                2      T+12, T+13
                3      T+14, T+15
                - T is the first long word of the cycle's T entry, as single words; it is known only in a run
                - the base address register `$mb` is added in a run; it is 0 until written

            $lnb/1000  write: base address register of LM1, 12 bits
                - takes the low 12 bits of the first single word; the last cycle that is written remains
                - cycle 1 is masked
                - cycle 2 is masked
                - cycle 3 is masked
        "#]],
    );
}

#[test]
fn matrix_registers() {
    check(
        "dmwrite $lr0v $lx2",
        &expect![[r#"
        $lr0v  read: GRF0, long word
            cycle  single words of every PE
            0      0, 1
            1      2, 3
            2      4, 5
            3      6, 7

        $lx2  write: matrix register x, long word
            cycle  rows of every MAB
            0      2
            1      3
            2      0
            3      1
            - row n of 4 is physical row 4 × n of 16
    "#]],
    );
    check(
        "hmread $lly12 $llr0v",
        &expect![[r#"
        $lly12  read: matrix register y, 2 long words
            cycle  columns of every MAB
            0      12, 13
            1      14, 15
            2      0, 1
            3      2, 3

        $llr0v  write: GRF0, 2 long words
            cycle  single words of every PE
            0      0, 1, 2, 3
            1      4, 5, 6, 7
            2      8, 9, 10, 11
            3      12, 13, 14, 15
    "#]],
    );
    check(
        "gmfma $lx $lr0v $mauf $nowrite",
        &expect![[r#"
        $lx  read: matrix register x, the whole side
            cycle  rows of every MAB
            0      0 to 7
            1      0 to 7
            2      0 to 7
            3      0 to 7

        $lr0v  read: GRF0, long word
            cycle  single words of every PE
            0      0, 1
            1      2, 3
            2      4, 5
            3      6, 7

        $mauf  read: forwarding: the MAU's output in the previous step
            - cycle by cycle, from the last step that is neither nop nor noforward

        $nowrite  write: no memory: the result can only be forwarded
    "#]],
    );
}

#[test]
fn a_mask_for_long_words_spares_the_second_long_word() {
    check(
        "lpassa $llm0v $llr16v/1000p",
        &expect![[r#"
        $llm0v  read: LM0, 2 long words
            cycle  single words of every PE
            0      0, 1, 2, 3
            1      4, 5, 6, 7
            2      8, 9, 10, 11
            3      12, 13, 14, 15
            - the base address register `$mb` is added in a run; it is 0 until written

        $llr16v/1000p  write: GRF0, 2 long words
            cycle  single words of every PE  mask
            0      16, 17, 18, 19            written
            1      20, 21, 22, 23            only the second long word is written
            2      24, 25, 26, 27            only the second long word is written
            3      28, 29, 30, 31            only the second long word is written
    "#]],
    );
    check(
        "lpassa $llm0v $llr16v/$imr2p",
        &expect![[r#"
        $llm0v  read: LM0, 2 long words
            cycle  single words of every PE
            0      0, 1, 2, 3
            1      4, 5, 6, 7
            2      8, 9, 10, 11
            3      12, 13, 14, 15
            - the base address register `$mb` is added in a run; it is 0 until written

        $llr16v/$imr2p  write: GRF0, 2 long words
            cycle  single words of every PE  mask
            0      16, 17, 18, 19            first long word where $imr2 is set, second always
            1      20, 21, 22, 23            first long word where $imr2 is set, second always
            2      24, 25, 26, 27            first long word where $imr2 is set, second always
            3      28, 29, 30, 31            first long word where $imr2 is set, second always
    "#]],
    );
    check(
        "lpassa $llm0v $lln16v/ll1000",
        &expect![[r#"
        $llm0v  read: LM0, 2 long words
            cycle  single words of every PE
            0      0, 1, 2, 3
            1      4, 5, 6, 7
            2      8, 9, 10, 11
            3      12, 13, 14, 15
            - the base address register `$mb` is added in a run; it is 0 until written

        $lln16v/ll1000  write: LM1, 2 long words
            cycle  single words of every PE  mask
            0      16, 17, 18, 19            written
            1      20, 21, 22, 23            not written
            2      24, 25, 26, 27            not written
            3      28, 29, 30, 31            not written
            - the base address register `$nb` is added in a run; it is 0 until written
    "#]],
    );
}

#[test]
fn debug_statements() {
    check(
        "d get $llr508n0b3 2",
        &expect![[r#"
            $llr508n0b3  read: GRF0, 2 long words
                access  single words of every PE of L1B 3 of group 0
                all     508, 509, 510, 511
        "#]],
    );
    check(
        "d set $lc32760n1c0 4 00000000000000000000000000000000000000000000000000000000000000ff",
        &expect![[r#"
            $lc32760n1c0  write: L2BM, long word
                access  long words of L2B 0 of group 1
                all     32760, 32761, 32762, 32763
        "#]],
    );
}

#[test]
fn the_mask_statement_in_force_counts() {
    let source =
        "maskr 0b10001\nmaskn 0b11000\nlpassa $lm0v $lr0v $ln0v\nlpassa $lm0v $lr0v/1111 $ln0v\n";
    let program = mnc2_asm::parse(source);
    let skipped_cycles = |line: usize| -> Vec<usize> {
        let setting = program.mask_setting_at(line);
        expand(program.line(line).expect("it is there"), setting)
            .operands
            .iter()
            .map(|operand| {
                let slots = &operand.columns[0].slots;
                let skipped = |slot: &&super::Slot| slot.mask == super::MaskEffect::Skipped;
                slots.iter().filter(skipped).count()
            })
            .collect()
    };
    assert_eq!(skipped_cycles(2), [0, 0, 3], "only LM1 is masked");
    assert_eq!(
        skipped_cycles(3),
        [0, 0, 0],
        "a mask in the line cancels the setting"
    );
}

#[test]
fn a_hover_is_a_table() {
    let line = "lpassa $lm0vj1 $nowrite";
    let parsed = LineParser::new().parse(line);
    let expansion = expand(&parsed, WriteMaskSetting::default());
    expect![[r#"
        `$lm0vj1` read: LM0, long word

        | cycle | single words of PE 0, 1 | single words of PE 2, 3 |
        | --- | --- | --- |
        | 0 | 2, 3 | 0, 1 |
        | 1 | 4, 5 | 2, 3 |
        | 2 | 6, 7 | 4, 5 |
        | 3 | 8, 9 | 6, 7 |

        - the base address register `$mb` is added in a run; it is 0 until written
    "#]]
    .assert_eq(&markdown(
        &expansion.operands[0],
        "$lm0vj1",
        Language::English,
    ));
}
