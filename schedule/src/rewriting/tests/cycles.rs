//! Steps with other cycles: in other groups, and under `mask` statements.

use expect_test::expect;
use mnc2_equal::Equivalence;
use mnc2_isa::{Memory, Mode};

use super::{at, outcome};
use crate::merging::tests::{draft, proven};
use crate::planted::{self, Wrong};
use crate::rewriting::{regrouped, unmasked};

/// Two steps that read what one writes.
const GROUPS: &str = "\
lpassa $llr0v $lls0v
nop/2
hmmul $lx $ls0v $lln0v
hmmul $lx $ls8v $lln16v";

#[test]
fn cycles_are_in_other_groups_where_a_register_has_what_they_read() {
    let (before, places) = (draft(GROUPS), at(&[Memory::Lm1]));
    let found = regrouped(&before, Mode::AutoStride);
    let lines = found.as_ref().map(|it| it.lines.clone());
    assert_eq!(lines, Some([2, 3].into()));
    let written = proven(&before, found.map(|it| it.draft), &places);
    expect![[r#"
        lpassa $llr0v $lls0v
        hmmul $lx $ls0v4 $lln0v8
        hmmul $lx $ls2v4 $lln4v8
    "#]]
    .assert_eq(&written);
    assert!(regrouped(&draft(&GROUPS.replace("ls8v", "ls16v")), Mode::Flat).is_none());
    assert!(
        regrouped(
            &draft(&GROUPS.replace("lln16v", "lln16v/ll1100")),
            Mode::Flat
        )
        .is_none()
    );
}

#[test]
fn cycles_that_a_register_holds_stay_in_their_groups() {
    let forwarded = "\
lpassa $llm4v $lls0v
nop
isub $lm8v $ls0v $nowrite
isub $aluf $lr0v $ln8v
isub $lm16v $ls8v $nowrite
iadd $aluf $lr0v $ln0v";
    let flags = "\
lpassa $llm4v $lls0v
nop
isub $lm8v $ls0v $omr1
isub $lm16v $ls8v $omr1
ipassa $r0v $n0v/$imr1";
    for text in [forwarded, flags] {
        let found = regrouped(&draft(text), Mode::Flat);
        assert!(found.is_none(), "{:?}", found.map(|it| it.draft.lines));
    }
}

#[test]
fn the_proof_refuses_a_cycle_that_is_in_no_group() {
    let (before, places) = (draft(GROUPS), at(&[Memory::Lm1]));
    let found = planted::with(Wrong::Cycle, || regrouped(&before, Mode::Flat));
    let found = found.expect("the rule applies");
    assert_ne!(outcome(&before, &found.draft, &places), Equivalence::Same);
}

/// Steps under `mask` statements: of one setting and of another, of a fixed pattern, with a destination that it does not cover.
const MASKED: &str = "\
isub $lr0v $ls0v $omr9
maskrn 9 # chosen
lpassa $lm0v $lr8v $ls8v
maskr 0b11010
lpassa $lm8v $llr16v
nop/2
mask 0
lpassa $lr8v $ln0v
maskt 9
lpassa $ls8v $ln8v
mask 0";

#[test]
fn mask_statements_are_masks_of_steps() {
    let (before, places) = (draft(MASKED), at(&[Memory::Lm1, Memory::Grf0]));
    let found = unmasked(&before).expect("it has `mask` statements");
    expect![[r#"
        isub $lr0v $ls0v $omr9
        # chosen
        lpassa $lm0v $lr8v/$imr9 $ls8v
        lpassa $lm8v $llr16v/1010p
        nop/2
        lpassa $lr8v $ln0v
        lpassa $ls8v $ln8v"#]]
    .assert_eq(&found.draft.lines.join("\n"));
    assert_eq!(found.origins, [0, 1, 2, 4, 5, 7, 9]);
    assert_eq!(outcome(&before, &found.draft, &places), Equivalence::Same);
    // After the region another setting applies; a step has a mask of another kind.
    for end in ["maskr 9", "maskm 9\nlpassa/$imr9 $lm0v $lr0v\nmask 0"] {
        assert!(unmasked(&draft(&format!("{MASKED}\n{end}"))).is_none());
    }
    assert!(unmasked(&draft("lpassa $lm0v $lr8v")).is_none());
}

#[test]
fn the_proof_refuses_another_mask() {
    let (before, places) = (draft(MASKED), at(&[Memory::Lm1, Memory::Grf0]));
    let found = planted::with(Wrong::OtherMask, || unmasked(&before));
    let found = found.expect("it has `mask` statements");
    assert_ne!(outcome(&before, &found.draft, &places), Equivalence::Same);
}
