//! `mnc2 explain`: the tables and pages, as Markdown.

use std::io::Write as _;
use std::path::Path;

use mnc2_asm::{explain, message};

use crate::args::ExplainArguments;
use crate::dialect;
use crate::output::Streams;
use crate::{Exit, Failure};

pub(crate) fn command(
    arguments: &ExplainArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    if let Some(options) =
        dialect::of_arguments(Path::new("-"), &arguments.language, streams.language)?
    {
        return dialect::list::explain(arguments, &*options, streams);
    }
    if arguments.list {
        return list(streams);
    }
    if arguments.assumed {
        return assumed(streams);
    }
    let query = arguments.query.as_deref().unwrap_or_default();
    match explain::explain(query, streams.language) {
        Ok(page) => {
            write!(streams.out, "{page}")?;
            Ok(Exit::Success)
        }
        Err(suggestions) => {
            let names: Vec<String> = suggestions.iter().map(|name| format!("`{name}`")).collect();
            let message = if names.is_empty() {
                message!(
                    "nothing is called `{query}` (`mnc2 explain --list` lists everything)",
                    query
                )
            } else {
                message!(
                    "nothing is called `{query}`; did you mean {names}? (`mnc2 explain --list` lists everything)",
                    query,
                    names = names.join(", ")
                )
            };
            Err(Failure::Message(message.say(streams.language)))
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
        let title = match entry.section {
            Some(section) => message!(
                "{message} (manual {section})",
                message = entry.title.clone(),
                section
            ),
            None => entry.title.clone(),
        };
        let title = title.say(streams.language);
        writeln!(streams.out, "  {:<width$}  {title}", entry.name)?;
    }
    Ok(Exit::Success)
}

fn assumed(streams: &mut Streams) -> Result<Exit, Failure> {
    let assumptions = explain::assumed(streams.language);
    for assumption in &assumptions {
        writeln!(
            streams.out,
            "{}: {}",
            assumption.subject, assumption.reading
        )?;
    }
    let count = message!(
        "{count:# assumption|# assumptions}",
        count = assumptions.len()
    );
    writeln!(streams.out, "{}", count.say(streams.language))?;
    Ok(Exit::Success)
}
