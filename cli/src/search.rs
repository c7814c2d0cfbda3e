//! `mnc2 search`: other instructions for a few lines.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};
use mnc2_asm::program::Mode;
use mnc2_asm::{ModeChoice, Review, message};
use mnc2_schedule::search::{Proof, Request, Searched, Sequence, comments, search};
use mnc2_schedule::within::{Within, with_assembler_comments};
use serde_json::json;

use crate::args::{Format, SearchArguments};
use crate::findings;
use crate::input::Source;
use crate::output::{Streams, refuse_inputs};
use crate::rules::RuleBook;
use crate::schedule::{places, refuse, refuse_ignored, region, replaced, write_file};
use crate::within;
use crate::{Exit, Failure};

pub(crate) fn command(arguments: &SearchArguments, streams: &mut Streams) -> Result<Exit, Failure> {
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
    let places = places(&arguments.at, testcase.is_some());
    let line = |line: usize| {
        let own = line.checked_sub(first);
        own.and_then(|line| lines.get(line).copied())
            .unwrap_or_default()
            .to_owned()
    };
    let request = Request {
        length: usize::from(arguments.length),
        time: arguments.time,
        places: places.as_ref(),
        has_inputs: testcase.is_some(),
        ..Request::new(&within.program, &line, &rules)
    };
    let bar = bar();
    let in_program = first + region.start..first + region.end;
    let found = search(request, in_program.clone(), &|| false, &mut |progress| {
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
            let refusal = refusal.with_lines(|line| line.saturating_sub(first));
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
        Format::Json => write_json(&source, &found, streams)?,
    }
    let (Some(path), Some(sequence)) = (&arguments.output, &found.sequence) else {
        return Ok(Exit::Success);
    };
    if !sequence.proof.is_proven() && !arguments.unproven {
        let refusal = message!("not written, because it is not proven; `--unproven` writes it");
        streams.complain(&refusal.say(streams.language));
        return Ok(Exit::Stopped);
    }
    let mut written = comments(&within.program, in_program, &line);
    written.extend(sequence.lines.iter().cloned());
    let written = replaced(&source, region, &written);
    let content = [source.byte_order_mark(), written.as_bytes()].concat();
    write_file(path, &content)?;
    Ok(Exit::Success)
}

fn write_json(source: &Source, found: &Searched, streams: &mut Streams) -> Result<(), Failure> {
    let proof = |sequence: &Sequence| match sequence.proof {
        Proof::Dataflow => json!({ "kind": "dataflow" }),
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

/// What is tried, if there is a terminal.
fn bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    match ProgressStyle::with_template("searching {spinner} {msg}, {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
