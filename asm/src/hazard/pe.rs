//! Hazards of PE memories: LM0, LM1, GRF0, GRF1, T and the base address registers (manual 3.6.3.9).

use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, GRF_SINGLE_WORDS};
use mnc2_isa::timing::{Access, TimingRule};

use super::access::{Certainty, written_cycles};
use super::{Written, report};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::program::{Operand, OperandKind, PeMemory, Step, WriteMaskSetting};

/// Last writes of one GRF, by single word.
struct Grf {
    /// Writes that happen on every PE.
    certain: Vec<Option<Written>>,
    /// Writes under a variable mask.
    perhaps: Vec<Option<Written>>,
}

impl Grf {
    fn new() -> Self {
        let words = || vec![None; GRF_SINGLE_WORDS as usize];
        Self {
            certain: words(),
            perhaps: words(),
        }
    }
}

pub(super) struct PeState {
    /// Last write to LM0 and LM1, at any address.
    lm: [Option<Written>; 2],
    /// Last write to the base address register of LM0 and LM1.
    base: [Option<Written>; 2],
    grf: [Grf; 2],
    /// Last certain write of each cycle's slot.
    t: [Option<Written>; CYCLES_PER_STEP],
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

/// Compares an access to an LM with a write that its port must wait for.
fn port(
    step: u64,
    rule: &'static TimingRule,
    written: Option<Written>,
    what: impl FnOnce() -> String,
    operand: &Operand,
    add: &mut impl FnMut(Diagnostic),
) {
    let Some(written) = written else { return };
    let between = step.saturating_sub(written.step() + 1);
    if between < u64::from(rule.distance) {
        let range = operand.range.clone();
        add(report::hazard(
            Code::LmHazard,
            rule,
            &what(),
            written,
            between,
            range,
        ));
    }
}

impl PeState {
    pub(super) fn new() -> Self {
        Self {
            lm: [None, None],
            base: [None, None],
            grf: [Grf::new(), Grf::new()],
            t: [None; CYCLES_PER_STEP],
        }
    }

    /// Compares what a step reads with what was written before.
    pub(super) fn reads(&self, step: u64, text: &Step, add: &mut impl FnMut(Diagnostic)) {
        for expression in &text.expressions {
            for input in &expression.inputs {
                match &input.kind {
                    OperandKind::PeMemory(memory) => {
                        self.read_memory(step, input, memory, add);
                    }
                    OperandKind::T(_) => self.read_t(step, input, "the T-register is read", add),
                    _ => {}
                }
            }
            for output in &expression.outputs {
                if let OperandKind::PeMemory(memory) = &output.kind
                    && let Some(index) = lm_index(memory.memory)
                {
                    let what = || format!("{} is written", memory.memory.name());
                    let rule = const { report::rule(Access::BaseWrite, Access::LmAccess) };
                    port(step, rule, self.base[index], what, output, add);
                }
                // A destination that is addressed through the T-register reads it as well.
                if matches!(&output.kind, OperandKind::PeMemory(memory) if memory.indirect) {
                    self.read_t(step, output, "the T-register is read for the address", add);
                }
            }
        }
    }

    fn read_memory(
        &self,
        step: u64,
        input: &Operand,
        memory: &PeMemory,
        add: &mut impl FnMut(Diagnostic),
    ) {
        if memory.indirect {
            self.read_t(step, input, "the T-register is read for the address", add);
        }
        if let Some(index) = lm_index(memory.memory) {
            let what = || format!("{} is read", memory.memory.name());
            let rule = const { report::rule(Access::LmWrite, Access::LmRead) };
            port(step, rule, self.lm[index], what, input, add);
            let rule = const { report::rule(Access::BaseWrite, Access::LmAccess) };
            port(step, rule, self.base[index], what, input, add);
        } else if let Some(index) = grf_index(memory.memory) {
            self.read_grf(step, input, memory, &self.grf[index], add);
        }
    }

