//! Findings as an editor gets them: a limited number, the most useful first, and a count of the others.

use std::borrow::Cow;

use mnc2_program::Program;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_review::Review;
use mnc2_text::{CodeRow, Findings, Message, message};

use crate::languages;
use crate::session::{
    KEPT_BYTES_MAX, KEPT_LINES_MAX, OPEN_BYTES_MAX, OPEN_DOCUMENTS_MAX, TEXT_BYTES_MAX,
    TEXT_LINES_MAX, Unread,
};

/// Maximum number of findings of one version of a text for a client that pulls them. A file that is not assembly at all has one
/// on every line, which is more than a user can read.
pub const FINDINGS_MAX: usize = 500;

/// Maximum number of findings of one version of a text for a client to which they are pushed: all of them are sent at
/// every keystroke.
pub const PUSHED_FINDINGS_MAX: usize = 200;

/// The finding at the first line of a text that is not read.
pub fn unread_message(unread: Unread) -> Message {
    match unread {
        Unread::Long => message!(
            "this text is longer than {mebibytes} MiB or {lines} lines: it is checked and explained line by line; what looks at the whole program is left out",
            mebibytes = KEPT_BYTES_MAX >> 20,
            lines = KEPT_LINES_MAX
        ),
        Unread::TooLong => message!(
            "this text is longer than {mebibytes} MiB or {lines} lines: it can be edited, but it is not checked, explained or run",
            mebibytes = TEXT_BYTES_MAX >> 20,
            lines = TEXT_LINES_MAX
        ),
        Unread::NoRoom => message!(
            "more than {mebibytes} MiB or {documents} documents are open: this one can be edited, but it is not checked, explained or run until others are closed",
            mebibytes = OPEN_BYTES_MAX >> 20,
            documents = OPEN_DOCUMENTS_MAX
        ),
    }
}

/// Whether the code that a finding covers has no effect, so that editors fade it out.
pub fn is_unnecessary(code: &CodeRow) -> bool {
    let faded = [Code::NeverRead, Code::DoesNotCount, Code::NopNotNeeded];
    faded.iter().any(|it| it.row().id == code.id)
}

/// The lines after `quit`, which are neither assembled nor run.
pub struct AfterQuit {
    /// The first line that is not empty.
    pub first: u32,
    /// The last line that is not empty, included.
    pub last: u32,
}

impl AfterQuit {
    /// The unused lines of a program; `None` if only comments follow `quit`.
    pub fn from_review(program: &Program, review: &Review) -> Option<Self> {
        let after = review.quit_line()? as usize + 1;
        let holds = (after..).zip(program.iter_from(after));
        let mut holds = holds.filter(|(_, line)| !line.is_blank());
        let (first, _) = holds.next()?;
        let last = holds.last().map_or(first, |(last, _)| last);
        Some(Self {
            first: first as u32,
            last: last as u32,
        })
    }

    /// The sentence about them.
    pub fn message() -> Message {
        message!("nothing after `quit` is assembled or run")
    }
}

/// The findings to show.
pub struct Shown {
    /// The most useful ones, in the order of lines.
    pub findings: Vec<Finding>,
    /// The first one that is not shown, and how many there are.
    pub omitted: Option<Omitted>,
}

/// Findings that are not shown.
#[derive(Debug, PartialEq, Eq)]
pub struct Omitted {
    /// Line of the first.
    pub line: u32,
    /// Number of omitted findings.
    pub count: usize,
    /// How many are shown.
    pub max: usize,
}

impl Omitted {
    /// The sentence that replaces them.
    pub fn message(&self) -> Message {
        message!(
            "{count} more findings are not shown, the first of them here; only the {max} worst are shown",
            count = self.count,
            max = self.max
        )
    }
}

/// The findings of a review to show, at most `max` of them.
pub fn shown(review: &Review, max: usize) -> Shown {
    let reported = review.reported();
    let worst = review.worst(max);
    let first_omitted = (0..reported.len()).find(|&index| worst.get(index) != reported.get(index));
    Shown {
        omitted: first_omitted.map(|index| Omitted {
            line: reported[index].line,
            count: reported.len() - worst.len(),
            max,
        }),
        findings: worst
            .iter()
            .map(|reported| review.finding(reported))
            .collect(),
    }
}

/// The [most useful](mnc2_text::most_useful) findings of a language, in the order of lines, which are `max` at most, and a
/// count of the others.
pub fn worst(
    findings: &Findings<languages::Code>,
    max: usize,
) -> (Cow<'_, Findings<languages::Code>>, Option<Omitted>) {
    if findings.len() <= max {
        return (Cow::Borrowed(findings), None);
    }
    let shown = findings.most_useful(max, |it| (it.severity(), it.code));
    let mut all = findings.lines();
    let is_shown = |shown: &_| all.next().as_ref() == Some(shown);
    let before = shown.lines().take_while(is_shown).count();
    let first_omitted = findings.lines().nth(before);
    let omitted = Omitted {
        line: first_omitted.map_or(0, |(line, _)| line),
        count: findings.len() - max,
        max,
    };
    (Cow::Owned(shown), Some(omitted))
}

#[cfg(test)]
mod tests {

    use mnc2_program::rules::Rules;

    use super::*;

    #[test]
    fn findings_beyond_the_limit_are_counted() {
        let check = |source: &str, lines: &[u32], omitted: Option<Omitted>| {
            let review = Review::new(&mnc2_asm::parse(source), &Rules::default());
            let shown = shown(&review, FINDINGS_MAX);
            let found: Vec<u32> = shown.findings.iter().map(|finding| finding.line).collect();
            assert!(found.starts_with(lines), "{:?}", &found[..3]);
            assert_eq!(shown.omitted, omitted);
        };
        let errors = "wrong\n".repeat(FINDINGS_MAX);
        check(&errors, &[0, 1, 2], None);
        // A warning gives way to an error in a later line.
        let warning = "l2bm@0 $lb0 $lc4096\nmvp/n64 $lc4096@.0 $d0\n";
        check(
            &format!("{warning}{errors}"),
            &[2, 3],
            Some(Omitted {
                line: 1,
                count: 1,
                max: FINDINGS_MAX,
            }),
        );
        check(
            &format!("{errors}wrong\nwrong"),
            &[0],
            Some(Omitted {
                line: FINDINGS_MAX as u32,
                count: 2,
                max: FINDINGS_MAX,
            }),
        );
    }
}
