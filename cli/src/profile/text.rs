//! A profile as tables.

use std::io::{self, Write};

use mnc2_dataflow::memory_traffic::Traffic;
use mnc2_dataflow::profile::{SectionWork, Work};
use mnc2_dataflow::timeline::TimelineColumn;
use mnc2_dataflow::unit_usage::Unit;
use mnc2_isa::Memory;
use mnc2_text::line::part;
use mnc2_text::message;

use super::json::store;
use super::table::Table;
use super::{DIRECTIONS, Profiled, coverage, memories, percent};
use crate::output::Look;

/// Sections that are shown: those with the most steps.
const SECTIONS_SHOWN_MAX: usize = 40;
/// Lines of generators that are shown: those with the most steps.
const GENERATORS_SHOWN_MAX: usize = 20;
/// Characters of a section's title that are shown.
const TITLE_CHARACTERS_MAX: usize = 60;
/// Links of the chain that are shown, its first and last ones.
const LINKS_SHOWN_MAX: usize = 20;

/// A cell with a number; zeros are dots, so that what matters is seen.
fn number(value: u64) -> String {
    match value {
        0 => ".".to_owned(),
        value => value.to_string(),
    }
}

pub(super) fn write(out: &mut impl Write, profiled: &Profiled<'_>, look: Look) -> io::Result<()> {
    let total = &profiled.profile.total;
    let usage = &total.usage;
    let steps = message!(
        "steps: {steps}, MV instructions: {transfers}",
        steps = usage.steps,
        transfers = usage.mv_instructions
    );
    writeln!(out, "{}", steps.say(look.language))?;
    let flop = message!("{flop} floating-point operations", flop = usage.flops);
    writeln!(out, "{}", flop.say(look.language))?;
    transfers(out, profiled, look)?;
    units(out, total, look)?;
    if let Some(coverage) = &profiled.coverage {
        coverage::write(out, coverage, look)?;
    }
    memory_table(out, total, look)?;
    sections(out, profiled, look)?;
    generators(out, profiled, look)?;
    chain(out, profiled, look)
}

fn transfers(out: &mut impl Write, profiled: &Profiled<'_>, look: Look) -> io::Result<()> {
    let transfers = &profiled.profile.transfers;
    if transfers.list.is_empty() {
        return Ok(());
    }
    let overlap = message!(
        "MV instructions are under way for {busy:# step|# steps}, {percent} % of it hidden under steps; {waited:# step|# steps} of waiting, {tail} after the last step",
        busy = transfers.busy,
        percent = percent(transfers.hidden(), transfers.busy),
        waited = transfers.waited(),
        tail = transfers.tail
    );
    writeln!(out, "{}", overlap.say(look.language))
}

fn units(out: &mut impl Write, total: &Work, look: Look) -> io::Result<()> {
    let used = |unit: &Unit| total.usage.busy_steps(*unit) > 0;
    if !Unit::ALL.iter().any(used) {
        return Ok(());
    }
    let mut table = Table::new(true, &["unit", "steps", "%"]);
    for unit in Unit::ALL.into_iter().filter(used) {
        let busy = total.usage.busy_steps(unit);
        table.row(vec![
            TimelineColumn::Unit(unit).title().to_owned(),
            busy.to_string(),
            percent(busy, total.usage.steps),
        ]);
    }
    writeln!(out)?;
    table.write(out, false, look)
}

fn memory_table(out: &mut impl Write, total: &Work, look: Look) -> io::Result<()> {
    let mut table = Table::new(
        true,
        &[
            "memory",
            "read in steps",
            "written in steps",
            "bytes read",
            "bytes written",
        ],
    );
    let mut is_any = false;
    for memory in memories() {
        let bytes = DIRECTIONS.map(|direction| total.traffic.bytes(memory, direction));
        if bytes == [0, 0] {
            continue;
        }
        is_any = true;
        let mut cells = vec![memory.name().to_owned()];
        let has_ports = Traffic::PE_MEMORIES.contains(&memory);
        cells.extend(DIRECTIONS.map(|direction| {
            let steps = total.port_steps(memory, direction);
            if has_ports {
                number(steps)
            } else {
                String::new()
            }
        }));
        cells.extend(bytes.map(number));
        table.row(cells);
    }
    if is_any {
        writeln!(out)?;
        table.write(out, false, look)?;
    }
    Ok(())
}

