//! Expressions on a machine that has run.

mod places;

use mnc2_asm::watch::parse;
use mnc2_isa::ChipLevel;
use mnc2_program::WatchFormat;

use super::check as check_assertion;
use super::{ELEMENTS_MAX, Message, VALUES_MAX, WatchValue, evaluate, evaluate_with, reasons};
use crate::machine::Machine;
use crate::machine::observer::Unobserved;
use crate::{Dump, Outcome, RunOptions};

/// The index of PE `n1c0b2m3p1`.
const FOCUS: usize = 1024 + 2 * 64 + 3 * 4 + 1;

fn after(program: &str) -> Machine {
    let mut machine = Machine::new();
    let program = mnc2_asm::parse(program);
    assert!(program.iter().all(|line| line.diagnostics.is_empty()));
    machine.run(&program, &RunOptions::default(), &mut Vec::<Dump>::new());
    machine
}

fn asked(machine: &Machine, text: &str) -> Result<WatchValue, Message> {
    let expression = parse(text).map_err(|error| error.message)?;
    evaluate(machine, &expression, FOCUS)
}

#[track_caller]
fn check(program: &str, expression: &str, expected: &str) {
    let found = match asked(&after(program), expression) {
        Ok(value) => value.to_string(),
        Err(message) => format!("error: {message}"),
    };
    assert_eq!(found, expected, "{program:?} {expression}");
}

const IDS: &str = "lpassa $peid $lr0\nlpassa $l1bid $ls0\n";

#[test]
fn comparisons_hold_for_all_numbers() {
    let set = "d set $lr0n1c0b2m3p1 2 l3fc000003fc00000lfffffffffffffffe\n";
    check(set, "$lr0 == f\"1.5\"", "true");
    check(set, "$lr0,f == 1.5", "true");
    check(set, "1.5 == $lr0,f", "true");
    check(set, "$lr0 == 0x3fc000003fc00000", "true");
    check(
        set,
        "$lr0 == 1.5",
        "error: a place next to a number with a fraction needs a format, as in `$lr0,f`",
    );
    check(set, "$lr2 == -2", "true");
    check(set, "$lr2 < 0", "false");
    check(set, "$lr2,l < 0", "true");
    check(set, "$lr2 > -3", "true");
    check(set, "$lr2 == i\"-2\"", "false");
    check(set, "$r3 == i\"-2\"", "true");
    check(set, "$lr0v == 0", "false");
    check(set, "$lr4v == 0", "true");
    check(
        set,
        "$lr0v,f == $lr0,f",
        "error: 8 numbers are on one side and 2 on the other",
    );
    check(set, "$lr0v == $lr0v@n1c0b2m3p1", "true");
    check(set, "!($lr0 == 0) && ($lr2 == 0 || $lr4 <= 0)", "true");
    check("", "$lr0,f == -0.0", "true");
    check("", "f\"inf\" > 18446744073709551615", "true");
    check("", "f\"2.5\" > 2", "true");
    check("", "2 < f\"-2.5\"", "false");
}

#[test]
fn arithmetic() {
    check("", "1 + 2 * 3", "7");
    check("", "7 / -2", "-3");
    check("", "1.5 * 2", "3");
    check("", "f\"0.1\"", "0.1");
    check("", "1 / 0", "error: an integer is divided by zero");
    check("", "1.0 / 0", "inf");
    check(
        "",
        "0xffffffffffffffff * 0xffffffffffffffff * 4",
        "error: an integer does not fit in 128 bits",
    );
    check(IDS, "$lr0 + 1", "0xe");
    check(IDS, "-$lr0", "-0xd");
    check(IDS, "$lr0,u + $ls0", "15");
    check(IDS, "max($lr0,u) - min($lr0,u)", "63");
}

