//! `mnc2 schedule`: the program in fewer steps.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use mnc2_dataflow::depends::ChangeLevel;
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_schedule::bound::BoundReason;
use mnc2_schedule::parallel::processors;
use mnc2_schedule::search_input::Subject;
use mnc2_schedule::shorten::{Objective, ProofKind, Refusal, Request, Shortened, shorten};
use mnc2_text::{Message, message};
use serde_json::json;

use crate::args::{Counted, Format, ScheduleArguments};
use crate::exit::{Exit, Failure};
use crate::output::Streams;
use crate::region::{Asked, Region, write_file};

pub(crate) fn command(
    arguments: &ScheduleArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let asked = Asked {
        file: &arguments.file,
        output: arguments.output.as_deref(),
        testcase: arguments.testcase.as_deref(),
        lines: arguments.region,
        at: &arguments.at,
        rules: &arguments.rules,
    };
    let region = match Region::read(asked, streams)? {
        ControlFlow::Continue(region) => region,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    let texts = region.texts();
    let ranges = arguments.ranges.then(|| region.input_ranges());
    let interrupts = interrupts();
    let request = Request {
        is_interrupted: &|| interrupts.load(Ordering::Relaxed),
        level: arguments.level,
        score: match arguments.score {
            Counted::Steps => Objective::Steps,
            Counted::LinesAndBytes => Objective::LinesAndBytes,
        },
        keeps_hazards: arguments.keep_hazards,
        is_unproven_allowed: arguments.unproven,
        ranges: ranges.as_ref(),
        jobs: arguments.jobs.map_or_else(processors, usize::from),
        work: arguments.work,
        ..Request::new(Subject {
            time: arguments.time,
            runs: arguments.runs,
            ..region.subject(&texts)
        })
    };
    let bar = bar(region.lines.len());
    let found = shorten(request, region.in_program(), &|| false, &mut |progress| {
        bar.set_length(progress.lines as u64);
        bar.set_position(progress.lines_done as u64);
    });
    bar.finish_and_clear();
    let mut found = match found {
        Ok(found) => found,
        Err(refusal) => {
            let refusal = refusal.with_lines(|line| region.own_line(line));
            streams.complain(&reason(&refusal).say(streams.language));
            return Ok(Exit::ProgramErrors);
        }
    };
    let of_rules = found.applied.iter_mut().flat_map(|it| &mut it.lines);
    let lines = found.bound_lines.iter_mut().chain(of_rules);
    lines.for_each(|line| *line = region.own_line(*line));
    let first = region.lines.start;
    let written = region.replaced(first..first + found.lines_before, &found.lines);
    let limits = found.limits(ranges.as_ref());
    match arguments.format {
        Format::Text => write_text(arguments, &region, &written, (&found, limits), streams)?,
        Format::Json => write_json(arguments, &region, &written, (&found, limits), streams)?,
    }
    Ok(Exit::Success)
}

/// The exit code of a command that an interrupt ends.
const INTERRUPTED: i32 = 130;

/// Whether Ctrl+C was pressed during the search, whose best result so far is then written. A second one ends the command.
fn interrupts() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let again = Arc::clone(&pressed);
    // Without a handler Ctrl+C ends the command.
    let _ = ctrlc::set_handler(move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    pressed
}

/// Why nothing is written.
fn reason(refusal: &Refusal) -> Message {
    let reason = message!("nothing may move: {reason}", reason = refusal.message());
    match refusal {
        Refusal::Hazard(_) => message!(
            "{reason}; `--keep-hazards` takes it as it runs here",
            reason
        ),
        _ => reason,
    }
}

fn write_text(
    arguments: &ScheduleArguments,
    region: &Region,
    written: &str,
    (found, limits): (&Shortened, Option<&InputRanges>),
    streams: &mut Streams,
) -> Result<(), Failure> {
    let content = region.bytes(written);
    match &arguments.output {
        Some(path) => write_file(path, &content)?,
        None => streams.out.write_all(&content)?,
    }
    streams.out.flush()?;
    let explained = arguments.explain.then(|| found.explained());
    let sentences = [found.summary(), found.certainty()];
    let limits = limits.map(InputRanges::message);
    let sentences = sentences.into_iter().chain(found.doubt()).chain(limits);
    for sentence in sentences.chain(explained.into_iter().flatten()) {
        writeln!(streams.err, "{}", sentence.say(streams.language))?;
    }
    Ok(())
}

fn write_json(
    arguments: &ScheduleArguments,
    region: &Region,
    written: &str,
    (found, limits): (&Shortened, Option<&InputRanges>),
    streams: &mut Streams,
) -> Result<(), Failure> {
    let reason = match &found.bound.reason {
        BoundReason::Chain(_) => "chain",
        BoundReason::Crowd { .. } => "crowd",
        BoundReason::Around => "around",
        BoundReason::Search => "search",
    };
    let lines: Vec<usize> = found.bound_lines.iter().map(|line| line + 1).collect();
    let mut object = json!({
        "file": region.source.name,
        "before": found.before,
        "after": found.after,
        "shortest": found.is_shortest(),
        "runs": found.runs,
        "proof": match found.proof {
            ProofKind::Dataflow => json!({ "kind": "dataflow" }),
            ProofKind::Ranges => {
                json!({ "kind": "ranges", "ranges": limits.map(InputRanges::text) })
            }
            ProofKind::Testcase => json!({ "kind": "testcase" }),
            ProofKind::Tried(inputs) => json!({ "kind": "tried", "inputs": inputs }),
        },
    });
    // A rewritten program has other lines than the file.
    if found.is_whole && found.level <= ChangeLevel::Forwarding {
        object["bound"] = json!({
            "steps": found.bound.steps,
            "reason": reason,
            "lines": lines,
        });
    }
    if found.level > ChangeLevel::Forwarding {
        object["original_bound"] = json!(found.original_bound);
    }
    let rules = found.applied.iter().map(|it| {
        let lines: Vec<usize> = it.lines.iter().map(|line| line + 1).collect();
        let why = it.message().say(streams.language);
        json!({ "rule": it.rule.id, "saved": it.saved, "lines": lines, "why": why })
    });
    object["rules"] = rules.collect();
    if let Some(anywhere) = &found.anywhere {
        object["anywhere"] = json!(anywhere.steps);
    }
    match &arguments.output {
        Some(path) => write_file(path, &region.bytes(written))?,
        None => object["text"] = json!(written),
    }
    writeln!(streams.out, "{object}")?;
    Ok(())
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
