//! PE memories laid out by address: one *plane* holds the long word of one address for all 4096 PEs.
//!
//! An instruction reads and writes the same address on all PEs, so it streams
//! over whole planes. A plane is 32 KiB; LM0 and LM1 have 2048 of them (64 MiB
//! each), GRF0 and GRF1 256 (8 MiB each). A plane that nothing wrote does not
//! exist and reads as zero; on a dirty machine it is one of `GARBAGE_PLANES`
//! that all memories share. Planes are shared between a machine and its
//! snapshots until one of them writes. A step that reads two operands and
//! writes one moves about 4 × 3 × 32 KiB.

use std::sync::Arc;

use mnc2_isa::geometry::PES;

use super::held;
use super::start::Fill;

/// One long word for every PE.
pub type Plane = [u64; PES];

/// What a plane reads as that nothing wrote.
pub static ZEROS: Plane = [0; PES];

/// Planes of garbage that exist: 1 MiB. Neighbouring addresses hold different ones.
const GARBAGE_PLANES: usize = 32;

/// What the planes of a dirty machine start with.
#[derive(Clone, Debug)]
pub(crate) struct Garbage(Arc<[Arc<Plane>]>);

impl Garbage {
    /// The planes of a start content; `None` when that is zero.
    #[must_use]
    pub(crate) fn new(fill: Fill) -> Option<Self> {
        let plane = |plane| {
            Arc::new(std::array::from_fn(|pe| {
                fill.long_word((plane * PES + pe) as u64)
            }))
        };
        match fill {
            Fill::Zero => None,
            Fill::Garbage { .. } => Some(Self((0..GARBAGE_PLANES).map(plane).collect())),
        }
    }

    /// The plane at an address of a memory. The factor is odd, so that each plane has its turn.
    fn plane(&self, address_long_words: usize, memory: usize) -> &Arc<Plane> {
        &self.0[(address_long_words * 5 + memory * 11) % GARBAGE_PLANES]
    }
}

/// The planes of one PE memory.
#[derive(Clone, Debug)]
pub struct Planes {
    planes: Vec<Option<Arc<Plane>>>,
    /// What they started with, and the number of the memory there.
    start: Option<(Garbage, usize)>,
}

impl Planes {
    /// A memory of so many long words, all zero.
    #[must_use]
    pub fn new(long_words: usize) -> Self {
        Self {
            planes: vec![None; long_words],
            start: None,
        }
    }

    /// A memory of so many long words with the start content of a dirty machine, if there is one.
    #[must_use]
    pub(crate) fn starting(long_words: usize, garbage: Option<&Garbage>, memory: usize) -> Self {
        let Some(garbage) = garbage else {
            return Self::new(long_words);
        };
        let plane = |address| Some(Arc::clone(garbage.plane(address, memory)));
        Self {
            planes: (0..long_words).map(plane).collect(),
            start: Some((garbage.clone(), memory)),
        }
    }

    /// The long words at one address; wraps around.
    #[must_use]
    pub fn read(&self, address_long_words: usize) -> &Plane {
        let index = address_long_words % self.planes.len();
        self.planes[index].as_deref().unwrap_or(&ZEROS)
    }

    /// The same, to be written.
    pub fn write(&mut self, address_long_words: usize) -> &mut Plane {
        let index = address_long_words % self.planes.len();
        Arc::make_mut(self.planes[index].get_or_insert_with(|| Arc::new(ZEROS)))
    }

    /// Planes that exist, with their addresses in long words.
    pub fn written(&self) -> impl Iterator<Item = (usize, &Plane)> {
        self.planes
            .iter()
            .enumerate()
            .filter_map(|(address, plane)| plane.as_deref().map(|plane| (address, plane)))
    }

    /// Long words that differ from the start content: index (address · PEs + PE), value.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (u64, u64)> {
        self.own().flat_map(|(address, plane, start)| {
            let first = (address * PES) as u64;
            (first..)
                .zip(plane.iter().zip(start))
                .filter(|(_, (word, start))| word != start)
                .map(|(index, (&word, _))| (index, word))
        })
    }

    /// Planes that are not those of the start, with what stood there then.
    fn own(&self) -> impl Iterator<Item = (usize, &Plane, &Plane)> {
        self.planes
            .iter()
            .enumerate()
            .filter_map(|(address, plane)| {
                let plane = plane.as_ref()?;
                let start = match &self.start {
                    None => &ZEROS,
                    Some((garbage, memory)) => {
                        let start = garbage.plane(address, *memory);
                        if Arc::ptr_eq(plane, start) {
                            return None;
                        }
                        start
                    }
                };
                Some((address, &**plane, start))
            })
    }

    /// Bytes of the planes that another memory does not share.
    pub(super) fn bytes_beside(&self, other: &Self) -> u64 {
        held::unshared(&self.planes, &other.planes)
    }

    /// Bytes held that are not shared with all machines of this start.
    pub(crate) fn bytes(&self) -> u64 {
        self.own().count() as u64 * size_of::<Plane>() as u64
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
        memory.write(5)[17] = 42;
        let copy = memory.clone();
        memory.write(1)[17] = 43;
        assert_eq!((copy.read(1)[17], memory.read(1)[17]), (42, 43));
        assert_eq!(
            memory
                .written()
                .map(|(address, _)| address)
                .collect::<Vec<_>>(),
            [1]
        );
    }
}
