//! The input of a fix: a checked program with its text, and ways to walk it.

use std::borrow::Cow;
use std::ops::Range;

use mnc2_isa::Forwarding;

use mnc2_program::{Expression, Line, ModeChoice, OperandKind, Program, Step};
use mnc2_text::line::part;

/// Lines without a step that are skipped to find one.
const GAP_LINES_MAX: usize = 500;

/// Maximum number of expressions of a step that are examined; no valid step has as many.
const EXPRESSIONS_MAX: usize = 32;

/// A program, its text and the mode that it was checked in.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program with its parsed lines.
    pub program: &'a Program,
    /// The text of a line without its end; empty beyond the last one.
    pub text: &'a dyn Fn(u32) -> Cow<'a, str>,
    /// The mode of the check.
    pub mode: ModeChoice,
}

impl<'a> Subject<'a> {
    pub(super) fn line(&self, line: u32) -> Option<&'a Line> {
        self.program.line(line as usize).map(AsRef::as_ref)
    }

    /// The step on a line that may be changed: without errors, `nop` and `noforward`.
    pub(super) fn ordinary_step(&self, line: u32) -> Option<&'a Step> {
        let content = self.line(line)?;
        let step = content.step()?;
        (!content.has_error() && is_ordinary(step)).then_some(step)
    }

    /// The nearest line above that has a statement, or that could not be parsed.
    pub(super) fn statement_above(&self, line: u32) -> Option<u32> {
        (0..line)
            .rev()
            .take(GAP_LINES_MAX)
            .find(|&above| self.line(above).is_some_and(is_occupied))
    }

    /// The steps from a line on, with their lines; `None` at the end if not all could be visited.
    pub(super) fn steps_from(&self, line: u32) -> impl Iterator<Item = Option<(u32, &'a Step)>> {
        let mut left = GAP_LINES_MAX;
        self.program
            .iter_from(line as usize)
            .zip(line..)
            .take_while(|(line, _)| !line.ends_program())
            .filter_map(move |(line, number)| {
                if left == 0 {
                    return Some(None);
                }
                left -= 1;
                Some(Some((number, line.step()?)))
            })
    }

    /// Whether a forwarding register is read after a line before a step replaces its content. Steps in between without
    /// the unit make its content undocumented, but that is not a reason to change it.
    pub(super) fn is_forwarding_read_after(&self, line: u32, register: Forwarding) -> bool {
        for step in self.steps_from(line + 1) {
            let Some((_, step)) = step else {
                return true;
            };
            let mut expressions = step.expressions.iter();
            let mut inputs = step.expressions.iter().flat_map(|other| &other.inputs);
            if inputs.any(|input| input.kind == OperandKind::Forwarding(register)) {
                return true;
            }
            let replaces = expressions.any(|other| other.op.forwarding() == Some(register));
            if is_ordinary(step) && replaces {
                return false;
            }
        }
        false
    }

    /// The text of an expression as written.
    pub(super) fn expression(&self, line: u32, expression: &Expression) -> String {
        self.slice(line, expression.range.start, expression.range.end)
    }

    pub(super) fn slice(&self, line: u32, start: u32, end: u32) -> String {
        let text = (self.text)(line);
        part(&text, &(start..end)).to_owned()
    }

    /// The end of a line's statement, with the semicolons after it.
    pub(super) fn statement_end(&self, line: u32, step: &Step) -> u32 {
        let text = (self.text)(line);
        let rest = text.get(step.range.end as usize..).unwrap_or_default();
        let tail = rest.split('#').next().unwrap_or_default();
        let semicolons = tail.rfind(';').map_or(0, |at| at + 1);
        step.range.end + semicolons as u32
    }

    /// Blanks before the statement of a line.
    pub(super) fn indentation(&self, line: u32) -> String {
        (self.text)(line)
            .chars()
            .take_while(|character| matches!(character, ' ' | '\t'))
            .collect()
    }
}

/// The lines of a region of one.
pub(super) const fn one(line: u32) -> Range<usize> {
    line as usize..line as usize + 1
}

/// Whether a line is more than a comment.
fn is_occupied(line: &Line) -> bool {
    line.statement.is_some() || !line.diagnostics.is_empty()
}

/// Whether a step forwards its results.
pub(super) fn is_ordinary(step: &Step) -> bool {
    step.expressions.len() <= EXPRESSIONS_MAX && step.forwards()
}
