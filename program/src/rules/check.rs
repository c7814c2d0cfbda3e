//! The rules that depend on more than one line: the instruction mode, `quit`, turnaround types, mask settings,
//! hazards.
//!
//! A check is one pass over the lines with a small state: everything that earlier lines can mean for later ones. Each
//! chunk of a program remembers the pass over its own lines. After an edit only the changed chunks are checked again,
//! and later chunks that start with another state.

mod findings;
mod flat_list;
mod forwarding;
mod mask_entry;
mod mask_setting;
mod outcome;
mod read_ahead;
mod try_line;
mod turnaround;

use std::fmt::Debug;

use self::forwarding::Fed;
use self::mask_entry::MaskEntries;
use self::mask_setting::MaskSetting;
use self::turnaround::Turnaround;
use crate::code::Code;
use crate::finding::{Diagnostic, Finding};
use crate::rules::hazard::{Hazard, Hazards};
use crate::{Directive, Landmark, Mark, ModeChoice, Program, Statement};
use mnc2_isa::Mode;

pub use findings::Findings;
pub use findings::Unwritten;
pub use try_line::Trial;

use mnc2_text::{Severity, most_useful};

/// The result of checking a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The mode it was checked in.
    pub mode: Mode,
    /// The line of the first `quit`; it and the lines after it are not part of the program.
    pub quit_line: Option<u32>,
    /// Findings in the order of lines.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether the assembler would refuse the program.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.diagnostic.is_error())
    }

    /// The [most useful](most_useful) findings up to a number, in the order of lines.
    #[must_use]
    pub fn worst(&self, limit: usize) -> Vec<&Finding> {
        most_useful(&self.findings, limit, |finding| {
            (finding.diagnostic.severity(), finding.diagnostic.code)
        })
    }

    /// The number of findings with a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.diagnostic.severity() == severity)
            .count()
    }
}

/// Checks a program.
///
/// This is one pass over the lines, without parsing. To check a program again after each edit without reading all
/// findings, use [`Findings::check`].
#[must_use]
pub fn check(program: &Program, choice: ModeChoice) -> Report {
    Findings::check(program, choice).report()
}

/// The state of each rule between lines.
#[derive(Clone, Debug, Default, PartialEq)]
struct State {
    mask: MaskSetting,
    entries: MaskEntries,
    turnaround: Turnaround,
    fed: Fed,
    hazards: Hazards,
}

impl State {
    /// Applies the rules to a statement in their order, and updates their state. A line in error is remembered, but what is
    /// found in it counts only once it is fixed.
    fn statement(
        &mut self,
        line: u32,
        statement: &Statement,
        is_in_error: bool,
        add: &mut dyn FnMut(Box<dyn BetweenLines>),
    ) {
        match statement {
            Statement::Step(step) => {
                self.turnaround
                    .step(line, step, &mut |found| add(Box::new(found)));
                self.fed.step(line, step, &mut |found| add(Box::new(found)));
                self.entries.step(step, &self.mask, &mut |found| {
                    add(Box::new(found));
                });
                if is_in_error {
                    self.forget_writes();
                }
                if let Some(found) = self.mask.beside_zero_flush(step) {
                    add(Box::new(found));
                }
            }
            Statement::Mask(mask) => self.mask.set(line, mask),
            Statement::Directive(directive) => self.forget(directive),
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Host(_)
            | Statement::Mv(_) => {}
        }
        let setting = self.mask.setting;
        self.hazards
            .statement(line, statement, setting, &mut |found| add(Box::new(found)));
    }

    /// Notes that what a line writes is not known.
    fn forget_writes(&mut self) {
        self.fed.forget();
        self.entries.forget();
    }

    /// What a directive expands to is not known here, so nothing is known after it but the `mask` setting, which only
    /// one of them changes.
    fn forget(&mut self, directive: &Directive) {
        self.turnaround = Turnaround::default();
        self.forget_writes();
        self.hazards = Hazards::default();
        if directive.ends_mask_setting() {
            self.mask = MaskSetting::default();
        }
    }

    /// Numbers the places that it remembers for the next chunk, and returns which places in this chunk they are.
    fn hand_over(&mut self) -> Vec<Landmark> {
        self.hazards.rebase();
        let Self {
            mask,
            entries: _,
            turnaround,
            fed,
            hazards,
        } = self;
        mask.landmarks()
            .chain(turnaround.landmarks())
            .chain(fed.landmarks())
            .chain(hazards.landmarks())
            .zip(0..)
            .map(|(landmark, number)| std::mem::replace(landmark, Landmark::Before(number)))
            .collect()
    }
}

/// A finding of a rule over lines. Its sentence is made when it is read.
trait BetweenLines: Debug + Send + Sync {
    /// The code of the diagnostic.
    fn code(&self) -> Code;

    /// The diagnostic; `place` finds the places of other lines that it remembers.
    fn diagnostic(&self, place: &dyn Fn(Landmark) -> Mark) -> Diagnostic;
}

impl BetweenLines for Hazard {
    fn code(&self) -> Code {
        Self::code(self)
    }

    fn diagnostic(&self, place: &dyn Fn(Landmark) -> Mark) -> Diagnostic {
        Self::diagnostic(self, place(self.landmark()))
    }
}
