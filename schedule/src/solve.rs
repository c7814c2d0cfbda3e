//! The exact search: a constraint solver with learned clauses, Pumpkin (Flippo et al., CP 2024).
//!
//! Each task has an integer variable, its step, and the region one, its length. A rule is a difference of two variables
//! that is at least, or not equal to, a number; rules of variants hold if a Boolean variable does. A result in a
//! forwarding register forbids all steps in between that replace the registers: for each such task one of two orders
//! holds. What the tasks of a step share is a cumulative constraint. Crowds get edge finding in addition, which proves most of the bounds.
//!
//! The search starts from the best known order. It stops when it has proved that no order is shorter, or when time is up.
//!
//! On request it writes what it learns as a proof in the DRCP format: a list of nogoods, each of which follows from the
//! rules of the problem and the nogoods before it by propagation alone. Its variables are `length`, `step_T` for the
//! task T, `variant_T_V` for its variant V, `order_A_B` for the node A being at
//! most as late as the node B, `read_L` for the link L and
//! `when_R` for the condition of the rule R; tasks, links and rules are counted as in [`Problem`], and a node is `tT`
//! for a task, `bN` for the N-th step before the region and `aN` for a step after it.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use mnc2_dataflow::depends::{AtomKind, Limit};
use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_constraints as constraints;
use pumpkin_core::constraints::NegatableConstraint;
use pumpkin_core::optimisation::OptimisationDirection;
use pumpkin_core::optimisation::linear_sat_unsat::LinearSatUnsat;
use pumpkin_core::options::SolverOptions;
use pumpkin_core::proof::ProofLog;
use pumpkin_core::results::{OptimisationResult, ProblemSolution, SolutionReference};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::{AffineView, DomainId, Literal, TransformableVariable};
use pumpkin_core::{ConstraintOperationError, Solver};

use crate::bound::{Distances, crowds};
use crate::problem::{Condition, DistanceRule, ForwardingLink, Node, Problem, Schedule};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This is the shortest order.
    Shortest(Schedule),
    /// Time is up; this is the best order so far, if it is better than the known one.
    Better(Option<Schedule>),
}

/// Searches for an order that is shorter than a known one and no shorter than a bound, until `stop` states so.
pub fn search(
    problem: &Problem,
    known: &Schedule,
    bound: i64,
    stop: &mut dyn FnMut() -> bool,
) -> Found {
    search_and_log(problem, known, bound, ProofLog::default(), stop)
}

/// Searches as [`search`] does, and writes a proof that nothing is shorter to a file. It counts on the bound.
///
/// # Errors
/// If the file cannot be created.
pub fn search_with_proof(
    problem: &Problem,
    known: &Schedule,
    bound: i64,
    proof: &Path,
    stop: &mut dyn FnMut() -> bool,
) -> io::Result<Found> {
    let log = ProofLog::cp(proof, false)?;
    Ok(search_and_log(problem, known, bound, log, stop))
}

fn search_and_log(
    problem: &Problem,
    known: &Schedule,
    bound: i64,
    proof: ProofLog,
    stop: &mut dyn FnMut() -> bool,
) -> Found {
    if known.length <= bound {
        return Found::Shortest(known.clone());
    }
    let mut model = match Model::new(problem, known.length - 1, bound, proof) {
        Ok(model) => model,
        Err(_) => return Found::Shortest(known.clone()),
    };
    model.solve(known, stop)
}

/// The problem as the solver has it.
struct Model {
    solver: Solver,
    length: DomainId,
    steps: Vec<DomainId>,
    /// For each task with more than one variant, whether it has each of them.
    variants: Vec<Vec<Literal>>,
    /// Whether a node is at most as late as another one.
    orders: BTreeMap<(Node, Node), Literal>,
}

type Posted = Result<(), ConstraintOperationError>;

