//! From the findings in a text to those that are reported: by the user's levels and by silencing comments, as for MN-Core 2.

use std::borrow::Cow;

use mnc2_text::silencing_comment::{self, CommentSyntax, MARK, Reach};
use mnc2_text::{
    Diagnostic, Finding, Findings, Level, LevelChoices, LineRange, Selector, Severity, Silence,
    Silencer, SilencingComment,
};

use super::{Code, Listed, Text};

/// What begins a comment within a line, in each language that has them.
const BLOCK_COMMENT: &str = "/*";

/// The findings that are reported of those in a text with these lines.
pub fn reported<'a>(
    text: &dyn Text,
    lines: impl Iterator<Item = Cow<'a, str>>,
    found: Findings<Code>,
    levels: &LevelChoices,
) -> Findings<Code> {
    let (comments, unclear) = Comments::read(text, lines);
    let mut silencer = Silencer::new(comments.placed());
    let mut all = found;
    all.extend(unclear);
    all.apply(levels);
    all.retain(|line, diagnostic| !silencer.silences(line, diagnostic.code));
    let unneeded = mnc2_program::code::Code::SilencingUnneeded.row();
    if levels.level(unneeded) > Level::Off {
        let codes = codes(text.language());
        let is_wanted = |selector: Selector| {
            let mut codes = codes.iter().filter(|code| selector.selects(**code));
            codes.any(|code| levels.level(*code) > Level::Off)
        };
        let mut more = silencer.unneeded(unneeded, None, is_wanted);
        more.iter_mut().for_each(|it| it.diagnostic.cite(""));
        more.retain_mut(|finding| {
            let diagnostic = &mut finding.diagnostic;
            let severity = levels.level(unneeded).severity();
            diagnostic.severity = severity.unwrap_or(diagnostic.severity);
            !silencer.silences(finding.line, diagnostic.code)
        });
        all.extend(more);
    }
    all.sort();
    all
}

/// Like [`reported`], for a text that is to be run or assembled: errors are reported regardless of settings and comments, since
/// they make that impossible.
pub fn reported_to_run<'a>(
    text: &dyn Text,
    lines: impl Iterator<Item = Cow<'a, str>>,
    found: Findings<Code>,
    levels: &LevelChoices,
) -> Findings<Code> {
    let (mut all, others) = found.partition(Diagnostic::is_error);
    all.extend_from(&reported(text, lines, others, levels), 0);
    all.sort();
    all
}

/// What can be silenced.
fn codes(listed: Listed) -> Vec<Code> {
    use mnc2_program::code::Code::{SilencingUnclear, SilencingUnneeded};
    let mut codes = listed.codes();
    codes.extend([SilencingUnclear, SilencingUnneeded].map(|it| it.row()));
    codes
}

/// How a language writes silencing comments.
fn with_form<T>(listed: Listed, read: impl FnOnce(&CommentSyntax<'_, Code>) -> T) -> T {
    let mut signs = listed.about().comments.to_vec();
    signs.push(BLOCK_COMMENT);
    let codes = codes(listed);
    let ids = codes.iter().map(|code| code.id);
    let mut errors = codes.iter().filter(|code| code.severity == Severity::Error);
    let example = errors.next().or(codes.first());
    read(&CommentSyntax {
        signs: &signs,
        find: &|name| Selector::find(name, ids.clone()),
        example: example.map_or("", |code| code.id),
        unclear: mnc2_program::code::Code::SilencingUnclear.row(),
    })
}

/// The silencing comments of a line of a text.
pub fn silences_of(text: &dyn Text, line: u32, content: &str) -> Box<[Silence]> {
    let comment = content
        .contains(MARK)
        .then(|| text.lines().commented(line).comment);
    let Some(comment) = comment.flatten() else {
        return Box::default();
    };
    with_form(text.language(), |form| {
        silencing_comment::read(content, &comment, form, &mut Vec::new())
    })
}

/// The silencing comments of a text.
#[derive(Default)]
struct Comments {
    of_lines: Vec<OfLine>,
}

/// The silencing comments of a line.
struct OfLine {
    line: u32,
    last_line: u32,
    is_at_start: bool,
    silences: Box<[Silence]>,
    /// The line's comment with the spaces before it, if it is a silencing comment from its start.
    whole: Option<LineRange>,
}

impl Comments {
    /// Reads them, and reports what is wrong with them.
    fn read<'a>(
        text: &dyn Text,
        lines: impl Iterator<Item = Cow<'a, str>>,
    ) -> (Self, Vec<Finding<Code>>) {
        with_form(text.language(), |form| Self::in_form(text, lines, form))
    }

    fn in_form<'a>(
        text: &dyn Text,
        lines: impl Iterator<Item = Cow<'a, str>>,
        form: &CommentSyntax<'_, Code>,
    ) -> (Self, Vec<Finding<Code>>) {
        let mut of_lines: Vec<OfLine> = Vec::new();
        let mut findings = Vec::new();
        let mut count = 0;
        for (line, content) in (0..).zip(lines) {
            count = line + 1;
            if !content.contains(MARK) {
                continue;
            }
            let Some(comment) = text.lines().commented(line).comment else {
                continue;
            };
            let mut diagnostics = Vec::new();
            let silences = silencing_comment::read(&content, &comment, form, &mut diagnostics);
            findings.extend(diagnostics.into_iter().map(|diagnostic| Finding {
                line,
                diagnostic: diagnostic.cited(""),
            }));
            if silences.is_empty() {
                continue;
            }
            let is_first = |silence: &Silence| {
                let before = content.get(comment.start as usize..silence.range.start as usize);
                before.is_some_and(|before| form.signs.contains(&before.trim()))
            };
            let before = content.get(..comment.start as usize).unwrap_or_default();
            let before = before.trim_end().len() as u32;
            let whole = silences.first().is_some_and(is_first);
            of_lines.push(OfLine {
                line,
                last_line: line,
                is_at_start: false,
                silences,
                whole: whole.then_some(before..comment.end),
            });
        }
        place(&mut of_lines, text, count);
        (Self { of_lines }, findings)
    }

    fn placed(&self) -> Vec<SilencingComment<'_>> {
        let placed = self.of_lines.iter().flat_map(|of_line| {
            of_line.silences.iter().map(|silence| SilencingComment {
                line: of_line.line,
                last_line: of_line.last_line,
                is_at_start: of_line.is_at_start,
                removed: of_line.whole.clone().unwrap_or(silence.range.clone()),
                silence,
            })
        });
        placed.collect()
    }
}

/// Finds the line that each comment applies to, in a text of `count` lines: the next statement. A line with only a label has no
/// statement.
fn place(of_lines: &mut [OfLine], text: &dyn Text, count: u32) {
    let has_statement = |line: &u32| text.lines().commented(*line).has_statement;
    // Comments above the same statement search for it once, and the first statement is searched once.
    let is_file = |of_line: &OfLine| of_line.silences.iter().any(|it| it.reach == Reach::File);
    let first = of_lines.iter().any(is_file).then(|| {
        let last = of_lines.last().map_or(0, |it| it.line);
        (0..=last).find(has_statement).unwrap_or(last + 1)
    });
    let mut known = None;
    for of_line in of_lines {
        let from = of_line.line;
        of_line.is_at_start = first.is_some_and(|first| from < first);
        of_line.last_line = match known {
            Some(known) if known >= from => known,
            Some(_) | None => (from..count).find(has_statement).unwrap_or(count),
        };
        known = Some(of_line.last_line);
    }
}
