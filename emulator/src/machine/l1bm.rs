//! L1BM instructions (manual 3.6.8): transfers between each L1BM and its 64 PEs.
//!
//! All of them are one layout (`Layout`): which long word of a cycle belongs
//! to which MAB, PE and side of the data path. Broadcasts and distribution
//! read by it, transfers, gather and reductions write by it.

mod layout;
mod reduce;
mod sources;

use std::iter;
use std::sync::Arc;

use mnc2_isa::geometry::{CYCLES_PER_STEP, L1BS, MABS_PER_L1B, PES_PER_L1B, PES_PER_MAB};
use mnc2_isa::l1bm::TransferKind;
use mnc2_isa::{L1bmOp, Precision};
use mnc2_program::{Expression, OperandKind, TargetKind};
use mnc2_text::LineRange;

use self::layout::Layout;
use self::reduce::reduce;
pub(super) use self::sources::{sources, writes};
use super::Refusal;
use super::block::Block;
use super::chip::{Chip, Path};
use super::observer::{AccessedPlace, ObservedAccess, Observer};
use super::plane::{Lanes, Plane};
use super::read_operands;
use super::turnaround::{TransferWords, Turnaround, words_bytes};
use super::unit::{input, observe_inputs, read_input};
use super::write_results::UnitOutput;
use crate::alu::PathView;
use crate::simd::{Kernel, on_vectors};

/// The writes of a transfer from the PEs.
#[derive(Clone, Debug)]
pub struct Upward {
    layout: Layout,
    /// First address; `None` if only the turnaround register is written.
    address: Option<u32>,
    written: Arc<TransferWords>,
    turnaround: Arc<TransferWords>,
}

impl Upward {
    /// Writes to L1BM what one cycle sends.
    pub(super) fn write_cycle(&self, cycle: usize, chip: &mut Chip) {
        let Some(address) = self.address else { return };
        let offset = (cycle * self.layout.long_words()) as u32;
        let block = &self.written[cycle];
        chip.l1bm.write_block(address.wrapping_add(offset), block);
    }

    /// The content of the turnaround registers afterwards.
    pub(super) fn turnaround(&self) -> Turnaround {
        Turnaround {
            shape: self.layout.shape(),
            cycles: Arc::clone(&self.turnaround),
        }
    }

    /// Passes the written words to an observer.
    pub(super) fn observe(&self, chip: &Chip, range: &LineRange, observer: &mut impl Observer) {
        let Some(address) = self.address else { return };
        for cycle in 0..CYCLES_PER_STEP {
            for place in self.layout.places(address, cycle) {
                let access = ObservedAccess {
                    cycle,
                    range,
                    place,
                };
                observer.write(&access, chip);
            }
        }
    }

    /// Bytes held in addition to the turnaround registers.
    pub(super) fn bytes(&self) -> u64 {
        if Arc::ptr_eq(&self.written, &self.turnaround) {
            0
        } else {
            words_bytes(&self.written)
        }
    }

    /// First L1BM address and long words per cycle, for display.
    #[must_use]
    pub fn extent(&self) -> (Option<u32>, usize) {
        (self.address, self.layout.long_words())
    }

    /// The long words that an L1B gets in a cycle.
    #[must_use]
    pub fn words(&self, l1b: usize, cycle: usize) -> &[u64] {
        self.written[cycle].element_words(l1b)
    }
}

/// MABs by which a transfer rotates, 0 to 15.
fn rotation(expression: &Expression) -> usize {
    let rotation = expression
        .rotation
        .as_ref()
        .map_or(0, |rotation| i32::from(rotation.value));
    rotation.rem_euclid(MABS_PER_L1B as i32) as usize
}

