//! What may move where.

use std::ops::Range;

use mnc2_dataflow::depends::{AtomKind, ChangeLevel, Depends, Widths};
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check;
use mnc2_schedule::problem::{Problem, Schedule};
use mnc2_schedule::shorten::Refusal;
use mnc2_schedule::{emit, list_scheduling};
use mnc2_tests::generate::Choices;

use super::{LINES, assert_same, program, programs, shortened, shortened_within, variable};

/// Lines before and after the region that do not move.
const AROUND: usize = 2;

/// Moves of a task that are tried for another order.
const MOVES: u64 = 120;

/// An order that keeps every limit: tasks and the end of the region move at random as far as the limits allow.
fn another_order(choices: &mut Choices, problem: &Problem) -> Schedule {
    let mut order = problem.now();
    order.length += 2;
    if !problem.is_kept_by(&order) {
        order.length -= 2;
    }
    for _ in 0..MOVES {
        let task = choices.below(problem.tasks.len() as u64) as usize;
        let mut next = order.clone();
        if choices.below(8) == 0 {
            next.length = choices.below(order.length as u64 + 2) as i64;
            if problem.is_kept_by(&next) {
                order = next;
            }
            continue;
        }
        next.steps[task] = choices.below(order.length as u64 + 1) as i64;
        let variants = problem.tasks[task].variants.len() as u64;
        next.variants[task] = choices.below(variants) as usize;
        if problem.is_kept_by(&next) {
            order = next;
        }
    }
    order
}

#[test]
fn every_order_within_the_limits_does_the_same() {
    let mut moved = 0;
    let mut proven = 0;
    let first = variable("MNC2_SCHEDULE_FIRST").unwrap_or(0);
    for seed in first..first + programs() {
        let (lines, start) = program(seed, LINES);
        let parsed = mnc2_asm::parse(&lines.join("\n"));
        let region = start + AROUND..lines.len().saturating_sub(AROUND).max(start + AROUND);
        let Ok(depends) = Depends::from_lines(&parsed, region.clone(), Widths::Kept) else {
            continue;
        };
        let problem = Problem::new(&depends, true);
        if problem.tasks.is_empty() {
            continue;
        }
        assert!(problem.is_kept_by(&problem.now()), "seed {seed}");
        let mut choices = Choices::new(seed ^ 0x5eed);
        let order = another_order(&mut choices, &problem);
        let source = |line: usize| lines[line].clone();
        let written = emit::lines(&depends, &problem, &order, &parsed, region.clone(), &source);
        let mut after = lines.clone();
        after.splice(region, written);
        moved += u64::from(after != lines);
        proven += u64::from(assert_same(&lines, &after, seed) && after != lines);
    }
    assert!(moved * 3 > programs(), "{moved} orders say little");
    // Some accesses are decided by data, and some sets of L1Bs are coarser there.
    assert!(
        proven * 4 > moved * 3,
        "only {proven} of {moved} are proven"
    );
}

#[test]
fn a_step_before_the_region_has_the_mask_setting_of_its_own_line() {
    // Under the later setting, the first line would seem to leave the words alone that the last one reads.
    let lines = [
        "fmmul $ly -$t $lr0v",
        "maskrs 16",
        "nop/4",
        "isub $lln4j2 $llr4 $t",
    ];
    let program = mnc2_asm::parse(&lines.join("\n"));
    assert!(!check(&program, ModeChoice::Infer).has_errors());
    let depends = Depends::from_lines(&program, 2..4, Widths::Free).expect("nothing prevents it");
    let order = list_scheduling::schedule(&Problem::new(&depends, false));
    let source = |line: usize| lines[line].to_owned();
    let problem = Problem::new(&depends, false);
    let after = emit::lines(&depends, &problem, &order, &program, 2..4, &source);
    let after = [lines[..2].join("\n"), after.join("\n")].join("\n");
    assert!(
        !check(&mnc2_asm::parse(&after), ModeChoice::Infer).has_errors(),
        "{after}"
    );
    assert!(order.length < problem.steps, "something was saved");
}

#[test]
fn an_operand_that_gives_another_its_width_stays_in_memory() {
    let program = mnc2_asm::parse("hmread $lly0 $lls8v\nnop/3\nipackbit $lls8v $lls8v $omr2");
    let forwarded = |widths| {
        let depends = Depends::from_lines(&program, 0..3, widths).expect("nothing prevents it");
        let inputs = depends.forwarded.iter().map(|it| it.input);
        inputs.collect::<Vec<usize>>()
    };
    assert_eq!(forwarded(Widths::Free), [0]);
    assert!(forwarded(Widths::Kept).is_empty());
}

