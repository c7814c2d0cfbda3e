use mnc2_isa::Memory;

use crate::{ComparedWords, Equivalence, Limits, Places, RunsOutcome, by_dataflow, by_runs};

/// Programs whose result is in `$ln0v`, in dataflow and in runs.
#[track_caller]
fn check(one: &str, other: &str, is_same: bool) {
    check_proof(one, other, is_same);
    let [one, other] = [one, other].map(mnc2_asm::parse);
    let ran = by_runs(&one, &other, &result(), &Limits::default());
    assert_eq!(ran == RunsOutcome::Alike, is_same, "{ran:?}");
}

#[track_caller]
fn check_proof(one: &str, other: &str, is_same: bool) {
    let [one, other] = [one, other].map(|text| {
        let program = mnc2_asm::parse(text);
        assert!(program.iter().all(|line| !line.has_error()), "{text}");
        program
    });
    let outcome = by_dataflow(&one, &other, &result(), &|| false);
    assert_eq!(outcome == Equivalence::Same, is_same, "{outcome:?}");
}

fn result() -> Places {
    Places {
        shown: false,
        at_end: vec![ComparedWords {
            count: 8,
            ..ComparedWords::all_of(Memory::Lm1)
        }],
        from_zero: false,
    }
}

/// Two numbers that are moved by a pair of transfers each, and an operation on both.
fn moved_apart(up: &str, down: &str, operation: &str) -> String {
    format!(
        "{up} $lm0v $lbi\n{down} $lbi $lr0v\n{up} $lm8v $lbi\n{down} $lbi $ls0v\nnop\n{operation} $lr0v $ls0v $ln0v"
    )
}

/// The same operation before one pair of transfers.
fn moved_together(up: &str, down: &str, operation: &str) -> String {
    format!(
        "lpassa $lm8v $lr0v\nnop\n{operation} $lm0v $lr0v $nowrite\n{up} $aluf $lbi\n{down} $lbi $ln0v"
    )
}

#[test]
fn a_sum_of_reductions_is_the_reduction_of_the_sum() {
    for (up, down) in [("l1bmr", "l1bmm"), ("l1bmr4", "l1bmm4")] {
        for letter in ["l", "i", "s"] {
            for operation in ["add", "sub"] {
                let (up, operation) = (format!("{up}{letter}iadd"), format!("{letter}{operation}"));
                check(
                    &moved_apart(&up, down, &operation),
                    &moved_together(&up, down, &operation),
                    true,
                );
            }
        }
        for (reduction, operation) in [("bor", "or"), ("band", "and")] {
            let (up, operation) = (format!("{up}l{reduction}"), format!("l{operation}"));
            check(
                &moved_apart(&up, down, &operation),
                &moved_together(&up, down, &operation),
                true,
            );
        }
    }
}

#[test]
fn other_reductions_and_operations_are_not_exchanged() {
    for (up, operation) in [
        // Carries between single words, carries that are lost, and rounding.
        ("l1bmriiadd", "ladd"),
        ("l1bmrliadd", "iadd"),
        ("l1bmrsiadd", "iadd"),
        ("l1bmriiadd", "sadd"),
        ("l1bmrdfadd", "dvadd"),
        ("l1bmrffadd", "fvadd"),
        ("l1bmrffadd", "iadd"),
        ("l1bmrlbor", "land"),
        ("l1bmrlband", "lor"),
        ("l1bmrlband", "ladd"),
        ("l1bmrlor", "lor"),
        ("l1bmrliadd", "lmax"),
    ] {
        check_proof(
            &moved_apart(up, "l1bmm", operation),
            &moved_together(up, "l1bmm", operation),
            false,
        );
    }
    let one = moved_apart("l1bmrliadd", "l1bmm", "ladd");
    for other in [
        // Another place of the result, other MABs, another mask.
        moved_together("l1bmr4liadd", "l1bmm4", "ladd"),
        moved_together("l1bmrliadd", "l1bmm", "ladd").replace("$ln0v", "$ln0v/1110"),
        moved_together("l1bmm@3", "l1bmm", "ladd"),
        moved_together("l1bmrliadd", "l1bmm", "ladd").replace("$lm0v", "$lm16v"),
    ] {
        check(&one, &other, false);
    }
}

#[test]
fn a_constant_is_added_once_for_each_mab() {
    let shared = "imm i\"3\" $s0v\nimm i\"48\" $s4v\nnop/2\n";
    let with = |number: &str| {
        format!("{shared}l1bmriiadd $lm0v $lbi\nl1bmm $lbi $nowrite\niadd $lbf {number} $ln0v")
    };
    let before =
        format!("{shared}iadd $lm0v $ls0v $nowrite\nl1bmriiadd $aluf $lbi\nl1bmm $lbi $ln0v");
    let shared_long = before.replace("$s0v", "$ls0v").replace("$s4v", "$ls8v");
    let with_long = |number: &str| {
        with(number)
            .replace("$s0v", "$ls0v")
            .replace("$s4v", "$ls8v")
    };
    check(&shared_long, &with_long("$ls8v"), true);
    check(&shared_long, &with_long("$ls0v"), false);
}

