//! Hazards: dependent instructions that are too close together (manual 3.6.3).
//!
//! Nothing branches, so it is known exactly when each word is written and read: one pass over the steps compares every
//! read with the writes of the few steps before it. Distances come from the rules of [`mnc2_isa::timing`], and no rule
//! reaches further than a few steps, so only those are remembered. The addresses of accesses through the T-register or
//! a base register are not known before the program runs: for them the ports, which do not depend on addresses, are
//! checked, and words are not.
//!
//! Words, masks, L1Bs and ranges come from the functions of [`crate::access`], but not a whole [`crate::access::Accesses`] for
//! each step: to fill one takes as long as the rest of a check, and a word has another meaning here. The assembler's check
//! takes every L1B for granted, leaves out words past the end of a GRF instead of wrapping them around, takes a write under a
//! variable mask as a whole, and counts by port in an LM, regardless of the address.
//!
//! A step is 4 cycles; `nop/n` is n steps; everything that is not a PE instruction takes no time.

mod code;
mod l1bm;
mod pe;
mod recent_writes;
mod report;

use mnc2_isa::timing::TimingRule;
use mnc2_isa::{ControlOp, Op};

use crate::{Expression, Landmark, Statement, Step, WriteMaskSetting};

pub use recent_writes::REACH_STEPS;
pub(crate) use report::Hazard;
pub use report::{assumed, rule};

/// The recent writes that a step is compared with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hazards {
    /// The next step, counted from the first one of the chunk.
    step: i64,
    pe: pe::PeState,
    l1bm: l1bm::L1bmState,
}

impl Hazards {
    /// Checks the next statement, which is in this line of its chunk. `setting` is the `mask` setting in force.
    pub(crate) fn statement(
        &mut self,
        line: u32,
        statement: &Statement,
        setting: WriteMaskSetting,
        add: &mut impl FnMut(Hazard),
    ) {
        match statement {
            Statement::Mv(mv) => self.l1bm.mv(self.step, mv, add),
            Statement::Step(step) => {
                self.pe_step(line, step, setting, add);
                self.step += i64::from(step.steps());
            }
            Statement::Mask(_)
            | Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Host(_)
            | Statement::Directive(_) => {}
        }
    }

    fn pe_step(
        &mut self,
        line: u32,
        step: &Step,
        setting: WriteMaskSetting,
        add: &mut impl FnMut(Hazard),
    ) {
        self.found_at(self.step, step, setting)
            .into_iter()
            .for_each(add);
        if !has_nop(step) {
            let setting = step.setting(setting);
            self.pe.writes(self.step, line, step, setting);
            self.l1bm.writes(self.step, line, step);
        }
    }

    /// The hazards of a step if it has this number.
    fn found_at(&self, number: i64, step: &Step, setting: WriteMaskSetting) -> Vec<Hazard> {
        if has_nop(step) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut keep = |hazard| found.push(hazard);
        self.pe
            .reads(number, step, step.setting(setting), &mut keep);
        self.l1bm.reads(number, step, &mut keep);
        report::merge_step_hazards(found)
    }

    /// What a statement leaves for later ones, if nothing is before it; `None` if that is nothing.
    pub fn after(statement: &Statement, setting: WriteMaskSetting) -> Option<Self> {
        let mut after = Self::default();
        after.statement(0, statement, setting, &mut |_| {});
        let nothing = Self {
            step: after.step,
            ..Self::default()
        };
        (after != nothing).then_some(after)
    }

    /// The rule that a statement breaks if its step is the `distance`-th after the start, regardless of the steps in between.
    /// Rules apply up to a distance of [`REACH_STEPS`].
    pub fn broken_at(
        &self,
        distance: i64,
        statement: &Statement,
        setting: WriteMaskSetting,
    ) -> Option<&'static TimingRule> {
        let mut found = Vec::new();
        match statement {
            Statement::Mv(mv) => self.l1bm.mv(distance, mv, &mut |hazard| found.push(hazard)),
            Statement::Step(step) => found = self.found_at(distance, step, setting),
            Statement::Mask(_)
            | Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Host(_)
            | Statement::Directive(_) => {}
        }
        found.first().map(|hazard| hazard.rule)
    }

    /// From now on, counts steps from here, and keeps only what can still matter.
    pub(crate) fn rebase(&mut self) {
        self.pe.rebase(self.step);
        self.l1bm.rebase(self.step);
        self.step = 0;
    }

    /// Every landmark, in a fixed order.
    pub(crate) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        self.pe.landmarks().chain(self.l1bm.landmarks())
    }
}

fn has_nop(step: &Step) -> bool {
    let is_nop = |it: &Expression| it.op == Op::Control(ControlOp::Nop);
    step.expressions.iter().any(is_nop)
}
