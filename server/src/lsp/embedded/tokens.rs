//! The colours of the regions of a host, which the protocol writes as distances from each to the next.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::ls_types::{Position, Range, SemanticToken, SemanticTokens};

use crate::lsp::hosts::places::Places;

/// The colours of all regions in the order of the host; `null` if there are none, so that those of the host's own server stay.
pub(super) fn joined(answers: &[(Arc<Places>, Value)]) -> Value {
    let mut all: Vec<(Position, SemanticToken)> = Vec::new();
    for (places, value) in answers {
        let read = serde_json::from_value::<SemanticTokens>(value.clone());
        if let Ok(tokens) = read {
            all.extend(in_host(places, &tokens.data));
        }
    }
    if all.is_empty() {
        return Value::Null;
    }
    all.sort_by_key(|(at, _)| *at);
    let mut before = Position::default();
    let data = all.into_iter().map(|(at, token)| {
        let delta_line = at.line - before.line;
        let start = if delta_line == 0 { before.character } else { 0 };
        before = at;
        SemanticToken {
            delta_line,
            delta_start: at.character - start,
            ..token
        }
    });
    let data = data.collect();
    json!(SemanticTokens {
        result_id: None,
        data,
    })
}

/// The colours of a region with their positions in the host, but those at escape sequences and holes.
fn in_host(places: &Places, tokens: &[SemanticToken]) -> Vec<(Position, SemanticToken)> {
    let mut at = Position::default();
    let found = tokens.iter().filter_map(|token| {
        let start = if token.delta_line == 0 {
            at.character
        } else {
            0
        };
        at = Position::new(at.line + token.delta_line, start + token.delta_start);
        let end = Position::new(at.line, at.character + token.length);
        let range = Range::new(at, end);
        let range = places.exact_to_host(range)?;
        Some((range.start, *token))
    });
    found.collect()
}
