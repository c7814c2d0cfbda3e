//! A line keeps no memory in reserve.

use mnc2_asm::LineParser;
use mnc2_program::Statement;

#[test]
fn a_line_keeps_nothing_in_reserve() {
    let mut parser = LineParser::new();
    let mut reserved = |text: &str| {
        let line = parser.parse(text);
        let mut reserved = line.diagnostics.capacity() - line.diagnostics.len();
        for found in &line.diagnostics {
            reserved += found.notes.capacity() - found.notes.len();
            reserved += found.fixes.capacity() - found.fixes.len();
        }
        match &line.statement {
            Some(Statement::Step(step)) => {
                reserved += step.expressions.capacity() - step.expressions.len();
                for expression in &step.expressions {
                    reserved += expression.inputs.capacity() - expression.inputs.len();
                }
            }
            Some(Statement::Mv(mv)) => reserved += mv.operands.capacity() - mv.operands.len(),
            _ => {}
        }
        reserved
    };
    for text in [
        "x",
        "lpasa $lm0v $ln0v",
        "lpassa $lm0v $ln0v; nop",
        "fvfma $lm0v $ln0v $lr0v $ls0v",
        "mvp/n64 $p0@0 $d0@0",
        "lpassa $lm1 $ln0, $lr0",
    ] {
        assert_eq!(reserved(text), 0, "{text}");
    }
}
