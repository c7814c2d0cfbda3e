//! Whether a word can be written at the cursor: the parser's answer.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_program::Line;
use mnc2_program::code::Code;
use mnc2_program::cursor::Cursor;
use mnc2_program::finding::Diagnostic;

/// Maximum number of statements that are tried for one word.
const TRIALS_MAX: usize = 32;

/// Digits of a mask's pattern, one for each cycle.
const MASK_PATTERN_BYTES: usize = 4;

/// If the text before the word is longer, parts of it are left out: first the step's other expressions, then
/// everything.
const BEFORE_BYTES_MAX: usize = 400;

/// The text before a cursor's word with which words are judged; `None` if it is too long.
pub(super) fn before<'t>(text: &'t str, cursor: &Cursor) -> Option<&'t str> {
    [0, cursor.range.start]
        .into_iter()
        .filter_map(|start| text.get(start..cursor.word.start))
        .find(|before| before.len() <= BEFORE_BYTES_MAX)
}

/// Puts words in their place and parses the result.
pub(super) struct Judge<'a> {
    parser: &'a mut LineParser,
    before: String,
    /// The texts that can follow the word, so that the statement is complete.
    tails: Vec<String>,
    /// Words that were judged, in their [`shape`].
    known: HashMap<String, Option<Arc<Line>>>,
}

impl<'a> Judge<'a> {
    /// A judge of words between a text and one of several ends.
    pub(super) fn new(parser: &'a mut LineParser, before: &str, mut tails: Vec<String>) -> Self {
        tails.truncate(TRIALS_MAX);
        Self {
            parser,
            before: before.trim_start().to_owned(),
            tails,
            known: HashMap::new(),
        }
    }

    /// Whether the word has no error, regardless of errors elsewhere.
    pub(super) fn accepts(&mut self, word: &str) -> bool {
        self.line_with(word).is_some()
    }

    /// A statement with the word in its place, if nothing is wrong with the word; one without any error if possible.
    pub(super) fn line_with(&mut self, word: &str) -> Option<Arc<Line>> {
        let shape = shape(word);
        if let Some(known) = self.known.get(&shape) {
            return known.clone();
        }
        let line = self.tries(word);
        self.known.insert(shape, line.clone());
        line
    }

    /// Whether the address in a word that was accepted is not one that its memory has at this width.
    pub(super) fn is_misplaced(&self, line: &Line, word: &str) -> bool {
        let range = self.before.len()..self.before.len() + word.len();
        let mut found = line.diagnostics.iter();
        found.any(|found| {
            let is_of_address = matches!(
                found.code,
                Code::AddressOutOfRange | Code::MisalignedAddress
            );
            is_of_address && touches(&found.range, &range)
        })
    }

    fn tries(&mut self, word: &str) -> Option<Arc<Line>> {
        let range = self.before.len()..self.before.len() + word.len();
        let mut statement = format!("{}{word}", self.before);
        let mut accepted = None;
        for tail in &self.tails {
            statement.truncate(range.end);
            statement.push_str(tail);
            let line = self.parser.parse(&statement);
            if !line.has_error() {
                return Some(Arc::new(line));
            }
            let concerned = line.diagnostics.iter();
            let mut concerned = concerned.filter(|found| found.is_error());
            if accepted.is_none() && !concerned.any(|found| concerns(found, &range)) {
                accepted = Some(Arc::new(line));
            }
        }
        accepted
    }
}

/// A word without the pattern of its mask: if one pattern is allowed, every pattern is.
fn shape(word: &str) -> String {
    let Some((before, mask)) = word.rsplit_once('/') else {
        return word.to_owned();
    };
    let width = if mask.starts_with("ll") { 2 } else { 0 };
    match mask.get(width..width + MASK_PATTERN_BYTES) {
        Some(pattern) if pattern.bytes().all(|digit| matches!(digit, b'0' | b'1')) => {
            let rest = &mask[width + MASK_PATTERN_BYTES..];
            format!("{before}/{}pattern{rest}", &mask[..width])
        }
        _ => word.to_owned(),
    }
}

/// Whether a finding concerns the word itself. Numbers are examples, other expressions can change, and what is missing
/// can still be typed.
fn concerns(found: &Diagnostic, word: &Range<usize>) -> bool {
    let touches = |range: &Range<u32>| touches(range, word);
    match found.code {
        Code::AddressOutOfRange
        | Code::MisalignedAddress
        | Code::MisalignedStride
        | Code::BroadcastAddress
        | Code::SizeMissing
        | Code::SizeNotMultiple
        | Code::OptionMissing
        | Code::RegionConflict
        | Code::MaskConflict
        | Code::MatrixRowConflict
        | Code::GroupsDiffer
        | Code::WaitAlone
        | Code::TRegisterCount => false,
        // If a text cannot be parsed, the finding is where parsing stops, which can be after the word.
        Code::UnreadableStatement => found.range.end as usize > word.start,
        _ => {
            touches(&found.range)
                || found
                    .notes
                    .iter()
                    .any(|note| note.line.is_none() && note.range.as_ref().is_some_and(touches))
        }
    }
}

fn touches(range: &Range<u32>, word: &Range<usize>) -> bool {
    let (start, end) = (range.start as usize, range.end as usize);
    start < word.end && end > word.start
}
