//! Accesses to main memory and to the scratchpad.

use mnc2_assembly::Memory;
use mnc2_text::{Message, message};

use super::thread::Thread;
use crate::encode::Instruction;
use crate::register::LANES;
use crate::table::{Element, Field, Slot};

/// The bytes of the scratchpad.
pub(super) const SCRATCHPAD_BYTES: u32 = 1 << 16;

/// Why an access stops a run.
#[derive(Debug)]
pub(super) struct Fault {
    /// The value of TRAP_REASON, if the hardware traps.
    pub(super) reason: Option<u32>,
    pub(super) message: Message,
}

impl From<Message> for Fault {
    fn from(message: Message) -> Self {
        Self {
            reason: None,
            message,
        }
    }
}

/// The reason of a misaligned address in the scratchpad.
const SCRATCHPAD_REASON: u32 = 0x40;

/// The reason of a misaligned address in main memory.
const MEMORY_REASON: u32 = 0x80;

/// The lanes that an instruction moves, each with its address: lane 0 alone for a scalar.
pub(super) fn lanes(
    thread: &Thread,
    instruction: &Instruction,
    element: Element,
) -> Result<Vec<(usize, u32)>, Fault> {
    let row = instruction.row;
    let base = thread.address(instruction);
    let [data, address] = row.form.slots() else {
        return Ok(Vec::new());
    };
    let is_vector = matches!(data, Slot::Vector(_));
    let is_enabled = |lane: usize| thread.mask >> lane & 1 == 1;
    let bytes = u32::from(element.bytes);
    let places: Vec<(usize, u32)> = match (address, is_vector) {
        // The hardware's source lacks these, so `.m` is taken literally.
        (Slot::VectorAddress, _) => {
            let bases = thread.vector(instruction.register(Field::A));
            let offset = instruction.signed(Field::Immediate9) as u32;
            let lanes = (0..LANES).filter(|lane| !row.is_masked || is_enabled(*lane));
            lanes
                .map(|lane| (lane, bases[lane].wrapping_add(offset)))
                .collect()
        }
        (_, false) => vec![(0, base)],
        (_, true) => {
            // In the scratchpad a lane is a word, for elements of any size.
            let stride = if row.is_scratchpad { 4 } else { bytes };
            let lanes = (0..LANES).filter(|lane| is_enabled(*lane));
            lanes
                .map(|lane| (lane, base.wrapping_add(stride * lane as u32)))
                .collect()
        }
    };
    if !row.is_scratchpad {
        aligned(base, row.alignment(), MEMORY_REASON)?;
        return Ok(places);
    }
    for (_, address) in &places {
        aligned(*address, bytes, SCRATCHPAD_REASON)?;
        if *address >= SCRATCHPAD_BYTES {
            let address = format!("0x{address:x}");
            return Err(message!(
                "{address} is outside of the scratchpad, which has 65536 bytes",
                address
            )
            .into());
        }
    }
    Ok(places)
}

fn aligned(address: u32, alignment: u32, reason: u32) -> Result<(), Fault> {
    if address.is_multiple_of(alignment) {
        return Ok(());
    }
    let (address, code) = (format!("0x{address:x}"), format!("0x{reason:x}"));
    Err(Fault {
        reason: Some(reason),
        message: message!(
            "trap {code}: the address {address} is not a multiple of {alignment}",
            code,
            address,
            alignment
        ),
    })
}

pub(super) fn load(memory: &Memory, address: u32, element: Element) -> u32 {
    let mut bytes = [0; 4];
    memory.read(
        address.into(),
        &mut bytes[..usize::from(element.bytes).min(4)],
    );
    let value = u32::from_le_bytes(bytes);
    match (element.bytes, element.is_signed) {
        (1, true) => i32::from(value as i8) as u32,
        (2, true) => i32::from(value as i16) as u32,
        _ => value,
    }
}

pub(super) fn store(
    memory: &mut Memory,
    address: u32,
    element: Element,
    value: u32,
) -> Result<(), Message> {
    memory.write(
        address.into(),
        &value.to_le_bytes()[..usize::from(element.bytes).min(4)],
    )
}
