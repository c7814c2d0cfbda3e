//! The first statement at which two runs differ in what they write.
//!
//! The runs may be of two programs, or of one on two machines. The statements of both are aligned by their texts, and those
//! opposite each other are compared: a run under a digest has, for each statement, a digest of its writes on the whole chip.
//! Where two digests differ first, both runs go there, and the words that differ are looked for. A statement that only one
//! program has is passed, because its effects show in those after it; it is the answer if they show nowhere.

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use mnc2_emulator::Dump;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::digest::{Digests, StatementDigest};
use mnc2_isa::geometry::PES;
use mnc2_program::render;
use mnc2_text::{Message, message};
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use super::next_line::{self, Touch, look};
use super::{Debugger, options};
use mnc2_ide::features::run::Control;

/// After this time, the rest of two texts is aligned as one change.
const ALIGNED_MAX: Duration = Duration::from_secs(2);
/// Maximum number of changes of the text in an answer.
const CHANGES_MAX: usize = 8;

/// Where two runs differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The lines, counted from 0; `None` where that run has ended.
    pub lines: [Option<usize>; 2],
    /// The first words that differ after these lines, with their values in both runs; `None` if what differs is not in
    /// a memory that both write.
    pub difference: Option<(ChipPlace, [Vec<u64>; 2])>,
    /// The last changes of the text up to there, in order: lines of both programs, counted from 0.
    pub changes: Vec<[Option<usize>; 2]>,
}

/// The statements of both runs opposite each other, by their indices, and whether their texts are equal.
type Aligned = ([Option<usize>; 2], bool);

/// A line of each program, counted from 0; `None` where a program has no such line.
type LinePair = [Option<usize>; 2];

impl Debugger {
    /// Where another run differs from this one first; `None` if they write the same from start to end. Both stay where
    /// they are.
    ///
    /// # Errors
    /// A sentence if it was cancelled.
    pub fn divergence(
        &self,
        other: &Self,
        control: &Control,
    ) -> Result<Option<Divergence>, Message> {
        let digests = [self.digests(control)?, other.digests(control)?];
        let Some((lines, changes)) = self.first_difference(other, &digests) else {
            return Ok(None);
        };
        let difference = match lines {
            [Some(own), Some(others)] => self.difference(own, other, others, control),
            _ => None,
        };
        Ok(Some(Divergence {
            lines,
            difference,
            changes,
        }))
    }

    /// The lines of the first statements that write something else, and the changes of the text up to there.
    fn first_difference(
        &self,
        other: &Self,
        digests: &[Vec<StatementDigest>; 2],
    ) -> Option<(LinePair, Vec<LinePair>)> {
        let [own, others] = digests;
        let texts = [self.texts(own), other.texts(others)];
        let (mut changes, mut unpaired) = (Vec::new(), None);
        for (pair, is_same_text) in aligned(&texts) {
            let [one, two] = [pair[0].map(|it| own[it]), pair[1].map(|it| others[it])];
            let lines = [one, two].map(|it| it.map(|it| it.line as usize));
            if !is_same_text {
                changes.push(lines);
            }
            match (one, two) {
                (Some(one), Some(two)) if one.digest != two.digest => {
                    let before = changes.len().saturating_sub(CHANGES_MAX);
                    return Some((lines, changes.split_off(before)));
                }
                (Some(_), Some(_)) => {}
                (Some(alone), None) | (None, Some(alone)) if alone.digest != 0 => {
                    unpaired = unpaired.or(Some((lines, vec![lines])));
                }
                _ => {}
            }
        }
        unpaired
    }

    /// The statements of a run as texts.
    fn texts(&self, digests: &[StatementDigest]) -> Vec<String> {
        let program = &self.snapshot.program;
        let text = |one: &StatementDigest| {
            let line = program.line(one.line as usize);
            let statement = line.and_then(|line| line.statement.as_ref());
            statement.map_or_else(String::new, render::statement)
        };
        digests.iter().map(text).collect()
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
    ) -> Option<(ChipPlace, [Vec<u64>; 2])> {
        let options = options(control);
        let mut runs = [self.recording.from_start(), other.recording.from_start()];
        runs[0].travel(line, &options).ok()?;
        runs[1].travel(others_line, &options).ok()?;
        for pe in 0..PES {
            let own = look(&runs[0], self.snapshot.flow(), pe, &options).ok()?;
            let others = look(&runs[1], other.snapshot.flow(), pe, &options).ok()?;
            let touches = own.0.iter().chain(&others.0);
            for Touch { place, .. } in touches.filter(|touch| touch.is_write && !touch.is_masked) {
                let words =
                    [&own.1, &others.1].map(|machine| next_line::words(machine.chip(), place));
                if words[0] != words[1] {
                    return Some((place.clone(), words));
                }
            }
        }
        None
    }
}

/// Statements opposite each other, in order.
fn aligned(texts: &[Vec<String>; 2]) -> Vec<Aligned> {
    let deadline = Instant::now().checked_add(ALIGNED_MAX);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &texts[0], &texts[1], deadline);
    let mut pairs = Vec::new();
    for op in ops {
        let (tag, own, others) = op.as_tag_tuple();
        let count = own.len().max(others.len());
        let at = |range: &Range<usize>, index: usize| {
            (index < range.len()).then_some(range.start + index)
        };
        let pair = |index| ([at(&own, index), at(&others, index)], tag == DiffTag::Equal);
        pairs.extend((0..count).map(pair));
    }
    pairs
}
