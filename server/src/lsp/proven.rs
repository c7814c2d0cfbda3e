//! The texts whose order is known to be the shortest. Nothing is searched for here: a search that proves it says so.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_asm::Rules;
use mnc2_ide::features::shorten::Region;
use mnc2_ide::session::Snapshot;
use mnc2_project::ShortenLevel;
use ropey::Rope;

/// Maximum number of texts; the oldest is forgotten.
const KNOWN_MAX: usize = 8;

/// A text with lines whose order is the shortest.
#[derive(Debug)]
pub(super) struct Known {
    text: Rope,
    rules: Arc<Rules>,
    level: ShortenLevel,
    region: Region,
}

impl Known {
    /// A text with lines whose order is the shortest.
    pub(super) const fn new(
        text: Rope,
        rules: Arc<Rules>,
        level: ShortenLevel,
        region: Region,
    ) -> Self {
        Self {
            text,
            rules,
            level,
            region,
        }
    }
}

/// The last few of them.
#[derive(Default)]
pub(super) struct Proven(Mutex<VecDeque<Known>>);

impl Proven {
    /// Remembers a text.
    pub(super) fn note(&self, known: Known) {
        let mut all = self.all();
        all.retain(|other| {
            !(other.region == known.region
                && other.level == known.level
                && other.rules == known.rules
                && other.text == known.text)
        });
        if all.len() == KNOWN_MAX {
            all.pop_front();
        }
        all.push_back(known);
    }

    /// The lines of a document whose order is known to be the shortest, with what may change now.
    pub(super) fn of(&self, snapshot: &Snapshot, level: ShortenLevel) -> Vec<Region> {
        let all = self.all();
        let of_this = all.iter().filter(|known| {
            known.level == level && known.rules == snapshot.rules && known.text == snapshot.text
        });
        let mut regions: Vec<Region> = of_this.map(|known| known.region).collect();
        // What is said of the whole program need not be said of a part.
        if regions.iter().any(|region| region.is_program) {
            regions.retain(|region| region.is_program);
        }
        regions
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
