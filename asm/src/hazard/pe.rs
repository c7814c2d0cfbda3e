//! Hazards of PE memories: LM0, LM1, GRF0, GRF1, T and the base address registers (manual 3.6.3.9).

use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, GRF_SINGLE_WORDS};
use mnc2_isa::timing::{Access, TimingRule};

use super::access::{Certainty, written_cycles};
use super::recent::{Recent, Words, Write};
use super::report::{self, Hazard};
use crate::check::{Landmark, Mark};
use crate::code::Code;
use crate::program::{Operand, OperandKind, PeMemory, PerCycle, Step, WriteMaskSetting};

/// Recent writes of the PE memories.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PeState {
    /// Of LM0 and LM1, at any address.
    lm: [Recent<()>; 2],
    /// Of the base address register of LM0 and LM1.
    base: [Recent<()>; 2],
    grf: [Grf; 2],
    /// Certain ones, of each cycle's slot.
    t: Recent<PerCycle<Words>>,
}

/// Recent writes of a GRF, by single word.
#[derive(Clone, Debug, Default, PartialEq)]
struct Grf {
    /// Those that happen on every PE.
    certain: Recent<PerCycle<Words>>,
    /// Those under a variable mask.
    perhaps: Recent<PerCycle<Words>>,
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
fn slot(cycle: usize) -> Words {
    Words::wrapped(cycle as u32, 1, CYCLES_PER_STEP as u32)
}

/// The words of a GRF that a cycle uses.
fn grf_words(memory: &PeMemory, address: u32) -> Words {
    Words::clipped(address, memory.width.single_words(), GRF_SINGLE_WORDS)
}

/// Compares an access to an LM with a write that its port must wait for.
fn port(
    step: i64,
    rule: &'static TimingRule,
    writes: &Recent<()>,
    what: impl FnOnce() -> String,
    operand: &Operand,
    add: &mut impl FnMut(Hazard),
) {
    let Some(written) = writes.last() else { return };
    let between = written.steps_until(step);
    if between < u64::from(rule.distance) {
        add(Hazard {
            code: Code::LmHazard,
            rule,
            what: what(),
            between,
            written: written.at,
            range: operand.range.clone(),
        });
    }
}

impl PeState {
    /// Compares what a step reads with what was written before.
    pub(super) fn reads(&self, step: i64, text: &Step, add: &mut impl FnMut(Hazard)) {
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
                    port(step, rule, &self.base[index], what, output, add);
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
        step: i64,
        input: &Operand,
        memory: &PeMemory,
        add: &mut impl FnMut(Hazard),
    ) {
        if memory.indirect {
            self.read_t(step, input, "the T-register is read for the address", add);
        }
        if let Some(index) = lm_index(memory.memory) {
            let what = || format!("{} is read", memory.memory.name());
            let rule = const { report::rule(Access::LmWrite, Access::LmRead) };
            port(step, rule, &self.lm[index], what, input, add);
            let rule = const { report::rule(Access::BaseWrite, Access::LmAccess) };
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
        grf: &Grf,
        add: &mut impl FnMut(Hazard),
    ) {
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
        for (writes, rule, code) in cases {
            let reads = memory
                .addresses_words()
                .map(|address| grf_words(memory, address));
            if let Some(nearest) = writes.nearest(step, reads.into_iter().enumerate())
                && nearest.between < u64::from(rule.distance)
            {
                add(Hazard {
                    code,
                    rule,
                    what: format!("`${}{}` is read", memory.memory.letters(), nearest.word),
                    between: nearest.between,
                    written: nearest.at,
                    range: input.range.clone(),
                });
            }
        }
    }

    fn read_t(&self, step: i64, operand: &Operand, what: &str, add: &mut impl FnMut(Hazard)) {
        let rule = const { report::rule(Access::TWrite, Access::TRead) };
        let slots = (0..CYCLES_PER_STEP).map(|cycle| (cycle, slot(cycle)));
        if let Some(nearest) = self.t.nearest(step, slots)
            && nearest.between < u64::from(rule.distance)
        {
            add(Hazard {
                code: Code::THazard,
                rule,
                what: what.to_owned(),
                between: nearest.between,
                written: nearest.at,
                range: operand.range.clone(),
            });
        }
    }

    /// Notes what a step writes. `setting` is the `mask` setting unless the step cancels it.
    pub(super) fn writes(
        &mut self,
        step: i64,
        line: u32,
        text: &Step,
        setting: Option<WriteMaskSetting>,
    ) {
        for output in text
            .expressions
            .iter()
            .flat_map(|expression| &expression.outputs)
        {
            let at = Landmark::Here(Mark::new(line, &output.range));
            // A port is taken whether or not the data lets the write happen.
            let is_possible = |memory| {
                written_cycles(output, memory, setting)
                    .iter()
                    .any(|cycle| *cycle != Certainty::Never)
            };
            match &output.kind {
                OperandKind::PeMemory(memory) => {
                    if let Some(index) = lm_index(memory.memory) {
                        if is_possible(memory.memory) {
                            self.lm[index].push(Write { step, at, what: () });
                        }
                    } else if let Some(index) = grf_index(memory.memory) {
                        let cycles = written_cycles(output, memory.memory, setting);
                        self.grf[index].write(step, at, memory, cycles);
                    }
                }
                OperandKind::BaseRegister(register, _) => {
                    if let Some(index) = lm_index(*register)
                        && is_possible(*register)
                    {
                        self.base[index].push(Write { step, at, what: () });
                    }
                }
                OperandKind::T(_) => {
                    let cycles = written_cycles(output, Memory::T, setting);
                    let what = std::array::from_fn(|cycle| match cycles[cycle] {
                        Certainty::Always => slot(cycle),
                        Certainty::Perhaps | Certainty::Never => Words::default(),
                    });
                    self.t.push(Write { step, at, what });
                }
                _ => {}
            }
        }
    }

    /// Counts steps from `step` on.
    pub(super) fn rebase(&mut self, step: i64) {
        let Self { lm, base, grf, t } = self;
        lm.iter_mut().chain(base).for_each(|port| port.rebase(step));
        for Grf { certain, perhaps } in grf {
            certain.rebase(step);
            perhaps.rebase(step);
        }
        t.rebase(step);
    }

    /// Every landmark, in a fixed order.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        let Self { lm, base, grf, t } = self;
        let ports = lm.iter_mut().chain(base).flat_map(Recent::landmarks);
        let words = grf
            .iter_mut()
            .flat_map(|Grf { certain, perhaps }| [certain, perhaps])
            .chain([t])
            .flat_map(Recent::landmarks);
        ports.chain(words)
    }
}

impl Grf {
    fn write(&mut self, step: i64, at: Landmark, memory: &PeMemory, cycles: PerCycle<Certainty>) {
        let addresses = memory.addresses_words();
        let words_where = |wanted| {
            std::array::from_fn(|cycle| {
                if cycles[cycle] == wanted {
                    grf_words(memory, addresses[cycle])
                } else {
                    Words::default()
                }
            })
        };
        for (certainty, writes) in [
            (Certainty::Always, &mut self.certain),
            (Certainty::Perhaps, &mut self.perhaps),
        ] {
            if cycles.contains(&certainty) {
                let what = words_where(certainty);
                writes.push(Write { step, at, what });
            }
        }
    }
}
