//! Whether signals of a circuit are equal for all inputs, by a SAT solver.
//!
//! Gates that are equal for the inputs that are tried are compared first, from the inputs on, and equal ones become one gate:
//! after that, two ways to compute a sum have little in which they differ.

use std::cell::Cell;
use std::collections::HashMap;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface as _, SolverOpts, lbool};

use super::circuit::{Circuit, Gate, Samples, Signal};

/// Conflicts of the solver for two gates within the circuits.
const GATE_CONFLICTS_MAX: u64 = 100;

/// Conflicts of the solver for two bits of the results.
const BIT_CONFLICTS_MAX: u64 = 10_000;

/// Maximum number of gates of one circuit that turn out to be different: the others are not compared.
const DIFFERENT_MAX: u32 = 100;

/// As many different gates as one for which the solver has no answer.
const UNKNOWN_WEIGHT: u32 = 5;

/// Gates with equal values for the inputs that are tried that a gate is compared with.
const CANDIDATES_MAX: usize = 3;

/// Decisions between two questions whether anyone waits.
const DECISIONS_BETWEEN_QUESTIONS: u64 = 256;

/// What the solver may still do.
pub(super) struct Budget<'a> {
    pub(super) conflicts: u64,
    pub(super) decisions: u64,
    pub(super) is_cancelled: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    pub(super) fn is_spent(&self) -> bool {
        self.conflicts == 0 || self.decisions == 0
    }
}

/// Counts what the solver does, and stops it.
struct Limits<'a> {
    /// Conflicts that are left for this question.
    conflicts: u64,
    decisions: Cell<u64>,
    is_stopped: Cell<bool>,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl Callbacks for Limits<'_> {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts = self.conflicts.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        let decisions = self.decisions.get().saturating_sub(1);
        self.decisions.set(decisions);
        if decisions.is_multiple_of(DECISIONS_BETWEEN_QUESTIONS) && (self.is_cancelled)() {
            self.is_stopped.set(true);
        }
        self.conflicts == 0 || decisions == 0 || self.is_stopped.get()
    }
}

/// The answer for two signals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Equal,
    Different,
    Unknown,
}

/// The inputs for which two signals differ, or that nothing is known.
pub(super) enum Difference {
    /// The inputs that are set.
    Inputs(Vec<u32>),
    Unknown,
}

/// Gates that are compared, with the solver that knows them.
struct Sweep<'a, 'b> {
    circuit: Circuit,
    solver: Solver<Limits<'b>>,
    /// The variable of each gate.
    variables: Vec<Lit>,
    /// Gates by their values for the inputs that are tried, the first of which is 0.
    classes: HashMap<Samples, Vec<Signal>>,
    budget: &'a mut Budget<'b>,
    different: u32,
}

/// Proves that the signals of each pair are equal for all inputs. Without a proof, the first difference is returned.
pub(super) fn prove(
    circuit: &Circuit,
    pairs: &[(Signal, Signal)],
    budget: &mut Budget<'_>,
) -> Result<(), Difference> {
    let mut sweep = Sweep::new(budget);
    let is_below = below(circuit, pairs);
    let mut swept = vec![Signal::FALSE; circuit.len()];
    for (index, _) in is_below.iter().enumerate().filter(|(_, it)| **it) {
        let gate = circuit.gate(index);
        let samples = circuit.samples(Signal::positive(index));
        let of = |signal: Signal| swept[signal.gate()].negated_if(signal.is_negated());
        swept[index] = sweep.add(gate, samples, of);
    }
    for (one, other) in pairs {
        let [one, other] = [one, other].map(|it| swept[it.gate()].negated_if(it.is_negated()));
        match sweep.compare(one, other, BIT_CONFLICTS_MAX) {
            Answer::Equal => {}
            Answer::Different => return Err(Difference::Inputs(sweep.set_inputs())),
            Answer::Unknown => return Err(Difference::Unknown),
        }
    }
    Ok(())
}

/// The gates that signals follow from, by their places.
fn below(circuit: &Circuit, pairs: &[(Signal, Signal)]) -> Vec<bool> {
    let mut is_below = vec![false; circuit.len()];
    for (one, other) in pairs {
        is_below[one.gate()] = true;
        is_below[other.gate()] = true;
    }
    for index in (0..circuit.len()).rev() {
        if is_below[index] {
            for input in circuit.gate(index).inputs() {
                is_below[input.gate()] = true;
            }
        }
    }
    is_below
}

impl<'a, 'b> Sweep<'a, 'b> {
    fn new(budget: &'a mut Budget<'b>) -> Self {
        let limits = Limits {
            conflicts: 0,
            decisions: Cell::new(0),
            is_stopped: Cell::new(false),
            is_cancelled: budget.is_cancelled,
        };
        let mut sweep = Self {
            circuit: Circuit::new(),
            solver: Solver::new(SolverOpts::default(), limits),
            variables: Vec::new(),
            classes: HashMap::new(),
            budget,
            different: 0,
        };
        let never = sweep.variable();
        sweep.clause(&[!never]);
        sweep
            .classes
            .insert(Samples::default(), vec![Signal::FALSE]);
        sweep
    }

