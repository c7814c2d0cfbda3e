use mnc2_text::random::Random;

use super::*;
use crate::session::lazy_program::TEXT_BYTES_MAX;

fn assert_consistent(document: &Mnc2Document, expected: &str) {
    let text = document.text.to_string();
    assert_eq!(text, expected);
    assert_eq!(*document.program, mnc2_asm::parse(&text), "{text:?}");
}

#[test]
fn edits_yield_the_program_of_the_whole_text() {
    const PIECES: &[&str] = &[
        "",
        "\n",
        "\r",
        "\r\n",
        "nop",
        "lpassa $lm0v $ln0v",
        "# あ😀",
        ";",
        "\n\n",
        "\u{2028}",
    ];
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut parser = LineParser::new();
    let mut expected = String::from("nop\r\nnop/2 # x\r\nquit\r");
    let mut document = Mnc2Document::new(1, &expected);
    // A document whose lines are read when they are needed, as in a long text.
    let mut long = Mnc2Document::new(1, &expected);
    for round in 0..3000 {
        if expected.len() > 200 {
            expected.clear();
            document.replace_all("", &mut parser);
            long.replace_all("", &mut parser);
        }
        if round % 7 == 0 {
            long.program = Reading::new(long.text.clone(), FileForm::Program, Extent::Needed);
        }
        let boundaries: Vec<usize> = expected
            .char_indices()
            .map(|(at, _)| at)
            .chain([expected.len()])
            .collect();
        let start = boundaries[random.index(boundaries.len())];
        let end = (start + random.index(4)).min(expected.len());
        let end = *boundaries.iter().find(|&&at| at >= end).unwrap_or(&start);
        let piece = PIECES[random.index(PIECES.len())];
        expected.replace_range(start..end, piece);
        let in_part = random.index(2) == 0;
        for document in [&mut document, &mut long] {
            if in_part {
                document.replace(start..end, piece, &mut parser);
            } else {
                document.replace_all(&expected, &mut parser);
            }
        }
        assert_consistent(&document, &expected);
        assert_eq!(
            long.snapshot().review().report(),
            document.snapshot().review().report()
        );
        assert_eq!(*long.program, *document.program, "{expected:?}");
    }
}

#[test]
fn a_text_that_grows_too_long_is_read_again_when_it_is_short() {
    let mut parser = LineParser::new();
    let short = "nop\nwrong\n";
    let long = format!("{short}# {}\n", "x".repeat(TEXT_BYTES_MAX));
    let mut document = Mnc2Document::new(1, short);
    let is_read = |document: &Mnc2Document| {
        let snapshot = document.snapshot();
        assert_eq!(snapshot.program.len(), snapshot.text.len_lines());
        let findings = snapshot.review().reported().len();
        assert_eq!(findings, usize::from(!snapshot.is_unread()));
        !snapshot.is_unread()
    };
    assert!(is_read(&document));
    document.replace_all(&long, &mut parser);
    assert!(!is_read(&document));
    document.replace(0..0, "nop\nnop\r\n", &mut parser);
    document.replace(2..9, "", &mut parser);
    assert!(!is_read(&document));
    document.replace_all(short, &mut parser);
    assert!(is_read(&document));
    assert_consistent(&document, short);
    assert!(!is_read(&Mnc2Document::new(1, &long)));
}

#[test]
fn ranges_outside_of_the_text_are_moved_into_it() {
    let mut parser = LineParser::new();
    let mut document = Mnc2Document::new(1, "nop");
    let reversed = Range { start: 100, end: 7 };
    document.replace(reversed, "\nnop", &mut parser);
    assert_consistent(&document, "nop\nnop");
    document.replace(3..usize::MAX, "", &mut parser);
    assert_consistent(&document, "nop");
}

#[test]
fn an_edit_keeps_the_lines_around_it() {
    let mut parser = LineParser::new();
    let mut document = Mnc2Document::new(1, "nop\nnop\nnop");
    let before = document.snapshot();
    document.replace(4..7, "quit", &mut parser);
    let after = document.snapshot();
    let shared = |index: usize| match (before.program.line(index), after.program.line(index)) {
        (Some(before), Some(after)) => Arc::ptr_eq(before, after),
        (before, after) => before.is_none() && after.is_none(),
    };
    assert_eq!([shared(0), shared(1), shared(2)], [true, false, true]);
    assert!(!document.has_text_of(&before) && document.has_text_of(&after));
}

#[test]
fn long_texts_are_parsed_alike_on_several_threads() {
    let text = "nop\nlpassa $lm0v $ln0v\n".repeat(4096);
    assert_consistent(&Mnc2Document::new(1, &text), &text);
}
