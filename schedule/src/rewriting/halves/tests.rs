//! Which operations become operations in half precision.

use expect_test::{Expect, expect};
use mnc2_dataflow::input_ranges::{InputRanges, is_half};
use mnc2_emulator::float::convert::{narrow, widen};
use mnc2_emulator::float::format::{HALF, SINGLE};
use mnc2_equal::{Equivalence, Places};
use mnc2_isa::{Memory, Mode};

use crate::merging::tests::{draft, proven};
use crate::rewriting::rewritten;
use crate::rewriting::tests::at;

/// The shortest text of a program in auto-stride mode, once it is proven equivalent.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let (before, places): (_, Places) = (draft(text), at(&[Memory::Lm1]));
    let found = rewritten(&before, (&places, None), Mode::AutoStride, 1, &|| false);
    let found = found.into_iter().next().map(|it| it.draft);
    expected.assert_eq(&proven(&before, found, &places));
}

#[test]
fn numbers_of_half_precision_are_those_that_rounding_leaves() {
    for half in 0..=HALF.mask() {
        let single = widen(HALF, SINGLE, half) as u32;
        for number in (0..32).map(|it| single ^ 1 << it).chain([single]) {
            let again = widen(HALF, SINGLE, narrow(SINGLE, HALF, number.into()));
            assert_eq!(is_half(number), again == u64::from(number), "{number:x}");
        }
    }
}

/// Sums, products or differences of sixteen numbers, two at a time.
fn twice(line: &str) -> String {
    let second = ["m0v", "n0v", "r0v"]
        .into_iter()
        .fold(line.to_owned(), |line, it| {
            line.replace(it, &it.replace('0', "8"))
        });
    format!("{line}\n{second}")
}

