//! Proofs that values that differ as terms are equal bit by bit.

use std::collections::{HashMap, HashSet};

use super::circuit::{Circuit, Gate, Signal};
use super::example;
use super::sat::{self, Budget, Difference};
use super::words::{self, Shape, Words};
use crate::terms::{Kind, Run, Terms, Value};
use crate::{InitialWords, runs_that_differ};

/// Maximum number of gates of all circuits together.
const GATES_MAX: usize = 2_000_000;

/// Looking at a term takes as long as making this many gates.
const GATES_PER_TERM: usize = 8;

/// Maximum number of conflicts of the solver in all questions together.
const CONFLICTS_MAX: u64 = 30_000;

/// Maximum number of decisions of the solver in all questions together: each takes a fraction of a microsecond and what follows from it.
const DECISIONS_MAX: u64 = 4_000_000;

/// Places that are not proven, after which no more are tried: programs that have little in common take no time.
const UNPROVEN_MAX: u32 = 8;

/// Maximum number of inputs that are compared for each pair of values.
const INPUTS_MAX: usize = 64;

/// Maximum depth of terms within terms that are compared.
const DEPTH_MAX: u32 = 12;

/// The gates of a circuit, and pairs of its signals that may differ.
type Question = (Vec<Gate>, Vec<(Signal, Signal)>);

/// The values of a proof that are compared bit by bit.
pub(super) struct Proof<'a> {
    /// What is known about pairs of values.
    known: HashMap<(Value, Value), bool>,
    /// Results of equal operations on equal inputs: from the larger value to the smaller one, which is used for both.
    equal: HashMap<Value, Value>,
    /// Circuits, and whether their outputs are proven to be equal: the cycles of a step compute alike, from other words.
    circuits: HashMap<Question, bool>,
    budget: Budget<'a>,
    gates: usize,
    unproven: u32,
    /// Words at the start for which the first values differ.
    example: Option<InitialWords>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(is_cancelled: &'a dyn Fn() -> bool) -> Self {
        Self {
            known: HashMap::new(),
            equal: HashMap::new(),
            circuits: HashMap::new(),
            example: None,
            budget: Budget {
                conflicts: CONFLICTS_MAX,
                decisions: DECISIONS_MAX,
                is_cancelled,
            },
            gates: 0,
            unproven: 0,
        }
    }

    /// Whether two values of a place are proven to be equal for any bits that they follow from.
    pub(super) fn are_equal(&mut self, terms: &Terms, one: Value, other: Value) -> bool {
        if !self.is_open() {
            return false;
        }
        let is_proven = self.compared(terms, one, other, 0);
        self.unproven += u32::from(!is_proven);
        is_proven
    }

    /// How many of the words that two values shown consist of are proven to be equal; `None` if not all of them are.
    pub(super) fn equal_words(&mut self, terms: &Terms, one: Value, other: Value) -> Option<u32> {
        let [one, other] = [one, other].map(|it| terms.input_runs(it));
        if words_of(one) != words_of(other) {
            return None;
        }
        let mut proven = Some(0);
        runs_that_differ(one, other, terms, |_, count, one, other| {
            for word in 0..count {
                let pair = (terms.after(one, word), terms.after(other, word));
                let before = proven.filter(|_| self.are_equal(terms, pair.0, pair.1));
                proven = before.map(|it: u32| it + 1);
                if proven.is_none() {
                    return;
                }
            }
        });
        proven
    }

    /// Words at the start for which the first values that differ do differ, if they are known.
    pub(super) fn example(self) -> Option<InitialWords> {
        self.example
    }

    /// Whether more pairs of values are compared.
    pub(super) fn is_open(&self) -> bool {
        self.unproven < UNPROVEN_MAX && !self.is_spent()
    }

    fn is_spent(&self) -> bool {
        self.budget.is_spent() || self.gates > GATES_MAX
    }

    fn compared(&mut self, terms: &Terms, one: Value, other: Value, depth: u32) -> bool {
        if one == other {
            return true;
        }
        let pair = (one.min(other), one.max(other));
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        if self.is_spent() || depth > DEPTH_MAX {
            return false;
        }
        let is_proven = self.is_proven(terms, one, other, depth).unwrap_or(false);
        self.known.insert(pair, is_proven);
        is_proven
    }

    /// Whether two values are proven to be equal; `None` if a limit is met.
    fn is_proven(&mut self, terms: &Terms, one: Value, other: Value, depth: u32) -> Option<bool> {
        let shapes = [one, other].map(|it| words::shape(terms, it));
        let shape = match shapes {
            [Shape::Word, Shape::Word] => Shape::Word,
            [Shape::Flags, _] | [_, Shape::Flags] => Shape::Flags,
        };
        self.join_sources(terms, [one, other], shape, depth)?;
        let mut words = Words::new(terms, &self.equal);
        let bits = [one, other].map(|it| words.bits(it, shape));
        self.gates += words.circuit.len();
        let [one, other] = bits;
        let pairs = differing(one?, other?);
        let circuit = &words.circuit;
        let found = match differing_sample(circuit, &pairs) {
            Some(sample) => Err(Difference::Inputs(words.set_in_sample(sample))),
            None => {
                let question = (circuit.gates().to_vec(), pairs);
                if let Some(known) = self.circuits.get(&question) {
                    return Some(*known);
                }
                let found = sat::prove(circuit, &question.1, &mut self.budget);
                self.circuits.insert(question, found.is_ok());
                found
            }
        };
        match found {
            Ok(()) => Some(true),
            Err(Difference::Inputs(set)) => {
                if depth == 0 && self.example.is_none() {
                    self.example = example::initial_words(&words, &set);
                }
                Some(false)
            }
            Err(Difference::Unknown) => None,
        }
    }

    /// Finds results of equal operations on equal inputs among what two values follow from.
    fn join_sources(
        &mut self,
        terms: &Terms,
        values: [Value; 2],
        shape: Shape,
        depth: u32,
    ) -> Option<()> {
        let [(one, count), (other, count_of_other)] =
            values.map(|it| words::sources(terms, it, shape));
        self.gates += (count + count_of_other) * GATES_PER_TERM;
        let (one, other) = (one?, other?);
        let only = |these: &[Value], others: &[Value]| -> Vec<Value> {
            let others: HashSet<Value> = others.iter().copied().collect();
            let is_only = |it: &&Value| !others.contains(it) && is_operation(terms.kind_of(**it));
            let these = these.iter().filter(is_only);
            these.take(INPUTS_MAX).copied().collect()
        };
        let (of_one, of_other) = (only(&one, &other), only(&other, &one));
        for first in of_one {
            for second in &of_other {
                let is_like =
                    terms.kind_of(first) == terms.kind_of(*second) && first.word() == second.word();
                if is_like && self.have_equal_inputs(terms, first, *second, depth) {
                    let pair = [first, *second].map(|it| terms.first_word(it));
                    self.join(terms, pair);
                    break;
                }
            }
        }
        Some(())
    }

    /// Remembers that two terms are equal.
    fn join(&mut self, terms: &Terms, pair: [Value; 2]) {
        let [one, other] = pair.map(|it| self.equal.get(&it).copied().unwrap_or(it));
        let (from, to) = (one.max(other), one.min(other));
        if from == to {
            return;
        }
        debug_assert_eq!(terms.kind_of(from), terms.kind_of(to));
        for joined in self.equal.values_mut().filter(|it| **it == from) {
            *joined = to;
        }
        self.equal.insert(from, to);
    }

    fn have_equal_inputs(&mut self, terms: &Terms, one: Value, other: Value, depth: u32) -> bool {
        let [one, other] = [one, other].map(|it| terms.input_runs(it));
        if words_of(one) != words_of(other) {
            return false;
        }
        let mut pairs = Vec::new();
        runs_that_differ(one, other, terms, |_, count, one, other| {
            let words = (0..count).take(INPUTS_MAX + 1 - pairs.len().min(INPUTS_MAX));
            pairs.extend(words.map(|word| (terms.after(one, word), terms.after(other, word))));
        });
        pairs.len() <= INPUTS_MAX
            && pairs
                .into_iter()
                .all(|(one, other)| self.compared(terms, one, other, depth + 1))
    }
}

