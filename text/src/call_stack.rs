//! The calls that a run is in, for machines whose calls are jumps that leave the place to return to.

use std::sync::Arc;

use crate::editor::Frame;
use crate::line::Place;

/// How deep calls are followed; those inside are part of the innermost one that is.
pub const CALLS_MAX: usize = 256;

/// The calls that a run is in. A place is the number by which the machine identifies an instruction. Copies share the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls(Option<Arc<Vec<Call>>>);

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Call {
    from: u64,
    back: u64,
}

impl Calls {
    /// The instruction at a place calls something that returns to another place.
    pub fn call(&mut self, from: u64, back: u64) {
        if self.open().len() < CALLS_MAX {
            Arc::make_mut(self.0.get_or_insert_default()).push(Call { from, back });
        }
    }

    /// A jump through a register goes to a place: if the innermost call with this place to return to is open, it
    /// returns, and so do all calls inside it.
    pub fn go(&mut self, to: u64) {
        let found = self.open().iter().rposition(|call| call.back == to);
        if let (Some(index), Some(calls)) = (found, &mut self.0) {
            Arc::make_mut(calls).truncate(index);
        }
    }

    fn open(&self) -> &[Call] {
        self.0.as_ref().map_or(&[], |calls| calls.as_slice())
    }

    /// The number of frames: one more than there are calls.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open().len() + 1
    }

    /// The frames of a run, the innermost first: what runs next, then the calls, whose lines
    /// `line_of` finds. None at the end.
    #[must_use]
    pub fn frames(&self, line: Option<u32>, line_of: impl Fn(u64) -> Option<u32>) -> Vec<Frame> {
        let mut frames = Frame::flat(line);
        if !frames.is_empty() {
            let lines = self
                .open()
                .iter()
                .rev()
                .filter_map(|call| line_of(call.from));
            frames.extend(lines.map(|line| Frame {
                name: String::new(),
                place: Place { line, range: 0..0 },
            }));
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of the frames.
    fn lines(calls: &Calls, line: u32) -> Vec<u32> {
        let frames = calls.frames(Some(line), |from| u32::try_from(from).ok());
        assert_eq!(frames.len(), calls.depth());
        frames.into_iter().map(|frame| frame.place.line).collect()
    }

    #[test]
    fn a_return_ends_the_innermost_call_that_it_can_be_of() {
        let mut calls = Calls::default();
        calls.call(1, 2);
        // Two calls from the same place, as a recursion has them.
        calls.call(11, 12);
        calls.call(11, 12);
        assert_eq!(lines(&calls, 20), [20, 11, 11, 1]);
        calls.go(12);
        assert_eq!(lines(&calls, 12), [12, 11, 1]);
        calls.go(99);
        assert_eq!(lines(&calls, 99), [99, 11, 1]);
        // Two together, as after a jump out of several functions.
        calls.go(2);
        assert_eq!(lines(&calls, 2), [2]);
        assert_eq!(calls.frames(None, |_| Some(0)), []);
    }

    #[test]
    fn the_depth_is_bounded() {
        let mut calls = Calls::default();
        for _ in 0..2 * CALLS_MAX {
            calls.call(1, 2);
        }
        assert_eq!(calls.depth(), CALLS_MAX + 1);
    }
}
