//! Pseudo-random numbers that are the same in every run: for tests, samples and garbage.

/// 2⁶⁴ divided by the golden ratio: steps of it spread over all of 64 bits.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection of 64 bits in which every output bit depends on every input bit (the finalizer of SplitMix64).
#[must_use]
pub const fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(GOLDEN);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A stream of numbers from a seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, of all 64 bits.
    pub const fn bits(&mut self) -> u64 {
        let bits = mixed(self.0);
        self.0 = self.0.wrapping_add(GOLDEN);
        bits
    }

    /// A number below a limit; 0 if the limit is 0.
    pub const fn below(&mut self, limit: u64) -> u64 {
        match limit {
            0 => 0,
            _ => self.bits() % limit,
        }
    }

    /// The index of one of this number of items; 0 if there are none.
    pub const fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())].clone()
    }

    /// A text of words in any order, fewer than a number of them.
    ///
    /// # Panics
    /// If there are no words.
    pub fn text(&mut self, words: &[&str], count_end: usize) -> String {
        let count = self.index(count_end);
        (0..count).map(|_| self.one_of(words)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_those_that_the_authors_publish() {
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.bits());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
