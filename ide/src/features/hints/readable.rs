//! The first step in which the results of a step can be read.

use mnc2_dataflow::readable::{Readable, readable};
use mnc2_text::message;

use super::{Hint, HintKind, HintedLine};
use crate::features::hover;

pub(super) fn hints(at: &HintedLine<'_>, hints: &mut Vec<Hint>) {
    let Some(step) = at.line.step() else { return };
    let found = readable(step, at.setting);
    // For each operand the largest distance, which is valid for every way to read it; the tooltip distinguishes them.
    let mut of_operands: Vec<&Readable> = Vec::new();
    for readable in &found {
        match of_operands
            .iter_mut()
            .find(|other| other.output == readable.output)
        {
            Some(latest) if latest.earliest < readable.earliest => *latest = readable,
            Some(_) => {}
            None => of_operands.push(readable),
        }
    }
    let step_of = |readable: &Readable| at.step + u64::from(readable.earliest);
    let Some(first) = of_operands.first() else {
        return;
    };
    let label = if of_operands
        .iter()
        .all(|readable| readable.earliest == first.earliest)
    {
        message!("readable from step {step}", step = step_of(first))
    } else {
        let text = at.snapshot.line_text(at.number as usize);
        let parts: Vec<String> = of_operands
            .iter()
            .map(|readable| {
                let range = readable.output.start as usize..readable.output.end as usize;
                let spelled = text.get(range).unwrap_or_default();
                format!("{spelled} {}", step_of(readable))
            })
            .collect();
        message!("readable from step: {steps}", steps = parts.join(", "))
    };
    at.at_end(HintKind::Readable, label.say(at.language), hints);
}

pub(super) fn tooltip(at: &HintedLine<'_>) -> Option<String> {
    let step = at.line.step()?;
    let text = at.snapshot.line_text(at.number as usize);
    Some(hover::readable_table(
        &readable(step, at.setting),
        &text,
        at.step,
        at.language,
    ))
}
