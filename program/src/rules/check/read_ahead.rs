//! Reads the chunks of a long text on all processors, some ahead of the check, which takes them in order.
//!
//! Parsing takes some forty times as long as checking. A batch is 8192 lines: some 60 ms of work for one processor and
//! 10 MB of lines, which are dropped when they have been checked.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

use super::outcome::Outcome;
use crate::{Chunk, Line};

/// Chunks that are read as one batch.
const BATCH_CHUNKS: usize = 64;

/// Fewer chunks are not worth a thread: 512 lines are a few milliseconds.
const CHUNKS_OF_THREADS: usize = 4;

/// The lines of an unread chunk; `None` if they are not needed.
type Lines = Option<Vec<Arc<Line>>>;

/// The chunks that were read and not yet taken.
#[derive(Default)]
pub(super) struct ReadAhead {
    next: VecDeque<Lines>,
}

impl ReadAhead {
    /// The lines of the first chunk of `rest`, if they had to be read. Each call must pass the chunk after the first chunk of
    /// the previous call.
    pub(super) fn lines<'a>(&mut self, mut rest: impl Iterator<Item = &'a Arc<Chunk>>) -> Lines {
        if let Some(lines) = self.next.pop_front() {
            return lines;
        }
        let first = rest.next().filter(|chunk| is_needed(chunk))?;
        let rest = rest.take(BATCH_CHUNKS - 1);
        let batch: Vec<&Chunk> = [first].into_iter().chain(rest).map(Arc::as_ref).collect();
        self.next = read(&batch).into();
        self.next.pop_front().flatten()
    }
}

/// Whether a check of a chunk has to read it.
fn is_needed(chunk: &Chunk) -> bool {
    chunk.is_unread() && Outcome::last(chunk).is_none()
}

fn read(chunks: &[&Chunk]) -> Vec<Lines> {
    let read_share = |share: &[&Chunk]| -> Vec<Lines> {
        let read = share
            .iter()
            .map(|chunk| is_needed(chunk).then(|| chunk.pass().into_owned()));
        read.collect()
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    if processors == 1 || chunks.len() < CHUNKS_OF_THREADS {
        return read_share(chunks);
    }
    thread::scope(|scope| {
        let shares = chunks.chunks(chunks.len().div_ceil(processors));
        let started: Vec<_> = shares
            .map(|share| {
                let work = move || read_share(share);
                (share, thread::Builder::new().spawn_scoped(scope, work))
            })
            .collect();
        started
            .into_iter()
            .flat_map(|(share, thread)| match thread.map(|it| it.join()) {
                Ok(Ok(read)) => read,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // The system gives no further thread.
                Err(_) => read_share(share),
            })
            .collect()
    })
}
