//! The explanation of an immediate value: its bits, and what they mean in each precision.

use mnc2_asm::program::{Literal, LiteralType};

use super::values;

/// An immediate value (manual 3.2.2).
pub(super) fn literal(literal: &Literal) -> String {
    format!(
        "**{}** (manual 3.2.2)\n\n{}",
        name(literal.literal_type),
        values::of_single_word(literal.bits)
    )
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
