//! Results in LM that lines read which write the same LM: as a line has one address for both (manual 3.6.4), what computes them
//! writes them to another memory too.

use std::collections::{BTreeSet, HashMap};

use super::graph::is_local;
use super::plan::{Home, HomeId, Item, Plan, Source};
use crate::values::MEMORIES;

/// Gives each such result another place, of which the lines read.
pub(super) fn apply(plan: &mut Plan) {
    let local_memory = |home: &Home| {
        let memory = home.at?.memory;
        is_local(MEMORIES[memory]).then_some(memory)
    };
    let memories: Vec<Option<usize>> = plan.homes.iter().map(local_memory).collect();
    let is_beside = |written: HomeId, read: HomeId| {
        memories[written].is_some() && memories[written] == memories[read]
    };
    let read_by = |item: &Item| {
        let homes = item.sources().filter_map(|it| match it.1 {
            Source::Home(home, _) if is_beside(item.home, *home) => Some(*home),
            Source::Home(..) | Source::Start(_) | Source::Constant(_) => None,
        });
        homes.collect::<Vec<HomeId>>()
    };
    let results: BTreeSet<HomeId> = plan.items.iter().flat_map(read_by).collect();
    let mut others: HashMap<HomeId, HomeId> = HashMap::new();
    for result in results {
        others.extend(with_another_place(plan, result).map(|it| (result, it)));
    }
    for item in &mut plan.items {
        let written = item.home;
        for source in item.lines.iter_mut().flat_map(|it| &mut it.sources) {
            if let Source::Home(home, _) = source
                && is_beside(written, *home)
                && let Some(other) = others.get(home)
            {
                *home = *other;
            }
        }
    }
}

/// Another place for a home, which all that writes it writes too; `None` if something cannot.
fn with_another_place(plan: &mut Plan, home: HomeId) -> Option<HomeId> {
    let mut writers = plan.items.iter().filter(|it| it.home == home);
    if !writers.all(|it| it.line_with_places().is_some()) {
        return None;
    }
    let other = plan.homes.len();
    plan.homes.push(Home {
        at: None,
        ..plan.homes[home].clone()
    });
    for item in plan.items.iter_mut().filter(|it| it.home == home) {
        item.also.push((other, item.offset));
    }
    Some(other)
}
