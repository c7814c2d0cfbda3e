use mnc2_program::Program;
use mnc2_review::fixes::CONTEXT_FIXES;
use mnc2_text::{Applicability, Fix, fix, line};

use super::parse_cache::Known;
use super::text_of;
use crate::fix_cases::{Checked, offers};

/// Longest text that is fixed.
const BYTES_MAX: usize = 1024;

/// Every fix that is offered can be applied and, if it is safe, causes no error in a line without errors.
///
/// `tests/fix_laws.rs` checks that fixes keep what a program computes.
///
/// # Panics
/// If the place of a fix is not in its text, or if a fix causes an error.
pub fn fixes(data: &[u8]) {
    let source = text_of(data, BYTES_MAX);
    let checked = Checked::new(&source);
    let mut known = Known::new();
    for finding in &checked.findings {
        for fix in &finding.diagnostic.fixes {
            apply(&checked, &mut known, finding.line, fix);
        }
    }
    for row in CONTEXT_FIXES {
        for (line, fix) in offers(&checked, row) {
            apply(&checked, &mut known, line, &fix);
        }
    }
}

fn apply(checked: &Checked, known: &mut Known, line: u32, made: &Fix) {
    let (fixed, count) = fix::apply(&checked.source, [(line, made)]);
    assert_eq!(count, 1, "{} overlaps itself: {made:?}", made.title);
    let after = known.program(&fixed);
    assert_eq!(after.len(), line::lines(&fixed).count());
    // Fixing the text of a line can show other errors in it.
    let was_wrong = (checked.program.line(line as usize)).is_none_or(|line| line.has_error());
    if made.applicability != Applicability::Safe || was_wrong {
        return;
    }
    let count = |program: &Program| {
        let lines = program.iter().flat_map(|line| &line.diagnostics);
        lines.filter(|found| found.is_error()).count()
    };
    let errors = |program: &Program| -> Vec<String> {
        let diagnostics = program.iter().flat_map(|line| &line.diagnostics);
        let errors = diagnostics.filter(|found| found.is_error());
        errors.map(|found| format!("{found:?}")).collect()
    };
    assert!(
        count(&after) <= count(&checked.program),
        "{} makes {:#?} of {:#?}:\n{}\n=>\n{fixed}",
        made.title,
        errors(&after),
        errors(&checked.program),
        checked.source
    );
}
