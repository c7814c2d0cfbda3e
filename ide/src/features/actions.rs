//! Code actions: fixes and `allow` comments for findings, other ways to write some lines, and fixes for the whole
//! text.

use std::borrow::Cow;
use std::ops::Range;

use mnc2_program::code::Code;
use mnc2_review::fixes::{Impossible, Rewriting, Subject};
use mnc2_review::{Review, fixes};
use mnc2_text::{Applicability, Finding, Fix, Message, message};
use similar::{DiffTag, TextDiff};

use super::silencing::{self, SilencingFix};
use crate::languages;
use crate::session::{LanguageSnapshot, Snapshot};

/// Maximum number of findings of a selection that are processed: each fix is tried on the lines around its finding.
const FINDINGS_MAX: usize = 100;

/// A way to fix or silence what was found in a line.
pub struct QuickFix<C = Code> {
    /// The findings that it fixes: at least one, all of the same line.
    pub findings: Vec<Finding<C>>,
    /// The edits that fix them.
    pub fix: Fix,
    /// Whether it is the first choice.
    pub is_preferred: bool,
}

impl<C> From<SilencingFix<C>> for QuickFix<C> {
    fn from(SilencingFix { findings, fix }: SilencingFix<C>) -> Self {
        Self {
            findings,
            fix,
            is_preferred: false,
        }
    }
}

impl<C> QuickFix<C> {
    /// The line that it belongs to.
    pub fn line(&self) -> u32 {
        self.findings.first().map_or(0, |finding| finding.line)
    }
}

/// Another way to write some lines.
pub struct Refactoring {
    /// The line that the fix belongs to.
    pub line: u32,
    /// How the lines are rewritten.
    pub rewriting: Rewriting,
    /// The edits that rewrite the lines.
    pub fix: Fix,
}

/// The fixes of findings between two lines, both included.
pub fn quick_fixes(snapshot: &Snapshot, first: u32, last: u32) -> Vec<QuickFix> {
    let review = snapshot.review();
    let text = |line: u32| Cow::Owned(snapshot.line_text(line as usize).into_owned());
    let subject = subject(snapshot, &text);
    let mut all: Vec<QuickFix> = Vec::new();
    let found = review.in_lines(first..last.saturating_add(1));
    for reported in found.iter().take(FINDINGS_MAX) {
        if snapshot.is_cancelled() {
            break;
        }
        let finding = review.finding(reported);
        for (index, fix) in fixes::fixes(&subject, &finding).into_iter().enumerate() {
            let is_preferred = index == 0;
            // One `nop` may fix two operands: it is offered once.
            let same = all
                .iter_mut()
                .rev()
                .take_while(|other| other.line() == finding.line)
                .find(|other| other.fix.edits == fix.edits);
            match same {
                Some(same) => {
                    same.findings.push(finding.clone());
                    same.is_preferred |= is_preferred;
                }
                None => all.push(QuickFix {
                    findings: vec![finding.clone()],
                    is_preferred,
                    fix,
                }),
            }
        }
    }
    all.extend(silences(snapshot, first, last, &text));
    distinguish(&mut all);
    all
}

/// The same in a text of another language.
pub fn quick_fixes_of(
    snapshot: &LanguageSnapshot,
    first: u32,
    last: u32,
) -> Vec<QuickFix<languages::Code>> {
    let mut all = Vec::new();
    let found = snapshot.findings();
    let found = found.lines();
    for (line, diagnostic) in found.filter(|(line, _)| (first..=last).contains(line)) {
        let fixes = diagnostic.fixes.iter().enumerate();
        all.extend(fixes.map(|(index, fix)| QuickFix {
            findings: vec![Finding {
                line,
                diagnostic: diagnostic.clone(),
            }],
            fix: fix.clone(),
            is_preferred: index == 0 && fix.is_safe(),
        }));
    }
    let silences = silencing::fixes(snapshot, first, last).into_iter();
    all.extend(silences.map(QuickFix::from));
    all
}

