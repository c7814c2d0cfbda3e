//! Errors in a run, line by line: hazards, uninitialized reads, infinities, wrong values.
//!
//! Nothing branches, so one run in strict mode finds all of it. It is made when a filter first needs it, and again after a
//! change of memory or of the program.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use mnc2_emulator::Dump;
use mnc2_emulator::infinity::Infinities;
use mnc2_emulator::judge::Dumped;
use mnc2_emulator::strict::FindingKind;
use mnc2_isa::ChipLevel;
use mnc2_text::message;

use super::stop_candidates::Candidate;
use super::{DataBreakpoint, Debugger, options};
use crate::breakpoints::{Exception, Filter};
use crate::stepping::StopReason;
use mnc2_ide::features::run::{Control, Progress, expected, expects_values};

/// Maximum number of lines with something wrong that a run stops at.
pub const EXCEPTIONS_MAX: usize = 100_000;

impl Debugger {
    /// Examines the whole run for the breakpoints that need it, once for each set of breakpoints; [`Debugger::go`] calls it
    /// too.
    ///
    /// # Errors
    /// If it was cancelled.
    pub fn prepare(&mut self, control: &Control) -> Result<(), StopReason> {
        let mut filters = self.breakpoints.filters.iter();
        let is_asked = !self.is_examined
            && filters.any(|filter| match filter {
                Filter::Hazard | Filter::Unwritten | Filter::Infinity => true,
                Filter::Mismatch => expects_values(&self.snapshot),
                // The state where the run is decides about these.
                Filter::Assertion | Filter::Quit => false,
            });
        if is_asked {
            self.examine(control)?;
        }
        let counted = self
            .breakpoints
            .data
            .iter()
            .filter(|one| one.hits.is_some());
        let unknown = counted.filter(|one| !self.occurrences.contains_key(&one.id));
        for breakpoint in unknown.cloned().collect::<Vec<_>>() {
            let lines = self.lines_of(&breakpoint, control)?;
            self.occurrences.insert(breakpoint.id, lines);
        }
        Ok(())
    }

    /// Runs the program once in strict mode.
    fn examine(&mut self, control: &Control) -> Result<(), StopReason> {
        let mut found: BTreeMap<usize, Vec<Exception>> = BTreeMap::new();
        let mut add = |line: usize, filter, message| {
            if found.len() < EXCEPTIONS_MAX {
                found
                    .entry(line)
                    .or_default()
                    .push(Exception { filter, message });
            }
        };
        let mut run = self.recording.from_start();
        let mut strict = self.strict.clone();
        let mut infinities = Infinities::default();
        let mut dumped = Dumped::default();
        let mut take = |dump: Dump| {
            if let Dump::Get(line) = &dump {
                dumped.take(line);
            }
            ControlFlow::Continue(())
        };
        let mut observer = ((&mut strict, &mut infinities), Progress(control));
        let end = run.end();
        // The reason for an early end is reported when the user's run is there.
        let _ = run.travel_observed(end, &options(control), &mut take, &mut observer);
        if control.cancel.load(Ordering::Relaxed) {
            return Err(StopReason::Pause);
        }
        for finding in strict.take_findings() {
            let filter = match finding.kind {
                FindingKind::Hazard { .. } => Filter::Hazard,
                FindingKind::Unwritten => Filter::Unwritten,
                // Accepted solutions rely on them.
                FindingKind::Zeroed => continue,
            };
            add(finding.line as usize, filter, finding.message());
        }
        for born in infinities.into_born() {
            let pe = ChipLevel::Pe.name(born.pe);
            let message = message!("infinity is born on {pe}: the operands are finite", pe);
            add(born.line as usize, Filter::Infinity, message);
        }
        let last = end.saturating_sub(1) as u32;
        for finding in expected(&self.snapshot, last, &dumped).findings {
            add(finding.line as usize, Filter::Mismatch, finding.message);
        }
        self.exceptions = found;
        self.is_examined = true;
        Ok(())
    }

    /// The lines that do what a data breakpoint waits for, over the whole run.
    fn lines_of(
        &mut self,
        breakpoint: &DataBreakpoint,
        control: &Control,
    ) -> Result<Vec<usize>, StopReason> {
        let (line, cycle) = (self.line(), self.cycle);
        let mut lines = Vec::new();
        for candidate in 0..self.recording.end() {
            let may = self.access_in_text(candidate, breakpoint);
            if may == Candidate::No {
                continue;
            }
            self.jump(candidate, control)?;
            if self.data_hit(candidate, breakpoint, control)?.is_some() {
                lines.push(candidate);
            }
        }
        self.jump(line, control)?;
        self.cycle = cycle;
        Ok(lines)
    }
}
