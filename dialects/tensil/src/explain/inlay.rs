//! What an instruction moves or computes, as words after it.

use std::ops::Range;

use mnc2_text::{Inlay, Language, Place, message};

use super::effect;
use crate::lower::lower;
use crate::options::Options;
use crate::place::{self, Space};
use crate::source::Source;

/// How many lines are read between two questions whether the result is still wanted.
const LINES_BETWEEN_QUESTIONS: u32 = 1024;

/// How much each instruction of some lines moves or computes, and how far apart its vectors are.
#[must_use]
pub fn inlays(
    source: &Source,
    options: &Options,
    lines: Range<u32>,
    language: Language,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Inlay> {
    let mut found = Vec::new();
    for number in lines.start..lines.end.min(source.count()) {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        let Some(line) = source.line(number) else {
            break;
        };
        let Some(statement) = &line.statement else {
            continue;
        };
        let lowered = lower(line, statement, options);
        let Some(instruction) = lowered.instruction else {
            continue;
        };
        let Some(amount) = effect::amount(&instruction, &options.architecture) else {
            continue;
        };
        let mut parts = vec![amount.say(language)];
        for operand in place::operands(line, statement, &instruction) {
            if let Space::Memory(memory) = operand.space
                && operand.size > 0
                && operand.address.stride > 0
            {
                let (name, step) = (memory.name(), operand.step());
                parts.push(message!("{step} apart in {name}", step, name).say(language));
            }
        }
        let end = statement.range.end;
        found.push(Inlay {
            place: Place {
                line: number,
                range: end..end,
            },
            text: parts.join(", "),
        });
    }
    found
}
