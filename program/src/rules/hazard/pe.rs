//! Hazards of PE memories: LM0, LM1, GRF0, GRF1, T and the base address registers (manual 3.6.3.9).

use mnc2_isa::geometry::{CYCLES_PER_STEP, GRF_SINGLE_WORDS};
use mnc2_isa::timing::{AccessKind, TimingRule};
use mnc2_isa::{Memory, Width};

use super::recent_writes::{Recent, WrappedWords, Write};
use super::report::{self, Hazard};
use crate::access::WriteMasking;
use crate::message::wording;
use crate::{Landmark, Mark, Operand, OperandKind, PeMemory, PerCycle, Step, WriteMaskSetting};
use mnc2_text::{Message, message};

/// Recent writes of the PE memories.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PeState {
    /// Of LM0 and LM1, at any address.
    lm: [Recent<()>; 2],
    /// Of the base address register of LM0 and LM1.
    base: [Recent<()>; 2],
    /// Of GRF0 and GRF1, by single word.
    grf: [MaskedWrites; 2],
    /// Of the T-register, by the cycle that uses the slot.
    t: MaskedWrites,
}

/// Recent writes of words.
#[derive(Clone, Debug, Default, PartialEq)]
struct MaskedWrites {
    /// Those that happen on every PE.
    certain: Recent<PerCycle<WrappedWords>>,
    /// Those under a variable mask.
    perhaps: Recent<PerCycle<WrappedWords>>,
}

fn lm_index(memory: Memory) -> Option<usize> {
    match memory {
        Memory::Lm0 | Memory::BaseLm0 => Some(0),
        Memory::Lm1 | Memory::BaseLm1 => Some(1),
        _ => None,
    }
}

fn grf_index(memory: Memory) -> Option<usize> {
    match memory {
        Memory::Grf0 => Some(0),
        Memory::Grf1 => Some(1),
        _ => None,
    }
}

/// The slot of the T-register that a cycle uses.
fn slot(cycle: usize) -> WrappedWords {
    WrappedWords::wrapped(cycle as u32, 1, CYCLES_PER_STEP as u32)
}

/// The words of a GRF that a cycle uses.
fn grf_words(memory: &PeMemory, address: u32) -> WrappedWords {
    WrappedWords::clipped(address, memory.width.single_words(), GRF_SINGLE_WORDS)
}

/// Whether a destination can be written at all: a port is used whether or not the data lets the write happen.
fn is_possible(output: &Operand, memory: Memory, setting: WriteMaskSetting) -> bool {
    let width = match &output.kind {
        OperandKind::PeMemory(memory) => memory.width,
        _ => Width::Long,
    };
    let written = WriteMasking::from_output(output, memory, setting);
    (0..CYCLES_PER_STEP).any(|cycle| written.is_possible(cycle, width))
}

/// Compares an access to an LM with a write that its port must wait for.
fn port(
    step: i64,
    rule: &'static TimingRule,
    writes: &Recent<()>,
    what: impl FnOnce() -> Message,
    operand: &Operand,
    add: &mut impl FnMut(Hazard),
) {
    let Some(written) = writes.last() else { return };
    let between = written.steps_until(step);
    if between < u64::from(rule.distance) {
        add(Hazard {
            rule,
            what: what(),
            between,
            written: written.at,
            range: operand.range.clone(),
            others: Vec::new(),
        });
    }
}

impl PeState {
    /// Compares the accesses of a step with earlier writes. `setting` is the `mask` setting of the step.
    pub(super) fn reads(
        &self,
        step: i64,
        text: &Step,
        setting: WriteMaskSetting,
        add: &mut impl FnMut(Hazard),
    ) {
        for expression in &text.expressions {
            for input in &expression.inputs {
                match &input.kind {
                    OperandKind::PeMemory(memory) => {
                        self.read_memory(step, input, memory, add);
                    }
                    OperandKind::T(_) => {
                        self.read_t(step, input, || message!("the T-register is read"), add);
                    }
                    _ => {}
                }
            }
            for output in &expression.outputs {
                if let OperandKind::PeMemory(memory) = &output.kind
                    && let Some(index) = lm_index(memory.memory)
                    && is_possible(output, memory.memory, setting)
                {
                    let what = || {
                        message!(
                            "{memory} is written",
                            memory = wording::memory(memory.memory)
                        )
                    };
                    let rule = const { report::rule(AccessKind::BaseWrite, AccessKind::LmAccess) };
                    port(step, rule, &self.base[index], what, output, add);
                }
                // A destination that is addressed through the T-register reads it as well.
                if matches!(&output.kind, OperandKind::PeMemory(memory) if memory.indirect) {
                    self.read_t(
                        step,
                        output,
                        || message!("the T-register is read for the address"),
                        add,
                    );
                }
            }
        }
    }

    fn read_memory(
        &self,
        step: i64,
        input: &Operand,
        memory: &PeMemory,
        add: &mut impl FnMut(Hazard),
    ) {
        if memory.indirect {
            self.read_t(
                step,
                input,
                || message!("the T-register is read for the address"),
                add,
            );
        }
        if let Some(index) = lm_index(memory.memory) {
            let what = || message!("{memory} is read", memory = wording::memory(memory.memory));
            let rule = const { report::rule(AccessKind::LmWrite, AccessKind::LmRead) };
            port(step, rule, &self.lm[index], what, input, add);
            let rule = const { report::rule(AccessKind::BaseWrite, AccessKind::LmAccess) };
            port(step, rule, &self.base[index], what, input, add);
        } else if let Some(index) = grf_index(memory.memory) {
            self.read_grf(step, input, memory, &self.grf[index], add);
        }
    }

