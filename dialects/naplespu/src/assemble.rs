//! The words of a text, and the text of a word.

use mnc2_text::{Encoded, Message, message};

use crate::encode::Instruction;
use crate::layout::Layout;
use crate::symbols::Symbols;

/// How many statements are read between two questions whether the result is still wanted.
const STATEMENTS_BETWEEN_QUESTIONS: usize = 1024;

/// Each instruction with its word, in the order of the text; the bodies of macros are left out.
#[must_use]
pub fn assemble(
    layout: &Layout,
    symbols: &Symbols,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Encoded> {
    let mut found = Vec::new();
    for (index, placed) in layout.statements.iter().enumerate() {
        if index % STATEMENTS_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        if placed.address.is_none() {
            continue;
        }
        for instruction in layout.instructions(symbols, placed) {
            found.push(Encoded {
                line: placed.line,
                hex: format!("0x{:08x}", instruction.encode()),
                text: instruction.to_string(),
            });
        }
    }
    found
}

/// The text of a word in hexadecimal.
///
/// # Errors
/// With a sentence, if it is no number of 32 bits, or no instruction.
pub fn disassemble(word: &str) -> Result<String, Message> {
    let digits = word.trim();
    let digits = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
        .unwrap_or(digits);
    let is_plain =
        (1..=8).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = match is_plain {
        true => u32::from_str_radix(digits, 16).ok(),
        false => None,
    };
    let Some(number) = number else {
        return Err(message!(
            "`{word}` is no word of 8 hexadecimal digits",
            word
        ));
    };
    let decoded = Instruction::decode(number).map(|instruction| instruction.to_string());
    decoded.ok_or_else(|| {
        let word = format!("0x{number:08x}");
        message!("{word} is no instruction of NaplesPU", word)
    })
}
