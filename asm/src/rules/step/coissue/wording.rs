//! How findings about shared steps describe expressions, fields and regions.

use mnc2_isa::field::Field;
use mnc2_isa::{Memory, Width};

use crate::message;
use crate::message::Message;
use crate::program::{Expression, Operand, PeMemory};
use crate::rules::step::Checker;

/// An operand and the expression that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Party<'a> {
    pub(super) expression: &'a Expression,
    pub(super) operand: &'a Operand,
}

impl Party<'_> {
    /// The operand as written.
    pub(super) fn text(&self, checker: &Checker<'_>) -> String {
        checker.at(&self.operand.range).to_owned()
    }

    /// The mnemonic.
    pub(super) fn name(&self) -> &str {
        &self.expression.spelling.text
    }
}

/// The field that a write to a memory uses; `None` if none is published.
pub(super) fn written_field(memory: Memory) -> Option<&'static str> {
    let field = match memory {
        Memory::Grf0 => Field::Grf0Write,
        Memory::Grf1 => Field::Grf1Write,
        Memory::Lm0 => Field::Lm0Write,
        Memory::Lm1 => Field::Lm1Write,
        Memory::T => Field::TWrite,
        Memory::MaskRegister => Field::ZeroFlushAndMaskWrite,
        Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::L1bm
        | Memory::L2bm
        | Memory::Pdm
        | Memory::Dram
        | Memory::Dar => return None,
    };
    Some(field.row().claim)
}

/// The field that a read of a memory uses.
pub(super) fn read_field(memory: Memory) -> &'static str {
    let field = match memory {
        Memory::Grf0 => Field::Grf0ReadAddress,
        Memory::Grf1 => Field::Grf1ReadAddress,
        Memory::Lm0 => Field::Lm0Address,
        _ => Field::Lm1Address,
    };
    field.row().claim
}

/// The addresses of the four cycles with their word length: `0, 2, 4, 6 by long words`.
pub(super) fn region(memory: &PeMemory) -> Message {
    let addresses = memory.addresses_words();
    let unit = match memory.width {
        Width::Single => message!("single words"),
        Width::Long => message!("long words"),
        Width::DoubleLong => message!("2 long words"),
    };
    let region = if addresses.iter().all(|&address| address == addresses[0]) {
        let address = addresses[0];
        message!("{address} in every cycle by {unit}", address, unit)
    } else {
        let addresses = addresses.map(|address| address.to_string()).join(", ");
        message!("{addresses} by {unit}", addresses, unit)
    };
    // No operand has both.
    match memory.madpe {
        Some(last) => message!("{region}, one further on PEs 0 to {last}", region, last),
        None if memory.indirect => message!("{region}, T added", region),
        None => region,
    }
}
