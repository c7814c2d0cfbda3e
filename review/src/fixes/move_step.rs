//! Moves a step up or down past other lines, as far as that changes nothing.
//!
//! [`mnc2_dataflow::depends`] decides what may move where: all lines in between come one step later or earlier, and every
//! distance must stay within its limits. Steps are not joined, so their number stays.

use std::ops::Range;

use super::Impossible;
use super::checked_program::Subject;
use super::try_change::Trial;
use mnc2_dataflow::depends::{Broken, Dependence, Depends, Limit, Refusal, Widths};
use mnc2_program::Line;
use mnc2_text::{Applicability, Edit, Fix, Message, message};

/// Lines that are looked at in one direction; more only where nothing stops the step among these.
const LINES: [usize; 3] = [12, 48, 192];
/// Places that are tried with the checker, the furthest first.
const TRIALS_MAX: usize = 4;

/// The direction of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

/// How far a step can go, and what stops it.
struct Reach {
    /// The line before which it can be put when it goes up, after which when it goes down, and how many steps away that
    /// is; the furthest first.
    places: Vec<(usize, u64)>,
    /// Why it cannot go further than the first of them.
    stopped_by: Message,
    /// Whether more lines could show a place that is further away.
    is_open: bool,
}

/// The move, if there is one.
pub(super) fn fix(subject: &Subject<'_>, lines: Range<u32>, way: Way) -> Option<Fix> {
    moved(subject, super::only(lines)?, way)?.ok()
}

/// Why a step cannot move; `None` if the line has none, or if it can move.
pub(super) fn why_not(subject: &Subject<'_>, lines: Range<u32>, way: Way) -> Option<Impossible> {
    let reason = moved(subject, super::only(lines)?, way)?.err()?;
    let title = match way {
        Way::Up => message!("Move step up as far as is safe"),
        Way::Down => message!("Move step down as far as is safe"),
    };
    Some(Impossible { title, reason })
}

/// The move of a line's step, or why it cannot move; `None` if the line has no step other than `nop`.
fn moved(subject: &Subject<'_>, line: u32, way: Way) -> Option<Result<Fix, Message>> {
    let step = subject.line(line)?.step()?;
    if step.is_bare_nop() {
        return None;
    }
    Some(match reach(subject, line as usize, way) {
        Err(refusal) => Err(refusal.message()),
        Ok(reach) => furthest(subject, line, reach, way),
    })
}

/// The move to the furthest place where the checker finds nothing new. If there is no such place, the reason.
fn furthest(subject: &Subject<'_>, line: u32, reach: Reach, way: Way) -> Result<Fix, Message> {
    if reach.places.is_empty() {
        return Err(reach.stopped_by);
    }
    let mut tried = reach.places.iter().take(TRIALS_MAX).enumerate();
    let clean = tried.find(|(_, (place, _))| is_clean(subject, line as usize, *place, way));
    let Some((index, &(place, steps))) = clean else {
        return Err(message!("the checker would find something new"));
    };
    let to = place + 1;
    let reason = match index {
        0 => reach.stopped_by,
        _ => message!("the checker would find something new further away"),
    };
    let title = match way {
        Way::Up => message!(
            "Move up by {steps:# step|# steps}, before line {to}: {reason}",
            steps,
            to,
            reason
        ),
        Way::Down => message!(
            "Move down by {steps:# step|# steps}, after line {to}: {reason}",
            steps,
            to,
            reason
        ),
    };
    Ok(edits(subject, line, place, way, title))
}

fn reach(subject: &Subject<'_>, line: usize, way: Way) -> Result<Reach, Refusal> {
    let [first, more @ ..] = LINES;
    let mut reach = reach_within(subject, line, way, first)?;
    for count in more {
        if !reach.is_open {
            break;
        }
        reach = reach_within(subject, line, way, count)?;
    }
    Ok(reach)
}

/// The places among some lines above or below.
fn reach_within(
    subject: &Subject<'_>,
    line: usize,
    way: Way,
    count: usize,
) -> Result<Reach, Refusal> {
    let program = subject.program;
    let region = match way {
        Way::Up => line.saturating_sub(count)..line + 1,
        Way::Down => line..(line + 1 + count).min(program.len()),
    };
    if program.range(0..region.start).any(|it| it.ends_program()) {
        return Ok(stopped(message!("the program ends before this line")));
    }
    let quit = (region.clone())
        .zip(program.range(region.clone()))
        .find(|(_, line)| line.ends_program());
    let end = quit.map_or(region.end, |(number, _)| number);
    if end <= line {
        return Ok(stopped(message!("the program ends before this line")));
    }
    let region = region.start..end;
    let depends = Depends::from_lines(program, region.clone(), Widths::Free)?;
    let layout = Layout::new(subject, region.clone(), line);
    let candidates: Vec<usize> = match way {
        Way::Up => (region.start..line).rev().collect(),
        Way::Down => (line + 1..region.end).collect(),
    };
    let has_statement = |&place: &usize| {
        let line = program.line(place);
        line.is_some_and(|line| line.statement.is_some())
    };
    let mut places = Vec::new();
    let mut obstacle = None;
    for place in candidates.into_iter().filter(has_statement) {
        match layout.obstacle(&depends, place, way) {
            None => {
                let steps = layout.shift(place, way).unsigned_abs();
                if steps != 0 {
                    places.insert(0, (place, steps));
                    obstacle = None;
                }
            }
            Some(found) => {
                let is_last = found.is_last;
                obstacle.get_or_insert(found.why);
                if is_last {
                    let stopped_by = obstacle.unwrap_or_default();
                    return Ok(Reach {
                        places,
                        stopped_by,
                        is_open: false,
                    });
                }
            }
        }
    }
    let is_edge = match way {
        Way::Up => region.start == 0,
        Way::Down => region.end == program.len() || quit.is_some(),
    };
    let edge = match (way, is_edge) {
        (Way::Up, true) => message!("the program begins there"),
        (Way::Down, true) => message!("the program ends there"),
        (_, false) => message!("at most {count} lines are examined", count),
    };
    Ok(Reach {
        places,
        stopped_by: obstacle.unwrap_or(edge),
        is_open: !is_edge,
    })
}

