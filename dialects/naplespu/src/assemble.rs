//! The words of a text, and the text of a word.

use mnc2_assembly::{Source, Symbols};
use mnc2_text::{Encoded, Message, message};

use crate::encode::Instruction;
use crate::layout::{Layout, Placed};
use crate::lower::Lowered;

/// How many statements are read between two questions whether the result is still wanted.
const STATEMENTS_BETWEEN_QUESTIONS: usize = 1024;

/// Each instruction with its word, in the order of the text. What macros and repetitions make is at the lines of
/// their calls.
#[must_use]
pub fn assemble(
    layout: &Layout,
    symbols: &Symbols,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Encoded> {
    let mut found = Vec::new();
    for (index, placed) in layout.statements().enumerate() {
        if index % STATEMENTS_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        if placed.address.is_none() {
            continue;
        }
        for instruction in layout.instructions(symbols, &placed) {
            found.push(Encoded {
                line: placed.line,
                hex: format!("0x{:08x}", instruction.encode()),
                text: instruction.to_string(),
            });
        }
    }
    found
}

/// Lines whose words cannot be determined from the text: conditions and repetitions with an unknown value, other files, and
/// operands that a macro would fill in.
#[must_use]
pub fn unknown(source: &Source, layout: &Layout, symbols: &Symbols) -> Vec<u32> {
    let is_unknown = |placed: &Placed<'_>| {
        let line = source.line(placed.line);
        let word = line.and_then(|line| Some(line.mnemonic(line.statements.get(placed.index)?)));
        let is_file = matches!(word, Some(".include" | ".incbin"));
        let is_hidden = matches!(*placed.lowered, Lowered::Hidden(_));
        placed.address.is_some() && (is_hidden || is_file)
    };
    let lines = layout.statements().filter(is_unknown);
    let mut lines: Vec<u32> = lines.map(|placed| placed.line).collect();
    lines.extend(&symbols.unknown);
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The text of a word in hexadecimal.
///
/// # Errors
/// With a sentence, if it is not a number of 32 bits, or no instruction.
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
            "`{word}` is not a word of 8 hexadecimal digits",
            word
        ));
    };
    let decoded = Instruction::decode(number).map(|instruction| instruction.to_string());
    decoded.ok_or_else(|| {
        let word = format!("0x{number:08x}");
        message!("{word} is not an instruction of NaplesPU", word)
    })
}
