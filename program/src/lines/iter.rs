//! Going through the lines of a program.

use std::slice;
use std::sync::Arc;

use super::PlacedChunk;
use crate::Line;

/// Lines of a program in order, from both ends.
#[derive(Clone, Debug, Default)]
pub struct Lines<'a> {
    pub(super) front: slice::Iter<'a, Arc<Line>>,
    pub(super) between: slice::Iter<'a, PlacedChunk>,
    pub(super) between_lines: usize,
    pub(super) back: slice::Iter<'a, Arc<Line>>,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a Arc<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        #[cfg(feature = "count-lines")]
        super::LINES_READ.set(super::LINES_READ.get() + 1);
        loop {
            if let Some(line) = self.front.next() {
                return Some(line);
            }
            let Some(place) = self.between.next() else {
                return self.back.next();
            };
            self.between_lines -= place.chunk.len();
            self.front = place.chunk.lines().iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let lines = self.front.len() + self.between_lines + self.back.len();
        (lines, Some(lines))
    }
}

impl DoubleEndedIterator for Lines<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(line) = self.back.next_back() {
                return Some(line);
            }
            let Some(place) = self.between.next_back() else {
                return self.front.next_back();
            };
            self.between_lines -= place.chunk.len();
            self.back = place.chunk.lines().iter();
        }
    }
}

impl ExactSizeIterator for Lines<'_> {}
