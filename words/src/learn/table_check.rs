//! The fields of the table compared with words, which distinguishes a wrong word from a wrong row.
//!
//! Where few words differ in a field, these words are named. Where most do, they agree with each other and not with the
//! table, so the row is named, once.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_isa::Mode;
use mnc2_isa::field::{Evidence, FieldPlace};

use super::super::{Status, Word, WordForm, encode};
use super::{Aligned, CONTRADICTIONS_MAX, Contradiction, WordOrigin};
use mnc2_program::Statement;

/// The fewest words that contradict a row rather than being wrong themselves.
const WORDS_MIN: u64 = 2;

/// The comparison of all words so far, by field and whether something in the step uses it.
#[derive(Default)]
pub(super) struct Tallies(BTreeMap<(bool, FieldPlace, bool), Tally>);

#[derive(Default)]
struct Tally {
    /// Words that have what the table states, certain and not.
    fitting: [u64; 2],
    differing: u64,
    /// Of these, those with the inverse.
    inverted: u64,
    /// The first that differ.
    contradictions: Vec<Contradiction>,
}

/// The result of comparing all words with the table.
pub(super) struct Tallied {
    /// Contents as the table states: observed ones, and others.
    pub(super) confirmed: [u64; 2],
    /// Rows, and words that contradict them, by pair and line.
    pub(super) contradictions: Vec<Contradiction>,
}

impl Tallies {
    /// Compares the words of a pair.
    pub(super) fn check(&mut self, pair: usize, program: &str, aligned: &[Aligned]) {
        let program = mnc2_asm::parse(program);
        for each in aligned.iter().filter(|it| it.form != WordForm::Mv) {
            let Some(line) = program.line(each.line).filter(|line| !line.has_error()) else {
                continue;
            };
            let Some(Statement::Step(step)) = &line.statement else {
                continue;
            };
            let Some((mode, word)) = each
                .form
                .mode()
                .and_then(|mode| Some((mode, each.word.word(mode)?)))
            else {
                continue;
            };
            let encoded = encode(step, program.mask_setting_at(each.line), mode);
            let at = WordOrigin {
                pair,
                line: each.line,
                output_line: each.output_line,
            };
            let mut used = BTreeSet::new();
            for known in &encoded.fields {
                used.insert(known.place);
                // The halves of a product and the rows of a write share a field: the word has what they have together.
                if known.content.bits().is_some() {
                    let expected = encoded.word.get(known.place);
                    self.compare(
                        at,
                        known.place,
                        known.status,
                        expected,
                        &word,
                        known.is_used,
                    );
                }
            }
            // Unused bits are idle, unless the used ones are not known.
            if encoded.status() != Status::Unknown {
                for place in FieldPlace::all(mode).filter(|place| !used.contains(place)) {
                    let status = Status::Known(match mode {
                        Mode::AutoStride => Evidence::Obs,
                        Mode::Flat => Evidence::Obs1,
                    });
                    self.compare(at, place, status, encoded.word.get(place), &word, false);
                }
            }
        }
    }

    fn compare(
        &mut self,
        at: WordOrigin,
        place: FieldPlace,
        status: Status,
        expected: u32,
        word: &Word,
        is_used: bool,
    ) {
        let mode = word.mode();
        let found = word.get(place);
        let tally = self.0.entry((mode == Mode::Flat, place, is_used));
        let tally = tally.or_default();
        if found == expected {
            tally.fitting[usize::from(!status.is_certain())] += 1;
            return;
        }
        tally.differing += 1;
        let all = (1_u64 << place.size_bits()) - 1;
        tally.inverted += u64::from(u64::from(found ^ expected) == all);
        if tally.contradictions.len() < CONTRADICTIONS_MAX {
            tally.contradictions.push(Contradiction::Field {
                at,
                place,
                mode,
                status,
                expected,
                found,
            });
        }
    }

    /// The result of the comparison.
    pub(super) fn result(self) -> Tallied {
        let mut confirmed = [0; 2];
        let mut rows: BTreeMap<(bool, FieldPlace), Contradiction> = BTreeMap::new();
        let mut contradictions = Vec::new();
        for ((is_flat, place, _), tally) in self.0 {
            let fitting: u64 = tally.fitting.iter().sum();
            confirmed[0] += tally.fitting[0];
            confirmed[1] += tally.fitting[1];
            let is_of_row = tally.differing >= WORDS_MIN && tally.differing > fitting;
            let Some(at) = tally.contradictions.first().and_then(origin) else {
                continue;
            };
            if !is_of_row {
                contradictions.extend(tally.contradictions);
                continue;
            }
            let mode = if is_flat {
                Mode::Flat
            } else {
                Mode::AutoStride
            };
            let mut row = Contradiction::Row {
                at,
                place,
                mode,
                differing: tally.differing,
                words: tally.differing + fitting,
                is_inverted: tally.inverted == tally.differing,
            };
            // Used and not used, it is one row.
            if let (
                Some(Contradiction::Row {
                    at: before,
                    differing: more,
                    words: others,
                    is_inverted: other,
                    ..
                }),
                Contradiction::Row {
                    at,
                    differing,
                    words,
                    is_inverted,
                    ..
                },
            ) = (rows.get(&(is_flat, place)), &mut row)
            {
                if (before.pair, before.output_line) < (at.pair, at.output_line) {
                    *at = *before;
                }
                *differing += more;
                *words += others;
                *is_inverted &= other;
            }
            rows.insert((is_flat, place), row);
        }
        contradictions.extend(rows.into_values());
        contradictions.sort_by_key(|it| origin(it).map(|at| (at.pair, at.output_line)));
        Tallied {
            confirmed,
            contradictions,
        }
    }
}

/// Where a field is contradicted.
const fn origin(contradiction: &Contradiction) -> Option<WordOrigin> {
    match contradiction {
        Contradiction::Field { at, .. } | Contradiction::Row { at, .. } => Some(*at),
        Contradiction::Words { .. }
        | Contradiction::Outlier { .. }
        | Contradiction::Inverted { .. }
        | Contradiction::Unexplained { .. } => None,
    }
}
