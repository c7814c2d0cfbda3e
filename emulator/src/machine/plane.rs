//! PE memories laid out by address: one *plane* holds the long word of one address for all 4096 PEs.
//!
//! An instruction reads and writes the same address on all PEs, so it streams
//! over whole planes. A plane is 32 KiB; LM0 and LM1 have 2048 of them (64 MiB
//! each), GRF0 and GRF1 256 (8 MiB each). A plane that nothing wrote does not
//! exist and reads as zero, and planes are shared between a machine and its
//! snapshots until one of them writes. A step that reads two operands and
//! writes one moves about 4 × 3 × 32 KiB.

use std::sync::Arc;

use mnc2_isa::geometry::PES;

/// One long word for every PE.
pub type Plane = [u64; PES];

/// What a plane reads as that nothing wrote.
pub static ZEROS: Plane = [0; PES];

/// The planes of one PE memory.
#[derive(Clone, Debug)]
pub struct Planes {
    planes: Vec<Option<Arc<Plane>>>,
}

impl Planes {
    /// A memory of so many long words, all zero.
    #[must_use]
    pub fn new(long_words: usize) -> Self {
        Self {
            planes: vec![None; long_words],
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
