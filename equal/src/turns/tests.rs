use mnc2_isa::Memory;

use crate::{ComparedWords, Equivalence, Limits, Places, RunsOutcome, by_dataflow, by_runs};

/// Programs whose result is in `$ln0v`, in dataflow and in runs.
#[track_caller]
fn check(one: &str, other: &str, is_same: bool) {
    check_proof(one, other, is_same);
    let [first, second] = [one, other].map(mnc2_asm::parse);
    let ran = by_runs(&first, &second, &result(), &Limits::default());
    assert_eq!(
        ran == RunsOutcome::Alike,
        is_same,
        "{ran:?}\n{one}\n\n{other}"
    );
}

#[track_caller]
fn check_proof(one: &str, other: &str, is_same: bool) {
    let [first, second] = [one, other].map(|text| {
        let program = mnc2_asm::parse(text);
        assert!(program.iter().all(|line| !line.has_error()), "{text}");
        program
    });
    let outcome = by_dataflow(&first, &second, &result(), &|| false);
    assert_eq!(
        outcome == Equivalence::Same,
        is_same,
        "{outcome:?}\n{one}\n\n{other}"
    );
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
fn a_turned_result_is_the_result_of_turned_words() {
    for (operation, has_two) in [
        ("lxor", true),
        ("ior", true),
        ("iand", true),
        ("imax", true),
        ("ulmin", true),
        ("fmax", true),
        ("smin", true),
        ("ulsub", true),
        ("ilsl", true),
        ("uilsr", true),
        ("inot", false),
        ("linc", false),
        ("frsqrt", false),
        ("fvmul", true),
        ("dvadd", true),
        ("fvadd", true),
        ("hvmulr", true),
    ] {
        let second = |place: &str| {
            if has_two {
                place.to_owned()
            } else {
                String::new()
            }
        };
        let register = if operation.as_bytes()[1] == b'v' {
            "$mauf"
        } else {
            "$aluf"
        };
        let before = format!(
            "{operation} $lm0v {} $nowrite\nmsl {register} $ln0v",
            second("$lr0v")
        );
        let after = format!(
            "msl $lm0v $ls0v\nmsl $lr0v $lr8v\nnop\n{operation} $ls0v {} $ln0v",
            second("$lr8v")
        );
        check(&before, &after, true);
        check(&before, &after.replace("msl $lm0v", "msr $lm0v"), false);
        check(&before, &after.replace("msl $lm0v", "lpassa $lm0v"), false);
        if has_two {
            check(&before, &after.replace("msl $lr0v", "msl $lr2v"), false);
        }
    }
    // What other PEs take part in, what is zero on some PEs, and masks of other PEs.
    for operation in [
        "hbfn/9 $lm0v $ln0v",
        "dvmulu $lm0v $ls0v $ln0v",
        "lpassa $lm0v $ln0v/$imr1",
    ] {
        let register = operation.replace("$ln0v", "$lr8v");
        let before = format!("{register}\nnop\nmsl $lr8v $ln0v");
        let after = format!("msl $lm0v $lm0v\nmsl $ls0v $ls0v\nnop/2\n{operation}");
        check_proof(&before, &after, false);
    }
}

#[test]
fn a_constant_is_not_turned() {
    let constant = "imm i\"5\" $ls0v\nnop/2\n";
    for operation in ["imax", "iand", "ilsr", "ulsub", "fvmul"] {
        let register = if operation == "fvmul" {
            "$mauf"
        } else {
            "$aluf"
        };
        let before = format!(
            "{constant}msl $lm0v $lr0v\nnop\n{operation} $lr0v $ls0v $nowrite\nmsr {register} $ln0v"
        );
        check(
            &before,
            &format!("{constant}{operation} $lm0v $ls0v $ln0v"),
            true,
        );
        check(
            &before,
            &format!("{constant}{operation} $lm0v $ls2v $ln0v").replace("$ls2v", "$lr0v"),
            false,
        );
    }
    // Another number on each PE.
    let before = "msl $lm0v $lr0v\nnop\nlxor $subpeid $lr0v $nowrite\nmsr $aluf $ln0v";
    check(before, "lxor $subpeid $lm0v $ln0v", false);
}

/// Words of all PEs of a MAB, one after the other, and by turns of one PE and of two.
fn around(operation: &str) -> [String; 2] {
    let one_by_one = format!(
        "msr $lm0v $lr0v\nnop\nmsr $lr0v $lr8v\nnop\nmsr $lr8v $ls0v\n{operation} $lm0v $lr0v $nowrite\n{operation} $aluf $lr8v $nowrite\n{operation} $aluf $ls0v $ln0v"
    );
    let as_tree = format!(
        "msr $lm0v $nowrite\n{operation} $lm0v $aluf $lr0v\nmsr $aluf $nowrite\nmsr $aluf $nowrite\n{operation} $lr0v $aluf $ln0v"
    );
    [one_by_one, as_tree]
}

#[test]
fn all_pes_of_a_mab_may_be_joined_in_any_order() {
    for operation in [
        "ladd", "iadd", "sadd", "lor", "iand", "lxor", "imax", "lmin", "smax", "uimax", "ulmin",
    ] {
        let [one, tree] = around(operation);
        check(&one, &tree, true);
        // Three PEs, and another operation in the middle.
        check(&one, &tree.replacen("msr $aluf $nowrite\n", "", 1), false);
        let other = if operation.ends_with("max") {
            "ladd"
        } else {
            "ulmax"
        };
        check(&one, &tree.replacen(operation, other, 1), false);
    }
    // A sum rounds, and so does a shift.
    for operation in ["isub", "ilsl"] {
        let [one, tree] = around(operation);
        check(&one, &tree, false);
    }
    let [one, tree] = around("fvadd").map(|it| it.replace("fvadd $aluf", "fvadd $mauf"));
    check_proof(&one, &tree, false);
}

#[test]
fn a_transfer_brings_turned_words_if_they_are_sent() {
    for (up, down, is_same) in [
        ("l1bmm@3", "l1bmm", true),
        ("l1bmm4@2", "l1bmm4", true),
        ("l1bmriiadd", "l1bmm", true),
        ("l1bmrlbor", "l1bmm", true),
        ("l1bmrdfadd", "l1bmm", true),
        ("l1bmr4ffadd", "l1bmm4", true),
        ("l1bmr4liadd", "l1bmm4", true),
    ] {
        let first = format!("msr $lm0v $nowrite\n{up} $aluf $lbi\n{down} $lbi $ln0v");
        let last = format!("{up} $lm0v $lbi\n{down} $lbi $nowrite\nmsr $lbf $ln0v");
        check(&first, &last, is_same);
        check(&first, &last.replace("msr", "msl"), false);
    }
    let first = "msl $lm0v $nowrite\nl1bmd+2 $aluf $lb0\nnop/9\nl1bmd+3 $lb0 $ln0v";
    let last = "l1bmd+2 $lm0v $lb0\nnop/9\nl1bmd+3 $lb0 $nowrite\nmsl $lbf $ln0v";
    check(first, last, true);
    check(first, &last.replace("+3", "+2"), false);
    // Words of PEs at other places.
    let first = "msr $lm0v $nowrite\nl1bmm@3 $aluf $lb0\nnop/9\nl1bmm $lb4 $ln0/1000";
    let last = "l1bmm@3 $lm0v $lb0\nnop/9\nl1bmm $lb4 $lr0/1000\nnop/2\nmsr $lr0 $ln0/1000";
    check(first, last, true);
    let far = |it: &str| it.replace("l1bmm $lb4", "l1bmp $lb5");
    check(&far(first), &far(last), false);
}

#[test]
fn turns_of_long_chains_end() {
    let mut text = "lpassa $lm0v $lr0v\nnop\n".to_owned();
    for _ in 0..400 {
        text += "lxor $lr0v $ls0v $lr8v\nmsr $aluf $lr0v\nnop\n";
    }
    check_proof(
        &(text.clone() + "lpassa $lr0v $ln0v"),
        &(text + "lpassa $lr0v $ln0v $lm0v"),
        true,
    );
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

/// Short programs of turns, transfers, and operations on words of the PE, from a few words.
fn random(numbers: &mut impl FnMut(usize) -> usize) -> String {
    let operations = [
        "lxor", "lor", "land", "imax", "imin", "iadd", "fvadd", "inot",
    ];
    let mut text = String::new();
    for place in ["$lr0v", "$ls0v", "$lr8v", "$ls8v", "$lr16v"]
        .iter()
        .take(2 + numbers(4))
    {
        let from = ["$lm0v", "$lr0v", "$lr8v"][numbers(3)];
        let other = ["$ls0v", "$ls8v", "$ls16v"][numbers(3)];
        text += &match numbers(6) {
            0 | 1 => format!("{} {from} {place}\n", ["msl", "msr"][numbers(2)]),
            2 => format!("l1bmm@{} {from} $lbi\nl1bmm $lbi {place}\n", numbers(2)),
            3 => format!("l1bmriiadd {from} $lbi\nl1bmm $lbi {place}\n"),
            _ => match operations[numbers(operations.len())] {
                "inot" => format!("inot {from} {place}\n"),
                operation => format!("{operation} {from} {other} {place}\n"),
            },
        };
        text += "nop/3\n";
    }
    text + [
        "lpassa $lr0v $ln0v",
        "msl $lr8v $ln0v",
        "lor $lr8v $ls8v $ln0v",
    ][numbers(3)]
}

#[test]
fn what_is_proven_runs_alike() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut numbers = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    let programs: Vec<String> = (0..120).map(|_| random(&mut numbers)).collect();
    let mut proven = 0;
    for (number, one) in programs.iter().enumerate() {
        for other in &programs[..number] {
            let [first, second] = [one, other].map(|it| mnc2_asm::parse(it));
            let outcome = by_dataflow(&first, &second, &result(), &|| false);
            if outcome == Equivalence::Same && one != other {
                let limits = Limits {
                    runs: 3,
                    ..Limits::default()
                };
                let ran = by_runs(&first, &second, &result(), &limits);
                assert_eq!(ran, RunsOutcome::Alike, "{one}\n\n{other}");
                proven += 1;
            }
        }
    }
    assert!(proven > 20, "{proven}");
}
