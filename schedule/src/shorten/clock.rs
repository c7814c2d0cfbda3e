//! The time of a search: seconds, or work, which is the same on every machine and with any number of threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::search_input::IsCancelled;

/// Returns the present time.
pub type Source<'a> = &'a (dyn Fn() -> Instant + Sync);

/// The time that a unit of work counts as.
const UNIT: Duration = Duration::from_micros(1);

/// The time of a search.
pub(crate) struct Clock<'a> {
    kind: Kind<'a>,
    /// Whether all time is up.
    is_interrupted: IsCancelled<'a>,
}

enum Kind<'a> {
    Seconds(Source<'a>),
    Work {
        begin: Instant,
        done: AtomicU64,
        /// The work that was done when the clock was forked.
        done_before: u64,
    },
}

impl<'a> Clock<'a> {
    /// A clock that shows the time of a source.
    pub(crate) const fn from_source(source: Source<'a>, is_interrupted: IsCancelled<'a>) -> Self {
        Self {
            kind: Kind::Seconds(source),
            is_interrupted,
        }
    }

    /// A clock that advances with the work that is done, and the time that some units of work are.
    pub(crate) fn counting(units: u64, is_interrupted: IsCancelled<'a>) -> (Self, Duration) {
        let clock = Self {
            kind: Kind::Work {
                begin: Instant::now(),
                done: AtomicU64::new(0),
                done_before: 0,
            },
            is_interrupted,
        };
        (clock, span(units))
    }

    /// Whether it counts work.
    pub(crate) const fn counts_work(&self) -> bool {
        matches!(self.kind, Kind::Work { .. })
    }

    /// The present time. To ask for it is a unit of work.
    pub(crate) fn now(&self) -> Instant {
        self.charge(1);
        self.seen()
    }

    /// The present time, without any work.
    pub(crate) fn seen(&self) -> Instant {
        match &self.kind {
            Kind::Seconds(source) => source(),
            Kind::Work { begin, done, .. } => *begin + span(done.load(Ordering::Relaxed)),
        }
    }

    /// Whether all time is up, regardless of deadlines.
    pub(crate) fn is_interrupted(&self) -> bool {
        (self.is_interrupted)()
    }

    /// Whether a deadline is over. To ask for it is a unit of work.
    pub(crate) fn is_past(&self, deadline: Instant) -> bool {
        self.now() > deadline || self.is_interrupted()
    }

    /// As [`Self::is_past`], without any work: the answer is the same on all threads.
    pub(crate) fn was_past(&self, deadline: Instant) -> bool {
        self.seen() > deadline || self.is_interrupted()
    }

    /// The time until a deadline. To ask for it is a unit of work.
    pub(crate) fn left(&self, deadline: Instant) -> Duration {
        let left = deadline.saturating_duration_since(self.now());
        match self.is_interrupted() {
            true => Duration::ZERO,
            false => left,
        }
    }

    /// Counts units of work.
    pub(crate) fn charge(&self, units: usize) {
        if let Kind::Work { done, .. } = &self.kind {
            done.fetch_add(units as u64, Ordering::Relaxed);
        }
    }

    /// A clock for work that is done at the same time as other work: it shows the same time, and advances alone.
    pub(crate) fn fork(&self) -> Self {
        let kind = match &self.kind {
            Kind::Seconds(source) => Kind::Seconds(*source),
            Kind::Work { begin, done, .. } => {
                let done_before = done.load(Ordering::Relaxed);
                Kind::Work {
                    begin: *begin,
                    done: AtomicU64::new(done_before),
                    done_before,
                }
            }
        };
        Self {
            kind,
            is_interrupted: self.is_interrupted,
        }
    }

    /// The work that was done since the clock was forked.
    pub(crate) fn work(&self) -> usize {
        match &self.kind {
            Kind::Seconds(_) => 0,
            Kind::Work {
                done, done_before, ..
            } => (done.load(Ordering::Relaxed) - done_before) as usize,
        }
    }
}

/// The time that some units are, at most a century.
fn span(units: u64) -> Duration {
    const UNITS_MAX: u64 = 3_000_000_000_000_000;
    Duration::from_micros(units.min(UNITS_MAX) * UNIT.as_micros() as u64)
}
