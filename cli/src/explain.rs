//! `mnc2 explain`: the tables and pages, as Markdown.

use std::io::Write as _;

use mnc2_asm::explain;

use crate::args::ExplainArguments;
use crate::output::Streams;
use crate::{Exit, Failure};

pub(crate) fn command(
    arguments: &ExplainArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    if arguments.list {
        return list(streams);
    }
    if arguments.assumed {
        return assumed(streams);
    }
    let query = arguments.query.as_deref().unwrap_or_default();
    match explain::explain(query) {
        Ok(page) => {
            write!(streams.out, "{page}")?;
            Ok(Exit::Success)
        }
        Err(suggestions) => {
            let mut message = format!("nothing is called `{query}`");
            if !suggestions.is_empty() {
                let names: Vec<String> =
                    suggestions.iter().map(|name| format!("`{name}`")).collect();
                message.push_str(&format!("; did you mean {}?", names.join(", ")));
            }
            message.push_str(" (`mnc2 explain --list` lists everything)");
            Err(Failure::Message(message))
        }
    }
}

fn list(streams: &mut Streams) -> Result<Exit, Failure> {
    let entries = explain::list();
    let width = entries
        .iter()
        .map(|entry| entry.name.chars().count())
        .max()
        .unwrap_or(0);
    let mut group = "";
    for entry in &entries {
        if entry.group != group {
            if !group.is_empty() {
                writeln!(streams.out)?;
            }
            group = entry.group;
            writeln!(streams.out, "{group}")?;
        }
        writeln!(
            streams.out,
            "  {:<width$}  {} (manual {})",
            entry.name, entry.title, entry.section
        )?;
    }
    Ok(Exit::Success)
}

fn assumed(streams: &mut Streams) -> Result<Exit, Failure> {
    let assumptions = explain::assumed();
    for assumption in &assumptions {
        writeln!(
            streams.out,
            "{}: {}",
            assumption.subject, assumption.reading
        )?;
    }
    writeln!(streams.out, "{} assumptions", assumptions.len())?;
    Ok(Exit::Success)
}
