//! Fixes a whole text: applies fixes until there are none left.

use std::borrow::Cow;

use super::checked_program::Subject;
use super::{CONTEXT_FIXES, Offer, untitled_fixes};
use mnc2_program::finding::Finding;
use mnc2_program::rules::check::Report;
use mnc2_program::{FileForm, ModeChoice, Program};
use mnc2_text::{Applicability, Fix, fix, line};

/// Maximum number of rounds of checking and fixing. Each round fixes at least every tenth step, so more are hardly
/// ever needed.
const ROUNDS_MAX: usize = 64;

/// Minimum number of steps between two changes of one round that change the distances around them: more than either of
/// them looks at.
const APART_STEPS: u64 = 16;

/// A text after fixing.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedText {
    /// The text after the fixes.
    pub text: String,
    /// The number of applied fixes.
    pub fixed: usize,
    /// What is still found in the text afterwards.
    pub report: Report,
}

/// Applies the first fix of every finding that is trusted enough, checks again, and so on.
///
/// `check` decides what to fix: what it does not report stays. The findings of one line are fixed one after the other.
/// When `is_cancelled` returns true, fixing ends with what it has.
#[must_use]
pub fn fix_all(
    source: &str,
    form: FileForm,
    program: &Program,
    mode: ModeChoice,
    trusted: Applicability,
    check: &dyn Fn(&Program) -> Report,
    is_cancelled: &dyn Fn() -> bool,
) -> FixedText {
    let mut text = source.to_owned();
    let mut program = program.clone();
    let mut fixed = 0;
    for round in 0.. {
        let report = check(&program);
        let chosen = if round < ROUNDS_MAX {
            choose(&text, &program, mode, trusted, &report, is_cancelled)
        } else {
            Vec::new()
        };
        let applied = fix::apply(&text, chosen.iter().map(|(line, fix)| (*line, fix)));
        if applied.1 == 0 || applied.0 == text {
            return FixedText {
                text,
                fixed,
                report,
            };
        }
        text = applied.0;
        fixed += applied.1;
        program = mnc2_asm::parse_as(form, &text);
    }
    unreachable!("the last round chooses nothing")
}

/// Fixes that can be applied together; empty if cancelled.
fn choose(
    source: &str,
    program: &Program,
    mode: ModeChoice,
    trusted: Applicability,
    report: &Report,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<(u32, Fix)> {
    let lines: Vec<&str> = line::lines(source).collect();
    let line_text =
        |line: u32| Cow::Borrowed(lines.get(line as usize).copied().unwrap_or_default());
    let subject = Subject {
        program,
        text: &line_text,
        mode,
    };
    let mut chosen: Vec<(u32, Fix)> = Vec::new();
    let mut last_change: Option<u64> = None;
    for finding in &report.findings {
        if is_cancelled() {
            return Vec::new();
        }
        if chosen.last().is_some_and(|(line, _)| *line == finding.line) {
            continue;
        }
        let changes_distances = has_context_fix(finding);
        let step = program.steps_before(finding.line as usize);
        if changes_distances && last_change.is_some_and(|last| step < last + APART_STEPS) {
            continue;
        }
        let trusted_fix = untitled_fixes(&subject, finding)
            .into_iter()
            .find(|fix| fix.applicability <= trusted);
        if let Some(fix) = trusted_fix {
            if changes_distances {
                last_change = Some(step);
            }
            chosen.push((finding.line, fix));
        }
    }
    chosen
}

/// Whether a `ContextFix` fixes the finding; it can then depend on the lines around it.
fn has_context_fix(finding: &Finding) -> bool {
    CONTEXT_FIXES.iter().any(|row| match row.offer {
        Offer::Finding { codes, .. } => codes.contains(&finding.diagnostic.code),
        Offer::Lines { .. } => false,
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use mnc2_program::LINES_READ;
    use mnc2_program::rules::check::check;

    /// Fixes a text; cancelled after `patience` questions whether to stop. Returns the result and the number of
    /// questions.
    fn fixed_while(source: &str, trusted: Applicability, patience: u64) -> (FixedText, u64) {
        let asked = Cell::new(0);
        let is_cancelled = || {
            asked.set(asked.get() + 1);
            asked.get() > patience
        };
        let fixed = fix_all(
            source,
            FileForm::Program,
            &mnc2_asm::parse(source),
            ModeChoice::Infer,
            trusted,
            &|program| check(program, ModeChoice::Infer),
            &is_cancelled,
        );
        (fixed, asked.get())
    }

    fn fixed(source: &str, trusted: Applicability) -> (String, usize, usize) {
        let (fixed, _) = fixed_while(source, trusted, u64::MAX);
        (fixed.text, fixed.fixed, fixed.report.findings.len())
    }

    #[test]
    fn only_what_is_sure_is_fixed() {
        let source = "lpasa $lm0v $ln0v\nlpassa $lm0v $ln0v\nlpassa $ln0v $lr0\nwait i01\n";
        assert_eq!(
            fixed(source, Applicability::Safe),
            (
                "lpasa $lm0v $ln0v\nlpassa $lm0v $ln0v\nnop/2\nlpassa $ln0v $lr0\nnop; wait i01\n"
                    .to_owned(),
                2,
                1
            )
        );
        let (text, fixed, left) = fixed(source, Applicability::Suggestion);
        assert!(text.starts_with("lpassa $lm0v $ln0v\nlpassa"), "{text}");
        assert_eq!((fixed, left), (3, 0));
    }

    /// Eight times as many findings read about eight times as many lines.
    #[test]
    fn the_work_grows_with_the_text() {
        let lines_read = |count: usize| {
            let source = "lpassa $lm0v $t\nlpassa $t $lr0\n".repeat(count);
            LINES_READ.set(0);
            assert_eq!(fixed(&source, Applicability::Safe).1, count);
            LINES_READ.get()
        };
        let (short, long) = (lines_read(25), lines_read(200));
        assert!(short > 0 && long <= 9 * short, "{short}, {long}");
    }

    #[test]
    fn a_long_row_of_hazards_is_fixed_with_no_step_too_many() {
        let source = "lpassa $lm0v $t\nlpassa $t $lr0\n".repeat(200);
        let (text, fixed, left) = fixed(&source, Applicability::Safe);
        assert_eq!(text, "lpassa $lm0v $t\nnop\nlpassa $t $lr0\n".repeat(200));
        assert_eq!((fixed, left), (200, 0));
    }

    #[test]
    fn it_ends_when_no_one_waits() {
        let source = "lpassa $lm0v $t\nlpassa $t $lr0\n".repeat(200);
        let (whole, asked) = fixed_while(&source, Applicability::Safe, u64::MAX);
        assert!(whole.fixed == 200 && asked > 400, "{asked}");
        for patience in [0, 1, 100, asked / 2] {
            let (cut, asked) = fixed_while(&source, Applicability::Safe, patience);
            assert!(cut.fixed < 200, "{patience}");
            assert_eq!(asked, patience + 1);
        }
    }
}
