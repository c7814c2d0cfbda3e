//! The words of a text, and the text of a word.

use mnc2_text::{Encoded, Message, message};

use crate::encode::Instruction;
use crate::lower::{Lowered, lower};
use crate::source::{Source, Symbols};

/// How many lines are read between two questions whether the result is still wanted.
const LINES_BETWEEN_QUESTIONS: usize = 1024;

/// Each instruction of the extension with its word, in the order of the text; the bodies of macros are left out.
#[must_use]
pub fn assemble(
    source: &Source,
    symbols: &Symbols,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Encoded> {
    let mut found = Vec::new();
    for (number, line) in source.lines().iter().enumerate() {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        if symbols.in_macro.get(number) == Some(&true) {
            continue;
        }
        for statement in &line.statements {
            if let Lowered::Instruction(instruction) = lower(line, statement, symbols) {
                found.push(Encoded {
                    line: number as u32,
                    hex: format!("0x{:08x}", instruction.encode()),
                    text: instruction.to_string(),
                });
            }
        }
    }
    found
}

/// The text of a word in hexadecimal.
///
/// # Errors
/// With a sentence, if it is no number of 32 bits, or no instruction of the extension.
pub fn disassemble(word: &str) -> Result<String, Message> {
    let digits = word.trim();
    let digits = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
        .unwrap_or(digits);
    let is_plain =
        (1..=8).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = if is_plain {
        u32::from_str_radix(digits, 16).ok()
    } else {
        None
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
        message!(
            "{word} is no instruction of the RISC-V matrix extension 0.2",
            word
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_hexadecimal_numbers_of_32_bits() {
        assert_eq!(disassemble("0x0004802b"), Ok("mmov.mm m0, m1".to_owned()));
        assert_eq!(disassemble(" 4802B\n"), Ok("mmov.mm m0, m1".to_owned()));
        for wrong in [
            "",
            "0x",
            "0x10004802b",
            "+4802b",
            "mmov",
            "0x4802b 0x4802b",
            "é",
            "0x00000013",
        ] {
            assert!(disassemble(wrong).is_err(), "{wrong}");
        }
    }
}
