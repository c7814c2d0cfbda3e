//! Threads that help with the work of one step. Work is split in parts that do not depend on each other, so that
//! the number of threads changes nothing but the time.
//!
//! A step over the whole chip takes 10 to 400 µs, so that waking a thread by the operating system (5 to 50 µs)
//! costs what it saves. A helper therefore looks for work for [`LOOKS`] rounds, some 100 µs, before it sleeps:
//! through a stretch of steps it stays awake. Parts are taken, not dealt out: the caller takes them from the first
//! on, helpers from the last on, which keeps the same cycles in the same caches from step to step. Where a helper
//! does not come, because the host is busy, the caller has done everything itself and lost next to nothing.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::store;

/// How often a helper looks for work before it sleeps.
const LOOKS: u32 = 4_000;
/// Pauses between two looks.
const PAUSES: u32 = 8;
/// How often the caller looks for the last results before it lets others run.
const IMPATIENT_LOOKS: u32 = 4_000;

type Job = Box<dyn FnOnce() + Send>;

/// The threads of a machine; copies of the machine share them. They end with the last copy.
#[derive(Clone, Debug, Default)]
pub(super) struct Threads {
    helpers: Arc<[SyncSender<Job>]>,
}

impl Threads {
    /// So many threads, the caller's included. Where the system grants none, the caller's does all the work.
    pub(super) fn new(threads: usize) -> Self {
        let helper = |number: usize| {
            let (sender, jobs) = sync_channel(1);
            let name = format!("machine {number}");
            let builder = thread::Builder::new().name(name);
            builder
                .spawn(move || help(number, &jobs))
                .ok()
                .map(|_| sender)
        };
        let helpers = (1..threads.min(store::STORES)).filter_map(helper).collect();
        Self { helpers }
    }

    /// Whether anybody helps.
    pub(super) fn are_many(&self) -> bool {
        !self.helpers.is_empty()
    }

    /// What `work` makes of each of some parts, numbered from 0.
    pub(super) fn parts<T: Send + 'static, const PARTS: usize>(
        &self,
        work: impl Fn(usize) -> T + Send + Sync + 'static,
    ) -> [T; PARTS] {
        if !self.are_many() {
            return std::array::from_fn(work);
        }
        let shared = Arc::new(Shared {
            work,
            is_taken: [const { AtomicBool::new(false) }; PARTS],
            results: [const { Mutex::new(None) }; PARTS],
        });
        for helper in &*self.helpers {
            let shared = Arc::clone(&shared);
            // A helper that has not come for the last step, or has ended, does not help with this one.
            let _ = helper.try_send(Box::new(move || shared.take((0..PARTS).rev())));
        }
        shared.take(0..PARTS);
        std::array::from_fn(|part| shared.result(part))
    }
}

/// Parts that several threads take.
struct Shared<W, T, const PARTS: usize> {
    work: W,
    is_taken: [AtomicBool; PARTS],
    results: [Mutex<Option<T>>; PARTS],
}

impl<T, W: Fn(usize) -> T, const PARTS: usize> Shared<W, T, PARTS> {
    /// Does the parts that nobody has taken.
    fn take(&self, parts: impl Iterator<Item = usize>) {
        for part in parts {
            if !self.is_taken[part].swap(true, Ordering::Relaxed) {
                let result = (self.work)(part);
                *self.place(part) = Some(result);
            }
        }
    }

    fn place(&self, part: usize) -> std::sync::MutexGuard<'_, Option<T>> {
        self.results[part]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of a part that somebody has taken. Where its thread panicked, this one does.
    fn result(self: &Arc<Self>, part: usize) -> T {
        let mut looks = 0;
        loop {
            if let Some(result) = self.place(part).take() {
                return result;
            }
            if Arc::strong_count(self) == 1 {
                let result = self.place(part).take();
                return result.unwrap_or_else(|| (self.work)(part));
            }
            looks += 1;
            if looks < IMPATIENT_LOOKS {
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
    }
}

/// Does jobs until there can be none any more.
fn help(number: usize, jobs: &Receiver<Job>) {
    store::use_store(number);
    let mut looks = 0;
    loop {
        let job = match jobs.try_recv() {
            Ok(job) => job,
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) if looks < LOOKS => {
                looks += 1;
                (0..PAUSES).for_each(|_| hint::spin_loop());
                continue;
            }
            Err(TryRecvError::Empty) => match jobs.recv() {
                Ok(job) => job,
                Err(_) => return,
            },
        };
        looks = 0;
        job();
    }
}

#[cfg(test)]
mod tests {
    use super::Threads;

    #[test]
    fn parts_are_in_their_places() {
        for threads in [0, 1, 2, 3, 9] {
            let threads = Threads::new(threads);
            for round in 0..200 {
                let squares: [usize; 4] = threads.parts(move |part| part * part + round);
                assert_eq!(squares, [0, 1, 4, 9].map(|square| square + round));
            }
        }
    }

    #[test]
    #[should_panic(expected = "part 3")]
    fn a_panic_is_the_callers() {
        let threads = Threads::new(2);
        let _: [usize; 4] = threads.parts(|part| {
            assert!(part < 3, "part {part}");
            part
        });
    }
}
