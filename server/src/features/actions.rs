//! What can be done at a line: mend it as a finding says, or run the program to it.

use mnc2_asm::{Finding, Fix, Report};

/// A finding that knows how to mend its line.
pub(crate) struct QuickFix<'a> {
    /// What it mends.
    pub(crate) finding: &'a Finding,
    /// How.
    pub(crate) fix: &'a Fix,
    /// Whether it is the first choice.
    pub(crate) is_preferred: bool,
}

/// The fixes of findings between two lines, both included.
pub(crate) fn quick_fixes(report: &Report, first: u32, last: u32) -> Vec<QuickFix<'_>> {
    let from = report
        .findings
        .partition_point(|finding| finding.line < first);
    report.findings[from..]
        .iter()
        .take_while(|finding| finding.line <= last)
        .flat_map(|finding| {
            let fixes = finding.diagnostic.fixes.iter().enumerate();
            fixes.map(move |(index, fix)| QuickFix {
                finding,
                fix,
                is_preferred: index == 0,
            })
        })
        .collect()
}
