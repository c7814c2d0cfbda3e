//! Splits a step into one step per expression, readers before writers.

use std::ops::Range;

use mnc2_isa::Group;

use super::rearrangement::Rearrangement;
use super::subject::Subject;
use super::trial::{self, Trial};
use crate::finding::fix::{Applicability, Edit, Fix};
use crate::message;

pub(super) fn fix(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    let line = super::only(lines)?;
    let step = subject.ordinary_step(line)?;
    let rearrangement = Rearrangement::of_lines(subject, &[line])?;
    // `wait` needs another expression and must not come later than what it delays: it goes with the first step.
    let is_wait = |index: usize| step.expressions[index].op.row().group == Group::Wait;
    let movable: Vec<usize> = (0..step.expressions.len())
        .filter(|&index| !is_wait(index))
        .collect();
    if movable.len() < 2 {
        return None;
    }
    let order = order(&rearrangement, movable)?;
    let mut after = vec![0; step.expressions.len()];
    for (place, &index) in order.iter().enumerate() {
        after[index] = place;
    }
    if !rearrangement.keeps_meaning(&after) {
        return None;
    }
    let text = |index: usize| subject.expression(line, &step.expressions[index]);
    let mut parts: Vec<String> = order.iter().map(|&index| text(index)).collect();
    for index in (0..step.expressions.len()).filter(|&index| is_wait(index)) {
        parts[0].push_str(&format!("; {}", text(index)));
    }
    // Distances to the lines around only grow; among the parts they must be kept.
    let trial = Trial::around(subject, line..line + 1)?;
    if !trial.is_no_worse(&parts) || !trial::alone(&parts, subject.mode).is_empty() {
        return None;
    }
    let separator = format!("\n{}", subject.indentation(line));
    let end = subject.statement_end(line, step);
    Some(
        Fix::new(
            Applicability::Safe,
            message!("Unpack into {parts} steps", parts = parts.len()),
        )
        .with(Edit::replace(
            0,
            step.range.start..end,
            parts.join(&separator),
        )),
    )
}

/// An order in which every expression comes before those that write what it reads, otherwise that of the text; `None`
/// if they wait for each other.
fn order(rearrangement: &Rearrangement<'_>, mut left: Vec<usize>) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let free = left.iter().position(|&candidate| {
            left.iter()
                .all(|&other| other == candidate || !rearrangement.must_precede(other, candidate))
        })?;
        order.push(left.remove(free));
    }
    Some(order)
}
