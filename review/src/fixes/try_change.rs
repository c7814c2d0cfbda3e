//! Tries a change: the checker's findings in the lines around it, before and after.
//!
//! No rule about distances reaches further than a few steps, so a window of that size shows every effect of a change,
//! however long the program is. Only a `mask` setting has an effect up to the next one.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::checked_program::Subject;
use mnc2_asm::LineParser;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::check::check;
use mnc2_program::{Line, MaskStatement, ModeChoice, Program, Statement};
use mnc2_text::Message;

/// Steps before and after a change that are checked. The longest distance is 10 cycles or 3 steps between two accesses
/// (manual 3.6.3), so the fourth step is the last one that can be concerned.
const WINDOW_STEPS: u32 = 5;

/// Lines before and after that are checked; if the steps are further apart, there is no answer.
const WINDOW_LINES_MAX: usize = 1000;

/// The lines around those that change.
pub(super) struct Trial {
    before: Vec<Arc<Line>>,
    changing: Vec<Arc<Line>>,
    after: Vec<Arc<Line>>,
    mode: ModeChoice,
}

impl Trial {
    /// Around a range of lines; `None` if there are too many lines around it.
    pub(super) fn around(subject: &Subject<'_>, lines: Range<u32>) -> Option<Self> {
        let program = subject.program;
        let (start, end) = (lines.start as usize, lines.end as usize);
        let mut before = near(program.range(0..start).rev())?;
        let first = start - before.len();
        // Lines after a `quit` are changed with the same care as those before it.
        before.retain(|line| !line.ends_program());
        before.push(setting_line(program, first));
        before.reverse();
        Some(Self {
            before,
            changing: program.range(start..end).cloned().collect(),
            after: near(program.iter_from(end))?,
            mode: subject.mode,
        })
    }

    /// As [`Self::around`], for a change of the `mask` setting, which lasts until the next one.
    pub(super) fn to_next_setting(subject: &Subject<'_>, lines: Range<u32>) -> Option<Self> {
        let end = lines.end as usize;
        let mut after = Vec::new();
        for line in subject.program.iter_from(end) {
            if after.len() == WINDOW_LINES_MAX {
                return None;
            }
            after.push(Arc::clone(line));
            if matches!(line.statement, Some(Statement::Mask(_))) {
                break;
            }
        }
        let rest = subject.program.iter_from(end + after.len());
        after.extend(near(rest)?);
        Some(Self {
            after,
            ..Self::around(subject, lines)?
        })
    }

    /// How often each code is found without the change.
    pub(super) fn findings_now(&self) -> BTreeMap<Code, usize> {
        self.findings(&self.changing)
    }

    /// How often each code is found with other lines instead of those that change.
    pub(super) fn findings(&self, lines: &[Arc<Line>]) -> BTreeMap<Code, usize> {
        count(&self.found(lines))
    }

    /// The findings with other lines instead of the changed ones.
    fn found(&self, lines: &[Arc<Line>]) -> Vec<Finding> {
        let all = self.before.iter().chain(lines).chain(&self.after);
        found(all.cloned().collect(), self.mode)
    }

    /// The checker's first message about other lines, given as text, that it does not report for the present lines.
    pub(super) fn first_new(&self, lines: &[String]) -> Option<Message> {
        let now = self.findings_now();
        let found = self.found(&parsed(lines));
        let then = count(&found);
        let is_new = |code: Code| then.get(&code) > now.get(&code);
        let mut diagnostics = found.into_iter().map(|it| it.diagnostic);
        Some(diagnostics.find(|it| is_new(it.code))?.message)
    }

    /// Whether other lines, given as text, have no additional findings.
    pub(super) fn is_no_worse(&self, lines: &[String]) -> bool {
        is_no_worse(&self.findings_now(), &self.findings(&parsed(lines)))
    }
}

/// Whether no code is found more often than before.
pub(super) fn is_no_worse(before: &BTreeMap<Code, usize>, after: &BTreeMap<Code, usize>) -> bool {
    after
        .iter()
        .all(|(code, count)| before.get(code).copied().unwrap_or(0) >= *count)
}

/// The findings in consecutive lines, without any others around them.
pub(super) fn alone(lines: &[String], mode: ModeChoice) -> BTreeMap<Code, usize> {
    count(&found(parsed(lines), mode))
}

/// Lines of text, parsed.
pub(super) fn parsed(lines: &[String]) -> Vec<Arc<Line>> {
    let mut parser = LineParser::new();
    lines
        .iter()
        .map(|line| Arc::new(parser.parse(line)))
        .collect()
}

/// The findings of a window, which does not show what lines further up have written to the mask register.
fn found(lines: Vec<Arc<Line>>, mode: ModeChoice) -> Vec<Finding> {
    let mut findings = check(&Program::from_lines(lines), mode).findings;
    findings.retain(|finding| finding.diagnostic.code != Code::MaskNeverWritten);
    findings
}

fn count(findings: &[Finding]) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.diagnostic.code).or_default() += 1;
    }
    counts
}

/// Lines until enough steps have passed.
fn near<'a>(lines: impl Iterator<Item = &'a Arc<Line>>) -> Option<Vec<Arc<Line>>> {
    let mut found = Vec::new();
    let mut steps = 0;
    for line in lines {
        if found.len() == WINDOW_LINES_MAX {
            return None;
        }
        found.push(Arc::clone(line));
        steps = line
            .step()
            .map_or(steps, |step| step.steps().saturating_add(steps));
        if steps >= WINDOW_STEPS {
            break;
        }
    }
    Some(found)
}

/// A line that sets the `mask` setting in force at another line.
fn setting_line(program: &Program, line: usize) -> Arc<Line> {
    Arc::new(Line {
        statement: Some(Statement::Mask(MaskStatement {
            range: 0..0,
            entry_range: 0..0,
            setting: program.mask_setting_at(line),
        })),
        ..Line::default()
    })
}
