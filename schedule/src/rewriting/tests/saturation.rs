//! Each row of the table of equal expressions is right: for all operands of a few bits, for some of 32 and 64 bits, on the emulator,
//! and by the proof that shares no code with it.

mod programs;

use std::collections::HashMap;

use egg::{ENodeOrVar, Language as _, Pattern, RecExpr, Var};
use expect_test::expect;
use mnc2_isa::Memory;

use super::{at, check};
use crate::parallel;
use crate::rewriting::bits::known::Known;
use crate::rewriting::saturation::expression::{Function, Head, Term};
use crate::rewriting::saturation::known_bits::KnownBits;
use crate::rewriting::saturation::search::Problem;
use crate::rewriting::saturation::table::{Condition, Instance, instances, rules_from_table};

/// An expression with variables.
type Side = RecExpr<ENodeOrVar<Term>>;

/// The names of the functions, as rows write them.
const FUNCTIONS: [&str; 18] = [
    "add", "sub", "inc", "dec", "not", "and", "or", "xor", "lsl", "lsr", "ulsr", "bsl", "bsr",
    "max", "min", "umax", "umin", "select",
];

/// How many functions are computed by the ALU.
const SELECT: usize = 17;

/// What a function computes from numbers of some bits, in other words than the search has it.
fn computed(function: &str, bits: u32, [x, y, z]: [u64; 3]) -> u64 {
    let size = 1_u128 << bits;
    let signed = |it: u64| {
        let it = i128::from(it);
        if it >= 1 << (bits - 1) {
            it - (1 << bits)
        } else {
            it
        }
    };
    let (wide_x, wide_y) = (u128::from(x), u128::from(y));
    let amount = (y % u64::from(2 * bits)) as u32;
    let turn = |left: u32| (wide_x << left) | (wide_x >> (bits - left));
    let result: u128 = match function {
        "add" => wide_x + wide_y,
        "sub" => wide_x + size - wide_y,
        "inc" => wide_x + 1,
        "dec" => wide_x + size - 1,
        "not" => size - 1 - wide_x,
        "and" => wide_x + wide_y - (wide_x | wide_y),
        "or" => wide_x | wide_y,
        "xor" => (wide_x | wide_y) - (wide_x & wide_y),
        "lsl" => wide_x << amount.min(bits),
        "ulsr" => wide_x / (1 << amount),
        "lsr" => signed(x).div_euclid(1 << amount.min(100)) as u128,
        "bsl" => turn(amount % bits),
        "bsr" => turn((2 * bits - amount) % bits),
        "max" => u128::from(if signed(x) < signed(y) { y } else { x }),
        "min" => u128::from(if signed(x) < signed(y) { x } else { y }),
        "umax" => u128::from(if x < y { y } else { x }),
        "umin" => u128::from(if x < y { x } else { y }),
        "select" => u128::from(if x != 0 { y } else { z }),
        _ => panic!("{function} is not a function"),
    };
    (result & (size - 1)) as u64
}

fn parsed(side: &str) -> Side {
    let pattern: Pattern<Term> = side.parse().expect("a row of the table");
    pattern.ast
}

/// The numbers of some bits with a sign, as numbers without one.
const fn plain(number: i64, bits: u32) -> u64 {
    number as u64 & u64::MAX >> (64 - bits)
}

/// The variables of the left side of a row.
fn variables(side: &Side) -> Vec<Var> {
    let mut found = Vec::new();
    for node in side.as_ref() {
        if let ENodeOrVar::Var(variable) = node
            && !found.contains(variable)
        {
            found.push(*variable);
        }
    }
    found
}

