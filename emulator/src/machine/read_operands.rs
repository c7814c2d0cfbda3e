//! Reads operands: gets a unit's inputs and puts them on the data path.

use std::borrow::Cow;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Constant, Forwarding, Memory, Precision, Width};
use mnc2_program::{Conversion, Operand, OperandKind, PeMemory};
use mnc2_text::LineRange;

use super::address::{Addresses, addresses, in_cycles};
use super::chip::Chip;
use super::mask::StepMask;
use super::observer::{AccessedPlace, ObservedAccess, Observer};
use super::plane::{Lanes, Plane, Planes, ZEROS};
use crate::alu::{self, constant_period};
use crate::float::convert::{extend_from_half, invert_signs, shorten_to_half, widen};
use crate::float::format::{DOUBLE, HALF, SINGLE};
use crate::lanes::Map;

/// An input on the data path. If it needs no conversion, it is shared with the memory.
pub(super) struct Input<'a> {
    /// The long word of the MSB side.
    pub(super) most: Cow<'a, Plane>,
    /// The long word of the LSB side.
    pub(super) least: Cow<'a, Plane>,
}

impl Input<'_> {
    /// After how many PEs it repeats.
    pub(super) fn period(&self) -> usize {
        self.most.period().max(self.least.period())
    }
}

/// An input in the four cycles. It is filled and converted in place: copying 320 bytes in every function takes longer
/// than the operation if all PEs are alike.
pub(super) type Inputs<'a> = [Input<'a>; CYCLES_PER_STEP];

/// Nothing but zeros.
pub(super) const NOTHING: Inputs<'static> = [const {
    Input {
        most: Cow::Borrowed(&ZEROS),
        least: Cow::Borrowed(&ZEROS),
    }
}; CYCLES_PER_STEP];

/// The part of an operand that a unit of the PEs reads.
enum Source<'a> {
    Memory(&'a PeMemory),
    T,
    Forwarding(Forwarding),
    Constant(Constant),
}

/// `None` for operands that are not PE inputs.
fn source(kind: &OperandKind) -> Option<Source<'_>> {
    match kind {
        OperandKind::PeMemory(memory) => Some(Source::Memory(memory)),
        OperandKind::T(_) => Some(Source::T),
        OperandKind::Forwarding(path) => Some(Source::Forwarding(*path)),
        OperandKind::Constant(constant) => Some(Source::Constant(*constant)),
        OperandKind::BaseRegister(..)
        | OperandKind::MaskRegister(_)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::NoWrite
        | OperandKind::L1bm { .. }
        | OperandKind::Turnaround(_)
        | OperandKind::L2bm { .. }
        | OperandKind::Dar(_)
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. }
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => None,
    }
}

/// Passes the read of an entry of the mask register to an observer.
pub(super) fn observe_mask(
    mask: &StepMask,
    chip: &Chip,
    range: &LineRange,
    observer: &mut impl Observer,
) {
    if !observer.is_on() || !mask.is_variable() {
        return;
    }
    for cycle in 0..CYCLES_PER_STEP {
        let place = AccessedPlace::MaskEntry(mask.entry());
        let access = ObservedAccess {
            cycle,
            range,
            place,
        };
        observer.read(&access, chip);
    }
}

/// Reads an operand in the four cycles, without conversion and sign. Words shorter than two long words are on the MSB
/// side and the rest is zero. `None` for operands that are not PE inputs.
pub(super) fn read<'a>(
    chip: &'a Chip,
    operand: &Operand,
    precision: Option<Precision>,
    inputs: &mut Inputs<'a>,
) -> Option<()> {
    match source(&operand.kind)? {
        Source::Memory(memory) => {
            let planes = chip.planes(memory.memory)?;
            for (input, addresses) in inputs.iter_mut().zip(&in_cycles(chip, memory)) {
                read_planes(planes, addresses, memory.width, input);
            }
        }
        Source::T => {
            let planes = chip.planes(Memory::T)?;
            for (input, addresses) in inputs.iter_mut().zip(&T_ADDRESSES) {
                read_planes(planes, addresses, Width::DoubleLong, input);
            }
        }
        Source::Forwarding(path) => match chip.forwarded(path) {
            Some(cycles) => {
                for (input, path) in inputs.iter_mut().zip(&**cycles) {
                    input.most = Cow::Borrowed(&path.most);
                    input.least = Cow::Borrowed(&path.least);
                }
            }
            None => *inputs = NOTHING,
        },
        Source::Constant(constant) => {
            let plane = Lanes::from_fn(constant_period(constant), |pe| {
                alu::constant(constant, precision, pe)
            });
            for input in inputs {
                input.most = Cow::Owned(plane.clone());
                input.least = Cow::Owned(plane.clone());
            }
        }
    }
    Some(())
}

/// Reports to an observer what an operand reads in one cycle.
pub(super) fn observe(observer: &mut impl Observer, chip: &Chip, operand: &Operand, cycle: usize) {
    let range = &operand.range;
    let mut tell = |place: AccessedPlace<'_>| {
        let access = ObservedAccess {
            cycle,
            range,
            place,
        };
        observer.read(&access, chip);
    };
    match source(&operand.kind) {
        Some(Source::Memory(memory)) => {
            if memory.indirect {
                tell(address_from_t(range, cycle).place);
            }
            tell(AccessedPlace::Pe {
                memory: memory.memory,
                width: memory.width,
                addresses: &addresses(chip, memory, cycle),
                mask: None,
            });
        }
        Some(Source::T) => tell(AccessedPlace::Pe {
            memory: Memory::T,
            width: Width::DoubleLong,
            addresses: &T_ADDRESSES[cycle],
            mask: None,
        }),
        Some(Source::Forwarding(path)) => tell(AccessedPlace::Forwarding(path)),
        Some(Source::Constant(_)) | None => {}
    }
}