#[test]
fn the_chip_is_asked() {
    check(IDS, "count($lr0 == 0)", "64");
    check(IDS, "any($lr0 == 64)", "false");
    check(IDS, "all($lr0 < 64)", "true");
    check(IDS, "all($lr0 == $peid)", "true");
    check(IDS, "max($lr0,u)", "63");
    check(IDS, "max($lr0)", "0x3f");
    check(IDS, "min($lr0 + 2)", "0x2");
    check(IDS, "count($lr0 == max($lr0)) == 64", "true");
    check(
        IDS,
        "where($lr0 == 63 && $ls0 == 7)",
        "n0c0b7m15p3 n0c1b7m15p3 n1c0b7m15p3 n1c1b7m15p3 n2c0b7m15p3 n2c1b7m15p3 n3c0b7m15p3 n3c1b7m15p3",
    );
    check(IDS, "where($lr0 == 99)", "-");
    check(IDS, "distinct($ls4)", "0x0: n0c0b0m0p0 +4095");
    check(IDS, "distinct($ls0@b1)", "0x1: n0c0b1m0p0 +511");
    check(IDS, "count($lr0@n0 == 0)", "16");
    check(IDS, "count($lr0 == $lr0@n0c0b0m1p1)", "64");
    check(IDS, "count($lb0 == 0)", "64");
    check(IDS, "count($lc0 == 0)", "8");
    check(IDS, "count($p0 == 0)", "4");
    check(IDS, "count($lb0 == 0 && $lr0 == 0)", "64");
    check("d set $lb0n1c0b2 1 l5\n", "where($lb0 == 5)", "n1c0b2");
    check(
        "d set $lb0n1c0b2 1 l5\n",
        "count($lb0 == 5 && $lr0 == 0)",
        "64",
    );
    check(
        "d set $lr0n1c0b2m3p1 1 l5\n",
        "distinct($lr0)",
        "0x0: n0c0b0m0p0 +4094; 0x5: n1c0b2m3p1",
    );
}

#[test]
fn lists_are_bounded() {
    let machine = after("lpassa $peid $lr0\n");
    let Ok(WatchValue::Distinct(distinct)) = asked(&machine, "distinct($lr0)") else {
        panic!("a list of values");
    };
    assert_eq!(
        (distinct.values.len(), distinct.others),
        (VALUES_MAX, 64 - VALUES_MAX)
    );
    let Ok(WatchValue::Elements(elements)) = asked(&machine, "where($lr0 >= 0)") else {
        panic!("a list of elements");
    };
    assert_eq!(
        (elements.first.len(), elements.count(), elements.asked),
        (ELEMENTS_MAX, 4096, 4096)
    );
    assert!(elements.to_string().ends_with("… +4032"));
}

#[test]
fn the_default_format_is_for_what_is_shown() {
    let machine = after("imm f\"1.5\" $lr0\n");
    let text = |text: &str| {
        let expression = parse(text).expect(text);
        let value = evaluate_with(&machine, &expression, FOCUS, WatchFormat::Single);
        value.expect(text).to_string()
    };
    assert_eq!(text("$lr0"), "1.5, 1.5");
    assert_eq!(text("$lr0,x"), "0x3fc000003fc00000");
    assert_eq!(text("max($lr0)"), "1.5");
    assert_eq!(text("distinct($lr0)"), "1.5, 1.5: n0c0b0m0p0 +4095");
    assert_eq!(text("any($lr0 == 0x3fc000003fc00000)"), "true");
}

#[test]
fn reasons_say_what_decided() {
    let machine = after(IDS);
    let reasons_of = |text: &str| -> Vec<String> {
        let expression = parse(text).expect(text);
        let reasons = reasons(&machine, &expression, FOCUS);
        let texts = reasons.into_iter().map(|(range, value)| {
            format!(
                "{} = {value}",
                &text[range.start as usize..range.end as usize]
            )
        });
        texts.collect()
    };
    assert_eq!(
        reasons_of("$lr0 == 12 && $ls0 == i\"5\""),
        ["$lr0 = 0xd", "$ls0 = 0, 2"]
    );
    assert_eq!(
        reasons_of("all($lr0 < 63 || $ls0 < 7)"),
        [
            "all($lr0 < 63 || $ls0 < 7) = n0c0b7m15p3 n0c1b7m15p3 n1c0b7m15p3 n1c1b7m15p3 n2c0b7m15p3 n2c1b7m15p3 n3c0b7m15p3 n3c1b7m15p3"
        ]
    );
    assert_eq!(
        reasons_of("count($lr0 == 0) == 1"),
        ["count($lr0 == 0) = 64"]
    );
}

