//! Splits a step into one step per expression, readers before writers.

use std::ops::Range;

use mnc2_isa::Group;

use super::checked_program::{self, Subject};
use super::try_change::{self, Trial};
use mnc2_dataflow::depends::Depends;
use mnc2_text::{Applicability, Edit, Fix, message};

pub(super) fn fix(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    let line = super::only(lines)?;
    let step = subject.ordinary_step(line)?;
    let depends = Depends::from_faulty_lines(subject.program, checked_program::one(line)).ok()?;
    // Atoms of one step come readers first. Those that cannot be taken apart are one.
    let alone = depends.inside().map(|atom| match atom.expressions[..] {
        [only] => Some(only),
        _ => None,
    });
    let order: Vec<usize> = alone.collect::<Option<_>>()?;
    // `wait` needs another expression and must not come later than what it delays: it goes with the first step.
    let is_wait = |index: usize| step.expressions[index].op.row().group == Group::Wait;
    let order: Vec<usize> = order.into_iter().filter(|&it| !is_wait(it)).collect();
    if order.len() < 2 {
        return None;
    }
    let place_of = |index: usize| order.iter().position(|&it| it == index).unwrap_or(0);
    let later = order.len() as i64 - 1;
    let after = depends.with_steps(later, |atom| place_of(atom.expressions[0]) as i64);
    if depends.broken(&after).next().is_some() {
        return None;
    }
    let text = |index: usize| subject.expression(line, &step.expressions[index]);
    let mut parts: Vec<String> = order.iter().map(|&index| text(index)).collect();
    for index in (0..step.expressions.len()).filter(|&index| is_wait(index)) {
        parts[0].push_str(&format!("; {}", text(index)));
    }
    // Distances to the lines around only grow; among the parts they must be kept.
    let trial = Trial::around(subject, line..line + 1)?;
    if !trial.is_no_worse(&parts) || !try_change::alone(&parts, subject.mode).is_empty() {
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
