//! Threads for the work of one step. Work is split in parts that do not depend on each other, so that the
//! number of threads changes nothing but the time.

use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

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

    /// Calls `work` with every part and its index.
    pub(super) fn for_each<T: Send>(
        &self,
        parts: &mut [T],
        work: impl Fn(usize, &mut T) + Sync + Send,
    ) {
        match &self.pool {
            Some(pool) => pool.install(|| {
                parts
                    .par_iter_mut()
                    .enumerate()
                    .for_each(|(index, part)| work(index, part));
            }),
            None => parts
                .iter_mut()
                .enumerate()
                .for_each(|(index, part)| work(index, part)),
        }
    }
}
