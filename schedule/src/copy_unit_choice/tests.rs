use std::fmt::Write as _;

use expect_test::{Expect, expect};
use mnc2_equal::{Equivalence, Limits, Places, RunsOutcome};
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check as check_program;

use super::{WAYS_MAX, copies, ways};
use crate::draft::Draft;
use crate::merging::tests::{draft, lm1};

/// The ways of all copies that are proven to be equivalent.
fn proven(before: &Draft, places: &Places) -> Vec<Draft> {
    assert!(before.program.iter().all(|line| !line.has_error()));
    let mut proven = Vec::new();
    for copy in copies(before) {
        let ways = ways(before, copy);
        assert!(ways.len() <= WAYS_MAX);
        proven.extend(ways.into_iter().filter(|way| {
            let outcome = mnc2_equal::by_dataflow(&before.program, &way.program, places, &|| false);
            outcome == Equivalence::Same
        }));
    }
    proven
}

#[track_caller]
fn check(text: &str, places: &Places, expected: Expect) {
    let mut written = String::new();
    for way in proven(&draft(text), places) {
        let lines = way.lines.iter().filter(|line| !line.starts_with("nop/"));
        lines.for_each(|line| {
            let _ = writeln!(written, "{line}");
        });
        let _ = writeln!(written, "--");
    }
    expected.assert_eq(&written);
}

