//! Completions at a cursor: derived from the table, and checked by the parser.
//!
//! Candidates are built from the names of the table (rows, memories, registers, options) and offered only if the
//! parser finds nothing wrong with the line that contains the candidate. Therefore completion and the checker cannot
//! disagree. Numbers are examples, marked as places to fill in.

mod acceptance;
mod comment;
mod context;
mod directive;
mod frequencies;
mod mid_line;
mod mv;
mod opcode;
mod operand;
mod partial_operand;
mod prediction;
pub mod signature;
mod statement;
mod typed_word;
mod usage;

use std::borrow::Cow;
use std::cmp::Reverse;

use mnc2_asm::LineParser;
use mnc2_program::Line;
use mnc2_program::cursor::Cursor;
use mnc2_text::LineRange;

pub use context::CursorContext;
pub use directive::directive;
pub use operand::rows_at;

/// The completions at a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The word at the cursor, which a candidate replaces; empty if nothing is typed.
    pub word: LineRange,
    /// The candidates, each once, the best match first.
    pub candidates: Vec<Candidate>,
}

/// A word that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The whole word or, for an opcode, the word before its operands.
    pub label: String,
    /// The text that is inserted: the label and, for some, its operands.
    pub pieces: Vec<Piece>,
    /// The kind of the word.
    pub kind: CandidateKind,
    /// Its meaning, in a few words.
    pub detail: Cow<'static, str>,
    /// How likely it comes next, as the program above suggests, in millionths; larger comes first.
    pub likelihood: u32,
    /// Among those that are equally likely, smaller comes first.
    pub rank: u8,
    /// Whether it can also be inserted before the rest of the word after the cursor, which then stays.
    pub inserts: bool,
}

/// A part of the inserted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Stays as it is.
    Text(String),
    /// An example, to be replaced.
    Stop(String),
}

/// The kind of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CandidateKind {
    /// Opcode of a step or an MV instruction.
    Opcode,
    /// Control, debug or host statement.
    Statement,
    /// Option of an opcode.
    Option,
    /// Access to a memory.
    Memory,
    /// Register or constant with a name.
    Register,
    /// Immediate value, number or payload.
    Value,
    /// Tag of a transfer.
    Tag,
    /// Operand that the program uses nearby.
    Recent,
}

impl Candidate {
    /// A candidate whose text is its label.
    fn new(
        pieces: Vec<Piece>,
        kind: CandidateKind,
        rank: u8,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            label: pieces.iter().map(Piece::text).collect(),
            pieces,
            kind,
            detail: detail.into(),
            likelihood: 0,
            rank,
            inserts: true,
        }
    }

    /// The candidate with this likelihood.
    fn likely(mut self, likelihood: f64) -> Self {
        self.likelihood = (likelihood.clamp(0.0, 1.0) * 1e6) as u32;
        self
    }

    /// The inserted text, including the examples.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces.iter().map(Piece::text).collect()
    }
}

impl Piece {
    /// The text or the example.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Stop(text) => text,
        }
    }
}

/// Splits at `{` and `}`: the text between them is an example.
fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (index, part) in pattern.split(['{', '}']).enumerate() {
        match index % 2 {
            _ if part.is_empty() => {}
            0 => pieces.push(Piece::Text(part.to_owned())),
            _ => pieces.push(Piece::Stop(part.to_owned())),
        }
    }
    pieces
}

/// The completions at a byte of a line; in comments only comments that silence findings.
///
/// Accepting a candidate never removes what is typed. Therefore nothing is offered if the statement before the cursor is
/// complete and ends the line, if a candidate equals the word that is there, or if an example covers what is typed:
/// many editors accept the first entry of an open list when Enter is pressed.
///
/// `line` is the parsed text, `surroundings` the context from the lines around it. The parser is one [without
/// suggestions](LineParser::without_suggestions).
#[must_use]
pub fn complete(
    parser: &mut LineParser,
    line: &Line,
    text: &str,
    byte: usize,
    surroundings: &CursorContext,
) -> Completions {
    let Some(cursor) = Cursor::new(line, text, byte) else {
        let comment = line.comment.as_ref();
        return comment
            .and_then(|comment| comment::complete(text, comment, byte.min(text.len())))
            .unwrap_or_default();
    };
    let word = mnc2_text::line::range(cursor.word.clone());
    if typed_word::is_whole(parser, text, &cursor, surroundings) {
        return Completions {
            word,
            candidates: Vec::new(),
        };
    }
    let mut candidates = candidates(parser, text, &cursor, surroundings);
    let typed = cursor.typed(text);
    candidates
        .retain(|candidate| !typed_word::is_there(candidate, &text[cursor.word.clone()], typed));
    for candidate in &mut candidates {
        typed_word::keep_typed(candidate, typed);
    }
    candidates.sort_by_cached_key(|candidate| order(candidate, typed));
    let mut seen = std::collections::HashSet::new();
    candidates.retain(|candidate| seen.insert(candidate.label.clone()));
    mid_line::keep_fitting(parser, line, text, &cursor, surroundings, &mut candidates);
    Completions { word, candidates }
}

/// The sort order of the candidates: first those that begin with what is typed, then by likelihood, rank and name.
fn order(candidate: &Candidate, typed: &str) -> impl Ord + use<> {
    (
        !candidate.label.starts_with(typed),
        Reverse(candidate.likelihood),
        candidate.rank,
        by_number(&candidate.label),
    )
}

/// A sort key: the label, with numbers ordered by value: 4 before 16.
fn by_number(label: &str) -> String {
    const DIGITS: usize = 8;
    let mut key = String::with_capacity(label.len() + DIGITS);
    let mut rest = label;
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        let length = number
            .find(|it: char| !it.is_ascii_digit())
            .unwrap_or(number.len());
        key.push_str(before);
        key.extend(std::iter::repeat_n('0', DIGITS.saturating_sub(length)));
        key.push_str(&number[..length]);
        rest = &number[length..];
    }
    key.push_str(rest);
    key
}

fn candidates(
    parser: &mut LineParser,
    text: &str,
    cursor: &Cursor,
    surroundings: &CursorContext,
) -> Vec<Candidate> {
    let typed = cursor.typed(text);
    let first = cursor.before.first().map(|word| &text[word.clone()]);
    let is_first_expression = cursor.expression == 0;
    match first {
        None => {
            let likely = opcode::likely_heads(parser, text, cursor, surroundings);
            let mut candidates =
                opcode::candidates(parser, text, cursor, &likely, &surroundings.masks);
            if is_first_expression {
                candidates.extend(statement::starts(typed, &likely));
                candidates.extend(mv::options(parser, typed, surroundings));
            }
            candidates
        }
        Some("d") if is_first_expression => statement::debug(parser, text, cursor, surroundings),
        Some("c" | "e" | "r" | "f" | "quit") if is_first_expression => {
            statement::host(text, cursor)
        }
        Some(word) if is_first_expression && word.starts_with("mask") => {
            statement::mask_entry(parser, text, cursor)
        }
        Some(_) => operand::candidates(parser, text, cursor, surroundings),
    }
}

#[cfg(test)]
mod tests;
