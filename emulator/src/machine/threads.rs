//! Threads that compute some cycles of an operation while the main thread continues with the program.
//!
//! An operation over the whole chip takes 30 to 200 µs. Two threads that met after each one would wait for each other
//! and for messages, about 5 µs, or 50 µs if the operating system has put one to sleep. So they do not meet: a plane
//! can be one that is still being computed ([`crate::later`]), and only its readers wait. A cycle is always in the
//! same share, so a thread mostly reads its own results from its own caches. No result depends on the number of
//! threads.

use std::hint;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::store;

/// Maximum number of operations that wait for the other threads, with results of 128 to 256 KiB each.
const WAITING_MAX: usize = 32;

/// How often the caller checks whether the others are ready before it yields: about 100 µs.
const LOOKS: u32 = 4_000;

/// The threads of a machine besides the one that runs it; copies of the machine share them. They end with the last
/// copy.
#[derive(Clone, Debug, Default)]
pub(super) struct Threads(Option<Arc<Others>>);

#[derive(Debug)]
struct Others {
    pool: ThreadPool,
    /// Shares that are not done.
    waiting: Arc<AtomicUsize>,
}

impl Threads {
    /// This many threads, including the caller's, at most one for each cycle. If the system grants none, the caller's
    /// does all the work.
    pub(super) fn new(threads: usize) -> Self {
        let others = threads.min(CYCLES_PER_STEP).saturating_sub(1);
        if others == 0 {
            return Self(None);
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(others)
            .thread_name(|number| format!("machine {number}"))
            .start_handler(|number| store::use_store(number + 1))
            // Readers that wait for its result panic too.
            .panic_handler(|_| ())
            .build();
        let others = |pool| {
            Arc::new(Others {
                pool,
                waiting: Arc::default(),
            })
        };
        Self(pool.ok().map(others))
    }

    /// Runs the cycles of an operation: the first ones at once, the others here or later on other threads.
    pub(super) fn share(&self, work: impl Fn(Range<usize>) + Send + Sync + 'static) {
        let Some(others) = self.free() else {
            return work(0..CYCLES_PER_STEP);
        };
        let shares = others.pool.current_num_threads() + 1;
        let cycles = move |share: usize| {
            share * CYCLES_PER_STEP / shares..(share + 1) * CYCLES_PER_STEP / shares
        };
        let work = Arc::new(work);
        let waiting = Arc::clone(&others.waiting);
        waiting.fetch_add(shares - 1, Ordering::Relaxed);
        let theirs = Arc::clone(&work);
        others.pool.spawn_broadcast(move |context| {
            let _done = Done(&waiting);
            theirs(cycles(context.index() + 1));
        });
        work(cycles(0));
    }

    /// Waits until the others have done their shares.
    pub(super) fn finish(&self) {
        let Some(others) = &self.0 else {
            return;
        };
        let mut looks = 0;
        while others.waiting.load(Ordering::Acquire) > 0 {
            looks += 1;
            if looks < LOOKS {
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
    }

    fn free(&self) -> Option<&Others> {
        let others = self.0.as_deref()?;
        let waiting = others.waiting.load(Ordering::Relaxed);
        (waiting < WAITING_MAX * others.pool.current_num_threads()).then_some(others)
    }

    /// Whether there are other threads that do not have too much to do already.
    pub(super) fn have_time(&self) -> bool {
        self.free().is_some()
    }
}

/// Counts a share as done, panic or not.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{Threads, WAITING_MAX};

    #[test]
    fn every_cycle_is_computed_once() {
        for threads in [0, 1, 2, 3, 9] {
            let threads = Threads::new(threads);
            let counts: Arc<[AtomicU32; 4]> = Arc::default();
            let operations = 4 * WAITING_MAX as u32;
            for _ in 0..operations {
                let counts = Arc::clone(&counts);
                threads.share(move |cycles| {
                    for count in &counts[cycles] {
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            threads.finish();
            let counts = counts.each_ref().map(|count| count.load(Ordering::Relaxed));
            assert_eq!(counts, [operations; 4]);
        }
    }

    #[test]
    fn a_panic_elsewhere_ends_nothing_but_its_share() {
        let threads = Threads::new(2);
        threads.share(|cycles| assert!(cycles.start == 0, "the second share panics"));
        threads.finish();
        assert!(threads.have_time());
    }
}
