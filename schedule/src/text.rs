//! From an order back to text. Expressions keep their spelling, and comments go with their lines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mnc2_asm::depends::{Depends, Kind};
use mnc2_asm::program::render::nops;
use mnc2_asm::{Program, text};

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
    // What each step has, and what comes before it, in the order of the text. Expressions that share a step now keep
    // their order: of two transfers to the PEs, the register holds the result of one.
    let mut steps: BTreeMap<i64, Vec<Written>> = BTreeMap::new();
    let mut ends: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    let mut before: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (index, task) in problem.tasks.iter().enumerate() {
        let atom = &depends.atoms[task.atom];
        let at = schedule.steps[index];
        let own = comments.remove(&atom.line).unwrap_or_default();
        before.entry(at).or_default().extend(own.above);
        let line = source(atom.line);
        if task.kind == Kind::Between {
            let statement = program
                .line(atom.line)
                .and_then(|line| line.statement.as_ref());
            let range = statement
                .map(mnc2_asm::Statement::range)
                .unwrap_or_default();
            let mut written = text::part(&line, &range).to_owned();
            if let Some(comment) = own.beside {
                written = format!("{written} {comment}");
            }
            before.entry(at).or_default().push(written);
            continue;
        }
        let forwarded = &task.variants[schedule.variants[index]];
        for (part, &number) in atom.parts().iter().zip(&atom.expressions) {
            let mut written = text::part(&line, &part.range).to_owned();
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
        lines.extend(before.remove(&step).unwrap_or_default());
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
    // Comments of lines that are gone, such as a `nop`, and those after the last statement.
    lines.extend(
        comments
            .into_values()
            .flat_map(|own| own.above.into_iter().chain(own.beside)),
    );
    lines
}

/// An expression as it is written.
struct Written {
    /// Its line, and where it is among the expressions of this line.
    place: (usize, usize),
    text: String,
}

/// The comments of a line with a statement: the lines above it that have only a comment, and its own.
#[derive(Debug, Default)]
struct Comments {
    above: Vec<String>,
    beside: Option<String>,
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
        let comment = comment.map(|range| text::part(&source(number), range).to_owned());
        if line.statement.is_none() {
            above.extend(comment);
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
