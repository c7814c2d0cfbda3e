//! `d set` in a solution of the contest, whose judge sets the inputs itself.

use mnc2_program::Statement;
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_text::{Applicability, Edit, Fix, message};

/// Finds the `d set` statements.
pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    findings: &mut Vec<Finding>,
) {
    for (line, statement) in statements {
        let Statement::DebugSet(set) = statement else {
            continue;
        };
        findings.push(Finding {
            line,
            diagnostic: Diagnostic::new(
                Code::DebugSetInContest,
                set.range.clone(),
                message!("the judge drops this `d set`, so the solution runs without it"),
            )
            .help(message!("inputs come from the testcase; with `--enable-set` a solution with `d set` is never accepted"))
            .fixed(
                Fix::new(Applicability::Suggestion, message!("Remove this line"))
                    .with(Edit::remove_lines(0..1)),
            ),
        });
    }
}
