use expect_test::{Expect, expect};
use mnc2_asm::LineParser;
use mnc2_dataflow::depends::{Depends, Widths};
use mnc2_equal::{ComparedWords, Equivalence, Places};
use mnc2_isa::Memory;
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check as check_program;

use super::{Freedom, merged};
use crate::draft::Draft;
use crate::redundancy;

pub(crate) fn draft(text: &str) -> Draft {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut program = Draft {
        program: mnc2_asm::parse(""),
        start: 0,
        lines: Vec::new(),
    };
    let all = 0..program.program.len();
    program.program.replace(all, Vec::new());
    program.replace(0..0, lines, &mut LineParser::new());
    program
}

pub(crate) fn lm1() -> Places {
    Places {
        shown: true,
        at_end: vec![ComparedWords::all_of(Memory::Lm1)],
        from_zero: false,
    }
}

/// The text of a proposal without `nop`s, once it is proven to be equivalent and has no hazard.
pub(crate) fn proven(before: &Draft, after: Option<Draft>, places: &Places) -> String {
    assert!(before.program.iter().all(|line| !line.has_error()));
    let Some(after) = after else {
        return "nothing\n".to_owned();
    };
    let outcome = mnc2_equal::by_dataflow(&before.program, &after.program, places, &|| false);
    let (text, written) = (before.lines.join("\n"), after.lines.join("\n"));
    assert_eq!(outcome, Equivalence::Same, "{text}\n\n{written}");
    let depends = Depends::from_lines(&after.program, after.region(), Widths::Free);
    assert!(depends.is_ok(), "{:?}\n{written}", depends.err());
    let lines = after.lines.iter().filter(|line| !line.starts_with("nop"));
    lines.map(|line| format!("{line}\n")).collect()
}

fn text_of(text: &str, places: &Places, freedom: Freedom) -> String {
    let before = draft(text);
    let after = merged(&before, places, freedom, &|| false);
    proven(&before, after, places)
}

#[track_caller]
fn check(text: &str, places: &Places, freedom: Freedom, expected: Expect) {
    expected.assert_eq(&text_of(text, places, freedom));
}

/// What becomes of a program in both modes where all its places count: with strides, and with lists too.
#[track_caller]
fn check_modes(text: &str, strides: Expect, lists: Expect) {
    check(text, &Places::everything(), STRIDES, strides);
    check(text, &Places::everything(), LISTS, lists);
}

const STRIDES: Freedom = Freedom {
    moves: false,
    lists: false,
};
const MOVES: Freedom = Freedom {
    moves: true,
    ..STRIDES
};
const LISTS: Freedom = Freedom {
    lists: true,
    ..STRIDES
};