/// Reads L1BM or the turnaround register for all PEs (manual 3.6.8.6-3.6.8.9, 3.6.8.14, 3.6.8.15, 3.6.8.20).
pub(super) fn downward(
    chip: &Chip,
    op: L1bmOp,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<UnitOutput, Refusal> {
    let layout = Layout::from_op(op);
    let rotation = rotation(expression);
    let refused = |reason| Refusal::new(expression, reason);
    let (address, turnaround) = match &input(expression, 0)?.kind {
        OperandKind::L1bm { address, .. } => (*address, None),
        OperandKind::Turnaround(_) => match &chip.turnaround {
            Some(turnaround) if turnaround.shape != layout.shape() => {
                return Err(refused(
                    "the turnaround register holds data of another type of transfer",
                ));
            }
            turnaround => (0, Some(turnaround)),
        },
        _ => return Err(refused("the L1BM operand is missing")),
    };
    // The cycles read consecutive addresses.
    let count = (CYCLES_PER_STEP - 1) * layout.long_words() + layout.extent();
    let of_l1bm = match turnaround {
        None => chip.l1bm.block(address, count),
        Some(_) => Block::zeroed(1, layout.extent()),
    };
    let mut cycles = [const { Path::ZERO }; CYCLES_PER_STEP];
    for (cycle, path) in cycles.iter_mut().enumerate() {
        let range = &input(expression, 0)?.range;
        let of_memory = turnaround.is_none().then(|| layout.places(address, cycle));
        let of_register = turnaround.is_some().then_some(AccessedPlace::Turnaround);
        for place in of_memory.into_iter().flatten().chain(of_register) {
            let access = ObservedAccess {
                cycle,
                range,
                place,
            };
            observer.read(&access, chip);
        }
        let (block, first) = match turnaround {
            None => (&of_l1bm, cycle * layout.long_words()),
            Some(None) => (&start_turnaround(chip, layout, cycle), 0),
            Some(Some(turnaround)) => (&turnaround.cycles[cycle], 0),
        };
        path.most = spread(layout, block, first, rotation, 0);
        if layout.sides() == 2 {
            path.least = spread(layout, block, first, rotation, 1);
        }
    }
    Ok(UnitOutput {
        cycles: Arc::new(cycles),
        flags: Vec::new(),
    })
}

/// The content without any transfer: the turnaround registers of the start.
fn start_turnaround(chip: &Chip, layout: Layout, cycle: usize) -> Block {
    let count = layout.extent();
    let mut block = Block::zeroed(L1BS, count);
    for (l1b, words) in block.words.chunks_exact_mut(count).enumerate() {
        for (offset, word) in words.iter_mut().enumerate() {
            *word = chip.start_turnaround(l1b, cycle * PES_PER_L1B + offset);
        }
    }
    block
}

/// The long words of one side for the PEs, from the words of each L1B that begin at `first`. A MAB gets the data of
/// the MAB that is this many places before it.
fn spread(layout: Layout, block: &Block, first: usize, rotation: usize, side: usize) -> Plane {
    let source = |mab: usize| (mab + MABS_PER_L1B - rotation) % MABS_PER_L1B;
    let of_pes = |words: &[u64], mab: usize| -> [u64; PES_PER_MAB] {
        std::array::from_fn(|pe| words[first + layout.offset(mab, pe, side)])
    };
    if layout.is_same_for_mabs() {
        if block.period() == 1 {
            return Lanes::Few(of_pes(&block.words, 0));
        }
        return Lanes::build(block.period() * PES_PER_L1B, |plane| {
            on_vectors(SameForMabs {
                plane,
                words: &block.words,
                count: block.count,
                places: std::array::from_fn(|pe| first + layout.offset(0, pe, side)),
            });
        });
    }
    Lanes::build(block.period() * PES_PER_L1B, |plane| {
        let l1bs = plane.chunks_exact_mut(PES_PER_L1B);
        for (l1b, pes) in l1bs.enumerate() {
            let words = block.element_words(l1b);
            let (mabs, _) = pes.as_chunks_mut::<PES_PER_MAB>();
            for (mab, pes) in mabs.iter_mut().enumerate() {
                *pes = of_pes(words, source(mab));
            }
        }
    })
}

/// The long words of all PEs, where the MABs of an L1B are alike.
struct SameForMabs<'a> {
    plane: &'a mut [u64],
    /// The long words of each L1B.
    words: &'a [u64],
    /// The number of long words of an L1B.
    count: usize,
    /// The indices of the PEs of a MAB among these words.
    places: [usize; PES_PER_MAB],
}