#[test]
fn a_copy_of_bits_goes_through_l1bm() {
    check(
        "lpassa $lm0v $lr0v # bits",
        &Places::everything(),
        expect![[r#"
            l1bmd $lm0v $lbi # bits
            l1bmd $lbi $lr0v
            --
        "#]],
    );
}

#[test]
fn the_mau_copies_its_own_numbers() {
    check(
        "dvadd $lm0v $ls0v $lr0v\nnop/2\nlpassa $lr0v $ln0v",
        &Places::everything(),
        expect![[r#"
            dvadd $lm0v $ls0v $lr0v
            dvpassa $lr0v $ln0v
            --
            dvadd $lm0v $ls0v $lr0v
            l1bmd $lr0v $lbi
            l1bmd $lbi $ln0v
            --
            dvadd $lm0v $ls0v $lr0v $ln0v
            nop
            --
        "#]],
    );
    check(
        "imm f\"1.5\" $lr0v\nnop/2\nlpassa $lr0v $ln0v",
        &lm1(),
        expect![[r#"
            imm f"1.5" $lr0v
            fvpassa $lr0v $ln0v
            --
            imm f"1.5" $lr0v
            dvpassa $lr0v $ln0v
            --
            imm f"1.5" $lr0v
            hvpassar $lr0v $ln0v
            --
            imm f"1.5" $lr0v
            l1bmd $lr0v $lbi
            l1bmd $lbi $ln0v
            --
            imm f"1.5" $lr0v $ln0v
            nop
            --
        "#]],
    );
    check(
        "imm i\"3\" $lr0v\nnop/2\nlpassa $lr0v $ln0v",
        &lm1(),
        expect![[r#"
            imm i"3" $lr0v
            l1bmd $lr0v $lbi
            l1bmd $lbi $ln0v
            --
            imm i"3" $lr0v $ln0v
            nop
            --
        "#]],
    );
}

#[test]
fn the_mau_copies_numbers_whose_exponent_is_known() {
    // Random bits as numbers from 1 to 2.
    let text = "\
imm ui\"0x007fffff\" $lr0v
imm f\"1.0\" $ls0v
nop
iand $lm0v $lr0v $nowrite
ior $aluf $ls0v $lr8v
nop/2
lpassa $lr8v $ln0v";
    let copies = |text: &str| {
        let ways = proven(&draft(text), &lm1());
        let written = ways.iter().map(|it| it.lines.join("\n"));
        written.filter(|it| it.contains("vpassa")).count()
    };
    // In single and in double precision; halves of them could be infinite.
    assert_eq!(copies(text), 2);
    // An exponent that may be zero.
    assert_eq!(copies(&text.replace("f\"1.0\"", "f\"0.0\"")), 0);
    // A sign, and an exponent that may be that of infinity.
    assert_eq!(copies(&text.replace("0x007fffff", "0xffffffff")), 0);
}

#[test]
fn the_alu_copies_what_the_mau_did() {
    check(
        "fvmul $lm0v $ls0v $lr0v\nnop/2\nfvpassa $lr0v $ln0v",
        &lm1(),
        expect![[r#"
            fvmul $lm0v $ls0v $lr0v
            lpassa $lr0v $ln0v
            --
            fvmul $lm0v $ls0v $lr0v
            l1bmd $lr0v $lbi
            l1bmd $lbi $ln0v
            --
            fvmul $lm0v $ls0v $lr0v $ln0v
            nop
            --
        "#]],
    );
    // Any bits but its own numbers are changed.
    check("fvpassa $lm0v $ln0v", &lm1(), expect![[r#""#]]);
}

#[test]
fn what_l1bm_brought_it_brings_again() {
    check(
        "l1bmm $lb0 $lr0v\nnop/2\nlpassa $lr0v $ln0v",
        &lm1(),
        expect![[r#"
            l1bmm $lb0 $lr0v
            l1bmd $lr0v $lbi
            l1bmd $lbi $ln0v
            --
            l1bmm $lb0 $lr0v
            l1bmm $lb0 $ln0v
            --
            l1bmm $lb0 $lr0v $ln0v
            nop
            --
        "#]],
    );
}

#[test]
fn a_wide_copy_stays_with_the_alu() {
    check(
        "lpassa $llm0v $llr0v\nnop/2\nlpassa $llr0v $lln0v",
        &Places::everything(),
        expect![[r#"
            lpassa $llm0v $llr0v $lln0v
            nop
            --
        "#]],
    );
}

#[test]
fn a_copy_in_a_shared_step_goes_through_the_next_one() {
    check(
        "fvadd $lm0v $ls0v $lr0v; lpassa $ln0v $ls8v\nfvmul $mauf $ls0v $nowrite",
        &Places::everything(),
        expect![[r#"
            fvadd $lm0v $ls0v $lr0v; l1bmd $ln0v $lbi
            fvmul $mauf $ls0v $nowrite; l1bmd $lbi $ls8v
            --
        "#]],
    );
}

#[test]
fn a_copy_that_the_next_step_reads_from_the_register_stays() {
    check(
        "lpassa $lm0v $lr0v\nladd $aluf $ls0v $ln0v",
        &lm1(),
        expect![[r#""#]],
    );
}

/// A program that copies, from what makes the value on.
fn programs() -> Vec<String> {
    let mut programs = Vec::new();
    // Bits as they come, and numbers of each unit and precision.
    let makers = [
        "",
        "fvfma $lm0v $ls8v $lr8v $FROM",
        "fvmul $lm0v $ls8v $FROM",
        "fvpassa $lm0v $FROM",
        "dvadd $lm0v $lr8v $FROM",
        "dvfmau $lm0v $ls8v $lr8v $FROM",
        "dvpassar $lm0v $FROM",
        "hvpassa $lm0v $FROM",
        "hvpassar $lm0v $FROM",
        "hvmulr $lm0v $ls8v $FROM",
        "ladd $lm0v $ls8v $FROM",
        "imm f\"-1.5\" $FROM",
        "imm h\"2.5\" $FROM",
        "imm i\"0x80000000\" $FROM",
        "zero $FROM",
        "l1bmm $lb0 $FROM",
        "l1bmd $lb64 $FROM",
    ];
    let opcodes = ["lpassa", "fvpassa", "dvpassa", "hvpassar"];
    let masks = ["", "/1000", "/$imr1"];
    for (from, to) in [("", ""), ("l", "l"), ("ll", "ll"), ("l", ""), ("ll", "l")] {
        for (number, maker) in makers.iter().enumerate() {
            for (other, opcode) in opcodes.iter().enumerate() {
                let mask = masks[(number + other) % masks.len()];
                let maker = maker.replace("FROM", &format!("{from}r0v"));
                let copy = format!("{opcode} ${from}r0v ${to}n0v{mask}");
                let text = format!("{maker}\nnop/4\n{copy}\nnop/4");
                let is_right = text.lines().all(|line| {
                    !check_program(&mnc2_asm::parse(line), ModeChoice::Infer).has_errors()
                });
                if is_right {
                    programs.push(text);
                }
            }
        }
    }
    programs
}

#[test]
fn every_unit_copies_the_same() {
    let mut by_unit = [0; 4];
    for text in programs() {
        let before = draft(&text);
        for way in proven(&before, &Places::everything()) {
            // Every bit, from zero and from garbage: half, single and double numbers, zeros and infinities among them.
            let places = Places::everything();
            let limits = Limits {
                runs: 2,
                ..Limits::default()
            };
            let ran = mnc2_equal::by_runs(&before.program, &way.program, &places, &limits);
            let written = way.lines.join("\n");
            assert_eq!(ran, RunsOutcome::Alike, "{text}\n\n{written}");
            // In the last case another expression has the destination, and the copy's line is a `nop`.
            let units = [
                "l1bmd $lr0v $lbi",
                "vpassa $lr0v $ln0v",
                "lpassa $lr0v",
                "\nnop\n",
            ];
            for (count, unit) in by_unit.iter_mut().zip(units) {
                *count += u32::from(written.contains(unit) && !text.contains(unit));
            }
        }
    }
    assert!(by_unit.iter().all(|&count| count > 3), "{by_unit:?}");
}

#[test]
fn the_next_address_is_computed_before_another_unit_copies() {
    check(
        "ladd $lm0v $lm0v $t\nnop\nlpassa $lmt0 $lr0v\nladd $lm8v $lm8v $t # next",
        &Places::everything(),
        expect![[r#"
            ladd $lm0v $lm0v $t
            nop
            l1bmd $lmt0 $lbi
            l1bmd $lbi $lr0v
            ladd $lm8v $lm8v $t # next
            --
            ladd $lm0v $lm0v $t
            nop
            l1bmd $lmt0 $lbi
            l1bmd $lbi $lr0v
            ladd $lm8v $lm8v $nowrite # next
            lpassa $aluf $t
            --
        "#]],
    );
}
