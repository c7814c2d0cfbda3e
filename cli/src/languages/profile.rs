//! `mnc2 profile` for a program in another language: an estimate of its cycles by public rules.

use std::io::Write as _;

use mnc2_ide::features::estimate;
use mnc2_ide::languages::Options;
use mnc2_text::{Estimate, Language, LevelChoices, Message, message};
use serde_json::json;

use super::check::Checked;
use crate::args::{ProfileArguments, ProfileFormat};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::output::Streams;

/// The most expensive instructions that are listed.
const STEPS_MAX: usize = 20;

/// Writes the estimate of a program.
pub(crate) fn command(
    arguments: &ProfileArguments,
    source: &Source,
    options: &dyn Options,
    levels: &LevelChoices,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let language = streams.language;
    let failed = |message: Message| Failure::Message(message.say(language));
    if let Some(option) = mnc2_only_option(arguments) {
        return Err(failed(message!(
            "{option} is for MN-Core 2, and `{file}` is read as `{id}`",
            option,
            file = source.name.as_str(),
            id = options.language().about().id
        )));
    }
    let checked = Checked::to_run(source, options, levels);
    let Some(estimate) = checked.text.estimate(&|| false) else {
        return Err(failed(message!(
            "there are no public rules for the time of a `{id}` program",
            id = options.language().about().id
        )));
    };
    match arguments.format {
        ProfileFormat::Json => writeln!(streams.out, "{}", object(&estimate, language))?,
        _ => streams
            .out
            .write_all(text(&estimate, language).as_bytes())?,
    }
    if checked.has_errors() {
        let remark = message!("the program has errors; `mnc2 check` shows them");
        writeln!(streams.err, "{}", remark.say(language))?;
        return Ok(Exit::ProgramErrors);
    }
    Ok(Exit::Success)
}

fn mnc2_only_option(arguments: &ProfileArguments) -> Option<&'static str> {
    [
        ("--against", arguments.against.is_some()),
        ("--coverage", arguments.coverage),
        ("--testcase", arguments.testcase.is_some()),
        ("--region", arguments.region.is_some()),
        ("--format trace", arguments.format == ProfileFormat::Trace),
    ]
    .into_iter()
    .find_map(|(name, is_given)| is_given.then_some(name))
}

fn text(estimate: &Estimate, language: Language) -> String {
    let total = estimate.cycles();
    let mut text = format!("{}\n", estimate::title(estimate).say(language));
    text += &format!("{}\n\n", estimate.source.say(language));
    let titles = [message!("cycles"), message!("instructions")].map(|it| it.say(language));
    text += &format!("{:>14}  {:>7}  {:>12}\n", titles[0], "%", titles[1]);
    for rule in estimate::rules(estimate) {
        let (cycles, count) = (rule.cycles, rule.instructions);
        let share = cycles as f64 * 100.0 / total.max(1) as f64;
        let rule = rule.text.say(language);
        text += &format!("{cycles:>14}  {share:>7.1}  {count:>12}  {rule}\n");
    }
    let mut steps: Vec<_> = estimate.steps.iter().collect();
    steps.sort_by_key(|step| (std::cmp::Reverse(step.cycles), step.line));
    let most = message!("the instructions with most cycles");
    text += &format!("\n{}\n", most.say(language));
    for step in steps.into_iter().take(STEPS_MAX) {
        let line = message!("line {line}", line = step.line + 1).say(language);
        text += &format!("{:>14}  {line}: {}\n", step.cycles, step.text);
    }
    for remark in &estimate.remarks {
        text += &format!("\n{}\n", remark.say(language));
    }
    text
}

fn object(estimate: &Estimate, language: Language) -> serde_json::Value {
    let rules = estimate::rules(estimate).map(|rule| {
        json!({
            "rule": rule.index,
            "text": rule.text.say(language),
            "instructions": rule.instructions,
            "cycles": rule.cycles,
        })
    });
    let rules: Vec<_> = rules.collect();
    let steps = estimate.steps.iter().map(|step| {
        json!({"line": step.line + 1, "text": step.text, "cycles": step.cycles, "rule": step.rule})
    });
    let steps: Vec<_> = steps.collect();
    let remarks: Vec<String> = (estimate.remarks.iter())
        .map(|remark| remark.say(language))
        .collect();
    json!({
        "estimate": true,
        "source": estimate.source.say(language),
        "cycles": estimate.cycles(),
        "rules": rules,
        "instructions": steps,
        "remarks": remarks,
    })
}