fn sections(out: &mut impl Write, profiled: &Profiled<'_>, look: Look) -> io::Result<()> {
    let profile = &profiled.profile;
    let works = |section: &&SectionWork| {
        let usage = section.work.usage;
        usage.steps + usage.mv_instructions > 0
    };
    let mut largest: Vec<&SectionWork> = profile.sections.iter().filter(works).collect();
    if largest.is_empty() {
        return Ok(());
    }
    let left_out = largest.len().saturating_sub(SECTIONS_SHOWN_MAX);
    largest.sort_by_key(|section| std::cmp::Reverse(section.work.usage.steps));
    largest.truncate(SECTIONS_SHOWN_MAX);
    largest.sort_by_key(|section| section.section.start);
    let used = |unit: &Unit| profile.total.usage.busy_steps(*unit) > 0;
    let units: Vec<Unit> = Unit::ALL.into_iter().filter(used).collect();
    let above = |memory: &Memory| {
        DIRECTIONS
            .iter()
            .any(|direction| profile.total.traffic.bytes(*memory, *direction) > 0)
    };
    let above: Vec<Memory> = Traffic::MEMORIES.into_iter().filter(above).collect();
    let above_titles: Vec<String> = above
        .iter()
        .map(|memory| format!("{} bytes", memory.name()))
        .collect();
    let mut titles = vec!["line", "steps", "%"];
    titles.extend(units.iter().map(|unit| TimelineColumn::Unit(*unit).title()));
    titles.extend(["MV", "FLOP", "PE bytes"]);
    titles.extend(above_titles.iter().map(String::as_str));
    if profiled.coverage.is_some() {
        titles.extend(["% of PEs", "% of cycles"]);
    }
    titles.push("section");
    let mut table = Table::new(false, &titles);
    let mut row = |line: String, work: &Work, lines: Option<(u32, u32)>, title: String| {
        let usage = &work.usage;
        let bytes = |memories: &[Memory]| {
            let each = memories.iter().flat_map(|memory| {
                DIRECTIONS.map(|direction| work.traffic.bytes(*memory, direction))
            });
            number(each.fold(0, u64::saturating_add))
        };
        let mut cells = vec![
            line,
            usage.steps.to_string(),
            percent(usage.steps, profile.total.usage.steps),
        ];
        cells.extend(units.iter().map(|unit| number(usage.busy_steps(*unit))));
        cells.push(number(usage.mv_instructions));
        cells.push(number(usage.flops));
        cells.push(bytes(&Traffic::PE_MEMORIES));
        cells.extend(above.iter().map(|memory| bytes(&[*memory])));
        if let Some(coverage) = &profiled.coverage {
            cells.extend(match lines {
                Some((first, last)) => coverage.cells(first, last),
                None => [String::new(), String::new()],
            });
        }
        cells.push(title);
        table.row(cells);
    };
    for section in largest {
        let line = section.section.title_line + 1;
        let title = profiled.title(section);
        let title: String = title.chars().take(TITLE_CHARACTERS_MAX).collect();
        let title = format!("{}{title}", "  ".repeat(section.depth));
        let lines = (section.section.start, section.section.end);
        row(line.to_string(), &section.work, Some(lines), title);
    }
    let outside = &profile.outside;
    if outside.usage.steps + outside.usage.mv_instructions > 0 {
        row(String::new(), outside, None, "(no section)".to_owned());
    }
    writeln!(out)?;
    table.write(out, true, look)?;
    if left_out > 0 {
        let more = message!(
            "{count:# smaller section|# smaller sections}",
            count = left_out
        );
        writeln!(out, "{}", more.say(look.language))?;
    }
    Ok(())
}

fn generators(out: &mut impl Write, profiled: &Profiled<'_>, look: Look) -> io::Result<()> {
    let all = profiled.generators();
    if all.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(false, &["lines", "steps", "%", "made by"]);
    let left_out = all.len().saturating_sub(GENERATORS_SHOWN_MAX);
    for it in all.into_iter().take(GENERATORS_SHOWN_MAX) {
        let share = percent(it.steps, profiled.profile.total.usage.steps);
        table.row(vec![
            it.lines.to_string(),
            it.steps.to_string(),
            share,
            it.place,
        ]);
    }
    writeln!(out)?;
    table.write(out, true, look)?;
    if left_out > 0 {
        let more = message!(
            "{count:# more place|# more places} with fewer steps",
            count = left_out
        );
        writeln!(out, "{}", more.say(look.language))?;
    }
    Ok(())
}

fn chain(out: &mut impl Write, profiled: &Profiled<'_>, look: Look) -> io::Result<()> {
    let chain = &profiled.profile.chain;
    if chain.links.is_empty() {
        return Ok(());
    }
    let summary = message!(
        "the critical path takes {steps:# step|# steps}, regardless of their order:",
        steps = chain.steps
    );
    writeln!(out, "\n{}", summary.say(look.language))?;
    let mut table = Table::new(false, &["step", "line", "through", "expression"]);
    let count = chain.links.len();
    let shown_first = if count > LINKS_SHOWN_MAX {
        LINKS_SHOWN_MAX / 2
    } else {
        count
    };
    let shown_last = count.saturating_sub(LINKS_SHOWN_MAX / 2).max(shown_first);
    for (index, link) in chain.links.iter().enumerate() {
        if index >= shown_first && index < shown_last {
            if index == shown_first {
                let cells = ["", "", "", &format!(".. {} more", shown_last - shown_first)];
                table.row(cells.map(str::to_owned).to_vec());
            }
            continue;
        }
        table.row(vec![
            link.earliest.to_string(),
            (link.line + 1).to_string(),
            link.through.map(store).unwrap_or_default(),
            part(profiled.line(link.line), &link.range)
                .trim()
                .to_owned(),
        ]);
    }
    table.write(out, true, look)
}
