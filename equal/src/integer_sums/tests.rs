use crate::{Equivalence, Limits, Places, RunsOutcome, by_dataflow, by_runs};

/// Checks whether two programs are proven to be equivalent, and compares them in runs.
#[track_caller]
fn check(one: &str, other: &str, is_same: bool) {
    let places = Places::everything();
    let [one, other] = [one, other].map(|text| {
        let program = mnc2_asm::parse(text);
        assert!(program.iter().all(|line| !line.has_error()), "{text}");
        program
    });
    let outcome = by_dataflow(&one, &other, &places, &|| false);
    assert_eq!(outcome == Equivalence::Same, is_same, "{outcome:?}");
    let limits = Limits {
        runs: 2,
        ..Limits::default()
    };
    let ran = by_runs(&one, &other, &places, &limits);
    assert_eq!(ran == RunsOutcome::Alike, is_same, "{ran:?}");
}

/// Programs whose result is in `$ln0v`, after constants that both need.
#[track_caller]
fn check_sums(constants: &str, one: &str, other: &str, is_same: bool) {
    let program = |text: &str| format!("{constants}\n{text}");
    check(&program(one), &program(other), is_same);
}

#[test]
fn the_order_of_a_sum_does_not_matter() {
    for letter in ["l", "i", "s"] {
        let with = |text: &str| text.replace('?', letter);
        check(
            &with("?add $lr0v $ls0v $nowrite\n?sub $aluf $lm0v $ln0v"),
            &with("?sub $ls0v $lm0v $nowrite\n?add $lr0v $aluf $ln0v"),
            true,
        );
        check(
            &with("?sub $lr0v $ls0v $nowrite\n?add $aluf $ls0v $ln0v"),
            "lpassa $lr0v $ln0v",
            true,
        );
        check(
            &with("?inc $lr0v $nowrite\n?dec $aluf $ln0v"),
            "lpassa $lr0v $ln0v",
            true,
        );
        check(
            &with("?add $lr0v $ls0v $ln0v"),
            &with("?sub $lr0v $ls0v $ln0v"),
            false,
        );
    }
    // Carries of other elements.
    check("ladd $lr0v $ls0v $ln0v", "iadd $lr0v $ls0v $ln0v", false);
    check("iadd $lr0v $ls0v $ln0v", "sadd $lr0v $ls0v $ln0v", false);
}

#[test]
fn a_shift_by_a_constant_is_a_factor() {
    let constants = "imm i\"6\" $ls0\nimm i\"12\" $ls2\nimm i\"1\" $ls4\nimm i\"40\" $ls6";
    for letter in ["l", "i"] {
        let with = |text: &str| text.replace('?', letter);
        let check = |one: &str, other: &str, is_same: bool| {
            check_sums(constants, &with(one), &with(other), is_same);
        };
        check(
            "?lsl $lr0v $ls2 $lr8v\n?lsl $lm0v $ls0 $nowrite\n?add $lr8v $aluf $ln0v\nzero $lr8v",
            "?lsl $lr0v $ls0 $nowrite\n?add $aluf $lm0v $nowrite\n?lsl $aluf $ls0 $ln0v\nzero $lr8v",
            true,
        );
        check("?lsl $lr0v $ls2 $ln0v", "?lsl $lr0v $ls0 $ln0v", false);
        check("?add $lr0v $lr0v $ln0v", "?lsl $lr0v $ls4 $ln0v", true);
    }
    // As many bits as an element has.
    check_sums(constants, "ilsl $lr0v $ls6 $ln0v", "zero $ln0v", true);
    check_sums(constants, "llsl $lr0v $ls6 $ln0v", "zero $ln0v", false);
    let halves = "imm s\"3\" $ls0\nimm s\"1\" $ls2";
    check_sums(
        halves,
        "slsl $lr0v $ls0 $ln0v",
        "slsl $lr0v $ls2 $nowrite\nslsl $aluf $ls2 $nowrite\nsadd $aluf $aluf $ln0v",
        true,
    );
}

#[test]
fn a_long_sum_is_a_value_of_another() {
    let sum = |count: usize, is_turned: bool| {
        let mut lines = vec!["lpassa $lr0v $ln0v".to_owned()];
        lines.extend((1..count).map(|at| {
            let at = if is_turned { count - at } else { at };
            format!("ladd $aluf $lm{}v $ln0v", 8 * at)
        }));
        lines.join("\n")
    };
    check(&sum(40, false), &sum(40, false), true);
    check(&sum(16, false), &sum(16, true), true);
    // They are equivalent, but that is not proven.
    let [one, other] = [false, true].map(|is_turned| mnc2_asm::parse(&sum(40, is_turned)));
    let outcome = by_dataflow(&one, &other, &Places::everything(), &|| false);
    assert!(matches!(outcome, Equivalence::Undecided(_)), "{outcome:?}");
}