/// The fixes that silence the findings between two lines.
fn silences<'a>(
    snapshot: &Snapshot,
    first: u32,
    last: u32,
    text: &dyn Fn(u32) -> Cow<'a, str>,
) -> Vec<QuickFix> {
    // Comments in files of parameters silence nothing.
    if !snapshot.form.has_statements() {
        return Vec::new();
    }
    let review = snapshot.review();
    let found = review.in_lines(first..last.saturating_add(1));
    let found = found.iter().map(|reported| review.finding(reported));
    let fix = |line, code, reach| Some(fixes::silence(&snapshot.program, text, line, code, reach));
    let fixes = silencing::each_once(found, fix).into_iter();
    fixes.map(QuickFix::from).collect()
}

/// Adds the line to titles that occur more than once, and the column where the line is not enough: a menu shows only
/// the titles.
fn distinguish(all: &mut [QuickFix]) {
    let of = |fix: &QuickFix| {
        let start = fix.fix.edits.first().map(|edit| edit.start);
        let (line, byte) = start.map_or((0, 0), |start| (start.line, start.byte));
        let line = i64::from(fix.line()) + i64::from(line) + 1;
        (fix.fix.title.clone(), line, byte.saturating_add(1))
    };
    let places: Vec<_> = all.iter().map(of).collect();
    for (fix, (title, line, column)) in all.iter_mut().zip(&places) {
        let same = |other: &&(Message, i64, u32)| other.0 == *title;
        if places.iter().filter(same).count() == 1 {
            continue;
        }
        let title = title.clone();
        let of_line = |other: &&(Message, i64, u32)| other.1 == *line;
        fix.fix.title = if places.iter().filter(same).filter(of_line).count() == 1 {
            message!("{title} (line {line})", title, line = *line)
        } else {
            message!(
                "{title} (line {line}, column {column})",
                title,
                line = *line,
                column = *column
            )
        };
    }
}

/// A text with everything fixed that is safe to fix.
pub struct FixedText {
    /// How many fixes were applied.
    pub fixed: usize,
    /// The changes in the order of the text: byte ranges of the current text, and what replaces them.
    pub changes: Vec<(Range<usize>, String)>,
}

/// Fixes what `mnc2 check --fix` fixes; `None` if there is nothing to fix.
pub fn fix_all(snapshot: &Snapshot) -> Option<FixedText> {
    if snapshot.is_excluded() || snapshot.is_unread() || !snapshot.form.has_statements() {
        return None;
    }
    let text = snapshot.text.to_string();
    let rules = &snapshot.rules;
    let fixes::FixedText {
        text: after, fixed, ..
    } = fixes::fix_all(
        &text,
        snapshot.form,
        &snapshot.program,
        rules.mode,
        Applicability::Safe,
        &|program| Review::with_files(program, rules, snapshot.files(), Vec::new()).report(),
        &|| snapshot.is_cancelled(),
    );
    (fixed > 0).then(|| FixedText {
        fixed,
        changes: changes(&text, &after),
    })
}

/// The changes that turn one text into another, line by line.
fn changes(before: &str, after: &str) -> Vec<(Range<usize>, String)> {
    let difference = TextDiff::from_lines(before, after);
    let old = difference.old_slices();
    let mut starts: Vec<usize> = vec![0];
    for line in old {
        starts.push(starts.last().unwrap_or(&0) + line.len());
    }
    difference
        .ops()
        .iter()
        .filter(|op| op.tag() != DiffTag::Equal)
        .map(|op| {
            let lines = op.old_range();
            let new = difference.new_slices()[op.new_range()].concat();
            (starts[lines.start]..starts[lines.end], new)
        })
        .collect()
}

