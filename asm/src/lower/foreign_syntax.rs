//! Habits of other languages: comment marks, separators, labels, numbers without quotes.
//!
//! A line that cannot be parsed, or that has an error, is searched for one of them. The result replaces the grammar's finding,
//! which only has the place where parsing stopped. A fix is offered if the fixed statement can be parsed; it is safe if nothing
//! else can be meant.

mod comment_marks;
mod debug;
mod immediate;
mod operands;
mod separators;
mod statement;

use tree_sitter::Parser;

use super::{Context, lower_line};
use mnc2_program::Line;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::{Applicability, Edit, Fix, LineRange, Message, message};

/// Longer statements are not searched.
const STATEMENT_BYTES_MAX: usize = 400;

/// Maximum number of statements and expressions of a line that are searched.
const SEGMENTS_MAX: usize = 8;

/// A statement, or an expression of a step, as written.
#[derive(Clone, Debug)]
struct Segment<'a> {
    /// Without blanks around it; never empty.
    text: &'a str,
    range: LineRange,
    /// Whether a `;` comes before it.
    follows: bool,
    /// Whether the line cannot be parsed at all.
    is_unreadable: bool,
}

impl<'a> Segment<'a> {
    /// The first word, and what follows it without the blanks between.
    fn first_word(&self) -> (&'a str, &'a str) {
        let end = self
            .text
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        (word, rest.trim_start())
    }

    /// The range of a part of its text.
    fn part(&self, start: usize, end: usize) -> LineRange {
        self.range.start + start as u32..self.range.start + end as u32
    }

    /// A finding about a part of it.
    fn finding(&self, range: LineRange, message: Message) -> Diagnostic {
        Diagnostic::new(Code::UnreadableStatement, range, message)
    }

    /// A finding about a part of it, with its own code if the line can be parsed as something else.
    fn finding_of(&self, code: Code, range: LineRange, message: Message) -> Diagnostic {
        let code = if self.is_unreadable {
            Code::UnreadableStatement
        } else {
            code
        };
        Diagnostic::new(code, range, message)
    }

    /// With a fix that rewrites the segment, if the result can be parsed. It is safe if it is certain.
    fn offer(
        &self,
        context: &mut Context<'_>,
        diagnostic: Diagnostic,
        sure: Sure,
        text: &str,
    ) -> Diagnostic {
        if text == self.text || !context.reads(text) {
            return diagnostic;
        }
        let title = message!("Write `{text}`", text);
        match sure {
            Sure::Yes => diagnostic.fix(title, self.range.clone(), text),
            Sure::No => diagnostic.suggest(title, self.range.clone(), text),
        }
    }
}

/// Whether something else may be meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sure {
    Yes,
    No,
}

/// A search of a segment.
type Habit = fn(&mut Context<'_>, &Segment<'_>) -> Option<Diagnostic>;

/// The habits, the most specific first.
const HABITS: [Habit; 18] = [
    statement::alone,
    debug::debug,
    statement::control_flow,
    statement::label,
    statement::directive,
    statement::quit,
    statement::mask,
    statement::mv,
    immediate::long_word,
    immediate::imm,
    immediate::nop,
    immediate::wait,
    statement::prose,
    operands::target,
    separators::commas,
    separators::marks,
    operands::operands,
    statement::number_first,
];

/// A line whose comment begins with the mark of another language: the line without the comment, and a finding.
pub(super) fn comment(text: &str, parser: &mut Parser) -> Option<Line> {
    let code = text.get(..code_end(text))?;
    if !code.is_ascii() {
        return None;
    }
    let (at, diagnostic) = comment_marks::comment(code)?;
    let before = &text[..at];
    let mut line = if before.trim().is_empty() {
        Line::default()
    } else {
        let tree = parser.parse(before, None)?;
        lower_line(before, tree.root_node(), Some(parser))
    };
    line.diagnostics.push(diagnostic);
    Some(line)
}

