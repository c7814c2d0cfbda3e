//! The first items and the omitted ones depend on the lines around the cursor.

use super::{labels, offered};
use crate::complete::Candidate;
use mnc2_asm::LineParser;

#[test]
fn masks_that_are_written_come_first() {
    let offered = labels("lsub $lm0v $ln0v $omr3\nnop\nlpassa $lm0v $ln8v/‸");
    assert_eq!(offered[0], "$ln8v/$imr3", "{offered:?}");
    let offered = labels("lsub $lm0v $ln0v $omr3\nnop\nlpassa/$‸");
    assert_eq!(offered[0], "lpassa/$imr3", "{offered:?}");
}

#[test]
fn a_destination_is_free() {
    let offered = labels("lpassa $lm0v $ln0v\niadd $lm0v $lm0v ‸");
    assert_eq!(offered[0], "$ln8v", "{offered:?}");
    let near = &offered[..10];
    assert!(near.contains(&"$lr0v".to_owned()), "{offered:?}");
    // LM0 cannot be read and written in one step.
    assert!(!offered.contains(&"$lm8v".to_owned()), "{offered:?}");
}

#[test]
fn addresses_go_on_as_they_went() {
    let program = "l1bmp $llb0 $llm0v\nl1bmp $llb8 $llm4v\nl1bmp $llb16 $llm8v\n";
    assert_eq!(labels(&format!("{program}l1bmp ‸"))[0], "$llb24");
    assert_eq!(labels(&format!("{program}l1bmp $llb24 ‸"))[0], "$llm12v");
    assert_eq!(labels(&format!("{program}‸"))[0], "l1bmp");
    assert_eq!(labels(&format!("{program}l‸"))[0], "l1bmp");
}

#[test]
fn a_finished_line_stays_right() {
    let fits = |fixture: &str| {
        let at = fixture.find('‸').expect("a cursor");
        let (before, after) = (&fixture[..at], &fixture[at + '‸'.len_utf8()..]);
        let start = before.rfind(' ').map_or(0, |space| space + 1);
        let rest = after.find(' ').map_or("", |end| &after[end..]);
        let offered = labels(fixture);
        assert!(offered.len() > 3, "{fixture}: {offered:?}");
        for word in offered {
            let line = format!("{}{word}{rest}", &before[..start]);
            let parsed = LineParser::new().parse(&line);
            assert!(!parsed.has_error(), "{line}: {:?}", parsed.diagnostics);
        }
    };
    fits("lpassa $l‸m0v $ln0v");
    fits("l‸passa $lm0v $ln0v");
    fits("dvfmad $lm0v $ln0v $l‸s0v $lr0v");
}

#[test]
fn a_whole_statement_offers_nothing() {
    for line in [
        "imm i\"0\" $lr0‸",
        "d get $lr0n0c0b0m0p0 4‸",
        "lpassa $lm0v $ln0v‸",
        "lpassa $lm0v $ln0‸ # comment",
        "quit‸",
        "c 0 0 i10 i00 0 000000000 000001 0000000000000000\nf‸",
        "# mnc2‸",
    ] {
        assert_eq!(labels(line), [""; 0], "{line}");
    }
    assert!(labels("f‸").contains(&"fvadd".to_owned()));
    assert!(labels("lpassa $lm0v $l‸").len() > 10);
}

/// Comments and debug statements take no time, so a step after many of them follows immediately.
#[test]
fn an_address_that_a_step_after_comments_reads_too_early_is_not_offered() {
    let texts = |between: &str| -> Vec<String> {
        let program = format!("imm f\"1.0\" $‸lr8\n{between}lpassa $lr0v $ls0v\n");
        let candidates = offered(&program).0.candidates;
        candidates.iter().map(Candidate::text).collect()
    };
    let near = texts("");
    assert!(!near.is_empty());
    assert!(near.iter().all(|text| text != "$lr0"), "{near:?}");
    assert_eq!(near, texts(&"# a comment\n".repeat(20)));
}

#[test]
fn written_places_come_first_in_the_form_of_d_get() {
    let program = "lpassa $lm0v $lr64v\nlpassa $lm8v $ls24\nl1bmp $lb8 $lm16v\n";
    let offered = labels(&format!("{program}d get $‸"));
    let first = ["$lm16n0c0b0m0p0", "$ls24n0c0b0m0p0", "$lr64n0c0b0m0p0"];
    assert_eq!(offered[..3], first, "{offered:?}");
    let offered = labels(&format!("{program}d getf $lr‸"));
    assert_eq!(offered[0], "$lr64n0c0b0m0p0", "{offered:?}");
    let offered = labels("nop\nd get $‸");
    assert_eq!(offered[0], "$lb0n0c0b0", "{offered:?}");
}

#[test]
fn what_d_set_fills_is_a_source() {
    let set = "d set $lm64n0c0b0m0p0 4 l1l2l3l4\n";
    let program = format!("{set}{}", "nop\n".repeat(12));
    let offered = labels(&format!("{program}lpassa $‸"));
    assert_eq!(offered[0], "$lm64v", "{offered:?}");
    let offered = labels("d set $lm64n0c0b0m0p0 1 l1\nlpassa $lm‸");
    assert_eq!(offered[0], "$lm64", "{offered:?}");
}

#[test]
fn a_typed_address_that_is_misaligned_is_not_continued() {
    assert_eq!(labels("lpassa $lr1‸"), [""; 0]);
    assert_eq!(labels("lpassa $lm3v‸"), [""; 0]);
    assert!(labels("lpassa $lr2‸").contains(&"$lr2v".to_owned()));
    assert!(labels("lpassa $r1‸").contains(&"$r1v".to_owned()));
}

#[test]
fn numbers_are_in_the_order_of_their_values() {
    assert_eq!(labels("d get $lm0n0c0b0m0p0 ‸"), ["1", "4", "16"]);
}
