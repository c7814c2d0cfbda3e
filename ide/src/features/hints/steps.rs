//! The number of a step, counted from 0. The cycle in which it begins, four times as much, is in the tooltip.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_text::message;

use super::{Hint, HintKind, HintedLine};

pub(super) fn hints(at: &HintedLine<'_>, hints: &mut Vec<Hint>) {
    let Some(step) = at.line.step() else { return };
    let label = match u64::from(step.steps()) {
        0 | 1 => message!("step {step}", step = at.step),
        steps => message!(
            "steps {first}–{last}",
            first = at.step,
            last = at.step + steps - 1
        ),
    };
    at.at_end(HintKind::Steps, label.say(at.language), hints);
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
