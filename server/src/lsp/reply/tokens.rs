//! Semantic tokens as the protocol encodes them, and the last answer for each document.

use mnc2_ide::features::tokens::{self, Modifier, TOKENS_MAX};
use mnc2_ide::session::Snapshot;
use mnc2_text::{Token, TokenKind as Kind};
use tower_lsp::ls_types::{
    Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensDelta, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensLegend,
};

use crate::lsp::answered_tokens::AnsweredTokens;
use crate::lsp::convert::Encoding;
use crate::lsp::document_view::{DocumentView, Of};

/// Numbers per token in an answer, which the edits of a delta count.
const NUMBERS_OF_TOKEN: u32 = 5;

/// The legend: the meaning of the numbers of types and modifiers.
pub(in crate::lsp) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: Kind::ALL.map(token_type).into(),
        token_modifiers: Modifier::ALL.map(token_modifier).into(),
    }
}

const fn token_type(kind: Kind) -> SemanticTokenType {
    match kind {
        Kind::Compute => SemanticTokenType::FUNCTION,
        Kind::Transfer => SemanticTokenType::MACRO,
        Kind::Control => SemanticTokenType::KEYWORD,
        Kind::Read => SemanticTokenType::PARAMETER,
        Kind::Write => SemanticTokenType::VARIABLE,
        Kind::Unknown => SemanticTokenType::new("unknownOpcode"),
    }
}

const fn token_modifier(modifier: Modifier) -> SemanticTokenModifier {
    SemanticTokenModifier::new(match modifier {
        Modifier::Modification => "modification",
        Modifier::Readonly => "readonly",
        Modifier::Async => "async",
        Modifier::Mau => "mau",
        Modifier::Alu => "alu",
        Modifier::MatrixRegister => "matrixRegister",
        Modifier::L1bm => "l1bm",
        Modifier::L2bm => "l2bm",
        Modifier::Mv => "mv",
        Modifier::Double => "double",
        Modifier::Single => "single",
        Modifier::PseudoSingle => "pseudoSingle",
        Modifier::Half => "half",
        Modifier::LongInteger => "longInteger",
        Modifier::SingleInteger => "singleInteger",
        Modifier::HalfInteger => "halfInteger",
    })
}

/// The tokens of the lines from `first` to before `end`.
fn line_tokens(
    snapshot: &Snapshot,
    first: usize,
    end: usize,
    encoding: Encoding,
) -> Vec<SemanticToken> {
    let mut answer = Vec::new();
    let mut before = (0, 0);
    let texts = snapshot
        .text
        .get_lines_at(first)
        .into_iter()
        .flatten()
        .map(std::borrow::Cow::from);
    let lines = (first..end).zip(snapshot.program.iter_from(first));
    for ((number, line), text) in snapshot.while_wanted(lines.zip(texts)) {
        if line.statement.is_none() && line.diagnostics.is_empty() {
            continue;
        }
        for token in tokens::tokens(line, &text) {
            let start = encoding.units(&text, token.range.start);
            let length = encoding.units(&text, token.range.end) - start;
            let line = number as u32;
            answer.push(SemanticToken {
                delta_line: line - before.0,
                delta_start: if line == before.0 {
                    start - before.1
                } else {
                    start
                },
                length,
                token_type: token.kind as u32,
                token_modifiers_bitset: token.modifiers.0,
            });
            before = (line, start);
        }
        if answer.len() >= TOKENS_MAX {
            break;
        }
    }
    answer
}

/// The same for a token of another language.
fn place_tokens(seen: DocumentView<'_>, found: Vec<Token>) -> Vec<SemanticToken> {
    let mut before = (0, 0);
    let found = found.into_iter().take(TOKENS_MAX);
    let tokens = found.map(|token| {
        let range = seen.range(&token.place);
        let (line, start) = (range.start.line, range.start.character);
        let token = SemanticToken {
            delta_line: line.saturating_sub(before.0),
            delta_start: match line == before.0 {
                true => start.saturating_sub(before.1),
                false => start,
            },
            length: range.end.character.saturating_sub(start),
            token_type: token.kind as u32,
            token_modifiers_bitset: 0,
        };
        before = (line, start);
        token
    });
    tokens.collect()
}

impl DocumentView<'_> {
    /// The tokens of the lines that a range touches.
    pub(in crate::lsp) fn tokens_in_range(self, range: Range) -> Option<SemanticTokens> {
        let end = range.end.line.saturating_add(1);
        let data = self.tokens(range.start.line, end)?;
        let result_id = None;
        Some(SemanticTokens { result_id, data })
    }

    /// Every token of the document, kept for the next delta.
    pub(in crate::lsp) fn full_tokens(self, answered: &AnsweredTokens) -> Option<SemanticTokens> {
        let data = self.all_tokens()?;
        let is_kept = self.features.reading.token_deltas && !self.is_cancelled();
        let result_id = is_kept.then(|| answered.keep(self.uri, &data, None));
        Some(SemanticTokens { result_id, data })
    }

    /// The delta to the result `previous`, or every token if that is not one of the last answers.
    pub(in crate::lsp) fn token_delta(
        self,
        answered: &AnsweredTokens,
        previous: &str,
    ) -> Option<SemanticTokensFullDeltaResult> {
        let Some(before) = answered.find(self.uri, previous) else {
            return self.full_tokens(answered).map(Into::into);
        };
        let data = self.all_tokens()?;
        if self.is_cancelled() {
            return Some(SemanticTokensDelta::default().into());
        }
        let edits: Vec<SemanticTokensEdit> = edit(&before.tokens, &data).into_iter().collect();
        let result_id = Some(answered.keep(self.uri, &data, Some(before)));
        Some(SemanticTokensDelta { result_id, edits }.into())
    }

    /// The tokens of the whole document.
    fn all_tokens(self) -> Option<Vec<SemanticToken>> {
        self.tokens(0, u32::MAX)
    }

    /// The tokens of the lines from `first` to before `end`.
    fn tokens(self, first: u32, end: u32) -> Option<Vec<SemanticToken>> {
        match self.of {
            Of::Mnc2(program) => {
                let snapshot = program.snapshot;
                let end = (end as usize).min(snapshot.program.len());
                let encoding = self.features.encoding;
                Some(line_tokens(snapshot, first as usize, end, encoding))
            }
            Of::Language(snapshot) => {
                let end = end.min(snapshot.lines());
                let is_cancelled = || snapshot.is_cancelled();
                let found = snapshot.read()?.tokens(first.min(end)..end, &is_cancelled);
                Some(place_tokens(self, found))
            }
        }
    }
}

/// The one edit that turns `before` into `after`; `None` if they are the same.
fn edit(before: &[SemanticToken], after: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let same = |(left, right): &(&SemanticToken, &SemanticToken)| left == right;
    let prefix = before.iter().zip(after).take_while(same).count();
    let (old, new) = (&before[prefix..], &after[prefix..]);
    let suffix = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    let (old, new) = (&old[..old.len() - suffix], &new[..new.len() - suffix]);
    (!old.is_empty() || !new.is_empty()).then(|| SemanticTokensEdit {
        start: prefix as u32 * NUMBERS_OF_TOKEN,
        delete_count: old.len() as u32 * NUMBERS_OF_TOKEN,
        data: Some(new.to_vec()),
    })
}
