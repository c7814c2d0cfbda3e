//! What is not needed: values that are in another place ([`copies`]), sums with fewer shifts and constants ([`horner`],
//! [`doubling`]), transfers that are one ([`joined`]), work with words of other PEs ([`reductions`], [`pe_loops`], [`turns`],
//! [`turned_words`]), and words that wait in L1BM ([`turnaround`]).
//!
//! The result is a draft for the search: it is equivalent, and its steps are far enough apart. Like every proposal it is
//! proven afterwards.

mod copies;
mod doubling;
mod horner;
mod joined;
mod makers;
mod pe_loops;
mod reductions;
mod turnaround;
mod turned_words;
mod turns;

use mnc2_equal::Places;

use self::copies::RedundantCopies;
use crate::draft::Draft;
use crate::rules::{self, Applied};

/// Times that a program is looked through: a copy of a copy needs two, and each kind of change one of its own.
const ROUNDS_MAX: usize = 8;

/// A region without what is not needed.
pub(crate) struct Shared {
    pub(crate) draft: Draft,
    /// The rules that changed it, with the steps that each left out.
    pub(crate) applied: Vec<Applied>,
}

impl Shared {
    /// A region as it is.
    pub(crate) fn unchanged(draft: &Draft) -> Self {
        Self {
            draft: draft.clone(),
            applied: Vec::new(),
        }
    }

    /// Whether it has other transfers or turns than the region.
    pub(crate) fn moves_less(&self) -> bool {
        let rules = [&rules::TRANSFERS, &rules::OTHER_PES, &rules::TURNAROUND];
        self.applied.iter().any(|it| rules.contains(&it.rule))
    }
}

/// The region without expressions whose value is elsewhere, or that are for nothing; `None` if there are none.
pub(crate) fn shared(
    draft: &Draft,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Shared> {
    let mut best: Option<Shared> = None;
    for _ in 0..ROUNDS_MAX {
        let from = best.as_ref().map_or(draft, |it| &it.draft);
        if is_cancelled() {
            break;
        }
        let ways: [(_, &dyn Fn() -> Option<Draft>); 6] = [
            (&rules::VALUES, &|| {
                RedundantCopies::new(from, places).applied()
            }),
            (&rules::SHIFTS, &|| {
                doubling::doubled(from, places, is_cancelled)
            }),
            (&rules::SUMS, &|| {
                horner::factored(from, places, is_cancelled)
            }),
            (&rules::TRANSFERS, &|| {
                joined::joined(from, places, is_cancelled)
            }),
            (&rules::OTHER_PES, &|| {
                makers::improved(from, places, is_cancelled, &with_other_pes)
            }),
            (&rules::TURNAROUND, &|| {
                makers::improved(from, places, is_cancelled, &|draft, line| {
                    Vec::from_iter(turnaround::ways(draft, line))
                })
            }),
        ];
        let next = ways.iter().find_map(|(rule, way)| Some((*rule, way()?)));
        let Some((rule, next)) = next else {
            break;
        };
        let lines = draft.changed_lines(from, &next);
        let own = match rule == &rules::TURNAROUND {
            // It saves steps that wait.
            true => Applied::with_the_rest(rule, lines),
            false => Applied {
                rule,
                saved: from.work_steps() - next.work_steps(),
                lines,
            },
        };
        let mut applied = best.map(|it| it.applied).unwrap_or_default();
        applied.push(own);
        best = Some(Shared {
            draft: next,
            applied,
        });
    }
    best
}

/// What may be in place of a line that computes with words of other PEs.
fn with_other_pes(draft: &Draft, line: usize) -> Vec<makers::Edits> {
    let mut ways = reductions::ways(draft, line);
    ways.extend(pe_loops::ways(draft, line));
    ways.extend(turned_words::ways(draft, line));
    ways.extend(turns::ways(draft, line));
    ways
}

#[cfg(test)]
mod tests;
