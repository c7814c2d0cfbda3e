//! The expression that computes a number, down to what is not an integer operation.

use std::collections::{HashMap, HashSet, VecDeque};

use egg::{Id, RecExpr};

use super::expression::{Function, Head, Term};
use super::search::Problem;
use crate::rewriting::graph::Value;

/// A number: a single word, or the two of a long word.
pub(super) type Number = Vec<Value>;

/// What a number is in an expression.
pub(super) enum Form {
    Applied(Function, Vec<Number>),
    Known {
        number: i64,
        /// Whether it needs no step.
        is_free: bool,
    },
    Leaf,
}

/// An expression of numbers, with what its nodes are in the graph.
pub(super) struct Cone {
    pub(super) problem: Problem,
    /// The numbers that operations compute, each after those that it is computed from.
    pub(super) numbers: Vec<Number>,
    /// The numbers of leaves, in their order.
    pub(super) leaves: Vec<Number>,
    /// The words of the known numbers.
    pub(super) known: HashMap<i64, Number>,
}

/// The numbers of an expression, found from the needed one on.
pub(super) struct Inside {
    forms: HashMap<Number, (Function, Vec<Number>)>,
    next: VecDeque<Number>,
    /// Numbers that are in the expression in place of others.
    replaced: HashMap<Number, Number>,
}

impl Inside {
    pub(super) fn new(root: &[Value]) -> Self {
        Self {
            forms: HashMap::new(),
            next: [root.to_vec()].into(),
            replaced: HashMap::new(),
        }
    }

    /// Takes operations until there are this many; the rest of the numbers that are computed by one are returned.
    pub(super) fn expand(&mut self, count: usize, form: impl Fn(&Number) -> Form) -> Vec<Number> {
        let mut rest = Vec::new();
        while let Some(number) = self.next.pop_front() {
            if self.forms.contains_key(&number) {
                continue;
            }
            let Form::Applied(function, inputs) = form(&number) else {
                continue;
            };
            if self.forms.len() >= count {
                rest.push(number);
                continue;
            }
            self.next.extend(inputs.iter().cloned());
            self.forms.insert(number, (function, inputs));
        }
        rest
    }

    /// Has another number in place of one.
    pub(super) fn replace(&mut self, number: Number, by: Number) {
        self.next.push_back(by.clone());
        self.replaced.insert(number, by);
    }

    /// The words that its operations compute.
    pub(super) fn words(&self) -> HashSet<Value> {
        self.forms.keys().flatten().copied().collect()
    }

    /// The expression of a number. Numbers for which `is_kept` is true are computed in any case.
    pub(super) fn cone(
        &self,
        root: &Number,
        form: impl Fn(&Number) -> Form,
        is_kept: impl Fn(&Number) -> bool,
    ) -> Cone {
        let mut builder = Builder {
            inside: self,
            form,
            ids: HashMap::new(),
            cone: Cone {
                problem: Problem {
                    bits: u32::BITS * root.len() as u32,
                    expression: RecExpr::default(),
                    kept: Vec::new(),
                    free: Vec::new(),
                },
                numbers: Vec::new(),
                leaves: Vec::new(),
                known: HashMap::new(),
            },
        };
        builder.node(root);
        let mut cone = builder.cone;
        for number in cone.numbers.iter().filter(|it| *it != root && is_kept(it)) {
            let leaf = cone.leaves.len() as u32;
            cone.problem.kept.push((builder.ids[number], leaf));
            cone.leaves.push(number.clone());
        }
        cone
    }
}

struct Builder<'a, F> {
    inside: &'a Inside,
    form: F,
    ids: HashMap<Number, Id>,
    cone: Cone,
}

impl<F: Fn(&Number) -> Form> Builder<'_, F> {
    /// The node of a number. It is as deep as there are operations in the expression, which are limited.
    fn node(&mut self, number: &Number) -> Id {
        let number = self.inside.replaced.get(number).unwrap_or(number);
        if let Some(id) = self.ids.get(number) {
            return *id;
        }
        let term = match self.inside.forms.get(number) {
            Some((function, inputs)) => {
                let inputs = inputs.iter().map(|it| self.node(it)).collect();
                self.cone.numbers.push(number.clone());
                let head = Head::Apply(*function);
                Term { head, inputs }
            }
            None => self.end(number),
        };
        let id = self.cone.problem.expression.add(term);
        self.ids.insert(number.clone(), id);
        id
    }

    /// The node of a number that no operation of the expression computes.
    fn end(&mut self, number: &Number) -> Term {
        if let Form::Known {
            number: known,
            is_free,
        } = (self.form)(number)
        {
            let words = self.cone.known.entry(known);
            words.or_insert_with(|| number.clone());
            if is_free && !self.cone.problem.free.contains(&known) {
                self.cone.problem.free.push(known);
            }
            return Term::number(known);
        }
        self.cone.leaves.push(number.clone());
        Term::leaf(self.cone.leaves.len() as u32 - 1)
    }
}
