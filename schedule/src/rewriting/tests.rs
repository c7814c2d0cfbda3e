use expect_test::{Expect, expect};
use mnc2_isa::{Memory, Mode};
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check as check_program;

use super::planted::{self, Wrong};
use super::{Rewritten, plan, regrouped, rewritten};
use crate::draft::Draft;
use crate::equal::{self, ComparedWords, Equivalence, Limits, Places, RunsOutcome};
use crate::merging::tests::{Numbers, draft, proven};

fn at(memories: &[Memory]) -> Places {
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
    let found = rewritten(&before, places, Mode::Flat, &|| false);
    expected.assert_eq(&proven(
        &before,
        found.into_iter().next().map(|it| it.draft),
        places,
    ));
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
            ixor $lr8v $lm0v $lr16v
            lpassa $llr[16,20,16,20] $lln0v
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
    let found = rewritten(&before, &places, Mode::Flat, &|| false);
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
    assert_eq!(lines, Some(vec![2, 3]));
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
fn the_proof_refuses_a_cycle_that_is_in_no_group() {
    let (before, places) = (draft(GROUPS), at(&[Memory::Lm1]));
    let found = planted::with(Wrong::Cycle, || regrouped(&before, Mode::Flat));
    let found = found.expect("the rule applies");
    assert_ne!(outcome(&before, &found.draft, &places), Equivalence::Same);
}

/// Random programs; more with `MNC2_REWRITE_PROGRAMS`.
const PROGRAMS: u64 = 10;

/// Random programs at most until a wrong rule does something.
const PLANTED_PROGRAMS_MAX: u64 = 100;

/// Lines of a program.
const LINES: usize = 24;

impl Numbers {
    /// An operand of a width.
    fn operand(&mut self, width: &str, memories: &[&str]) -> String {
        let words = [("", 1), ("l", 2), ("ll", 4)];
        let words = words.iter().find(|it| it.0 == width).map_or(1, |it| it.1);
        let memory = self.pick(memories);
        let address = words * self.below(12 / words);
        let cycles = self.pick(&["v", "v", ""]);
        format!("${width}{memory}{address}{cycles}")
    }

    fn line(&mut self) -> String {
        let width = self.pick(&["", "l"]);
        let x = self.operand(width, &["m", "r"]);
        let y = self.operand(width, &["s", "r"]);
        let to = self.operand(width, &["n", "r", "s"]);
        let mask = self.pick(&["", "", "", "/1100", "/$imr1"]);
        let op = self.pick(&["iadd", "isub", "imax", "fvadd", "fvmul", "ixor"]);
        match self.below(10) {
            0 => format!("ipassa {x} {to}{mask}"),
            1 => format!("imm i\"{}\" {to}", self.below(3)),
            2 => format!("isub {x} {y} $omr1"),
            3 => {
                let [x, y] = [["m", "r"], ["s", "r"]].map(|it| self.operand("l", &it));
                format!("lsub {x} {y} {}", self.operand("l", &["n", "r", "s"]))
            }
            4 => {
                let x = self.operand("ll", &["m", "r"]);
                format!("lpassa {x} {}", self.operand("ll", &["n", "r", "s"]))
            }
            5 => format!(
                "{op} {x} {y} $nowrite\n{} $aluf {y} {to}",
                self.pick(&["iadd", "isub"])
            ),
            6 => self.algebra(),
            _ => format!("{op} {x} {y} {to}{mask}"),
        }
    }

    /// Lines that the rules of algebra apply to.
    fn algebra(&mut self) -> String {
        let x = self.operand("l", &["m"]);
        let to = self.operand("l", &["n", "r", "s"]);
        let number = self.below(5);
        match self.below(7) {
            5 => format!(
                "imm i\"{number}\" $ls16v\nimm i\"9\" $lr24v\nnop/9\nilsl {x} $ls16v $lr16v\nnop/9\n\
                 ibsl $lr16v $lr24v {to}"
            ),
            4 => format!(
                "imm i\"16\" $ls16v\nimm i\"16\" $lr24v\nnop/9\nilsl {x} $ls16v $lr16v\nnop/9\n\
                 uilsr {x} $lr24v $ls24v\nnop/9\nior $lr16v $ls24v {to}"
            ),
            0 => format!(
                "imm f\"{number}.5\" $ls16v\nimm f\"8.0\" $ls24v\nnop/9\n\
                 fvadd {x} $ls16v $nowrite\nfvmul $mauf $ls24v {to}"
            ),
            1 => format!("imm f\"2.0\" $ls16v\nnop/9\nfvmul {x} $ls16v {to}"),
            2 => format!("imm h\"2.0\" $ls16v\nnop/9\nhvmulr {x} $ls16v {to}"),
            3 => format!("linc {x} $nowrite\nlinc $aluf {to}"),
            _ => {
                let load = |it: u64| format!("imm i\"{}\" $s{}/1000", 3 * it + number, 40 + it);
                (0..12).map(load).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// A program that the assembler accepts.
    fn program(&mut self) -> String {
        let mut lines = vec!["isub $lm0v $ls0v $omr1".to_owned(), "nop/9".to_owned()];
        while lines.len() < 2 * LINES {
            let line = self.line();
            if !check_program(&mnc2_asm::parse(&line), ModeChoice::Infer).has_errors() {
                lines.extend([line, "nop/9".to_owned()]);
            }
        }
        lines.join("\n")
    }
}

/// The rewritten programs, in both modes.
fn all_ways(before: &Draft, places: &Places) -> Vec<Rewritten> {
    let modes = [Mode::AutoStride, Mode::Flat].into_iter();
    modes
        .flat_map(|mode| rewritten(before, places, mode, &|| false))
        .collect()
}

/// Whether two programs leave the same in the whole chip's places, from three dirty starts.
fn runs_alike(before: &Draft, after: &Draft, places: &Places) -> bool {
    let limits = Limits::default();
    let run = |number| equal::by_run(&before.program, &after.program, places, &limits, number);
    (1..=3).all(|number| run(number) == RunsOutcome::Alike)
}

fn outcome(before: &Draft, after: &Draft, places: &Places) -> Equivalence {
    equal::by_dataflow(&before.program, &after.program, places, &|| false)
}

fn all_places() -> [Places; 3] {
    let memories = [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1];
    [at(&[Memory::Lm1]), at(&memories[1..3]), at(&memories)]
}

#[test]
fn whatever_is_written_anew_is_equivalent() {
    let count = std::env::var("MNC2_REWRITE_PROGRAMS")
        .ok()
        .and_then(|it| it.parse().ok());
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut changed = 0;
    for _ in 0..count.unwrap_or(PROGRAMS) {
        let text = numbers.program();
        let before = draft(&text);
        for places in all_places() {
            for found in all_ways(&before, &places) {
                let written = found.draft.lines.join("\n");
                let outcome = outcome(&before, &found.draft, &places);
                assert_eq!(outcome, Equivalence::Same, "{text}\n\n{written}");
                assert!(
                    runs_alike(&before, &found.draft, &places),
                    "{text}\n\n{written}"
                );
                changed += 1;
            }
        }
    }
    println!("{changed} programs written anew");
    assert!(changed > PROGRAMS, "only {changed} programs");
}

#[test]
fn the_proof_refuses_what_each_wrong_rule_does() {
    for wrong in Wrong::ALL {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut is_refused = false;
        for _ in 0..PLANTED_PROGRAMS_MAX {
            let before = draft(&numbers.program());
            for places in all_places() {
                for found in planted::with(wrong, || all_ways(&before, &places)) {
                    let is_proven = outcome(&before, &found.draft, &places) == Equivalence::Same;
                    is_refused |= !is_proven;
                    assert!(
                        !is_proven || runs_alike(&before, &found.draft, &places),
                        "{wrong:?}: proven, and wrong"
                    );
                }
            }
            if is_refused {
                break;
            }
        }
        assert!(is_refused, "{wrong:?} does nothing that the proof refuses");
    }
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
    let work = |it: &Draft| super::steps(it);
    assert_eq!((work(&before), work(&best.draft)), (600, 2));
}
