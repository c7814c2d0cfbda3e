use expect_test::{Expect, expect};
use mnc2_asm::program::Mode;
use mnc2_isa::Memory;

use super::rewritten;
use crate::equal::{Place, Places};
use crate::merging::tests::{draft, proven};

fn at(memories: &[Memory]) -> Places {
    Places {
        shown: true,
        at_end: memories.iter().map(|it| Place::all_of(*it)).collect(),
    }
}

/// The shortest text of a program that is written anew, once it is proven equivalent.
#[track_caller]
fn check(text: &str, places: &Places, expected: Expect) {
    let before = draft(text);
    let found = rewritten(&before, places, Mode::Flat, &|| false);
    expected.assert_eq(&proven(&before, found.into_iter().next(), places));
}

#[test]
fn try_file() {
    let Ok(path) = std::env::var("MNC2_TRY") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let before = draft(text.trim_end());
    let memories: Vec<Memory> = std::env::var("MNC2_AT").unwrap_or("n".into()).chars().map(|it| match it {
        'm' => Memory::Lm0, 'n' => Memory::Lm1, 'r' => Memory::Grf0, _ => Memory::Grf1 }).collect();
    let places = at(&memories);
    for it in rewritten(&before, &places, Mode::Flat, &|| false) {
        let outcome = crate::equal::by_dataflow(&before.program, &it.program, &places, &|| false);
        println!("=== {} {outcome:?}", super::steps(&it.program));
        let lines = it.lines.iter().filter(|line| !line.starts_with("nop"));
        for line in lines { println!("{line}"); }
    }
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
            imm ui"0x00000003" $lr0
            iadd $lm0v $lr0 $lr2v
            ixor $lr2v $lm0v $lr12v
            lpassa $llr[12,16,12,16] $lln0v
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
            nothing
        "#]],
    );
}
