//! The sections of a program: comments that are headings of the lines below them.
//!
//! People write headings in three ways: between rules of `=` or `-` (`# === load ===`, or a box of rules around lines
//! of text), with several `#`, and as a plain comment directly above the lines it describes. The first two nest by
//! their sign; plain ones are below them. Commented-out code is not a heading, and neither is a comment that an empty
//! line separates from what follows. An assertion is not a comment here.

use std::borrow::Borrow;
use std::sync::Arc;

use mnc2_program::{CommentShape, Line};

/// Maximum number of sections of one program; with more an outline is of no use.
pub const SECTIONS_MAX: usize = 5000;
/// Maximum number of characters of a title.
const TITLE_CHARACTERS_MAX: usize = 100;
/// Level of a plain comment.
const PLAIN_LEVEL: u8 = 9;

/// A section of a program: a heading with the lines below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its level; a section with a smaller one contains those with greater ones.
    pub level: u8,
    /// First line of the heading.
    pub start: u32,
    /// The line with the title.
    pub title_line: u32,
    /// Last line that is not empty.
    pub end: u32,
}

/// The sections of lines in order; nested ones follow the section that contains them.
pub fn sections<L: Borrow<Arc<Line>>>(lines: impl Iterator<Item = L>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    // Indices of the sections that are still open, the innermost last.
    let mut open: Vec<usize> = Vec::new();
    let is_comment = |line: &L| is_comment(line.borrow());
    let is_empty = |line: &L| is_empty(line.borrow());
    let mut lines = lines.enumerate().peekable();
    let mut last_filled = 0;
    while let Some((number, line)) = lines.next() {
        if is_empty(&line) {
            continue;
        }
        if !is_comment(&line) {
            last_filled = number;
            continue;
        }
        let mut comments = vec![line.borrow().comment_shape];
        while let Some((_, line)) = lines.next_if(|(_, line)| is_comment(line)) {
            comments.push(line.borrow().comment_shape);
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

/// The words of a heading, given its comment, without the signs around them.
#[must_use]
pub fn title(comment: &str) -> String {
    let is_sign = |character: char| character.is_whitespace() || CommentShape::is_sign(character);
    let trimmed = comment.trim_matches(is_sign);
    let trimmed = if trimmed.is_empty() {
        comment.trim_start_matches('#').trim()
    } else {
        trimmed
    };
    let trimmed = trimmed.trim_end_matches([':', '：']).trim_end();
    trimmed.chars().take(TITLE_CHARACTERS_MAX).collect()
}

fn is_empty(line: &Line) -> bool {
    line.statement.is_none() && line.comment.is_none() && line.diagnostics.is_empty()
}

/// Whether a line is a comment and nothing else.
#[must_use]
pub fn is_comment(line: &Line) -> bool {
    line.statement.is_none()
        && line.comment.is_some()
        && line.assertion.is_none()
        && line.diagnostics.is_empty()
}

/// A heading in a run of comments, in lines of the run.
struct Heading {
    first: usize,
    title_at: usize,
    level: u8,
}

/// The headings in a run of comments; `is_followed` if code is directly below it.
fn headings(comments: &[CommentShape], is_followed: bool) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < comments.len() {
        match comments[at] {
            CommentShape::Heading(level) => {
                found.push(Heading {
                    first: at,
                    title_at: at,
                    level,
                });
            }
            CommentShape::Rule(level) => {
                let is_rule = |shape: &CommentShape| matches!(shape, CommentShape::Rule(_));
                let words = comments[at + 1..]
                    .iter()
                    .take_while(|shape| !is_rule(shape))
                    .count();
                let named = comments[at + 1..at + 1 + words]
                    .iter()
                    .position(|shape| shape.has_words());
                if let Some(named) = named {
                    found.push(Heading {
                        first: at,
                        title_at: at + 1 + named,
                        level,
                    });
                    at += words;
                    if comments.get(at + 1).is_some_and(is_rule) {
                        at += 1;
                    }
                }
            }
            CommentShape::Other | CommentShape::Words | CommentShape::Code => {}
        }
        at += 1;
    }
    if found.is_empty() && is_followed {
        let named = comments
            .iter()
            .position(|shape| matches!(shape, CommentShape::Words | CommentShape::Code));
        if let Some(title_at) = named
            && comments[title_at] == CommentShape::Words
        {
            found.push(Heading {
                first: 0,
                title_at,
                level: PLAIN_LEVEL,
            });
        }
    }
    found
}