#[test]
fn a_region_keeps_what_is_around_it_apart() {
    let check = |lines: &[&str], region: Range<usize>, expected: (i64, &[&str])| {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let found =
            shortened_within(&lines, region, ChangeLevel::Order).expect("nothing prevents it");
        assert!(found.is_shortest());
        let written: Vec<&str> = found.lines.iter().map(String::as_str).collect();
        assert_eq!((found.after, &written[..]), expected);
    };
    check(
        &["lpassa $lr0v $lm0v", "nop/4", "lpassa $lm0v $ls0v"],
        1..2,
        (2, &["nop/2"]),
    );
    check(
        &[
            "lpassa $lr0v $lm0v",
            "nop/3",
            "lpassa $lr8v $ln16v",
            "nop/2",
            "lpassa $lm0v $ls0v",
        ],
        1..4,
        (2, &["lpassa $lr8v $ln16v", "nop"]),
    );
}

#[test]
fn a_register_is_read_if_nothing_follows_from_what_else_it_holds() {
    let check = |write: &str, read: &str, expected: &[&str]| {
        let lines = [write, "nop/4", read].map(str::to_owned);
        let found = shortened(&lines, ChangeLevel::Forwarding).expect("nothing prevents it");
        assert_eq!(found.lines, expected);
    };
    let write = "lpassa $lr0v $lm12v";
    check(
        write,
        "ullsr $lm12v $lr500 $ln4092v",
        &[write, "ullsr $aluf $lr500 $ln4092v"],
    );
    let shift = "msr $lr8 $lr8";
    check(shift, shift, &[shift, "msr $aluf $lr8"]);
    let write = "lpassa $lr0v $m12v";
    check(
        write,
        "ullsr $m12v $lr500 $ln4092v",
        &[write, "nop/2", "ullsr $m12v $lr500 $ln4092v"],
    );
    check(
        write,
        "iadd $m12v $lr500 $n40v",
        &[write, "iadd $aluf $lr500 $n40v"],
    );
    // The flags are of both words.
    check(
        write,
        "iadd $m12v $lr500 $omr1",
        &[write, "nop/2", "iadd $m12v $lr500 $omr1"],
    );
    // Each cycle has the same result, so any of them may be read.
    let write = "ipassa $r0 $m12v";
    check(
        write,
        "iadd $m12 $lr500 $n40v",
        &[write, "iadd $aluf $lr500 $n40v"],
    );
    let write = "lpassa $llr0v $llm16v";
    check(
        write,
        "hmmul $lx $lm16v4 $lln0v",
        &[write, "hmmul $lx $aluf $lln0v"],
    );
    check(
        write,
        "lpassa $lm18v4 $ln0v",
        &[write, "nop/2", "lpassa $lm18v4 $ln0v"],
    );
}

#[test]
fn a_register_of_two_transfers_is_not_read() {
    let forwarded = |text: &str| {
        let program = mnc2_asm::parse(text);
        let depends = Depends::from_lines(&program, 0..program.len(), Widths::Free);
        depends.expect("nothing prevents it").forwarded.len()
    };
    assert_eq!(forwarded("l1bmm $lbi $ln8v\nnop/4\ndmwrite $ln8v $ly0"), 1);
    assert_eq!(
        forwarded("l1bmm $lbi $ln8v; l1bmm $lb128 $t\nnop/4\ndmwrite $ln8v $ly0"),
        0
    );
}

#[test]
fn regions_of_random_programs_never_bring_a_finding() {
    let mut shorter = 0;
    for seed in 3000..3000 + 4 * programs() {
        let (lines, start) = program(seed, LINES);
        let mut choices = Choices::new(seed ^ 0x4e61);
        let count = (lines.len() - start) as u64;
        let first = start + choices.below(count) as usize;
        let end = first + 1 + choices.below((lines.len() - first) as u64) as usize;
        match shortened_within(&lines, first..end, ChangeLevel::Order) {
            Ok(found) => shorter += u64::from(found.after < found.before),
            Err(refusal @ (Refusal::Finding(_) | Refusal::RunsDiffer)) => {
                panic!(
                    "seed {seed}, {first}..{end}: {refusal:?}\n{}",
                    lines.join("\n")
                )
            }
            Err(_) => {}
        }
    }
    assert!(shorter * 8 > programs(), "{shorter} regions say little");
}

#[test]
fn transfers_that_share_a_register_keep_their_order() {
    // `drelu` reads what the first transfer replaces.
    let lines = [
        "l1bmm4 $lb192 $lln4j2 $lr0v; l1bmm $lbi $nowrite; drelu $lln4j2 $ls500 $lm4v",
        "drsqrt $lbf $lln0v8",
        "nop/3",
        "zero $llr12",
    ]
    .map(str::to_owned);
    let Ok(found) = shortened_within(&lines, 0..lines.len(), ChangeLevel::Order) else {
        panic!("nothing prevents it");
    };
    assert!(found.after < found.before);
    assert!(assert_same(&lines, &found.lines, 0));
}

#[test]
fn statements_between_steps_are_followed() {
    // Only shows that such programs are among the random ones.
    let has_between = (0..programs()).any(|seed| {
        let (lines, start) = program(seed, LINES);
        let parsed = mnc2_asm::parse(&lines.join("\n"));
        Depends::from_lines(&parsed, start..lines.len(), Widths::Free)
            .is_ok_and(|it| it.atoms.iter().any(|atom| atom.kind == AtomKind::Between))
    });
    assert!(has_between);
}
