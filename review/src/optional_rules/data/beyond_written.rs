//! Reads that reach beyond the words that were written: words of the operand are uninitialized, and other words of it, or
//! words next to it, were written. An address, a stride or a length is then probably off by one.
//!
//! Only LM and GRF are compared: transfers between other memories move blocks of which a program often fills a part. Words that
//! no output depends on are left out.

use std::collections::BTreeMap;

use super::FINDINGS_MAX;
use super::in_testcase::InTestcase;
use super::unused::{cite_store, name};
use mnc2_dataflow::flow::contents::{Contents, known_pieces};
use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_dataflow::liveness::Liveness;
use mnc2_isa::Memory;
use mnc2_program::access::{Access, AccessRole, Direction, Elements, Piece, Store};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_text::message;

/// The memories that are compared.
const MEMORIES: [Memory; 4] = [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1];

/// The last write of each word in the memories that are compared; `None` before the first one.
struct LastWrites([Contents<Option<AccessId>>; MEMORIES.len()]);

/// Words of a read that are uninitialized, and the newest write next to them.
struct Beyond {
    /// The first of the words.
    word: u32,
    write: AccessId,
    /// Whether the write is of other words of the same operand.
    is_of_operand: bool,
}

/// Finds such reads in a program whose inputs are known.
pub(super) fn find(
    run: &InTestcase<'_>,
    flow: &Flow,
    liveness: &Liveness,
    findings: &mut Vec<Finding>,
) {
    if !run.inputs_are_known() {
        return;
    }
    let mut last = LastWrites(MEMORIES.map(|memory| Contents::new(Store::Memory(memory), None)));
    for number in 0..run.own().end.min(run.program.end()) {
        let accesses = flow.line(number);
        for (id, access) in accesses.iter() {
            let pieces = accesses.pieces(access);
            if access.direction == Direction::Write {
                last.write(access.store, id, pieces);
                continue;
            }
            let Some(line) = run.own_line(number) else {
                continue;
            };
            let counting = pieces.iter().filter(|it| liveness.counts_in(id, it.cycle));
            let counting: Vec<Piece> = counting.copied().collect();
            let is_data = access.role == AccessRole::Data;
            if is_data
                && flow.unwritten_word(id).is_some()
                && let Some(beyond) = last.beyond(access.store, &counting)
            {
                let diagnostic = beyond.diagnostic(run, flow, access);
                findings.push(Finding { line, diagnostic });
            }
        }
        if findings.len() >= FINDINGS_MAX {
            return;
        }
    }
}

impl LastWrites {
    fn contents(&self, store: Store) -> Option<&Contents<Option<AccessId>>> {
        let index = MEMORIES.iter().position(|it| Store::Memory(*it) == store)?;
        Some(&self.0[index])
    }

    fn write(&mut self, store: Store, id: AccessId, pieces: &[Piece]) {
        let Some(index) = MEMORIES.iter().position(|it| Store::Memory(*it) == store) else {
            return;
        };
        // On which elements does not matter here: what some of them have was not forgotten.
        for piece in known_pieces(pieces).0 {
            self.0[index].change(piece.first, piece.count, Elements::ALL, |inside| {
                inside.clear();
                inside.push((Elements::ALL, Some(id)));
            });
        }
    }

    /// The first uninitialized words of a read, with the newest write of others of its words or of words next to them.
    fn beyond(&self, store: Store, pieces: &[Piece]) -> Option<Beyond> {
        let contents = self.contents(store)?;
        let mut words: BTreeMap<u32, Option<AccessId>> = BTreeMap::new();
        for piece in known_pieces(pieces).0 {
            contents.visit(
                piece.first,
                piece.count,
                Elements::ALL,
                |first, count, &write| {
                    words.extend((first..first + count).map(|word| (word, write)));
                },
            );
        }
        let missing = |(&word, write): (&u32, &Option<AccessId>)| write.is_none().then_some(word);
        let word = words.iter().find_map(missing)?;
        let of_operand = words.values().flatten().max();
        let mut next_to = None;
        for word in words.iter().filter_map(missing) {
            for neighbour in [word.checked_sub(1), word.checked_add(1)]
                .into_iter()
                .flatten()
            {
                if neighbour < store.words() {
                    contents.visit(neighbour, 1, Elements::ALL, |_, _, &write| {
                        next_to = next_to.max(write);
                    });
                }
            }
        }
        Some(Beyond {
            word,
            write: *of_operand.or(next_to.as_ref())?,
            is_of_operand: of_operand.is_some(),
        })
    }
}

impl Beyond {
    fn diagnostic(&self, run: &InTestcase<'_>, flow: &Flow, access: &Access) -> Diagnostic {
        let place = name(access.store, self.word);
        let line = run.own_line(flow.line_of(self.write));
        let message = match (line, self.is_of_operand) {
            (Some(line), true) => message!(
                "{place} is uninitialized here: line {line} writes other words of this operand",
                place,
                line = line + 1
            ),
            (Some(line), false) => message!(
                "{place} is uninitialized here: line {line} writes the words next to it",
                place,
                line = line + 1
            ),
            (None, true) => message!(
                "{place} is uninitialized here: the testcase sets other words of this operand",
                place
            ),
            (None, false) => message!(
                "{place} is uninitialized here: the testcase sets the words next to it",
                place
            ),
        };
        let diagnostic = Diagnostic::new(Code::BeyondWritten, access.range.clone(), message);
        let diagnostic = match line {
            Some(line) => {
                diagnostic.note_at(line, flow.range(self.write), message!("written here"))
            }
            None => diagnostic,
        };
        cite_store(diagnostic, access.store).explained()
    }
}
