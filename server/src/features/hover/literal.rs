//! The explanation of an immediate value: its bits, and what they mean in each precision.

use mnc2_asm::program::{Literal, LiteralType};
use mnc2_emulator::float::convert::to_f64;
use mnc2_emulator::float::format::{HALF, SINGLE};
use mnc2_emulator::float::print::general;

/// An immediate value (manual 3.2.2).
pub(super) fn literal(literal: &Literal) -> String {
    let bits = literal.bits;
    let half = (bits & 0xFFFF) as u16;
    let single_value = general(to_f64(SINGLE, u64::from(bits)));
    let half_value = general(to_f64(HALF, u64::from(half)));
    let mut out = format!("**{}** (manual 3.2.2)\n\n", name(literal.literal_type));
    let mut row = |what: &str, value: String| {
        out.push_str(&format!("| {what} | `{value}` |\n"));
    };
    let in_half_words = match literal.literal_type {
        LiteralType::Half | LiteralType::HalfInteger | LiteralType::UnsignedHalfInteger => true,
        LiteralType::Single | LiteralType::SingleInteger | LiteralType::UnsignedSingleInteger => {
            false
        }
    };
    if in_half_words {
        row("bits", format!("0x{half:04X}"));
        row("---", "---".to_owned());
        row("half precision", half_value);
        row("signed half word", (half as i16).to_string());
        row("unsigned half word", half.to_string());
        row("single word", format!("0x{bits:08X}"));
    } else {
        row("bits", format!("0x{bits:08X}"));
        row("---", "---".to_owned());
        row("single precision", single_value);
        row("signed single word", (bits as i32).to_string());
        row("unsigned single word", bits.to_string());
    }
    out.replace("| --- | `---` |", "| --- | --- |")
}

const fn name(literal_type: LiteralType) -> &'static str {
    match literal_type {
        LiteralType::Single => "Single-precision immediate value",
        LiteralType::Half => "Half-precision immediate value",
        LiteralType::SingleInteger => "Signed immediate value of one single word",
        LiteralType::HalfInteger => "Signed immediate value of one half word",
        LiteralType::UnsignedSingleInteger => "Unsigned immediate value of one single word",
        LiteralType::UnsignedHalfInteger => "Unsigned immediate value of one half word",
    }
}
