//! Writes results: from the data path to PE memories, base registers and mask registers, through masks.
//!
//! Everything that a write depends on (addresses, masks) is computed in a [`Destination`] before anything is written,
//! because all reads of a step see the state before it.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Width};
use mnc2_program::{Operand, OperandKind};
use mnc2_text::LineRange;

use super::address::{Addresses, in_cycles};
use super::chip::{Chip, Forwarded, Path};
use super::mask::{StepMask, StepMasks, base_shift};
use super::observer::{AccessedPlace, ObservedAccess, Observer};
use super::plane::{Lanes, Plane, Planes};
use super::read_operands;
use crate::lanes::{Merge, SHORTEST};

/// The output of one expression in one step.
#[derive(Clone, Debug)]
pub struct UnitOutput {
    /// The data path in each cycle.
    pub cycles: Forwarded,
    /// The mask flags of each cycle, for the PEs of one period; empty if no mask register is written.
    pub flags: Vec<Vec<u8>>,
}

impl UnitOutput {
    /// The mask flags of a cycle; empty if no mask register is written.
    #[must_use]
    pub fn flags(&self, cycle: usize) -> &[u8] {
        self.flags.get(cycle).map_or(&[], Vec::as_slice)
    }
}

/// The destination of one output operand.
#[derive(Clone, Debug)]
pub struct Destination {
    kind: DestinationKind,
    mask: Option<Box<StepMask>>,
    /// The range of the operand in its line.
    range: LineRange,
}

#[derive(Clone, Debug)]
enum DestinationKind {
    Planes {
        memory: Memory,
        width: Width,
        addresses: [Addresses; CYCLES_PER_STEP],
    },
    Base {
        memory: Memory,
        width: Width,
    },
    Mask {
        entry: u8,
    },
    Nothing,
}

impl Destination {
    /// Computes where an operand writes; `None` for operands that are not PE outputs.
    #[must_use]
    pub fn new(chip: &Chip, operand: &Operand, masks: &StepMasks<'_>) -> Option<Self> {
        let (kind, memory) = match &operand.kind {
            OperandKind::PeMemory(pe_memory) => (
                DestinationKind::Planes {
                    memory: pe_memory.memory,
                    width: pe_memory.width,
                    addresses: in_cycles(chip, pe_memory),
                },
                pe_memory.memory,
            ),
            OperandKind::T(_) => (
                DestinationKind::Planes {
                    memory: Memory::T,
                    width: Width::DoubleLong,
                    addresses: std::array::from_fn(|cycle| {
                        Addresses::Uniform(cycle as u32 * Width::DoubleLong.single_words())
                    }),
                },
                Memory::T,
            ),
            &OperandKind::BaseRegister(memory, width) => {
                (DestinationKind::Base { memory, width }, memory)
            }
            &OperandKind::MaskRegister(entry) => {
                (DestinationKind::Mask { entry }, Memory::MaskRegister)
            }
            OperandKind::NoWrite => {
                return Some(Self {
                    kind: DestinationKind::Nothing,
                    mask: None,
                    range: operand.range.clone(),
                });
            }
            OperandKind::MatrixSide(..)
            | OperandKind::MatrixRows { .. }
            | OperandKind::Forwarding(_)
            | OperandKind::Constant(_)
            | OperandKind::L1bm { .. }
            | OperandKind::Turnaround(_)
            | OperandKind::L2bm { .. }
            | OperandKind::Dar(_)
            | OperandKind::Pdm { .. }
            | OperandKind::Dram { .. }
            | OperandKind::Literal(_)
            | OperandKind::Tag(_) => return None,
        };
        Some(Self {
            kind,
            mask: masks
                .write_mask(memory, operand.mask.as_ref())
                .map(Box::new),
            range: operand.range.clone(),
        })
    }

    /// Reports to an observer the reads that determine the place and the mask of the write.
    pub(super) fn observe_reads(
        &self,
        chip: &Chip,
        operand: &Operand,
        observer: &mut impl Observer,
    ) {
        if !observer.is_on() {
            return;
        }
        let is_indirect = matches!(&operand.kind, OperandKind::PeMemory(memory) if memory.indirect);
        for cycle in (0..CYCLES_PER_STEP).filter(|_| is_indirect) {
            observer.read(&read_operands::address_from_t(&self.range, cycle), chip);
        }
        if let Some(mask) = &self.mask {
            read_operands::observe_mask(mask, chip, &self.range, observer);
        }
    }

