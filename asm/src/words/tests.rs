use mnc2_isa::field::{Field, WORD_BITS};

use super::*;
use crate::LineParser;
use crate::program::WriteMaskSetting;
use crate::random::Random;

fn word_of(parser: &mut LineParser, text: &str) -> Encoded {
    let (step, stated) = take_stated(text).expect("stated fields");
    let line = parser.parse(&step);
    assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
    let empty = crate::program::Step {
        range: 0..0,
        expressions: Vec::new(),
    };
    let step = line.step().unwrap_or(&empty);
    let mut encoded = encode(step, WriteMaskSetting::default());
    encoded.state(&stated, &(0..0));
    encoded
}

#[test]
fn words_are_read_back() {
    let mut word = Word::idle();
    assert_eq!(Word::parse(&word.binary()), Ok(word));
    assert_eq!(Word::from_hexadecimal(&word.hexadecimal()), Some(word));
    for &field in Field::ALL {
        let bits = field.row().size_bits();
        let all = (1_u64 << bits) - 1;
        word.set(field, all as u32);
        assert_eq!(u64::from(word.get(field)), all);
    }
    assert_eq!(word.binary(), "1".repeat(WORD_BITS.into()));
    assert_eq!(Word::parse("01"), Err(WordError::Length(2)));
    assert_eq!(Word::parse("0x"), Err(WordError::Character('x', 2)));
    assert_eq!(Word::from_hexadecimal("4"), None);
}

/// Whatever a word is, its text has all of it.
#[test]
fn every_word_is_in_its_text() {
    let mut random = Random(25);
    let (mut decoder, mut parser) = (Decoder::new(), LineParser::new());
    for round in 0..2000 {
        let mut word = Word::idle();
        // From a few fields to all.
        for &field in Field::ALL {
            if random.below(round % 12 + 1) == 0 {
                word.set(
                    field,
                    random.below(1_usize << field.row().size_bits()) as u32,
                );
            }
        }
        let decoded = decoder.decode(&word);
        assert_eq!(decoded.encoded.word, word, "{}", decoded.text());
        assert_eq!(decoded.encoded.doubts().count(), 0, "{}", decoded.text());
        let again = word_of(&mut parser, &decoded.text());
        assert_eq!(again.word, word, "{}", decoded.text());
    }
}

#[test]
fn what_is_stated_is_checked() {
    let error = |text: &str| {
        let error = take_stated(text).expect_err("wrong");
        (error.at, error.message.to_string())
    };
    expect_test::expect![[r#"
        [
            (
                4,
                "the instruction word has no field `x`",
            ),
            (
                0,
                "`?ll` is not the content of a field, such as `?alu_opcode=0x1f`",
            ),
            (
                0,
                "`1` is not a hexadecimal number such as 0x1f",
            ),
            (
                0,
                "the field `ll` has 2 bits, which cannot hold 0x4",
            ),
            (
                9,
                "`x` is not the content of a field, such as `?alu_opcode=0x1f`",
            ),
        ]
    "#]]
    .assert_debug_eq(&[
        error("nop ?x=0x1"),
        error("?ll"),
        error("?ll=1"),
        error("?ll=0x4"),
        error("?ll=0x1  x"),
    ]);
    let (text, stated) = take_stated("nop  ?ll=0x1 # ?x").expect("right");
    assert_eq!(text, "nop  # ?x");
    assert_eq!(stated.len(), 1);
}

/// Whatever is read, the result is a value or a sentence, and a place in the line.
#[test]
fn no_line_is_too_strange() {
    let mut random = Random(7);
    let parts = [
        "i", "j", "m", "d", "?", "=", "0x", " ", "\t", "#", "é", "\u{3000}", "01", "ll", "x", ";",
        "nop", "f",
    ];
    for _ in 0..5000 {
        let count = random.below(12);
        let line: String = (0..count).map(|_| random.one_of(&parts)).collect();
        if let Err(error) = listing::item(&line) {
            let range = error.range.start as usize..error.range.end as usize;
            assert!(line.get(range).is_some(), "{line:?}");
        }
        if let Err(error) = take_stated(&line) {
            assert!(line.get(error.at..).is_some(), "{line:?}");
        }
        let _ = assemble(&line, &crate::Rules::default());
    }
}
