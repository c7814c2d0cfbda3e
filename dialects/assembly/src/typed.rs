//! The statement before a place, as far as it is typed.

use mnc2_text::{Completions, LineRange, Position};

use crate::lines::Parsed;
use crate::{Begin, Source};

/// The statement before a place, as far as it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed<'a> {
    /// The word that is typed, up to the place.
    pub word: &'a str,
    /// Its range, which is replaced.
    pub replace: LineRange,
    /// The mnemonic before it; `None` where a mnemonic is typed.
    pub mnemonic: Option<&'a str>,
    /// What follows the mnemonic, up to the word.
    pub operands: &'a str,
}

fn is_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '\\')
}

impl<'a> Typed<'a> {
    /// What is typed at a place; `None` in a comment and in a line of the C preprocessor.
    #[must_use]
    pub fn at(source: &'a Source, at: Position) -> Option<Self> {
        let line = source.line(at.line)?;
        let comment = line.comment.as_ref();
        let is_in_comment = comment.is_some_and(|comment| comment.start < at.byte);
        if line.begins() != Begin::Code || line.directive.is_some() || is_in_comment {
            return None;
        }
        let before = line.text().get(..at.byte as usize)?;
        let head = before.trim_end_matches(is_part);
        let rest = line.text()[at.byte as usize..].trim_start_matches(is_part);
        // The statement begins after `;` and after its labels.
        let statement = head.rfind([';', ':']).map_or(0, |at| at + 1);
        let statement = head[statement..].trim_start();
        let operands = statement.trim_start_matches(is_part);
        let mnemonic = &statement[..statement.len() - operands.len()];
        Some(Self {
            word: &before[head.len()..],
            replace: mnc2_text::line::range(head.len()..line.text().len() - rest.len()),
            mnemonic: (!statement.is_empty()).then_some(mnemonic),
            operands,
        })
    }

    /// The operand that is typed, counted from 0.
    #[must_use]
    pub fn operand(&self) -> usize {
        self.operands.matches(',').count()
    }

    /// The operands before it.
    pub fn before(&self) -> impl Iterator<Item = &'a str> {
        let operands = self.operands.split(',').map(str::trim);
        operands.take(self.operand())
    }

    /// What is before the word in its own operand.
    #[must_use]
    pub fn own(&self) -> &'a str {
        self.operands.rsplit(',').next().unwrap_or_default().trim()
    }

    /// Whether a bracket of its own operand is open, such as `(` without `)`.
    #[must_use]
    pub fn is_inside(&self, open: char, close: char) -> bool {
        self.own().contains(open) && !self.own().contains(close)
    }

    /// Completions of the word, none yet.
    #[must_use]
    pub fn completions(&self) -> Completions {
        Completions::new(self.word, self.replace.clone())
    }
}
