//! The number of a step and the cycle in which it begins, both counted from 0.

use mnc2_asm::message;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_project::StepHints;

use super::{Hint, HintedLine, Kind};

pub(super) fn hints(at: &HintedLine<'_>, which: StepHints, hints: &mut Vec<Hint>) {
    let Some(step) = at.line.step() else { return };
    let is_wanted = match which {
        StepHints::Off => false,
        StepHints::WhereNeeded => !is_counted_on(at),
        StepHints::EveryLine => true,
    };
    if !is_wanted {
        return;
    }
    let cycle = at.step * CYCLES_PER_STEP as u64;
    let label = match u64::from(step.steps()) {
        0 | 1 => message!("step {step} · cycle {cycle}", step = at.step, cycle),
        steps => message!(
            "steps {first}–{last} · cycle {cycle}",
            first = at.step,
            last = at.step + steps - 1,
            cycle
        ),
    };
    at.at_end(Kind::Steps, label.say(at.language), hints);
}

/// Whether the step number is one more than that of the line above, so that a reader can count on from there; in the
/// first line both start.
fn is_counted_on(at: &HintedLine<'_>) -> bool {
    let Some(above) = (at.number as usize).checked_sub(1) else {
        return true;
    };
    let above = at.snapshot.program.line(above).and_then(|line| line.step());
    above.is_some_and(|step| step.steps() == 1)
}

pub(super) fn tooltip(at: &HintedLine<'_>) -> Option<String> {
    let steps = u64::from(at.line.step()?.steps());
    let cycles = CYCLES_PER_STEP as u64;
    let (first, end) = (at.step * cycles, (at.step + steps) * cycles);
    let which = if steps <= 1 {
        message!("Step {step}", step = at.step)
    } else {
        message!(
            "Steps {first} to {last}",
            first = at.step,
            last = at.step + steps - 1
        )
    };
    let explained = message!(
        "{which}, cycles {first} to {last}, counted from 0. Only PE instructions take steps, `nop/n` takes n of \
         them (manual 1.2, 3.6.3).",
        which,
        first,
        last = end.max(first + 1) - 1
    );
    Some(explained.say(at.language))
}
