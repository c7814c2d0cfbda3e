//! Budgets of steps, which comments give sections: `#! budget 120`.

use std::borrow::Cow;

use mnc2_dataflow::sections::sections;
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::message::wording;
use mnc2_program::{AssertionKind, Program};
use mnc2_text::message;

/// Adds the budgets that are exceeded. A budget is for the innermost section that it is in, or for the program.
pub(super) fn find(program: &Program, quit_line: Option<u32>, findings: &mut Vec<Finding>) {
    let end = quit_line.map_or(program.len(), |quit| quit as usize);
    let mut budgets = program
        .assertion_lines()
        .filter_map(|(line, assertion)| match assertion.kind {
            AssertionKind::Budget(steps) => Some((line, assertion, steps)),
            AssertionKind::Assert(_) | AssertionKind::Log { .. } => None,
        })
        .peekable();
    if budgets.peek().is_none() {
        return;
    }
    let sections = sections(program.pieces_from(0).flat_map(Cow::into_owned));
    for (line, assertion, budget) in budgets {
        let number = line as u32;
        // Sections are in the order of their starts, so the last one around the line is the innermost.
        let section = sections
            .iter()
            .rev()
            .find(|section| section.start <= number && number <= section.end);
        let lines = section.map_or(0..end, |section| {
            section.start as usize..end.min(section.end as usize + 1)
        });
        let before = program.steps_before(lines.start.min(lines.end));
        let steps = program.steps_before(lines.end) - before;
        if steps <= budget {
            continue;
        }
        let range = assertion.range.clone();
        let over = wording::steps(steps - budget);
        let steps = wording::steps(steps);
        let finding = match section {
            Some(section) => {
                let message = message!(
                    "the section has {steps}: {over} more than its budget",
                    steps,
                    over
                );
                Diagnostic::new(Code::BudgetExceeded, range, message).note_at(
                    section.title_line,
                    0..0,
                    message!("the section begins here"),
                )
            }
            None => {
                let message = message!(
                    "the program has {steps}: {over} more than its budget",
                    steps,
                    over
                );
                Diagnostic::new(Code::BudgetExceeded, range, message).help(message!(
                    "the budget is in no section, so it is the program's budget"
                ))
            }
        };
        findings.push(Finding {
            line: number,
            diagnostic: finding,
        });
    }
}
