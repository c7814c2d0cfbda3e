//! What the steps of a run compute, word by word.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{AluOp, Forwarding, MauOp, Op, Precision};
use mnc2_program::{Expression, Operand, OperandKind, PeMemory, Step};

use super::{Enabled, mask_of};
use crate::planted::{Wrong, is_planted};
use crate::rewriting::grain::{Grain, grain};
use crate::rewriting::graph::{Graph, Node, Operation, Value, Word, constant_name};
use crate::rewriting::words::Words;
use crate::values::MEMORIES;

/// The words of the data path in a cycle.
type Path = [Value; 4];

/// The output of a unit in a step.
pub(super) type Output = [Path; CYCLES_PER_STEP];

/// The flags of the words of a long word, cycle by cycle.
type Flags = [[Value; 2]; CYCLES_PER_STEP];

/// The values of a run so far.
#[derive(Default)]
pub(super) struct Follower {
    pub(super) graph: Graph,
    pub(super) now: HashMap<Word, Value>,
    pub(super) forwarded: HashMap<Forwarding, Output>,
    pub(super) masks: HashMap<u8, Flags>,
    pub(super) touched: Option<Arc<Words>>,
    /// Words that were found to hold zero.
    pub(super) zero_words: BTreeSet<Word>,
}

impl Follower {
    fn word(&mut self, word: Word) -> Value {
        match self.now.get(&word) {
            Some(&value) => value,
            None => self.before(word),
        }
    }

    /// What the lines leave in a word that is needed after them; `None` if that is what it holds before them.
    pub(super) fn needed(&mut self, word: Word) -> Option<Value> {
        match self.now.get(&word).copied() {
            Some(value) => Some(value).filter(|it| *it != self.before(word)),
            None => {
                // The graph has no node for each of the many words that the lines do not touch.
                self.notes_zero(word);
                None
            }
        }
    }

    /// Whether a word holds zero before the lines for certain, which they count on then.
    fn notes_zero(&mut self, word: Word) -> bool {
        let is_zero = self.touched.as_ref().is_some_and(|it| !it.contains(word));
        if is_zero {
            self.zero_words.insert(word);
        }
        is_zero
    }

    /// The value of a word before the lines.
    fn before(&mut self, word: Word) -> Value {
        let is_zero = self.notes_zero(word);
        self.graph.value(match is_zero {
            true => Node::Bits(0),
            false => Node::Start(word),
        })
    }

