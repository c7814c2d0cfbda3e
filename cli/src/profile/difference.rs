//! Two profiles side by side.

use std::collections::BTreeMap;
use std::io::{self, Write};

use mnc2_dataflow::memory_traffic::Traffic;
use mnc2_dataflow::timeline::TimelineColumn;
use mnc2_dataflow::unit_usage::Unit;
use mnc2_isa::ChipLevel;
use mnc2_program::access::Direction;
use serde_json::{Value, json};

use super::table::Table;
use super::{DIRECTIONS, Profiled, memories, object as of_one};
use crate::output::Look;

/// A figure of both programs that is not the same.
pub(super) struct Change {
    what: String,
    before: u64,
    after: u64,
}

/// The figures that differ, in a fixed order; sections are matched by their titles and the titles of the sections
/// around them.
pub(super) fn changes(before: &Profiled<'_>, after: &Profiled<'_>) -> Vec<Change> {
    let (old, new) = (figures(before), figures(after));
    let mut changes = Vec::new();
    let of_old: BTreeMap<&str, u64> = old.iter().map(|(what, it)| (what.as_str(), *it)).collect();
    let of_new: BTreeMap<&str, u64> = new.iter().map(|(what, it)| (what.as_str(), *it)).collect();
    let only_old = old
        .iter()
        .filter(|(what, _)| !of_new.contains_key(what.as_str()));
    for (what, _) in new.iter().chain(only_old) {
        let of = |figures: &BTreeMap<&str, u64>| figures.get(what.as_str()).copied().unwrap_or(0);
        let (before, after) = (of(&of_old), of(&of_new));
        if before != after {
            changes.push(Change {
                what: what.clone(),
                before,
                after,
            });
        }
    }
    changes
}

/// Every figure with its name.
fn figures(profiled: &Profiled<'_>) -> Vec<(String, u64)> {
    let profile = &profiled.profile;
    let total = &profile.total;
    let transfers = &profile.transfers;
    let mut figures = vec![
        ("steps".to_owned(), total.usage.steps),
        ("MV instructions".to_owned(), total.usage.mv_instructions),
        ("floating-point operations".to_owned(), total.usage.flops),
        ("steps of the chain".to_owned(), profile.chain.steps),
        ("steps with MV under way".to_owned(), transfers.busy),
        ("steps of waiting for MV".to_owned(), transfers.waited()),
        ("steps of MV after the last step".to_owned(), transfers.tail),
    ];
    for unit in Unit::ALL {
        let title = TimelineColumn::Unit(unit).title();
        figures.push((format!("{title} steps"), total.usage.busy_steps(unit)));
    }
    for memory in memories() {
        for direction in DIRECTIONS {
            let done = match direction {
                Direction::Read => "read",
                Direction::Write => "written",
            };
            let name = memory.name();
            if Traffic::PE_MEMORIES.contains(&memory) {
                let steps = total.port_steps(memory, direction);
                figures.push((format!("{name} {done} in steps"), steps));
            }
            let bytes = total.traffic.bytes(memory, direction);
            figures.push((format!("{name} bytes {done}"), bytes));
        }
    }
    if let Some(coverage) = &profiled.coverage {
        figures.push(("changed PEs".to_owned(), coverage.changed(ChipLevel::Pe)));
    }
    let mut around: Vec<String> = Vec::new();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for section in &profile.sections {
        around.truncate(section.depth);
        around.push(profiled.title(section));
        let path = around.join(" / ");
        let times = count.entry(path.clone()).or_default();
        *times += 1;
        let path = match *times {
            1 => path,
            times => format!("{path} ({times})"),
        };
        figures.push((format!("steps of section {path}"), section.work.usage.steps));
    }
    figures
}

pub(super) fn write_text(out: &mut impl Write, changes: &[Change], look: Look) -> io::Result<()> {
    let mut table = Table::new(true, &["", "before", "after", "change"]);
    for change in changes {
        let difference = i128::from(change.after) - i128::from(change.before);
        table.row(vec![
            change.what.clone(),
            change.before.to_string(),
            change.after.to_string(),
            format!("{difference:+}"),
        ]);
    }
    table.write(out, false, look)
}

pub(super) fn object(changes: &[Change], before: &Profiled<'_>, after: &Profiled<'_>) -> Value {
    let changes = changes
        .iter()
        .map(|change| json!({"what": change.what, "before": change.before, "after": change.after}));
    let changes: Vec<Value> = changes.collect();
    json!({"before": of_one(before), "after": of_one(after), "changes": changes})
}