/// The first of the inputs that are tried for which signals differ.
fn differing_sample(circuit: &Circuit, pairs: &[(Signal, Signal)]) -> Option<usize> {
    pairs.iter().find_map(|(one, other)| {
        let (one, other) = (circuit.samples(*one), circuit.samples(*other));
        let mut words = one.iter().zip(other).enumerate();
        words
            .find(|(_, (one, other))| *one != other)
            .map(|(index, (one, other))| 64 * index + (one ^ other).trailing_zeros() as usize)
    })
}

/// The number of words of some runs.
fn words_of(runs: &[Run]) -> u64 {
    runs.iter().map(|run| u64::from(run.count)).sum()
}

/// The bits in which two values may differ, from the least; a shorter value has zeros above.
fn differing(one: Vec<Signal>, other: Vec<Signal>) -> Vec<(Signal, Signal)> {
    let bit = |bits: &[Signal], place: usize| bits.get(place).copied().unwrap_or(Signal::FALSE);
    let places = 0..one.len().max(other.len());
    let pairs = places.map(|place| (bit(&one, place), bit(&other, place)));
    pairs.filter(|(one, other)| one != other).collect()
}

/// Whether a term is the result of an operation, which follows from its inputs alone.
fn is_operation(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Nothing | Kind::Constant | Kind::Start(_) | Kind::Split(_)
    )
}
