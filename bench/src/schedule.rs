//! Benchmarks of the scheduler: what may move, a quick order, the exact search, short sequences, and the proof that two
//! programs are equivalent.

use std::hint::black_box;
use std::time::Duration;

use mnc2_dataflow::depends::{Depends, Widths};
use mnc2_equal::{Equivalence, Places};
use mnc2_program::Program;
use mnc2_program::rules::Rules;
use mnc2_schedule::problem::{Problem, Schedule};
use mnc2_schedule::search_input::Subject;
use mnc2_schedule::solve::Found;
use mnc2_schedule::{bound, list_scheduling, solve};
use mnc2_text::line;

use crate::{Ready, Size, workload};

/// Lines of a block from a compiler that waits after every instruction.
const BLOCK_LINES: usize = 8;

/// A program of about this many lines.
fn waiting(lines: usize) -> String {
    let block = |number: usize| {
        let at = number % 16 * 8;
        format!(
            "lpassa $lm{at}v $lr{at}v\nnop/2\nfvmul $lr{at}v $ls0v $lr{next}v\nnop/2\n\
             fvadd $lr{next}v $ls8v $ln{at}v\nnop/2\nlpassa $ln{at}v $ls{at}v\nnop/2\n",
            next = at + 128,
        )
    };
    (0..lines.div_ceil(BLOCK_LINES)).map(block).collect()
}

fn depends(program: &Program) -> Depends {
    Depends::from_lines(program, 0..program.len(), Widths::Free)
        .expect("the program breaks no rule")
}

fn hash(order: &Schedule) -> u64 {
    let mixed = |hash: u64, step: &i64| (hash ^ *step as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    order.steps.iter().fold(order.length as u64, mixed)
}

/// What may move in a program.
#[must_use]
pub fn limits(lines: usize) -> Ready {
    let program = mnc2_asm::parse(&waiting(lines));
    Ready {
        amount: program.len() as u64,
        hash: depends(&program).limits.len() as u64,
        run: Box::new(move || {
            black_box(depends(black_box(&program)));
        }),
    }
}

#[must_use]
pub fn quick(lines: usize) -> Ready {
    let program = mnc2_asm::parse(&waiting(lines));
    let problem = Problem::new(&depends(&program), false);
    Ready {
        amount: program.len() as u64,
        hash: hash(&list_scheduling::schedule(&problem)),
        run: Box::new(move || {
            black_box(list_scheduling::schedule(black_box(&problem)));
        }),
    }
}

/// The search for the shortest order with forwarding registers, until it is proven.
#[must_use]
pub fn search(lines: usize) -> Ready {
    let program = mnc2_asm::parse(&waiting(lines));
    let problem = Problem::new(&depends(&program), true);
    let known = list_scheduling::schedule(&problem);
    let bound = bound::lower_bound(&problem).steps;
    let find = move || match solve::search(&problem, &known, bound, &mut || false) {
        Found::Shortest(order) => order,
        Found::Better(_) => unreachable!("no one stops the search"),
    };
    Ready {
        amount: program.len() as u64,
        hash: find().length as u64,
        run: Box::new(move || {
            black_box(find());
        }),
    }
}

/// All sequences of up to two instructions for a block that has no shorter form; in tests, of one.
#[must_use]
pub fn sequences(size: Size) -> Ready {
    const SOURCE: &str =
        "ixor $lm0v $lr0v $nowrite\niadd $aluf $ls0v $nowrite\nisub $aluf $lm0v $ln0v\n";
    let program = mnc2_asm::parse(SOURCE);
    let rules = Rules::default();
    let find = move || {
        let source = |line: usize| line::lines(SOURCE).nth(line).unwrap_or_default().to_owned();
        let subject = Subject {
            time: Duration::from_secs(3600),
            ..Subject::new(&program, &source, &rules)
        };
        let request = mnc2_search::Request {
            length: size.choose(2, 1),
            ..mnc2_search::Request::new(subject)
        };
        let region = 0..program.len();
        let found = mnc2_search::search(request, region, &|| false, &mut |_| {});
        found.map_or(0, |found| found.evaluations)
    };
    let evaluations = find();
    Ready {
        amount: evaluations,
        hash: evaluations,
        run: Box::new(move || {
            black_box(find());
        }),
    }
}

/// The proof that two programs are equivalent, where one waits longer.
#[must_use]
pub fn equal(lines: usize) -> Ready {
    let text = workload::repeated(&waiting(16 * BLOCK_LINES), lines.div_ceil(16 * BLOCK_LINES));
    let one = mnc2_asm::parse(&text);
    let other = mnc2_asm::parse(&text.replace("nop/2", "nop/3"));
    let compare = move |one: &Program, other: &Program| {
        mnc2_equal::by_dataflow(one, other, &Places::everything(), &|| false)
    };
    Ready {
        amount: one.len() as u64,
        hash: u64::from(compare(&one, &other) == Equivalence::Same),
        run: Box::new(move || {
            black_box(compare(&one, &other));
        }),
    }
}
