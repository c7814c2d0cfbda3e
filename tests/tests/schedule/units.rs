//! Copies by other units.

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_equal::Places;

use super::{equal_at, shortened_at};

/// Checks how many steps a program takes with merging, and with copies by other units; what they become is equivalent.
#[track_caller]
fn check(text: &str, places: &Places, expected: (i64, i64)) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let merged = shortened_at(&lines, ChangeLevel::Merging, places);
    let copied = shortened_at(&lines, ChangeLevel::Unit, places);
    assert_eq!((merged.after, copied.after), expected, "{:?}", copied.lines);
    let written = copied.lines.join("\n");
    assert!(equal_at(text, &written, places), "{written}");
    written
}

#[test]
fn only_another_unit_makes_some_programs_shorter() {
    // Four additions and two copies of any bits: L1BM gives them back while the ALU adds.
    let bits = "\
ladd $lm0v $ls0v $lr0v
ladd $lm8v $ls0v $lr8v
ladd $lm16v $ls0v $lr16v
ladd $lm24v $ls0v $lr24v
lpassa $lr64v $ln0v
lpassa $lr72v $ln8v";
    let written = check(bits, &Places::everything(), (6, 4));
    assert!(written.contains("l1bmd $lbi $ln"), "{written}");
    // The MAU put out what is copied, and the ALU is busy.
    let numbers = "\
fvmul $lm0v $ls0v $lr0v
nop
ladd $ln0v $ls8v $ls16v
ladd $ln8v $ls8v $ls24v
lpassa $lr0 $lr64v";
    let written = check(numbers, &Places::everything(), (4, 3));
    assert!(written.contains("fvpassa $lr0 $lr64v"), "{written}");
    // The multiplication writes the copy, too.
    let result = "fvmul $lm0v $ls0v $lr0v\nnop/2\nlpassa $lr0v $ln0v";
    let written = check(result, &Places::everything(), (2, 1));
    assert!(
        written.contains("fvmul $lm0v $ls0v $lr0v $ln0v"),
        "{written}"
    );
    // The ALU copies what the MAU has no step for.
    let busy = "\
fvmul $lm0v $ls0v $lr0v
nop
fvmul $lm8v $ls0v $lr8v
fvmul $lm16v $ls0v $lr16v
fvpassa $lr0 $ln0v";
    let written = check(busy, &Places::everything(), (4, 3));
    assert!(written.contains("lpassa"), "{written}");
}
