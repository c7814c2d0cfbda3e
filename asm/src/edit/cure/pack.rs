//! Moves a step into the one before it.

use std::ops::Range;

use super::rearrangement::Rearrangement;
use super::subject::Subject;
use super::trial::Trial;
use crate::finding::fix::{Applicability, Edit, Fix};
use crate::message;

pub(super) fn fix(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    let line = super::only(lines)?;
    let step = subject.ordinary_step(line)?;
    let above = subject.statement_above(line)?;
    let earlier = subject.ordinary_step(above)?;
    let rearrangement = Rearrangement::of_lines(subject, &[above, line])?;
    let together = vec![0; rearrangement.expressions().count()];
    if !rearrangement.keeps_meaning(&together) {
        return None;
    }
    let moved = format!(
        "; {}",
        subject.slice(line, step.range.start, step.range.end)
    );
    let mut joined = (subject.text)(above).into_owned();
    let place = earlier.range.end;
    joined.insert_str(place as usize, &moved);
    let trial = Trial::around(subject, above..line + 1)?;
    if !trial.is_no_worse(&[joined]) {
        return None;
    }
    let offset = above as i32 - line as i32;
    let rest = super::without_statement(subject.line(line)?, step);
    Some(
        Fix::new(Applicability::Safe, message!("Pack into the previous step"))
            .with(Edit::replace(offset, place..place, moved))
            .with(rest),
    )
}
