//! Constants: of which some bits count, and that an operation makes.

use expect_test::{Expect, expect};
use mnc2_isa::{Memory, Mode};

use super::{at, check};
use crate::merging::tests::{draft, proven};
use crate::rewriting::{plan, rewritten};

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