/// A value that is computed once for all PEs equals the values computed for each of them.
#[test]
fn sharing_changes_no_answer() {
    let program =
        "lpassa $peid $lr0\nlpassa $l1bid $ls0\nlpassa $subpeid $lm0\nd set $ln0n1c0b2m3p1 1 l5\n";
    let shared = after(program);
    let mut unshared = shared.clone();
    unshared.chip_mut().unshare();
    for text in [
        "distinct($lr0)",
        "distinct($lm0)",
        "distinct($ln0)",
        "distinct($lx0,d)",
        "distinct($lb0)",
        "count($lr0 == $ls0)",
        "where($lr0 == $lm0 && $ls0 == 3)",
        "where($lr0@n1 == $lm0 && $ls0 == 3)",
        "max($lr0 + $ls0)",
        "min($lr0 - $ln0)",
        "any($ln0 == 5 && $lr0 == 13)",
        "all($lm0 < 4)",
    ] {
        assert_eq!(asked(&shared, text), asked(&unshared, text), "{text}");
    }
    assert_eq!(ChipLevel::Pe.name(FOCUS), "n1c0b2m3p1");
}

/// Stops do not change a run, and each sees the state after its line.
#[test]
fn a_run_that_is_visited_is_the_same_run() {
    let source = "imm i\"1\" $lr0\nnop/2\nd get $lr0n0c0b0m0p0 1\niadd $lr0 $lr0 $lr0\nnop\nnop\n\nquit\nnop\n";
    let program = mnc2_asm::parse(source);
    let run = |stops: &[u32], options: &RunOptions<'_>| {
        let mut machine = Machine::new();
        let mut dump = Vec::<Dump>::new();
        let mut seen = Vec::new();
        let report = machine.run_visited(
            &program,
            options,
            &mut dump,
            &mut Unobserved,
            stops,
            &mut |line, machine| {
                let value = asked(machine, "$r0@n0c0b0m0p0,u").expect("a value");
                seen.push(format!("{line}: {value}"));
            },
        );
        (
            report.outcome,
            report.steps,
            machine.state_hash(),
            dump.len(),
            seen,
        )
    };
    let all = RunOptions::default();
    let plain = run(&[], &all);
    let visited = run(&[0, 2, 3, 3, 6, 7, 8, 99], &all);
    assert_eq!(visited.4, ["0: 1", "2: 1", "3: 2", "6: 2"]);
    assert_eq!(
        (visited.0, visited.1, visited.2, visited.3),
        (plain.0, plain.1, plain.2, plain.3)
    );
    let until = RunOptions {
        until_line: Some(2),
        ..all
    };
    assert_eq!(run(&[0, 2, 3], &until).4, ["0: 1", "2: 1"]);
    let short = RunOptions {
        budget_steps: 3,
        ..all
    };
    let stopped = run(&[0, 1, 3], &short);
    assert_eq!(stopped.0, Outcome::StoppedAtLimit { line: 3 });
    assert_eq!(stopped.4, ["0: 1", "1: 1"]);
}

#[test]
fn assertions_say_what_decided() {
    let machine = after(IDS);
    let said = |text: &str| {
        let line = mnc2_asm::LineParser::new().parse(text);
        let assertion = line.assertion.expect(text);
        check_assertion(&machine, &assertion, text, 0).map(|said| said.message.to_string())
    };
    assert_eq!(said("#! assert $lr0 == 0"), None);
    assert_eq!(said("#! budget 5"), None);
    assert_eq!(
        said("nop #! assert $lr0 == 1 || $ls0,f == 1.5").as_deref(),
        Some(
            "the assertion does not hold: `$lr0` is 0x0 on n0c0b0m0p0 and `$ls0,f` is 0, 0 on n0c0b0m0p0"
        )
    );
    assert_eq!(
        said("#! assert all($lr0 < 63)").as_deref(),
        Some("the assertion does not hold: `all($lr0 < 63)` fails on n0c0b0m15p3 and 63 more")
    );
    assert_eq!(
        said("#! assert 1 == 2").as_deref(),
        Some("the assertion does not hold")
    );
    assert_eq!(
        said("#! assert $lr0 == 1 / 0").as_deref(),
        Some("the assertion has no value: an integer is divided by zero")
    );
    assert_eq!(said("#! log $lr0@p1").as_deref(), Some("`$lr0@p1` is 0x1"));
    assert_eq!(said("#! log $lr0, \"zero\"").as_deref(), Some("zero: 0x0"));
}
