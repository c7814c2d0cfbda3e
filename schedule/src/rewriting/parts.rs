//! A long region in parts, each written anew alone, so that what is kept does not grow with the region.

use std::ops::Range;
use std::sync::Arc;

use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::Places;
use mnc2_isa::Mode;

use super::freedoms::{MeasuredUse, freedoms_for};
use super::plan::Freedom;
use super::value_numbering::{PART_LINES, Runs};
use super::{Base, Before, Rewritten};
use crate::draft::Draft;
use crate::parallel;
use crate::search_input::IsCancelled;

/// The parts of a region, which are taken in order.
pub(crate) struct Parts<'a> {
    draft: &'a Draft,
    runs: Runs<'a>,
    inputs: Option<&'a InputRanges>,
    mode: Mode,
    lines: Vec<Range<usize>>,
    next: usize,
    /// The ways that were tried for the last part.
    tried: Vec<Freedom>,
    used: MeasuredUse,
}

/// A part of a region, and the ways to write it anew.
pub(crate) struct Part {
    /// Its lines in the region as it was.
    pub(crate) lines: Range<usize>,
    /// Those with the fewest steps first.
    pub(crate) ways: Vec<Rewritten>,
}

impl<'a> Parts<'a> {
    /// A region in parts of about this many lines.
    pub(crate) fn new(
        draft: &'a Draft,
        (places, inputs): (&Places, Option<&'a InputRanges>),
        mode: Mode,
        part_lines: usize,
    ) -> Self {
        let runs = Runs::new(draft, places, part_lines);
        Self {
            draft,
            lines: runs.lines_of_parts().collect(),
            runs,
            inputs,
            mode,
            next: 0,
            tried: Vec::new(),
            used: MeasuredUse::default(),
        }
    }

    /// A long region in parts of the usual length.
    pub(crate) fn with_usual_length(
        draft: &'a Draft,
        compared: (&Places, Option<&'a InputRanges>),
        mode: Mode,
    ) -> Self {
        Self::new(draft, compared, mode, PART_LINES)
    }

    /// The number of parts that are left.
    pub(crate) const fn left(&self) -> usize {
        self.lines.len() - self.next
    }

    /// The next part, with the ways to write it that have paid so far.
    pub(crate) fn next_part(&mut self, jobs: usize, is_cancelled: IsCancelled<'_>) -> Option<Part> {
        let number = self.next;
        let lines = self.lines.get(number)?.clone();
        self.next += 1;
        let runs = self.runs.in_part(number);
        let first = runs.first().map(|it| it.lines.start);
        let before = Arc::new(Before {
            draft: Draft {
                program: self.draft.program.clone(),
                start: lines.start,
                lines: self.draft.lines
                    [lines.start - self.draft.start..lines.end - self.draft.start]
                    .to_vec(),
            },
            runs: parallel::map(jobs, &runs, |run| {
                let is_first = number == 0 && Some(run.lines.start) == first;
                Base::new(run.clone(), self.inputs.filter(|_| is_first))
            }),
            mode: self.mode,
        });
        drop(runs);
        self.tried = freedoms_for(&before.runs);
        self.used.retain(&mut self.tried);
        let written = parallel::map(jobs, &self.tried, |freedom| {
            let draft = (!is_cancelled()).then(|| before.written(*freedom));
            draft.flatten().map(|draft| Rewritten {
                freedom: *freedom,
                draft,
                before: Arc::clone(&before),
            })
        });
        let mut ways: Vec<Rewritten> = written.into_iter().flatten().collect();
        ways.sort_by_key(|it: &Rewritten| it.draft.work_steps());
        ways.dedup_by(|one, other| one.draft.lines == other.draft.lines);
        Some(Part { lines, ways })
    }

    /// How many ways were tried for the last part.
    #[cfg(test)]
    pub(super) const fn tried(&self) -> usize {
        self.tried.len()
    }

    /// Counts the best way to write the last part anew; `None` if the part as it was is not longer.
    pub(crate) fn count(&mut self, best: Option<&Rewritten>) {
        self.used.count(&self.tried, best.map(|it| it.freedom));
    }
}
