//! What an instruction moves or computes, as words after it.

use std::ops::Range;

use mnc2_text::interface::{Annotate, IsCancelled, wanted};
use mnc2_text::{Estimate, Inlay, Language, Place, message};

use super::effect;
use crate::document::Document;
use crate::estimate;
use crate::lower::lower;
use crate::options::Options;
use crate::place::{self, Space};
use crate::source::Line;

impl Annotate for Document {
    /// How much each instruction of some lines moves or computes, and how far apart its vectors are.
    fn inlays(&self, lines: Range<u32>, language: Language, stop: IsCancelled<'_>) -> Vec<Inlay> {
        let lines = wanted(self.source.lines_in(lines), stop);
        let inlays = lines.filter_map(|(number, line)| {
            let end = line.statement.as_ref()?.range.end;
            Some(Inlay {
                place: Place {
                    line: number,
                    range: end..end,
                },
                text: words(line, &self.options, language)?,
            })
        });
        inlays.collect()
    }

    fn estimate(&self, is_cancelled: IsCancelled<'_>) -> Option<Estimate> {
        Some(estimate::estimate(self, is_cancelled))
    }
}

/// What the instruction of a line moves or computes.
fn words(line: &Line, options: &Options, language: Language) -> Option<String> {
    let statement = line.statement.as_ref()?;
    let instruction = lower(line, statement, options).instruction?;
    let amount = effect::amount(&instruction, &options.architecture)?;
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
    Some(parts.join(", "))
}
