//! Rules for the inputs in the ranges of a testcase, and what their proof refuses.

use expect_test::{Expect, expect};
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::{Equivalence, Places};
use mnc2_isa::Mode;

use crate::draft::Draft;
use crate::planted::{self, Wrong};
use crate::rewriting::{Rewritten, rewritten};
use crate::rules;

/// Two long words of a PE: first words from 0 to 5, second ones from 0 to 20.
const SMALL: &str = "d set $lm0n0c0b0m0p0 2 00000000000000140000000500000000\n";

/// A program within a testcase whose inputs are set by the first line.
fn within(inputs: &str, solution: &str) -> Draft {
    let outputs = "d get $ln0n0c0b0m0p0 2";
    let count = inputs.lines().count();
    Draft {
        program: mnc2_asm::parse(&format!("{inputs}{solution}\nnop/9\n{outputs}")),
        start: count,
        lines: solution.lines().map(str::to_owned).collect(),
    }
}

fn ways(before: &Draft) -> (InputRanges, Vec<Rewritten>) {
    let ranges = InputRanges::from_program(&before.program, before.start);
    let compared = (&Places::in_testcase(), Some(&ranges));
    let found = rewritten(before, compared, Mode::Flat, 1, &|| false);
    (ranges, found)
}

fn over_ranges(before: &Draft, after: &Draft, ranges: &InputRanges) -> Equivalence {
    let (before, after) = (&before.program, &after.program);
    mnc2_equal::over_ranges(before, after, &Places::in_testcase(), ranges, &|| false)
}

/// The first program that a rule for ranges writes; it is proven for the ranges, and for them only.
#[track_caller]
fn check(inputs: &str, solution: &str, rule: &str, expected: Expect) {
    let before = within(inputs, solution);
    let (ranges, found) = ways(&before);
    let has_rule = |it: &Rewritten| {
        let bases = it.before.runs.iter();
        let mut rules = bases.flat_map(|base| base.improved(it.freedom));
        it.freedom.ranges && rules.any(|it| it.applied.contains_key(rule))
    };
    let found = found.into_iter().find(has_rule).expect("the rule applies");
    assert_eq!(
        over_ranges(&before, &found.draft, &ranges),
        Equivalence::Same
    );
    let (one, other) = (&before.program, &found.draft.program);
    let by_dataflow = mnc2_equal::by_dataflow(one, other, &Places::in_testcase(), &|| false);
    assert_ne!(by_dataflow, Equivalence::Same);
    let lines = found.draft.lines.iter().filter(|it| !it.starts_with("nop"));
    expected.assert_eq(&lines.map(|it| format!("{it}\n")).collect::<String>());
}

/// The remainder by 3, as a compiler writes it.
const REMAINDER: &str = "\
imm f\"8388608\" $lr0v
imm f\"0.3333333333333333333333\" $lr8v
nop/3
ior $lm0v $lr0v $ls0v
nop/3
fvadd $ls0v -$lr0v $ls0v
nop/3
fvmul $ls0v $lr8v $ls8v
nop/3
fftoi $ls8v $ls8v
nop/3
iadd $ls8v $ls8v $lr16v
nop/3
iadd $lr16v $ls8v $lr16v
nop/3
isub $lm0v $lr16v $ln0v/1100";

