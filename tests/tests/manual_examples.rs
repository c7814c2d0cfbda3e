//! The examples of manual 3.6.3 and 3.6.4 with the manual's numbers, each accepted as printed and refused after one change: by
//! the check, by the second opinion on the manual's text, and for hazards also by a run.

use std::collections::BTreeSet;

use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check;
use mnc2_tests::opinions::{self, StepOpinion};

/// Codes of errors, of all lines together.
fn errors(source: &str) -> BTreeSet<&'static str> {
    check(&mnc2_asm::parse(source), ModeChoice::Infer)
        .findings
        .iter()
        .filter(|finding| finding.diagnostic.is_error())
        .map(|finding| finding.diagnostic.code.id())
        .collect()
}

/// The text as printed has no error; with `from` replaced by `to` it has the one named.
#[track_caller]
fn hazard(source: &str, from: &str, to: &str, code: &'static str) {
    right(source);
    let changed = source.replacen(from, to, 1);
    assert_ne!(changed, source);
    assert_eq!(errors(&changed), [code].into(), "{changed}");
    let counts = opinions::compare_hazards(&changed).unwrap_or_else(|reason| panic!("{reason}"));
    assert_eq!(counts.hazards, 1, "{changed}");
}

#[track_caller]
fn right(source: &str) {
    assert_eq!(errors(source), [].into(), "{source}");
    let counts = opinions::compare_hazards(source).unwrap_or_else(|reason| panic!("{reason}"));
    assert_eq!(counts.hazards, 0, "{source}");
}

#[test]
fn distances_of_3_6_3() {
    hazard(
        "l2bm@0 $lb0 $lc4096\nnop\nmvp/n4160 $lc0@.0 $d0",
        "nop\n",
        "",
        "E1001",
    );
    hazard(
        "l2bm@0 $lb0 $lc0\nnop/3\nl2bmb $lc64 $lb64",
        "nop/3",
        "nop/2",
        "E1003",
    );
    hazard(
        "l2bmb $lc0 $lb0\nnop/2\nl2bm@0 $lb64 $lc64",
        "nop/2",
        "nop",
        "E1004",
    );
    hazard("l2bmb@0 $lc0 $lb0\nl2bm@1 $lb0 $lc64", "@1", "@0", "E1004");
    hazard(
        "l2bmi@0/0 $lb0 $lb0\nnop/3\nl2bm@1 $lb64 $lc64",
        "nop/3",
        "nop/2",
        "E1004",
    );
    hazard(
        "l2bmi@0/0 $lb0 $lb0\nl2bmi@0/0 $lb64 $lb64",
        "\nl2bmi@0/0",
        "\nl2bmi@1/0",
        "E1004",
    );
    hazard(
        "l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb52 $lr0v",
        "$lb52",
        "$lb56",
        "E1005",
    );
    hazard(
        "l2bmb $lc0 $lb64\nl1bmm $lb52 $lr0v",
        "$lb52",
        "$lb56",
        "E1006",
    );
    hazard(
        "l1bmr4dfadd $r0v $lb48\nnop/2\nl2bmrdfadd $lb64 $lc0",
        "$lb48",
        "$lb32",
        "E1007",
    );
    hazard(
        "l1bmrdfadd $r0v $lb0\nnop/2\nl1bmm $lb16 $ls0v",
        "nop/2",
        "nop",
        "E1008",
    );
    // "At least 2 steps" and "at least 1 step" of 3.6.3.9.
    hazard(
        "lpassa $lm0v $ln0v\nnop/2\nlpassa $ln0v $lr0v",
        "nop/2",
        "nop",
        "E1009",
    );
    hazard(
        "lpassa $lm0v $lr0v\nnop\nlpassa $lr0v $ln0v",
        "nop\n",
        "",
        "E1010",
    );
    hazard(
        "lpassa $lm0v $t\nnop\nlpassa $t $ln0v",
        "nop\n",
        "",
        "E1012",
    );
    right("lpassa $lm0v $lr0v\nlpassa $lr8v $ln0v");
    right("lpassa $lr0v $lr0v; dvpassa $t $t");
    for (mask, is_right) in [
        ("1000", true),
        ("0100", true),
        ("0010", false),
        ("0001", false),
    ] {
        let source = format!("imm f\"1.0\" $r0/{mask}\nnop\ndvadd $lm0v $r0e $ln0v");
        let expected = if is_right { None } else { Some("E1010") };
        assert_eq!(errors(&source), expected.into_iter().collect(), "{source}");
    }
    right("lpassa $llm0v $omr1\nlpassa $lln0v $lr0v/$imr1");
}

