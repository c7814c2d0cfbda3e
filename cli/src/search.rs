//! `mnc2 search`: other instructions for a few lines.

use std::io::Write;
use std::ops::ControlFlow;

use indicatif::{ProgressBar, ProgressStyle};
use mnc2_schedule::search_input::Subject;
use mnc2_search::{Proof, Request, Searched, Sequence, comments, search};
use mnc2_text::message;
use serde_json::json;

use crate::args::{Format, SearchArguments};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::output::Streams;
use crate::region::{Asked, Region, write_file};

pub(crate) fn command(arguments: &SearchArguments, streams: &mut Streams) -> Result<Exit, Failure> {
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
    let request = Request {
        length: usize::from(arguments.length),
        has_inputs: arguments.testcase.is_some(),
        ..Request::new(Subject {
            time: arguments.time,
            ..region.subject(&texts)
        })
    };
    let bar = bar();
    let found = search(request, region.in_program(), &|| false, &mut |progress| {
        bar.set_message(format!(
            "result {} of {}, {} instructions",
            progress.outputs_done + 1,
            progress.outputs,
            progress.length
        ));
    });
    bar.finish_and_clear();
    let found = match found {
        Ok(found) => found,
        Err(refusal) => {
            let refusal = refusal.with_lines(|line| region.own_line(line));
            let reason = message!("nothing to search: {reason}", reason = refusal.message());
            streams.complain(&reason.say(streams.language));
            return Ok(Exit::ProgramErrors);
        }
    };
    match arguments.format {
        Format::Text => {
            for line in found.sequence.iter().flat_map(|it| &it.lines) {
                writeln!(streams.out, "{line}")?;
            }
            streams.out.flush()?;
            writeln!(streams.err, "{}", found.summary().say(streams.language))?;
            if let Some(sequence) = &found.sequence {
                writeln!(
                    streams.err,
                    "{}",
                    sequence.certainty().say(streams.language)
                )?;
            }
        }
        Format::Json => write_json(&region.source, &found, streams)?,
    }
    let (Some(path), Some(sequence)) = (&arguments.output, &found.sequence) else {
        return Ok(Exit::Success);
    };
    if !sequence.proof.is_proven() && !arguments.unproven {
        let refusal = message!("not written, because it is not proven; `--unproven` writes it");
        streams.complain(&refusal.say(streams.language));
        return Ok(Exit::Stopped);
    }
    let mut lines = comments(region.program(), region.in_program(), &texts);
    lines.extend(sequence.lines.iter().cloned());
    let written = region.replaced(region.lines.clone(), &lines);
    write_file(path, &region.bytes(&written))?;
    Ok(Exit::Success)
}

fn write_json(source: &Source, found: &Searched, streams: &mut Streams) -> Result<(), Failure> {
    let proof = |sequence: &Sequence| match sequence.proof {
        Proof::Dataflow => json!({ "kind": "dataflow" }),
        Proof::Bits => json!({ "kind": "bits" }),
        Proof::AllInputs(inputs) => json!({ "kind": "all-inputs", "inputs": inputs }),
        Proof::Tried(inputs) => json!({ "kind": "tried", "inputs": inputs }),
    };
    let mut object = json!({
        "file": source.name,
        "before": found.before,
        "ordered": found.ordered,
        "length": found.length,
        "finished": found.finished,
        "constants": found.constants,
        "evaluations": found.evaluations,
    });
    if let Some(sequence) = &found.sequence {
        object["after"] = json!(sequence.after);
        object["lines"] = json!(sequence.lines);
        object["proof"] = proof(sequence);
    }
    writeln!(streams.out, "{object}")?;
    Ok(())
}

/// The progress, if there is a terminal.
fn bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    match ProgressStyle::with_template("searching {spinner} {msg}, {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