impl Kernel for SameForMabs<'_> {
    #[inline(always)]
    fn run(self) {
        let (l1bs, _) = self.plane.as_chunks_mut::<PES_PER_L1B>();
        for (pes, words) in l1bs.iter_mut().zip(self.words.chunks_exact(self.count)) {
            let mut of_mab = [0; PES_PER_MAB];
            for (word, place) in of_mab.iter_mut().zip(self.places) {
                *word = words[place];
            }
            let (mabs, _) = pes.as_chunks_mut();
            for mab in mabs {
                *mab = of_mab;
            }
        }
    }
}

/// Reads all PEs for L1BM (manual 3.6.8.10-3.6.8.13, 3.6.8.16-3.6.8.19, 3.6.8.21).
pub(super) fn upward(
    chip: &Chip,
    op: L1bmOp,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<Upward, Refusal> {
    let layout = Layout::from_op(op);
    let refused = |reason| Refusal::new(expression, reason);
    let address = match expression.outputs.first().map(|operand| &operand.kind) {
        Some(OperandKind::L1bm { address, .. }) => Some(*address),
        Some(OperandKind::Turnaround(_)) => None,
        _ => return Err(refused("the L1BM operand is missing")),
    };
    let target = match expression.target.as_ref().map(|target| target.kind) {
        Some(TargetKind::Mab(mab)) => usize::from(mab),
        Some(TargetKind::L1bSet { .. } | TargetKind::L1b(_)) | None => 0,
    };
    let rotation = rotation(expression);
    let mut written = TransferWords::default();
    let mut turnaround = TransferWords::default();
    observe_inputs(chip, expression, iter::once(0), observer);
    let mut sources = read_operands::NOTHING;
    read_input(chip, expression, 0, &mut sources)?;
    let motion = op.transfer().motion;
    if motion == TransferKind::Reduce {
        read_operands::convert(&mut sources, input(expression, 0)?, Precision::Single);
    }
    for (cycle, source) in sources.into_iter().enumerate() {
        let period = source.period().max(PES_PER_L1B);
        let sides = [&source.most, &source.least].map(|side| side.extended(period));
        let source = PathView {
            most: &sides[0],
            least: &sides[1],
        };
        written[cycle] = Block::zeroed(period / PES_PER_L1B, layout.long_words());
        let words = &mut written[cycle];
        match motion {
            TransferKind::FromMab => {
                // As many MABs as a reduction brings together share a place.
                let (mabs, _) = layout.reduced_mabs();
                collect(layout, source, words, |mab| {
                    (mab % mabs == target % mabs).then_some(mab)
                });
            }
            TransferKind::Gather => {
                let mut unrotated = words.clone();
                collect(layout, source, &mut unrotated, Some);
                turnaround[cycle] = unrotated;
                collect(layout, source, words, |mab| {
                    Some((mab + rotation) % MABS_PER_L1B)
                });
            }
            TransferKind::Reduce => {
                let operation = expression.spelling.reduction;
                let operation = operation.ok_or_else(|| refused("the reduction is missing"))?;
                let shortened = expression.spelling.shortened;
                reduce(layout, operation, shortened, source, words);
            }
            TransferKind::ToPe => return Err(refused("this reads L1BM")),
        }
    }
    let written = Arc::new(written);
    // Only a gather's turnaround register differs from what it writes: its MABs are not rotated.
    let turnaround = if motion == TransferKind::Gather {
        Arc::new(turnaround)
    } else {
        Arc::clone(&written)
    };
    Ok(Upward {
        layout,
        address,
        written,
        turnaround,
    })
}

/// Puts the long words of the MABs that `place` names into their places in every L1B.
fn collect(
    layout: Layout,
    source: PathView<'_>,
    words: &mut Block,
    place: impl Fn(usize) -> Option<usize>,
) {
    let count = words.count;
    let sides = [source.most, source.least];
    for (l1b, words) in words.words.chunks_exact_mut(count).enumerate() {
        for mab in 0..MABS_PER_L1B {
            let Some(to) = place(mab) else {
                continue;
            };
            let first = l1b * PES_PER_L1B + mab * PES_PER_MAB;
            for (side, values) in sides.iter().enumerate().take(layout.sides()) {
                for (pe, &value) in values[first..first + PES_PER_MAB].iter().enumerate() {
                    words[layout.offset(to, pe, side)] = value;
                }
            }
        }
    }
}
