//! Threads for the work of one step. Work is split in parts that do not depend on each other, so that the
//! number of threads changes nothing but the time.

use std::sync::Arc;

use mnc2_isa::geometry::CYCLES_PER_STEP;

/// The threads of a machine; copies of the machine share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Threads {
    pool: Option<Arc<rayon::ThreadPool>>,
}

impl Threads {
    /// So many threads. Where the system grants none, the caller's thread does all the work.
    pub(super) fn new(threads: usize) -> Self {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = if threads > 1 {
            builder.build().ok().map(Arc::new)
        } else {
            None
        };
        Self { pool }
    }

    /// What `work` makes of each cycle of a step.
    pub(super) fn cycles<T: Send>(
        &self,
        work: impl Fn(usize) -> T + Sync + Send,
    ) -> [T; CYCLES_PER_STEP] {
        let Some(pool) = &self.pool else {
            return std::array::from_fn(work);
        };
        let pair = |first: usize| (work(first), work(first + 1));
        let ((a, b), (c, d)) = pool.install(|| rayon::join(|| pair(0), || pair(2)));
        [a, b, c, d]
    }

    /// Calls `work` with the parts, or with halves of them at the same time.
    pub(super) fn halves<T: Send>(&self, parts: &mut [T], work: impl Fn(&mut [T]) + Sync + Send) {
        let Some(pool) = &self.pool else {
            return work(parts);
        };
        let (first, second) = parts.split_at_mut(parts.len() / 2);
        pool.install(|| rayon::join(|| work(first), || work(second)));
    }
}
