//! What a block does for each output, as a sequence.

use std::collections::BTreeMap;

use mnc2_isa::{Forwarding, Op};
use mnc2_program::{Expression, Mask, Operand, OperandKind, Step as ProgramStep};
use mnc2_text::line;

use super::Question;
use crate::constants;
use crate::sequence::{Source, Step, What};

/// Steps of a block that are followed.
const STEPS_MAX: usize = 250;

/// What the block does for each output; `None` if a result is read by another operand than the one it was written to, so
/// that lanes or places mix.
pub(super) fn originals(question: &Question<'_>) -> Option<Vec<Vec<Step>>> {
    let mut original = Original {
        question,
        steps: Vec::new(),
        results: BTreeMap::new(),
        now: Holders::default(),
    };
    let lines = question.program.range(question.region.clone());
    for (number, line) in (question.region.start..).zip(lines) {
        if let Some(step) = line.step() {
            original.add(number, step)?;
        }
    }
    original.up_to_outputs()
}

/// Which steps computed what places hold.
#[derive(Default)]
struct Holders {
    operands: BTreeMap<String, u8>,
    forwarding: BTreeMap<&'static str, u8>,
    /// The steps whose flags mask registers hold.
    masks: BTreeMap<u8, u8>,
}

struct Original<'q> {
    question: &'q Question<'q>,
    steps: Vec<Step>,
    /// The step that gives what an expression writes: by its line, and its place in the line.
    results: BTreeMap<(usize, usize), u8>,
    now: Holders,
}

impl Original<'_> {
    /// Adds a line. Every write of a step follows its reads.
    fn add(&mut self, number: usize, step: &ProgramStep) -> Option<()> {
        let text = (self.question.source)(number);
        let mut written = Holders::default();
        for (index, expression) in step.expressions.iter().enumerate() {
            self.expression((number, index), expression, &text, &mut written)?;
        }
        self.now.operands.extend(written.operands);
        self.now.forwarding.extend(written.forwarding);
        self.now.masks.extend(written.masks);
        Some(())
    }

    fn expression(
        &mut self,
        place: (usize, usize),
        expression: &Expression,
        text: &str,
        written: &mut Holders,
    ) -> Option<()> {
        let register = match expression.op {
            Op::Alu(_) => "$aluf",
            Op::Mau(_) => "$mauf",
            Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => return Some(()),
        };
        let step = self.step(expression, text)?;
        let computed = self.push(step)?;
        let at = match &expression.zero_flush {
            Some(mask) => self.guarded(What::ZeroFlush, computed, mask, Source::Step(computed))?,
            None => computed,
        };
        written.forwarding.insert(register, at);
        self.results.insert(place, at);
        for output in &expression.outputs {
            let name = || name(output, text);
            match (&output.kind, &output.mask) {
                (OperandKind::NoWrite, _) => {}
                (OperandKind::MaskRegister(entry), None) => {
                    written.masks.insert(*entry, computed);
                }
                (OperandKind::MaskRegister(_), Some(_)) => return None,
                (_, None) => {
                    written.operands.insert(name(), at);
                }
                (_, Some(mask)) => {
                    let name = name();
                    let is_alone = expression.outputs.len() == 1;
                    if !is_alone || !self.question.block.has_word_for_each_cycle(&name) {
                        return None;
                    }
                    let before = self.held(&name)?;
                    let selected = self.guarded(What::Select, at, mask, before)?;
                    self.results.insert(place, selected);
                    written.operands.insert(name, selected);
                }
            }
        }
        Some(())
    }

    /// The operation of an expression, with what it reads.
    fn step(&self, expression: &Expression, text: &str) -> Option<Step> {
        if let Some(bits) = constants::loaded(expression) {
            return Some(Step::load(bits));
        }
        let instructions = self.question.instructions;
        let position = instructions.iter().position(|it| {
            it.spelling.text == expression.spelling.text && it.negated.iter().all(|it| !it)
        })?;
        let mut inputs = [Source::Leaf(0); 3];
        for (place, operand) in inputs.iter_mut().zip(&expression.inputs) {
            if operand.negated || operand.conversion.is_some() {
                return None;
            }
            let name = name(operand, text);
            *place = match &operand.kind {
                OperandKind::Forwarding(Forwarding::Aluf | Forwarding::Mauf) => {
                    Source::Step(*self.now.forwarding.get(name.as_str())?)
                }
                _ => self.held(&name)?,
            };
        }
        Some(Step {
            what: What::Instruction(u16::try_from(position).ok()?),
            inputs,
        })
    }

    /// What an operand holds.
    fn held(&self, name: &str) -> Option<Source> {
        if let Some(step) = self.now.operands.get(name) {
            return Some(Source::Step(*step));
        }
        let leaf = self.question.block.input(name)?;
        Some(Source::Leaf(u8::try_from(leaf).ok()?))
    }

    /// Adds the choice by the flags of a mask register between a result and something else.
    fn guarded(&mut self, what: What, result: u8, mask: &Mask, otherwise: Source) -> Option<u8> {
        if mask.double_long {
            return None;
        }
        let flags = Source::Step(*self.now.masks.get(&mask.entry)?);
        let inputs = [Source::Step(result), flags, otherwise];
        self.push(Step { what, inputs })
    }

    /// Adds a step; `None` if there are too many.
    fn push(&mut self, step: Step) -> Option<u8> {
        let at = u8::try_from(self.steps.len()).ok()?;
        if usize::from(at) >= STEPS_MAX {
            return None;
        }
        self.steps.push(step);
        Some(at)
    }

    /// The steps up to the result of each output. Operands with different names must share no word, so that a name
    /// identifies the words that are read.
    fn up_to_outputs(&self) -> Option<Vec<Vec<Step>>> {
        let block = self.question.block;
        let names: Vec<&str> = self.now.operands.keys().map(String::as_str).collect();
        if !block.is_apart(&names) {
            return None;
        }
        let outputs = block.outputs.iter().map(|output| {
            let last = *self.results.get(&output.expression)?;
            Some(self.steps[..=usize::from(last)].to_vec())
        });
        outputs.collect()
    }
}

/// An operand without sign, conversion and mask.
fn name(operand: &Operand, text: &str) -> String {
    line::part(text, &operand.bare_range()).to_owned()
}
