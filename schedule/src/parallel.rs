//! Work that is divided among threads, with results that do not depend on their number.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Maximum number of threads of a request.
pub const JOBS_MAX: usize = 256;

/// The stack of a thread, as large as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// The number of processors that this process may use; 1 on a system without threads.
#[must_use]
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, |it| it.get().min(JOBS_MAX))
}

/// Applies a function to items on up to `jobs` threads. The results are in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    apply: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    map_until(jobs, items, apply, |_| false)
}

/// As [`map`], up to and including the first result that `is_last` accepts; items after it may be skipped.
pub(crate) fn map_until<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    apply: impl Fn(&T) -> R + Sync,
    is_last: impl Fn(&R) -> bool + Sync,
) -> Vec<R> {
    let (next, end) = (AtomicUsize::new(0), AtomicUsize::new(items.len()));
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let work = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= end.load(Ordering::Relaxed) {
            return;
        }
        let result = apply(&items[index]);
        if is_last(&result) {
            end.fetch_min(index + 1, Ordering::Relaxed);
        }
        if let Ok(mut place) = results[index].lock() {
            *place = Some(result);
        }
    };
    let threads = jobs.min(items.len());
    if threads <= 1 {
        // Some systems have no threads at all.
        work();
    } else {
        scoped(threads, &work);
    }
    let results = results.into_iter().take(end.into_inner());
    results
        .filter_map(|it| it.into_inner().ok().flatten())
        .collect()
}

/// Does work on some threads, of which this is one.
fn scoped(threads: usize, work: &(impl Fn() + Sync)) {
    thread::scope(|scope| {
        // If the system gives no further thread, this one does the rest.
        let others: Vec<_> = (1..threads)
            .map_while(|_| {
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, work).ok()
            })
            .collect();
        work();
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let items: Vec<u64> = (0..100).collect();
        for jobs in [1, 2, 7, 200] {
            let squares = map(jobs, &items, |it| it * it);
            assert_eq!(squares, items.iter().map(|it| it * it).collect::<Vec<_>>());
            let some = map_until(jobs, &items, |it| *it, |it| it % 30 == 29);
            assert_eq!(some, (0..30).collect::<Vec<_>>());
        }
    }
}