    pub(super) fn step(&mut self, step: &Step, line: usize) -> Option<()> {
        if step.is_bare_nop() {
            return Some(());
        }
        let mut done = Vec::new();
        for expression in &step.expressions {
            if !matches!(expression.op, Op::Control(_)) {
                done.push((expression, self.computed(expression, line)?));
            }
        }
        let mut flags = Vec::new();
        for (expression, (output, of_flags)) in &done {
            for operand in &expression.outputs {
                match &operand.kind {
                    OperandKind::PeMemory(memory) => self.write(memory, operand, output, line)?,
                    OperandKind::MaskRegister(entry) => flags.push((*entry, (*of_flags)?)),
                    _ => {}
                }
            }
        }
        self.masks.extend(flags);
        if step.forwards() {
            for (expression, (output, _)) in done {
                let register = match expression.op {
                    Op::Alu(_) => Forwarding::Aluf,
                    Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
                        Forwarding::Mauf
                    }
                };
                self.forwarded.insert(register, output);
            }
        }
        Some(())
    }

    fn write(
        &mut self,
        memory: &PeMemory,
        operand: &Operand,
        output: &Output,
        line: usize,
    ) -> Option<()> {
        let index = MEMORIES.iter().position(|it| *it == memory.memory)?;
        for (cycle, path) in output.iter().enumerate() {
            let enabled = mask_of(operand, cycle);
            if enabled == Enabled::No {
                continue;
            }
            for position in 0..memory.width.single_words() {
                let word = Word {
                    memory: index,
                    address: memory.address_words(cycle) + position,
                };
                let mut value = path[position as usize];
                if let Enabled::By(entry) = enabled {
                    let flags = self.masks.get(&entry)?[cycle];
                    let of_word = if is_planted(Wrong::OneFlag) {
                        0
                    } else {
                        position
                    };
                    let flag = *flags.get(of_word as usize)?;
                    let old = self.word(word);
                    if value != old {
                        let node = Node::Select(flag, value, old);
                        value = self.graph.computed(node, line);
                    }
                }
                self.now.insert(word, value);
            }
        }
        Some(())
    }

    /// The output of an expression, and its flags.
    fn computed(
        &mut self,
        expression: &Expression,
        line: usize,
    ) -> Option<(Output, Option<Flags>)> {
        let zero = self.graph.value(Node::Bits(0));
        if let Op::Alu(AluOp::Zero) = expression.op {
            return Some(([[zero; 4]; CYCLES_PER_STEP], None));
        }
        if let Op::Alu(AluOp::Imm) = expression.op {
            let OperandKind::Literal(literal) = &expression.inputs.first()?.kind else {
                return None;
            };
            let bits = self.graph.value(Node::Bits(literal.bits));
            let second = if expression.spelling.unsigned {
                zero
            } else {
                bits
            };
            return Some(([[bits, second, bits, second]; CYCLES_PER_STEP], None));
        }
        let inputs: Option<Vec<Output>> = expression
            .inputs
            .iter()
            .map(|it| self.read(expression, it))
            .collect();
        let inputs = inputs?;
        let grain = grain(expression)?;
        let operation = (self.graph.operation(expression, grain), grain);
        let has_other_order = self.has_other_order(expression, operation, &inputs);
        let is_copy = expression.op == Op::Alu(AluOp::Passa);
        let (mut output, mut flags) = ([[zero; 4]; CYCLES_PER_STEP], [[zero; 2]; CYCLES_PER_STEP]);
        for cycle in 0..CYCLES_PER_STEP {
            let of_cycle: Vec<&Path> = inputs.iter().map(|it| &it[cycle]).collect();
            let first = **of_cycle.first()?;
            if matches!(expression.op, Op::Alu(_)) {
                output[cycle][2..].copy_from_slice(&first[2..]);
            }
            let mut in_order = of_cycle.clone();
            if has_other_order {
                in_order.swap(0, 1);
            }
            for word in 0..2 {
                let result = Self::result(operation, &in_order, word);
                let value = self.graph.computed(result, line);
                output[cycle][word] = if is_copy { first[word] } else { value };
                let of_flags = Node::Flags(operation.0, Self::words(grain, &of_cycle, word));
                flags[cycle][word] = self.graph.value(of_flags);
            }
        }
        Some((output, (!is_copy).then_some(flags)))
    }

    /// Whether results are known already, of the first two inputs in the other order.
    fn has_other_order(
        &self,
        expression: &Expression,
        operation: (Operation, Grain),
        inputs: &[Output],
    ) -> bool {
        let is_known = |cycle: usize| {
            let mut in_order: Vec<&Path> = inputs.iter().map(|it| &it[cycle]).collect();
            in_order.swap(0, 1);
            let mut results = (0..2).map(|word| Self::result(operation, &in_order, word));
            results.all(|it| self.graph.known(&it).is_some())
        };
        commutes(expression) && (0..CYCLES_PER_STEP).all(is_known)
    }

    /// The words that decide a word of a result.
    fn words(grain: Grain, inputs: &[&Path], word: usize) -> Vec<Value> {
        let mut words: Vec<Value> = match grain {
            Grain::Word => inputs.iter().map(|path| path[word]).collect(),
            Grain::Long => inputs.iter().flat_map(|path| &path[..2]).copied().collect(),
        };
        if is_planted(Wrong::AnyInputOrder) {
            words.sort_unstable();
        }
        words
    }

    /// A word of a result.
    fn result((operation, grain): (Operation, Grain), inputs: &[&Path], word: usize) -> Node {
        let part = if grain == Grain::Word { 0 } else { word as u8 };
        Node::Result(operation, Self::words(grain, inputs, word), part)
    }

    fn read(&mut self, expression: &Expression, operand: &Operand) -> Option<Output> {
        let zero = self.graph.value(Node::Bits(0));
        let mut output = [[zero; 4]; CYCLES_PER_STEP];
        match &operand.kind {
            OperandKind::PeMemory(memory) => {
                let index = MEMORIES.iter().position(|it| *it == memory.memory)?;
                for (cycle, path) in output.iter_mut().enumerate() {
                    for position in 0..memory.width.single_words() {
                        let word = Word {
                            memory: index,
                            address: memory.address_words(cycle) + position,
                        };
                        path[position as usize] = self.word(word);
                    }
                }
            }
            OperandKind::Forwarding(register) => output = *self.forwarded.get(register)?,
            OperandKind::Constant(constant) => {
                let bits = expression
                    .spelling
                    .precision
                    .map_or(64, Precision::element_bits);
                let name = constant_name(*constant, bits);
                let words = [0, 1].map(|word| self.graph.value(Node::Constant(name.clone(), word)));
                output = [[words[0], words[1], words[0], words[1]]; CYCLES_PER_STEP];
                self.graph.constants.insert(name, operand.clone());
            }
            _ => return None,
        }
        Some(output)
    }
}

/// Whether the first two inputs of an expression may change places. Of flags this is not known, nor of a NaN in double precision.
fn commutes(expression: &Expression) -> bool {
    let [first, second, ..] = expression.inputs.as_slice() else {
        return false;
    };
    let spelling = expression.spelling;
    let is_alike = first.negated == second.negated && first.conversion == second.conversion;
    is_alike
        && match expression.op {
            Op::Alu(AluOp::And | AluOp::Or | AluOp::Xor | AluOp::Add | AluOp::Max | AluOp::Min) => {
                true
            }
            Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd) => {
                spelling.precision == Some(Precision::Single)
            }
            Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
                false
            }
        }
}
