//! What may move where, held by three things that know nothing of it: the checker, runs of the whole chip from garbage,
//! and the proof by dataflow. And what the search calls the shortest order, held by trying every one.

use std::cell::Cell;
use std::ops::Range;
use std::time::{Duration, Instant};

use mnc2_asm::depends::{Change, Depends, Kind, Widths};
use mnc2_asm::{Code, ModeChoice, Profile, Program, Rules, check};
use mnc2_isa::Memory;
use mnc2_schedule::equal::{self, Outcome, Place, Places};
use mnc2_schedule::findings::Hazard;
use mnc2_schedule::problem::{Problem, Schedule};
use mnc2_schedule::shorten::{Clock, Refusal, Request, Shortened, shorten};
use mnc2_schedule::solve::{self, Found};
use mnc2_schedule::subject::Subject;
use mnc2_schedule::{bound, list, text};
use mnc2_tests::certificate::{self, Refused};
use mnc2_tests::cure::computes_the_same;
use mnc2_tests::generate::Choices;
use mnc2_tests::near_legal::{Maker, Style};

/// Random programs; more with `MNC2_SCHEDULE_PROGRAMS`, and others with `MNC2_SCHEDULE_FIRST`, the first seed.
const PROGRAMS: u64 = 60;
/// Lines of a program, without those that fill the memories.
const LINES: usize = 14;
/// Lines before and after the region that do not move.
const AROUND: usize = 2;
/// Statements that are tried for a program.
const TRIES: usize = 400;
/// Moves of a task that are tried for another order.
const MOVES: u64 = 120;

