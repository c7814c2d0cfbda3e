use super::*;

/// The meaning of what the `d get` in the last line shows.
#[track_caller]
fn check(text: &str, expected: Option<Numbers>) {
    check_words(text, 0..u32::MAX, expected);
}

#[track_caller]
fn check_words(text: &str, words: Range<u32>, expected: Option<Numbers>) {
    let program = mnc2_asm::parse(text);
    for (number, line) in program.iter().enumerate() {
        assert!(!line.has_error(), "line {number} of {text}");
    }
    let flow = Flow::new(&program);
    let last = text.lines().count() - 1;
    let found = Origins::new(&program, &flow).shown_by_get(last, words);
    assert_eq!(found, expected, "{text}");
}

const DOUBLES: Option<Numbers> = Some(Numbers::Of(Precision::Double));
const SINGLES: Option<Numbers> = Some(Numbers::Of(Precision::Single));
const HALVES: Option<Numbers> = Some(Numbers::Of(Precision::Half));
const LONGS: Option<Numbers> = Some(Numbers::Of(Precision::LongInteger));

#[test]
fn an_operation_says_what_it_makes() {
    check(
        "dvfmad $lm0 $lm0 $lm0 $lr0\nd get $lr0n0c0b0m0p0 1",
        DOUBLES,
    );
    check("dvaddr $lm0 $lm0 $r0\nd get $lr0n0c0b0m0p0 1", SINGLES);
    check("fvadd $lm0 $lm0 $lr0\nd get $lr0n0c0b0m0p0 1", SINGLES);
    check("hvadd $lm0 $lm0 $llr0\nd get $lr0n0c0b0m0p0 1", SINGLES);
    check("hvaddr $lm0 $lm0 $lr0\nd get $lr0n0c0b0m0p0 1", HALVES);
    check("linc $subpeid $lr0\nd get $lr0n0c0b0m0p0 1", LONGS);
    check("dftoi $lm0 $lr0\nd get $lr0n0c0b0m0p0 1", LONGS);
    check(
        "land $lm0 $lm0 $lr0\nd get $lr0n0c0b0m0p0 1",
        Some(Numbers::Bits),
    );
    check("imm f\"1.5\" $lr0\nd get $lr0n0c0b0m0p0 1", SINGLES);
    check(
        "immu ui\"0x3ff80000\" $lr0\nd get $lr0n0c0b0m0p0 1",
        Some(Numbers::Bits),
    );
}

#[test]
fn copies_keep_it() {
    check(
        "dvadd $lm0 $lm0 $lr0v\nnop/2\nlpassa $lr0v $ln0v\nd get $ln0n0c0b0m0p0 4",
        DOUBLES,
    );
    check(
        "fvadd $lm0 $lm0 $nowrite\nlpassa $mauf $lr0v\nd get $lr0n0c0b0m0p0 4",
        SINGLES,
    );
    check(
        "dvadd $lm0 $lm0 $lr0v\nnop/2\nl1bmd $lr0v $lb0\nnop/8\nd get $lb0n0c0b0 1",
        DOUBLES,
    );
    check("lpassa $subpeid $lr0\nd get $lr0n0c0b0m0p0 1", LONGS);
    check(
        "dvadd $lm0 $lm0 $lr0v\nnop/2\nl1bmrdfadd $lr0v $lb0\nnop/8\nd get $lb0n0c0b0 1",
        DOUBLES,
    );
}

#[test]
fn what_is_not_known_is_not_said() {
    check("nop\nd get $lr0n0c0b0m0p0 1", None);
    check(
        "d set $lr0n0c0b0m0p0 1 3FF8000000000000\nd get $lr0n0c0b0m0p0 1",
        None,
    );
    check("lpassa $lm0 $lr0\nd get $lr0n0c0b0m0p0 1", None);
    check("dbfn $lm0 $lr0\nd get $lr0n0c0b0m0p0 1", None);
    // Zeros are zeros in every precision.
    check(
        "zero $lr0v\ndvadd $lm0 $lm0 $lr0\nd get $lr0n0c0b0m0p0 4",
        DOUBLES,
    );
}

#[test]
fn words_may_differ() {
    let text = "dvadd $lm0 $lm0 $lr0\nlinc $lm0 $lr2\nd get $lr0n0c0b0m0p0 2";
    check(text, None);
    check_words(text, 0..2, DOUBLES);
    check_words(text, 2..4, LONGS);
}

#[test]
fn outputs_and_the_newest_write() {
    let program = mnc2_asm::parse("dvadd $lm0 $lm0 $lr0v\nlinc $lm0 $lr2\n");
    let flow = Flow::new(&program);
    let origins = Origins::new(&program, &flow);
    assert_eq!(origins.written_by_operand(0, &(16..21)), DOUBLES);
    assert_eq!(origins.written_by_operand(1, &(10..14)), LONGS);
    let grf = Store::Memory(Memory::Grf0);
    assert_eq!(origins.after(1, grf, &(0..2)), DOUBLES);
    assert_eq!(origins.after(1, grf, &(2..4)), LONGS);
    assert_eq!(origins.after(0, grf, &(2..4)), DOUBLES);
    assert_eq!(origins.after(1, grf, &(20..22)), None);
}
