//! The cheapest expression that is equal to another one by the rules of the table.

use std::collections::BTreeSet;
use std::rc::Rc;

use egg::{CostFunction, EGraph, Extractor, Id, Language as _, RecExpr, TreeTerm};

use super::expression::{Head, Term};
use super::known_bits::KnownBits;
use super::table::{Rule, with_rules};
use crate::rules::{self, RewriteRule};

/// Times that all rules are applied.
const ROUNDS_MAX: usize = 8;

/// Nodes of all equal expressions, after which no rule is applied.
const NODES_MAX: usize = 2_000;

/// Places at which a rule is applied in a round.
const MATCHES_MAX: usize = 500;

/// What an operation costs: about a step.
const OPERATION_COST: u128 = 64;

/// What a leaf costs, so that an expression costs more than what it is computed from.
const LEAF_COST: u128 = 1;

/// What a number costs that is there: zero, or `$msb1`.
const FREE_NUMBER_COST: u128 = 8;

/// What a number costs that the program loads.
const KNOWN_NUMBER_COST: u128 = 16;

/// What a number costs that needs an `imm` of its own.
const NEW_NUMBER_COST: u128 = 56;

/// What must be saved, so that a program is not written in twice as many ways for nothing.
const GAIN_MIN: u128 = 8;

/// An expression, and what it may be computed from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::rewriting) struct Problem {
    /// Bits of its numbers.
    pub(in crate::rewriting) bits: u32,
    pub(in crate::rewriting) expression: RecExpr<Term>,
    /// Nodes that are computed in any case, each with the leaf that it is then.
    pub(in crate::rewriting) kept: Vec<(Id, u32)>,
    /// Numbers that need no step.
    pub(in crate::rewriting) free: Vec<i64>,
}

/// A cheaper expression, with the rules for users that made it.
#[derive(Debug)]
pub(in crate::rewriting) struct Cheaper {
    pub(in crate::rewriting) expression: RecExpr<Term>,
    pub(in crate::rewriting) families: Vec<&'static RewriteRule>,
}

type Equal = EGraph<Term, KnownBits>;

impl Problem {
    /// An expression with fewer operations or constants; `None` if none was found. The numbers are what the program loads.
    pub(in crate::rewriting) fn cheaper(&self, loaded: &[i64]) -> Option<Cheaper> {
        with_rules(|rules| self.cheaper_by(rules, loaded))
    }

    /// As [`Self::cheaper`], by some rules. What is found is searched again, because limits cut the first search short.
    pub(in crate::rewriting) fn cheaper_by(
        &self,
        rules: &[Rule],
        loaded: &[i64],
    ) -> Option<Cheaper> {
        let mut found = self.cheaper_once(rules, loaded)?;
        loop {
            let next = Self {
                expression: found.expression.clone(),
                kept: Vec::new(),
                ..self.clone()
            };
            let Some(mut next) = next.cheaper_once(rules, loaded) else {
                return Some(found);
            };
            let own = found.families.iter();
            let own = own.filter(|it| !next.families.contains(it));
            let own: Vec<_> = own.copied().collect();
            next.families.extend(own);
            found = next;
        }
    }

    fn cheaper_once(&self, rules: &[Rule], loaded: &[i64]) -> Option<Cheaper> {
        self.cheapest((rules, loaded), false)?;
        // Reasons take time to keep, and most expressions stay.
        let (mut equal, found) = self.cheapest((rules, loaded), true)?;
        let families = self.families(rules, &mut equal, &found);
        Some(Cheaper {
            expression: found,
            families,
        })
    }

    /// The cheapest expression, if it is cheaper, among all that are equal.
    fn cheapest(
        &self,
        (rules, loaded): (&[Rule], &[i64]),
        with_reasons: bool,
    ) -> Option<(Equal, RecExpr<Term>)> {
        let mut equal = Equal::new(KnownBits { bits: self.bits });
        if with_reasons {
            equal = equal.with_explanations_enabled();
        }
        let mut classes: Vec<Id> = Vec::new();
        for term in &self.expression {
            let term = term.clone().map_children(|it| classes[usize::from(it)]);
            classes.push(equal.add_uncanonical(term));
        }
        for &(node, leaf) in &self.kept {
            let leaf = equal.add_uncanonical(Term::leaf(leaf));
            equal.union_trusted(classes[usize::from(node)], leaf, KEPT);
        }
        equal.rebuild();
        saturate(&mut equal, rules);
        let root = *classes.last()?;
        let own = self.expression.as_ref().iter().map(|term| {
            let with_classes = |it: Id| equal.find(classes[usize::from(it)]);
            term.clone().map_children(with_classes)
        });
        let costs = Costs::new(self, loaded);
        let steps = Steps {
            costs: &costs,
            own: own.collect(),
        };
        let (_, found) = Extractor::new(&equal, steps).find_best(root);
        let is_cheaper =
            costs.total(&found, &[]) + GAIN_MIN <= costs.total(&self.expression, &self.kept);
        is_cheaper.then_some((equal, found))
    }

