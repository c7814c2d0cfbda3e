//! The explanation of an immediate value: its bits, and what they mean in each precision.

use mnc2_program::{Literal, LiteralType};
use mnc2_text::{Language, Message, message};

use super::values;

/// An immediate value (manual 3.2.2).
pub(super) fn literal(literal: &Literal, language: Language) -> String {
    let heading = message!(
        "**{name}** (manual 3.2.2)",
        name = name(literal.literal_type)
    );
    let values = values::single_word_rows(literal.bits, language);
    format!("{}\n\n{values}", heading.say(language))
}

fn name(literal_type: LiteralType) -> Message {
    match literal_type {
        LiteralType::Single => message!("Single-precision immediate value"),
        LiteralType::Half => message!("Half-precision immediate value"),
        LiteralType::SingleInteger => message!("Signed immediate value of one single word"),
        LiteralType::HalfInteger => message!("Signed immediate value of one half word"),
        LiteralType::UnsignedSingleInteger => {
            message!("Unsigned immediate value of one single word")
        }
        LiteralType::UnsignedHalfInteger => message!("Unsigned immediate value of one half word"),
    }
}
