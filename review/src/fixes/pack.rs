//! Moves a step into the one before it, or returns the reason why that is not possible.

use std::ops::Range;

use super::Impossible;
use super::checked_program::{Subject, is_ordinary};
use super::try_change::Trial;
use mnc2_dataflow::depends::{Broken, Depends, Refusal, Why};
use mnc2_program::Step;
use mnc2_text::{Applicability, Edit, Fix, Message, message};

pub(super) fn fix(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    let line = super::only(lines)?;
    let step = subject.ordinary_step(line)?;
    let above = subject.statement_above(line)?;
    let earlier = subject.ordinary_step(above)?;
    let order = Joined::new(subject, above, line).ok()?;
    if order.broken().next().is_some() {
        return None;
    }
    let (joined, moved) = joined(subject, (above, earlier), (line, step));
    let trial = Trial::around(subject, above..line + 1)?;
    if !trial.is_no_worse(&[joined]) {
        return None;
    }
    let offset = mnc2_text::fix::lines_below(line, above);
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
    let order = match Joined::new(subject, above, line) {
        Ok(order) => order,
        Err(refusal) => return refusal.message(),
    };
    let broken: Vec<Broken<'_>> = order.broken().collect();
    // The checker has a more precise message for what a rule forbids.
    let is_checked = |it: &Broken<'_>| match it {
        Broken::Limit(limit) => matches!(limit.why, Why::Timing(_) | Why::Together(_)),
        Broken::Resource(_) => true,
        Broken::Feed(_) => false,
    };
    if let Some(broken) = broken.iter().find(|it| !is_checked(it)) {
        return order.message(broken);
    }
    let (joined, _) = joined(subject, (above, earlier), (line, step));
    let trial = Trial::around(subject, above..line + 1);
    let found = trial.and_then(|trial| trial.first_new(&[joined]));
    found.unwrap_or_else(|| match broken.first() {
        Some(broken) => order.message(broken),
        None => message!("the lines around it cannot be checked"),
    })
}

/// Two lines as one step.
struct Joined {
    depends: Depends,
    steps: Vec<i64>,
}

impl Joined {
    fn new(subject: &Subject<'_>, above: u32, line: u32) -> Result<Self, Refusal> {
        let lines = above as usize..line as usize + 1;
        let depends = Depends::from_faulty_lines(subject.program, lines)?;
        let steps = depends.with_steps(-1, |_| 0);
        Ok(Self { depends, steps })
    }

    fn broken(&self) -> impl Iterator<Item = Broken<'_>> {
        self.depends.broken(&self.steps)
    }

    /// The broken limit, in words.
    fn message(&self, broken: &Broken<'_>) -> Message {
        let line = |atom: usize| self.depends.atoms[atom].line;
        match broken {
            Broken::Limit(limit) => limit.why.message_for_later(line(limit.from)),
            Broken::Feed(feed) => feed.message(line(feed.from), line(feed.to)),
            Broken::Resource(resource) => Message::from_table(resource.why.row().title),
        }
    }
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