/// The T-register's entry of each cycle.
static T_ADDRESSES: [Addresses; CYCLES_PER_STEP] = [
    Addresses::Uniform(0),
    Addresses::Uniform(4),
    Addresses::Uniform(8),
    Addresses::Uniform(12),
];

/// The read of the T-register for an address.
pub(super) fn address_from_t(range: &LineRange, cycle: usize) -> ObservedAccess<'_> {
    let place = AccessedPlace::Pe {
        memory: Memory::T,
        width: Width::Long,
        addresses: &T_ADDRESSES[cycle],
        mask: None,
    };
    ObservedAccess {
        cycle,
        range,
        place,
    }
}

#[inline]
fn read_planes<'a>(planes: &'a Planes, addresses: &Addresses, width: Width, input: &mut Input<'a>) {
    match (addresses, width) {
        (Addresses::Uniform(address), Width::Long) => {
            input.most = Cow::Borrowed(planes.read(*address as usize / 2));
            input.least = Cow::Borrowed(&ZEROS);
        }
        (Addresses::Uniform(address), Width::DoubleLong) => {
            input.most = Cow::Borrowed(planes.read(*address as usize / 2));
            input.least = Cow::Borrowed(planes.read(*address as usize / 2 + 1));
        }
        (Addresses::Uniform(address), Width::Single) => {
            let plane = planes.read(*address as usize / 2);
            input.most = Cow::Owned(plane.map(SingleWord(*address)));
            input.least = Cow::Borrowed(&ZEROS);
        }
        (Addresses::PerPe(addresses), width) => {
            let place = |pe: usize, offset: usize| usize::from(addresses[pe]) / 2 + offset;
            let side = |offset: usize| {
                let own = addresses.period();
                // The planes of different addresses may have longer periods.
                let period = (0..own).fold(own, |longest, pe| {
                    longest.max(planes.read(place(pe, offset)).period())
                });
                Lanes::from_fn(period, |pe| {
                    let long = planes.read(place(pe, offset))[pe];
                    match width {
                        Width::Single => on_msb_side(long, u32::from(addresses[pe])),
                        Width::Long | Width::DoubleLong => long,
                    }
                })
            };
            input.most = Cow::Owned(side(0));
            input.least = match width {
                Width::DoubleLong => Cow::Owned(side(1)),
                Width::Single | Width::Long => Cow::Borrowed(&ZEROS),
            };
        }
    }
}

/// A single word at an address, moved to the MSB side.
#[derive(Clone, Copy)]
struct SingleWord(u32);

impl Map<u64> for SingleWord {
    #[inline(always)]
    fn value(self, long: u64) -> u64 {
        on_msb_side(long, self.0)
    }
}

/// A single word of a long word, the even address being its MSB side (manual 1.3).
const fn on_msb_side(long: u64, address: u32) -> u64 {
    if address.is_multiple_of(2) {
        long & !0xffff_ffff
    } else {
        long << 32
    }
}

/// Applies `r` of an ALU operand (manual 3.6.12.19): four single-precision values become four halves.
pub(super) fn shorten(inputs: &mut Inputs<'_>, operand: &Operand) {
    if conversion(operand) == Some(Conversion::Shorten) {
        replace(inputs, to_halves);
    }
}

fn replace(inputs: &mut Inputs<'_>, by: impl Fn(&Input<'_>) -> [Plane; 2]) {
    for input in inputs {
        let [most, least] = by(input);
        input.most = Cow::Owned(most);
        input.least = Cow::Owned(least);
    }
}

fn to_halves(input: &Input<'_>) -> [Plane; 2] {
    let halves = Lanes::from_fn(input.period(), |pe| {
        shorten_to_half(input.most[pe], input.least[pe])
    });
    [halves, ZEROS.clone()]
}

fn conversion(operand: &Operand) -> Option<Conversion> {
    operand
        .conversion
        .as_ref()
        .map(|conversion| conversion.value)
}

/// Applies `e`, `r` and `-` of an operand of the MAU or of a matrix register write (manual 3.6.9.22-3.6.9.24);
/// `precision` is the precision of the elements after the conversion.
pub(super) fn convert(inputs: &mut Inputs<'_>, operand: &Operand, precision: Precision) {
    match conversion(operand) {
        None => {}
        Some(Conversion::Shorten) => replace(inputs, to_halves),
        Some(Conversion::Extend) => replace(inputs, |input| extended(input, precision)),
    }
    if !operand.negated {
        return;
    }
    let format = match precision.element_bits() {
        16 => HALF,
        32 => SINGLE,
        _ => DOUBLE,
    };
    let inverted = Inverted(invert_signs(format, 0));
    replace(inputs, |input| {
        [input.most.map(inverted), input.least.map(inverted)]
    });
}

/// Long words with some bits inverted.
#[derive(Clone, Copy)]
struct Inverted(u64);

impl Map<u64> for Inverted {
    #[inline(always)]
    fn value(self, long: u64) -> u64 {
        long ^ self.0
    }
}

/// The values of one precision lower, of half as many bits, extended: from one single word to a long word,
/// or for the single-precision sums of half precision from a long word to two.
fn extended(input: &Input<'_>, precision: Precision) -> [Plane; 2] {
    let narrow = &input.most;
    if precision.element_bits() == 64 {
        let most = Lanes::from_fn(narrow.period(), |pe| {
            widen(SINGLE, DOUBLE, narrow[pe] >> 32)
        });
        return [most, ZEROS.clone()];
    }
    let side = |side: fn((u64, u64)) -> u64| {
        Lanes::from_fn(narrow.period(), |pe| side(extend_from_half(narrow[pe])))
    };
    [side(|(most, _)| most), side(|(_, least)| least)]
}
