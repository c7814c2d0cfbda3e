//! The sections of a program: comments that are headings of the lines below them.
//!
//! People write headings in three ways: between rules of `=` or `-` (`# === load ===`, or a box of rules around lines
//! of text), with several `#`, and as a plain comment directly above the lines it describes. The first two nest by
//! their sign; plain ones are below them. Commented-out code is not a heading, and neither is a comment that an empty
//! line separates from what follows.

use mnc2_asm::program::Line;
use mnc2_isa::spelling;

use crate::session::Snapshot;

/// Maximum number of sections of one document; with more an outline is of no use.
pub const SECTIONS_MAX: usize = 5000;
/// Maximum number of characters of a title.
const TITLE_CHARACTERS_MAX: usize = 100;
/// Signs that rules are made of, and the level of the headings between them.
const SIGNS: [(char, u8); 7] = [
    ('#', 1),
    ('=', 1),
    ('*', 1),
    ('+', 2),
    ('-', 2),
    ('~', 2),
    ('_', 2),
];
/// Signs at the start of a heading.
const HEADING_SIGNS_MIN: usize = 2;
/// The fewest signs of a rule on a line of its own.
const RULE_SIGNS_MIN: usize = 3;
/// Level of a plain comment.
const PLAIN_LEVEL: u8 = 9;

/// A section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The text of its heading.
    pub title: String,
    /// Its level; a section with a smaller one contains those with greater ones.
    pub level: u8,
    /// First line of the heading.
    pub start: u32,
    /// The line with the title.
    pub title_line: u32,
    /// Last line that is not empty.
    pub end: u32,
}

/// The sections of a document in order; nested ones come after the section that contains them.
pub fn sections(snapshot: &Snapshot) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    // Indices of the sections that are still open, the innermost last.
    let mut open: Vec<usize> = Vec::new();
    let lines = snapshot.while_wanted(snapshot.program.iter());
    let mut lines = lines.enumerate().peekable();
    let mut last_filled = 0;
    while let Some((number, line)) = lines.next() {
        if is_empty(line) {
            continue;
        }
        if !is_comment(line) {
            last_filled = number;
            continue;
        }
        let mut comments = vec![comment_at(snapshot, number, line)];
        while let Some((next, line)) = lines.next_if(|(_, line)| is_comment(line)) {
            comments.push(comment_at(snapshot, next, line));
        }
        let is_followed = lines.peek().is_some_and(|(_, line)| !is_empty(line));
        for heading in headings(&comments, is_followed) {
            let start = number as u32 + heading.first as u32;
            while let Some(&inner) = open.last()
                && sections[inner].level >= heading.level
            {
                // The lines above the heading in the same run of comments are not empty either.
                sections[inner].end = last_filled as u32;
                if heading.first > 0 {
                    sections[inner].end = start - 1;
                }
                open.pop();
            }
            if sections.len() == SECTIONS_MAX {
                return closed(sections, &open, last_filled as u32);
            }
            open.push(sections.len());
            sections.push(Section {
                title: heading.title,
                level: heading.level,
                start,
                title_line: number as u32 + heading.title_at as u32,
                end: start,
            });
        }
        last_filled = number + comments.len() - 1;
    }
    closed(sections, &open, last_filled as u32)
}

fn closed(mut sections: Vec<Section>, open: &[usize], end: u32) -> Vec<Section> {
    for &index in open {
        sections[index].end = end;
    }
    sections
}

fn is_empty(line: &Line) -> bool {
    line.statement.is_none() && line.comment.is_none() && line.diagnostics.is_empty()
}

/// Whether a line is a comment and nothing else.
pub fn is_comment(line: &Line) -> bool {
    line.statement.is_none() && line.comment.is_some() && line.diagnostics.is_empty()
}

fn comment_at(snapshot: &Snapshot, number: usize, line: &Line) -> String {
    let text = snapshot.line_text(number);
    let start = line
        .comment
        .as_ref()
        .map_or(0, |comment| comment.start as usize);
    text.get(start..).unwrap_or_default().trim_end().to_owned()
}

/// A heading in a run of comments, in lines of the run.
#[derive(Debug, PartialEq, Eq)]
struct Heading {
    first: usize,
    title_at: usize,
    level: u8,
    title: String,
}

/// What a comment line looks like.
enum Shape {
    /// Signs only.
    Rule(u8),
    /// Words after signs.
    Heading(u8, String),
    /// Anything else.
    Text,
}

fn shape(comment: &str) -> Shape {
    let hashes = comment.len() - comment.trim_start_matches('#').len();
    let rest = comment[hashes..].trim();
    let Some(first) = rest.chars().next() else {
        return if hashes >= RULE_SIGNS_MIN {
            Shape::Rule(1)
        } else {
            Shape::Text
        };
    };
    if let Some(&(sign, level)) = SIGNS.iter().find(|(sign, _)| *sign == first) {
        let words = rest.trim_start_matches(sign);
        let count = rest.len() - words.len();
        if words.is_empty() && count >= RULE_SIGNS_MIN {
            return Shape::Rule(level);
        }
        if count >= HEADING_SIGNS_MIN && !words.trim().is_empty() {
            return Shape::Heading(level, title(words));
        }
    }
    if hashes >= HEADING_SIGNS_MIN {
        // As in Markdown: more signs, deeper level.
        return Shape::Heading((hashes - 1).min(8) as u8, title(rest));
    }
    Shape::Text
}