    /// Writes the four cycles of an output, in order.
    pub fn write(&self, chip: &mut Chip, output: &UnitOutput, observer: &mut impl Observer) {
        for cycle in 0..CYCLES_PER_STEP {
            let path = &output.cycles[cycle];
            match &self.kind {
                DestinationKind::Planes {
                    memory,
                    width,
                    addresses,
                } => {
                    let addresses = &addresses[cycle];
                    if let Some(planes) = chip.planes_mut(*memory) {
                        self.write_planes(planes, cycle, *width, addresses, path);
                    }
                    let place = AccessedPlace::Pe {
                        memory: *memory,
                        width: *width,
                        addresses,
                        mask: self.mask.as_deref(),
                    };
                    self.observe(chip, cycle, place, observer);
                }
                DestinationKind::Base { memory, width } => {
                    self.write_base(chip.base_mut(*memory), cycle, *width, &path.most);
                    let place = AccessedPlace::Base {
                        memory: *memory,
                        width: *width,
                        mask: self.mask.as_deref(),
                    };
                    self.observe(chip, cycle, place, observer);
                }
                DestinationKind::Mask { entry } => {
                    let flags = output.flags(cycle);
                    if !flags.is_empty() {
                        // The old content is lost also where the mask is 0: the flags are ANDed with it.
                        let masked =
                            |pe: usize| flags[pe & (flags.len() - 1)] & self.flags(cycle, pe);
                        let period = flags.len().max(self.mask_period(cycle));
                        *chip.mask_mut(*entry, cycle) = Lanes::from_fn(period, masked);
                    }
                    self.observe(chip, cycle, AccessedPlace::MaskEntry(*entry), observer);
                }
                DestinationKind::Nothing => {}
            }
        }
    }

    fn observe(
        &self,
        chip: &Chip,
        cycle: usize,
        place: AccessedPlace<'_>,
        observer: &mut impl Observer,
    ) {
        let range = &self.range;
        let access = ObservedAccess {
            cycle,
            range,
            place,
        };
        observer.write(&access, chip);
    }

    /// The bits of the MSB and of the LSB side of the data path that are written on one PE.
    pub(super) fn written_bits(&self, cycle: usize, pe: usize) -> (u64, u64) {
        match &self.kind {
            DestinationKind::Base { memory: _, width } if !self.writes_base(cycle, *width, pe) => {
                (0, 0)
            }
            DestinationKind::Base { .. } => (u64::MAX, 0),
            DestinationKind::Planes { .. } => self.bits(cycle, pe),
            DestinationKind::Mask { .. } | DestinationKind::Nothing => (u64::MAX, u64::MAX),
        }
    }

    /// Whether the flag of the mask that covers the low 12 bits of a word is 1.
    fn writes_base(&self, cycle: usize, width: Width, pe: usize) -> bool {
        let mask = self.mask.as_ref();
        mask.is_none_or(|mask| mask.writes_base(cycle, width, pe))
    }

    pub(super) fn flags(&self, cycle: usize, pe: usize) -> u8 {
        self.mask
            .as_ref()
            .map_or(0b1111, |mask| mask.flags(cycle).for_pe(pe))
    }

    fn mask_period(&self, cycle: usize) -> usize {
        self.mask
            .as_ref()
            .map_or(SHORTEST, |mask| mask.period(cycle))
    }

    fn bits(&self, cycle: usize, pe: usize) -> (u64, u64) {
        self.mask
            .as_ref()
            .map_or((u64::MAX, u64::MAX), |mask| mask.bits(cycle, pe))
    }

