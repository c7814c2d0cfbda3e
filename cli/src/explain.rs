//! `mnc2 explain`: the tables and pages, as Markdown, and a search in the book for other words.

use std::io::Write as _;
use std::path::Path;

use mnc2_assist::explain;
use mnc2_text::message;
use serde_json::json;

use crate::args::{ExplainArguments, Format};
use crate::book::{self, Part};
use crate::exit::{Exit, Failure};
use crate::languages;
use crate::output::Streams;
use crate::print_page::page;

/// Parts of the book that are shown for words that name nothing; the first one whole.
const PARTS_MAX: usize = 5;

pub(crate) fn command(
    arguments: &ExplainArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    if let Some(options) =
        languages::options_from_arguments(Path::new("-"), &arguments.language, streams.language)?
    {
        return languages::list::explain(arguments, &*options, streams);
    }
    if arguments.list {
        return list(arguments.format, streams);
    }
    if arguments.assumed {
        return assumed(streams);
    }
    if let Some(words) = &arguments.search {
        return search(words, arguments.format, streams);
    }
    let query = arguments.query.as_deref().unwrap_or_default();
    if let Some(part) = book::section(query) {
        return page(query, &text_of(&part), arguments.format, streams);
    }
    match explain::explain(query, streams.language) {
        Ok(text) => page(query, &text, arguments.format, streams),
        Err(suggestions) => {
            let parts = headed(query);
            if !parts.is_empty() {
                return book_parts(query, &parts, arguments.format, streams);
            }
            let names: Vec<String> = suggestions.iter().map(|name| format!("`{name}`")).collect();
            let message = if names.is_empty() {
                message!(
                    "there is no entry for `{query}` (`mnc2 explain --list` lists everything)",
                    query
                )
            } else {
                message!(
                    "there is no entry for `{query}`; did you mean {names}? (`mnc2 explain --list` lists everything)",
                    query,
                    names = names.join(", ")
                )
            };
            Err(Failure::Message(message.say(streams.language)))
        }
    }
}

/// The parts of the book whose heading has all words of a query, and then the others that have them.
fn headed(query: &str) -> Vec<Part> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    // An option of a command is not an idea.
    if query.starts_with('-') {
        return Vec::new();
    }
    let mut parts = book::search(query);
    parts.retain(|part| has_all(part.text));
    parts.sort_by_key(|part| !has_all(part.heading));
    parts.truncate(PARTS_MAX);
    parts
}

fn search(words: &str, format: Format, streams: &mut Streams) -> Result<Exit, Failure> {
    let mut parts = book::search(words);
    parts.truncate(PARTS_MAX);
    if parts.is_empty() {
        let message = message!("the book has nothing about `{words}`", words);
        return Err(Failure::Message(message.say(streams.language)));
    }
    book_parts(words, &parts, format, streams)
}

/// Writes the first part whole, and where the others are.
fn book_parts(
    query: &str,
    parts: &[Part],
    format: Format,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    if format == Format::Json {
        for part in parts {
            let Part {
                page,
                heading,
                text,
            } = part;
            let object = json!({"query": query, "book": page, "heading": heading, "page": text});
            writeln!(streams.out, "{object}")?;
        }
        return Ok(Exit::Success);
    }
    let Some((first, others)) = parts.split_first() else {
        return Ok(Exit::Success);
    };
    page(query, &text_of(first), format, streams)?;
    if !others.is_empty() {
        let more = message!("See also in the book:");
        writeln!(streams.out, "\n{}", more.say(streams.language))?;
    }
    for part in others {
        writeln!(streams.out, "  {} ({})", part.heading, part.page)?;
    }
    Ok(Exit::Success)
}

fn text_of(part: &Part) -> String {
    // Anchors are for the pages of the book.
    let text = part.text.lines().map(|line| match line.find("<a id=") {
        Some(start) => {
            let end = line
                .find("</a>")
                .map_or(line.len(), |end| end + "</a>".len());
            format!("{}{}\n", &line[..start], &line[end..])
        }
        None => format!("{line}\n"),
    });
    text.collect()
}

fn list(format: Format, streams: &mut Streams) -> Result<Exit, Failure> {
    let entries = explain::list();
    if format == Format::Json {
        for entry in &entries {
            let object = json!({
                "group": entry.group,
                "name": entry.name,
                "title": entry.title.say(streams.language),
                "section": entry.section,
                "book": entry.place,
            });
            writeln!(streams.out, "{object}")?;
        }
        return Ok(Exit::Success);
    }
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