fn programs() -> u64 {
    variable("MNC2_SCHEDULE_PROGRAMS").unwrap_or(PROGRAMS)
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A program that the assembler accepts and in which something may move, and the number of its lines that fill the memories.
fn program(seed: u64, lines: usize) -> (Vec<String>, usize) {
    let mut choices = Choices::new(seed);
    let style = Style {
        is_flat: seed.is_multiple_of(3),
        is_data_dependent: seed.is_multiple_of(2),
        deviation: 12,
    };
    let mut maker = Maker::new(&mut choices, style);
    let mut program = maker.start();
    let start = program.len();
    for _ in 0..TRIES {
        program.push(maker.statement());
        let parsed = Program::parse(&program.join("\n"));
        let is_refused = || {
            let region = start..program.len();
            Depends::of(&parsed, region, Widths::Free).is_err()
        };
        if check(&parsed, ModeChoice::Infer).has_errors() || is_refused() {
            program.pop();
        }
        if program.len() == start + lines {
            break;
        }
    }
    (program, start)
}

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

/// Asserts that two programs do the same, and that the second breaks no rule more; whether that is proven too.
#[track_caller]
fn assert_same(before: &[String], after: &[String], seed: u64) -> bool {
    let (one, other) = (before.join("\n"), after.join("\n"));
    let (first, second) = (Program::parse(&one), Program::parse(&other));
    let count = |program: &Program| check(program, ModeChoice::Infer).findings.len();
    assert!(
        count(&second) <= count(&first),
        "seed {seed}: more findings\n{one}\n=>\n{other}"
    );
    if let Err(difference) = computes_the_same(&one, &other, seed + 1) {
        panic!("seed {seed}: {difference}");
    }
    equal::by_dataflow(&first, &second, &Places::everything(), &|| false) == Outcome::Same
}

#[test]
fn every_order_within_the_limits_does_the_same() {
    let mut moved = 0;
    let mut proven = 0;
    let first = variable("MNC2_SCHEDULE_FIRST").unwrap_or(0);
    for seed in first..first + programs() {
        let (lines, start) = program(seed, LINES);
        let parsed = Program::parse(&lines.join("\n"));
        let region = start + AROUND..lines.len().saturating_sub(AROUND).max(start + AROUND);
        let Ok(depends) = Depends::of(&parsed, region.clone(), Widths::Kept) else {
            continue;
        };
        let problem = Problem::of(&depends, true);
        if problem.tasks.is_empty() {
            continue;
        }
        assert!(problem.is_kept_by(&problem.now()), "seed {seed}");
        let mut choices = Choices::new(seed ^ 0x5eed);
        let order = another_order(&mut choices, &problem);
        let source = |line: usize| lines[line].clone();
        let written = text::lines(&depends, &problem, &order, &parsed, region.clone(), &source);
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

#[track_caller]
fn shortened(lines: &[String], level: Change) -> Option<Shortened> {
    shortened_within(lines, 0..lines.len(), level).ok()
}

fn shortened_within(
    lines: &[String],
    region: Range<usize>,
    level: Change,
) -> Result<Shortened, Refusal> {
    searched(lines, region, level, Duration::from_secs(60), &Instant::now)
}

fn searched(
    lines: &[String],
    region: Range<usize>,
    level: Change,
    time: Duration,
    clock: Clock<'_>,
) -> Result<Shortened, Refusal> {
    let program = Program::parse(&lines.join("\n"));
    let source = |line: usize| lines[line].clone();
    let rules = Rules::of_profile(Profile::Assembler);
    let request = Request {
        level,
        keeps_hazards: true,
        clock,
        ..Request::of(Subject {
            time,
            // The tests themselves run programs.
            runs: 0,
            ..Subject::new(&program, &source, &rules)
        })
    };
    shorten(request, region, &|| false, &mut |_| {})
}

/// The texts of a program's expressions without `nop`s, line by line. `None` if there is anything but steps.
fn expressions(lines: &[String]) -> Option<Vec<Vec<String>>> {
    let program = Program::parse(&lines.join("\n"));
    let of_line = |(line, text): (&std::sync::Arc<mnc2_asm::Line>, &String)| {
        let texts = line.step()?.expressions.iter().map(|expression| {
            let range = expression.range.start as usize..expression.range.end as usize;
            text[range].to_owned()
        });
        Some(
            texts
                .filter(|it| *it != "nop" && !it.starts_with("nop/"))
                .collect(),
        )
    };
    program.iter().zip(lines).map(of_line).collect()
}

fn step_of(expressions: &[&str]) -> String {
    if expressions.is_empty() {
        "nop".to_owned()
    } else {
        expressions.join("; ")
    }
}

/// Whether a program does the same without one of its expressions.
fn has_dead_expression(lines: &[String]) -> bool {
    let program = Program::parse(&lines.join("\n"));
    let parts = expressions(lines).unwrap_or_default();
    let without = |line: usize, part: usize| {
        let mut lines = lines.to_vec();
        let kept = parts[line]
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != part);
        let kept: Vec<&str> = kept.map(|(_, text)| text.as_str()).collect();
        lines[line] = step_of(&kept);
        Program::parse(&lines.join("\n"))
    };
    let mut all =
        (0..parts.len()).flat_map(|line| (0..parts[line].len()).map(move |part| (line, part)));
    all.any(|(line, part)| {
        let outcome = equal::by_dataflow(
            &program,
            &without(line, part),
            &Places::everything(),
            &|| false,
        );
        outcome == Outcome::Same
    })
}

/// The length of the shortest order of a program's expressions that the checker accepts and that is proven to do the
/// same. `None` if every order has `limit` steps or more.
fn by_trying_all(lines: &[String], limit: usize) -> Option<usize> {
    let source = Program::parse(&lines.join("\n"));
    let parts = expressions(lines)?.concat();
    (0..limit).find(|&length| {
        let count = (length as u64).pow(parts.len() as u32);
        (0..count).any(|number| {
            let mut steps = vec![Vec::new(); length];
            let mut left = number;
            for part in &parts {
                steps[(left % length as u64) as usize].push(part.as_str());
                left /= length as u64;
            }
            let text: Vec<String> = steps.iter().map(|parts| step_of(parts)).collect();
            let program = Program::parse(&text.join("\n"));
            let found = |program: &Program| check(program, ModeChoice::Infer).findings.len();
            found(&program) <= found(&source)
                && equal::by_dataflow(&source, &program, &Places::everything(), &|| false)
                    == Outcome::Same
        })
    })
}

#[test]
fn what_is_called_the_shortest_order_is_the_shortest() {
    let mut compared = 0;
    let mut shorter = 0;
    for seed in 1000..1000 + programs() {
        let (lines, start) = program(seed, 4);
        let lines = lines[start..].to_vec();
        // A step with `noforward` stays as it is.
        if lines.iter().any(|line| line.contains("noforward")) {
            continue;
        }
        let Some(found) = shortened(&lines, Change::Order) else {
            continue;
        };
        let is_small = found.after <= 5;
        let program = Program::parse(&lines.join("\n"));
        let count = program.iter().filter_map(|line| line.step());
        let count: usize = count.map(|step| step.expressions.len()).sum();
        if !is_small || count > 5 || !found.is_shortest() {
            continue;
        }
        // An order shorter than the one found would be a counter-example, unless a result is for nothing: the search keeps
        // the operands of that expression too.
        if let Some(best) = by_trying_all(&lines, found.after as usize)
            && !has_dead_expression(&lines)
        {
            panic!(
                "seed {seed}: {best} steps are enough, not {}\n{}",
                found.after,
                lines.join("\n")
            );
        }
        compared += 1;
        shorter += u64::from(found.after < found.before);
    }
    assert!(compared * 8 > programs(), "{compared} programs say little");
    assert!(shorter > 0, "no program became shorter");
}

#[test]
fn what_the_search_rules_out_has_a_certificate() {
    let proof = std::env::temp_dir().join(format!("mnc2-proof-{}.drcp", std::process::id()));
    let (mut by_rules, mut by_search, mut nogoods) = (0, 0, 0);
    for seed in 0..programs() {
        let (lines, start) = program(seed, LINES);
        let program = Program::parse(&lines[start..].join("\n"));
        let region = 0..program.len();
        let Ok(depends) = Depends::of(&program, region, Widths::Free) else {
            continue;
        };
        let problem = Problem::of(&depends, true);
        let known = list::schedule(&problem);
        let bound = bound::lower_bound(&problem).steps;
        let found = solve::search_with_proof(&problem, &known, bound, &proof, &mut || false);
        let Found::Shortest(order) = found.expect("a proof can be written") else {
            panic!("seed {seed}: no one stopped the search");
        };
        assert!(problem.is_kept_by(&order), "seed {seed}");
        let written = std::fs::read_to_string(&proof).expect("the proof was written");
        let check =
            |steps: i64, proof: &str| certificate::check(&problem, steps, bound, proof.as_bytes());
        if order.length == bound {
            by_rules += 1;
            assert_eq!(check(bound, ""), Ok(0), "seed {seed}");
        } else {
            by_search += 1;
            match check(order.length, &written) {
                Ok(count) => nogoods += count,
                Err(refused) => panic!("seed {seed}: {refused:?}"),
            }
        }
        // The order that was found refutes these.
        let more = order.length + 1;
        assert!(
            check(more, &written).is_err(),
            "seed {seed}: too much is certified"
        );
        let made_up = "a 1000000 [length >= 0]\nn 1000000 1000000 0\n";
        assert_eq!(
            check(order.length + 1, made_up),
            Err(Refused::DoesNotFollow(1))
        );
    }
    eprintln!("{by_rules} by rules, {by_search} by search with {nogoods} nogoods");
    assert!(by_rules > 0 && by_search > 0 && nogoods > 0);
    std::fs::remove_file(&proof).expect("it was written");
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
    let program = Program::parse(&lines.join("\n"));
    assert!(!check(&program, ModeChoice::Infer).has_errors());
    let depends = Depends::of(&program, 2..4, Widths::Free).expect("nothing prevents it");
    let order = list::schedule(&Problem::of(&depends, false));
    let source = |line: usize| lines[line].to_owned();
    let problem = Problem::of(&depends, false);
    let after = text::lines(&depends, &problem, &order, &program, 2..4, &source);
    let after = [lines[..2].join("\n"), after.join("\n")].join("\n");
    assert!(
        !check(&Program::parse(&after), ModeChoice::Infer).has_errors(),
        "{after}"
    );
    assert!(order.length < problem.steps, "something was saved");
}

#[test]
fn no_step_gets_three_expressions_for_the_mau() {
    // Any two of the last three can share a step.
    let lines = [
        "dmwrite $n8v4 $lx0",
        "nop",
        "dvadd $s0v4 $lr0 $lr12",
        "nop",
        "dmread $ly0 $nowrite",
    ];
    let lines = lines.map(str::to_owned);
    let found = shortened(&lines, Change::Order).expect("nothing prevents it");
    assert_eq!((found.before, found.after), (5, 2));
    assert!(found.is_shortest());
    assert_eq!(by_trying_all(&lines, 2), None);
}

#[test]
fn an_operand_that_gives_another_its_width_stays_in_memory() {
    let program = Program::parse("hmread $lly0 $lls8v\nnop/3\nipackbit $lls8v $lls8v $omr2");
    let forwarded = |widths| {
        let depends = Depends::of(&program, 0..3, widths).expect("nothing prevents it");
        let inputs = depends.forwarded.iter().map(|it| it.input);
        inputs.collect::<Vec<usize>>()
    };
    assert_eq!(forwarded(Widths::Free), [0]);
    assert!(forwarded(Widths::Kept).is_empty());
}

/// Four independent chains, one after another, repeated with other addresses.
fn four_chains(rounds: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for round in 0..rounds {
        for (memory, at) in [("m", 0), ("m", 64), ("n", 0), ("n", 64)] {
            let address = at + round % 8 * 8;
            lines.push(format!("lpassa $l{memory}{address}v $lr{address}v"));
            lines.push("nop/2".to_owned());
            lines.push(format!("ladd $lr{address}v $ls0v $ls{}v", address + 8));
            lines.push("nop/2".to_owned());
        }
    }
    lines
}

#[test]
fn long_programs_are_shortened_in_windows() {
    let lines = four_chains(40);
    let found = shortened(&lines, Change::Order).expect("nothing stands against it");
    assert!(!found.is_whole, "it is longer than a window");
    assert_eq!(found.before, 40 * 4 * 6);
    // Two instructions of one unit for each chain.
    assert!(found.after < 40 * 4 * 2 + 40, "{}", found.after);
    assert!(assert_same(&lines, &found.lines, 0));
}

#[test]
fn a_region_keeps_what_is_around_it_apart() {
    let check = |lines: &[&str], region: Range<usize>, expected: (i64, &[&str])| {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let found = shortened_within(&lines, region, Change::Order).expect("nothing prevents it");
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
fn a_register_is_read_only_for_long_words() {
    let check = |write: &str, read: &str, expected: &[&str]| {
        let lines = [write, "nop/4", read].map(str::to_owned);
        let found = shortened(&lines, Change::Forwarding).expect("nothing prevents it");
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
}

#[test]
fn a_register_of_two_transfers_is_not_read() {
    let forwarded = |text: &str| {
        let program = Program::parse(text);
        let depends = Depends::of(&program, 0..program.len(), Widths::Free);
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
        match shortened_within(&lines, first..end, Change::Order) {
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
fn each_level_does_the_same_and_is_no_longer_than_the_one_before() {
    let (mut shorter, mut shortest) = (0, 0);
    for seed in 2000..2000 + programs() / 2 {
        let (lines, start) = program(seed, LINES);
        let mut before: Option<i64> = None;
        for level in Change::ALL {
            let Some(found) = shortened(&lines, level) else {
                break;
            };
            assert!(
                before.is_none_or(|before| found.after <= before),
                "seed {seed}: {level:?} takes {} steps",
                found.after
            );
            before = Some(found.after);
            if let Some(anywhere) = &found.anywhere {
                assert!(
                    anywhere.steps <= found.after,
                    "seed {seed}: {} steps, and {anywhere:?}",
                    found.after
                );
                shortest += u64::from(found.is_shortest_anywhere());
            }
            if level >= Change::Renaming && found.lines != lines {
                let is_proven = assert_same(&lines, &found.lines, seed);
                assert!(is_proven, "seed {seed}: what is proposed is proven");
                shorter += 1;
            }
        }
        assert!(start < lines.len());
    }
    assert!(shorter > 0, "no program became shorter");
    assert!(shortest > 0, "no bound over all places is met");
}

#[test]
fn no_level_of_a_long_program_is_longer_than_the_one_before_when_time_is_up() {
    let lines = four_chains(20);
    let mut before: Option<i64> = None;
    let begin = Instant::now();
    for level in [Change::Order, Change::Forwarding, Change::Renaming] {
        // A millisecond passes with each question: the search is the same on every machine.
        let questions = Cell::new(0);
        let clock = || {
            questions.set(questions.get() + 1);
            begin + Duration::from_millis(questions.get())
        };
        let time = Duration::from_millis(100);
        let found = searched(&lines, 0..lines.len(), level, time, &clock);
        let found = found.expect("nothing prevents it");
        assert!(!found.is_whole, "it is longer than a window");
        assert!(
            before.is_none_or(|before| found.after <= before),
            "{level:?} takes {} steps instead of {before:?}",
            found.after
        );
        assert!(found.after < found.before);
        before = Some(found.after);
    }
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
    let Ok(found) = shortened_within(&lines, 0..lines.len(), Change::Order) else {
        panic!("nothing prevents it");
    };
    assert!(found.after < found.before);
    assert!(assert_same(&lines, &found.lines, 0));
}

/// What is found about lines if only some places count.
fn shortened_at(lines: &[&str], level: Change, places: &Places) -> Shortened {
    let program = Program::parse(&lines.join("\n"));
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::default();
    let request = Request {
        level,
        ..Request::of(Subject {
            places: Some(places),
            runs: 1,
            ..Subject::new(&program, &source, &rules)
        })
    };
    shorten(request, 0..lines.len(), &|| false, &mut |_| {}).expect("nothing stands against it")
}

#[test]
fn values_get_places_that_no_one_looks_at() {
    // Each sum goes through `$lr0v`. A part of a vector is not in the forwarding register alone.
    let lines = [
        "fvadd $lm0v $ls0v $lr0v",
        "nop/2",
        "fvmul $lr0 $ls0v $ln0v",
        "fvadd $lm8v $ls0v $lr0v",
        "nop/2",
        "fvmul $lr0 $ls0v $ln8v",
        "fvadd $lm16v $ls0v $lr0v",
        "nop/2",
        "fvmul $lr0 $ls0v $ln16v",
    ];
    let results = Places {
        shown: true,
        at_end: vec![Place::all_of(Memory::Lm1)],
    };
    let order = shortened_at(&lines, Change::Forwarding, &results);
    let renamed = shortened_at(&lines, Change::Renaming, &results);
    assert_eq!((renamed.before, order.after, renamed.after), (12, 9, 6));
    // Six calculations of one unit.
    assert!(renamed.is_shortest_anywhere(), "{:?}", renamed.anywhere);
    let text = renamed.lines.join("\n");
    assert!(equal_at(&lines.join("\n"), &text, &results), "{text}");
    // If everything counts, there is no free place.
    let everything = shortened_at(&lines, Change::Renaming, &Places::everything());
    let text = everything.lines.join("\n");
    assert!(
        equal_at(&lines.join("\n"), &text, &Places::everything()),
        "{text}"
    );
}

#[test]
fn transfers_get_places_of_their_own_on_the_way() {
    let within_l1b = ["l1bmd $lr0v $lb0", "nop/3", "l1bmm $lb0 $lm0v"];
    let through_l2b = [
        "l1bmd $lr0v $lb0",
        "nop/3",
        "l2bmd $lb0 $lc0",
        "nop/3",
        "l2bmb $lc0 $lb0",
        "nop/3",
        "l1bmm $lb0 $lm0v",
    ];
    let results = Places {
        shown: true,
        at_end: vec![Place::all_of(Memory::Lm0)],
    };
    for (first, expected) in [(&within_l1b[..], (10, 8, 6)), (&through_l2b, (26, 20, 12))] {
        let second = first.iter().map(|line| {
            let line = line.replace("$lr0v", "$lr8v");
            line.replace("$lm0v", "$lm8v")
        });
        let second: Vec<String> = second.collect();
        let second = second.iter().map(String::as_str);
        let lines: Vec<&str> = first.iter().copied().chain(second).collect();
        let order = shortened_at(&lines, Change::Forwarding, &results);
        let renamed = shortened_at(&lines, Change::Renaming, &results);
        assert_eq!((renamed.before, order.after, renamed.after), expected);
        let text = renamed.lines.join("\n");
        assert!(equal_at(&lines.join("\n"), &text, &results), "{text}");
        let anywhere = renamed.anywhere.expect("it is one problem");
        assert!(anywhere.steps <= renamed.after, "{anywhere:?}");
        // If everything counts, the last transfer stays where it is, and the first one may go elsewhere only if that is
        // overwritten.
        let everything = shortened_at(&lines, Change::Renaming, &Places::everything());
        assert_eq!(everything.after, order.after);
    }
}

#[test]
fn an_unrolled_loop_uses_all_cycles() {
    // Each body takes a word of its own, through the same temporary ones.
    let mut lines = Vec::new();
    for body in 0..8 {
        let at = 2 * body;
        lines.push(format!("dvadd $lm{at} -$ls0 $lr8"));
        lines.push("nop/2".to_owned());
        lines.push("dvmulu $lr8 $ls2 $nowrite".to_owned());
        lines.push("dvfmad $lr8 $ls2 $mauf $lr8".to_owned());
        lines.push("nop/2".to_owned());
        lines.push(format!("dvadd $lr8 $ls4 $ln{at}"));
        lines.push("nop/2".to_owned());
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let results = Places {
        shown: true,
        at_end: vec![Place::all_of(Memory::Lm1)],
    };
    let renamed = shortened_at(&lines, Change::Renaming, &results);
    let merged = shortened_at(&lines, Change::Merging, &results);
    assert_eq!((renamed.before, renamed.after, merged.after), (80, 32, 8));
    let text = merged.lines.join("\n");
    assert!(equal_at(&lines.join("\n"), &text, &results), "{text}");
}

fn equal_at(one: &str, other: &str, places: &Places) -> bool {
    let [one, other] = [one, other].map(Program::parse);
    equal::by_dataflow(&one, &other, places, &|| false) == Outcome::Same
}

#[test]
fn long_programs_run_less_often() {
    for (nops, runs) in [(2, 2), (19_000, 1), (50_000, 0)] {
        let text = format!("lpassa $lm0v $lr0v\nnop/{nops}\nd get $lr0n0c0b0m0p0 1\nnop/5");
        let program = Program::parse(&text);
        let lines: Vec<&str> = text.lines().collect();
        let source = |line: usize| lines[line].to_owned();
        let rules = Rules::default();
        let request = Request::of(Subject {
            runs: 2,
            ..Subject::new(&program, &source, &rules)
        });
        // What is after the region stays.
        let found = shorten(request, 2..lines.len(), &|| false, &mut |_| {});
        let found = found.expect("nothing stands against it");
        assert_eq!((found.before, found.after, found.runs), (5, 0, runs));
    }
}

#[test]
fn a_program_with_hazards_is_taken_only_if_asked_for() {
    let text = "mvp/n64 $p0@0 $lc0@0.0\nl2bmb@0 $lc0 $lb0\nnop/9";
    let program = Program::parse(text);
    let lines: Vec<&str> = text.lines().collect();
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::of_profile(Profile::Hardware);
    let of = |keeps_hazards: bool| {
        let request = Request {
            keeps_hazards,
            ..Request::of(Subject {
                runs: 1,
                ..Subject::new(&program, &source, &rules)
            })
        };
        shorten(request, 0..lines.len(), &|| false, &mut |_| {})
    };
    assert_eq!(
        of(false).map(|found| found.after),
        Err(Refusal::Hazard(Hazard {
            line: 1,
            code: Code::MvWithoutWait
        }))
    );
    assert_eq!(of(true).map(|found| found.after), Ok(1));
}

#[test]
fn statements_between_steps_are_followed() {
    // Only shows that such programs are among the random ones.
    let has_between = (0..programs()).any(|seed| {
        let (lines, start) = program(seed, LINES);
        let parsed = Program::parse(&lines.join("\n"));
        Depends::of(&parsed, start..lines.len(), Widths::Free)
            .is_ok_and(|it| it.atoms.iter().any(|atom| atom.kind == Kind::Between))
    });
    assert!(has_between);
}
