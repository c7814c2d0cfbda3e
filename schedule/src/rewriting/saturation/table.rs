//! The table of equal expressions.
//!
//! A name with `$` is any function of a list in [`ANY`]; the names of one list in a row mean the functions at one place of it.
//! The rule for users to which the function of the left side belongs states how a row is known to be exact.

use std::sync::LazyLock;

use egg::{ConditionalApplier, EGraph, Id, Pattern, Rewrite, Subst, Var};

use super::expression::{Head, Term};
use super::known_bits::KnownBits;
use crate::planted::{Wrong, is_planted};
use crate::rewriting::bits::known::Known;
use crate::rules::RewriteRule;

/// What must be known of variables of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rewriting) enum Condition {
    Always,
    /// Two shift amounts are numbers, and their sum is less than the bits of a number.
    Short(&'static str, &'static str),
    /// Two shift amounts are numbers, and their sum is the bits of a number.
    Round(&'static str, &'static str),
    /// No bit is one in both.
    Disjoint(&'static str, &'static str),
    /// Each bit that is one in the first is one in the second.
    Covered(&'static str, &'static str),
    /// The sign is zero in both.
    Positive(&'static str, &'static str),
    /// It is the number with the sign bit alone.
    Sign(&'static str),
}

/// Two equal expressions.
#[derive(Clone, Copy, Debug)]
pub(in crate::rewriting) struct Row {
    pub(in crate::rewriting) name: &'static str,
    pub(in crate::rewriting) left: &'static str,
    pub(in crate::rewriting) right: &'static str,
    pub(in crate::rewriting) condition: Condition,
    /// Whether the left side replaces the right one, too.
    pub(in crate::rewriting) is_mutual: bool,
}

const fn row(name: &'static str, left: &'static str, right: &'static str) -> Row {
    Row {
        name,
        left,
        right,
        condition: Condition::Always,
        is_mutual: false,
    }
}

impl Row {
    const fn mutual(self) -> Self {
        Self {
            is_mutual: true,
            ..self
        }
    }

    const fn under(self, condition: Condition) -> Self {
        Self { condition, ..self }
    }
}

