//! A program as it runs: alone, or between the lines of its testcase, and whether its inputs and outputs are known.

use std::borrow::Cow;
use std::ops::Range;

use mnc2_asm::testcase::Surroundings;
use mnc2_dataflow::liveness::shows;
use mnc2_dataflow::output_marks::Leaving;
use mnc2_program::{HostAction, Program, Statement};

/// A program as it runs.
pub(super) struct InTestcase<'a> {
    /// All its lines.
    pub(super) program: Cow<'a, Program>,
    /// The lines of the program that is checked.
    own: Range<usize>,
    has_testcase: bool,
}

impl<'a> InTestcase<'a> {
    /// A program that runs alone.
    pub(super) fn alone(program: &'a Program) -> Self {
        Self {
            program: Cow::Borrowed(program),
            own: 0..program.len(),
            has_testcase: false,
        }
    }

    /// A program that runs between the lines of a testcase, if there is one.
    pub(super) fn new(program: &'a Program, testcase: Option<&Surroundings>) -> Self {
        let Some(testcase) = testcase else {
            return Self::alone(program);
        };
        let before = testcase.before.len();
        Self {
            program: Cow::Owned(testcase.around(program)),
            own: before..before + program.len(),
            has_testcase: true,
        }
    }

    /// The lines of the program that is checked, by their numbers among all lines.
    pub(super) fn own(&self) -> Range<usize> {
        self.own.clone()
    }

    /// The number of a line in the program that is checked, counted from 0; `None` for a line of the testcase.
    pub(super) fn own_line(&self, line: usize) -> Option<u32> {
        let is_own = self.own.contains(&line);
        is_own.then(|| (line - self.own.start) as u32)
    }

    /// Whether the program gets its inputs from its own lines or from the testcase.
    pub(super) fn inputs_are_known(&self) -> bool {
        self.statements().any(is_input)
    }

    /// Whether all outputs are known: a testcase shows them, or the program has its inputs itself, and its last
    /// statement shows something. After a `d get` in the middle, results may be for someone else.
    pub(super) fn outputs_are_known(&self) -> bool {
        if self.has_testcase {
            return self.statements().any(shows);
        }
        let is_idle = |statement: &&Statement| match statement {
            Statement::Step(step) => step.is_bare_nop(),
            Statement::Quit(_) | Statement::Mask(_) => true,
            _ => false,
        };
        let last = self.statements().filter(|it| !is_idle(it)).last();
        last.is_some_and(shows) && self.inputs_are_known()
    }

    /// What leaves the chip in addition to the outputs: a testcase compares its `d get` lines only.
    pub(super) fn leaving(&self) -> Leaving {
        if self.has_testcase {
            Leaving::Nothing
        } else {
            Leaving::Transfers
        }
    }

    fn statements(&self) -> impl Iterator<Item = &Statement> {
        let lines = self.program.live();
        lines.filter_map(|line| line.statement.as_ref())
    }
}

/// Whether a statement brings values from outside.
fn is_input(statement: &Statement) -> bool {
    match statement {
        Statement::DebugSet(_) => true,
        Statement::Host(host) => match host.action {
            HostAction::WritePdm { .. } | HostAction::WriteDram { .. } => true,
            HostAction::ReadPdm { .. } | HostAction::Flush => false,
        },
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::Directive(_)
        | Statement::Mask(_)
        | Statement::Mv(_)
        | Statement::Step(_) => false,
    }
}
