mod bits;
mod constants;
mod cycles;
mod random;
mod ranges;
mod results;
#[cfg(feature = "rewriting")]
mod saturation;
mod selection;

use expect_test::{Expect, expect};
use mnc2_equal::{ComparedWords, Equivalence, Places};
use mnc2_isa::{Memory, Mode};

use super::{Parts, Rewritten, regrouped, rewritten};
use crate::draft::Draft;
use crate::merging::tests::{draft, proven};

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
