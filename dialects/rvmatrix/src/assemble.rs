//! The words of a text, and the text of a word.

use mnc2_assembly::{Source, Symbols, is_assignment};
use mnc2_text::{Encoded, Message, message};

use crate::encode::Instruction;
use crate::lower::{Lowered, lower};

/// How many statements are read between two questions whether the result is still wanted.
const UNITS_BETWEEN_QUESTIONS: usize = 1024;

/// Each instruction of the extension with its word, in the order of the text. Macros and repetitions are written out at the
/// lines of their calls.
#[must_use]
pub fn assemble(
    source: &Source,
    symbols: &Symbols,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Encoded> {
    let statements = statements(source, symbols, is_cancelled).into_iter();
    let words = statements.filter_map(|(line, lowered)| match lowered {
        Lowered::Instruction(instruction) => Some(encoded(line, &instruction)),
        Lowered::Other | Lowered::Hidden(_) | Lowered::Wrong(..) => None,
    });
    words.collect()
}

/// Lines with an instruction whose word cannot be determined from the text: an operand is a name of another file, or of the C
/// preprocessor; and conditions and repetitions with an unknown value.
#[must_use]
pub fn unknown(source: &Source, symbols: &Symbols, is_cancelled: &dyn Fn() -> bool) -> Vec<u32> {
    let statements = statements(source, symbols, is_cancelled).into_iter();
    let hidden = statements.filter(|(_, lowered)| matches!(lowered, Lowered::Hidden(_)));
    let mut lines: Vec<u32> = hidden.map(|(line, _)| line).collect();
    lines.extend(&symbols.unknown);
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// How many instructions are not words of the extension: base instructions, and macros that the text does not define.
#[must_use]
pub fn others(source: &Source, symbols: &Symbols) -> usize {
    let units = symbols.units(source).filter(|unit| {
        let word = unit.mnemonic();
        let is_instruction = !word.is_empty()
            && !word.starts_with('.')
            && !symbols.macros.contains_key(word)
            && !is_assignment(unit.line, unit.statement().operands.first());
        is_instruction && lower(unit, symbols) == Lowered::Other
    });
    units.count()
}

/// The statements in the order in which they are read, by their lines.
fn statements(
    source: &Source,
    symbols: &Symbols,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<(u32, Lowered)> {
    let mut found = Vec::new();
    for (count, unit) in symbols.units(source).enumerate() {
        if count % UNITS_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        found.push((unit.number, lower(&unit, symbols)));
    }
    found
}

fn encoded(line: u32, instruction: &Instruction) -> Encoded {
    Encoded {
        line,
        hex: format!("0x{:08x}", instruction.encode()),
        text: instruction.to_string(),
    }
}

/// The text of a word in hexadecimal.
///
/// # Errors
/// With a sentence, if it is not a number of 32 bits, or no instruction of the extension.
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
            "`{word}` is not a word of 8 hexadecimal digits",
            word
        ));
    };
    let decoded = Instruction::decode(number).map(|instruction| instruction.to_string());
    decoded.ok_or_else(|| {
        let word = format!("0x{number:08x}");
        message!(
            "{word} is not an instruction of the RISC-V matrix extension 0.2",
            word
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let source = Source::of(&crate::syntax::SYNTAX, text);
        let symbols = Symbols::new(&source);
        let words = assemble(&source, &symbols, &|| false);
        let text = |word: &Encoded| format!("{} {}", word.line + 1, word.text);
        words.iter().map(text).collect()
    }

    #[test]
    fn macros_and_repetitions_are_written_out() {
        let text = ".macro copy to, form=mm\n mmov.\\form m\\to, m1\n.endm\n copy 2\n.rept 2\n mmov.mm m0, m1\n.endr\n.irp row, 1, 2\n mmov.mv.i m3, m4[\\row]\n.endr\n.data\n.ascii \"a\"\n mrelease";
        assert_eq!(
            words(text),
            [
                "4 mmov.mm m2, m1",
                "5 mmov.mm m0, m1",
                "5 mmov.mm m0, m1",
                "8 mmov.mv.i m3, m4[1]",
                "8 mmov.mv.i m3, m4[2]",
                "13 mrelease",
            ]
        );
    }

    #[test]
    fn instructions_without_a_word_are_known() {
        let unknown = |text: &str| {
            let source = Source::of(&crate::syntax::SYNTAX, text);
            unknown(&source, &Symbols::new(&source), &|| false)
        };
        let text = "#define ROW 1 + 0\n mmov.mv.i m0, m1[ROW]\n mmov.mm m0, m1\n mmov.mv.i m0, m1[elsewhere]";
        assert_eq!(unknown(text), [1, 3]);
        let defined = |define: &str| format!("{define}\n mmov.mv.i m0, m1[ROW]");
        assert_eq!(unknown(&defined("#define ROW 1")), [0; 0]);
        assert_eq!(
            words(&defined("#define ROW 0x2")),
            ["2 mmov.mv.i m0, m1[2]"]
        );
        for open in [
            "#define ROW(x) 1",
            "#ifdef X\n#define ROW 1\n#endif",
            "#define ROW 1\n#define ROW 2",
        ] {
            assert_eq!(unknown(&defined(open)).len(), 1, "{open}");
        }
        assert_eq!(unknown(".set row, 1\n mmov.mv.i m0, m1[row]"), [0; 0]);
        let call = ".macro take row\n mmov.mv.i m0, m1[\\row]\n.endm\n take 1\n take elsewhere";
        assert_eq!(unknown(call), [4]);
    }

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
