//! How much of the machine a program uses, from its text: nothing branches.

use mnc2_isa::geometry::{CYCLES_PER_STEP, MABS};
use mnc2_isa::{Group, Op};

use mnc2_program::{Expression, Program, Statement, Step};

/// A unit of the chip that is used in some steps and idle in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// The arithmetic of the MAU.
    Mau,
    /// The arithmetic and logic unit.
    Alu,
    /// Writes to the matrix register.
    MatrixWrite,
    /// Transposed reads of the matrix register.
    MatrixRead,
    /// Transfers between PEs and L1BM.
    L1bm,
    /// Transfers between L1BM and L2BM.
    L2bm,
}

impl Unit {
    /// All units, in the order of the variants.
    pub const ALL: [Self; 6] = [
        Self::Mau,
        Self::Alu,
        Self::MatrixWrite,
        Self::MatrixRead,
        Self::L1bm,
        Self::L2bm,
    ];

    /// Its name in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mau => "MAU",
            Self::Alu => "ALU",
            Self::MatrixWrite => "mwrite",
            Self::MatrixRead => "mread",
            Self::L1bm => "L1BM",
            Self::L2bm => "L2BM",
        }
    }

    /// The unit that executes a group of instructions; `None` for those that use none.
    #[must_use]
    pub const fn from_group(group: Group) -> Option<Self> {
        match group {
            Group::MauCalc => Some(Self::Mau),
            Group::MauMwrite => Some(Self::MatrixWrite),
            Group::MauMread => Some(Self::MatrixRead),
            Group::Alu => Some(Self::Alu),
            Group::L1bm => Some(Self::L1bm),
            Group::L2bm | Group::L2bmdarw => Some(Self::L2bm),
            Group::Nop | Group::Noforward | Group::Wait | Group::Mv | Group::Control => None,
        }
    }
}

/// Work of a program up to its `quit`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Steps; `nop/n` counts as n.
    pub steps: u64,
    /// Steps in which a unit is used, in the order of [`Unit::ALL`].
    busy_steps: [u64; Unit::ALL.len()],
    /// MV instructions, which run concurrently with the steps.
    pub mv_instructions: u64,
    /// Floating-point operations of all MAUs; a multiply-add counts as two (manual 1.4). Reductions between the PEs and L1BM do
    /// not count, and a result that a mask suppresses does.
    pub flops: u64,
}

impl Usage {
    /// The work of a program.
    #[must_use]
    pub fn from_program(program: &Program) -> Self {
        let mut usage = Self::default();
        for line in program.live() {
            match &line.statement {
                Some(Statement::Step(step)) => usage.add(step),
                Some(Statement::Mv(_)) => usage.mv_instructions += 1,
                Some(
                    Statement::Quit(_)
                    | Statement::DebugGet(_)
                    | Statement::DebugSet(_)
                    | Statement::Mask(_)
                    | Statement::Host(_)
                    | Statement::Directive(_),
                )
                | None => {}
            }
        }
        usage
    }

    /// Adds the work of a step.
    pub(crate) fn add(&mut self, step: &Step) {
        self.steps += u64::from(step.steps());
        let mut works = [false; Unit::ALL.len()];
        for expression in &step.expressions {
            if let Some(unit) = Unit::from_group(expression.op.row().group) {
                works[unit as usize] = true;
            }
            self.flops += flops(expression);
        }
        for (busy, works) in self.busy_steps.iter_mut().zip(works) {
            *busy += u64::from(works);
        }
    }

    /// Steps in which a unit is used.
    #[must_use]
    pub const fn busy_steps(&self, unit: Unit) -> u64 {
        self.busy_steps[unit as usize]
    }

    /// Share of the steps in which a unit is used, from 0 to 1.
    #[must_use]
    pub fn share(&self, unit: Unit) -> f64 {
        self.busy_steps(unit) as f64 / self.steps.max(1) as f64
    }

    /// Time that the steps take, without waits for MV instructions.
    #[must_use]
    pub fn seconds(&self, clock_megahertz: f64) -> f64 {
        (self.steps * CYCLES_PER_STEP as u64) as f64 / (clock_megahertz * 1e6)
    }
}

/// Floating-point operations of an expression on the whole chip.
fn flops(expression: &Expression) -> u64 {
    match (expression.op, expression.spelling.precision) {
        (Op::Mau(op), Some(precision)) => {
            u64::from(op.flops_per_cycle(precision)) * (CYCLES_PER_STEP * MABS) as u64
        }
        (Op::Mau(_) | Op::Alu(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_), _) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted_once_a_step() {
        let usage = Usage::from_program(&mnc2_asm::parse(
            "nop/3\nl1bmm $lm0v $lbi; l1bmm $lbi $ln0v\nfvfma $lr0v $ls0v $lr0v $nowrite; linc $ls0v $lm0v\n\
             mvp/n64 $p0@0 $lc0@0.0\nquit\nlinc $ls0v $lm0v",
        ));
        let busy = Unit::ALL.map(|unit| usage.busy_steps(unit));
        assert_eq!((usage.steps, usage.mv_instructions), (5, 1));
        assert_eq!(busy, [1, 1, 0, 0, 1, 0]);
        assert_eq!(usage.flops, 2 * 8 * 4 * 1024);
        assert!((usage.share(Unit::Mau) - 0.2).abs() < 1e-12);
        assert!((usage.seconds(750.0) - 20.0 / 750e6).abs() < 1e-15);
    }

    #[test]
    fn a_quit_with_an_error_ends_nothing() {
        let steps = |text| Usage::from_program(&mnc2_asm::parse(text)).steps;
        assert_eq!(steps("nop\nquit x\nnop"), 2);
        assert_eq!(steps("nop\nquit\nnop"), 1);
    }

    #[test]
    fn an_empty_program_does_nothing() {
        let usage = Usage::from_program(&mnc2_asm::parse(""));
        assert_eq!(usage, Usage::default());
        assert_eq!(usage.share(Unit::Alu).to_string(), "0");
    }
}