    /// The worst word of the read: the one with the fewest cycles since it was written.
    fn read_grf(
        &self,
        step: u64,
        input: &Operand,
        memory: &PeMemory,
        grf: &Grf,
        add: &mut impl FnMut(Diagnostic),
    ) {
        let worst = |words: &[Option<Written>]| -> Option<(u64, u32, Written)> {
            let mut worst: Option<(u64, u32, Written)> = None;
            for (cycle, address) in memory.addresses_words().into_iter().enumerate() {
                let now = step * 4 + cycle as u64;
                for word in address..address + memory.width.single_words() {
                    let Some(written) = words.get(word as usize).copied().flatten() else {
                        continue;
                    };
                    let between = now.saturating_sub(written.cycle + 1);
                    if worst.is_none_or(|(least, ..)| between < least) {
                        worst = Some((between, word, written));
                    }
                }
            }
            worst
        };
        let cases = [
            (
                &grf.certain,
                const { report::rule(Access::GrfWrite, Access::GrfRead) },
                Code::GrfHazard,
            ),
            (
                &grf.perhaps,
                const { report::rule(Access::GrfWriteUnderVariableMask, Access::GrfRead) },
                Code::GrfHazardUnderMask,
            ),
        ];
        for (words, rule, code) in cases {
            if let Some((between, word, written)) = worst(words)
                && between < u64::from(rule.distance)
            {
                let what = format!("`${}{word}` is read", memory.memory.letters());
                add(report::hazard(
                    code,
                    rule,
                    &what,
                    written,
                    between,
                    input.range.clone(),
                ));
            }
        }
    }

    fn read_t(&self, step: u64, operand: &Operand, what: &str, add: &mut impl FnMut(Diagnostic)) {
        let rule = const { report::rule(Access::TWrite, Access::TRead) };
        let worst = self
            .t
            .iter()
            .enumerate()
            .filter_map(|(cycle, written)| {
                let written = (*written)?;
                Some((
                    (step * 4 + cycle as u64).saturating_sub(written.cycle + 1),
                    written,
                ))
            })
            .min_by_key(|(between, _)| *between);
        if let Some((between, written)) = worst
            && between < u64::from(rule.distance)
        {
            let range = operand.range.clone();
            add(report::hazard(
                Code::THazard,
                rule,
                what,
                written,
                between,
                range,
            ));
        }
    }

    /// Notes what a step writes. `setting` is the `mask` setting unless the step cancels it.
    pub(super) fn writes(
        &mut self,
        step: u64,
        line: u32,
        text: &Step,
        setting: Option<WriteMaskSetting>,
    ) {
        for output in text
            .expressions
            .iter()
            .flat_map(|expression| &expression.outputs)
        {
            let range = (output.range.start, output.range.end);
            let at = |cycle: usize| Written {
                cycle: step * 4 + cycle as u64,
                line,
                range,
            };
            match &output.kind {
                OperandKind::PeMemory(memory) => {
                    let cycles = written_cycles(output, memory.memory, setting);
                    if let Some(index) = lm_index(memory.memory) {
                        // The port is taken whether or not the data lets the write happen.
                        if cycles.iter().any(|cycle| *cycle != Certainty::Never) {
                            self.lm[index] = Some(at(0));
                        }
                    } else if let Some(index) = grf_index(memory.memory) {
                        self.write_grf(index, memory, cycles, at);
                    }
                }
                OperandKind::BaseRegister(register, _) => {
                    let cycles = written_cycles(output, *register, setting);
                    if let Some(index) = lm_index(*register)
                        && cycles.iter().any(|cycle| *cycle != Certainty::Never)
                    {
                        self.base[index] = Some(at(0));
                    }
                }
                OperandKind::T(_) => {
                    let cycles = written_cycles(output, Memory::T, setting);
                    for (cycle, certainty) in cycles.into_iter().enumerate() {
                        if certainty == Certainty::Always {
                            self.t[cycle] = Some(at(cycle));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn write_grf(
        &mut self,
        index: usize,
        memory: &PeMemory,
        cycles: [Certainty; CYCLES_PER_STEP],
        at: impl Fn(usize) -> Written,
    ) {
        let grf = &mut self.grf[index];
        for (cycle, address) in memory.addresses_words().into_iter().enumerate() {
            let words = match cycles[cycle] {
                Certainty::Always => &mut grf.certain,
                Certainty::Perhaps => &mut grf.perhaps,
                Certainty::Never => continue,
            };
            for word in address..address + memory.width.single_words() {
                if let Some(slot) = words.get_mut(word as usize) {
                    *slot = Some(at(cycle));
                }
            }
        }
    }
}