fn stopped(why: Message) -> Reach {
    Reach {
        places: Vec::new(),
        stopped_by: why,
        is_open: false,
    }
}

/// The reason why a step cannot be at a place.
struct Obstacle {
    why: Message,
    /// Whether it is about the step that moves.
    is_own: bool,
    /// Whether it prevents every place that is further away too.
    is_last: bool,
}

/// The step of each line of a region, from its first step.
struct Layout {
    first: usize,
    /// The step of each line, and how many steps it takes.
    lines: Vec<(i64, i64)>,
    moved: usize,
}

impl Layout {
    fn new(subject: &Subject<'_>, region: Range<usize>, moved: usize) -> Self {
        let mut at = 0;
        let of_line = |line: &std::sync::Arc<Line>| {
            let steps = line.step().map_or(0, |step| i64::from(step.steps()));
            at += steps;
            (at - steps, steps)
        };
        Self {
            first: region.start,
            lines: subject.program.range(region).map(of_line).collect(),
            moved,
        }
    }

    fn line(&self, line: usize) -> (i64, i64) {
        self.lines.get(line - self.first).copied().unwrap_or((0, 0))
    }

    /// By how many steps the step moves.
    fn shift(&self, place: usize, way: Way) -> i64 {
        let ((now, own), (at, steps)) = (self.line(self.moved), self.line(place));
        match way {
            Way::Up => at - now,
            Way::Down => at + steps - own - now,
        }
    }

    /// The limit that a move would break.
    fn obstacle(&self, depends: &Depends, place: usize, way: Way) -> Option<Obstacle> {
        let (_, own) = self.line(self.moved);
        let shift = self.shift(place, way);
        let passed = match way {
            Way::Up => place..self.moved,
            Way::Down => self.moved + 1..place + 1,
        };
        let opposite = match way {
            Way::Up => own,
            Way::Down => -own,
        };
        let atoms = &depends.atoms;
        let steps = depends.with_steps(0, |atom| match atom.line {
            line if line == self.moved => atom.step + shift,
            line if passed.contains(&line) => atom.step + opposite,
            _ => atom.step,
        });
        let is_own =
            |from: usize, to: usize| atoms[from].line == self.moved || atoms[to].line == self.moved;
        let obstacle = |broken: Broken<'_>| match broken {
            Broken::Limit(&Dependence {
                from,
                to,
                limit,
                why,
            }) => Obstacle {
                is_own: is_own(from, to),
                is_last: is_own(from, to) && matches!(limit, Limit::AtLeast(_)),
                why: match (atoms[from].line, atoms[to].line) {
                    (from, to) if to == self.moved => why.message_for_later(from),
                    (from, to) if from == self.moved => why.message_for_earlier(to),
                    (from, to) => message!(
                        "line {line} would be too far from line {other}, or too near",
                        line = to + 1,
                        other = from + 1
                    ),
                },
            },
            Broken::Feed(feed) => Obstacle {
                is_own: is_own(feed.from, feed.to),
                is_last: is_own(feed.from, feed.to),
                why: feed.message(atoms[feed.from].line, atoms[feed.to].line),
            },
            Broken::Resource(resource) => Obstacle {
                is_own: false,
                is_last: false,
                why: Message::from_table(resource.why.row().title),
            },
        };
        // The reason that is about the step itself is the better one.
        depends
            .broken(&steps)
            .map(obstacle)
            .min_by_key(|it| !it.is_own)
    }
}

/// Whether the checker finds nothing new around.
fn is_clean(subject: &Subject<'_>, line: usize, place: usize, way: Way) -> bool {
    let lines = match way {
        Way::Up => place..line + 1,
        Way::Down => line..place + 1,
    };
    let mut texts: Vec<String> = lines
        .clone()
        .map(|line| (subject.text)(line as u32).into_owned())
        .collect();
    match way {
        Way::Up => texts.rotate_right(1),
        Way::Down => texts.rotate_left(1),
    }
    let range = lines.start as u32..lines.end as u32;
    Trial::around(subject, range).is_some_and(|trial| trial.is_no_worse(&texts))
}

fn edits(subject: &Subject<'_>, line: u32, place: usize, way: Way, title: Message) -> Fix {
    let text = (subject.text)(line);
    let offset = mnc2_text::fix::lines_below(line, place as u32);
    let fix = Fix::new(Applicability::Safe, title);
    match way {
        Way::Up => fix
            .with(Edit::insert_line(offset, &text))
            .with(Edit::remove_lines(0..1)),
        Way::Down => {
            let end = (subject.text)(place as u32).len() as u32;
            fix.with(Edit::remove_lines(0..1)).with(Edit::replace(
                offset,
                end..end,
                format!("\n{text}"),
            ))
        }
    }
}
