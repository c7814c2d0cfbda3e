//! What is called the shortest order is the shortest.

use mnc2_dataflow::depends::{ChangeLevel, Depends, Widths};
use mnc2_equal::{Equivalence, Places};
use mnc2_program::rules::check::check;
use mnc2_program::{ModeChoice, Program};
use mnc2_schedule::problem::Problem;
use mnc2_schedule::solve::{self, Found};
use mnc2_schedule::{bound, list_scheduling};
use mnc2_tests::certificate::{self, Refused};

use super::{LINES, program, programs, shortened};

/// The texts of a program's expressions without `nop`s, line by line. `None` if there is anything but steps.
fn expressions(lines: &[String]) -> Option<Vec<Vec<String>>> {
    let program = mnc2_asm::parse(&lines.join("\n"));
    let of_line = |(line, text): (&std::sync::Arc<mnc2_program::Line>, &String)| {
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

/// Whether a program is equivalent without one of its expressions.
fn has_dead_expression(lines: &[String]) -> bool {
    let program = mnc2_asm::parse(&lines.join("\n"));
    let parts = expressions(lines).unwrap_or_default();
    let without = |line: usize, part: usize| {
        let mut lines = lines.to_vec();
        let kept = parts[line]
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != part);
        let kept: Vec<&str> = kept.map(|(_, text)| text.as_str()).collect();
        lines[line] = step_of(&kept);
        mnc2_asm::parse(&lines.join("\n"))
    };
    let mut all =
        (0..parts.len()).flat_map(|line| (0..parts[line].len()).map(move |part| (line, part)));
    all.any(|(line, part)| {
        let outcome = mnc2_equal::by_dataflow(
            &program,
            &without(line, part),
            &Places::everything(),
            &|| false,
        );
        outcome == Equivalence::Same
    })
}

/// The length of the shortest order of a program's expressions that the checker accepts and that is proven to be equivalent.
/// `None` if every order has `limit` steps or more.
fn by_trying_all(lines: &[String], limit: usize) -> Option<usize> {
    let source = mnc2_asm::parse(&lines.join("\n"));
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
            let program = mnc2_asm::parse(&text.join("\n"));
            let found = |program: &Program| check(program, ModeChoice::Infer).findings.len();
            found(&program) <= found(&source)
                && mnc2_equal::by_dataflow(&source, &program, &Places::everything(), &|| false)
                    == Equivalence::Same
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
        let Some(found) = shortened(&lines, ChangeLevel::Order) else {
            continue;
        };
        let is_small = found.after <= 5;
        let program = mnc2_asm::parse(&lines.join("\n"));
        let count = program.iter().filter_map(|line| line.step());
        let count: usize = count.map(|step| step.expressions.len()).sum();
        if !is_small || count > 5 || !found.is_shortest() {
            continue;
        }
        // An order shorter than the one found would be a counterexample, unless a result is for nothing: the search keeps
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
        let program = mnc2_asm::parse(&lines[start..].join("\n"));
        let region = 0..program.len();
        let Ok(depends) = Depends::from_lines(&program, region, Widths::Free) else {
            continue;
        };
        let problem = Problem::new(&depends, true);
        let known = list_scheduling::schedule(&problem);
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

/// A reader that has a choice between memory and a forwarding register waits in either case, and shares no unit.
#[test]
fn bounds_are_about_readers_with_a_choice() {
    let bound = |text: &str| {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let program = mnc2_asm::parse(&lines.join("\n"));
        let depends = Depends::from_lines(&program, 0..lines.len(), Widths::Free);
        bound::lower_bound(&Problem::new(&depends.expect("steps that move"), true)).steps
    };
    let units_in_turn = "\
fvadd $lm0v $ls0v $lr0v
nop/2
ladd $lr0v $ls8v $lr8v
nop/2
fvadd $lr8v $ls0v $lr16v
nop/2
ladd $lr16v $ls8v $ln0v";
    assert_eq!(bound(units_in_turn), 4);
    let one_unit = "\
ladd $lm0v $ls0v $lr0v
nop/2
ladd $lr0v $ls8v $ln0v
ladd $lr0v $ls16v $ln8v
ladd $lr0v $ls24v $ln16v
ladd $lm8v $ls0v $ln24v";
    assert_eq!(bound(one_unit), 5);
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
    let found = shortened(&lines, ChangeLevel::Order).expect("nothing prevents it");
    assert_eq!((found.before, found.after), (5, 2));
    assert!(found.is_shortest());
    assert_eq!(by_trying_all(&lines, 2), None);
}
