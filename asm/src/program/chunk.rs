//! A chunk of lines: what an edit makes anew, and what results of passes are kept about.

use std::sync::Arc;

use super::Line;
use super::kept::Kept;

/// Maximum number of lines in a chunk. Unit tests have small chunks, so that short programs have many borders.
pub(super) const CHUNK_LINES_MAX: usize = if cfg!(test) { 6 } else { 128 };

/// A chunk that an edit makes shorter than this is joined with its neighbour.
pub(super) const CHUNK_MIN_LINES: usize = CHUNK_LINES_MAX / 4;

/// Lines that stay together; at least one, and immutable.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The lines.
    pub(crate) lines: Box<[Arc<Line>]>,
    /// What is known about them.
    pub(crate) kept: Kept,
}

impl Chunk {
    /// A chunk about which nothing is known yet.
    pub(super) fn new(lines: &[Arc<Line>]) -> Arc<Self> {
        Arc::new(Self {
            lines: lines.into(),
            kept: Kept::default(),
        })
    }
}
