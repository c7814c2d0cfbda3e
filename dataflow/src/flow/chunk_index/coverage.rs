//! The words that a write covers, each once.

use mnc2_program::access::{Elements, Piece};

/// Words that one write covers in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Covered {
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) elements: Elements,
    pub(super) is_certain: bool,
}

/// Adds a `Piece` to the words that a write covers, so that each word is covered once if that can be expressed.
pub(super) fn cover(covered: &mut Vec<Covered>, piece: &Piece, is_certain: bool) {
    let new = Covered {
        first: piece.first,
        count: piece.count,
        elements: piece.elements,
        is_certain,
    };
    // A scalar is written in all cycles.
    if covered.last() == Some(&new) {
        return;
    }
    let overlaps = |other: &Covered| {
        other.first < new.first + new.count && new.first < other.first + other.count
    };
    if !covered.iter().any(overlaps) {
        match covered.last_mut() {
            Some(last)
                if last.first + last.count == new.first
                    && last.elements == new.elements
                    && last.is_certain == new.is_certain =>
            {
                last.count += new.count;
            }
            _ => covered.push(new),
        }
        return;
    }
    // If cycles return to a word, each word is covered separately.
    let mut words: Vec<Covered> = Vec::new();
    for part in covered.iter().chain([&new]) {
        for first in part.first..part.first + part.count {
            let word = Covered {
                first,
                count: 1,
                ..*part
            };
            let same = words
                .iter_mut()
                .filter(|other| other.first == first && other.is_certain == word.is_certain)
                .find_map(|other| {
                    let joined = other.elements.join(word.elements)?;
                    Some((other, joined))
                });
            match same {
                Some((other, joined)) => other.elements = joined,
                None => words.push(word),
            }
        }
    }
    *covered = words;
}
