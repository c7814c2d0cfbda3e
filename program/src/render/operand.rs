//! Operands and immediate values.

use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Memory, Width};

use super::mask;
use crate::{Addressing, Conversion, Literal, LiteralType, Operand, OperandKind, PeMemory};

/// An operand with its sign, conversion and mask.
#[must_use]
pub fn operand(operand: &Operand) -> String {
    let sign = if operand.negated { "-" } else { "" };
    let (name, place) = kind(&operand.kind);
    let conversion = match operand.conversion.as_ref().map(|item| item.value) {
        Some(Conversion::Extend) => "e",
        Some(Conversion::Shorten) => "r",
        None => "",
    };
    let mask = operand.mask.as_ref().map(mask).unwrap_or_default();
    format!("{sign}{name}{conversion}{mask}{place}")
}

/// The name with its address, and the `@` after it.
fn kind(kind: &OperandKind) -> (String, String) {
    let plain = |name: String| (name, String::new());
    match kind {
        OperandKind::PeMemory(memory) => plain(pe_memory(memory)),
        OperandKind::T(width) => plain(named(Memory::T, *width)),
        OperandKind::BaseRegister(memory, width) => plain(named(*memory, *width)),
        OperandKind::MaskRegister(entry) => plain(addressed(
            Memory::MaskRegister,
            Width::Single,
            u32::from(*entry),
        )),
        OperandKind::MatrixSide(side, width) => plain(named(*side, *width)),
        OperandKind::MatrixRows { side, width, row } => {
            plain(addressed(*side, *width, u32::from(*row)))
        }
        OperandKind::Forwarding(forwarding) => plain(format!("${}", forwarding.name())),
        OperandKind::Constant(constant) => plain(format!("${}", constant.name())),
        OperandKind::NoWrite => plain(format!("${NOWRITE}")),
        OperandKind::L1bm { width, address } => plain(addressed(Memory::L1bm, *width, *address)),
        OperandKind::Turnaround(width) => plain(format!("{}i", named(Memory::L1bm, *width))),
        OperandKind::L2bm {
            address,
            group,
            l2b,
        } => (
            addressed(Memory::L2bm, Width::Long, *address),
            place(*group, *l2b),
        ),
        OperandKind::Dar(entry) => plain(addressed(Memory::Dar, Width::Single, *entry)),
        OperandKind::Pdm { address, group } => (
            addressed(Memory::Pdm, Width::Single, *address),
            place(*group, None),
        ),
        OperandKind::Dram {
            address,
            indirect,
            group,
        } => {
            let indirect = if *indirect { "i" } else { "" };
            let name = named(Memory::Dram, Width::Single);
            (format!("{name}{indirect}{address}"), place(*group, None))
        }
        OperandKind::Literal(value) => plain(literal(value)),
        OperandKind::Tag(number) => plain(format!("i{number:02x}")),
    }
}

fn named(memory: Memory, width: Width) -> String {
    format!("${}{}", width.prefix(), memory.letters())
}

fn addressed(memory: Memory, width: Width, address: u32) -> String {
    format!("{}{address}", named(memory, width))
}

fn place(group: Option<u8>, l2b: Option<u8>) -> String {
    let number = |number: Option<u8>| number.map(|number| number.to_string()).unwrap_or_default();
    match (group, l2b) {
        (None, None) => String::new(),
        (Some(group), None) => format!("@{group}"),
        (group, Some(l2b)) => format!("@{}.{l2b}", number(group)),
    }
}

pub(super) fn pe_memory(memory: &PeMemory) -> String {
    let mut text = named(memory.memory, memory.width);
    if memory.indirect {
        text.push('t');
    }
    match memory.addressing {
        Addressing::Stride {
            base_words: 0,
            stride_words: 0,
        } if memory.indirect => {}
        Addressing::Stride {
            base_words,
            stride_words: 0,
        } => text.push_str(&base_words.to_string()),
        Addressing::Stride {
            base_words,
            stride_words,
        } if stride_words == memory.width.single_words() => {
            text.push_str(&format!("{base_words}v"));
        }
        Addressing::Stride {
            base_words,
            stride_words,
        } => text.push_str(&format!("{base_words}v{stride_words}")),
        Addressing::Flat([first, second, third, fourth]) => {
            text.push_str(&format!("[{first},{second},{third},{fourth}]"));
        }
    }
    if let Some(number) = memory.madpe {
        text.push_str(&format!("j{number}"));
    }
    text
}

/// An immediate value: the shortest number that has its bits.
#[must_use]
pub fn literal(literal: &Literal) -> String {
    let half = literal.bits as u16;
    match literal.literal_type {
        LiteralType::Single => format!("f\"{}\"", float(f32::from_bits(literal.bits))),
        LiteralType::Half => format!("h\"{}\"", float(single_of_half(half))),
        LiteralType::SingleInteger => format!("i\"{}\"", literal.bits as i32),
        LiteralType::HalfInteger => format!("s\"{}\"", half as i16),
        LiteralType::UnsignedSingleInteger => format!("ui\"{}\"", literal.bits),
        LiteralType::UnsignedHalfInteger => format!("us\"{half}\""),
    }
}

fn float(value: f32) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        return format!("{sign}nan");
    }
    // `{:?}` is the shortest number that reads back, with an exponent instead of many zeros.
    format!("{sign}{:?}", value.abs())
}

/// The single with the value of a half, 1-6-9 with bias 31 (manual 1.3).
fn single_of_half(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let exponent = u32::from(half >> 9 & 0x3f);
    let mantissa = u32::from(half & 0x1ff) << 14;
    let bits = match exponent {
        0 => 0,
        0x3f => 0xff << 23,
        _ => (exponent + 127 - 31) << 23 | mantissa,
    };
    f32::from_bits(sign | bits)
}
