//! Values on many inputs: two long words for each lane. A lane is a PE in a cycle.

use mnc2_emulator::alu::{PathMut, PathView};
use mnc2_emulator::machine::mask::HALF_WORDS;
use mnc2_text::random;

/// Lanes of a value while sequences are enumerated: 8 PEs in 4 cycles.
pub const LANES: usize = 32;

/// The number of values that are computed together: 32 KiB for each operand, which the first cache holds.
pub const CHUNK: usize = 128;

/// Two long words for each of many lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// The sides with the most significant bits: what vectors of long words hold.
    pub most: Vec<u64>,
    /// Empty if no instruction of the search needs it.
    pub least: Vec<u64>,
    is_wide: bool,
}

impl Values {
    /// No values, with both sides if they are wide.
    pub const fn new(is_wide: bool) -> Self {
        Self {
            most: Vec::new(),
            least: Vec::new(),
            is_wide,
        }
    }

    /// Makes place for some lanes; new ones hold zero.
    pub fn resize(&mut self, lanes: usize) {
        self.most.resize(lanes, 0);
        if self.is_wide {
            self.least.resize(lanes, 0);
        }
    }

    /// Removes all values, and keeps their memory.
    pub fn clear(&mut self) {
        self.most.clear();
        self.least.clear();
    }

    /// All lanes, as the units read them.
    pub fn view(&self) -> PathView<'_> {
        PathView {
            most: &self.most,
            least: &self.least,
        }
    }

    /// The first of the lanes, as the units read them.
    pub fn first(&self, lanes: usize) -> PathView<'_> {
        PathView {
            most: &self.most[..lanes],
            least: self.least.get(..lanes).unwrap_or_default(),
        }
    }

    /// All lanes, as the units write them.
    pub fn view_mut(&mut self) -> PathMut<'_> {
        PathMut {
            most: &mut self.most,
            least: &mut self.least,
        }
    }

    /// One value of [`LANES`] lanes.
    pub fn value(&self, index: usize) -> PathView<'_> {
        let lanes = index * LANES..(index + 1) * LANES;
        PathView {
            most: &self.most[lanes.clone()],
            least: self.least.get(lanes).unwrap_or_default(),
        }
    }

    /// Appends the lanes of a value.
    pub fn push(&mut self, value: PathView<'_>) {
        self.most.extend_from_slice(value.most);
        self.least.extend_from_slice(value.least);
    }

    /// The value repeated this many times.
    pub fn repeated(&self, count: usize) -> Self {
        Self {
            most: self.most.repeat(count),
            least: self.least.repeat(count),
            is_wide: self.is_wide,
        }
    }

    /// Equal long words in all lanes.
    pub fn all(most: u64, least: u64, lanes: usize, is_wide: bool) -> Self {
        Self {
            most: vec![most; lanes],
            least: vec![least; if is_wide { lanes } else { 0 }],
            is_wide,
        }
    }

    /// Becomes a value with some bits inverted.
    pub fn invert(&mut self, from: PathView<'_>, bits: u64) {
        self.clear();
        self.most.extend(from.most.iter().map(|it| it ^ bits));
        self.least.extend(from.least.iter().map(|it| it ^ bits));
    }

    /// Takes another value, or zero, where the flags of a lane are not set; each covers a half word of the MSB side.
    pub fn select(&mut self, flags: &[u8], otherwise: Option<PathView<'_>>) {
        for (lane, (word, &flags)) in self.most.iter_mut().zip(flags).enumerate() {
            let bits = HALF_WORDS[usize::from(flags & 0b1111)];
            let other = otherwise.map_or(0, |it| it.most[lane]);
            *word = *word & bits | other & !bits;
        }
    }

    /// A number that differs for different values, but for chance.
    pub fn hash(&self) -> u64 {
        hash(self.view())
    }
}

/// A number that differs for different values, but for chance.
pub fn hash(value: PathView<'_>) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    // Four chains, so that the host's multiplications overlap.
    let mut chains = [FACTOR, !FACTOR, 3, 5];
    for side in [value.most, value.least] {
        let (words, _) = side.as_chunks::<4>();
        for words in words {
            for (chain, word) in chains.iter_mut().zip(words) {
                *chain = (*chain ^ word).wrapping_mul(FACTOR).rotate_left(29);
            }
        }
    }
    let mix = |one: u64, other: u64| (one ^ other.rotate_left(23)).wrapping_mul(FACTOR);
    chains.into_iter().fold(0, mix)
}

/// Inputs to try: numbers of all kinds, and the corners of every format. The same in every run.
pub struct Random(random::Random);

/// Single words that programs stumble over: zeros, extremes, powers of two, and the floats between ordinary ones.
const CORNERS: [u32; 24] = [
    0,
    1,
    2,
    3,
    u32::MAX,
    0xffff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0x0000_ffff,
    0x0001_0000,
    0x7fff_7fff,
    0x8000_8000,
    0x0080_0000,
    0x007f_ffff,
    0x3f80_0000,
    0xbf80_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x4b00_0000,
    0x3f00_0000,
    0x7f7f_ffff,
    0x0001_0001,
];

impl Random {
    /// The numbers that follow from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(random::Random::new(seed))
    }

    /// A long word of which each value is as likely as any other.
    pub const fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    fn word(&mut self) -> u32 {
        let bits = self.bits();
        let high = (bits >> 32) as u32;
        match bits % 8 {
            0 => CORNERS[high as usize % CORNERS.len()],
            1 => high % 64,
            2 => 1 << (high % 32),
            // A float near 1.
            3 | 4 => (high & 0x807f_ffff) | ((120 + (bits >> 8) as u32 % 16) << 23),
            _ => high,
        }
    }

    /// A long word of numbers of some kind, or of corners of a format.
    pub fn long_word(&mut self) -> u64 {
        match self.bits() % 8 {
            // Double precision near 1, and integers of a few bits.
            0 => (self.bits() & 0x800f_ffff_ffff_ffff) | ((1020 + self.bits() % 8) << 52),
            1 => self.bits() >> (self.bits() % 64),
            _ => u64::from(self.word()) << 32 | u64::from(self.word()),
        }
    }
}
