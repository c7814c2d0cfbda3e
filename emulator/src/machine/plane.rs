//! PE memories laid out by address: one *plane* holds the long word of one address for all 4096 PEs.
//!
//! An instruction reads and writes the same address on all PEs, so it streams over whole planes. A plane of equal PEs
//! is four long words, one of different ones 32 KiB ([`Lanes`]); LM0 and LM1 have 2048 planes, GRF0 and GRF1 256.
//! Planes are in chunks that a machine, its snapshots and an empty chip share until one of them writes: untouched
//! memory costs neither time nor space. A result that is stored unchanged is not copied: memory and forwarding path
//! share it. Therefore a step that reads three operands and writes one moves at most 4 × 4 × 32 KiB.

use std::sync::Arc;

use mnc2_isa::Width;
use mnc2_isa::geometry::PES;

use super::initial_content::Fill;
pub use crate::lanes::{Lanes, Plane, ZEROS};

/// Planes of garbage that exist: 1 MiB. Neighbouring addresses hold different ones.
const GARBAGE_PLANES: usize = 32;

/// Planes that are shared together.
const CHUNK: usize = 32;

type Chunk = [Plane; CHUNK];

/// The start content of the planes of a dirty machine.
///
/// Addresses share planes. Which of them do depends on the seed, so two addresses that are alike from one seed are not
/// from most others.
#[derive(Clone, Debug)]
pub(crate) struct Garbage {
    planes: Arc<[Plane]>,
    /// How far the planes of the next memory are moved, and the planes of the next addresses that use all planes.
    of_memory: usize,
    of_round: usize,
}

impl Garbage {
    /// The planes of a start content; `None` if it is zero.
    #[must_use]
    pub(crate) fn new(fill: Fill) -> Option<Self> {
        let plane =
            |plane: usize| Lanes::from_fn(PES, |pe| fill.long_word((plane * PES + pe) as u64));
        let (seed, planes) = (fill.long_word(u64::MAX), GARBAGE_PLANES as u64);
        match fill {
            Fill::Zero => None,
            Fill::Garbage { .. } => Some(Self {
                planes: (0..GARBAGE_PLANES).map(plane).collect(),
                of_memory: (seed % planes) as usize,
                of_round: (seed / planes % planes) as usize | 1,
            }),
        }
    }

    /// The plane at an address of a memory. The factor is odd, so that each plane has its turn.
    fn plane(&self, address_long_words: usize, memory: usize) -> &Plane {
        let round = address_long_words / GARBAGE_PLANES;
        let index = address_long_words * 5 + round * self.of_round + memory * self.of_memory;
        &self.planes[index % GARBAGE_PLANES]
    }
}

/// The planes of one PE memory.
#[derive(Clone, Debug)]
pub struct Planes {
    chunks: Vec<Arc<Chunk>>,
    /// Address of the last plane, all ones below it.
    last: usize,
    /// The start content, and the number of the memory in it.
    start: Option<(Garbage, usize)>,
}

impl Planes {
    /// A memory of this many long words, all zero; a power of two, so addresses wrap around there.
    #[must_use]
    pub fn new(long_words: usize) -> Self {
        let zeros: Arc<Chunk> = Arc::new([const { Lanes::all(0) }; CHUNK]);
        Self {
            chunks: vec![zeros; long_words.div_ceil(CHUNK)],
            last: long_words.next_power_of_two() - 1,
            start: None,
        }
    }

    /// A memory of this many long words with the start content of a dirty machine, if there is one.
    #[must_use]
    pub(crate) fn starting(long_words: usize, garbage: Option<&Garbage>, memory: usize) -> Self {
        let mut planes = Self::new(long_words);
        let Some(garbage) = garbage else {
            return planes;
        };
        for address in 0..long_words {
            *planes.write(address) = garbage.plane(address, memory).clone();
        }
        Self {
            start: Some((garbage.clone(), memory)),
            ..planes
        }
    }