/// A number for the solver. What exceeds its numbers is a limit that no order reaches.
fn narrow(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

impl Model {
    /// The problem of finding an order with `bound` to `longest` steps; an error if no such order exists.
    fn new(
        problem: &Problem,
        longest: i64,
        bound: i64,
        proof_log: ProofLog,
    ) -> Result<Self, ConstraintOperationError> {
        let mut solver = Solver::with_options(SolverOptions {
            proof_log,
            ..SolverOptions::default()
        });
        let distances = Distances::from_problem(problem);
        if bound.max(distances.around) > longest {
            return Err(ConstraintOperationError::InfeasibleState);
        }
        let least = bound.max(distances.around);
        let length = solver.new_named_bounded_integer(narrow(least), narrow(longest), "length");
        let mut steps = Vec::new();
        for task in 0..problem.tasks.len() {
            let (head, last) = (distances.head[task], longest - distances.tail[task]);
            if head > last {
                return Err(ConstraintOperationError::InfeasibleState);
            }
            let name = format!("step_{task}");
            steps.push(solver.new_named_bounded_integer(narrow(head), narrow(last), name));
        }
        let mut variants = Vec::new();
        for (task, it) in problem.tasks.iter().enumerate() {
            let count = Some(it.variants.len()).filter(|&count| count > 1);
            let named = (0..count.unwrap_or(0))
                .map(|variant| solver.new_named_literal(format!("variant_{task}_{variant}")));
            variants.push(named.collect());
        }
        let mut model = Self {
            solver,
            length,
            steps,
            variants,
            orders: BTreeMap::new(),
        };
        model.post(problem)?;
        Ok(model)
    }

    fn post(&mut self, problem: &Problem) -> Posted {
        for (task, step) in problem.tasks.iter().zip(self.steps.clone()) {
            let own = i32::from(task.kind == AtomKind::Step);
            let tag = self.solver.new_constraint_tag();
            self.solver
                .add_constraint(constraints::binary_less_than_or_equals(
                    step.offset(own),
                    self.length.scaled(1),
                    tag,
                ))
                .post()?;
        }
        for literals in self.variants.clone() {
            self.exactly_one(&literals)?;
        }
        for (index, rule) in problem.rules.iter().enumerate() {
            self.rule(index, rule)?;
        }
        for (index, link) in problem.links.iter().enumerate() {
            self.link(problem, index, link)?;
        }
        for resource in &problem.resources {
            let demands = resource.demands.iter();
            let steps: Vec<_> = demands.clone().map(|&(task, _)| self.steps[task]).collect();
            let taken: Vec<i32> = demands.map(|&(_, demand)| narrow(demand)).collect();
            let tag = self.solver.new_constraint_tag();
            let capacity = narrow(resource.capacity);
            let once = vec![1; steps.len()];
            self.solver
                .add_constraint(constraints::cumulative(steps, once, taken, capacity, tag))
                .post()?;
        }
        for crowd in crowds(problem) {
            let tasks =
                crowd.iter().map(
                    |&task| pumpkin_propagators::disjunctive::ArgDisjunctiveTask {
                        start_time: self.steps[task],
                        processing_time: 1,
                    },
                );
            let tasks: Vec<_> = tasks.collect();
            let tag = self.solver.new_constraint_tag();
            self.solver
                .add_constraint(constraints::disjunctive_strict(tasks, tag))
                .post()?;
        }
        Ok(())
    }

    fn exactly_one(&mut self, literals: &[Literal]) -> Posted {
        if literals.is_empty() {
            return Ok(());
        }
        let any: Vec<_> = literals.iter().map(|it| it.get_true_predicate()).collect();
        let tag = self.solver.new_constraint_tag();
        self.solver.add_clause(any, tag)?;
        for (index, one) in literals.iter().enumerate() {
            for other in &literals[..index] {
                let tag = self.solver.new_constraint_tag();
                let not_both = [one.get_false_predicate(), other.get_false_predicate()];
                self.solver.add_clause(not_both, tag)?;
            }
        }
        Ok(())
    }

    /// The step of a node, as a view of a variable with an offset.
    fn at(&mut self, node: Node, offset: i32) -> AffineView<DomainId> {
        match node {
            Node::Task(task) => self.steps[task].offset(offset),
            Node::After(distance) => self.length.offset(narrow(distance) + offset),
            Node::Before(step) => {
                let step = narrow(step);
                self.solver.new_bounded_integer(step, step).offset(offset)
            }
        }
    }

    fn rule(&mut self, index: usize, rule: &DistanceRule) -> Posted {
        match rule.limit {
            Limit::AtLeast(least) => {
                let (from, to) = (self.at(rule.from, least), self.at(rule.to, 0));
                let tag = self.solver.new_constraint_tag();
                let limit = constraints::binary_less_than_or_equals(from, to, tag);
                self.conditional(limit, index, &rule.when)
            }
            Limit::Not(distance) => {
                let (from, to) = (self.at(rule.from, distance), self.at(rule.to, 0));
                let tag = self.solver.new_constraint_tag();
                let limit = constraints::binary_not_equals(from, to, tag);
                self.conditional(limit, index, &rule.when)
            }
        }
    }

    fn conditional(
        &mut self,
        limit: impl NegatableConstraint,
        rule: usize,
        when: &Condition,
    ) -> Posted {
        let literals: Vec<Literal> = when
            .iter()
            .map(|&(task, variant)| self.variants[task][variant])
            .collect();
        match literals.as_slice() {
            [] => self.solver.add_constraint(limit).post(),
            [only] => self.solver.add_constraint(limit).implied_by(*only),
            several => {
                let all = self.solver.new_named_literal(format!("when_{rule}"));
                let clause = several.iter().map(|it| it.get_false_predicate());
                let clause: Vec<_> = clause.chain([all.get_true_predicate()]).collect();
                let tag = self.solver.new_constraint_tag();
                self.solver.add_clause(clause, tag)?;
                self.solver.add_constraint(limit).implied_by(all)
            }
        }
    }

    fn link(&mut self, problem: &Problem, index: usize, link: &ForwardingLink) -> Posted {
        let reads = match link.to {
            Node::Task(task) if !link.variants.is_empty() => {
                let reads = self.solver.new_named_literal(format!("read_{index}"));
                for &variant in &link.variants {
                    let has = self.variants[task][variant];
                    let tag = self.solver.new_constraint_tag();
                    let implies = [has.get_false_predicate(), reads.get_true_predicate()];
                    self.solver.add_clause(implies, tag)?;
                }
                Some(reads)
            }
            Node::Task(_) | Node::Before(_) | Node::After(_) => None,
        };
        let (from, to) = (self.at(link.from, 1), self.at(link.to, 0));
        let tag = self.solver.new_constraint_tag();
        let after = constraints::binary_less_than_or_equals(from, to, tag);
        match reads {
            Some(reads) => self.solver.add_constraint(after).implied_by(reads)?,
            None => self.solver.add_constraint(after).post()?,
        }
        let others: Vec<Node> = problem
            .forwarding_nodes()
            .filter(|&node| node != link.from && node != link.to)
            .collect();
        for other in others {
            let unless = reads.map(|reads| reads.get_false_predicate());
            let mut clause: Vec<_> = unless.into_iter().collect();
            let mut holds = false;
            for (one, than) in [(other, link.from), (link.to, other)] {
                match self.order(one, than)? {
                    Order::Always => holds = true,
                    Order::Never => {}
                    Order::If(literal) => clause.push(literal.get_true_predicate()),
                }
            }
            if !holds {
                let tag = self.solver.new_constraint_tag();
                self.solver.add_clause(clause, tag)?;
            }
        }
        Ok(())
    }

    fn bounds(&self, node: Node) -> (i64, i64) {
        let of = |variable: &DomainId| {
            (
                i64::from(self.solver.lower_bound(variable)),
                i64::from(self.solver.upper_bound(variable)),
            )
        };
        match node {
            Node::Task(task) => of(&self.steps[task]),
            Node::Before(step) => (step, step),
            Node::After(distance) => {
                let (least, most) = of(&self.length);
                (least + distance, most + distance)
            }
        }
    }

    /// Whether a node is at most as late as another one.
    fn order(&mut self, one: Node, than: Node) -> Result<Order, ConstraintOperationError> {
        let ((first, last), (than_first, than_last)) = (self.bounds(one), self.bounds(than));
        if last <= than_first {
            return Ok(Order::Always);
        }
        if first > than_last {
            return Ok(Order::Never);
        }
        if let Some(&known) = self.orders.get(&(one, than)) {
            return Ok(Order::If(known));
        }
        let name = format!("order_{one}_{than}");
        let literal = self.solver.new_named_literal(name);
        let (left, right) = (self.at(one, 0), self.at(than, 0));
        let tag = self.solver.new_constraint_tag();
        self.solver
            .add_constraint(constraints::binary_less_than_or_equals(left, right, tag))
            .reify(literal)?;
        self.orders.insert((one, than), literal);
        Ok(Order::If(literal))
    }

    fn solve(&mut self, known: &Schedule, stop: &mut dyn FnMut() -> bool) -> Found {
        let mut brancher = self.solver.default_brancher();
        let mut resolver = ResolutionResolver::default();
        let mut best: Option<Schedule> = None;
        let callback = |_: &Solver,
                        solution: SolutionReference<'_>,
                        _: &_,
                        _: &ResolutionResolver|
         -> ControlFlow<()> {
            best = Some(read(self.length, &self.steps, &self.variants, solution));
            ControlFlow::Continue(())
        };
        let procedure = LinearSatUnsat::new(OptimisationDirection::Minimise, self.length, callback);
        let result =
            self.solver
                .optimise(&mut brancher, &mut Until(stop), &mut resolver, procedure);
        match result {
            OptimisationResult::Optimal(_) => {
                Found::Shortest(best.unwrap_or_else(|| known.clone()))
            }
            OptimisationResult::Unsatisfiable => Found::Shortest(known.clone()),
            OptimisationResult::Satisfiable(_)
            | OptimisationResult::Stopped(..)
            | OptimisationResult::Unknown => Found::Better(best),
        }
    }
}

/// The order that a solution describes.
fn read(
    length: DomainId,
    steps: &[DomainId],
    variants: &[Vec<Literal>],
    solution: SolutionReference<'_>,
) -> Schedule {
    let variant = |literals: &Vec<Literal>| {
        let is_true = |literal: &Literal| solution.get_literal_value(*literal);
        literals.iter().position(is_true).unwrap_or(0)
    };
    let steps = steps.iter();
    Schedule {
        steps: steps
            .map(|&step| i64::from(solution.get_integer_value(step)))
            .collect(),
        variants: variants.iter().map(variant).collect(),
        length: i64::from(solution.get_integer_value(length)),
    }
}

/// Whether one node is at most as late as another.
enum Order {
    Always,
    Never,
    If(Literal),
}

/// Stops the solver when the caller's function returns true.
struct Until<'a>(&'a mut dyn FnMut() -> bool);

impl TerminationCondition for Until<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
}