    fn read_grf(
        &self,
        step: i64,
        input: &Operand,
        memory: &PeMemory,
        grf: &MaskedWrites,
        add: &mut impl FnMut(Hazard),
    ) {
        let cases = [
            (
                &grf.certain,
                const { report::rule(AccessKind::GrfWrite, AccessKind::GrfRead) },
            ),
            (
                &grf.perhaps,
                const { report::rule(AccessKind::GrfWriteUnderVariableMask, AccessKind::GrfRead) },
            ),
        ];
        for (writes, rule) in cases {
            let reads = memory
                .addresses_words()
                .map(|address| grf_words(memory, address));
            if let Some(nearest) = writes.nearest(step, rule, reads.into_iter().enumerate()) {
                add(Hazard {
                    rule,
                    what: message!(
                        "`${letters}{word}` is read",
                        letters = memory.memory.letters(),
                        word = nearest.word
                    ),
                    between: nearest.between,
                    written: nearest.at,
                    range: input.range.clone(),
                    others: Vec::new(),
                });
            }
        }
    }

    fn read_t(
        &self,
        step: i64,
        operand: &Operand,
        what: impl Fn() -> Message,
        add: &mut impl FnMut(Hazard),
    ) {
        let cases = [
            (
                &self.t.certain,
                const { report::rule(AccessKind::TWrite, AccessKind::TRead) },
            ),
            (
                &self.t.perhaps,
                const { report::rule(AccessKind::TWriteUnderVariableMask, AccessKind::TRead) },
            ),
        ];
        for (writes, rule) in cases {
            let slots = (0..CYCLES_PER_STEP).map(|cycle| (cycle, slot(cycle)));
            if let Some(nearest) = writes.nearest(step, rule, slots) {
                add(Hazard {
                    rule,
                    what: what(),
                    between: nearest.between,
                    written: nearest.at,
                    range: operand.range.clone(),
                    others: Vec::new(),
                });
            }
        }
    }

    /// Records the writes of a step. `setting` is the `mask` setting of the step.
    pub(super) fn writes(&mut self, step: i64, line: u32, text: &Step, setting: WriteMaskSetting) {
        for output in text
            .expressions
            .iter()
            .flat_map(|expression| &expression.outputs)
        {
            let at = Landmark::Here(Mark::new(line, &output.range));
            match &output.kind {
                OperandKind::PeMemory(memory) => {
                    if let Some(index) = lm_index(memory.memory) {
                        if is_possible(output, memory.memory, setting) {
                            self.lm[index].push(Write { step, at, what: () });
                        }
                    } else if let Some(index) = grf_index(memory.memory) {
                        let written = WriteMasking::from_output(output, memory.memory, setting);
                        let addresses = memory.addresses_words();
                        let words = |cycle: usize, offset: u32, count: u32| {
                            let first = addresses[cycle] + offset;
                            WrappedWords::clipped(first, count, GRF_SINGLE_WORDS)
                        };
                        self.grf[index].write(step, at, &written, memory.width, words);
                    }
                }
                OperandKind::BaseRegister(register, _) => {
                    if let Some(index) = lm_index(*register)
                        && is_possible(output, *register, setting)
                    {
                        self.base[index].push(Write { step, at, what: () });
                    }
                }
                OperandKind::T(_) => {
                    let written = WriteMasking::from_output(output, Memory::T, setting);
                    let words = |cycle, _, _| slot(cycle);
                    self.t.write(step, at, &written, Width::DoubleLong, words);
                }
                _ => {}
            }
        }
    }

    /// From now on, counts steps from `step`.
    pub(super) fn rebase(&mut self, step: i64) {
        let Self { lm, base, grf, t } = self;
        lm.iter_mut().chain(base).for_each(|port| port.rebase(step));
        for MaskedWrites { certain, perhaps } in grf.iter_mut().chain([t]) {
            certain.rebase(step);
            perhaps.rebase(step);
        }
    }

    /// Every landmark, in a fixed order.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        let Self { lm, base, grf, t } = self;
        let ports = lm.iter_mut().chain(base).flat_map(Recent::landmarks);
        let words = grf
            .iter_mut()
            .chain([t])
            .flat_map(|MaskedWrites { certain, perhaps }| [certain, perhaps])
            .flat_map(Recent::landmarks);
        ports.chain(words)
    }
}

impl MaskedWrites {
    /// Records a write; `words` computes the written words of a cycle from the offset and the count of single words.
    fn write(
        &mut self,
        step: i64,
        at: Landmark,
        written: &WriteMasking,
        width: Width,
        words: impl Fn(usize, u32, u32) -> WrappedWords,
    ) {
        let is_variable = written.is_variable();
        let what: PerCycle<WrappedWords> = std::array::from_fn(|cycle| {
            // The assembler's check leaves out a write under a variable mask as a whole.
            let (offset, count) = if is_variable {
                (0, width.single_words())
            } else {
                let part = written.words(cycle, width).next();
                part.map_or((0, 0), |(offset, count, _)| (offset, count))
            };
            if count == 0 {
                WrappedWords::default()
            } else {
                words(cycle, offset, count)
            }
        });
        if what.iter().all(|words| *words == WrappedWords::default()) {
            return;
        }
        let writes = if is_variable {
            &mut self.perhaps
        } else {
            &mut self.certain
        };
        writes.push(Write { step, at, what });
    }
}