    /// The long words at one address; wraps around.
    #[must_use]
    #[inline]
    pub fn read(&self, address_long_words: usize) -> &Plane {
        let index = address_long_words & self.last;
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    /// The words that a PE accesses at an address: a single word, in the low half, a long word, or two.
    #[must_use]
    #[inline]
    pub fn accessed(&self, width: Width, address_words: u32, pe: usize) -> [u64; 2] {
        let long = |offset: usize| self.read(address_words as usize / 2 + offset)[pe];
        match width {
            Width::Single if address_words.is_multiple_of(2) => [long(0) >> 32, 0],
            Width::Single => [long(0) & 0xffff_ffff, 0],
            Width::Long => [long(0), 0],
            Width::DoubleLong => [long(0), long(1)],
        }
    }

    /// A plane to be written.
    #[inline]
    pub fn write(&mut self, address_long_words: usize) -> &mut Plane {
        let index = address_long_words & self.last;
        &mut Arc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK]
    }

    /// Stores a long word for every PE where the content is not zero.
    pub(super) fn unshare(&mut self) {
        for chunk in &mut self.chunks {
            if chunk.iter().any(|plane| !plane.is_all(0)) {
                let planes = Arc::make_mut(chunk).iter_mut();
                planes
                    .filter(|plane| !plane.is_all(0))
                    .for_each(Lanes::unshare);
            }
        }
    }

    /// All planes with their addresses in long words.
    fn all(&self) -> impl Iterator<Item = (usize, &Plane)> {
        let planes = self.chunks.iter().flat_map(|chunk| chunk.iter());
        planes.enumerate().take(self.last + 1)
    }

    /// Planes that are not zero, with their addresses in long words.
    pub fn written(&self) -> impl Iterator<Item = (usize, &Plane)> {
        self.all().filter(|(_, plane)| !plane.is_all(0))
    }

    /// Long words that differ from the start content: index (address · PEs + PE), value.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (u64, u64)> {
        self.own().flat_map(|(address, plane, start)| {
            let first = (address * PES) as u64;
            (first..)
                .zip(plane.iter().zip(start.iter()))
                .filter(|(_, (word, start))| word != start)
                .map(|(index, (&word, _))| (index, word))
        })
    }

    /// The number of planes.
    pub(super) const fn len(&self) -> usize {
        self.last + 1
    }

    /// Planes that differ from the start, with their start content.
    pub(super) fn own(&self) -> impl Iterator<Item = (usize, &Plane, &Plane)> {
        self.all().filter_map(|(address, plane)| {
            let start = match &self.start {
                None => &ZEROS,
                Some((garbage, memory)) => garbage.plane(address, *memory),
            };
            let is_start = plane.is_shared_with(start)
                || matches!(plane, Lanes::Few(_)) && self.start.is_none() && plane.is_all(0);
            (!is_start).then_some((address, plane, start))
        })
    }

    /// Bytes of the planes that another memory does not share.
    pub(super) fn bytes_beside(&self, other: &Self) -> u64 {
        let pairs = self.chunks.iter().zip(&other.chunks);
        let own = pairs.filter(|(own, others)| !Arc::ptr_eq(own, others));
        let bytes = own.map(|(own, others)| {
            let planes = own.iter().zip(others.iter());
            let planes = planes.filter(|(own, others)| !own.is_shared_with(others));
            let planes = planes.map(|(own, _)| own.bytes());
            size_of::<Chunk>() as u64 + planes.sum::<u64>()
        });
        bytes.sum()
    }

    /// Bytes of the planes that differ from the start.
    pub(crate) fn bytes(&self) -> u64 {
        let plane = |plane: &Plane| size_of::<Plane>() as u64 + plane.bytes();
        self.own().map(|(_, own, _)| plane(own)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Planes;

    #[test]
    fn planes_exist_once_written_and_are_shared_by_clones() {
        let mut memory = Planes::new(4);
        assert_eq!(memory.read(3)[17], 0);
        assert_eq!(memory.written().count(), 0);
        memory.write(5).make_mut(64)[17] = 42;
        let copy = memory.clone();
        memory.write(1).make_mut(64)[17] = 43;
        assert_eq!((copy.read(1)[17], memory.read(1)[17]), (42, 43));
        assert_eq!(
            (memory.bytes(), memory.bytes_beside(&copy) > 512),
            (512 + size_of::<super::Plane>() as u64, true)
        );
        assert_eq!(
            memory
                .written()
                .map(|(address, _)| address)
                .collect::<Vec<_>>(),
            [1]
        );
    }
}
