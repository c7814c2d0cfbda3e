//! Hazards: dependent instructions that stand too close together (manual 3.6.3).
//!
//! Nothing branches, so when each word is written and read is known exactly:
//! one pass over the steps keeps, for each memory, when it was last written,
//! and every read is compared with it. Distances come from the rules of
//! [`mnc2_isa::timing`]. Accesses through the T-register or a base register are
//! not known before the program runs: ports, which do not depend on addresses,
//! are checked for them too, words are not.
//!
//! A step is 4 cycles; `nop/n` is n steps; everything that is no PE instruction
//! takes no time. State: 2 × 1024 words of GRF and 4 slots of T, and for each
//! kind of transfer that occurs 8192 long words of L1BM, at 24 bytes each: 50 to
//! 640 KiB for a check.

mod access;
mod l1bm;
mod pe;
mod report;

use mnc2_isa::{ControlOp, Op};

use crate::diagnostic::Diagnostic;
use crate::program::{LineRange, Statement, Step, WriteMaskSetting};

/// When and where something was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    /// Cycle, counted from the start of the program.
    cycle: u64,
    /// Line, counted from 0.
    line: u32,
    /// Start and end in the line.
    range: (u32, u32),
}

impl Written {
    fn step(self) -> u64 {
        self.cycle / 4
    }

    fn range(self) -> LineRange {
        self.range.0..self.range.1
    }
}

/// What a step is compared with: all that was written before.
pub(crate) struct Hazards {
    step: u64,
    mask: WriteMaskSetting,
    pe: pe::PeState,
    l1bm: l1bm::L1bmState,
}

impl Hazards {
    /// The start of a program.
    pub(crate) fn new() -> Self {
        Self {
            step: 0,
            mask: WriteMaskSetting::default(),
            pe: pe::PeState::new(),
            l1bm: l1bm::L1bmState::new(),
        }
    }

    /// Judges the next statement.
    pub(crate) fn statement(
        &mut self,
        line: u32,
        statement: &Statement,
        add: &mut impl FnMut(Diagnostic),
    ) {
        match statement {
            Statement::Mask(mask) => self.mask = mask.setting,
            Statement::Mv(mv) => self.l1bm.mv(self.step, mv, add),
            Statement::Step(step) => {
                self.pe_step(line, step, add);
                self.step += u64::from(step.steps());
            }
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Host(_) => {}
        }
    }

    fn pe_step(&mut self, line: u32, step: &Step, add: &mut impl FnMut(Diagnostic)) {
        let is_nop = step
            .expressions
            .iter()
            .any(|expression| expression.op == Op::Control(ControlOp::Nop));
        if is_nop {
            return;
        }
        self.pe.reads(self.step, step, add);
        self.l1bm.reads(self.step, step, add);
        let setting = (!step.has_single_line_mask()).then_some(self.mask);
        self.pe.writes(self.step, line, step, setting);
        self.l1bm.writes(self.step, line, step);
    }
}
