//! Reading operands: where a unit's input comes from, brought onto the data path.

use mnc2_asm::program::{Conversion, LineRange, Operand, OperandKind};
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};
use mnc2_isa::{Memory, Precision, Width};

use super::address::{Addresses, addresses};
use super::chip::Chip;
use super::observer::{Access, Observer, Place};
use super::plane::{Planes, ZEROS};
use crate::alu::{self, DataPath, PathView};
use crate::float::convert::{extend_from_half, invert_signs, shorten_to_half, widen};
use crate::float::format::{DOUBLE, HALF, SINGLE};

/// An input on the data path: in place where it needs no work, otherwise a copy.
pub(super) enum Input<'a> {
    /// Lies in a memory or a forwarding path.
    InPlace(PathView<'a>),
    /// Was put together.
    Copied(DataPath),
}

impl Input<'_> {
    /// The two long words of every PE.
    #[must_use]
    pub(super) fn view(&self) -> PathView<'_> {
        match self {
            Self::InPlace(view) => *view,
            Self::Copied(path) => path.view(),
        }
    }

    fn into_owned(self) -> DataPath {
        match self {
            Self::InPlace(view) => DataPath {
                most: view.most.to_vec(),
                least: view.least.to_vec(),
            },
            Self::Copied(path) => path,
        }
    }
}

/// Nothing but zeros.
#[must_use]
pub(super) fn zeros() -> Input<'static> {
    Input::InPlace(PathView {
        most: &ZEROS,
        least: &ZEROS,
    })
}

/// Reads an operand in one cycle, without conversion and sign. Words shorter than two long words are on the
/// MSB side and the rest is zero. `None` for operands that are no PE input.
pub(super) fn read<'a>(
    chip: &'a Chip,
    operand: &Operand,
    cycle: usize,
    precision: Option<Precision>,
    observer: &mut impl Observer,
) -> Option<Input<'a>> {
    match &operand.kind {
        OperandKind::PeMemory(memory) => {
            let addresses = addresses(chip, memory, cycle);
            if observer.is_on() {
                if memory.indirect {
                    observer.read(&address_from_t(&operand.range, cycle), chip);
                }
                let place = Place::Pe {
                    memory: memory.memory,
                    width: memory.width,
                    addresses: &addresses,
                    mask: None,
                };
                observe(observer, chip, operand, cycle, place);
            }
            let planes = chip.planes(memory.memory)?;
            Some(read_planes(planes, &addresses, memory.width))
        }
        OperandKind::T(_) => {
            let addresses = &T_ADDRESSES[cycle];
            let place = Place::Pe {
                memory: Memory::T,
                width: Width::DoubleLong,
                addresses,
                mask: None,
            };
            observe(observer, chip, operand, cycle, place);
            Some(read_planes(
                chip.planes(Memory::T)?,
                addresses,
                Width::DoubleLong,
            ))
        }
        OperandKind::Forwarding(path) => {
            observe(observer, chip, operand, cycle, Place::Forwarding(*path));
            Some(match chip.forwarded(*path) {
                Some(output) => Input::InPlace(output[cycle].view()),
                None => zeros(),
            })
        }
        OperandKind::Constant(constant) => {
            let mut path = DataPath::zeroed(PES);
            alu::constant(*constant, precision, &mut path);
            Some(Input::Copied(path))
        }
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

/// The T-register's entry of each cycle.
static T_ADDRESSES: [Addresses; CYCLES_PER_STEP] = [
    Addresses::Uniform(0),
    Addresses::Uniform(4),
    Addresses::Uniform(8),
    Addresses::Uniform(12),
];

/// The read of the T-register for an address.
pub(super) fn address_from_t(range: &LineRange, cycle: usize) -> Access<'_> {
    let place = Place::Pe {
        memory: Memory::T,
        width: Width::Long,
        addresses: &T_ADDRESSES[cycle],
        mask: None,
    };
    Access {
        cycle,
        range,
        place,
    }
}

