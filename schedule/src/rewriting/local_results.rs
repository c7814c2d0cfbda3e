//! Results in LM that lines read which write the same LM: as a line has one address for both (manual 3.6.4), what computes them
//! writes them to another memory too.

use std::collections::HashMap;

use super::graph::is_local;
use super::plan::{Home, HomeId, Make, Plan, Source};
use crate::values::MEMORIES;

/// Gives each such result another place, of which the lines read.
pub(super) fn apply(plan: &mut Plan) {
    let mut writers: HashMap<HomeId, Vec<usize>> = HashMap::new();
    for (index, item) in plan.items.iter().enumerate() {
        writers.entry(item.home).or_default().push(index);
    }
    let mut others: HashMap<HomeId, Option<HomeId>> = HashMap::new();
    for reader in 0..plan.items.len() {
        let Some(written) = local_memory(plan, plan.items[reader].home) else {
            continue;
        };
        for line in 0..plan.items[reader].lines.len() {
            for source in 0..plan.items[reader].lines[line].sources.len() {
                let Source::Home(home, offset) = plan.items[reader].lines[line].sources[source]
                else {
                    continue;
                };
                if local_memory(plan, home) != Some(written) {
                    continue;
                }
                let own = writers.get(&home).map_or(&[][..], Vec::as_slice);
                let other = *others
                    .entry(home)
                    .or_insert_with(|| with_another_place(plan, home, own));
                if let Some(other) = other {
                    let sources = &mut plan.items[reader].lines[line].sources;
                    sources[source] = Source::Home(other, offset);
                }
            }
        }
    }
}

/// The LM in which a home is.
fn local_memory(plan: &Plan, home: HomeId) -> Option<usize> {
    let memory = plan.homes[home].at?.memory;
    is_local(MEMORIES[memory]).then_some(memory)
}

/// Another place for a home, which all that writes it writes too; `None` if something cannot.
fn with_another_place(plan: &mut Plan, home: HomeId, writers: &[usize]) -> Option<HomeId> {
    let can_write = |item: &usize| match plan.items[*item].lines.as_slice() {
        // `imm` has one output.
        [line] => line.writes && !line.is_masked && !matches!(line.make, Make::Immediate(_)),
        _ => false,
    };
    if !writers.iter().all(can_write) {
        return None;
    }
    plan.homes.push(Home {
        at: None,
        ..plan.homes[home].clone()
    });
    let other = plan.homes.len() - 1;
    for &item in writers {
        let offset = plan.items[item].offset;
        plan.items[item].also.push((other, offset));
    }
    Some(other)
}
