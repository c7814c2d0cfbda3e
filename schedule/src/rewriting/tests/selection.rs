use expect_test::expect;
use mnc2_equal::Equivalence;
use mnc2_isa::Memory;

use super::{all_ways, at, check, draft, outcome};
use crate::planted::{self, Wrong};

const ZERO: &str = "zero $ls0v\nnop/2\n";

/// A choice for two vectors of single words.
fn twice(lines: &str) -> String {
    let next = lines.replace("m0v", "m4v").replace("n0v", "n4v");
    format!("{ZERO}{lines}\n{next}")
}

#[test]
fn an_absolute_value_by_a_mask_is_a_maximum() {
    check(
        &twice("isub $s0 $m0v $n0v\nisub $m0v $s0 $omr1\nipassa $m0v $n0v/$imr1"),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x00000000" $lr0v
            isub $lr0v $lm0v $lr8v
            imax $lr8v $lm0v $ln0v
        "#]],
    );
    check(
        &twice("isub $s0 $m0v $omr1\nipassa $m0v $n0v\nnop\nisub $s0 $m0v $n0v/$imr1"),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x00000000" $lr0v
            isub $lr0v $lm0v $lr8v
            imax $lm0v $lr8v $ln0v
        "#]],
    );
    check(
        &twice("imax $s0 $m0v $n0v $omr1\nisub $s0 $m0v $n0v/$imr1"),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x00000000" $lr0v
            isub $lr0v $lm0v $lr8v
            imax $lr8v $lm0v $ln0v
        "#]],
    );
}

#[test]
fn a_choice_of_compared_numbers_is_a_maximum_or_minimum() {
    check(
        "uisub $lm0v $lr0v $omr1\nlpassa $lr0v $ln0v\nnop/2\nlpassa $lm0v $ln0v/$imr1",
        &at(&[Memory::Lm1]),
        expect![[r#"
            uimax $lm0v $lr0v $ln0v
        "#]],
    );
    check(
        "dmax $lm0v $lr0v $omr1\nlpassa $lm0v $ln0v\nnop/2\nlpassa $lr0v $ln0v/$imr1",
        &at(&[Memory::Lm1]),
        expect![[r#"
            dmin $lr0v $lm0v $ln0v
        "#]],
    );
    // A sum with zero has the sign of the number.
    for sum in ["iadd $m0v $s0 $omr1", "iadd $s0 $m0v $omr1"] {
        check(
            &twice(&format!(
                "{sum}\nipassa $m0v $n0v\nnop/2\nipassa $s0 $n0v/$imr1"
            )),
            &at(&[Memory::Lm1]),
            expect![[r#"
                imm ui"0x00000000" $lr0v
                imin $lr0v $lm0v $ln0v
            "#]],
        );
    }
    // A signed difference may overflow.
    check(
        "isub $lm0v $lr0v $omr1\nlpassa $lr0v $ln0v\nnop/2\nlpassa $lm0v $ln0v/$imr1",
        &at(&[Memory::Lm1]),
        expect![[r#"
            lpassa $lr0v $ln0v
            isub $lm0v $lr0v $omr1
            lpassa $lm0v $ln0v/$imr1
        "#]],
    );
}

#[test]
fn a_positive_part_is_a_maximum() {
    check(
        "zero $ln0v\nfvadd $lm0v $lr0v $lr8v $omr1\nnop\nlpassa $lr8v $ln0v/$imr1",
        &at(&[Memory::Lm1]),
        expect![[r#"
            fvadd $lm0v $lr0v $lr8v
            imm ui"0x00000000" $ls0v
            imax $lr8v $ls0v $ln0v
        "#]],
    );
    check(
        &format!("{ZERO}lpassa $lm0v $ln0v\nlmax $ls0v $lm0v $omr1\nnop\nzero $ln0v/$imr1"),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x00000000" $lr0v
            lmax $lr0v $lm0v $ln0v
        "#]],
    );
    // The least integer is its own negation, which is negative.
    check(
        &format!("{ZERO}lpassa $lm0v $ln0v\nlsub $ls0v $lm0v $omr1\nnop\nzero $ln0v/$imr1"),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x00000000" $lr0v
            lpassa $lm0v $ln0v
            lsub $lr0v $lm0v $omr1
            imm ui"0x00000000" $ln0v/$imr1
        "#]],
    );
}

#[test]
fn a_number_whose_sign_is_inverted_by_its_sign_is_without_sign() {
    check(
        &format!(
            "{ZERO}ixor $msb1 $lm0v $ln0v\nisub $lm0v $ls0v $omr1\nnop\nlpassa $lm0v $ln0v/$imr1"
        ),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x7fffffff" $lr0v
            iand $lm0v $lr0v $ln0v
        "#]],
    );
    // Only one word of a long word has the sign.
    check(
        &format!(
            "{ZERO}lxor $msb1 $lm0v $ln0v\nlsub $lm0v $ls0v $omr1\nnop\nlpassa $lm0v $ln0v/$imr1"
        ),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x7fffffff" $r0
            imm ui"0xffffffff" $r1
            iand $lm0v $lr0 $ln0v
        "#]],
    );
}

#[test]
fn the_proof_refuses_a_difference_that_does_not_overflow() {
    let choice =
        "isub $lm0v $ls0v $omr1\nnop/3\nlpassa $ls0v $ln0v\nnop/3\nlpassa $lm0v $ln0v/$imr1";
    let (before, places) = (draft(choice), at(&[Memory::Lm1]));
    let maximum = "imax $lm0v $ls0v $ln0v".to_owned();
    for found in all_ways(&before, &places) {
        assert!(!found.draft.lines.contains(&maximum), "it may overflow");
    }
    let found = planted::with(Wrong::Overflow, || all_ways(&before, &places));
    let mut found = found.iter().filter(|it| it.draft.lines.contains(&maximum));
    let wrong = found.next().expect("the wrong rule is in force");
    assert_ne!(outcome(&before, &wrong.draft, &places), Equivalence::Same);
}
