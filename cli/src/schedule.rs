//! `mnc2 schedule`: the program in fewer steps.

use std::io::Write;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use mnc2_asm::program::Mode;
use mnc2_asm::{ModeChoice, Program, Review, Severity, message, text};
use mnc2_schedule::bound::Reason;
use mnc2_schedule::equal::Places;
use mnc2_schedule::shorten::{Level, Refusal, Request, Score, Shortened, shorten};
use mnc2_schedule::within::{Within, ignored_line, with_assembler_comments};
use serde_json::json;

use crate::args::{Change, Counted, Format, ScheduleArguments};
use crate::data;
use crate::findings;
use crate::input::Source;
use crate::output::{Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;
use crate::within;
use crate::{Exit, Failure};

pub(crate) fn command(
    arguments: &ScheduleArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let mut source = Source::read(&arguments.file)?;
    source.refuse_replaced()?;
    if let Some(output) = &arguments.output {
        let testcase = arguments.testcase.as_deref();
        let inputs = std::iter::once(arguments.file.as_path()).chain(testcase);
        refuse_inputs(output, inputs)?;
    }
    let testcase = within::read(arguments.testcase.as_deref())?;
    let book = RuleBook::with_layer(arguments.layer(), &arguments.config, streams.language)?;
    let mut rules = book.rules(&arguments.file);
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    if testcase.is_some() {
        if source.text.contains('!') {
            source.text = with_assembler_comments(&source.text);
        }
        rules = rules.with_mode(ModeChoice::Given(Mode::Flat));
    }
    if let Some((source, testcase)) = &testcase {
        for part in [&testcase.inputs, &testcase.rest_in_place()] {
            let review = Review::of(part, &rules);
            if refuse(source, &review, streams)? {
                return Ok(Exit::Failure);
            }
        }
    }
    let checked = findings::analyse(&source, &rules);
    if refuse(&source, &checked.review, streams)? {
        return Ok(Exit::ProgramErrors);
    }
    if testcase.is_some() {
        refuse_ignored(&source, &checked.program)?;
    }
    let lines = source.lines();
    let region = region(arguments.region, &source)?;
    let within = Within::of(
        &checked.program,
        testcase.as_ref().map(|(_, testcase)| testcase),
    );
    let first = within.lines_before();
    let places = places(&arguments.at, arguments.testcase.is_some());
    let line = |line: usize| {
        let own = line.checked_sub(first);
        own.and_then(|line| lines.get(line).copied())
            .unwrap_or_default()
            .to_owned()
    };
    let request = Request {
        level: match arguments.level {
            Change::Order => Level::Order,
            Change::Forwarding => Level::Forwarding,
            Change::Renaming => Level::Renaming,
            Change::Merging => Level::Merging,
        },
        time: arguments.time,
        places: places.as_ref(),
        score: match arguments.score {
            Counted::Steps => Score::Steps,
            Counted::LinesAndBytes => Score::LinesAndBytes,
        },
        keeps_hazards: arguments.keep_hazards,
        runs: arguments.runs,
        ..Request::new(&within.program, &line, &rules)
    };
    let bar = bar(region.len());
    let in_program = first + region.start..first + region.end;
    let found = shorten(request, in_program, &|| false, &mut |progress| {
        bar.set_length(progress.lines as u64);
        bar.set_position(progress.lines_done as u64);
    });
    bar.finish_and_clear();
    let mut found = match found {
        Ok(found) => found,
        Err(refusal) => {
            let refusal = refusal.with_lines(|line| line.saturating_sub(first));
            let mut reason = message!("nothing may move: {reason}", reason = refusal.message());
            if let Refusal::Hazard { .. } = refusal {
                reason = message!(
                    "{reason}; `--keep-hazards` takes it as it runs here",
                    reason
                );
            }
            streams.complain(&reason.say(streams.language));
            return Ok(Exit::ProgramErrors);
        }
    };
    let lines = found.bound_lines.iter_mut();
    lines.for_each(|line| *line = line.saturating_sub(first));
    let end = region.start + found.lines_before;
    let written = replaced(&source, region.start..end, &found.lines);
    match arguments.format {
        Format::Text => write_text(arguments, &source, &written, &found, streams)?,
        Format::Json => write_json(arguments, &source, &written, &found, streams)?,
    }
    Ok(Exit::Success)
}

/// Writes the first error, if there is one.
pub(crate) fn refuse(
    source: &Source,
    review: &Review,
    streams: &mut Streams,
) -> Result<bool, Failure> {
    let mut reported = review.reported().iter();
    let Some(first) = reported.find(|it| it.severity == Severity::Error) else {
        return Ok(false);
    };
    let finding = review.finding(first);
    let look = streams.look_of_err();
    findings::text::write(&mut streams.err.drawn(), source, [finding], look)?;
    Ok(true)
}

/// What the judge leaves out of a solution would be in force here.
pub(crate) fn refuse_ignored(source: &Source, program: &Program) -> Result<(), Failure> {
    match ignored_line(program) {
        None => Ok(()),
        Some(line) => Err(Failure::Message(format!(
            "`{}` line {}: the judge leaves this line out; remove it first",
            source.name,
            line + 1
        ))),
    }
}

/// The lines that are named, counted from 0; all of them by default.
pub(crate) fn region(
    named: Option<(usize, usize)>,
    source: &Source,
) -> Result<std::ops::Range<usize>, Failure> {
    let count = source.line_count();
    match named {
        None => Ok(0..count),
        Some((first, last)) if last <= count => Ok(first - 1..last),
        Some((first, last)) => Err(Failure::Message(format!(
            "--region {first}..{last}: the last line of `{}` is {count}",
            source.name
        ))),
    }
}

/// What must be the same; `None` is everything.
pub(crate) fn places(at: &[data::MemoryRange], has_testcase: bool) -> Option<Places> {
    if has_testcase {
        return Some(Places::shown());
    }
    (!at.is_empty()).then(|| Places {
        shown: true,
        at_end: at.iter().map(within::place).collect(),
    })
}

/// The text with the lines of a region replaced; everything else is as it was.
pub(crate) fn replaced(
    source: &Source,
    region: std::ops::Range<usize>,
    lines: &[String],
) -> String {
    let with_ends: Vec<&str> = text::lines_with_ends(&source.text).collect();
    let end_of = |line: &&str| line[line.trim_end_matches(['\n', '\r']).len()..].to_owned();
    let end = with_ends.first().map(end_of).filter(|end| !end.is_empty());
    let end = end.unwrap_or_else(|| "\n".to_owned());
    let mut written: String = with_ends[..region.start].concat();
    for line in lines {
        written.push_str(line);
        written.push_str(&end);
    }
    written.push_str(&with_ends[region.end.min(with_ends.len())..].concat());
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
        Reason::Around => "around",
        Reason::Search => "search",
    };
    let lines: Vec<usize> = found.bound_lines.iter().map(|line| line + 1).collect();
    let mut object = json!({
        "file": source.name,
        "before": found.before,
        "after": found.after,
        "shortest": found.is_shortest(),
        "runs": found.runs,
    });
    // Lines of a program that was rewritten are not those of the file.
    if found.is_whole && found.level <= Level::Forwarding {
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

pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
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
