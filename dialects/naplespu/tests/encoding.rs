//! Lines and their words, and the findings of lines that have none.

use mnc2_assembly::{PerChunk, Source, Symbols};
use mnc2_naplespu::layout::Layout;
use mnc2_naplespu::lower::Lowered;
use mnc2_naplespu::syntax::SYNTAX;
use mnc2_naplespu::table::{Field, Form, Row};
use mnc2_naplespu::{Document, Options, encode::Instruction};
use mnc2_text::interface::{Assemble as _, Disassemble as _};
use mnc2_text::random::Random;

fn words(text: &str) -> String {
    let encoded = Document::new(text, &Options::default()).assemble(&|| false);
    let words: Vec<&str> = encoded.iter().map(|word| word.hex.as_str()).collect();
    words.join(" ")
}

/// The codes of what lines cannot be encoded, or are accepted with a warning.
fn codes(text: &str) -> String {
    let source = Source::with_syntax(&SYNTAX, text);
    let symbols = Symbols::new(&source);
    let layout = Layout::new(&source, &symbols, &PerChunk::new(&source));
    let mut found = Vec::new();
    for placed in layout.statements() {
        match &*placed.lowered {
            Lowered::Wrong(_, diagnostics) => found.extend(diagnostics.iter().cloned()),
            Lowered::Instruction(read) => found.extend(read.warnings.iter().cloned()),
            Lowered::Other | Lowered::Hidden(_) => {}
        }
    }
    found.extend(layout.wrong().map(|(_, diagnostic)| diagnostic.clone()));
    let ids: Vec<&str> = found.iter().map(|found| found.code.id()).collect();
    ids.join(" ")
}

/// Every row with many values, from a word to its text and back.
#[test]
fn texts_of_words_assemble_to_the_same_words() {
    let mut random = Random::new(7);
    let mut count = 0;
    for row in Row::all() {
        // Two instructions, whose text is not a single word's.
        if row.form == Form::SAddress {
            continue;
        }
        for _ in 0..64 {
            let mut instruction = Instruction::new(row);
            for field in row.form.fields() {
                let number = random.bits() as i32;
                let value = match field {
                    // A number in the place of a label fills the field, and is a whole number of instructions.
                    Field::Offset18 | Field::Offset24 => number >> 16 << 2,
                    _ => number,
                };
                instruction = instruction.with(*field, i64::from(value));
            }
            let word = format!("0x{:08x}", instruction.encode());
            let text = Options::default()
                .disassemble(&word)
                .expect("it is an instruction");
            assert_eq!(words(&text), word, "{text}");
            count += 1;
        }
    }
    assert_eq!(count, 64 * (Row::all().len() - 1));
}

#[test]
fn the_classes_of_operands_choose_the_encoding() {
    assert_eq!(words("add_i32 s1, s2, s3"), "0x040420c0");
    assert_eq!(words("ADD_I32 v1, v2, s3"), "0x040420cc");
    assert_eq!(words("add_i32 v1, v2, v3"), "0x040420ce");
    assert_eq!(words("add_i32.m v1, v2, v3"), "0x040420cf");
    assert_eq!(words("jmp rm; jmp -16"), "0x70ec0000 0x78fffff0");
    assert_eq!(words("jret; nop"), "0x73000000 0xffffffff");
}

#[test]
fn labels_are_distances_of_18_bits_and_addresses() {
    assert_eq!(
        words("a: nop; nop; nop; nop; nop; nop; jmp a")
            .split(' ')
            .next_back(),
        Some("0x7803ffe8")
    );
    assert_eq!(
        words("1: nop; jmp 1b; jmp 1f; 1: nop").split(' ').nth(1),
        Some("0x7803fffc")
    );
    assert_eq!(
        words("1: nop; jmp 1b; jmp 1f; 1: nop").split(' ').nth(2),
        Some("0x78000004")
    );
    // A word of data after four bytes of code, at the next multiple of 64.
    assert_eq!(
        words("lea s1, x\n.data\n.space 4\nx: .long 1"),
        "0x61040000 0x60040110"
    );
    assert_eq!(
        words("load32 s0, x; jret; x: .long 1"),
        "0x8203f040 0x73000000"
    );
}

#[test]
fn names_have_the_value_of_the_last_definition_before() {
    assert_eq!(
        words("n = 1; addi s0, s0, n; n = 2; addi s0, s0, n"),
        "0x44000008 0x44000010"
    );
    assert_eq!(words(".equiv n, 3; addi s0, s0, n"), "0x44000018");
    assert_eq!(words("n == 3; addi s0, s0, n"), "0x44000018");
    // A name for a label, also before the label.
    assert_eq!(
        words(".set x, f + 4; f: nop; nop; jmp x"),
        "0xffffffff 0xffffffff 0x7803fffc"
    );
    assert_eq!(words("jmp 4 + f; f: nop"), "0x78000008 0xffffffff");
}

#[test]
fn an_address_beside_a_base_is_a_sum() {
    assert_eq!(words("_lea s0, 8(sp)"), words("addi s0, sp, 8"));
    assert_eq!(
        words("_lea s0, x; nop; x: nop"),
        words("addi s0, pc, 8; nop; nop")
    );
    assert_eq!(words("leah s1, x; x: nop"), words("moveih s1, 0; nop"));
}

#[test]
fn what_cannot_be_encoded_is_said() {
    for (text, expected) in [
        ("add_i32 s1, s2", "NP0301"),
        ("add_i32 s1, v2, s3", "NP0302"),
        ("addi v1, s2, 3", "NP0302"),
        ("add_i32 s58, s1, s2", "NP0303"),
        ("add_i32 S1, s1, s2", "NP0303"),
        ("load32 s1, s2", "NP0311"),
        ("load32 s1, 4(x)", "NP0304"),
        ("load32 s1, 256(s2)", "NP0305"),
        ("load32 s1, (v2)", "NP0310"),
        ("loadg32_scratchpad v1, (s2)", "NP0310"),
        ("loadg32 v1, (v2)", "NP0312"),
        ("addi s1, s1, -257", "NP0305"),
        ("movei s1, 65536", "NP0306"),
        ("jmp 131072", "NP0307"),
        ("jmp 2", "NP0308"),
        ("mullo s1, s2, s3", "NP0202"),
        ("load_v8i32 v1, (s2)", "NP0203"),
        ("add_i33 s1, s2, s3", "NP0201"),
        (".colour 1", "NP0204"),
        (".space x", "NP0302"),
        (".byte 256", "NP0302"),
        (".short -32769", "NP0302"),
        (".long 1,, 2", "NP0302"),
        (".align 3", "NP0302"),
        (".uleb128 -1", "NP0302"),
        (".comm a", "NP0302"),
        ("leah s0, 5", "NP0302"),
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
}

#[test]
fn near_misses_are_silent() {
    for text in [
        "addi s1, s1, -256; addi s1, s1, 255",
        "movei s1, -32768; movei v1, 65535",
        "jmp 131068; jmp -131072; jmp far",
        "load32 s1, 255(s2); load32 s1, x",
        "s58: jmp s58",
        "n = 4; addi s1, s1, n + 1",
        ".macro f r\nadd_i32 \\r, s1, s2\n.endm\nf s1",
        ".align 64; .asciz \"a\"; .cfi_startproc",
        ".byte 255, -128; .short 0xffff; .long -2147483648, 0xffffffff; .quad -1",
        "# add_i32 s1 // nothing\n/* jmp 2 */",
    ] {
        assert_eq!(codes(text), "", "{text}");
    }
}
