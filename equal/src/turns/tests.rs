use mnc2_isa::Memory;

use crate::{ComparedWords, Equivalence, Limits, Places, RunsOutcome, by_dataflow, by_runs};

/// Programs whose result is in `$ln0v`, in dataflow and in runs.
#[track_caller]
fn check(one: &str, other: &str, is_same: bool) {
    let [one, other] = [one, other].map(|text| {
        let program = mnc2_asm::parse(text);
        assert!(program.iter().all(|line| !line.has_error()), "{text}");
        program
    });
    let result = Places {
        shown: false,
        at_end: vec![ComparedWords {
            count: 8,
            ..ComparedWords::all_of(Memory::Lm1)
        }],
        from_zero: false,
    };
    let outcome = by_dataflow(&one, &other, &result, &|| false);
    assert_eq!(outcome == Equivalence::Same, is_same, "{outcome:?}");
    let ran = by_runs(&one, &other, &result, &Limits::default());
    assert_eq!(ran == RunsOutcome::Alike, is_same, "{ran:?}");
}

/// A long word that goes through some operations, one after the other.
fn turned(opcodes: &[&str]) -> String {
    let [first, rest @ ..] = opcodes else {
        return "lpassa $lm0v $ln0v".to_owned();
    };
    let mut text = format!("{first} $lm0v $nowrite\n");
    for opcode in rest {
        text += &format!("{opcode} $aluf $nowrite\n");
    }
    text + "lpassa $aluf $ln0v"
}

#[test]
fn turns_follow_each_other_as_one() {
    let (left, right) = ("msl", "msr");
    for (one, other, is_same) in [
        (&[left, right][..], &[][..], true),
        (&[right; 3], &[left], true),
        (&[left; 3], &[right], true),
        (&[right; 2], &[left; 2], true),
        (&[right; 4], &[], true),
        (&[right], &[left], false),
        (&[right; 2], &[], false),
        (&[right; 3], &[right], false),
    ] {
        check(&turned(one), &turned(other), is_same);
    }
}

#[test]
fn a_turned_sum_is_the_sum_of_turned_numbers() {
    for letter in ["l", "i", "s"] {
        let before = format!("{letter}add $lm0v $lr0v $nowrite\nmsr $aluf $ln0v");
        let after = format!("msr $lm0v $ls0v\nmsr $lr0v $nowrite\n{letter}add $ls0v $aluf $ln0v");
        check(&before, &after, true);
        check(&before, &after.replace("msr $lr0v", "msl $lr0v"), false);
        check(&before, &after.replace("msr $lm0v", "lpassa $lm0v"), false);
    }
}

#[test]
fn what_is_alike_in_a_mab_does_not_change() {
    let one = "l1bmp $lb0 $lr0v\nnop\nmsr $lr0v $ln0v";
    check(one, "l1bmp $lb0 $ln0v", true);
    check(one, "l1bmp $lb1 $ln0v", false);
    check(
        "lpassa $mabid $lr0v\nnop\nmsl $lr0v $ln0v",
        "lpassa $mabid $ln0v",
        true,
    );
    check(
        "l1bmm $lb0 $lr0v\nnop\nmsr $lr0v $ln0v",
        "l1bmm $lb0 $ln0v",
        false,
    );
    check(
        "lpassa $subpeid $lr0v\nnop\nmsl $lr0v $ln0v",
        "lpassa $subpeid $ln0v",
        false,
    );
    // Each PE has the number of the next one.
    check(
        "imm i\"1\" $s1\nimm i\"3\" $s3\nnop\nladd $subpeid $ls0 $nowrite\nland $aluf $ls2 $ln0v",
        "imm i\"1\" $s1\nimm i\"3\" $s3\nnop\nladd $subpeid $ls0 $nowrite\nland $aluf $ls2 $lr0v\nnop\nmsr $lr0v $lr8v\nnop\nmsl $lr8v $ln0v",
        true,
    );
}

#[test]
fn rotations_of_the_mabs_add_up() {
    let gather =
        |up: &str, down: &str| format!("l1bmd{up} $lm0v $lb0\nnop/9\nl1bmd{down} $lb0 $ln0v");
    let same = "lpassa $lm0v $ln0v";
    for (up, down, is_same) in [
        ("+1", "-1", true),
        ("-5", "+5", true),
        ("+9", "+7", true),
        ("+1", "+1", false),
        ("", "+1", false),
        ("-1", "", false),
    ] {
        check(&gather(up, down), same, is_same);
    }
    check(&gather("+2", "+3"), &gather("", "+5"), true);
    check(&gather("+2", "+3"), &gather("+2", "+2"), false);
    // The turnaround register holds what was sent without the rotation.
    check("l1bmd+1 $lm0v $lbi\nl1bmd-1 $lbi $ln0v", same, false);
    check("l1bmd+1 $lm0v $lbi\nl1bmd $lbi $ln0v", same, true);
}
