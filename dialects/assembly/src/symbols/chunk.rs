//! The names that a chunk of lines defines independently of its position: labels and symbols, if no line of the chunk changes
//! the meaning of the lines after it.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use mnc2_text::{LineRange, Place};

use super::conditions::{self, Names};
use super::directives::{ASSIGNMENTS, COMMONS, GLOBALS, closes, is_assignment, opens};
use super::{Symbols, Within};
use crate::line::{Line, PieceKind};
use crate::{Assembler, Chunk};

/// What is kept of the names of a chunk.
#[derive(Debug, Default)]
pub struct ChunkNames(OnceLock<Option<Plain>>);

/// A chunk of labels, instructions and directives that make data or nothing.
#[derive(Debug, Default)]
struct Plain {
    /// The labels with their lines in the chunk.
    labels: Vec<(Arc<str>, u32, LineRange)>,
    globals: Vec<String>,
    /// The mnemonics and directives, any of which may be the name of a macro.
    words: HashSet<Box<str>>,
}

/// No names: enough to decide whether a statement is a condition.
struct Unknown;

impl Names for Unknown {
    fn value(&self, _name: &str) -> Option<i64> {
        None
    }

    fn is_known(&self, _name: &str) -> bool {
        false
    }
}

impl ChunkNames {
    /// Adds the names of a chunk that begins at a line outside of blocks and of branches that are not taken. Returns false,
    /// without adding any, if the chunk has to be read line by line.
    pub(super) fn add_to(
        &self,
        symbols: &mut Symbols,
        (start, chunk): (u32, &Chunk<Line>),
        assembler: Assembler,
    ) -> bool {
        let plain = self.0.get_or_init(|| Plain::from_chunk(chunk, assembler));
        let Some(plain) = plain else {
            return false;
        };
        if symbols
            .macros
            .keys()
            .any(|name| plain.words.contains(&**name))
        {
            return false;
        }
        for (name, line, range) in &plain.labels {
            let place = Place {
                line: start + line,
                range: range.clone(),
            };
            match symbols.labels.get_mut(name) {
                Some(places) => places.push(place),
                None => drop(symbols.labels.insert(Arc::clone(name), vec![place])),
            }
        }
        symbols.globals.extend(plain.globals.iter().cloned());
        let lines = std::iter::repeat_n(Within::Nothing, chunk.lines().len());
        symbols.within.extend(lines);
        true
    }
}

impl Symbols {
    /// Adds a label of the text.
    pub(super) fn add_label(&mut self, name: &str, place: Place) {
        match self.labels.get_mut(name) {
            Some(places) => places.push(place),
            None => drop(self.labels.insert(name.into(), vec![place])),
        }
    }
}

impl Plain {
    fn from_chunk(chunk: &Chunk<Line>, assembler: Assembler) -> Option<Self> {
        let mut plain = Self::default();
        for (number, line) in (0..).zip(chunk.lines()) {
            if line.directive.is_some() {
                return None;
            }
            for statement in &line.statements {
                let word = line.mnemonic(statement);
                let changes_names = opens(word, assembler).is_some()
                    || closes(word)
                    || matches!(word, ".include" | ".altmacro" | ".purgem")
                    || ASSIGNMENTS.contains(&word)
                    || COMMONS.contains(&word)
                    || is_assignment(line, statement.operands.first())
                    || conditions::statement_sign(line, statement, &Unknown).is_some();
                if changes_names {
                    return None;
                }
                for label in &statement.labels {
                    let name = line.part(label).into();
                    plain.labels.push((name, number, label.clone()));
                }
                if GLOBALS.contains(&word) {
                    let pieces = statement.operands.iter();
                    let words = pieces.filter_map(|operand| operand.pieces.first());
                    let words = words.filter(|piece| piece.kind == PieceKind::Word);
                    let names = words.map(|piece| line.part(&piece.range).to_owned());
                    plain.globals.extend(names);
                }
                if !word.is_empty() && !plain.words.contains(word) {
                    plain.words.insert(word.into());
                }
            }
        }
        plain.labels.shrink_to_fit();
        Some(plain)
    }
}
