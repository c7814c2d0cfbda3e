//! From an order back to text. Expressions keep their spelling, comments go with their lines, and headings and blank lines stay at
//! the border of their sections.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mnc2_dataflow::depends::{AtomKind, Depends};
use mnc2_program::Program;
use mnc2_program::render::nops;
use mnc2_text::line;

use crate::problem::{Problem, Schedule};

/// The lines of a region in another order; `source` is the text of a line of the program, counted from 0.
#[must_use]
pub fn lines(
    depends: &Depends,
    problem: &Problem,
    schedule: &Schedule,
    program: &Program,
    region: Range<usize>,
    source: &dyn Fn(usize) -> String,
) -> Vec<String> {
    let mut comments = comments(program, region, source);
    let sections = sections(&comments);
    let mut placed = placed(depends, problem, schedule);
    // The expressions of each step and the statements before it, by line. Expressions that share a step now keep their order:
    // of two transfers to the PEs, the register holds the result of one.
    let mut steps: BTreeMap<i64, Vec<Written>> = BTreeMap::new();
    let mut ends: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    let mut before: BTreeMap<i64, Vec<(usize, String)>> = BTreeMap::new();
    for (at, line) in headings(&sections, &placed) {
        let above = comments
            .get_mut(&line)
            .map(|own| std::mem::take(&mut own.above));
        let above = above.into_iter().flatten().map(|text| (line, text));
        before.entry(at).or_default().extend(above);
    }
    for (index, task) in problem.tasks.iter().enumerate() {
        let atom = &depends.atoms[task.atom];
        let at = schedule.steps[index];
        let own = comments.remove(&atom.line).unwrap_or_default();
        let above = own.above.into_iter().map(|text| (atom.line, text));
        before.entry(at).or_default().extend(above);
        let line = source(atom.line);
        if task.kind == AtomKind::Between {
            let statement = program
                .line(atom.line)
                .and_then(|line| line.statement.as_ref());
            let range = statement
                .map(mnc2_program::Statement::range)
                .unwrap_or_default();
            let mut written = line::part(&line, &range).to_owned();
            if let Some(comment) = own.beside {
                written = format!("{written} {comment}");
            }
            before.entry(at).or_default().push((atom.line, written));
            continue;
        }
        let forwarded = &task.variants[schedule.variants[index]];
        for (part, &number) in atom.parts().iter().zip(&atom.expressions) {
            let mut written = line::part(&line, &part.range).to_owned();
            // From the last to the first, so that ranges stay valid.
            let mut replaced: Vec<_> = forwarded.iter().map(|&it| &depends.forwarded[it]).collect();
            replaced.sort_by_key(|it| std::cmp::Reverse(it.input));
            for it in replaced {
                let range = &part.inputs[it.input].range;
                let start = (range.start - part.range.start) as usize;
                let end = (range.end - part.range.start) as usize;
                written.replace_range(start..end, &it.name);
            }
            steps.entry(at).or_default().push(Written {
                place: (atom.line, number),
                text: written,
            });
        }
        ends.entry(at).or_default().extend(own.beside);
    }
    // Comments of lines that are gone, such as a `nop`, are above the statement that follows them.
    placed.sort_unstable_by_key(|it| it.line);
    let mut after_all = Vec::new();
    for (line, own) in comments {
        let texts = own.above.into_iter().chain(own.beside);
        match placed.get(placed.partition_point(|it| it.line < line)) {
            Some(next) => {
                let texts = texts.map(|text| (line, text));
                before.entry(next.step).or_default().extend(texts);
            }
            None => after_all.extend(texts),
        }
    }
    for texts in before.values_mut() {
        texts.sort_by_key(|(line, _)| *line);
    }
    let mut lines = Vec::new();
    // Where the text is: steps without anything are one `nop`, however many there are.
    let mut at = 0;
    let written: BTreeSet<i64> = before
        .keys()
        .chain(steps.keys())
        .copied()
        .chain([schedule.length])
        .collect();
    for step in written {
        if step > at {
            lines.push(nops(step.abs_diff(at)));
            at = step;
        }
        let texts = before.remove(&step).unwrap_or_default();
        lines.extend(texts.into_iter().map(|(_, text)| text));
        let Some(mut expressions) = steps.remove(&step) else {
            continue;
        };
        expressions.sort_by_key(|it| it.place);
        let expressions: Vec<String> = expressions.into_iter().map(|it| it.text).collect();
        let mut line = expressions.join("; ");
        // `wait` needs another expression (manual 3.6.13).
        if expressions.iter().all(|it| it.starts_with("wait")) {
            line.insert_str(0, "nop; ");
        }
        for comment in ends.remove(&step).unwrap_or_default() {
            line = format!("{line} {comment}");
        }
        lines.push(line);
        at += 1;
    }
    lines.extend(after_all);
    lines
}