fn observe(
    observer: &mut impl Observer,
    chip: &Chip,
    operand: &Operand,
    cycle: usize,
    place: Place<'_>,
) {
    let range = &operand.range;
    let access = Access {
        cycle,
        range,
        place,
    };
    observer.read(&access, chip);
}

fn read_planes<'a>(planes: &'a Planes, addresses: &Addresses, width: Width) -> Input<'a> {
    match (addresses, width) {
        (Addresses::Uniform(address), Width::Long) => Input::InPlace(PathView {
            most: planes.read(*address as usize / 2),
            least: &ZEROS,
        }),
        (Addresses::Uniform(address), Width::DoubleLong) => Input::InPlace(PathView {
            most: planes.read(*address as usize / 2),
            least: planes.read(*address as usize / 2 + 1),
        }),
        (Addresses::Uniform(address), Width::Single) => {
            let plane = planes.read(*address as usize / 2);
            let most = plane
                .iter()
                .map(|&long| on_msb_side(long, *address))
                .collect();
            Input::Copied(DataPath {
                most,
                least: vec![0; PES],
            })
        }
        (Addresses::PerPe(addresses), width) => {
            let mut path = DataPath::zeroed(PES);
            for (pe, &address) in addresses.iter().enumerate() {
                let long = planes.read(usize::from(address) / 2)[pe];
                path.most[pe] = match width {
                    Width::Single => on_msb_side(long, u32::from(address)),
                    Width::Long | Width::DoubleLong => long,
                };
                if width == Width::DoubleLong {
                    path.least[pe] = planes.read(usize::from(address) / 2 + 1)[pe];
                }
            }
            Input::Copied(path)
        }
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
#[must_use]
pub(super) fn shortened<'a>(input: Input<'a>, operand: &Operand) -> Input<'a> {
    if conversion(operand) != Some(Conversion::Shorten) {
        return input;
    }
    let view = input.view();
    let halves = view
        .most
        .iter()
        .zip(view.least)
        .map(|(&most, &least)| shorten_to_half(most, least));
    Input::Copied(DataPath {
        most: halves.collect(),
        least: vec![0; PES],
    })
}

fn conversion(operand: &Operand) -> Option<Conversion> {
    operand
        .conversion
        .as_ref()
        .map(|conversion| conversion.value)
}

/// Applies `e`, `r` and `-` of an operand of the MAU or of a matrix register write
/// (manual 3.6.9.22-3.6.9.24); `precision` is that of the elements wanted, after the conversion.
#[must_use]
pub(super) fn converted<'a>(
    input: Input<'a>,
    operand: &Operand,
    precision: Precision,
) -> Input<'a> {
    let input = match conversion(operand) {
        None => input,
        Some(Conversion::Shorten) => shortened(input, operand),
        Some(Conversion::Extend) => extended(&input, precision),
    };
    if !operand.negated {
        return input;
    }
    let format = match precision.element_bits() {
        16 => HALF,
        32 => SINGLE,
        _ => DOUBLE,
    };
    let mut path = input.into_owned();
    for long in path.most.iter_mut().chain(&mut path.least) {
        *long = invert_signs(format, *long);
    }
    Input::Copied(path)
}

/// The values of one precision lower, of half as many bits, extended: from one single word to a long word,
/// or for the single-precision sums of half precision from a long word to two.
fn extended(input: &Input<'_>, precision: Precision) -> Input<'static> {
    let view = input.view();
    let mut path = DataPath::zeroed(PES);
    for ((&narrow, most), least) in view.most.iter().zip(&mut path.most).zip(&mut path.least) {
        if precision.element_bits() == 64 {
            *most = widen(SINGLE, DOUBLE, narrow >> 32);
        } else {
            (*most, *least) = extend_from_half(narrow);
        }
    }
    Input::Copied(path)
}