    fn write_planes(
        &self,
        planes: &mut Planes,
        cycle: usize,
        width: Width,
        addresses: &Addresses,
        path: &Path,
    ) {
        // Fixed masks let everything or nothing through; other masks are applied word by word.
        let passes = self
            .mask
            .as_ref()
            .map_or(Some(true), |mask| mask.passes(cycle, width));
        if passes == Some(false) {
            return;
        }
        match addresses {
            Addresses::Uniform(address) => {
                let long = *address as usize / 2;
                match width {
                    Width::Long | Width::DoubleLong if passes == Some(true) => {
                        planes.write(long).clone_from(&path.most);
                        if width == Width::DoubleLong {
                            planes.write(long + 1).clone_from(&path.least);
                        }
                    }
                    Width::Single if passes == Some(true) => {
                        let merged = SingleWord {
                            is_most: address.is_multiple_of(2),
                        };
                        planes.write(long).merge(&path.most, merged);
                    }
                    Width::Single | Width::Long => {
                        self.merge_masked(planes.write(long), cycle, &path.most, |most, bits| {
                            in_place(width, *address, most, bits.0)
                        });
                    }
                    Width::DoubleLong => {
                        let plane = planes.write(long);
                        self.merge_masked(plane, cycle, &path.most, |most, bits| (most, bits.0));
                        let plane = planes.write(long + 1);
                        self.merge_masked(plane, cycle, &path.least, |least, bits| (least, bits.1));
                    }
                }
            }
            Addresses::PerPe(addresses) => {
                let sides = [&path.most, &path.least];
                let sides = &sides[..if width == Width::DoubleLong { 2 } else { 1 }];
                let own = addresses.period().max(self.mask_period(cycle));
                let own = sides.iter().fold(own, |own, side| own.max(side.period()));
                let place = |pe: usize, side: usize| usize::from(addresses[pe]) / 2 + side;
                // The planes of different addresses may have longer periods.
                let period = (0..own).fold(own, |period, pe| {
                    (0..sides.len()).fold(period, |period, side| {
                        period.max(planes.read(place(pe, side)).period())
                    })
                });
                for pe in 0..period {
                    let (most_bits, least_bits) = self.bits(cycle, pe);
                    let address = u32::from(addresses[pe]);
                    let (value, bits) = in_place(width, address, path.most[pe], most_bits);
                    if bits != 0 {
                        let plane = planes.write(place(pe, 0)).make_mut(period);
                        merge(&mut plane[pe], value, bits);
                    }
                    if sides.len() == 2 && least_bits != 0 {
                        let plane = planes.write(place(pe, 1)).make_mut(period);
                        merge(&mut plane[pe], path.least[pe], least_bits);
                    }
                }
            }
        }
    }

    /// Merges one side of the data path into a plane; `bits` moves a word to its place and returns which of its bits
    /// are written.
    fn merge_masked(
        &self,
        plane: &mut Plane,
        cycle: usize,
        side: &Plane,
        bits: impl Fn(u64, (u64, u64)) -> (u64, u64),
    ) {
        let period = side.period().max(self.mask_period(cycle));
        for (pe, word) in plane.make_mut(period).iter_mut().enumerate() {
            let (value, bits) = bits(side[pe], self.bits(cycle, pe));
            merge(word, value, bits);
        }
    }

    /// The low 12 bits of the written word go to the base register (manual 3.6.1.7), if the flag of the mask that
    /// covers them is 1.
    fn write_base(&self, registers: &mut Lanes<u16>, cycle: usize, width: Width, most: &Plane) {
        let period = most.period().max(self.mask_period(cycle));
        for (pe, register) in registers.make_mut(period).iter_mut().enumerate() {
            if self.writes_base(cycle, width, pe) {
                *register = ((most[pe] >> base_shift(width)) & 0xfff) as u16;
            }
        }
    }
}

/// A single word on the MSB side of the data path that is written to one side of the long word at its address.
#[derive(Clone, Copy)]
struct SingleWord {
    is_most: bool,
}

impl Merge for SingleWord {
    #[inline(always)]
    fn merged(self, word: u64, most: u64) -> u64 {
        let (value, bits) = in_place(Width::Single, u32::from(!self.is_most), most, u64::MAX);
        (word & !bits) | (value & bits)
    }
}

/// A word on the MSB side of the data path, moved to its place in the long word at the address.
const fn in_place(width: Width, address: u32, most: u64, bits: u64) -> (u64, u64) {
    match width {
        Width::Single if address.is_multiple_of(2) => (most, bits & !0xffff_ffff),
        Width::Single => (most >> 32, bits >> 32),
        Width::Long | Width::DoubleLong => (most, bits),
    }
}

const fn merge(word: &mut u64, value: u64, bits: u64) {
    *word = (*word & !bits) | (value & bits);
}
