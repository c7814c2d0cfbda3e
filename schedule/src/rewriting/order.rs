//! Which items share a step, and in which order the steps are.
//!
//! Four items with one operation on different words are the four cycles of a step. An item is ready once everything that it
//! reads is made, and once what it overwrites has been read; ready items of one kind become a step, so that no two steps ever
//! wait for each other.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_program::render;

use super::graph::Word;
use super::plan::{HomeId, Item, Line, Make, Plan, Source, starts};
use crate::planted::{Wrong, is_planted};

/// Items that share their steps: at most one for each cycle.
pub(super) type Group = Vec<usize>;

/// The groups of a plan in order; `None` if items wait for each other. By sides, values that are read as different inputs
/// of a step are never results of one step, which would be in one memory.
pub(super) fn groups(plan: &Plan, by_sides: bool) -> Option<Vec<Group>> {
    let before = before(plan);
    let mut waits: Vec<usize> = before.iter().map(BTreeSet::len).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); plan.items.len()];
    for (item, all) in before.iter().enumerate() {
        all.iter().for_each(|&it| after[it].push(item));
    }
    let heights = heights(plan, &after);
    let mut ready: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    let mut left: HashMap<String, usize> = HashMap::new();
    let sides = if by_sides {
        sides(plan)
    } else {
        HashMap::new()
    };
    let keys: Vec<String> = plan.items.iter().map(|it| key(plan, it, &sides)).collect();
    for (item, name) in keys.iter().enumerate() {
        *left.entry(name.clone()).or_default() += 1;
        if waits[item] == 0 {
            ready.entry(name.clone()).or_default().insert(item);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut count = 0;
    while !ready.is_empty() {
        // A full step, or one that no other item will join, before one that may still become fuller.
        let best = ready.iter().max_by_key(|(name, items)| {
            let is_full = items.len() >= CYCLES_PER_STEP || items.len() == left[*name];
            let height = items.iter().map(|it| heights[*it]).max();
            let first = items.first().copied().unwrap_or(0);
            (is_full, height, std::cmp::Reverse(first))
        });
        let name = best?.0.clone();
        let items = ready.get_mut(&name)?;
        let group: Group = items.iter().take(CYCLES_PER_STEP).copied().collect();
        items.retain(|it| !group.contains(it));
        if items.is_empty() {
            ready.remove(&name);
        }
        *left.get_mut(&name)? -= group.len();
        count += group.len();
        for &item in &group {
            for &next in &after[item] {
                waits[next] -= 1;
                if waits[next] == 0 {
                    ready.entry(keys[next].clone()).or_default().insert(next);
                }
            }
        }
        groups.push(group);
    }
    (count == plan.items.len()).then_some(groups)
}

/// The items that each item waits for.
fn before(plan: &Plan) -> Vec<BTreeSet<usize>> {
    let mut writers: HashMap<HomeId, Vec<(usize, u32)>> = HashMap::new();
    for (index, item) in plan.items.iter().enumerate() {
        for (home, offset) in item.places() {
            writers.entry(home).or_default().push((index, offset));
        }
    }
    let starts = starts(plan);
    let of_item = |(index, item): (usize, &Item)| {
        let mut before: BTreeSet<usize> = item.after.iter().copied().collect();
        for line in &item.lines {
            for source in &line.sources {
                let Source::Home(home, offset) = source else {
                    continue;
                };
                let all = writers.get(home).into_iter().flatten();
                let overlaps = |it: &&(usize, u32)| {
                    let (other, first) = (&plan.items[it.0], it.1);
                    first < offset + line.width && *offset < first + other.width
                };
                before.extend(all.filter(overlaps).map(|it| it.0));
            }
        }
        let all = if is_planted(Wrong::TooEarly) {
            Vec::new()
        } else {
            written(plan, item)
        };
        for word in all {
            before.extend(starts.get(&word).into_iter().flatten());
        }
        before.remove(&index);
        before
    };
    plan.items.iter().enumerate().map(of_item).collect()
}

/// The words of decided places that an item writes.
pub(super) fn written(plan: &Plan, item: &Item) -> Vec<Word> {
    let words = item.words();
    let words = words.filter_map(|(home, word)| Some(plan.homes[home].at?.after(word)));
    words.collect()
}

/// The number of items that follow each one in a chain.
fn heights(plan: &Plan, after: &[Vec<usize>]) -> Vec<usize> {
    let mut heights = vec![0; plan.items.len()];
    // Most items are later than the items that they read; a second pass covers the others well enough for a choice.
    for _ in 0..2 {
        for item in (0..heights.len()).rev() {
            let next = after[item].iter().map(|it| heights[*it] + 1);
            heights[item] = next.max().unwrap_or(0);
        }
    }
    heights
}

/// As which inputs the values of each home are read.
fn sides(plan: &Plan) -> HashMap<HomeId, BTreeSet<usize>> {
    let mut sides: HashMap<HomeId, BTreeSet<usize>> = HashMap::new();
    for line in plan.items.iter().flat_map(|it| &it.lines) {
        for (position, source) in line.sources.iter().enumerate() {
            if let Source::Home(home, _) = source {
                sides.entry(*home).or_default().insert(position);
            }
        }
    }
    sides
}

/// The common part of items in one step.
fn key(plan: &Plan, item: &Item, sides: &HashMap<HomeId, BTreeSet<usize>>) -> String {
    let memory = |(home, _): (HomeId, u32)| plan.homes[home].at.map(|it| it.memory);
    let at: Vec<Option<usize>> = item.places().map(memory).collect();
    let lines: Vec<String> = item.lines.iter().map(|line| line_key(plan, line)).collect();
    let sides: Vec<_> = item.places().map(|it| sides.get(&it.0)).collect();
    // What is in the words of all cycles takes all cycles of a step.
    let alone = plan.homes[item.home].is_repeated.then_some(item.home);
    format!(
        "{} {at:?} {sides:?} {alone:?} {}",
        item.width,
        lines.join(";")
    )
}

fn line_key(plan: &Plan, line: &Line) -> String {
    let make = match line.make {
        Make::Apply(operation) => format!("op {operation}"),
        Make::Copy => "copy".to_owned(),
        Make::Immediate(bits) => format!("imm {bits}"),
        Make::Number(number) => format!("number {number}"),
    };
    let sources: Vec<String> = line
        .sources
        .iter()
        .map(|source| match source {
            Source::Start(word) => format!("start {}", word.memory),
            Source::Home(home, _) => match plan.homes[*home].at {
                Some(at) => format!("start {}", at.memory),
                None => "home".to_owned(),
            },
            Source::Constant(operand) => render::operand(operand),
        })
        .collect();
    format!(
        "{make} {} {} {} {} {}",
        line.width,
        line.writes,
        line.is_masked,
        line.sets_mask,
        sources.join(",")
    )
}