/// A statement in the new order.
#[derive(Clone, Copy)]
struct Placed {
    line: usize,
    step: i64,
    /// Whether it takes no step, and is written before `step`.
    is_between: bool,
}

fn placed(depends: &Depends, problem: &Problem, schedule: &Schedule) -> Vec<Placed> {
    let tasks = problem.tasks.iter().zip(&schedule.steps);
    let mut placed: Vec<Placed> = tasks
        .map(|(task, &step)| Placed {
            line: depends.atoms[task.atom].line,
            step,
            is_between: task.kind == AtomKind::Between,
        })
        .collect();
    placed.sort_by_key(|it| it.line);
    placed
}

/// The lines whose comments are a heading: of everything up to the next one.
fn sections(comments: &BTreeMap<usize, Comments>) -> Vec<usize> {
    let headed = comments.iter().filter(|(_, own)| own.is_heading());
    headed.map(|(line, _)| *line).collect()
}

/// Before which step each heading is: where fewest statements of its section are above it, and fewest of the section before it are
/// below. They keep their order, unless most of a section went above an earlier heading: then the heading goes with it.
/// `placed` is in the order of lines.
fn headings(sections: &[usize], placed: &[Placed]) -> Vec<(i64, usize)> {
    let between = |first: usize, end: usize| {
        let index = |line: usize| placed.partition_point(|it| it.line < line);
        &placed[index(first)..index(end)]
    };
    let mut found = Vec::new();
    let mut least = 0;
    let mut first = 0;
    for (index, &line) in sections.iter().enumerate() {
        let end = sections.get(index + 1).copied().unwrap_or(usize::MAX);
        let (previous, own) = (between(first, line), between(line, end));
        let mut below: Vec<i64> = previous
            .iter()
            .map(|it| it.step - i64::from(it.is_between))
            .collect();
        below.sort_unstable();
        let mut above: Vec<i64> = own.iter().map(|it| it.step).collect();
        above.sort_unstable();
        let misplaced = |step: i64| {
            let after = below.len() - below.partition_point(|it| *it < step);
            after + above.partition_point(|it| *it < step)
        };
        let after_previous = below.last().map_or(0, |last| last + 1);
        let steps = above.iter().copied().chain([after_previous]);
        let steps = steps.filter(|step| *step >= least);
        let start = above.first().copied();
        let from_start = |step: i64| start.map_or(0, |start| step.abs_diff(start));
        let best = steps.min_by_key(|step| (misplaced(*step), from_start(*step), *step));
        let is_ahead = 2 * above.partition_point(|it| *it < least) > above.len();
        let step = match (start, previous.is_empty() && index == 0) {
            (_, true) => 0,
            (Some(start), false) if is_ahead => start,
            _ => best.unwrap_or(least),
        };
        found.push((step, line));
        least = least.max(step);
        first = line;
    }
    found
}

/// An expression as it is written.
struct Written {
    /// Its line, and where it is among the expressions of this line.
    place: (usize, usize),
    text: String,
}

/// The comments of a line with a statement: the lines above it that have only a comment or nothing, and its own.
#[derive(Debug, Default)]
struct Comments {
    above: Vec<String>,
    beside: Option<String>,
}

impl Comments {
    /// Whether what is above is about more than one line: it is set off by a blank line, or decorated. Any other comment is about its
    /// line.
    fn is_heading(&self) -> bool {
        const SIGNS: [&str; 5] = ["==", "--", "**", "##", "~~"];
        let mut above = self.above.iter();
        above.any(|text| text.is_empty() || SIGNS.iter().any(|it| text.contains(it)))
    }
}

/// Comments by the line with a statement that they go with; those after the last one by a line beyond.
fn comments(
    program: &Program,
    region: Range<usize>,
    source: &dyn Fn(usize) -> String,
) -> BTreeMap<usize, Comments> {
    let mut found: BTreeMap<usize, Comments> = BTreeMap::new();
    let mut above = Vec::new();
    for (number, line) in (region.start..).zip(program.range(region.clone())) {
        let comment = line.comment.as_ref();
        let comment = comment.map(|range| line::part(&source(number), range).to_owned());
        if line.statement.is_none() {
            above.push(comment.unwrap_or_default());
            continue;
        }
        found.insert(
            number,
            Comments {
                above: std::mem::take(&mut above),
                beside: comment,
            },
        );
    }
    if !above.is_empty() {
        let last = Comments {
            above,
            beside: None,
        };
        found.insert(region.end, last);
    }
    found
}
