//! The texts whose order is known to be the shortest. Nothing is searched for here: a search that proves it says so.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_asm::Rules;
use mnc2_ide::features::shorten::Region;
use mnc2_ide::session::Snapshot;
use mnc2_project::ShortenLevel;
use mnc2_schedule::shorten::Shortened;
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
    /// The text of a document after a proposal for some of its lines, which replaces some bytes.
    pub(super) fn of(
        snapshot: &Snapshot,
        level: ShortenLevel,
        region: Region,
        shortened: &Shortened,
        replacement: Option<&(Range<usize>, String)>,
    ) -> Self {
        let mut text = snapshot.text.clone();
        let mut last = region.last;
        if let Some((bytes, new)) = replacement {
            let chars = text.byte_to_char(bytes.start)..text.byte_to_char(bytes.end);
            let start = chars.start;
            text.remove(chars);
            text.insert(start, new);
            let fewer = shortened.lines_before.saturating_sub(shortened.lines.len());
            last = last.saturating_sub(fewer as u32).max(region.first);
        }
        Self {
            text,
            rules: Arc::clone(&snapshot.rules),
            level,
            region: Region { last, ..region },
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
