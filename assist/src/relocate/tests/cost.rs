//! How much of a program is looked at, and when it stops.

use crate::relocate::*;
use mnc2_text::line;

/// Moves what the first operand of a program names.
fn relocated(
    program: &Program,
    text: &dyn Fn(usize) -> String,
    is_cancelled: &dyn Fn() -> bool,
    name: &str,
) -> Option<Result<Vec<Replacement>, Refusal>> {
    let subject = Subject {
        program,
        flow: &Flow::new(program),
        mode: ModeChoice::Infer,
        own: 0..program.len(),
        text,
        is_cancelled,
    };
    relocate(&subject, 0, 6, name)
}

/// Moves a region of a program and counts how often a line's text was read.
fn lines_looked_at(source: &str) -> usize {
    let lines: Vec<&str> = line::lines(source).collect();
    let program = mnc2_asm::parse(source);
    let looked_at = std::cell::Cell::new(0);
    let text = |line: usize| {
        looked_at.set(looked_at.get() + 1);
        lines[line].to_owned()
    };
    let moved = relocated(&program, &text, &|| false, "$lr64").expect("an operand");
    assert!(moved.is_ok_and(|moved| moved.len() > lines.len() / 2));
    looked_at.get()
}

#[test]
fn twice_the_lines_are_looked_at_twice_as_often() {
    let source = |lines: usize| {
        let step = "iadd $lr0v $ls0v $lr0v/$imr1\nnop\n";
        format!("zero $lr0v\nlpassa $lm0v $omr1\n{}", step.repeat(lines))
    };
    let (few, many) = (lines_looked_at(&source(300)), lines_looked_at(&source(600)));
    assert!(many < few * 5 / 2, "{few}, then {many}");
}

#[test]
fn it_stops_when_no_one_waits() {
    let source = "zero $lm0v\nlpassa $lm0v $ln0v\n".repeat(3000);
    let lines: Vec<&str> = source.lines().collect();
    let program = mnc2_asm::parse(&source);
    let text = |line: usize| lines[line].to_owned();
    let asked = std::cell::Cell::new(0);
    for patience in 1..8 {
        asked.set(0);
        let is_cancelled = || {
            asked.set(asked.get() + 1);
            asked.get() >= patience
        };
        let stopped = relocated(&program, &text, &is_cancelled, "$lm64");
        assert_eq!(stopped, Some(Err(Refusal::Cancelled)));
        assert!(asked.get() <= patience, "{patience}");
    }
}