/// The step as printed can be issued; with `from` replaced by `to` it cannot.
#[track_caller]
fn conflict(step: &str, from: &str, to: &str, code: &'static str) {
    let legal = opinions::compare_step(step, false);
    assert_eq!(legal, Ok(StepOpinion::Legal), "{step}");
    let changed = step.replacen(from, to, 1);
    assert_ne!(changed, step);
    match opinions::compare_step(&changed, false) {
        Ok(StepOpinion::Conflict(_)) => {}
        other => panic!("{changed}: {other:?}"),
    }
    assert_eq!(errors(&changed), [code].into(), "{changed}");
}

#[test]
fn company_of_3_6_4() {
    let first = "l2bmdars $lc0@.0 $dar0; l2bmdarw; l1bmrdfadd $lr0v $lbi";
    conflict(first, "l2bmdarw", "l2bmdarw; l2bmdarw", "E0901");
    conflict(first, "l2bmdarw", "nop", "E0801");
    let second = "noforward; l2bmb $lc256 $lb0; l2bmdarw; l1bmm $lbi $lr0v/$imr1; l1bmrdfadd $lr8v $lb256; \
                  gmmul $lx $lm0v $ln0v/$imr1; gmwrite $ls0v $ly0; hrelu/$imr1 $t $t $t; wait i01";
    conflict(second, "noforward", "noforward; noforward", "E0901");
    conflict(second, "noforward", "l2bm@0 $lb0 $lc0", "E0901");
    conflict(second, "l1bmm $lbi", "l1bmm $lb64", "E0901");
    conflict(
        second,
        "hrelu/$imr1 $t $t $t",
        "hrelu/$imr1 $t $t $t; zero $nowrite",
        "E0901",
    );
    conflict(second, "gmwrite $ls0v $ly0", "fmwrite $ls0v $ly0", "E0903");
    conflict(second, "$ly0", "$lx0", "E0905");
    conflict(second, "$t $t $t;", "$t $t $ln0v;", "E0907");
    conflict(second, "$t $t $t;", "$t $lr0v $t;", "E0908");
    conflict(second, "$t $t $t;", "$t $lm8v $t;", "E0908");
    conflict(second, "$t $t $t;", "$t $ls8v $t;", "E0908");
    conflict(second, "$t $t $t;", "$t $lr8 $t;", "E0908");
    conflict(second, "$ln0v/$imr1", "$ln0v/$imr2", "E0403");
    conflict(second, "$ln0v/$imr1", "$ln0v/$llimr1t", "E0403");
    conflict(second, "gmmul $lx", "gmmul/$imr1 $lx", "E0404");
    conflict(
        second,
        "hrelu/$imr1 $t $t $t",
        "imm/$imr1 f\"1.0\" $t",
        "E0909",
    );
    let product = "fvmul $lr0v -$ls0v $ln0v; fmwrite -$ls0v $lx0; noforward";
    conflict(product, "noforward", "fmread $ly0 $nowrite", "E0902");
    conflict(product, "fmwrite -$ls0v", "fmwrite $ls0v", "E0904");
    conflict(product, "fmwrite -$ls0v", "fmwrite -$lr0v", "E0904");
    // Manual 3.6.12.19: the conversion belongs to the port, not to the memory.
    let ports =
        "sor $llm0v $llm0vr $nowrite; hvfma $llm0v $llm0v $llm0v $nowrite; l1bmm@0 $llm0v $lb0";
    conflict(ports, "l1bmm@0 $llm0v", "l1bmm@0 $llm4v", "E0908");
    // Known messages of the assembler itself.
    conflict(
        "iadd $lr0v $lr0v $lr8v",
        "$lr0v $lr0v",
        "$lr0v $lr4v",
        "E0908",
    );
    conflict("ladd $ln0 $lm2 $ln0", "$lm2 $ln0", "$lm2 $ln2", "E0908");
    assert_eq!(errors("wait i01"), ["E0802"].into());
}

/// Manual 3.6.8.2: the turnaround, and the same without it.
#[test]
fn turnaround_of_3_6_8_2() {
    right("l1bmm@2 $lr0v $lb0\nl1bmm $lbi $lm0v; l1bmm@2 $lr8v $lb16\nl1bmm $lbi $lm8v");
    right("l1bmm@2 $lr0v $lb0\nl1bmm@2 $lr8v $lb16\nnop\nnop\nl1bmm $lb0 $lm0v\nl1bmm $lb16 $lm8v");
}
