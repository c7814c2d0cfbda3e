//! A profile in the Trace Event Format, for the viewer of Perfetto.
//!
//! A microsecond is a step, and steps in which the program waits for MV instructions take time too. Nothing in the
//! format depends on how many steps a line takes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use mnc2_dataflow::profile::{ProfileTrace, Span, Track};
use mnc2_dataflow::timeline::TimelineColumn;
use mnc2_program::finding::generator::Generated;
use mnc2_text::line::part;
use serde_json::{Value, json};

use super::Profiled;
use super::json::store;

/// Maximum number of characters of a name, and of a line's text.
const NAME_CHARACTERS_MAX: usize = 80;
const TEXT_CHARACTERS_MAX: usize = 200;

/// Writes the trace of some lines, counted from 1; returns whether something is left out.
pub(super) fn write(
    out: &mut impl Write,
    profiled: &Profiled<'_>,
    region: Option<(usize, usize)>,
) -> io::Result<bool> {
    let lines = region.map_or(0..u32::MAX, |(first, last)| {
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        line(first - 1)..line(last)
    });
    let trace = ProfileTrace::new(&profiled.program, &profiled.flow, &profiled.profile, &lines);
    let threads = threads(&trace);
    write!(out, r#"{{"displayTimeUnit":"ns","otherData":"#)?;
    let other = json!({
        "unit": "1 microsecond is 1 step of 4 cycles",
        "file": profiled.name,
        "is_cut": trace.is_cut,
    });
    serde_json::to_writer(&mut *out, &other)?;
    write!(out, r#","traceEvents":["#)?;
    let name =
        json!({"ph": "M", "pid": 1, "name": "process_name", "args": {"name": profiled.name}});
    serde_json::to_writer(&mut *out, &name)?;
    let mut event = |event: Value| {
        out.write_all(b",\n")?;
        serde_json::to_writer(&mut *out, &event)?;
        io::Result::Ok(())
    };
    for (track, thread) in &threads {
        let name = track_name(Track::from(*track));
        event(json!({
            "ph": "M", "pid": 1, "tid": thread, "name": "thread_name", "args": {"name": name},
        }))?;
        event(json!({
            "ph": "M", "pid": 1, "tid": thread, "name": "thread_sort_index",
            "args": {"sort_index": thread},
        }))?;
    }
    let thread = |span: &Span| threads[&Order::from(span.track)];
    for span in &trace.spans {
        event(json!({
            "ph": "X", "pid": 1, "tid": thread(span), "ts": span.begin, "dur": span.steps,
            "name": name_of(profiled, span), "args": arguments(profiled, span),
        }))?;
    }
    for (id, arrow) in trace.arrows.iter().enumerate() {
        let name = store(arrow.through);
        let ends = [
            (&trace.spans[arrow.from], "s"),
            (&trace.spans[arrow.to], "f"),
        ];
        for (span, phase) in ends {
            event(json!({
                "ph": phase, "bp": "e", "pid": 1, "tid": thread(span), "ts": span.begin,
                "id": id + 1, "cat": "result", "name": name,
            }))?;
        }
    }
    writeln!(out, "]}}")?;
    Ok(trace.is_cut)
}

/// A track by its place in the picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Order(usize);

impl From<Track> for Order {
    fn from(track: Track) -> Self {
        let columns = TimelineColumn::all().count();
        Self(match track {
            Track::Sections => 0,
            Track::Column(column) => {
                1 + TimelineColumn::all()
                    .position(|it| it == column)
                    .unwrap_or(columns)
            }
            Track::Waits => 2 + columns,
            Track::Mv(place) => 3 + columns + place,
        })
    }
}

impl From<Order> for Track {
    fn from(Order(order): Order) -> Self {
        let columns = TimelineColumn::all().count();
        match order.checked_sub(1) {
            None => Self::Sections,
            Some(column) if column <= columns => Self::Column(
                TimelineColumn::all()
                    .nth(column)
                    .unwrap_or(TimelineColumn::Control),
            ),
            Some(order) if order == columns + 1 => Self::Waits,
            Some(order) => Self::Mv(order - columns - 2),
        }
    }
}

/// The tracks that are used, numbered in their order; the viewer takes 1 for the main thread of the process.
fn threads(trace: &ProfileTrace) -> BTreeMap<Order, usize> {
    let used: BTreeMap<Order, ()> = trace
        .spans
        .iter()
        .map(|span| (Order::from(span.track), ()))
        .collect();
    used.into_keys().zip(2..).collect()
}

fn track_name(track: Track) -> String {
    match track {
        Track::Sections => "sections".to_owned(),
        Track::Column(column) => column.title().to_owned(),
        Track::Waits => "waiting for MV".to_owned(),
        Track::Mv(0) => "MV".to_owned(),
        Track::Mv(place) => format!("MV {}", place + 1),
    }
}

fn name_of(profiled: &Profiled<'_>, span: &Span) -> String {
    let section = || {
        let mut sections = profiled.profile.sections.iter();
        let section = sections.find(|it| it.section.title_line == span.line)?;
        Some(profiled.title(section))
    };
    let name = match span.track {
        Track::Sections => section().unwrap_or_default(),
        Track::Waits => "wait".to_owned(),
        Track::Column(_) | Track::Mv(_) => part(profiled.line(span.line), &span.range)
            .trim()
            .to_owned(),
    };
    name.chars().take(NAME_CHARACTERS_MAX).collect()
}

fn arguments(profiled: &Profiled<'_>, span: &Span) -> Value {
    let text = profiled.line(span.line);
    let shown: String = text.chars().take(TEXT_CHARACTERS_MAX).collect();
    let mut arguments = json!({"line": span.line + 1, "step": span.step, "text": shown.trim()});
    if let Some(generated) = Generated::from_line(text) {
        arguments["generator"] = json!(generated.to_string());
    }
    arguments
}
