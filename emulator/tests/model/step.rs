//! Steps: expressions with their text and their effect, all reading before anything is written.

use crate::mask::Mask;
use crate::operand::{Destination, Operand, Path};
use crate::state::{Mem, State, Write, whole};

/// The output of a PE in a cycle, and the flags for the mask register.
type Output = Box<dyn Fn(&State, usize, usize) -> (Path, u64)>;
/// The writes of an expression without an output in the PEs.
type Writes = Box<dyn Fn(&State) -> Vec<Write>>;

/// The effect of an expression.
pub(crate) enum Effect {
    /// A unit puts something out; its forwarding register.
    Pe(Mem, Output),
    Other(Writes),
    /// Writes after all others of the step (`l2bmdarw` next to `l2bmdars`).
    Last(Writes),
    /// The forwarding and turnaround registers stay (manual 3.6.5, 3.6.6).
    Keep,
}

/// An expression of a step.
pub(crate) struct Expression {
    /// Opcode without zero-flush mask.
    pub(crate) opcode: String,
    /// The operands that are read, or all if no PE memory is written.
    pub(crate) operands: String,
    /// The operands that are read in the PE, where they are counted.
    pub(crate) reads: Vec<Operand>,
    pub(crate) destinations: Vec<Destination>,
    pub(crate) flush: Option<Mask>,
    pub(crate) effect: Effect,
}

impl Expression {
    pub(crate) fn new(
        opcode: impl Into<String>,
        operands: impl Into<String>,
        effect: Effect,
    ) -> Self {
        Self {
            opcode: opcode.into(),
            operands: operands.into(),
            reads: Vec::new(),
            destinations: Vec::new(),
            flush: None,
            effect,
        }
    }

    pub(crate) fn text(&self) -> String {
        let flush = self.flush.map_or(String::new(), Mask::text);
        let mut text = format!("{}{flush} {}", self.opcode, self.operands);
        for destination in &self.destinations {
            text += &format!(" {}", destination.text());
        }
        text.trim_end().to_owned()
    }
}

/// Executes a step; returns its writes.
pub(crate) fn step(state: &mut State, expressions: &[Expression]) -> Vec<Write> {
    let mut writes = Vec::new();
    let keeps = expressions
        .iter()
        .any(|expression| matches!(expression.effect, Effect::Keep));
    let cancels_setting = expressions
        .iter()
        .flat_map(|expression| &expression.destinations)
        .any(|destination| destination.mask.is_some());
    for expression in expressions {
        match &expression.effect {
            Effect::Pe(forwarding, output) => {
                for cycle in 0..4 {
                    for pe in state.pes() {
                        let (mut path, flags) = output(state, pe, cycle);
                        if let Some(flush) = expression.flush {
                            let bits = flush.bits(state, pe, cycle);
                            for (word, bits) in path.iter_mut().zip(bits) {
                                *word &= bits;
                            }
                        }
                        for destination in &expression.destinations {
                            destination.write(
                                state,
                                (pe, cycle),
                                (&path, flags),
                                cancels_setting,
                                &mut writes,
                            );
                        }
                        for (word, &value) in path.iter().enumerate().filter(|_| !keeps) {
                            writes.push(whole(*forwarding, pe, cycle * 4 + word, value));
                        }
                    }
                }
            }
            Effect::Other(effect) => {
                let written = effect(state).into_iter();
                writes.extend(written.filter(|write| !keeps || write.cell.0 != Mem::Turnaround));
            }
            Effect::Last(_) | Effect::Keep => {}
        }
    }
    state.apply(&writes);
    for expression in expressions {
        if let Effect::Last(effect) = &expression.effect {
            let last = effect(state);
            state.apply(&last);
            writes.extend(last);
        }
    }
    writes
}
