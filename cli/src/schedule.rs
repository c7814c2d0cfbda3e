//! `mnc2 schedule`: the program in fewer steps.

use std::io::Write;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use mnc2_asm::{Severity, message, text};
use mnc2_schedule::bound::Reason;
use mnc2_schedule::shorten::{Level, Request, Shortened, shorten};
use serde_json::json;

use crate::args::{Change, Format, ScheduleArguments};
use crate::findings;
use crate::input::Source;
use crate::output::{Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;
use crate::{Exit, Failure};

pub(crate) fn command(
    arguments: &ScheduleArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let source = Source::read(&arguments.file)?;
    source.refuse_replaced()?;
    if let Some(output) = &arguments.output {
        refuse_inputs(output, std::iter::once(arguments.file.as_path()))?;
    }
    let book = RuleBook::with_layer(arguments.layer(), &arguments.config, streams.language)?;
    let rules = book.rules(&arguments.file);
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let checked = findings::analyse(&source, &rules);
    if let Some(first) = checked
        .review
        .reported()
        .iter()
        .find(|it| it.severity == Severity::Error)
    {
        let finding = checked.review.finding(first);
        let look = streams.look_of_err();
        findings::text::write(&mut streams.err.drawn(), &source, [finding], look)?;
        return Ok(Exit::ProgramErrors);
    }
    let lines = source.lines();
    let count = source.line_count();
    let region = match arguments.region {
        None => 0..count,
        Some((first, last)) if last <= count => first - 1..last,
        Some((first, last)) => {
            return Err(Failure::Message(format!(
                "--region {first}..{last}: the last line of `{}` is {count}",
                source.name
            )));
        }
    };
    let request = Request {
        program: &checked.program,
        source: &|line| lines.get(line).copied().unwrap_or_default().to_owned(),
        rules: &rules,
        level: match arguments.level {
            Change::Order => Level::Order,
            Change::Forwarding => Level::Forwarding,
        },
        time: arguments.time,
    };
    let bar = bar(region.len());
    let found = shorten(request, region.clone(), &|| false, &mut |progress| {
        bar.set_length(progress.lines as u64);
        bar.set_position(progress.lines_done as u64);
    });
    bar.finish_and_clear();
    let found = match found {
        Ok(found) => found,
        Err(refusal) => {
            let reason = message!("nothing may move: {reason}", reason = refusal.message());
            streams.complain(&reason.say(streams.language));
            return Ok(Exit::ProgramErrors);
        }
    };
    let written = replaced(&source, &region, &found);
    match arguments.format {
        Format::Text => write_text(arguments, &source, &written, &found, streams)?,
        Format::Json => write_json(arguments, &source, &written, &found, streams)?,
    }
    Ok(Exit::Success)
}

/// The text with the lines of a region replaced; everything else is as it was.
fn replaced(source: &Source, region: &std::ops::Range<usize>, found: &Shortened) -> String {
    let with_ends: Vec<&str> = text::lines_with_ends(&source.text).collect();
    let end_of = |line: &&str| line[line.trim_end_matches(['\n', '\r']).len()..].to_owned();
    let end = with_ends.first().map(end_of).filter(|end| !end.is_empty());
    let end = end.unwrap_or_else(|| "\n".to_owned());
    let quit = region.start + found.lines_before;
    let mut written: String = with_ends[..region.start].concat();
    for line in &found.lines {
        written.push_str(line);
        written.push_str(&end);
    }
    written.push_str(&with_ends[quit.min(with_ends.len())..].concat());
    written
}

fn write_text(
    arguments: &ScheduleArguments,
    source: &Source,
    written: &str,
    found: &Shortened,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let content = [source.byte_order_mark(), written.as_bytes()].concat();
    match &arguments.output {
        Some(path) => write_file(path, &content)?,
        None => streams.out.write_all(&content)?,
    }
    streams.out.flush()?;
    for sentence in [found.summary(), found.certainty()] {
        writeln!(streams.err, "{}", sentence.say(streams.language))?;
    }
    Ok(())
}

fn write_json(
    arguments: &ScheduleArguments,
    source: &Source,
    written: &str,
    found: &Shortened,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let reason = match &found.bound.reason {
        Reason::Chain(_) => "chain",
        Reason::Crowd { .. } => "crowd",
        Reason::Search => "search",
    };
    let lines: Vec<usize> = found.bound_lines.iter().map(|line| line + 1).collect();
    let mut object = json!({
        "file": source.name,
        "before": found.before,
        "after": found.after,
        "shortest": found.is_shortest(),
    });
    if found.is_whole {
        object["bound"] = json!({
            "steps": found.bound.steps,
            "reason": reason,
            "lines": lines,
        });
    }
    match &arguments.output {
        Some(path) => {
            let content = [source.byte_order_mark(), written.as_bytes()].concat();
            write_file(path, &content)?;
        }
        None => object["text"] = json!(written),
    }
    writeln!(streams.out, "{object}")?;
    Ok(())
}

fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    WholeFile::create(path)
        .and_then(|file| file.finish_with(content))
        .map_err(Failure::cannot_write(path))
}

/// A progress bar, if there is a terminal.
fn bar(lines: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("searching {bar:40} {pos}/{len} lines, {elapsed}");
    let bar = ProgressBar::new(lines as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