fn has_words(comment: &str) -> bool {
    comment.chars().any(char::is_alphanumeric)
}

/// Words without the signs around them.
fn title(words: &str) -> String {
    let is_sign = |character: char| {
        character.is_whitespace() || SIGNS.iter().any(|(sign, _)| *sign == character)
    };
    let trimmed = words.trim_matches(is_sign);
    let trimmed = if trimmed.is_empty() {
        words.trim()
    } else {
        trimmed
    };
    let trimmed = trimmed.trim_end_matches([':', '：']).trim_end();
    trimmed.chars().take(TITLE_CHARACTERS_MAX).collect()
}

/// The headings in a run of comments; `is_followed` if code is directly below it.
fn headings(comments: &[String], is_followed: bool) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < comments.len() {
        match shape(&comments[at]) {
            Shape::Heading(level, title) => {
                found.push(Heading {
                    first: at,
                    title_at: at,
                    level,
                    title,
                });
            }
            Shape::Rule(level) => {
                let is_rule = |line: &&String| matches!(shape(line), Shape::Rule(_));
                let words = comments[at + 1..]
                    .iter()
                    .take_while(|line| !is_rule(line))
                    .count();
                let named = comments[at + 1..at + 1 + words]
                    .iter()
                    .position(|line| has_words(line));
                if let Some(named) = named {
                    found.push(Heading {
                        first: at,
                        title_at: at + 1 + named,
                        level,
                        title: title(&comments[at + 1 + named]),
                    });
                    at += words;
                    if matches!(
                        comments.get(at + 1).map(|line| shape(line)),
                        Some(Shape::Rule(_))
                    ) {
                        at += 1;
                    }
                }
            }
            Shape::Text => {}
        }
        at += 1;
    }
    if found.is_empty() && is_followed {
        let named = comments
            .iter()
            .position(|line| matches!(shape(line), Shape::Text) && has_words(line));
        if let Some(title_at) = named
            && !is_code(&comments[title_at])
        {
            found.push(Heading {
                first: 0,
                title_at,
                level: PLAIN_LEVEL,
                title: title(&comments[title_at]),
            });
        }
    }
    found
}

/// Whether a comment is a commented-out statement: it begins with an opcode, or like a debug statement.
fn is_code(comment: &str) -> bool {
    let code = comment.trim_start_matches('#').trim_start();
    let mut words = code.split_whitespace();
    let first = words.next().unwrap_or_default();
    let opcode = first.split(['/', '@', ';']).next().unwrap_or_default();
    match words.next() {
        Some(second) if first == "d" => second.starts_with("get") || second.starts_with("set"),
        // In an instruction an operand follows; a sentence can also begin with the name of an instruction.
        Some(second) => {
            spelling::find(opcode).is_some() && second.starts_with(['$', '-', ';', '#'])
                || opcode == "imm"
                || opcode == "immu"
        }
        None => spelling::find(opcode).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::session::Document;

    fn check(text: &str, expected: Expect) {
        let snapshot = Document::new(1, text).snapshot();
        let found: String = sections(&snapshot)
            .iter()
            .map(|section| {
                format!(
                    "{}-{} ({}) level {}: {}\n",
                    section.start, section.end, section.title_line, section.level, section.title
                )
            })
            .collect();
        expected.assert_eq(&found);
    }

    #[test]
    fn rules_make_headings() {
        check(
            "nop\n# === load ===\nnop\n# --- part ---\nnop\n\n# ------ other\n\n\n# ==== store\nnop\n\n",
            expect![[r#"
                1-6 (1) level 1: load
                3-4 (3) level 2: part
                6-6 (6) level 2: other
                9-10 (9) level 1: store
            "#]],
        );
    }

    #[test]
    fn boxes_make_headings() {
        check(
            "# ======\n# Sum of all\n# more words\n# ======\nnop\n###########\n## Next\n###########\nnop\n# ----\n#\n# Last\nnop\n# =====\nnop",
            expect![[r#"
                0-4 (1) level 1: Sum of all
                5-14 (6) level 1: Next
                9-14 (11) level 2: Last
            "#]],
        );
    }

    #[test]
    fn plain_comments_head_what_stands_right_below() {
        check(
            "# A file.\n# More of it.\n\n# L2BM → L1BM\nnop\n\t# L1BM → PE:\n\tnop\n# lpassa $lm0v $ln0v\nnop\n# imm f\"1\" $r0\nnop\n# nop\nnop\n# d get $lm0\nnop\n#\nnop\n",
            expect![[r#"
                3-4 (3) level 9: L2BM → L1BM
                5-16 (5) level 9: L1BM → PE
            "#]],
        );
    }

    #[test]
    fn a_comment_beside_a_statement_is_no_heading() {
        check("nop # === x\nwrong === x\n; # y\n", expect![[""]]);
    }
}