/// Names in rows, and the functions that they mean together.
type Functions = (&'static [&'static str], &'static [&'static [&'static str]]);

/// Lists of functions that rows have in common, by the names in rows.
pub(in crate::rewriting) const ANY: [Functions; 4] = [
    (
        &["$commuting"],
        &[
            &["add"],
            &["and"],
            &["or"],
            &["xor"],
            &["max"],
            &["min"],
            &["umax"],
            &["umin"],
        ],
    ),
    (
        &["$meet", "$join"],
        &[
            &["and", "or"],
            &["or", "and"],
            &["max", "min"],
            &["min", "max"],
            &["umax", "umin"],
            &["umin", "umax"],
        ],
    ),
    (&["$bits"], &[&["and"], &["or"], &["xor"]]),
    (
        &["$shift"],
        &[&["lsl"], &["lsr"], &["ulsr"], &["bsl"], &["bsr"]],
    ),
];

/// The equal expressions.
pub(in crate::rewriting) const TABLE: &[Row] = &[
    row("order", "($commuting ?x ?y)", "($commuting ?y ?x)"),
    row(
        "groups",
        "($commuting ($commuting ?x ?y) ?z)",
        "($commuting ?x ($commuting ?y ?z))",
    ),
    // Sums.
    row("add-zero", "(add ?x 0)", "?x"),
    row("sub-zero", "(sub ?x 0)", "?x"),
    row("sub-itself", "(sub ?x ?x)", "0"),
    row("inc", "(inc ?x)", "(add ?x 1)").mutual(),
    row("dec", "(dec ?x)", "(add ?x -1)").mutual(),
    row("sub-of-sub", "(sub ?x (sub ?y ?z))", "(add ?x (sub ?z ?y))"),
    row("add-of-sub", "(add ?x (sub ?y ?z))", "(sub (add ?x ?y) ?z)").mutual(),
    row("sub-of-add", "(sub ?x (add ?y ?z))", "(sub (sub ?x ?y) ?z)").mutual(),
    row("sub-of-one-more", "(sub ?x -1)", "(inc ?x)"),
    row("sub-of-not", "(sub ?x (not ?y))", "(inc (add ?x ?y))"),
    row("not-as-sub", "(not ?x)", "(sub -1 ?x)").mutual(),
    row(
        "twice-both",
        "(add (lsl ?x ?a) (lsl ?y ?a))",
        "(lsl (add ?x ?y) ?a)",
    )
    .mutual(),
    row(
        "twice-both-less",
        "(sub (lsl ?x ?a) (lsl ?y ?a))",
        "(lsl (sub ?x ?y) ?a)",
    )
    .mutual(),
    row("carries", "(add (and ?x ?y) (or ?x ?y))", "(add ?x ?y)"),
    row(
        "sum-by-carries",
        "(add (xor ?x ?y) (lsl (and ?x ?y) 1))",
        "(add ?x ?y)",
    ),
    row(
        "difference-bits",
        "(sub (or ?x ?y) (and ?x ?y))",
        "(xor ?x ?y)",
    ),
    row("less-common", "(sub ?x (and ?x ?y))", "(and ?x (not ?y))"),
    row("union-less", "(sub (or ?x ?y) ?y)", "(and ?x (not ?y))"),
    row("disjoint-sum", "(add ?x ?y)", "(or ?x ?y)")
        .mutual()
        .under(Condition::Disjoint("?x", "?y")),
    row("sign-sum", "(add ?x ?c)", "(xor ?x ?c)")
        .mutual()
        .under(Condition::Sign("?c")),
    // Shifts.
    row("shift-zero", "($shift ?x 0)", "?x"),
    row("double", "(lsl ?x 1)", "(add ?x ?x)").mutual(),
    row("left-left", "(lsl (lsl ?x ?a) ?b)", "(lsl ?x (add ?a ?b))")
        .under(Condition::Short("?a", "?b")),
    row(
        "right-right",
        "(ulsr (ulsr ?x ?a) ?b)",
        "(ulsr ?x (add ?a ?b))",
    )
    .under(Condition::Short("?a", "?b")),
    row(
        "signed-right",
        "(lsr (lsr ?x ?a) ?b)",
        "(lsr ?x (add ?a ?b))",
    )
    .under(Condition::Short("?a", "?b")),
    row("turn-turn", "(bsl (bsl ?x ?a) ?b)", "(bsl ?x (add ?a ?b))"),
    row("turn-right", "(bsr ?x ?a)", "(bsl ?x (sub 0 ?a))").mutual(),
    row(
        "left-right",
        "(ulsr (lsl ?x ?a) ?a)",
        "(and ?x (ulsr -1 ?a))",
    ),
    row(
        "right-left",
        "(lsl (ulsr ?x ?a) ?a)",
        "(and ?x (lsl -1 ?a))",
    ),
    row(
        "signed-right-left",
        "(lsl (lsr ?x ?a) ?a)",
        "(and ?x (lsl -1 ?a))",
    ),
    row("positive-right", "(lsr ?x ?a)", "(ulsr ?x ?a)")
        .mutual()
        .under(Condition::Positive("?x", "?x")),
    row(
        "shift-of-bits",
        "($shift ($bits ?x ?y) ?a)",
        "($bits ($shift ?x ?a) ($shift ?y ?a))",
    )
    .mutual(),
    row(
        "mask-of-left",
        "(lsl (and ?x (ulsr ?c ?a)) ?a)",
        "(and (lsl ?x ?a) ?c)",
    )
    .mutual(),
    row(
        "mask-of-right",
        "(ulsr (and ?x (lsl ?c ?a)) ?a)",
        "(and (ulsr ?x ?a) ?c)",
    )
    .mutual(),
    row("turned", "(or (lsl ?x ?a) (ulsr ?x ?b))", "(bsl ?x ?a)")
        .under(Condition::Round("?a", "?b")),
    row("turned-not", "(bsl (not ?x) ?a)", "(not (bsl ?x ?a))").mutual(),
    // Bits.
    row("same", "($meet ?x ?x)", "?x"),
    row("absorbed", "($meet ?x ($join ?x ?y))", "?x"),
    row(
        "common",
        "($join ($meet ?x ?y) ($meet ?x ?z))",
        "($meet ?x ($join ?y ?z))",
    ),
    row(
        "de-morgan",
        "(not ($meet ?x ?y))",
        "($join (not ?x) (not ?y))",
    )
    .mutual(),
    row("covered", "(and ?x ?y)", "?x").under(Condition::Covered("?x", "?y")),
    row("covers", "(or ?x ?y)", "?y").under(Condition::Covered("?x", "?y")),
    row("xor-itself", "(xor ?x ?x)", "0"),
    row("xor-zero", "(xor ?x 0)", "?x"),
    row("not-not", "(not (not ?x))", "?x"),
    row("not-as-xor", "(not ?x)", "(xor ?x -1)").mutual(),
    row("nothing-in-both", "(and ?x (not ?x))", "0"),
    row("all-in-one", "(or ?x (not ?x))", "-1"),
    row(
        "one-half-or-other",
        "(or (and ?x ?y) (and (not ?x) ?y))",
        "?y",
    ),
    row(
        "common-xor",
        "(xor (and ?x ?y) (and ?x ?z))",
        "(and ?x (xor ?y ?z))",
    ),
    row("disjoint-xor", "(xor ?x ?y)", "(or ?x ?y)")
        .mutual()
        .under(Condition::Disjoint("?x", "?y")),
    row(
        "xor-by-parts",
        "(or (and ?x (not ?y)) (and (not ?x) ?y))",
        "(xor ?x ?y)",
    ),
    row(
        "xor-by-union",
        "(and (or ?x ?y) (not (and ?x ?y)))",
        "(xor ?x ?y)",
    ),
    row("xor-less", "(xor (or ?x ?y) (and ?x ?y))", "(xor ?x ?y)"),
    row("or-rest", "(or ?x (and (not ?x) ?y))", "(or ?x ?y)"),
    // Extremes.
    row("positive-max", "(max ?x ?y)", "(umax ?x ?y)")
        .mutual()
        .under(Condition::Positive("?x", "?y")),
    row("positive-min", "(min ?x ?y)", "(umin ?x ?y)")
        .mutual()
        .under(Condition::Positive("?x", "?y")),
    row("max-of-least", "(max ?x ?c)", "?x").under(Condition::Sign("?c")),
    row("min-of-least", "(min ?x ?c)", "?c").under(Condition::Sign("?c")),
    row("umax-of-least", "(umax ?x 0)", "?x"),
    row("umin-of-least", "(umin ?x 0)", "0"),
    row("umax-of-most", "(umax ?x -1)", "-1"),
    row("umin-of-most", "(umin ?x -1)", "?x"),
    // Choices.
    row("either", "(select ?f ?x ?x)", "?x"),
    row(
        "chosen-again",
        "(select ?f (select ?f ?x ?y) ?z)",
        "(select ?f ?x ?z)",
    ),
    row(
        "left-again",
        "(select ?f ?x (select ?f ?y ?z))",
        "(select ?f ?x ?z)",
    ),
];

/// Rows whose sides `mnc2_equal::by_dataflow` does not prove equal within its limits, by the names that [`instances`] gives them. A
/// rewriting without a proof is thrown away, with all others of its draft, so these do not take part.
pub(in crate::rewriting) const UNPROVEN: &str = "common-max common-min";

/// A wrong right side of a row, which a test plants.
const WRONG: [(Wrong, &str, &str); 5] = [
    (Wrong::Count, "inc", "(add ?x 2)"),
    (Wrong::Shift, "double", "(add ?x 1)"),
    (Wrong::DeMorgan, "de-morgan-and", "(or ?x ?y)"),
    (Wrong::Covered, "covered", "?y"),
    (Wrong::EqualExtremes, "same-max", "0"),
];

/// The name of a row with its functions, both sides, the condition, and whether the left side replaces the right one, too.
pub(in crate::rewriting) type Instance = (String, [String; 2], Condition, bool);

/// The rows with the functions of lists in place of their names: a row `order-add`, a row `order-and`, and so on.
pub(in crate::rewriting) fn instances() -> Vec<Instance> {
    let mut found = Vec::new();
    for row in TABLE {
        let sides = [row.left, row.right].map(str::to_owned);
        let mut rows = vec![(row.name.to_owned(), sides)];
        for (names, functions) in ANY {
            if row.left.contains(names[0]) {
                rows = rows
                    .iter()
                    .flat_map(|row| functions.iter().map(|it| with_functions(row, names, it)))
                    .collect();
            }
        }
        found.extend(
            rows.into_iter()
                .map(|(name, sides)| (name, sides, row.condition, row.is_mutual)),
        );
    }
    found
}

fn with_functions(
    (name, sides): &(String, [String; 2]),
    names: &[&str],
    functions: &[&str],
) -> (String, [String; 2]) {
    let with = |side: &String| {
        let pairs = names.iter().zip(functions);
        pairs.fold(side.clone(), |side, (name, function)| {
            side.replace(name, function)
        })
    };
    (
        format!("{name}-{}", functions[0]),
        sides.each_ref().map(with),
    )
}

/// A row in one direction.
pub(in crate::rewriting) struct Rule {
    pub(super) rewrite: Rewrite<Term, KnownBits>,
    pub(super) family: &'static RewriteRule,
}

/// The rows that are proven.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| rules_from_table(is_proven));

/// Calls a function with the rules of the table, or with a wrong one if a test plants it.
pub(super) fn with_rules<T>(run: impl FnOnce(&[Rule]) -> T) -> T {
    if WRONG.iter().any(|it| is_planted(it.0)) {
        return run(&rules_from_table(is_proven));
    }
    run(&RULES)
}

fn is_proven(name: &str) -> bool {
    UNPROVEN.split_whitespace().all(|it| it != name)
}

/// The rules of the rows with some names, and of a wrong one if a test plants it.
pub(in crate::rewriting) fn rules_from_table(is_taken: impl Fn(&str) -> bool) -> Vec<Rule> {
    let wrong = |name: &str| {
        let mut planted = WRONG.iter().filter(|it| is_planted(it.0));
        planted.find(|it| it.1 == name)
    };
    let rows = instances().into_iter();
    let rows = rows.filter(|it| is_taken(&it.0) || wrong(&it.0).is_some());
    rows.flat_map(|(name, [left, right], condition, is_mutual)| {
        let wrong = wrong(&name);
        let right = wrong.map_or(right, |it| it.2.to_owned());
        let back = (is_mutual && wrong.is_none())
            .then(|| rule(&format!("{name}-back"), &right, &left, condition));
        [rule(&name, &left, &right, condition)]
            .into_iter()
            .chain(back)
    })
    .collect()
}

fn rule(name: &str, left: &str, right: &str, condition: Condition) -> Rule {
    let pattern = |text: &str| -> Pattern<Term> { text.parse().expect("a row of the table") };
    let (left, right) = (pattern(left), pattern(right));
    let family = left.ast.iter().rev().find_map(|node| match node {
        egg::ENodeOrVar::ENode(Term {
            head: Head::Apply(function),
            ..
        }) => Some(function.family()),
        egg::ENodeOrVar::ENode(_) | egg::ENodeOrVar::Var(_) => None,
    });
    let applier = ConditionalApplier {
        condition: move |egraph: &mut EGraph<Term, KnownBits>, _: Id, subst: &Subst| {
            condition.holds(egraph, subst)
        },
        applier: right,
    };
    Rule {
        rewrite: Rewrite::new(name, left, applier).expect("both sides have the same variables"),
        family: family.expect("a left side computes something"),
    }
}

impl Condition {
    /// Whether it holds for certain, by the bits that are known.
    fn holds(self, egraph: &EGraph<Term, KnownBits>, subst: &Subst) -> bool {
        let own = egraph.analysis;
        let known = |name: &str| -> Known {
            let variable: Var = name.parse().expect("a variable of the table");
            subst
                .get(variable)
                .map_or_else(Known::default, |it| egraph[*it].data)
        };
        let amount = |name: &str| {
            let number = own.number(known(name))? as u64;
            Some(number % (2 * u64::from(own.bits)))
        };
        let amounts = |one: &str, other: &str| Some(amount(one)? + amount(other)?);
        let bits = u64::from(own.bits);
        let sign = 1 << (own.bits - 1);
        match self {
            Self::Always => true,
            Self::Short(one, other) => amounts(one, other).is_some_and(|it| it < bits),
            Self::Round(one, other) => amounts(one, other) == Some(bits),
            Self::Disjoint(one, other) => known(one).zeros | known(other).zeros == own.all(),
            Self::Covered(one, other) => known(one).zeros | known(other).ones == own.all(),
            Self::Positive(one, other) => known(one).zeros & known(other).zeros & sign != 0,
            Self::Sign(one) => known(one).ones == sign && own.number(known(one)).is_some(),
        }
    }
}
