//! Operations in single precision as operations in half precision, which take two long words in place of one.
//!
//! A vector operation in half precision has halves as factors, singles as addend and result, and four of each (manual 3.6.9.18). `r`
//! after a factor rounds four singles that it reads (manual 3.6.9.24). The product of halves is exact, and the sum is rounded once
//! (manual 4.3): where half precision has every number that a factor can be, the result is that of single precision.

use std::collections::HashMap;

use mnc2_asm::LineParser;
use mnc2_dataflow::input_ranges::{InputRanges, is_half};
use mnc2_emulator::float::format::SINGLE;
use mnc2_isa::mau::Port;
use mnc2_isa::{MauOp, Op, Precision};

use super::bits::known::{Known, KnownBits};
use super::grain::Grain;
use super::graph::{Graph, Node, Operation, Value};
use crate::planted::{Wrong, is_planted};
use crate::values::MEMORIES;

/// Numbers of an operation in half precision.
pub(super) const COUNT: usize = 4;

/// An operation in half precision in place of one in single precision.
#[derive(Clone, Debug)]
struct Half {
    operation: Operation,
    /// Which input of the operation in single precision each input is.
    inputs: Vec<usize>,
    /// How many of them are factors; they are first.
    factors: usize,
}

/// The operations of a run that can be operations in half precision.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    operations: HashMap<Operation, Vec<Half>>,
    /// Whether half precision has every number that a value can be.
    are_halves: Vec<bool>,
    /// The same for the inputs of a testcase.
    are_halves_in_testcase: Vec<bool>,
    /// Whether some results can be results in half precision for these inputs only.
    pub(super) needs_inputs: bool,
}

impl Halves {
    /// The operations of a run's graph, perhaps for the inputs of a testcase; `None` if no four results can be one in half precision.
    pub(super) fn new(graph: &mut Graph, inputs: Option<&InputRanges>) -> Option<Self> {
        let mut found = Self {
            operations: HashMap::new(),
            are_halves: Vec::new(),
            are_halves_in_testcase: Vec::new(),
            needs_inputs: false,
        };
        for operation in 0..graph.operations.len() as Operation {
            let halves = [false, true].map(|it| half(graph, operation, it));
            let halves: Vec<Half> = halves.into_iter().flatten().collect();
            if !halves.is_empty() {
                found.operations.insert(operation, halves);
            }
        }
        if found.operations.is_empty() {
            return None;
        }
        let known = KnownBits::new(graph);
        let values = 0..graph.nodes.len() as Value;
        let are_halves = values.map(|it| is_known_half(known.number(&[it])));
        found.are_halves = are_halves.collect();
        if let Some(inputs) = inputs {
            let nodes = found.are_halves.iter().zip(&graph.nodes);
            let in_testcase = nodes.map(|(is_half, node)| match node {
                Node::Start(word) => inputs.are_halves(MEMORIES[word.memory], word.address),
                _ => *is_half,
            });
            found.are_halves_in_testcase = in_testcase.collect();
        }
        let mut count = 0;
        for node in &graph.nodes {
            if let Node::Result(operation, inputs, _) = node
                && found.chosen(*operation, &[inputs]).is_some()
            {
                count += 1;
                let known = found.chosen_by(&found.are_halves, *operation, &[inputs]);
                found.needs_inputs |= known.is_none();
            }
        }
        (count >= COUNT).then_some(found)
    }

    /// The operation in half precision that computes four results of one in single precision, and the chunks of its inputs.
    pub(super) fn applied(
        &self,
        operation: Operation,
        inputs: &[&Vec<Value>],
    ) -> Option<(Operation, Vec<Vec<Value>>)> {
        let half = self.chosen(operation, inputs)?;
        let chunk = |it: &usize| inputs.iter().map(|words| words[*it]).collect();
        Some((half.operation, half.inputs.iter().map(chunk).collect()))
    }

    /// The operation in half precision: one that is right for all inputs, if there is one.
    fn chosen(&self, operation: Operation, inputs: &[&Vec<Value>]) -> Option<&Half> {
        let known = self.chosen_by(&self.are_halves, operation, inputs);
        known.or_else(|| self.chosen_by(&self.are_halves_in_testcase, operation, inputs))
    }

    fn chosen_by(
        &self,
        are_halves: &[bool],
        operation: Operation,
        inputs: &[&Vec<Value>],
    ) -> Option<&Half> {
        let is_half = |it: Value| are_halves.get(it as usize) == Some(&true);
        let mut all = self.operations.get(&operation)?.iter();
        all.find(|half| {
            let mut factors = half.inputs[..half.factors].iter();
            factors.all(|it| inputs.iter().all(|words| is_half(words[*it])))
        })
    }
}

/// Whether half precision has every number that has some bits.
fn is_known_half(known: Known) -> bool {
    let mut rest = !known.zeros & SINGLE.mantissa_mask();
    if is_planted(Wrong::Halves) {
        // One more digit.
        rest &= !(1 << 13);
    }
    let exponents = 0..=SINGLE.exponent_of_infinity();
    let mut exponents = exponents.map(|it| SINGLE.pack(false, it, 0)).filter(|it| {
        let differs = it & known.zeros | !it & known.ones;
        differs & SINGLE.infinity(false) == 0
    });
    exponents.all(|it| is_half((it | rest) as u32))
}

/// An operation in half precision in place of a vector operation in single precision; of a sum, either number is the factor.
fn half(graph: &mut Graph, operation: Operation, is_swapped: bool) -> Option<Half> {
    let expression = &graph.operations[operation as usize].expression;
    let Op::Mau(op @ (MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa)) = expression.op
    else {
        return None;
    };
    let is_single = expression.spelling.precision == Some(Precision::Single);
    if !is_single || is_swapped && op != MauOp::Vadd {
        return None;
    }
    let addend = op.input_of(Port::C);
    let count = expression.inputs.len();
    let mut inputs: Vec<usize> = (0..count).collect();
    if is_swapped {
        inputs.reverse();
    }
    let factors = count - usize::from(addend.is_some());
    let name = expression.spelling.text.strip_prefix('f')?;
    let mut text = format!("h{name}");
    for (position, input) in inputs.iter().enumerate() {
        let sign = if expression.inputs[*input].negated {
            "-"
        } else {
            ""
        };
        let rounded = if position < factors { "r" } else { "" };
        let memory = ["m", "n", "r"][position];
        text.push_str(&format!(" {sign}$ll{memory}0v{rounded}"));
    }
    let line = LineParser::new().parse(&format!("{text} $nowrite"));
    let [expression] = line.step()?.expressions.as_slice() else {
        return None;
    };
    Some(Half {
        operation: graph.operation(expression, Grain::Word),
        inputs,
        factors,
    })
}

#[cfg(test)]
mod tests;
