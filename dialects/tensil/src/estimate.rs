//! How many cycles a program takes, by the rules of the public compiler (`tools/src/tensil/tools/compiler/Estimator.scala` of
//! tensil-ai/tensil), which its own summaries are made of. It is an estimate: the hardware is not modelled.
//!
//! A transfer takes a cycle for each vector, regardless of the memories and of the width of a DRAM. The array is filled and
//! drained at a multiplication, unless the instruction before it left it full.

use mnc2_text::interface::{IsCancelled, wanted};
use mnc2_text::{Estimate, EstimatedStep, Message, message};

use crate::architecture::Architecture;
use crate::document::Document;
use crate::instruction::Instruction;
use crate::lower::lower;
use crate::table::Mnemonic;

/// A rule of the compiler's estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `NoOp` and `Wait`.
    Wait,
    /// A multiplication after a multiplication.
    FullArray,
    /// A multiplication after a load of weights.
    LoadedArray,
    /// Any other multiplication.
    EmptyArray,
    /// An instruction of the SIMD unit.
    Simd,
    /// A load of weights.
    Weights,
    /// A transfer between the local memory and a DRAM or the accumulators.
    Transfer,
    /// An instruction without a rule.
    None,
}

impl Rule {
    /// All rules, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::FullArray,
        Self::LoadedArray,
        Self::EmptyArray,
        Self::Weights,
        Self::Transfer,
        Self::Simd,
        Self::Wait,
        Self::None,
    ];

    /// The rule for an instruction. `before` is the instruction before it.
    #[must_use]
    pub fn for_instruction(instruction: &Instruction, before: Option<Mnemonic>) -> Self {
        match instruction {
            Instruction::NoOp | Instruction::Wait { .. } => Self::Wait,
            Instruction::MatMul { .. } => match before {
                Some(Mnemonic::MatMul) => Self::FullArray,
                Some(Mnemonic::LoadWeights) => Self::LoadedArray,
                _ => Self::EmptyArray,
            },
            Instruction::DataMove { .. } => Self::Transfer,
            Instruction::LoadWeights { .. } => Self::Weights,
            Instruction::Simd(_) => Self::Simd,
            Instruction::LoadLut { .. } | Instruction::Configure { .. } => Self::None,
        }
    }

    /// The cycles of an instruction by this rule.
    #[must_use]
    pub fn cycles(self, instruction: &Instruction, architecture: &Architecture) -> u64 {
        let vectors = match *instruction {
            Instruction::MatMul { size, .. }
            | Instruction::DataMove { size, .. }
            | Instruction::LoadWeights { size, .. } => size.saturating_add(1),
            _ => 0,
        };
        let array = architecture.array_size;
        match self {
            Self::Wait | Self::Simd => 1,
            Self::FullArray | Self::Weights | Self::Transfer => vectors,
            Self::LoadedArray => vectors.saturating_add(array),
            Self::EmptyArray => vectors.saturating_add(2 * array),
            Self::None => 0,
        }
    }

    /// What the rule states.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            Self::FullArray => message!("`MatMul` after `MatMul`: a cycle for each vector"),
            Self::LoadedArray => message!(
                "`MatMul` after `LoadWeights`: a cycle for each vector, and the array size"
            ),
            Self::EmptyArray => message!(
                "`MatMul` after another instruction: a cycle for each vector, and twice the array size"
            ),
            Self::Weights => message!("`LoadWeights`: a cycle for each row"),
            Self::Transfer => message!("`DataMove`: a cycle for each vector"),
            Self::Simd => message!("`SIMD`: a cycle"),
            Self::Wait => message!("`NoOp` and `Wait`: a cycle"),
            Self::None => {
                message!("`Configure` and `LoadLUT`: the compiler has no rule, and counts 0")
            }
        }
    }
}

/// The estimate of the program of a text.
#[must_use]
pub fn estimate(document: &Document, is_cancelled: IsCancelled<'_>) -> Estimate {
    let options = document.options();
    let mut before = None;
    let (mut steps, mut has_threads) = (Vec::new(), false);
    let lines = wanted((0_u32..).zip(document.source().lines()), is_cancelled);
    for (number, line) in lines {
        let Some(statement) = &line.statement else {
            continue;
        };
        let lowered = lower(line, statement, options);
        let Some(instruction) = lowered.instruction else {
            continue;
        };
        has_threads |= lowered.thread != 0;
        let rule = Rule::for_instruction(&instruction, before);
        before = Some(instruction.mnemonic());
        steps.push(EstimatedStep {
            line: number,
            text: instruction.to_string(),
            cycles: rule.cycles(&instruction, &options.architecture),
            rule: Rule::ALL.iter().position(|it| *it == rule).unwrap_or(0),
        });
    }
    let mut remarks = vec![message!(
        "an estimate, not a measurement: the compiler's rules have no latency of a DRAM, and a transfer takes a cycle for each vector regardless of its bytes"
    )];
    if has_threads {
        remarks.push(message!(
            "the sum of all threads: their instructions can run simultaneously"
        ));
    }
    Estimate {
        source: message!("rules of the public compiler (Estimator.scala of tensil-ai/tensil)"),
        rules: Rule::ALL.map(Rule::message).to_vec(),
        steps,
        remarks,
    }
}

/// The rule and the cycles of the instruction in a line.
pub(crate) fn rule_at(document: &Document, line: u32) -> Option<(Rule, u64)> {
    let options = document.options();
    let instruction_in =
        |line: &crate::source::Line| lower(line, line.statement.as_ref()?, options).instruction;
    let own = instruction_in(document.source().line(line)?)?;
    let mut above = (0..line).rev().take(LINES_ABOVE_MAX);
    let before = above.find_map(|line| instruction_in(document.source().line(line)?));
    let rule = Rule::for_instruction(&own, before.map(|it| it.mnemonic()));
    Some((rule, rule.cycles(&own, &options.architecture)))
}

/// Maximum number of lines above an instruction among which the one before it is looked for.
const LINES_ABOVE_MAX: usize = 10_000;

#[cfg(test)]
mod tests {
    use mnc2_text::interface::Annotate as _;

    use super::*;
    use crate::options::Options;

    #[track_caller]
    fn check(text: &str, expected: &[u64]) {
        let document = Document::new(text, &Options::default());
        let estimate = document
            .estimate(&|| false)
            .expect("the language has rules");
        let cycles: Vec<u64> = estimate.steps.iter().map(|step| step.cycles).collect();
        assert_eq!(cycles, expected, "{text}");
        assert_eq!(estimate.cycles(), expected.iter().sum::<u64>());
        for step in &estimate.steps {
            let (rule, cycles) = rule_at(&document, step.line).expect("an instruction");
            assert_eq!((rule, cycles), (Rule::ALL[step.rule], step.cycles));
        }
    }

    #[test]
    fn rules_are_those_of_the_compiler() {
        // A vector of 8 scalars.
        check("MatMul Local(0) Acc(0) 3(+1)", &[4 + 16]);
        check(
            "LoadWeights Local(0) 8(+1)\n\n// again\nMatMul Local(0) Acc(0) 3(+1)\nMatMul Local(0) Acc(0)",
            &[9, 4 + 8, 1],
        );
        check(
            "LoadWeights Zeroes\nSIMD R1=0\nMatMul Zeroes Acc(0)",
            &[1, 1, 1 + 16],
        );
        check(
            "DataMove(<-) Local(0) DRAM0(0) 99(+1)\nDataMove(->) Local(0) Acc(0)\nNoOp\nConfigure 2 1",
            &[100, 1, 1, 0],
        );
        check("// nothing\nMatMul wrong", &[]);
    }
}
