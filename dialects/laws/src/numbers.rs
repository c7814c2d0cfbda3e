//! Numbers for random texts. What the laws of completion reach within their limit depends on the sequence.

/// A small generator of numbers (xorshift), the same in every run.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(u64);

impl Numbers {
    /// The numbers after a seed that is not 0.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below a limit; 0 if the limit is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}
