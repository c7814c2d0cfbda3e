//! Circuits of bits: gates that are made once, in the order in which they can be computed, and what they are for a few hundred
//! inputs.

use std::collections::HashMap;

/// Inputs that every gate is computed for, 64 in each number.
const SAMPLES: usize = 4;

/// What a gate is for the inputs that are tried.
pub(super) type Samples = [u64; SAMPLES];

/// A gate, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Signal(u32);

impl Signal {
    pub(super) const FALSE: Self = Self(0);
    pub(super) const TRUE: Self = Self(1);

    /// A signal that is always this bit.
    pub(super) const fn constant(bit: bool) -> Self {
        if bit { Self::TRUE } else { Self::FALSE }
    }

    /// The signal of the gate at a place in the circuit.
    pub(super) const fn positive(gate: usize) -> Self {
        Self((gate as u32) << 1)
    }

    /// The gate, by its place in the circuit.
    pub(super) const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of its gate.
    pub(super) const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The signal, negated if a condition holds.
    pub(super) const fn negated_if(self, condition: bool) -> Self {
        Self(self.0 ^ condition as u32)
    }
}

impl std::ops::Not for Signal {
    type Output = Self;

    fn not(self) -> Self {
        self.negated_if(true)
    }
}

/// The operation of a gate. Its inputs are gates before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Gate {
    False,
    /// A bit that may be anything.
    Input(u32),
    And(Signal, Signal),
    Xor(Signal, Signal),
    /// The second signal where the first is set, otherwise the third.
    Choose(Signal, Signal, Signal),
}

impl Gate {
    /// The signals that it follows from.
    pub(super) fn inputs(self) -> impl Iterator<Item = Signal> {
        let inputs = match self {
            Self::False | Self::Input(_) => [None; 3],
            Self::And(x, y) | Self::Xor(x, y) => [Some(x), Some(y), None],
            Self::Choose(by, x, y) => [Some(by), Some(x), Some(y)],
        };
        inputs.into_iter().flatten()
    }
}

/// Gates, each made once.
pub(super) struct Circuit {
    gates: Vec<Gate>,
    samples: Vec<Samples>,
    table: HashMap<Gate, Signal>,
}

impl Circuit {
    pub(super) fn new() -> Self {
        Self {
            gates: vec![Gate::False],
            samples: vec![[0; SAMPLES]],
            table: HashMap::new(),
        }
    }

    /// The number of gates.
    pub(super) const fn len(&self) -> usize {
        self.gates.len()
    }

    pub(super) fn gates(&self) -> &[Gate] {
        &self.gates
    }

    pub(super) fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    /// What a signal is for the inputs that are tried.
    pub(super) fn samples(&self, signal: Signal) -> Samples {
        let invert = if signal.is_negated() { u64::MAX } else { 0 };
        self.samples[signal.gate()].map(|bits| bits ^ invert)
    }

    /// A bit that may be anything, by its number, which is tried with some values.
    pub(super) fn input(&mut self, number: u32, samples: Samples) -> Signal {
        self.made(Gate::Input(number), samples)
    }

    fn made(&mut self, gate: Gate, samples: Samples) -> Signal {
        let next = Signal::positive(self.gates.len());
        let signal = *self.table.entry(gate).or_insert(next);
        if signal == next {
            self.gates.push(gate);
            self.samples.push(samples);
        }
        signal
    }

    pub(super) fn and(&mut self, x: Signal, y: Signal) -> Signal {
        if x == Signal::FALSE || y == Signal::FALSE || x == !y {
            return Signal::FALSE;
        }
        if x == Signal::TRUE || x == y {
            return y;
        }
        if y == Signal::TRUE {
            return x;
        }
        let (x, y) = (x.min(y), x.max(y));
        let (of_x, of_y) = (self.samples(x), self.samples(y));
        self.made(
            Gate::And(x, y),
            std::array::from_fn(|it| of_x[it] & of_y[it]),
        )
    }

    pub(super) fn or(&mut self, x: Signal, y: Signal) -> Signal {
        !self.and(!x, !y)
    }

    pub(super) fn xor(&mut self, x: Signal, y: Signal) -> Signal {
        let is_negated = x.is_negated() != y.is_negated();
        let [x, y] = [x, y].map(|it| it.negated_if(it.is_negated()));
        let (x, y) = (x.min(y), x.max(y));
        if x == y {
            return Signal::constant(is_negated);
        }
        if x == Signal::FALSE {
            return y.negated_if(is_negated);
        }
        let (of_x, of_y) = (self.samples(x), self.samples(y));
        let samples = std::array::from_fn(|it| of_x[it] ^ of_y[it]);
        self.made(Gate::Xor(x, y), samples).negated_if(is_negated)
    }

    /// One signal where another is set, otherwise a third.
    pub(super) fn choose(&mut self, by: Signal, x: Signal, y: Signal) -> Signal {
        if by.is_negated() {
            return self.choose(!by, y, x);
        }
        if by == Signal::FALSE || x == y {
            return y;
        }
        if x == !y {
            return self.xor(by, y);
        }
        if x == Signal::FALSE || x == !by {
            return self.and(!by, y);
        }
        if x == Signal::TRUE || x == by {
            return self.or(by, y);
        }
        if y == Signal::FALSE || y == by {
            return self.and(by, x);
        }
        if y == Signal::TRUE || y == !by {
            return self.or(!by, x);
        }
        let is_negated = x.is_negated();
        let [x, y] = [x, y].map(|it| it.negated_if(is_negated));
        let [of_by, of_x, of_y] = [by, x, y].map(|it| self.samples(it));
        let samples = std::array::from_fn(|it| of_by[it] & of_x[it] | !of_by[it] & of_y[it]);
        let made = self.made(Gate::Choose(by, x, y), samples);
        made.negated_if(is_negated)
    }

    /// A gate over other signals.
    pub(super) fn applied(&mut self, gate: Gate, of: impl Fn(Signal) -> Signal) -> Signal {
        match gate {
            Gate::False => Signal::FALSE,
            Gate::Input(_) => self.made(gate, [0; SAMPLES]),
            Gate::And(x, y) => self.and(of(x), of(y)),
            Gate::Xor(x, y) => self.xor(of(x), of(y)),
            Gate::Choose(by, x, y) => self.choose(of(by), of(x), of(y)),
        }
    }
}