/// A line that can be parsed once the commas between its operands are spaces: that line, and a finding.
pub(super) fn commas(text: &str, parser: &mut Parser) -> Option<Line> {
    let code = text.get(..code_end(text))?;
    if !code.is_ascii() || code.len() > STATEMENT_BYTES_MAX || immediate::is_nop(code) {
        return None;
    }
    let commas = separators::commas_of(code);
    if commas.is_empty() {
        return None;
    }
    // Places stay where they are.
    let mut repaired = code.to_owned();
    for &at in &commas {
        let separator = if separators::is_before_opcode(code, at) {
            ";"
        } else {
            " "
        };
        repaired.replace_range(at..=at, separator);
    }
    repaired.push_str(&text[code.len()..]);
    let tree = parser.parse(&repaired, None)?;
    if tree.root_node().has_error() {
        return None;
    }
    let mut line = lower_line(&repaired, tree.root_node(), Some(parser));
    let range = |at: usize| at as u32..at as u32 + 1;
    line.diagnostics
        .insert(0, separators::comma_finding(code, &commas, range));
    Some(line)
}

/// Where the code of a line ends: at its comment.
fn code_end(text: &str) -> usize {
    text.find('#').unwrap_or(text.len())
}

/// The findings of a line with a habit, instead of those that it has.
pub(super) fn anywhere(context: &mut Context<'_>, found: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    if !context.guesses() {
        return None;
    }
    let text = context.text();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut seen: Vec<LineRange> = Vec::new();
    let is_unreadable = |code| code == Code::UnreadableStatement;
    let is_broken = found.iter().any(|found| is_unreadable(found.code));
    for segment in segments(text.get(..code_end(text))?, is_broken) {
        let touches = |found: &Diagnostic| {
            found.range.start <= segment.range.end && segment.range.start <= found.range.end
        };
        // A line that cannot be parsed has one finding, which may be anywhere in the line.
        let is_in_error = found
            .iter()
            .any(|found| found.is_error() && (is_unreadable(found.code) || touches(found)));
        if !is_in_error || segment.text.len() > STATEMENT_BYTES_MAX {
            continue;
        }
        if let Some(habit) = HABITS.iter().find_map(|habit| habit(context, &segment)) {
            diagnostics.push(habit);
            seen.push(segment.range.clone());
        }
    }
    if diagnostics.is_empty() {
        return None;
    }
    let is_outside = |found: &&Diagnostic| {
        let inside =
            |range: &LineRange| found.range.start <= range.end && range.start <= found.range.end;
        !is_unreadable(found.code) && !seen.iter().any(inside)
    };
    diagnostics.extend(found.iter().filter(is_outside).cloned());
    diagnostics.sort_by_key(|found| found.range.start);
    Some(diagnostics)
}

/// The parts of a line between `;`.
fn segments(code: &str, is_unreadable: bool) -> Vec<Segment<'_>> {
    let mut start = 0;
    let mut segments: Vec<Segment<'_>> = Vec::new();
    for part in code.split(';') {
        let text = part.trim_matches([' ', '\t']);
        if !text.is_empty() && segments.len() < SEGMENTS_MAX {
            let from = start + (part.len() - part.trim_start_matches([' ', '\t']).len());
            segments.push(Segment {
                text,
                range: mnc2_text::line::range(from..from + text.len()),
                follows: start > 0,
                is_unreadable,
            });
        }
        start += part.len() + 1;
    }
    segments
}

/// A fix of several edits in one line.
fn fix_of(
    sure: Sure,
    title: Message,
    edits: impl IntoIterator<Item = (LineRange, &'static str)>,
) -> Fix {
    let applicability = match sure {
        Sure::Yes => Applicability::Safe,
        Sure::No => Applicability::Suggestion,
    };
    edits
        .into_iter()
        .fold(Fix::new(applicability, title), |fix, (range, text)| {
            fix.with(Edit::replace(0, range, text))
        })
}