/// Additions of what some MABs send, one by one.
fn one_by_one(up: &str, down: &str, letter: &str, mabs: &[usize]) -> String {
    let mut text = String::new();
    for (number, mab) in mabs.iter().enumerate() {
        let transfer = format!("{up}@{mab} $lm0v $lbi\n{down} $lbi");
        text += &match number {
            0 => format!("{transfer} $lr0v\n"),
            _ => format!("{transfer} $ls0v\nnop\n{letter}add $lr0v $ls0v $lr0v\nnop\n"),
        };
    }
    text + "lpassa $lr0v $ln0v"
}

#[test]
fn words_of_all_mabs_one_by_one_are_a_reduction() {
    let all: Vec<usize> = (0..16).rev().collect();
    for (up, down, mabs) in [
        ("l1bmm", "l1bmm", &all[..]),
        ("l1bmm4", "l1bmm4", &[0, 3, 1, 2]),
    ] {
        for letter in ["l", "i", "s"] {
            let reduction = up.replace("mm", "mr");
            check(
                &one_by_one(up, down, letter, mabs),
                &format!("{reduction}{letter}iadd $lm0v $lbi\n{down} $lbi $ln0v"),
                true,
            );
        }
    }
    let reduction = "l1bmrliadd $lm0v $lbi\nl1bmm $lbi $ln0v";
    let mut twice = all.clone();
    twice[3] = twice[4];
    let mut again = all.clone();
    again.push(5);
    for (mabs, letter) in [(&all[1..], "l"), (&twice, "l"), (&again, "l"), (&all, "i")] {
        check_proof(
            &one_by_one("l1bmm", "l1bmm", letter, mabs),
            reduction,
            false,
        );
    }
    // Another word of one MAB.
    let other = one_by_one("l1bmm", "l1bmm", "l", &all).replace("l1bmm@7 $lm0v", "l1bmm@7 $lm2v");
    check(&other, reduction, false);
}

#[test]
fn bits_of_all_mabs_one_by_one_are_a_reduction() {
    let all: Vec<usize> = (0..16).rev().collect();
    for (operation, reduction) in [("or", "bor"), ("and", "band")] {
        for letter in ["l", "i"] {
            let by_mab = |mabs: &[usize]| {
                let text = one_by_one("l1bmm", "l1bmm", letter, mabs);
                text.replace("add", operation)
            };
            let reduced = format!("l1bmr{letter}{reduction} $lm0v $lbi\nl1bmm $lbi $ln0v");
            check(&by_mab(&all), &reduced, true);
            // A MAB twice is a MAB once, and one is missing.
            let mut again = all.clone();
            again.insert(4, 9);
            check(&by_mab(&again), &reduced, true);
            check(&by_mab(&all[1..]), &reduced, false);
            let other = by_mab(&all).replace("l1bmm@7 $lm0v", "l1bmm@7 $lm2v");
            check(&other, &reduced, false);
            let other = if operation == "or" { "band" } else { "bor" };
            check(&by_mab(&all), &reduced.replace(reduction, other), false);
            // Logical operations give 0 or 1.
            check(&by_mab(&all), &reduced.replace(reduction, operation), false);
        }
    }
    let four = one_by_one("l1bmm4", "l1bmm4", "l", &[2, 0, 3, 1]).replace("add", "or");
    check(&four, "l1bmr4lbor $lm0v $lbi\nl1bmm4 $lbi $ln0v", true);
    // With another number before and after.
    let with = |text: &str| format!("lor $lm8v $ls8v $lr0v\n{text}\nnop/2\nlor $ln0v $ls24v $ln0v");
    let first = one_by_one("l1bmm", "l1bmm", "l", &all)
        .replace("add", "or")
        .replace(
            "$lbi $lr0v\n",
            "$lbi $ls0v\nnop\nlor $lr0v $ls0v $lr0v\nnop\n",
        );
    let last = "l1bmrlbor $lm0v $lbi\nl1bmm $lbi $nowrite\nlor $lbf $lr0v $ln0v";
    check(&with(&first), &with(last), true);
}

#[test]
fn a_gather_holds_the_words_of_each_mab() {
    // Without a stride, the last cycle remains: its words are 12 after the first one.
    for (rotation, from, mab) in [("", 0, 3), ("+3", 12, 3), ("-1", 0, 4)] {
        let gathered = format!("l1bmd{rotation} $lm0v $lb0\nnop/9\nl1bmm $lb{from} $ln0");
        let sent = |mab: usize| format!("l1bmm@{mab} $lm0 $lbi\nl1bmm $lbi $ln0");
        check(&gathered, &sent(mab), true);
        check(&gathered, &sent(mab + 1), false);
    }
}
