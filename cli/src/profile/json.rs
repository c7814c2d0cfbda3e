//! A profile as one object.

use mnc2_dataflow::memory_traffic::Traffic;
use mnc2_dataflow::profile::Work;
use mnc2_dataflow::timeline::TimelineColumn;
use mnc2_dataflow::unit_usage::Unit;
use mnc2_program::access::{Direction, Store};
use mnc2_text::line::part;
use serde_json::{Map, Value, json};

use super::{Profiled, coverage, key, memories};

/// The profile; lines count from 1, steps from 0.
pub(crate) fn object(profiled: &Profiled<'_>) -> Value {
    let profile = &profiled.profile;
    let coverage = profiled.coverage.as_ref();
    let sections = profile.sections.iter().map(|section| {
        let mut object = json!({
            "title": profiled.title(section),
            "line": section.section.title_line + 1,
            "depth": section.depth,
            "first_step": section.first_step,
            "work": work(&section.work),
        });
        if let Some(coverage) = coverage {
            let lines = section.section.start..=section.section.end;
            object["coverage"] = coverage::section(coverage, *lines.start(), *lines.end());
        }
        object
    });
    let sections: Vec<Value> = sections.collect();
    let generators = profiled.generators();
    let generators = generators
        .iter()
        .map(|it| json!({"place": it.place, "lines": it.lines, "steps": it.steps}));
    let generators: Vec<Value> = generators.collect();
    let transfers = &profile.transfers;
    let waits = transfers.waits.iter();
    let waits: Vec<Value> = waits
        .map(|wait| json!({"line": wait.line + 1, "step": wait.step, "steps": wait.steps}))
        .collect();
    let links = profile.chain.links.iter().map(|link| {
        json!({
            "line": link.line + 1,
            "text": part(profiled.line(link.line), &link.range).trim(),
            "earliest": link.earliest,
            "through": link.through.map(store),
        })
    });
    let links: Vec<Value> = links.collect();
    let mut object = json!({
        "file": profiled.name,
        "total": work(&profile.total),
        "outside": work(&profile.outside),
        "sections": sections,
        "generators": generators,
        "mv": {
            "instructions": transfers.list.len(),
            "steps": transfers.busy,
            "hidden_steps": transfers.hidden(),
            "waits": waits,
            "steps_with_waits": transfers.end(),
        },
        "chain": {"steps": profile.chain.steps, "links": links},
    });
    if let Some(coverage) = coverage {
        object["coverage"] = coverage::object(coverage);
    }
    object
}

fn work(work: &Work) -> Value {
    let busy: Map<String, Value> = Unit::ALL
        .into_iter()
        .map(|unit| {
            let id = TimelineColumn::Unit(unit).id().to_owned();
            (id, json!(work.usage.busy_steps(unit)))
        })
        .collect();
    let ports: Map<String, Value> = Traffic::PE_MEMORIES
        .into_iter()
        .map(|memory| {
            let of = |direction| work.port_steps(memory, direction);
            let of_port = json!({"read": of(Direction::Read), "written": of(Direction::Write)});
            (key(memory), of_port)
        })
        .collect();
    let moved: Map<String, Value> = memories()
        .map(|memory| {
            let of = |direction| work.traffic.bytes(memory, direction);
            let of_memory = json!({"read": of(Direction::Read), "written": of(Direction::Write)});
            (key(memory), of_memory)
        })
        .collect();
    json!({
        "steps": work.usage.steps,
        "mv_instructions": work.usage.mv_instructions,
        "flop": work.usage.flops,
        "busy_steps": busy,
        "port_steps": ports,
        "bytes_moved": moved,
    })
}

/// The name of what holds a result.
pub(super) fn store(store: Store) -> String {
    match store {
        Store::Memory(memory) => memory.name().to_owned(),
        Store::Forwarding(register) => format!("${}", register.name()),
        Store::Turnaround => "turnaround register".to_owned(),
        Store::Darbuf => "DARBUF".to_owned(),
    }
}
