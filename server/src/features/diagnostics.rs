//! Findings as an editor gets them: at most so many, with what was left out counted.

use mnc2_asm::{Finding, Report};

/// Findings sent for one version of a text. A file that is no assembly at all has one on every line,
/// and all of them would go over the wire at every keystroke.
pub(crate) const FINDINGS_MAX: usize = 2000;

/// The findings to show.
pub(crate) struct Shown<'a> {
    /// The first ones, in the order of lines.
    pub(crate) findings: &'a [Finding],
    /// Where the first one that is not shown stands, and how many those are.
    pub(crate) omitted: Option<Omitted>,
}

/// Findings that are not shown.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Omitted {
    /// Line of the first.
    pub(crate) line: u32,
    /// How many.
    pub(crate) count: usize,
}

impl Omitted {
    /// The sentence that stands for them.
    pub(crate) fn message(&self) -> String {
        format!(
            "{} more findings from here on are not shown; at most {FINDINGS_MAX} are",
            self.count
        )
    }
}

/// What to show of a report.
pub(crate) fn shown(report: &Report) -> Shown<'_> {
    let count = report.findings.len().min(FINDINGS_MAX);
    let (findings, rest) = report.findings.split_at(count);
    Shown {
        findings,
        omitted: rest.first().map(|first| Omitted {
            line: first.line,
            count: rest.len(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use mnc2_asm::{Code, Diagnostic, Mode};

    use super::*;

    #[test]
    fn findings_beyond_the_limit_are_counted() {
        let findings = (0..FINDINGS_MAX as u32 + 3)
            .map(|line| Finding {
                line,
                diagnostic: Diagnostic::new(Code::UnknownOpcode, 0..1, "unknown"),
            })
            .collect();
        let mut report = Report {
            mode: Mode::Flat,
            quit_line: None,
            findings,
        };
        let shown_of_many = shown(&report);
        assert_eq!(shown_of_many.findings.len(), FINDINGS_MAX);
        assert_eq!(
            shown_of_many.omitted,
            Some(Omitted {
                line: FINDINGS_MAX as u32,
                count: 3
            })
        );
        report.findings.truncate(FINDINGS_MAX);
        assert_eq!(shown(&report).omitted, None);
    }
}
