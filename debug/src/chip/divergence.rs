//! The first statement at which two runs differ in what they write.
//!
//! The runs may be of two programs, or of one on two machines. Statements are compared in their order, one with one. A run
//! under a digest says of each statement what it wrote on the whole chip; where two digests differ first, both runs go
//! there, and the words that differ are looked for.

use std::ops::ControlFlow;

use mnc2_emulator::Dump;
use mnc2_emulator::digest::{Digests, StatementDigest};
use mnc2_isa::geometry::PES;
use mnc2_text::{Message, message};

use super::look::{self, Touch, look};
use super::place::Place;
use super::{Debugger, options};
use mnc2_ide::features::run::Control;

/// Where two runs differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The lines, counted from 0; `None` where that run has ended.
    pub lines: [Option<usize>; 2],
    /// The first words that differ after these lines, with their values in both runs; `None` if what differs is not in
    /// a memory that both write.
    pub difference: Option<(Place, [Vec<u64>; 2])>,
}

impl Debugger {
    /// Where another run differs from this one first; `None` if they write the same from start to end. Both stay where
    /// they are.
    ///
    /// # Errors
    ///
    /// A sentence if it was cancelled.
    pub fn divergence(
        &self,
        other: &Self,
        control: &Control,
    ) -> Result<Option<Divergence>, Message> {
        let digests = [self.digests(control)?, other.digests(control)?];
        let [own, others] = &digests;
        let same = own
            .iter()
            .zip(others)
            .take_while(|(own, other)| own.digest == other.digest)
            .count();
        let lines = [own, others].map(|list| list.get(same).map(|it| it.line as usize));
        if lines == [None, None] {
            return Ok(None);
        }
        let difference = match lines {
            [Some(own), Some(others)] => self.difference(own, other, others, control),
            _ => None,
        };
        Ok(Some(Divergence { lines, difference }))
    }

    fn digests(&self, control: &Control) -> Result<Vec<StatementDigest>, Message> {
        let mut run = self.recording.from_start();
        let mut digests = Digests::default();
        let end = run.end();
        let mut no_output = |_: Dump| ControlFlow::Break(());
        // A run that fails is compared as far as it goes.
        let _ = run.travel_observed(end, &options(control), &mut no_output, &mut digests);
        if control.cancel.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(message!("the search was stopped"));
        }
        Ok(digests.into_list())
    }

    /// The first words that differ after two lines, of those that either line writes.
    fn difference(
        &self,
        line: usize,
        other: &Self,
        others_line: usize,
        control: &Control,
    ) -> Option<(Place, [Vec<u64>; 2])> {
        let options = options(control);
        let mut runs = [self.recording.from_start(), other.recording.from_start()];
        runs[0].travel(line, &options).ok()?;
        runs[1].travel(others_line, &options).ok()?;
        for pe in 0..PES {
            let own = look(&runs[0], self.snapshot.flow(), pe, &options).ok()?;
            let others = look(&runs[1], other.snapshot.flow(), pe, &options).ok()?;
            let touches = own.0.iter().chain(&others.0);
            for Touch { place, .. } in touches.filter(|touch| touch.is_write && !touch.is_masked) {
                let words = [&own.1, &others.1].map(|machine| look::words(machine.chip(), place));
                if words[0] != words[1] {
                    return Some((place.clone(), words));
                }
            }
        }
        None
    }
}
