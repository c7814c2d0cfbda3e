//! The words of a line around a cursor.

use mnc2_asm::LineParser;
use mnc2_program::cursor::Cursor;

/// The expression's number, the words before, the typed part of the word and what follows.
fn check(fixture: &str, expected: Option<(usize, &[&str], &str, &str)>) {
    let at = fixture.find('‸').expect("a cursor");
    let text = fixture.replace('‸', "");
    let line = LineParser::new().parse(&text);
    let cursor = Cursor::new(&line, &text, at);
    let found = cursor.as_ref().map(|cursor| {
        let before: Vec<&str> = cursor
            .before
            .iter()
            .map(|word| &text[word.clone()])
            .collect();
        (
            cursor.expression,
            before,
            cursor.typed(&text),
            &text[at..cursor.word.end],
        )
    });
    let expected = expected
        .map(|(expression, before, typed, rest)| (expression, before.to_vec(), typed, rest));
    assert_eq!(found, expected, "{fixture}");
}

#[test]
fn words_are_parted_by_spaces_and_semicolons() {
    check("‸", Some((0, &[], "", "")));
    check("lpa‸ssa $lm0v", Some((0, &[], "lpa", "ssa")));
    check("lpassa‸ $lm0v", Some((0, &[], "lpassa", "")));
    check("lpassa ‸$lm0v", Some((0, &["lpassa"], "", "")));
    check("lpassa $l‸m0v $ln0", Some((0, &["lpassa"], "$l", "m0v")));
    check("  nop;wa‸", Some((1, &[], "wa", "")));
    check("nop; wait ‸; x", Some((1, &["wait"], "", "")));
    check("nop;‸", Some((1, &[], "", "")));
    check("nop‸;", Some((0, &[], "nop", "")));
}

#[test]
fn quotes_and_brackets_hold_words_together() {
    check("imm f\" 1; ‸", Some((0, &["imm"], "f\" 1; ", "")));
    check(
        "lpassa $lm[0, 2‸, 4] $ln0",
        Some((0, &["lpassa"], "$lm[0, 2", ", 4]")),
    );
    check("lpassa $lm[0, ; n‸", Some((1, &[], "n", "")));
}

#[test]
fn comments_hold_no_words() {
    check("nop # wa‸", None);
    check("nop ‸# wait", Some((0, &["nop"], "", "")));
    check("# ‸", None);
    check("nop あ‸ # x", Some((0, &["nop"], "あ", "")));
}
