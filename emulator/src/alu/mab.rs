//! ALU operations that use the other PEs of a MAB: `msl`, `msr` and the block-float conversions.

use mnc2_isa::geometry::PES_PER_MAB;

use super::data_path::{PathMut, PathView};
use crate::float::block::BlockKind;

/// Moves the MSB side to the neighbour; the LSB side stays (manual 3.6.12.4).
/// `from` is how many PEs up the sender is: 1 for `msr`, 3 for `msl`.
pub(super) fn shift(x: PathView<'_>, output: PathMut<'_>, from: usize) {
    for (input, output) in x
        .most
        .chunks_exact(PES_PER_MAB)
        .zip(output.most.chunks_exact_mut(PES_PER_MAB))
    {
        for (pe, output) in output.iter_mut().enumerate() {
            *output = input[(pe + from) % PES_PER_MAB];
        }
    }
    output.least.copy_from_slice(x.least);
}

/// Converts the blocks of every MAB (manual 3.6.12.12): the MSB side, and in half precision the LSB side too.
pub(super) fn convert_blocks(kind: BlockKind, x: PathView<'_>, output: PathMut<'_>) {
    convert_side(kind, x.most, output.most);
    match kind {
        BlockKind::Half { .. } | BlockKind::HalfExtended { .. } => {
            convert_side(kind, x.least, output.least);
        }
        BlockKind::Double | BlockKind::Single | BlockKind::PseudoSingle => {
            output.least.copy_from_slice(x.least);
        }
    }
}

fn convert_side(kind: BlockKind, x: &[u64], output: &mut [u64]) {
    // Each call has a format known to the compiler.
    match kind {
        BlockKind::Double => convert_mabs(BlockKind::Double, x, output),
        BlockKind::Single => convert_mabs(BlockKind::Single, x, output),
        BlockKind::PseudoSingle => convert_mabs(BlockKind::PseudoSingle, x, output),
        BlockKind::Half { mantissa_bits } => {
            convert_mabs(BlockKind::Half { mantissa_bits }, x, output);
        }
        BlockKind::HalfExtended { mantissa_bits } => {
            convert_mabs(BlockKind::HalfExtended { mantissa_bits }, x, output);
        }
    }
}

#[inline(always)]
fn convert_mabs(kind: BlockKind, x: &[u64], output: &mut [u64]) {
    for (input, output) in x
        .chunks_exact(PES_PER_MAB)
        .zip(output.chunks_exact_mut(PES_PER_MAB))
    {
        output.fill(0);
        for block in blocks(kind) {
            let mut elements = [0; 16];
            let elements = &mut elements[..kind.elements()];
            for (element, place) in elements.iter_mut().zip(block.clone()) {
                *element = place.read(kind, input);
            }
            kind.convert(elements);
            for (&element, place) in elements.iter().zip(block) {
                place.write(kind, output, element);
            }
        }
    }
}

/// Where an element of a block is in the four long words of a MAB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockElement {
    /// PE in the MAB.
    pub pe: usize,
    /// Element in the long word, from the MSB side.
    pub index: u32,
}

impl BlockElement {
    const fn shift(self, kind: BlockKind) -> u32 {
        64 - kind.format().bits() * (self.index + 1)
    }

    /// The element in the long words of the MAB's PEs.
    #[must_use]
    #[inline]
    pub fn read(self, kind: BlockKind, long_words: &[u64]) -> u64 {
        (long_words[self.pe] >> self.shift(kind)) & kind.format().mask()
    }

    fn write(self, kind: BlockKind, long_words: &mut [u64], element: u64) {
        long_words[self.pe] |= element << self.shift(kind);
    }
}

/// The blocks of one long word per PE: one, or in single precision one for each side of the long word.
#[inline]
pub fn blocks(kind: BlockKind) -> impl Iterator<Item = impl Iterator<Item = BlockElement> + Clone> {
    let in_long_word = 64 / kind.format().bits();
    let (blocks, per_block) = match kind {
        BlockKind::Single => (in_long_word, 1),
        BlockKind::Double
        | BlockKind::PseudoSingle
        | BlockKind::Half { .. }
        | BlockKind::HalfExtended { .. } => (1, in_long_word),
    };
    (0..blocks).map(move |block| {
        (0..PES_PER_MAB).flat_map(move |pe| {
            (0..per_block).map(move |index| BlockElement {
                pe,
                index: block + index,
            })
        })
    })
}