    fn variable(&mut self) -> Lit {
        let variable = self.solver.new_var_default();
        let variable = Lit::new(variable, true);
        self.variables.push(variable);
        variable
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    fn literal(&self, signal: Signal) -> Lit {
        let variable = self.variables[signal.gate()];
        if signal.is_negated() {
            !variable
        } else {
            variable
        }
    }

    /// The signal that a gate is, given what its inputs are: a new one, or one that is proven to be equal.
    fn add(&mut self, gate: Gate, samples: Samples, of: impl Fn(Signal) -> Signal) -> Signal {
        let before = self.circuit.len();
        let signal = self.circuit.applied(gate, of);
        if self.circuit.len() == before {
            return signal;
        }
        self.define(signal);
        let is_negated = samples[0] & 1 == 1;
        let samples = samples.map(|it| if is_negated { !it } else { it });
        let own = signal.negated_if(is_negated);
        let class = self.classes.get(&samples).cloned().unwrap_or_default();
        for candidate in class.into_iter().take(CANDIDATES_MAX) {
            if self.different >= DIFFERENT_MAX || self.budget.is_spent() {
                break;
            }
            match self.compare(own, candidate, GATE_CONFLICTS_MAX) {
                Answer::Equal => return candidate.negated_if(is_negated),
                Answer::Different => self.different += 1,
                Answer::Unknown => self.different += UNKNOWN_WEIGHT,
            }
        }
        self.classes.entry(samples).or_default().push(own);
        signal
    }

    /// The clauses of a new gate.
    fn define(&mut self, signal: Signal) {
        let own = self.variable();
        let gate = self.circuit.gate(signal.gate());
        let inputs: Vec<Lit> = gate.inputs().map(|it| self.literal(it)).collect();
        match (gate, &inputs[..]) {
            (Gate::And(..), &[x, y]) => {
                self.clause(&[!own, x]);
                self.clause(&[!own, y]);
                self.clause(&[own, !x, !y]);
            }
            (Gate::Xor(..), &[x, y]) => {
                self.clause(&[!own, x, y]);
                self.clause(&[!own, !x, !y]);
                self.clause(&[own, !x, y]);
                self.clause(&[own, x, !y]);
            }
            (Gate::Choose(..), &[by, x, y]) => {
                self.clause(&[!by, !x, own]);
                self.clause(&[!by, x, !own]);
                self.clause(&[by, !y, own]);
                self.clause(&[by, y, !own]);
                self.clause(&[!x, !y, own]);
                self.clause(&[x, y, !own]);
            }
            (
                Gate::False | Gate::Input(_) | Gate::And(..) | Gate::Xor(..) | Gate::Choose(..),
                _,
            ) => {}
        }
    }

    /// Whether two signals are equal for all inputs.
    fn compare(&mut self, one: Signal, other: Signal, conflicts: u64) -> Answer {
        if one == other {
            return Answer::Equal;
        }
        let [one, other] = [one, other].map(|it| self.literal(it));
        for assumptions in [[one, !other], [!one, other]] {
            let answer = self.solve(&assumptions, conflicts);
            if answer == lbool::TRUE {
                return Answer::Different;
            }
            if answer != lbool::FALSE {
                return Answer::Unknown;
            }
            self.clause(&assumptions.map(|it| !it));
        }
        Answer::Equal
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> lbool {
        let conflicts = conflicts.min(self.budget.conflicts);
        let decisions = self.budget.decisions;
        let limits = self.solver.cb_mut();
        limits.conflicts = conflicts;
        limits.decisions.set(decisions);
        if limits.stop() {
            return lbool::UNDEF;
        }
        let answer = self.solver.solve_limited(assumptions);
        let limits = self.solver.cb();
        self.budget.conflicts -= conflicts - limits.conflicts;
        self.budget.decisions = limits.decisions.get();
        if limits.is_stopped.get() {
            self.budget.decisions = 0;
        }
        answer
    }

    /// The inputs that are set where the last two signals differ.
    fn set_inputs(&self) -> Vec<u32> {
        let gates = (0..self.circuit.len()).filter_map(|index| match self.circuit.gate(index) {
            Gate::Input(number) => Some((number, self.variables[index])),
            Gate::False | Gate::And(..) | Gate::Xor(..) | Gate::Choose(..) => None,
        });
        let is_set = |lit: &Lit| self.solver.value_lit(*lit) == lbool::TRUE;
        gates
            .filter(|(_, lit)| is_set(lit))
            .map(|it| it.0)
            .collect()
    }
}

/// What signals are for one input of a circuit, as the solver computes them.
#[cfg(test)]
pub(super) fn computed(
    circuit: &Circuit,
    signals: &[Signal],
    is_set: &dyn Fn(u32) -> bool,
) -> Option<Vec<bool>> {
    let mut budget = Budget {
        conflicts: u64::MAX,
        decisions: u64::MAX,
        is_cancelled: &|| false,
    };
    let mut sweep = Sweep::new(&mut budget);
    sweep.different = DIFFERENT_MAX;
    let mut swept = Vec::with_capacity(circuit.len());
    let mut assumptions = Vec::new();
    for index in 0..circuit.len() {
        let of = |signal: Signal| -> Signal {
            let swept: &Vec<Signal> = &swept;
            swept[signal.gate()].negated_if(signal.is_negated())
        };
        let signal = sweep.add(circuit.gate(index), Samples::default(), of);
        if let Gate::Input(number) = circuit.gate(index) {
            let literal = sweep.literal(signal);
            assumptions.push(if is_set(number) { literal } else { !literal });
        }
        swept.push(signal);
    }
    let answer = sweep.solve(&assumptions, u64::MAX);
    let bit = |signal: &Signal| {
        let signal = swept[signal.gate()].negated_if(signal.is_negated());
        sweep.solver.value_lit(sweep.literal(signal)) == lbool::TRUE
    };
    (answer == lbool::TRUE).then(|| signals.iter().map(bit).collect())
}
