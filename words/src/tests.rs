use mnc2_isa::Mode;
use mnc2_isa::field::FieldPlace;
use mnc2_isa::field::observed_forms::{FLAT_STATEMENT, FLAT_WORD};

use super::*;
use mnc2_asm::LineParser;
use mnc2_program::WriteMaskSetting;
use mnc2_text::random::Random;

fn word_of(parser: &mut LineParser, text: &str, mode: Mode) -> EncodedStep {
    let (step, stated) = take_stated(text, mode).expect("stated fields");
    let line = parser.parse(&step);
    assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
    let empty = mnc2_program::Step {
        range: 0..0,
        expressions: Vec::new(),
    };
    let step = line.step().unwrap_or(&empty);
    let mut encoded = encode(step, WriteMaskSetting::default(), mode);
    encoded.state(&stated, &(0..0));
    encoded
}

#[test]
fn words_are_read_back() {
    for mode in [Mode::AutoStride, Mode::Flat] {
        let mut word = Word::idle(mode);
        assert_eq!(Word::parse(&word.binary(), mode), Ok(word));
        assert_eq!(
            Word::from_hexadecimal(&word.hexadecimal(), mode),
            Some(word)
        );
        for place in FieldPlace::all(mode) {
            let all = (1_u64 << place.size_bits()) - 1;
            word.set(place, all as u32);
            assert_eq!(u64::from(word.get(place)), all);
        }
        assert_eq!(word.binary(), "1".repeat(mode.word_bits().into()));
        let (bits, expected) = (2, mode.word_bits().into());
        assert_eq!(
            Word::parse("01", mode),
            Err(WordError::Length { bits, expected })
        );
        assert_eq!(Word::parse("0x", mode), Err(WordError::Character('x', 2)));
        assert_eq!(Word::from_hexadecimal("4", mode), None);
        let line = listing::line(&word);
        assert_eq!(listing::item(&line), Ok(listing::Item::Word(word)));
    }
}

/// The text of any word has all of it.
#[test]
fn every_word_is_in_its_text() {
    let mut random = Random::new(25);
    let (mut decoder, mut parser) = (Decoder::new(), LineParser::new());
    for round in 0..2000 {
        let mode = match round % 2 {
            0 => Mode::AutoStride,
            _ => Mode::Flat,
        };
        let mut word = Word::idle(mode);
        // From a few fields to all.
        for place in FieldPlace::all(mode) {
            if random.index(round % 12 + 1) == 0 {
                word.set(place, random.index(1_usize << place.size_bits()) as u32);
            }
        }
        let decoded = decoder.decode(&word);
        assert_eq!(decoded.encoded.word, word, "{}", decoded.text());
        let unknown = decoded
            .encoded
            .doubts()
            .filter(|it| mode == Mode::AutoStride || it.status == Status::Unknown);
        assert_eq!(unknown.count(), 0, "{}", decoded.text());
        let bits = decoded.known.observed + decoded.known.inferred + decoded.known.unknown;
        assert_eq!(bits, u64::from(mode.word_bits()));
        let again = word_of(&mut parser, &decoded.text(), mode);
        assert_eq!(again.word, word, "{}", decoded.text());
    }
}

/// The public flat word is made of its statement to the bit, all of it observed, and read back; everything else of flat mode
/// is inferred.
#[test]
fn the_public_flat_word_is_reproduced() {
    let rules = mnc2_program::rules::Rules {
        mode: mnc2_program::ModeChoice::Given(Mode::Flat),
        ..mnc2_program::rules::Rules::default()
    };
    let assembly = assemble(FLAT_STATEMENT, &rules);
    assert!(assembly.can_be_written(false), "{:?}", assembly.missing);
    assert_eq!(assembly.lines[0].text, format!("j {FLAT_WORD}"));
    let word = Word::parse(FLAT_WORD, Mode::Flat).expect("a word");
    let decoded = Decoder::new().decode(&word);
    assert_eq!(decoded.text(), "imm ui\"0x32f832f8\" $nowrite");
    assert!(!decoded.is_inferred());
    let (observed, rest) = (u64::from(Mode::Flat.word_bits()), 0);
    assert_eq!(
        decoded.known,
        decode::KnownBits {
            observed,
            inferred: rest,
            unknown: rest,
        }
    );
    for other in [
        "nop",
        "imm s\"0x32f9\" $nowrite",
        "lpassa $lm[0,2,6,4] $lr0v",
        "fvfma $lr0v $ls0v $lm4v $ln0v; lpassa $aluf $lt",
        "noforward",
        "lpassa $m0v $r0v",
    ] {
        let assembly = assemble(other, &rules);
        assert!(!assembly.can_be_written(false), "{other}");
        assert!(
            assembly.can_be_written(true),
            "{other}: {:?}",
            assembly.missing
        );
        let line = &assembly.lines[0];
        let Ok(listing::Item::Word(word)) = listing::item(&line.text) else {
            panic!("{other}: {}", line.text);
        };
        let decoded = Decoder::new().decode(&word);
        assert!(decoded.stated.is_empty(), "{other}: {}", decoded.text());
        assert!(decoded.is_inferred(), "{other}");
        assert!(decoded.known.observed > 0 && decoded.known.inferred > 0);
    }
    // What no code is known of stays refused.
    let unknown = assemble("ladd $lr0v $ls0v $nowrite", &rules);
    assert!(!unknown.can_be_written(true));
}

#[test]
fn what_is_stated_is_checked() {
    let error = |text: &str| {
        let error = take_stated(text, Mode::AutoStride).expect_err("wrong");
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
    let (text, stated) = take_stated("nop  ?ll=0x1 # ?x", Mode::AutoStride).expect("right");
    assert_eq!(text, "nop  # ?x");
    assert_eq!(stated.len(), 1);
}

/// The result of reading any text is a value or a sentence, and a place in the line.
#[test]
fn no_line_is_too_strange() {
    let mut random = Random::new(7);
    let parts = [
        "i", "j", "m", "d", "?", "=", "0x", " ", "\t", "#", "é", "\u{3000}", "01", "ll", "x", ";",
        "nop", "f",
    ];
    for _ in 0..5000 {
        let count = random.index(12);
        let line: String = (0..count).map(|_| random.one_of(&parts)).collect();
        if let Err(error) = listing::item(&line) {
            let range = error.range.start as usize..error.range.end as usize;
            assert!(line.get(range).is_some(), "{line:?}");
        }
        if let Err(error) = take_stated(&line, Mode::AutoStride) {
            assert!(line.get(error.at..).is_some(), "{line:?}");
        }
        let _ = assemble(&line, &mnc2_program::rules::Rules::default());
    }
}
