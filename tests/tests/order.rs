//! The order of the expressions of a step means nothing (manual 3.6.4): every order is found wrong or right alike, and
//! leaves the same state.

use std::collections::BTreeSet;

use mnc2_asm::LineParser;
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::{L2bmOp, Op};
use mnc2_program::rules::check::check;
use mnc2_program::{Line, ModeChoice};
use mnc2_tests::generate::{self, Choices};
use mnc2_tests::near_legal::{Maker, Style};

/// The number of random programs, and of steps with several expressions in each.
const PROGRAMS: u64 = 6;
const STEPS: usize = 25;
/// Statements that are tried for a program.
const TRIES: usize = 2_000;
/// Pairs of a transfer from the PEs and one from above for each two rows.
const PAIRS_OF_ROWS: usize = 1;
/// Orders of a step that are compared with it.
const ORDERS: usize = 3;

/// Some other orders of a step's expressions; none of a step that is wrong or has one expression.
fn reordered(choices: &mut Choices, text: &str, line: &Line) -> Vec<String> {
    let Some(step) = line.step().filter(|_| !line.has_error()) else {
        return Vec::new();
    };
    let ranges = step.expressions.iter().map(|expression| &expression.range);
    let parts: Vec<&str> = ranges
        .map(|range| &text[range.start as usize..range.end as usize])
        .collect();
    if parts.len() < 2 {
        return Vec::new();
    }
    let mut orders = vec![parts.iter().copied().rev().collect::<Vec<_>>()];
    while orders.len() < ORDERS.min(parts.len()) {
        let mut left = parts.clone();
        let order =
            (0..parts.len()).map(|_| left.swap_remove(choices.below(left.len() as u64) as usize));
        orders.push(order.collect());
    }
    orders.into_iter().map(|order| order.join("; ")).collect()
}

/// The codes that a line raises.
fn codes(text: &str) -> BTreeSet<&'static str> {
    let report = check(&mnc2_asm::parse(text), ModeChoice::Infer);
    let findings = report.findings.iter();
    findings
        .map(|finding| finding.diagnostic.code.id())
        .collect()
}

/// Runs a line on a machine.
#[track_caller]
fn run(machine: &mut Machine, text: &str) {
    let program = mnc2_asm::parse(text);
    let report = machine.run(&program, &RunOptions::default(), &mut Vec::new());
    assert_eq!(report.outcome, Outcome::Finished, "{text}");
}

/// Compares the orders of a step on a machine, which then continues from its result; whether there was one to compare.
#[track_caller]
fn compare(choices: &mut Choices, machine: &mut Machine, text: &str) -> bool {
    let line = LineParser::new().parse(text);
    let orders = reordered(choices, text, &line);
    if orders.is_empty() {
        return false;
    }
    let before = machine.snapshot();
    run(machine, text);
    let (expected, found) = (machine.state_hash(), codes(text));
    let after = machine.snapshot();
    for order in &orders {
        assert_eq!(codes(order), found, "`{order}` and `{text}`");
        machine.restore(&before);
        run(machine, order);
        assert_eq!(machine.state_hash(), expected, "`{order}` and `{text}`");
    }
    machine.restore(&after);
    true
}

/// Words that differ from each other, in GRF0, L1BM and L2BM.
fn filled() -> Machine {
    let mut machine = Machine::new();
    let words = |first: u64, count: u64| -> String {
        (0..count)
            .map(|index| format!("{:016x}", (first + index) * 0x0001_0003_0005_0007))
            .collect()
    };
    for (memory, first, count) in [("lr0", 1, 128), ("lb0", 1000, 1024), ("lc0", 5000, 1024)] {
        run(
            &mut machine,
            &format!("d set ${memory} {count} {}", words(first, count)),
        );
    }
    run(&mut machine, "ladd $lr0v $peid $lr0v");
    machine
}

#[test]
fn random_steps() {
    let mut compared = 0;
    for seed in 0..PROGRAMS {
        let mut choices = Choices::new(seed);
        let style = Style {
            is_flat: seed % 2 == 1,
            is_data_dependent: seed / 2 % 2 == 1,
            deviation: 1000,
        };
        let mut machine = Machine::new();
        let mut maker = Maker::new(&mut choices, style);
        let start = maker.start();
        let steps: Vec<String> = (0..TRIES).map(|_| maker.statement()).collect();
        start.iter().for_each(|line| run(&mut machine, line));
        let mut of_program = 0;
        for step in steps {
            // Turnaround between different types of transfer is refused by a run.
            if step.contains("$lbi") || step.contains("$llbi") {
                continue;
            }
            of_program += usize::from(compare(&mut choices, &mut machine, &step));
            if of_program == STEPS {
                break;
            }
        }
        compared += of_program;
    }
    println!("{compared} steps in several orders");
    assert!(compared as u64 > PROGRAMS * STEPS as u64 / 2, "{compared}");
}

/// Every row that writes to L1BM from the PEs next to every one that does from above, often to the same words.
#[test]
fn every_two_transfers_to_l1bm() {
    let mut choices = Choices::new(7);
    let all: Vec<_> = generate::instructions().collect();
    let is_from_pe = |op: Op| matches!(op, Op::L1bm(op) if !op.is_to_pe());
    let is_from_above = |op: Op| {
        matches!(
            op,
            Op::L2bm(
                L2bmOp::Broadcast
                    | L2bmOp::DistributingBroadcast
                    | L2bmOp::Distribute
                    | L2bmOp::Multicast
            )
        )
    };
    // One spelling of a row is as good as another.
    let rows = |is_wanted: &dyn Fn(Op) -> bool| {
        let mut ops: Vec<_> = all
            .iter()
            .filter(|(_, op)| is_wanted(*op))
            .copied()
            .collect();
        ops.dedup_by_key(|(_, op)| *op);
        ops
    };
    let (mut pairs, mut overlapping) = (0, 0);
    let mut machine = filled();
    let mut parser = LineParser::new();
    for (from_pe, pe_op) in rows(&is_from_pe) {
        for (from_above, op) in rows(&is_from_above) {
            let mut found = 0;
            for _ in 0..TRIES {
                let texts = [(from_pe, pe_op), (from_above, op)]
                    .map(|(spelling, op)| generate::instruction(&mut choices, spelling, op));
                // The destination is the last operand.
                let mut addresses = [0, 1].map(|_| choices.below(4) * 64).into_iter();
                let [one, other] = texts.map(|text| {
                    let at = text.rfind(" $l").map_or(text.len(), |at| at + 1);
                    let width = if text[at..].starts_with("$ll") {
                        "ll"
                    } else {
                        "l"
                    };
                    let address = addresses.next().unwrap_or(0);
                    format!("{}${width}b{address}", &text[..at])
                });
                let step = format!("{one}; {other}");
                if parser.parse(&step).has_error() || !compare(&mut choices, &mut machine, &step) {
                    continue;
                }
                overlapping += usize::from(codes(&step).contains("W0910"));
                found += 1;
                if found == PAIRS_OF_ROWS {
                    break;
                }
            }
            assert_eq!(
                found, PAIRS_OF_ROWS,
                "{} and {}",
                from_pe.text, from_above.text
            );
            pairs += found;
        }
    }
    println!("{pairs} pairs, {overlapping} that write the same words");
    assert!(
        pairs > 60 && overlapping > 15 && overlapping < pairs,
        "{pairs} {overlapping}"
    );
}
