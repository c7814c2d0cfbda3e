//! The data path of a unit, and how an operation on elements is applied to it.
//!
//! A [`DataPath`] holds two long words for every PE, side by side with its
//! neighbours', so that one instruction is a loop over slices.

use std::ops::Range;

use crate::simd::{Kernel, on_vectors};

/// Two long words for each PE in one cycle (manual 1.2): what units read and output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPath {
    /// The long word of the MSB side, by PE.
    pub most: Vec<u64>,
    /// The long word of the LSB side, by PE.
    pub least: Vec<u64>,
}

impl DataPath {
    /// Zeros on both sides for this number of PEs.
    #[must_use]
    pub fn zeroed(pes: usize) -> Self {
        Self {
            most: vec![0; pes],
            least: vec![0; pes],
        }
    }

    /// A view for reading.
    #[must_use]
    pub fn view(&self) -> PathView<'_> {
        PathView {
            most: &self.most,
            least: &self.least,
        }
    }

    /// A view for writing.
    pub fn view_mut(&mut self) -> PathMut<'_> {
        PathMut {
            most: &mut self.most,
            least: &mut self.least,
        }
    }
}

/// A [`DataPath`] for reading, which can be in memories: an operand that needs no conversion is not copied.
#[derive(Clone, Copy, Debug)]
pub struct PathView<'a> {
    /// The long word of the MSB side, by PE.
    pub most: &'a [u64],
    /// The long word of the LSB side, by PE.
    pub least: &'a [u64],
}

impl PathView<'_> {
    /// Some of the PEs; an absent side stays absent.
    #[must_use]
    pub fn part(self, pes: &Range<usize>) -> Self {
        Self {
            most: &self.most[pes.clone()],
            least: self.least.get(pes.clone()).unwrap_or_default(),
        }
    }
}

impl PathMut<'_> {
    /// Some of the PEs; an absent side stays absent.
    pub fn part(&mut self, pes: &Range<usize>) -> PathMut<'_> {
        PathMut {
            most: &mut self.most[pes.clone()],
            least: self.least.get_mut(pes.clone()).unwrap_or_default(),
        }
    }
}

/// A [`DataPath`] for writing. An unused side is empty.
#[derive(Debug)]
pub struct PathMut<'a> {
    /// The long word of the MSB side, by PE.
    pub most: &'a mut [u64],
    /// The long word of the LSB side, by PE.
    pub least: &'a mut [u64],
}

/// The bits of the elements of one operation.
#[must_use]
pub(super) const fn element_mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The four mask flag bits that an element covers, the element on the MSB side having the highest ones
/// (manual 3.6.12.1).
#[must_use]
pub const fn flag_bits(bits: u32, index: u32) -> u8 {
    let width = bits / 16;
    ((1 << width) - 1) << (4 - width * (index + 1))
}

/// One long word: `operation(bits, x, y)` returns an element of the result and its mask flag.
#[inline(always)]
fn on_long_word<const BITS: u32>(
    x: u64,
    y: u64,
    operation: impl Fn(u32, u64, u64) -> (u64, bool),
) -> (u64, u8) {
    let mask = element_mask(BITS);
    let mut result = 0;
    let mut flags = 0;
    for index in 0..64 / BITS {
        let shift = 64 - BITS * (index + 1);
        let (element, flag) = operation(BITS, (x >> shift) & mask, (y >> shift) & mask);
        result |= (element & mask) << shift;
        flags |= if flag { flag_bits(BITS, index) } else { 0 };
    }
    (result, flags)
}

/// An operation over the elements of one long word per PE.
struct Elementwise<'a, F, const BITS: u32> {
    x: &'a [u64],
    y: &'a [u64],
    results: &'a mut [u64],
    flags: &'a mut [u8],
    operation: F,
}

impl<F: Fn(u32, u64, u64) -> (u64, bool) + Copy, const BITS: u32> Kernel
    for Elementwise<'_, F, BITS>
{
    #[inline(always)]
    fn run(self) {
        // Without flags each element is a lane.
        macro_rules! on_lanes {
            ($lane:ty) => {
                let x: &[$lane] = bytemuck::cast_slice(self.x);
                let y: &[$lane] = bytemuck::cast_slice(self.y);
                let results: &mut [$lane] = bytemuck::cast_slice_mut(self.results);
                for ((&x, &y), result) in x.iter().zip(y).zip(results) {
                    *result = (self.operation)(BITS, x as u64, y as u64).0 as $lane;
                }
            };
        }
        if self.flags.is_empty() {
            match BITS {
                16 => {
                    on_lanes!(u16);
                }
                32 => {
                    on_lanes!(u32);
                }
                _ => {
                    on_lanes!(u64);
                }
            }
        } else {
            let inputs = self.x.iter().zip(self.y).zip(self.results);
            for (((&x, &y), result), flags) in inputs.zip(self.flags) {
                (*result, *flags) = on_long_word::<BITS>(x, y, self.operation);
            }
        }
    }
}

/// Applies `operation(bits, x, y)` to all elements of the MSB side. The second long word of the output is copied from the first input, as for every operation that does not use two long words.
#[inline(always)]
pub(super) fn elementwise(
    bits: u32,
    x: PathView<'_>,
    y: PathView<'_>,
    output: PathMut<'_>,
    flags: &mut [u8],
    operation: impl Fn(u32, u64, u64) -> (u64, bool) + Copy,
) {
    macro_rules! run {
        ($bits:literal) => {
            on_vectors(Elementwise::<_, $bits> {
                x: x.most,
                y: y.most,
                results: output.most,
                flags,
                operation,
            })
        };
    }
    match bits {
        16 => run!(16),
        32 => run!(32),
        _ => run!(64),
    }
    if !output.least.is_empty() {
        output.least.copy_from_slice(x.least);
    }
}

#[cfg(test)]
mod tests {
    use super::flag_bits;

    #[test]
    fn flags_cover_four_bits_from_the_msb_side() {
        assert_eq!(flag_bits(64, 0), 0b1111);
        assert_eq!([flag_bits(32, 0), flag_bits(32, 1)], [0b1100, 0b0011]);
        assert_eq!([0, 1, 2, 3].map(|index| flag_bits(16, index)), [8, 4, 2, 1]);
    }
}