#[test]
fn sums_with_a_constant_take_two_long_words() {
    let constant = "imm f\"0.5\" $ls0v\nnop/3\n";
    check(
        &format!("{constant}{}", twice("fvadd $lm0v $ls0v $ln0v")),
        expect![[r#"
            imm ui"0x3f000000" $lls0v
            hvadd $lls0vr $llm0v $lln0v
        "#]],
    );
    for less in ["fvadd -$ls0v $lm0v $ln0v", "fvadd $lm0v -$ls0v $ln0v"] {
        check(
            &format!("{constant}{}", twice(less)),
            expect![[r#"
                imm ui"0x3f000000" $lls0v
                hvadd -$lls0vr $llm0v $lln0v
            "#]],
        );
    }
}

#[test]
fn constants_of_more_digits_stay_in_single_precision() {
    for bits in ["0x3f802000", "0x30000000", "0x4f800000"] {
        let load = format!("imm ui\"{bits}\" $ls0v\nnop/3\n");
        let text = format!("{load}{}", twice("fvadd $lm0v $ls0v $ln0v"));
        let before = draft(&text);
        let places = at(&[Memory::Lm1]);
        for mode in [Mode::AutoStride, Mode::Flat] {
            let found = rewritten(&before, (&places, None), mode, 1, &|| false);
            assert!(
                found
                    .iter()
                    .all(|it| !it.draft.lines.join("\n").contains("hv"))
            );
        }
    }
}

#[test]
fn products_need_factors_of_which_enough_is_known() {
    let masks = "imm ui\"0x007fc000\" $ls0v\nimm ui\"0x3f800000\" $ls8v\nnop/3\n";
    let masked = "iand $lm0v $ls0v $nowrite\nior $aluf $ls8v $lr0v\niand $lm8v $ls0v $nowrite\nior $aluf $ls8v $lr8v\nimm f\"3.0\" $ls16v\nnop/3\n";
    check(
        &format!("{masks}{masked}{}", twice("fvmul $lr0v $ls16v $ln0v")),
        expect![[r#"
            imm ui"0x007fc000" $lr0v
            iand $lm0v $lr0v $lr8v
            imm ui"0x3f800000" $ls0v
            iand $lm8v $lr0v $lr16v
            ior $lr8v $ls0v $ls8v
            imm ui"0x40400000" $llr24v
            ior $lr16v $ls0v $ls16v
            hvmul $lls8vr $llr24vr $lln0v
        "#]],
    );
    let square = twice("fvfma $lr0v $lr0v $lm0v $ln0v");
    check(
        &format!("{masks}{masked}{square}"),
        expect![[r#"
        imm ui"0x007fc000" $lr0v
        iand $lm0v $lr0v $lr8v
        imm ui"0x3f800000" $ls0v
        iand $lm8v $lr0v $lr16v
        ior $lr8v $ls0v $ls8v
        ior $lr16v $ls0v $ls16v
        hvfma $lls8vr $lls8vr $llm0v $lln0v
    "#]],
    );
}

#[test]
fn flags_choose_words_of_two_long_words() {
    let constants = "imm f\"-1.0\" $ls0v\nimm f\"inf\" $lr0v\nnop/3\n";
    let flags = "fvadd $lm0v $ls0v $omr1\nlpassa $lr0v $ln0v/$imr1\n";
    let second = flags.replace("m0v", "m8v").replace("n0v", "n8v");
    check(
        &format!("{constants}{flags}{second}"),
        expect![[r#"
        imm ui"0xbf800000" $lls0v
        hvadd $lls0vr $llm0v $omr1
        imm ui"0x7f800000" $lln0v/$llimr1
    "#]],
    );
}

#[test]
fn inputs_of_a_testcase_can_be_factors() {
    let inputs = "d set $lm0n0c0b0m0p0 2 3f800000404000004080000000000000";
    let text = twice("fvmul $lm0v $lm0v $ln0v");
    for (inputs, expected) in [
        (inputs.to_owned(), "hvmul $llm0vr $llm0vr $lln0v"),
        (inputs.replace("40400000", "40402000"), "fvmul"),
    ] {
        let program = mnc2_asm::parse(&inputs);
        let ranges = InputRanges::from_program(&program, 1);
        let places = at(&[Memory::Lm1]);
        let before = draft(&text);
        let found = rewritten(
            &before,
            (&places, Some(&ranges)),
            Mode::AutoStride,
            1,
            &|| false,
        );
        let lines = found
            .first()
            .map_or_else(String::new, |it| it.draft.lines.join("\n"));
        assert!(lines.contains(expected), "{lines}");
        // For other inputs it is not proven.
        let unproven = found.iter().filter(|it| {
            let places = &places;
            let (one, other) = (&before.program, &it.draft.program);
            mnc2_equal::by_dataflow(one, other, places, &|| false) != Equivalence::Same
        });
        assert_eq!(unproven.count() > 0, expected != "fvmul");
    }
}

#[test]
fn a_constant_is_the_factor_rather_than_an_input() {
    let program = mnc2_asm::parse("d set $lm0n0c0b0m0p0 2 3f800000404000004080000000000000");
    let ranges = InputRanges::from_program(&program, 1);
    let places = at(&[Memory::Lm1]);
    let sums = twice("fvadd $lm0v $ls0v $ln0v");
    let before = draft(&format!("imm f\"0.5\" $ls0v\nnop/3\n{sums}"));
    let compared = (&places, Some(&ranges));
    let found = rewritten(&before, compared, Mode::AutoStride, 1, &|| false);
    assert!(found[0].draft.lines.join("\n").contains("hvadd"));
    for way in found {
        let (one, other) = (&before.program, &way.draft.program);
        let proof = mnc2_equal::by_dataflow(one, other, &places, &|| false);
        assert_eq!(proof, Equivalence::Same);
    }
}

#[test]
fn sums_that_do_not_fill_a_step_stay_in_single_precision() {
    let sums = |count: u32| {
        let all = (0..count).map(|it| {
            let at = 8 * it;
            format!("\nfvadd $lm{at}v $ls0v $ln{at}v")
        });
        format!("imm f\"0.5\" $ls0v\nnop/3{}", all.collect::<String>())
    };
    check(
        &sums(1),
        expect![[r#"
        imm ui"0x3f000000" $ls0v
        fvadd $lm0v $ls0v $ln0v
    "#]],
    );
    check(
        &sums(3),
        expect![[r#"
        imm ui"0x3f000000" $lls0v
        hvadd $lls0vr $llm0v $lln0v
        fvadd $lm16v $ls0v4 $ln16v
    "#]],
    );
}
