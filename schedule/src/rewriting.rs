//! Programs written anew from the values that they compute.
//!
//! [`follow`] turns lines into a graph of values ([`graph`]), in which equal values are one and copies are nothing.
//! [`plan`] chooses what makes the values that are needed, on the widest words; [`order`] puts up to four of them into a
//! step, [`place`] gives each a place, and [`write`] makes the text.
//!
//! The result is a draft for the search: its steps are far enough apart. Like every proposal it is proven afterwards, by
//! code that shares nothing with this module.

mod follow;
mod graph;
mod order;
mod place;
mod plan;
mod write;

use std::collections::BTreeMap;

use mnc2_asm::depends::REACH_STEPS;
use mnc2_asm::program::Mode;
use mnc2_asm::program::render::nops;
use mnc2_asm::{LineParser, Program, text};

use self::follow::Followed;
use self::plan::Freedom;
use crate::draft::Draft;
use crate::equal::Places;

/// The ways to write a run anew, those with the fewest steps usually first.
const FREEDOMS: [Freedom; 4] = [
    Freedom { widens: true, copies: false },
    Freedom { widens: true, copies: true },
    Freedom { widens: false, copies: false },
    Freedom { widens: false, copies: true },
];

/// The drafts of a region that is written anew, those with the fewest steps first.
pub(crate) fn rewritten(
    draft: &Draft,
    places: &Places,
    mode: Mode,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Draft> {
    let runs = follow::runs(draft, places);
    let mut found = Vec::new();
    for freedom in FREEDOMS {
        if is_cancelled() {
            break;
        }
        found.extend(written(draft, &runs, freedom, mode));
    }
    found.sort_by_key(|it: &Draft| steps(&it.program));
    found.dedup_by(|one, other| one.lines == other.lines);
    found
}

/// Steps other than those that wait.
fn steps(program: &Program) -> usize {
    let steps = program.iter().filter_map(|line| line.step());
    steps.filter(|step| !step.is_bare_nop()).count()
}

/// The region with all runs that can be written anew.
fn written(draft: &Draft, runs: &[Followed], freedom: Freedom, mode: Mode) -> Option<Draft> {
    let mut lines = Vec::new();
    let mut next = draft.start;
    let mut is_changed = false;
    for run in runs {
        let Some(own) = run_lines(draft, run, freedom, mode) else { continue };
        lines.extend((next..run.lines.start).map(|it| draft.line(it).to_owned()));
        lines.extend(own);
        next = run.lines.end;
        is_changed = true;
    }
    lines.extend((next..draft.end()).map(|it| draft.line(it).to_owned()));
    let mut written = draft.clone();
    written.replace(draft.region(), lines, &mut LineParser::new());
    is_changed.then_some(written)
}

fn run_lines(draft: &Draft, run: &Followed, freedom: Freedom, mode: Mode) -> Option<Vec<String>> {
    let mut plan = plan::plan(run, freedom)?;
    let groups = order::groups(&plan)?;
    place::place(&mut plan, &groups, run)?;
    let written = write::lines(&plan, &groups, &run.graph, &run.free_masks, mode)?;
    let mut comments = comments(draft, run);
    let mut lines = vec![nops(REACH_STEPS as u64)];
    for (text, origins) in written {
        for origin in origins {
            lines.extend(comments.remove(&origin).unwrap_or_default());
        }
        lines.push(text);
        lines.push(nops(REACH_STEPS as u64));
    }
    lines.extend(comments.into_values().flatten());
    Some(lines)
}

/// The comments of a run, by the line with a statement that they go with.
fn comments(draft: &Draft, run: &Followed) -> BTreeMap<usize, Vec<String>> {
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut above = Vec::new();
    for number in run.lines.clone() {
        let Some(line) = draft.program.line(number) else { continue };
        let comment = line.comment.as_ref();
        above.extend(comment.map(|range| text::part(draft.line(number), range).to_owned()));
        if line.step().is_some_and(|step| !step.is_bare_nop()) {
            found.insert(number, std::mem::take(&mut above));
        }
    }
    found.entry(run.lines.end).or_default().append(&mut above);
    found
}

#[cfg(test)]
mod tests;
