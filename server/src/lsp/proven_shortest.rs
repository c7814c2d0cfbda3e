//! The texts whose order is known to be the shortest. Nothing is searched for here: a search that proves it adds its
//! text.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_ide::features::shorten::Region;
use mnc2_ide::session::Snapshot;
use mnc2_program::rules::Rules;
use mnc2_schedule::shorten::Shortened;
use ropey::Rope;
use tower_lsp::ls_types::Uri;

/// Maximum number of texts; the oldest is forgotten.
const KNOWN_MAX: usize = 8;

/// A text with lines whose order is the shortest.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) text: Rope,
    /// The rules that it was searched with.
    pub(super) rules: Arc<Rules>,
    pub(super) moves: Moves,
    pub(super) region: Region,
    /// Why, if the search was about these lines as they are.
    pub(super) reason: Option<Arc<Reason>>,
}

/// Why lines cannot be shorter.
#[derive(Debug)]
pub(super) struct Reason {
    /// What the search found: the same lines.
    pub(super) shortened: Shortened,
    /// The name and the URI of the testcase that they were compared with.
    pub(super) testcase: Option<(String, Uri)>,
    /// The ranges of the inputs that the proof is about, if it is not about all inputs.
    pub(super) limits: Option<InputRanges>,
}

/// What can change while expressions stay the same, which is what a proof is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// The order of the expressions.
    Order,
    /// Also where they read values.
    Forwarding,
}

impl Moves {
    /// What a proof about this level covers.
    pub(super) const fn from_level(level: ChangeLevel) -> Self {
        match level {
            ChangeLevel::Order => Self::Order,
            ChangeLevel::Forwarding
            | ChangeLevel::Renaming
            | ChangeLevel::Merging
            | ChangeLevel::Unit
            | ChangeLevel::Rewrite => Self::Forwarding,
        }
    }
}

impl Known {
    fn is_about(&self, snapshot: &Snapshot, moves: Moves) -> bool {
        self.moves == moves && self.rules == snapshot.rules && self.text == snapshot.text
    }
}

/// The texts that were proven last.
#[derive(Default)]
pub(super) struct ProvenShortest(Mutex<VecDeque<Known>>);

impl ProvenShortest {
    pub(super) fn note(&self, known: Known) {
        let mut all = self.all();
        all.retain(|other| {
            !(other.region == known.region
                && other.moves == known.moves
                && other.rules == known.rules
                && other.text == known.text)
        });
        if all.len() == KNOWN_MAX {
            all.pop_front();
        }
        all.push_back(known);
    }

    /// Why lines of a document cannot be shorter, if a search has found that out.
    pub(super) fn reason(
        &self,
        snapshot: &Snapshot,
        moves: Moves,
        region: Region,
    ) -> Option<Arc<Reason>> {
        let all = self.all();
        let mut of_lines = all.iter().filter(|known| known.region == region);
        let known = of_lines.find(|known| known.is_about(snapshot, moves))?;
        known.reason.as_ref().map(Arc::clone)
    }

    /// The lines of a document whose order is known to be the shortest.
    pub(super) fn shortest_regions(&self, snapshot: &Snapshot, moves: Moves) -> Vec<Region> {
        let all = self.all();
        let of_this = all.iter().filter(|known| known.is_about(snapshot, moves));
        let mut regions: Vec<Region> = of_this.map(|known| known.region).collect();
        // A lens for the whole program replaces lenses for its parts.
        if regions.iter().any(|region| region.is_program) {
            regions.retain(|region| region.is_program);
        }
        regions
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
