mod bits;
mod random;
mod ranges;
#[cfg(feature = "rewriting")]
mod saturation;
mod selection;

use expect_test::{Expect, expect};
use mnc2_equal::{ComparedWords, Equivalence, Places};
use mnc2_isa::{Memory, Mode};

use super::{Parts, Rewritten, plan, regrouped, rewritten, unmasked};
use crate::draft::Draft;
use crate::merging::tests::{draft, proven};
use crate::planted::{self, Wrong};

pub(super) fn at(memories: &[Memory]) -> Places {
    Places {
        shown: true,
        at_end: memories
            .iter()
            .map(|it| ComparedWords::all_of(*it))
            .collect(),
        from_zero: false,
    }
}

/// The shortest text of a program that is written anew, once it is proven equivalent.
#[track_caller]
fn check(text: &str, places: &Places, expected: Expect) {
    let before = draft(text);
    let found = rewritten(&before, (places, None), Mode::Flat, 1, &|| false);
    let first = found.into_iter().next().map(|it| it.draft);
    assert!(first.is_some(), "it is not written anew: {text}");
    expected.assert_eq(&proven(&before, first, places));
}

#[test]
fn a_value_at_two_places_of_one_lm_is_computed_twice() {
    check(
        "\
iadd $lm0v $lr0v $ln0v
iadd $lm0v $lr0v $ln8v
iadd $ln16v $ls0v $lr16v
nop/2
lpassa $lr16v $ln24v
lpassa $lr16v $ln32v",
        &at(&[Memory::Lm1]),
        expect![[r#"
            iadd $ln16v $ls0v $lr8v
            lpassa $llr[8,12,8,12] $lln24v
            iadd $lm0v $lr0v $ln0v
            iadd $lm0v $lr0v $ln8v
        "#]],
    );
}

#[test]
fn neighbouring_words_are_one_long_word_and_copies_take_two() {
    check(
        "\
ipassa $lm0v $lr0v
ipassa $lm8v $lr8v
nop
iadd $n0v $r0v $m32v
iadd $n4v $r4v $m36v
iadd $n8v $r8v $m40v
iadd $n12v $r12v $m44v",
        &at(&[Memory::Lm0]),
        expect![[r#"
            iadd $ln0v $lm0v $lr0v
            iadd $ln8v $lm8v $lr8v
            lpassa $llr0v $llm32v
        "#]],
    );
}

#[test]
fn choices_by_a_mask_are_widened_with_their_flags() {
    check(
        "\
imax $s0 $m0v $n0v $omr1
isub $s0 $m0v $n0v/$imr1
imax $s0 $m4v $n4v $omr1
isub $s0 $m4v $n4v/$imr1",
        &at(&[Memory::Lm1]),
        expect![[r#"
            ipassa $s0 $r[0,1,1,1]
            imax $lr0 $lm0v $ln0v $omr1
            isub $lr0 $lm0v $ln0v/$imr1
        "#]],
    );
}

#[test]
fn work_that_is_repeated_or_not_needed_is_left_out() {
    check(
        "\
imm i\"3\" $lr0v
imm i\"3\" $ls0v
nop/2
iadd $lm0v $lr0v $lr8v
iadd $lm0v $ls0v $ls8v
isub $lm0v $ls0v $ls16v
nop
ixor $lr8v $lm0v $ln0v
ixor $ls8v $lm0v $ln8v",
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x00000003" $lr0v
            iadd $lm0v $lr0v $lr8v
            ixor $lr8v $lm0v $ln0v
            ixor $lr8v $lm0v $ln8v
        "#]],
    );
}

#[test]
fn nothing_that_counts_is_overwritten_too_early() {
    // Both words change places.
    check(
        "\
ipassa $m0 $r0
ipassa $m1 $s0
nop/2
ipassa $r0 $m1
nop/2
ipassa $s0 $m0",
        &at(&[Memory::Lm0]),
        expect![[r#"
            ipassa $m[1,0,0,0] $r[0,1,1,1]
            ipassa $r[0,1,1,1] $m[0,1,1,1]
        "#]],
    );
}

/// The shortest text with numbers that are made in some way, once it is proven equivalent.
#[track_caller]
fn check_numbers(text: &str, numbers: plan::Numbers, expected: Expect) {
    let (before, places) = (draft(text), at(&[Memory::Lm1]));
    let found = rewritten(&before, (&places, None), Mode::Flat, 1, &|| false);
    let mut found = found.into_iter();
    let found = found.find(|it| it.freedom.numbers == numbers);
    let written = proven(&before, found.map(|it| it.draft), &places);
    expected.assert_eq(&written);
}

#[test]
fn a_number_of_which_some_bits_count_is_the_square_of_another_one() {
    let text = "\
imm s\"8\" $lr0v
imm i\"16\" $ls0v
nop
sbsl $lm0v $lr0v $lr8v
nop
ibsl $lr8v $ls0v $ln0v";
    check_numbers(
        text,
        plan::Numbers::Squares,
        expect![[r#"
            imm ui"0xa2c8f588" $ls0
            sbsl $lm0v $ls0 $lr0v
            fvmul $ls0 $ls0 $ls2v
            ibsl $lr0v $ls2v $ln0v
        "#]],
    );
}

#[test]
fn a_result_is_known_in_any_order_of_its_inputs() {
    let places = at(&[Memory::Lm1, Memory::Grf0]);
    let written = |operation: &str| {
        let first = format!("{operation} $lm0v $lr0v $ls0v");
        let second = format!("{operation} $lr0v $lm0v $ln0v");
        let before = draft(&format!("{first}\nnop/2\n{second}\nlpassa $ls0v $lr8v"));
        let found = rewritten(&before, (&places, None), Mode::Flat, 1, &|| false);
        proven(
            &before,
            found.into_iter().next().map(|it| it.draft),
            &places,
        )
    };
    for operation in [
        "iadd", "ladd", "lxor", "sor", "imax", "ulmin", "fvmul", "fvadd",
    ] {
        let both = format!("{operation} $lm0v $lr0v $ln0v $lr8v\n");
        assert_eq!(written(operation), both);
    }
    for operation in ["isub", "llsl", "dvadd"] {
        assert_eq!(written(operation).lines().count(), 2, "{operation}");
    }
}

#[test]
fn a_value_in_between_is_computed_at_all_places_of_results() {
    check(
        "\
iadd $lm0v $lr0v $ls0v
nop/2
lpassa $ls0v $lr8v
ilsr $ls0v $lr16v $ln0v",
        &at(&[Memory::Lm1, Memory::Grf0, Memory::Grf1]),
        expect![[r#"
            iadd $lm0v $lr0v $ls0v $lr8v
            ilsr $ls0v $lr16v $ln0v
        "#]],
    );
}

#[test]
fn what_is_read_next_to_results_of_its_lm_is_in_another_memory_too() {
    check(
        "\
iadd $m0v $r0v $n0v
iadd $m4v $r4v $n4v
nop
iadd $n0v $s0v $r8v
iadd $n4v $s4v $r12v
nop
ipassa $r8v $n8v
ipassa $r12v $n12v",
        &at(&[Memory::Lm1]),
        expect![[r#"
            iadd $lm0v $lr0v $ln0v $lr8v
            iadd $lr8v $ls0v $ln8v
        "#]],
    );
}

#[test]
fn results_are_computed_at_all_their_places() {
    check(
        "\
iadd $m0v $r0v $s0v $n0v
iadd $m4v $r4v $s4v $n4v
fvmul $lm16v $lr16v $ln16v
nop/2
fvmul $ln16v $ln16v $ls16v
nop/2
fvadd $ls16v $ls16v $ln24v $lr24v",
        &at(&[Memory::Lm1, Memory::Grf0, Memory::Grf1]),
        expect![[r#"
            fvmul $lm16v $lr16v $ln16v
            fvmul $ln16v $ln16v $ls16v
            iadd $lm0v $lr0v $ln0v $ls0v
            fvadd $ls16v $ls16v $ln24v $lr24v
        "#]],
    );
}

#[test]
fn constants_of_which_other_bits_count_are_one() {
    // Bits 0 to 7 of the mask do not count: what is shifted has none there.
    let text = "\
imm ui\"0x00ff0000\" $lr0v
imm i\"8\" $ls0v
nop
ilsl $lm0v $ls0v $ls8v
nop
iand $ls8v $lr0v $ln0v";
    check(
        text,
        &at(&[Memory::Lm1]),
        expect![[r#"
        imm ui"0x00ff0008" $lr0v
        ilsl $lm0v $lr0v $ls0v
        iand $ls0v $lr0v $ln0v
    "#]],
    );
    // The amounts of half words and of a word, and a mask that clears one half.
    let text = "\
imm s\"8\" $lr0v
imm i\"8\" $ls0v
imm ui\"0xffff0000\" $lr8v
nop
sbsl $lm0v $lr0v $ls16v
ilsl $lm8v $ls0v $ls24v
nop/2
ixor $lm16v $ls24v $ls24v
nop/2
iand $ls24v $lr8v $lr24v
nop/2
iadd $ls16v $lr24v $ln0v";
    check(
        text,
        &at(&[Memory::Lm1]),
        expect![[r#"
        imm ui"0x00080008" $lr0v
        ilsl $lm8v $lr0v $lr8v
        ixor $lm16v $lr8v $lr16v
        imm ui"0xffff0000" $ls0v
        sbsl $lm0v $lr0v $lr24v
        iand $lr16v $ls0v $ls8v
        iadd $lr24v $ls8v $ln0v
    "#]],
    );
}

#[test]
fn bits_that_a_shift_drops_do_not_count() {
    let text = "\
imm ui\"0x0000ffff\" $lr0v
imm i\"8\" $ls0v
nop
iand $lm0v $lr0v $nowrite
uilsr $aluf $ls0v $ln0v";
    check(
        text,
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x0000ffc8" $lr0v
            iand $lm0v $lr0v $ls0v
            uilsr $ls0v $lr0v $ln0v
        "#]],
    );
    // A shift to the left drops others, which the proof does not follow.
    let text = text.replace("0x0000ffff", "0xffffff0f");
    let text = text.replace("uilsr", "ilsl").replace("\"8\"", "\"28\"");
    check(
        &text,
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x0000001c" $lr0v
            ilsl $lm0v $lr0v $ln0v
        "#]],
    );
}

#[test]
fn constants_that_contradict_each_other_stay() {
    // Bit 3 of the amount is one, and bit 3 of the mask, which the shifted number can have, is zero.
    let text = "\
imm ui\"0x00ff0000\" $lr0v
imm i\"8\" $ls0v
nop
uilsr $lm0v $ls0v $ls8v
nop
iand $ls8v $lr0v $ln0v";
    check(
        text,
        &at(&[Memory::Lm1]),
        expect![[r#"
        imm ui"0x00000008" $lr0v
        uilsr $lm0v $lr0v $lr8v
        imm ui"0x00ff0000" $ls0v
        iand $lr8v $ls0v $ln0v
    "#]],
    );
}

#[test]
fn a_number_needs_no_imm_if_an_operation_makes_it() {
    let text = "\
imm f\"inf\" $lr0v
fvadd $lm0v $lm0v $omr1
lpassa $lr0v $ln0v/$imr1";
    check_numbers(
        text,
        plan::Numbers::Operations,
        expect![[r#"
            fvadd $lm0v $lm0v $omr1
            frsqrt $msb1 $ln0v/$imr1
        "#]],
    );
}

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

/// Lines of several styles, one after the other.
fn long_text() -> String {
    let sums = "iadd $m0v $r0v $n0v\niadd $m4v $r4v $n4v\nnop/2\n".repeat(8);
    let choices = "imax $s0 $m0v $n8v $omr1\nnop/2\nisub $s0 $m0v $n8v/$imr1\nnop/2\n".repeat(8);
    // What is not followed ends a run.
    let parts = [sums, choices].map(|it| format!("{it}l1bmd $lr0v $lb0\n").repeat(20));
    parts.concat().trim_end().to_owned()
}

/// How many ways of each part of a long program are tried, and the steps of the best ones, before any order.
fn tried_in_parts(counts: bool) -> (Vec<usize>, i64) {
    let before = draft(&long_text());
    let places = at(&[Memory::Lm1]);
    let mut parts = Parts::new(&before, (&places, None), Mode::Flat, 24);
    let (mut tried, mut steps) = (Vec::new(), 0);
    while let Some(part) = parts.next_part(1, &|| false) {
        tried.push(parts.tried());
        steps += part.ways.first().map_or(0, |it| it.draft.work_steps());
        if counts {
            parts.count(part.ways.first());
        }
    }
    (tried, steps)
}

#[test]
fn parts_of_a_long_program_are_written_in_the_ways_that_paid() {
    let (all, best) = tried_in_parts(false);
    let (tried, steps) = tried_in_parts(true);
    assert_eq!(tried.len(), 40);
    assert_eq!(tried[..8], all[..8]);
    let later: usize = tried[17..].iter().sum();
    assert!(4 * later < all[17..].iter().sum(), "{tried:?}");
    assert!(tried[32] == all[32] && tried[31] < 8, "{tried:?}");
    assert_eq!(steps, best);
}

/// The rewritten programs, in both modes.
fn all_ways(before: &Draft, places: &Places) -> Vec<Rewritten> {
    let modes = [Mode::AutoStride, Mode::Flat].into_iter();
    modes
        .flat_map(|mode| rewritten(before, (places, None), mode, 1, &|| false))
        .collect()
}

fn outcome(before: &Draft, after: &Draft, places: &Places) -> Equivalence {
    mnc2_equal::by_dataflow(&before.program, &after.program, places, &|| false)
}

#[test]
fn a_long_run_is_taken_in_parts() {
    // Two runs, and the second reads what the first computes.
    let pair = "isub $s0 $m0v $n0v\nisub $s0 $m4v $n4v\nnop/2\n";
    let text = pair.repeat(300);
    let before = draft(text.trim_end());
    let places = at(&[Memory::Lm1]);
    let found = all_ways(&before, &places);
    let best = found.first().expect("a run is written anew");
    assert_eq!(outcome(&before, &best.draft, &places), Equivalence::Same);
    assert_eq!(before.lines.len(), 900);
    let work = Draft::work_steps;
    assert_eq!((work(&before), work(&best.draft)), (600, 2));
}
