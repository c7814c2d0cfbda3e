//! The content of every word of one store at a point of the program, separately for groups of elements.
//!
//! A pass over the program keeps one value for each word and element: the write that it comes from, or a value that the caller
//! derives from it. Words with the same content share one `State`; within a state the elements of the chip are split into as
//! few parts as there are different values.

use super::NONE;
use super::last_writers::NewestNodes;
use mnc2_program::access::{Certainty, Elements, Piece, Store};

/// The values of some words.
pub struct Contents<V> {
    words: NewestNodes,
    states: Vec<State<V>>,
    /// States that no word is in.
    free: Vec<u32>,
    /// The content of words before the program writes them.
    start: V,
}

/// The content of some words.
struct State<V> {
    /// Every element is in exactly one part.
    parts: Vec<(Elements, V)>,
    /// The number of words in this state.
    words: u32,
}

impl<V: Clone> Contents<V> {
    /// A store in which every word holds its initial value.
    pub fn new(store: Store, start: V) -> Self {
        Self {
            words: NewestNodes::new(store),
            states: Vec::new(),
            free: Vec::new(),
            start,
        }
    }

    /// Passes on the values of words on some elements: the first word, how many, and the value. A word that holds
    /// different values on different elements is passed on once for each.
    pub fn visit(
        &self,
        first: u32,
        count: u32,
        elements: Elements,
        mut show: impl FnMut(u32, u32, &V),
    ) {
        self.words.visit(first, count, |first, count, state| {
            let Some(state) = self.states.get(state as usize) else {
                show(first, count, &self.start);
                return;
            };
            for (on, value) in &state.parts {
                if on.meets(elements) {
                    show(first, count, value);
                }
            }
        });
    }

    /// The number of groups of elements that hold different values in some of the words, the largest among these words.
    pub fn parts(&self, first: u32, count: u32) -> usize {
        let mut most = 1;
        self.words.visit(first, count, |_, _, state| {
            let state = self.states.get(state as usize);
            most = most.max(state.map_or(1, |state| state.parts.len()));
        });
        most
    }

    /// Replaces the values of words on some elements. `change` gets the parts of these elements, one list for all
    /// words with the same content, and may return others that cover the same elements.
    pub fn change(
        &mut self,
        first: u32,
        count: u32,
        elements: Elements,
        mut change: impl FnMut(&mut Vec<(Elements, V)>),
    ) {
        let Self {
            words,
            states,
            free,
            start,
        } = self;
        // Neighbours in one state stay in one state.
        let mut last: Option<(u32, u32)> = None;
        words.replace(first, count, |_, count, old| {
            if let Some((_, new)) = last.filter(|(before, _)| *before == old) {
                if new != old {
                    leave(states, free, old, count);
                    states[new as usize].words += count;
                }
                return new;
            }
            let parts = match states.get_mut(old as usize) {
                None => vec![(Elements::ALL, start.clone())],
                // No other word is in it, so its parts can be taken.
                Some(state) if state.words == count => std::mem::take(&mut state.parts),
                Some(state) => state.parts.clone(),
            };
            let mut inside = Vec::new();
            let mut outside = Vec::with_capacity(parts.len());
            for (on, value) in parts {
                if elements.covers(on) {
                    inside.push((on, value));
                } else if on.meets(elements) {
                    let rest = on.without(elements);
                    outside.extend(rest.map(|part| (part, value.clone())));
                    inside.push((on.and(elements), value));
                } else {
                    outside.push((on, value));
                }
            }
            change(&mut inside);
            outside.append(&mut inside);
            leave(states, free, old, count);
            let state = State {
                parts: outside,
                words: count,
            };
            let new = match free.pop() {
                Some(new) => {
                    states[new as usize] = state;
                    new
                }
                None => {
                    states.push(state);
                    states.len() as u32 - 1
                }
            };
            last = Some((old, new));
            new
        });
    }
}

/// Removes words from a state.
fn leave<V>(states: &mut [State<V>], free: &mut Vec<u32>, state: u32, count: u32) {
    if state == NONE {
        return;
    }
    let left = &mut states[state as usize];
    left.words -= count;
    if left.words == 0 {
        left.parts = Vec::new();
        free.push(state);
    }
}

/// The word ranges of an access whose words are known, with neighbours joined, and whether it has others.
pub fn known_pieces(pieces: &[Piece]) -> (Vec<Piece>, bool) {
    let is_known = |piece: &&Piece| piece.certainty != Certainty::Somewhere;
    let mut joined: Vec<Piece> = Vec::with_capacity(1);
    for piece in pieces.iter().filter(is_known) {
        if let Some(last) = joined.last_mut()
            && (last.elements, last.certainty) == (piece.elements, piece.certainty)
        {
            // A scalar accesses the same words in every cycle.
            if (last.first, last.count) == (piece.first, piece.count) {
                continue;
            }
            if last.first + last.count == piece.first {
                last.count += piece.count;
                continue;
            }
        }
        joined.push(*piece);
    }
    (joined, !pieces.iter().all(|piece| is_known(&piece)))
}