    /// The rules for users by which an expression is equal to the problem's expression.
    fn families(
        &self,
        rules: &[Rule],
        equal: &mut Equal,
        found: &RecExpr<Term>,
    ) -> Vec<&'static RewriteRule> {
        let why = equal.explain_equivalence(&self.expression, found);
        let mut names = BTreeSet::new();
        let mut next: Vec<Rc<TreeTerm<Term>>> = why.explanation_trees;
        let mut seen = BTreeSet::new();
        while let Some(tree) = next.pop() {
            if !seen.insert(Rc::as_ptr(&tree)) {
                continue;
            }
            names.extend(tree.forward_rule.or(tree.backward_rule));
            next.extend(tree.child_proofs.iter().flatten().cloned());
        }
        let is_used = |it: &&Rule| {
            let is_order = it.rewrite.name.as_str().starts_with("order-");
            !is_order && names.contains(&it.rewrite.name)
        };
        let mut found: Vec<&'static RewriteRule> = Vec::new();
        for rule in rules.iter().filter(is_used) {
            if !found.contains(&rule.family) {
                found.push(rule.family);
            }
        }
        if found.is_empty() {
            // All bits are known.
            found.push(&rules::BITS);
        }
        found
    }
}

/// What the numbers of a problem cost.
struct Costs {
    free: Vec<i64>,
    /// Numbers that the program loads.
    loaded: BTreeSet<i64>,
}

impl Costs {
    fn new(problem: &Problem, loaded: &[i64]) -> Self {
        let own = problem
            .expression
            .as_ref()
            .iter()
            .filter_map(|it| match it.head {
                Head::Number(number) => Some(number),
                Head::Leaf(_) | Head::Apply(_) => None,
            });
        Self {
            free: problem.free.clone(),
            loaded: own.chain(loaded.iter().copied()).collect(),
        }
    }

    /// What a node costs without what it is computed from.
    fn node(&self, term: &Term) -> u128 {
        match term.head {
            Head::Leaf(_) => LEAF_COST,
            Head::Number(0) => FREE_NUMBER_COST,
            Head::Number(number) if self.free.contains(&number) => FREE_NUMBER_COST,
            Head::Number(number) if self.loaded.contains(&number) => KNOWN_NUMBER_COST,
            Head::Number(_) => NEW_NUMBER_COST,
            Head::Apply(_) => OPERATION_COST,
        }
    }

    /// What an expression costs whose nodes are computed once; nodes that are computed in any case are leaves.
    fn total(&self, expression: &RecExpr<Term>, kept: &[(Id, u32)]) -> u128 {
        let nodes = expression.as_ref();
        let mut needed = vec![false; nodes.len()];
        needed[nodes.len() - 1] = true;
        let mut cost = 0;
        for (index, term) in nodes.iter().enumerate().rev() {
            if !needed[index] {
                continue;
            }
            if kept.iter().any(|it| usize::from(it.0) == index) {
                cost += LEAF_COST;
                continue;
            }
            cost += self.node(term);
            for input in term.children() {
                needed[usize::from(*input)] = true;
            }
        }
        cost
    }
}

/// The name of the reason why a node is a leaf, too.
const KEPT: &str = "kept";

/// Applies the rules until nothing new is equal, or there is too much.
fn saturate(equal: &mut Equal, rules: &[Rule]) {
    for _ in 0..ROUNDS_MAX {
        let before = (equal.total_size(), equal.number_of_classes());
        let matches: Vec<_> = rules
            .iter()
            .map(|it| it.rewrite.search_with_limit(equal, MATCHES_MAX))
            .collect();
        for (rule, matches) in rules.iter().zip(&matches) {
            rule.rewrite.apply(equal, matches);
            if equal.total_size() > NODES_MAX {
                equal.rebuild();
                return;
            }
        }
        equal.rebuild();
        if before == (equal.total_size(), equal.number_of_classes()) {
            return;
        }
    }
}

/// What expressions cost as trees.
struct Steps<'a> {
    costs: &'a Costs,
    /// The nodes of the problem.
    own: BTreeSet<Term>,
}

impl CostFunction<Term> for Steps<'_> {
    /// First what is computed, then the number of nodes that the problem lacks: of equal costs, the problem's nodes stay.
    type Cost = (u128, u128);

    fn cost<C>(&mut self, term: &Term, mut costs: C) -> Self::Cost
    where
        C: FnMut(Id) -> Self::Cost,
    {
        let is_new = u128::from(!self.own.contains(term));
        let own = (self.costs.node(term), is_new);
        term.fold(own, |sum, input| {
            let input = costs(input);
            (sum.0 + input.0, sum.1 + input.1)
        })
    }
}
