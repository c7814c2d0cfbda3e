//! How many expressions need each unit: a lower bound of steps for a region of any length.

use std::sync::Arc;

use mnc2_isa::Group;
use mnc2_program::{Line, Statement};

/// Groups of which a step has one expression (manual 3.6.4).
const UNITS: [Group; 6] = [
    Group::Alu,
    Group::MauCalc,
    Group::MauMwrite,
    Group::MauMread,
    Group::L1bm,
    Group::L2bm,
];

/// The number of expressions of each unit in some lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnitCounts {
    counts: [i64; UNITS.len()],
}

impl UnitCounts {
    /// The counts of some lines.
    pub(crate) fn from_lines<'a>(lines: impl IntoIterator<Item = &'a Arc<Line>>) -> Self {
        let mut found = Self::default();
        lines.into_iter().for_each(|line| found.add(line, 1));
        found
    }

    /// Takes a line from those that are counted.
    pub(crate) fn remove(&mut self, line: &Line) {
        self.add(line, -1);
    }

    fn add(&mut self, line: &Line, count: i64) {
        let Some(Statement::Step(step)) = &line.statement else {
            return;
        };
        for expression in &step.expressions {
            let group = expression.op.row().group;
            if let Some(unit) = UNITS.iter().position(|it| *it == group) {
                self.counts[unit] += count;
            }
        }
    }

    /// No order of the lines takes fewer steps than this.
    pub(crate) fn least_steps(&self) -> i64 {
        self.counts.into_iter().fold(0, i64::max)
    }
}
