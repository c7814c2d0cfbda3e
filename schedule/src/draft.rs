//! A program whose region is being rewritten.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_isa::Forwarding;
use mnc2_program::{Expression, Line, OperandKind, Program, Step};

use crate::unit_counts::UnitCounts;

/// Lines of a region that is long: its parts are written anew one by one, and solvers have a limit in each window, because a
/// longer search rarely finds more there.
const UNDIVIDED_LINES_MAX: usize = 1024;

/// A program with the texts of its region. The lines around the region never change.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The program as it is now.
    pub program: Program,
    /// The first line of the region.
    pub start: usize,
    /// The texts of the region's lines.
    pub lines: Vec<String>,
}

impl Draft {
    /// The line after the region.
    pub const fn end(&self) -> usize {
        self.start + self.lines.len()
    }

    /// The lines of the region.
    pub const fn region(&self) -> Range<usize> {
        self.start..self.end()
    }

    /// The text of a line of the region, counted from the start of the program.
    pub fn line(&self, line: usize) -> &str {
        let own = line.checked_sub(self.start);
        own.and_then(|own| self.lines.get(own))
            .map_or("", String::as_str)
    }

    /// The step of a line of the program that does something: not one that only waits.
    pub fn work(&self, line: usize) -> Option<&Step> {
        let step = self.program.line(line)?.step()?;
        (!step.is_bare_nop()).then_some(step)
    }

    /// The expression of a line of the program that has only one.
    #[must_use]
    pub fn only(&self, line: usize) -> Option<&Expression> {
        let [only] = self.work(line)?.expressions.as_slice() else {
            return None;
        };
        Some(only)
    }

    /// Whether the step after a line reads a forwarding register of some kind.
    pub(crate) fn next_reads(&self, line: usize, is_it: impl Fn(Forwarding) -> bool) -> bool {
        let after = self.program.iter_from(line + 1);
        let mut steps = after.filter_map(|it| it.step());
        let next = steps.find(|step| step.forwards());
        next.is_some_and(|step| {
            let mut inputs = step.expressions.iter().flat_map(|it| &it.inputs);
            inputs.any(|it| matches!(it.kind, OperandKind::Forwarding(own) if is_it(own)))
        })
    }

    /// Steps of the region other than those that wait.
    pub fn work_steps(&self) -> i64 {
        self.region().filter(|it| self.work(*it).is_some()).count() as i64
    }

    /// The lines of this region that are in one draft of it and no longer in the next, counted from the start of the program.
    pub fn changed_lines(&self, from: &Self, next: &Self) -> Vec<usize> {
        let [from, next] = [from, next].map(|it| {
            let lines = it.lines.iter().map(String::as_str);
            lines.collect::<HashSet<&str>>()
        });
        let is_changed = |line: &usize| {
            let text = self.line(*line);
            from.contains(text) && !next.contains(text)
        };
        self.region().filter(is_changed).collect()
    }

    /// The steps of the region.
    pub fn steps(&self) -> i64 {
        let before = |line| self.program.steps_before(line) as i64;
        before(self.end()) - before(self.start)
    }

    /// Whether searches are limited by the number of lines.
    pub(crate) const fn is_long(&self) -> bool {
        self.lines.len() > UNDIVIDED_LINES_MAX
    }

    /// No order of the region takes fewer steps than this.
    pub(crate) fn least_steps(&self) -> i64 {
        UnitCounts::from_lines(self.program.range(self.region())).least_steps()
    }

    /// Replaces some lines of the region, counted from the start of the program.
    pub fn replace(&mut self, lines: Range<usize>, texts: Vec<String>, parser: &mut LineParser) {
        let parsed: Vec<Arc<Line>> = texts
            .iter()
            .map(|text| Arc::new(parser.parse(text)))
            .collect();
        self.program.replace(lines.clone(), parsed);
        let own = lines.start - self.start..lines.end - self.start;
        self.lines.splice(own, texts);
    }
}
