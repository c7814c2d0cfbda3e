//! An estimate of the time of a program, by public rules: each number names the rule that it comes from.

use crate::Message;

/// An estimate of the cycles of a program. It is not a measurement, and the machine of a run has no latencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Who states the rules, and where.
    pub source: Message,
    /// The rules that apply to an instruction of the program.
    pub rules: Vec<Message>,
    /// The instructions, in the order of the program.
    pub steps: Vec<EstimatedStep>,
    /// What the estimate leaves out.
    pub remarks: Vec<Message>,
}

/// The estimate of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimatedStep {
    /// Its line, counted from 0.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// Its cycles.
    pub cycles: u64,
    /// The rule, as an index of [`Estimate::rules`].
    pub rule: usize,
}

impl Estimate {
    /// The cycles of all instructions.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        let cycles = self.steps.iter().map(|step| step.cycles);
        cycles.fold(0, u64::saturating_add)
    }

    /// The number of instructions that a rule applies to, and their cycles.
    #[must_use]
    pub fn cycles_by_rule(&self, rule: usize) -> (usize, u64) {
        let steps = self.steps.iter().filter(|step| step.rule == rule);
        steps.fold((0, 0), |(count, cycles), step| {
            (count + 1, u64::saturating_add(cycles, step.cycles))
        })
    }
}