#[test]
fn steps_that_advance_evenly_become_one() {
    let text = "\
ladd $lm0 $ls0 $ln0 # first
nop/2
ladd $lm4 $ls0 $ln2
nop/2
# the third
ladd $lm8 $ls0 $ln4
nop/2
ladd $lm12 $ls0 $ln6 # last
nop/2";
    check(
        text,
        &Places::everything(),
        STRIDES,
        expect![[r#"
        # the third
        ladd $lm0v4 $ls0 $ln0v # first # last
    "#]],
    );
}

#[test]
fn cycles_that_are_not_used_are_masked_or_repeat() {
    let text = "\
ladd $lm0 $ls0 $ln0
nop/2
ladd $lm2 $ls0 $ln2
nop/2
lpassa $llm4 $lln8
nop/2
lpassa $llm8 $lln12";
    check_modes(
        text,
        expect![[r#"
        ladd $lm0v $ls0 $ln0v/1100
        lpassa $llm4v $lln8v/ll1100
    "#]],
        expect![[r#"
        ladd $lm[0,2,2,2] $ls0 $ln[0,2,2,2]
        lpassa $llm[4,8,8,8] $lln[8,12,12,12]
    "#]],
    );
}

#[test]
fn addresses_that_do_not_advance_evenly_need_a_list() {
    let text = "\
ladd $lm0 $ls0 $ln4
nop/2
ladd $lm8 $ls0 $ln2
nop/2
ladd $lm4 $ls0 $ln8
nop/2";
    check_modes(
        text,
        expect![[r#"
        ladd $lm0v4 $ls0 $ln4v4/1100
        ladd $lm8 $ls0 $ln2
    "#]],
        expect![[r#"
        ladd $lm[0,8,4,4] $ls0 $ln[4,2,8,8]
    "#]],
    );
}

#[test]
fn chains_through_forwarding_registers_are_merged_as_a_whole() {
    let text = "\
dvmulu $lm0 $ls0 $nowrite
dvfmad $lm0 $ls0 $mauf $ln0
nop/2
dvmulu $lm2 $ls0 $nowrite
dvfmad $lm2 $ls0 $mauf $ln2
nop/2
dvmulu $lm4 $ls0 $nowrite
dvfmad $lm4 $ls0 $mauf $ln8";
    check(
        text,
        &Places::everything(),
        STRIDES,
        expect![[r#"
        dvmulu $lm0v $ls0 $nowrite
        dvfmad $lm0v $ls0 $mauf $ln0v/1100
        dvmulu $lm4 $ls0 $nowrite
        dvfmad $lm4 $ls0 $mauf $ln8
    "#]],
    );
}

#[test]
fn values_move_so_that_their_addresses_advance() {
    // Each result goes through `$lr8`.
    let text = "\
dvadd $lm0 $ls0 $lr8
nop/2
dvmulu $lr8 $ls0 $ln0
nop/2
dvadd $lm2 $ls0 $lr8
nop/2
dvmulu $lr8 $ls0 $ln2
nop/2
dvadd $lm4 $ls0 $lr8
nop/2
dvmulu $lr8 $ls0 $ln4
nop/2
dvadd $lm6 $ls0 $lr8
nop/2
dvmulu $lr8 $ls0 $ln6";
    check(
        text,
        &lm1(),
        MOVES,
        expect![[r#"
        dvadd $lm0v $ls0 $lr0v
        dvmulu $lr0v $ls0 $ln0v
    "#]],
    );
    check(
        text,
        &Places::everything(),
        MOVES,
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn a_step_that_needs_the_result_of_another_is_not_merged_with_it() {
    let text = "\
ladd $lr0 $ls0 $lr2
nop/2
ladd $lr2 $ls0 $lr4";
    check(
        text,
        &Places::everything(),
        STRIDES,
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn what_uses_its_cycles_or_depends_on_them_is_not_merged() {
    let text = "\
ladd $lm0v $ls0 $ln0v
ladd $lm8v $ls0 $ln8v
nop/2
lpassa $lr0 $omr1
lpassa $lr0 $omr2
nop/2
ladd $lm0 $ls0 $ln0/$imr1
ladd $lm2 $ls0 $ln2/$imr1
nop/2
maskn 18
ladd $lm0 $ls0 $ln4
ladd $lm2 $ls0 $ln6
nop/2";
    check(
        text,
        &Places::everything(),
        MOVES,
        expect![[r#"
        nothing
    "#]],
    );
    check(
        text,
        &Places::everything(),
        LISTS,
        expect![[r#"
        nothing
    "#]],
    );
}

/// The number of random programs.
const PROGRAMS: u32 = 12;

/// Numbers that are the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % count
    }

    pub(crate) fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A random program that uses one cycle of most steps, as some compilers write it.
fn program(numbers: &mut Numbers) -> String {
    let mut lines = vec!["imm i\"3\" $ls0v".to_owned(), "nop/4".to_owned()];
    for _ in 0..24 {
        let address = |numbers: &mut Numbers| 2 * numbers.below(7);
        let cycles = numbers.pick(&["", "", "", "", "v", "v4", "j1"]);
        let input = match numbers.below(4) {
            0 => format!("$lm{}{cycles}", address(numbers)),
            1 => format!("$ln{}", address(numbers)),
            _ => format!("$lr{}", address(numbers)),
        };
        let second = numbers.pick(&["$ls0", "$ls2", "$ls0", "$ls0v"]);
        let output = match numbers.below(3) {
            0 => format!("$ln{}", address(numbers)),
            _ => format!("$lr{}", address(numbers)),
        };
        let mask = numbers.pick(&["", "", "", "", "/1000", "/1100", "/$imr1"]);
        let line = match numbers.below(9) {
            0 => format!("lpassa {input} {output}{mask}"),
            1 => format!("ladd {input} {second} $nowrite\nlpassa $aluf {output}{mask}"),
            2 => format!("imm i\"7\" {output}"),
            3 => format!("lpassa {input} $omr{}", 1 + numbers.below(2)),
            4 => format!("dvadd {input} {second} {output}v{mask}"),
            5 => "d get $lr0n0c0b0m0p0 1".to_owned(),
            _ => format!("dvadd {input} {second} {output}{mask}"),
        };
        lines.push(line);
        lines.push("nop/9".to_owned());
    }
    let text = lines.join("\n");
    // Lines that the assembler does not accept are left out.
    let parsed: Vec<&str> = text.lines().collect();
    let is_accepted = |line: &&&str| {
        !check_program(&mnc2_asm::parse(line), ModeChoice::Infer).has_errors()
            || line.contains("$aluf")
    };
    let kept: Vec<&str> = parsed.iter().filter(is_accepted).copied().collect();
    kept.join("\n")
}

#[test]
fn whatever_is_merged_or_shared_does_the_same() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut changed, mut shared) = (0, 0);
    for _ in 0..PROGRAMS {
        let text = program(&mut numbers);
        for (moves, lists) in [(false, false), (true, false), (false, true), (true, true)] {
            for places in [Places::everything(), lm1()] {
                let after = text_of(&text, &places, Freedom { moves, lists });
                changed += u32::from(after != "nothing\n");
            }
        }
        for places in [Places::everything(), lm1()] {
            let before = draft(&text);
            let after = redundancy::shared(&before, &places, &|| false).map(|it| it.draft);
            shared += u32::from(proven(&before, after, &places) != "nothing\n");
        }
    }
    assert!(changed > 3 * PROGRAMS, "only {changed} were merged");
    assert!(
        shared > PROGRAMS / 2,
        "something is shared in only {shared}"
    );
}