#[test]
fn a_remainder_is_rounded_by_multiply_adds() {
    check(
        SMALL,
        REMAINDER,
        rules::REMAINDERS.id,
        expect![[r#"
            imm ui"0x4b000000" $lr0v
            ior $lm[0,2,2,2] $lr[0,2,2,2] $ls[0,2,2,2]
            imm ui"0x3eaaaaab" $lr8v
            imm ui"0x4aaaaaaa" $ln4v
            fvfma $ls[0,2,2,2] $lr[8,10,10,10] $ln[4,6,6,6] $lr[16,18,18,18]
            imm ui"0x40400000" $ln12v
            imm ui"0xcb800000" $lr20v
            fvfma -$lr[16,18,18,18] $ln[12,14,14,14] $ls[0,2,2,2] $ls[4,6,6,6]
            isub $lr[20,22,22,22] $ls[4,6,6,6] $ln[0,2,2,2]
        "#]],
    );
}

#[test]
fn a_remainder_by_more_than_three_needs_the_quotient() {
    check(
        SMALL,
        "\
imm f\"8388608\" $lr0v
imm f\"0.2\" $lr8v
imm f\"5.0\" $ln8v
nop/3
ior $lm0v $lr0v $ls0v
nop/3
fvadd $ls0v -$lr0v $ls0v
nop/3
fvmul $ls0v $lr8v $ls8v
nop/3
ffloor $ls8v $lr16v
nop/3
fvfma -$lr16v $ln8v $ls0v $ls8v
nop/3
fftoi $ls8v $ln0v/1100",
        rules::REMAINDERS.id,
        expect![[r#"
            imm ui"0x4b000000" $lr0v
            ior $lm[0,2,2,2] $lr[0,2,2,2] $ls[0,2,2,2]
            imm ui"0x4b000002" $lr8v
            imm ui"0x3e4ccccd" $ls4v
            imm ui"0x4b400000" $lr16v
            imm ui"0x40a00000" $lr24v
            fvadd $ls[0,2,2,2] -$lr[8,10,10,10] $ln[4,6,6,6]
            fvfma $ln[4,6,6,6] $ls[4,6,6,6] $lr[16,18,18,18] $ls[12,14,14,14]
            fvadd $ls[12,14,14,14] -$lr[16,18,18,18] $ln[8,10,10,10]
            fvfma -$ln[8,10,10,10] $lr[24,26,26,26] $ls[0,2,2,2] $ls[16,18,18,18]
            isub $ls[16,18,18,18] $lr[0,2,2,2] $ln[0,2,2,2]
        "#]],
    );
}

#[test]
fn an_operation_that_changes_nothing_in_the_range_is_left_out() {
    check(
        SMALL,
        "\
imm i\"20\" $lr0v
nop/3
imin $lm0v $lr0v $ls0v
nop/3
iinc $ls0v $ln0v/1100",
        rules::RANGES.id,
        expect![[r#"
            iinc $lm[0,2,2,2] $ln[0,2,2,2]
        "#]],
    );
}

#[test]
fn long_integers_without_a_carry_are_single_ones() {
    check(
        "d set $lm0n0c0b0m0p0 2 00000000000000140000000000000000\n",
        "\
imm i\"2\" $r1/1000
nop/3
ladd $lm0v $lr0 $ln0v/1100",
        rules::RANGES.id,
        expect![[r#"
            imm ui"0x00000002" $r1v
            iadd $m[1,3,3,3] $r[1,2,2,2] $n[1,3,3,3]
        "#]],
    );
}

/// Whether the proof refuses a wrong rule.
#[track_caller]
fn assert_refused(wrong: Wrong, solution: &str) {
    let before = within(SMALL, solution);
    let (ranges, found) = planted::with(wrong, || ways(&before));
    let mut ranged = found.iter().filter(|it| it.freedom.ranges).peekable();
    assert!(ranged.peek().is_some(), "{wrong:?} changes nothing");
    for found in ranged {
        let found = over_ranges(&before, &found.draft, &ranges);
        assert_ne!(found, Equivalence::Same, "{wrong:?}");
    }
}

#[test]
fn the_proof_refuses_wrong_rules_for_ranges() {
    // Only the last number of the range is changed.
    let limited = "imm i\"19\" $lr0v\nnop/3\nimin $lm0v $lr0v $ls0v\nnop/3\niinc $ls0v $ln0v/1100";
    assert_refused(Wrong::Range, limited);
    assert_refused(Wrong::Remainder, REMAINDER);
}

/// The outcome of a proof of two solutions of one testcase.
fn outcome(inputs: &str, one: &str, other: &str) -> Equivalence {
    let [one, other] = [one, other].map(|it| within(inputs, it));
    let ranges = InputRanges::from_program(&one.program, one.start);
    over_ranges(&one, &other, &ranges)
}

#[test]
fn a_proof_for_ranges_is_about_one_input_with_a_range() {
    let same =
        |inputs: &str, one: &str, other: &str| outcome(inputs, one, other) == Equivalence::Same;
    let copy = "ipassa $lm0v $ln0v/1100";
    let limit =
        |number: u32| format!("imm i\"{number}\" $lr0v\nnop/3\nimin $lm0v $lr0v $ln0v/1100");
    assert!(same(SMALL, copy, copy));
    assert!(same(SMALL, copy, &limit(20)));
    assert!(!same(SMALL, copy, &limit(19)));
    // Two inputs: the numbers are not tried in all combinations.
    let [maximum, sum] =
        ["imax", "ior"].map(|it| format!("ipassa $m0 $r0\nnop/3\n{it} $m3 $r0 $n1/1000"));
    assert!(!same(SMALL, &maximum, &sum));
    // An input that may be anything.
    let wide = "d set $lm0n0c0b0m0p0 2 7fffffff800000000000000500000000\n";
    assert!(!same(wide, copy, &limit(20)));
    // Another PE's input.
    let (own, other) = ("lpassa $lm0v $ln0v/1100", "msl $lm0v $ln0v/1100");
    assert!(!same(SMALL, own, other));
}