/// The results of a function for numbers of some bits: a table for 8 bits, since all rows look up some billion of them.
struct Results(Option<HashMap<&'static str, Vec<u8>>>, u32);

impl Results {
    fn new(bits: u32) -> Self {
        let of = |name| {
            let all = 0..1_u64 << (2 * bits);
            let pairs = all.map(|it| [it >> bits, it & plain(-1, bits), 0]);
            pairs.map(|it| computed(name, bits, it) as u8).collect()
        };
        let tables = FUNCTIONS[..SELECT].iter().map(|name| (*name, of(name)));
        Self((bits <= 8).then(|| tables.collect()), bits)
    }

    /// The results for some numbers each.
    fn lanes(&self, name: &str, inputs: &[&Vec<u64>]) -> Vec<u64> {
        let (x, bits) = (inputs[0], self.1);
        let y = inputs.get(1).unwrap_or(&x);
        if let [_, _, z] = inputs {
            let lanes = x.iter().zip(*y).zip(*z);
            return lanes
                .map(|((x, y), z)| computed(name, bits, [*x, *y, *z]))
                .collect();
        }
        let lanes = x.iter().zip(*y);
        match &self.0 {
            Some(tables) => {
                let table = &tables[name];
                lanes
                    .map(|(x, y)| u64::from(table[(x << bits | y) as usize]))
                    .collect()
            }
            None => lanes
                .map(|(x, y)| computed(name, bits, [*x, *y, 0]))
                .collect(),
        }
    }
}

/// What a side is for numbers in place of variables; the last variable has several ones.
fn value(
    side: &Side,
    results: &Results,
    names: &[Var],
    (first, last): (&[u64], &[u64]),
) -> Vec<u64> {
    let mut values: Vec<Vec<u64>> = Vec::new();
    for node in side.as_ref() {
        let own = match node {
            ENodeOrVar::Var(variable) => {
                let place = names.iter().position(|it| it == variable);
                match first.get(place.expect("a variable of the left side")) {
                    Some(number) => vec![*number; last.len()],
                    None => last.to_vec(),
                }
            }
            ENodeOrVar::ENode(term) => match term.head {
                Head::Number(number) => vec![plain(number, results.1); last.len()],
                Head::Leaf(_) => panic!("rows have no leaves"),
                Head::Apply(_) => {
                    let inputs = term.children().iter().map(|it| &values[usize::from(*it)]);
                    results.lanes(&term.to_string(), &inputs.collect::<Vec<_>>())
                }
            },
        };
        values.push(own);
    }
    values.pop().expect("a side has a node")
}

/// Whether a condition holds for numbers.
fn holds(condition: Condition, bits: u32, number: impl Fn(&str) -> u64) -> bool {
    let amounts = |one, other| [one, other].map(|it| number(it) % u64::from(2 * bits));
    let amounts = |one, other| amounts(one, other).iter().sum::<u64>();
    let sign = 1 << (bits - 1);
    match condition {
        Condition::Always => true,
        Condition::Short(one, other) => amounts(one, other) < u64::from(bits),
        Condition::Round(one, other) => amounts(one, other) == u64::from(bits),
        Condition::Disjoint(one, other) => number(one) & number(other) == 0,
        Condition::Covered(one, other) => number(one) | number(other) == number(other),
        Condition::Positive(one, other) => number(one) < sign && number(other) < sign,
        Condition::Sign(one) => number(one) == sign,
    }
}

/// Asserts that both sides of rows with up to some variables are equal, for all combinations of numbers that fulfil their conditions.
fn assert_rows_are_right(bits: u32, numbers: &[u64], variables_max: usize) {
    let results = Results::new(bits);
    let mut rows = instances();
    rows.retain(|it| variables(&parsed(&it.1[0])).len() <= variables_max);
    let all = parallel::map(parallel::processors(), &rows, |row| {
        compared(row, &results, numbers)
    });
    for (row, compared) in rows.iter().zip(all) {
        assert!(compared > 0, "{}: no operands fulfil the condition", row.0);
    }
}

/// Compares both sides of a row; the number of combinations that fulfil its condition.
fn compared((name, sides, condition, _): &Instance, results: &Results, numbers: &[u64]) -> u64 {
    let [left, right] = sides.each_ref().map(|it| parsed(it));
    let names = variables(&left);
    let is_flag = |place: usize| names[place].to_string() == "?f";
    let choice = |place: usize| if is_flag(place) { &[0, 1] } else { numbers };
    let mut compared = 0;
    let mut places = vec![0; names.len() - 1];
    loop {
        let first = (0..places.len()).map(|it| choice(it)[places[it]]);
        let first: Vec<u64> = first.collect();
        let allowed = |last: &&u64| {
            let of = |name: &str| {
                let is_it = |it: &Var| it.to_string() == name;
                let place = names.iter().position(is_it).expect("a variable");
                first.get(place).copied().unwrap_or(**last)
            };
            holds(*condition, results.1, of)
        };
        let last: Vec<u64> = match condition {
            Condition::Always => numbers.to_vec(),
            _ => numbers.iter().filter(allowed).copied().collect(),
        };
        let sides = [&left, &right].map(|it| value(it, results, &names, (&first, &last)));
        assert_eq!(sides[0], sides[1], "{name} with {first:?} and {last:?}");
        compared += last.len() as u64;
        let is_next = |it: &usize| places[*it] + 1 < choice(*it).len();
        let Some(place) = (0..places.len()).rev().find(is_next) else {
            return compared;
        };
        places[place] += 1;
        places[place + 1..].fill(0);
    }
}

#[test]
fn each_row_is_right_for_all_operands() {
    // Three operands of 8 bits take a minute, more with `MNC2_ROW_BITS=8`.
    let given = std::env::var("MNC2_ROW_BITS").ok();
    let bits = given.and_then(|it| it.parse().ok()).unwrap_or(4);
    let of = |bits: u32| (0..1 << bits).collect::<Vec<u64>>();
    assert_rows_are_right(bits, &of(bits), usize::MAX);
    assert_rows_are_right(8, &of(8), 2);
}

/// Numbers at which operations of some bits often go wrong, and amounts.
fn edges(bits: u32) -> Vec<u64> {
    let sign = 1 << (bits - 1);
    let all = plain(-1, bits);
    let mut numbers = vec![
        0,
        1,
        2,
        3,
        31,
        32,
        33,
        63,
        64,
        100,
        sign - 1,
        sign,
        sign + 1,
        all - 1,
        all,
    ];
    numbers.extend([29, 35, 61, 0x1234_5678, 0xfedc_ba98_7654_3210 & all]);
    numbers
}

#[test]
fn each_row_is_right_for_words() {
    for bits in [32, 64] {
        assert_rows_are_right(bits, &edges(bits), usize::MAX);
    }
}

/// The function with a name.
fn function(name: &str) -> (Function, usize) {
    let found = (0..=3).find_map(|count| {
        let inputs = vec!["0"; count].join(" ");
        let text = format!("({name} {inputs})");
        let term: RecExpr<Term> = text.parse().ok()?;
        match term.as_ref().last()?.head {
            Head::Apply(function) => Some((function, count)),
            Head::Number(_) | Head::Leaf(_) => None,
        }
    });
    found.expect("a function of the table")
}

#[test]
fn known_bits_are_right_for_all_numbers_that_have_them() {
    const BITS: u32 = 4;
    let all = 0..1_u64 << BITS;
    let known: Vec<Known> = all
        .clone()
        .flat_map(|zeros| all.clone().map(move |ones| Known { zeros, ones }))
        .filter(|it| it.zeros & it.ones == 0)
        .collect();
    let has = |it: &Known, number: u64| it.zeros & number == 0 && it.ones & !number == 0;
    for name in &FUNCTIONS[..SELECT] {
        let (function, count) = function(name);
        for x in &known {
            for y in &known[..if count > 1 { known.len() } else { 1 }] {
                let found = KnownBits { bits: BITS }.result(function, &[*x, *y][..count]);
                for number in all.clone().filter(|it| has(x, *it)) {
                    for second in all.clone().filter(|it| has(y, *it)) {
                        let result = computed(name, BITS, [number, second, 0]);
                        assert!(has(&found, result), "{name} of {x:?} and {y:?}: {found:?}");
                    }
                }
            }
        }
    }
}

/// What an expression becomes by all rows, proven or not yet, and by which rules for users.
fn shown(text: &str) -> Option<String> {
    let all = rules_from_table(|_| true);
    let problem = Problem {
        bits: 32,
        expression: text.parse().expect("an expression"),
        kept: Vec::new(),
        free: Vec::new(),
    };
    let found = problem.cheaper_by(&all, &[])?;
    let families: Vec<&str> = found.families.iter().map(|it| it.id).collect();
    Some(format!("{} by {}", found.expression, families.join(" ")))
}

/// Expressions, what they become, and the rules that users see.
const CHEAPER: [(&str, &str); 23] = [
    (
        "(add (add leaf0 5) (add leaf1 7))",
        "(add 12 (add leaf0 leaf1)) by sums",
    ),
    ("(lsl (lsl leaf0 3) 4)", "(lsl leaf0 7) by shifts"),
    (
        "(add (lsl leaf0 3) (lsl leaf1 3))",
        "(lsl (add leaf0 leaf1) 3) by sums",
    ),
    ("(lsl leaf0 1)", "(add leaf0 leaf0) by shifts"),
    (
        "(add (add (add leaf0 leaf0) leaf0) leaf0)",
        "(lsl leaf0 2) by sums shifts",
    ),
    ("(and leaf0 leaf0)", "leaf0 by bits"),
    ("(xor (or leaf0 leaf1) (or leaf1 leaf0))", "0 by bits"),
    ("(not (not leaf0))", "leaf0 by bits"),
    (
        "(not (and (not leaf0) (not leaf1)))",
        "(or leaf0 leaf1) by bits",
    ),
    ("(sub leaf0 (sub 0 leaf1))", "(add leaf0 leaf1) by sums"),
    ("(inc (not leaf0))", "(sub 0 leaf0) by sums bits"),
    ("(dec (sub 0 leaf0))", "(not leaf0) by sums"),
    ("(inc (inc (inc leaf0)))", "(add leaf0 3) by sums"),
    (
        "(or (and leaf0 leaf1) (and leaf0 (not leaf1)))",
        "leaf0 by bits",
    ),
    ("(and leaf0 (or leaf1 leaf0))", "leaf0 by bits"),
    ("(and (ulsr leaf0 24) 255)", "(ulsr leaf0 24) by bits"),
    ("(and (and leaf0 4095) 255)", "(and leaf0 255) by bits"),
    ("(max (max leaf0 3) 7)", "(max leaf0 7) by extremes"),
    ("(max (min leaf0 leaf1) leaf0)", "leaf0 by extremes"),
    (
        "(ulsr (lsl leaf0 16) 16)",
        "(and 65535 leaf0) by bits shifts",
    ),
    (
        "(add (lsl leaf0 8) (ulsr leaf0 24))",
        "(bsl leaf0 8) by sums bits",
    ),
    (
        "(select leaf0 (add leaf1 leaf2) (add leaf2 leaf1))",
        "(add leaf1 leaf2) by selections",
    ),
    (
        "(add (xor leaf0 leaf1) (add (and leaf0 leaf1) (and leaf0 leaf1)))",
        "(add leaf0 leaf1) by sums",
    ),
];

#[test]
fn expressions_have_fewer_operations() {
    for (text, expected) in CHEAPER {
        assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
    }
    for text in ["(add leaf0 leaf1)", "(and leaf0 255)", "(or leaf1 leaf0)"] {
        assert_eq!(shown(text), None, "{text}");
    }
}

#[test]
fn a_chain_that_is_cut_is_one_operation() {
    // More operations than one search takes.
    let more = "iinc $aluf $nowrite\n".repeat(120);
    check(
        &format!("iinc $lm0v $nowrite\n{more}iinc $aluf $ln0v"),
        &at(&[Memory::Lm1]),
        expect![[r#"
            imm ui"0x0000007a" $lr0v
            iadd $lm0v $lr0v $ln0v
        "#]],
    );
}
