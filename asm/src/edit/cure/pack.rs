//! Moves a step into the one before it, or says why that cannot be done.

use std::ops::Range;

use super::Impossible;
use super::rearrangement::Rearrangement;
use super::subject::{Subject, is_ordinary};
use super::trial::Trial;
use crate::depends::{Depends, Widths};
use crate::finding::fix::{Applicability, Edit, Fix};
use crate::message;
use crate::message::Message;
use crate::program::Step;

pub(super) fn fix(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    let line = super::only(lines)?;
    let step = subject.ordinary_step(line)?;
    let above = subject.statement_above(line)?;
    let earlier = subject.ordinary_step(above)?;
    if !keeps_meaning(subject, above, line)? {
        return None;
    }
    let (joined, moved) = joined(subject, (above, earlier), (line, step));
    let trial = Trial::around(subject, above..line + 1)?;
    if !trial.is_no_worse(&[joined]) {
        return None;
    }
    let offset = above as i32 - line as i32;
    let place = earlier.range.end;
    let rest = super::without_statement(subject.line(line)?, step);
    Some(
        Fix::new(Applicability::Safe, message!("Pack into the previous step"))
            .with(Edit::replace(offset, place..place, moved))
            .with(rest),
    )
}

/// Why a step cannot join the one above.
pub(super) fn why_not(subject: &Subject<'_>, lines: Range<u32>) -> Option<Impossible> {
    let line = super::only(lines.clone())?;
    let step = subject.line(line)?.step()?;
    if step.is_bare_nop() || fix(subject, lines).is_some() {
        return None;
    }
    Some(Impossible {
        title: message!("Pack into the previous step"),
        reason: reason(subject, line, step),
    })
}

fn reason(subject: &Subject<'_>, line: u32, step: &Step) -> Message {
    let Some(above) = subject.statement_above(line) else {
        return message!("there is no step above");
    };
    for place in [line, above] {
        if subject.line(place).is_some_and(|it| it.has_error()) {
            return message!("line {line} has an error", line = place + 1);
        }
    }
    let number = above + 1;
    let Some(earlier) = subject.line(above).and_then(|it| it.step()) else {
        return message!("line {line}, in between, is not a step", line = number);
    };
    if earlier.is_bare_nop() {
        return message!("line {line} above is a `nop`", line = number);
    }
    for (place, step) in [(line, step), (above, earlier)] {
        if !is_ordinary(step) {
            return message!(
                "line {line} has `nop` or `noforward`, which are about a whole step",
                line = place + 1
            );
        }
    }
    if keeps_meaning(subject, above, line) != Some(true) {
        return of_data(subject, above, line).unwrap_or_else(|| {
            message!("a forwarding register would hold another result, or a mask would be another")
        });
    }
    let (joined, _) = joined(subject, (above, earlier), (line, step));
    let found =
        Trial::around(subject, above..line + 1).and_then(|trial| trial.first_new(&[joined]));
    found.unwrap_or_else(|| message!("the lines around it cannot be checked"))
}

/// Why a value would be another, or go another way.
fn of_data(subject: &Subject<'_>, above: u32, line: u32) -> Option<Message> {
    let (above, line) = (above as usize, line as usize);
    let depends = match Depends::of(subject.program, above..line + 1, Widths::Free) {
        Ok(depends) => depends,
        Err(refusal) => return Some(refusal.message()),
    };
    let is_pair = |from: usize, to: usize| {
        (depends.atoms[from].line, depends.atoms[to].line) == (above, line)
    };
    let mut limits = depends.limits.iter();
    if let Some(limit) = limits.find(|it| is_pair(it.from, it.to) && !it.limit.allows(0)) {
        return Some(limit.why.of_later(above));
    }
    let feed = (depends.feeds.iter()).find(|feed| is_pair(feed.from, feed.to))?;
    Some(feed.message(above, line))
}

/// Whether both lines compute the same as one step; `None` if they are not ordinary steps.
fn keeps_meaning(subject: &Subject<'_>, above: u32, line: u32) -> Option<bool> {
    let rearrangement = Rearrangement::of_lines(subject, &[above, line])?;
    let together = vec![0; rearrangement.expressions().count()];
    Some(rearrangement.keeps_meaning(&together))
}

/// The line above with the step in it, and what is added to it.
fn joined(
    subject: &Subject<'_>,
    (above, earlier): (u32, &Step),
    (line, step): (u32, &Step),
) -> (String, String) {
    let moved = format!(
        "; {}",
        subject.slice(line, step.range.start, step.range.end)
    );
    let mut joined = (subject.text)(above).into_owned();
    joined.insert_str(earlier.range.end as usize, &moved);
    (joined, moved)
}