/// Other ways to write some lines, of the kinds that are wanted.
pub fn refactorings(
    snapshot: &Snapshot,
    lines: Range<u32>,
    is_wanted: &dyn Fn(Rewriting) -> bool,
) -> Vec<Refactoring> {
    let text = |line: u32| Cow::Owned(snapshot.line_text(line as usize).into_owned());
    let line = lines.start;
    fixes::rewritings(&subject(snapshot, &text), lines, is_wanted)
        .into_iter()
        .map(|(rewriting, fix)| Refactoring {
            line,
            rewriting,
            fix,
        })
        .collect()
}

/// The rewritings of some lines that cannot be done, with the reasons: for a user who looks for them.
pub fn impossible(
    snapshot: &Snapshot,
    lines: Range<u32>,
    is_wanted: &dyn Fn(Rewriting) -> bool,
) -> Vec<(Rewriting, Impossible)> {
    let text = |line: u32| Cow::Owned(snapshot.line_text(line as usize).into_owned());
    fixes::impossible(&subject(snapshot, &text), lines, is_wanted)
}

fn subject<'a>(snapshot: &'a Snapshot, text: &'a dyn Fn(u32) -> Cow<'a, str>) -> Subject<'a> {
    Subject {
        program: &snapshot.program,
        text,
        mode: snapshot.rules.mode,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use expect_test::{Expect, expect};
    use mnc2_program::FileForm;
    use mnc2_program::rules::Layer;
    use mnc2_text::fix;
    use mnc2_text::silencing_comment::Reach;

    use super::*;
    use crate::session::Mnc2Document;

    fn snapshot(text: &str) -> Snapshot {
        Mnc2Document::new(1, text).checked_by(None, &Layer::default())
    }

    /// What is reported: code and line, by the text of the line.
    fn reported(snapshot: &Snapshot) -> Vec<(&'static str, String)> {
        let reported = snapshot.review().reported().iter();
        reported
            .map(|one| {
                let text = snapshot.line_text(one.line as usize);
                (one.code.row().id, text.trim().to_owned())
            })
            .collect()
    }

    /// Silences every finding of a program by itself, and compares the rest.
    fn check_silences(name: &str, text: &str) -> usize {
        // Files of parameters have comments of their own, which silence nothing.
        let form = match text.lines().next() {
            Some(first) if first.contains("form: linked") => FileForm::Unlinked,
            Some(first) if first.contains("form: ") => return 0,
            _ => FileForm::Program,
        };
        let snapshot =
            |text: &str| Mnc2Document::with_form(1, text, form).checked_by(None, &Layer::default());
        let before = snapshot(text);
        let line_text = |line: u32| Cow::Owned(before.line_text(line as usize).into_owned());
        let mut tried = BTreeSet::new();
        for one in before.review().reported() {
            if !tried.insert((one.line, one.code.row().id)) {
                continue;
            }
            for reach in [Reach::Statement, Reach::File] {
                let fix = fixes::silence(&before.program, &line_text, one.line, one.code, reach);
                let (after, applied) = fix::apply(text, [(one.line, &fix)]);
                assert_eq!(applied, 1, "{name}: {fix:?}");
                let after = snapshot(&after);
                let of_code = |snapshot: &Snapshot| {
                    let all = reported(snapshot);
                    all.iter()
                        .filter(|(id, _)| *id == one.code.row().id)
                        .count()
                };
                let (had, has) = (of_code(&before), of_code(&after));
                let id = one.code.row().id;
                match reach {
                    Reach::Statement => assert!(has < had, "{name}: {id} in line {}", one.line + 1),
                    Reach::File => assert_eq!(has, 0, "{name}: {id} in line {}", one.line + 1),
                }
                let codes = |snapshot: &Snapshot| -> BTreeSet<&'static str> {
                    reported(snapshot).into_iter().map(|(id, _)| id).collect()
                };
                let new: Vec<_> = codes(&after).difference(&codes(&before)).copied().collect();
                assert!(new.is_empty(), "{name}: {id} brings {new:?}");
            }
        }
        tried.len()
    }

    #[test]
    fn every_finding_can_be_silenced() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/diagnostics");
        let mut silenced = 0;
        for entry in std::fs::read_dir(folder).expect("the fixtures are there") {
            let path = entry.expect("it can be listed").path();
            if path.extension().is_some_and(|extension| extension == "vsm") {
                let bytes = std::fs::read(&path).expect("it can be read");
                let (text, _) = mnc2_text::line::decode(&bytes);
                silenced += check_silences(&path.display().to_string(), &text);
            }
        }
        assert!(silenced > 300, "{silenced}");
    }

    fn check_offers(text: &str, line: u32, expected: Expect) {
        let snapshot = snapshot(text);
        let lines = line..line + 1;
        let mut shown = String::new();
        for offered in refactorings(&snapshot, lines.clone(), &|_| true) {
            shown += &format!("{:?}: {}\n", offered.rewriting, offered.fix.title);
        }
        for (rewriting, impossible) in impossible(&snapshot, lines, &|_| true) {
            let Impossible { title, reason } = impossible;
            shown += &format!("{rewriting:?}: not {title}: {reason}\n");
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn what_cannot_be_done_has_its_reason() {
        let text = "lpassa $lm0v $lr0v\nnop\nfvadd $lr0v $lr0v $ln0v\nladd $lm8v $ls0v $ls8v\n";
        check_offers(
            text,
            0,
            expect![[r#"
            Rewrite: Write the addresses as lists
            Inline: not Pack into the previous step: there is no step above
            Move: not Move step up as far as is safe: the program begins there
            Move: not Move step down as far as is safe: line 3 would be too near: GRF write, GRF read (manual 3.6.3.9)
        "#]],
        );
        check_offers(
            text,
            2,
            expect![[r#"
            Rewrite: Write the addresses as lists
            Move: Move down by 1 step, after line 4: the program ends there
            Inline: not Pack into the previous step: line 2 above is a `nop`
            Move: not Move step up as far as is safe: line 1 would be too near: GRF write, GRF read (manual 3.6.3.9)
        "#]],
        );
        check_offers(
            text,
            3,
            expect![[r#"
            Inline: Pack into the previous step
            Rewrite: Write the addresses as lists
            Move: Move up by 3 steps, before line 1: the program begins there
            Move: not Move step down as far as is safe: the program ends there
        "#]],
        );
        let one_unit = "ladd $lm8v $ls0v $ls8v\nlsub $lm16v $ls0v $ls16v\n";
        check_offers(
            one_unit,
            1,
            expect![[r#"
            Rewrite: Write the addresses as lists
            Move: Move up by 1 step, before line 1: the program begins there
            Inline: not Pack into the previous step: `ladd` reads `$lm8v` and `lsub` reads `$lm16v`: two regions of LM0, but the field `lm0` holds one
            Move: not Move step down as far as is safe: the program ends there
        "#]],
        );
    }

    #[test]
    fn what_is_not_wanted_is_not_made() {
        let snapshot = snapshot("ladd $lm8v $ls0v $ls8v\nlsub $lm16v $ls0v $ls16v\n");
        let nothing = |_: Rewriting| false;
        assert!(refactorings(&snapshot, 1..2, &nothing).is_empty());
        assert!(impossible(&snapshot, 1..2, &nothing).is_empty());
    }

    #[test]
    fn changes_are_those_between_two_texts() {
        let check = |before: &str, after: &str, expected: &[(Range<usize>, &str)]| {
            let found = changes(before, after);
            let found: Vec<_> = found
                .iter()
                .map(|(range, new)| (range.clone(), new.as_str()))
                .collect();
            assert_eq!(found, expected);
        };
        check("a\r\nb\r\nc", "a\r\nx\r\ny\r\nc", &[(3..6, "x\r\ny\r\n")]);
        check("a\nb\nc\n", "a\nc\nd", &[(2..4, ""), (6..6, "d")]);
        check("a", "a", &[]);
    }
}
