//! The state before a line of a program, after edits.

use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_program::{Program, Statement, WriteMaskSetting};
use mnc2_text::random::Random;

#[test]
fn what_lies_before_a_line_is_that_of_all_lines_before_it() {
    let texts = ["nop", "nop/3", "", "maskr 1", "maskt 1", "d get $lm0n0 1"];
    let mut parser = LineParser::new();
    let parsed = texts.map(|text| Arc::new(parser.parse(text)));
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    let mut below = |limit: usize| random.index(limit);
    let mut program = Program::in_chunks_of(6);
    for _ in 0..500 {
        let start = below(program.len() + 1);
        let end = start + below((program.len() - start).min(12) + 1);
        let count = if program.len() > 80 { 0 } else { below(14) };
        let lines = (0..count).map(|_| Arc::clone(&parsed[below(parsed.len())]));
        program.replace(start..end, lines.collect::<Vec<_>>());
        let (mut steps, mut setting) = (0, WriteMaskSetting::default());
        for (number, line) in program.iter().enumerate() {
            assert_eq!(program.steps_before(number), steps);
            assert_eq!(program.mask_setting_at(number), setting);
            match &line.statement {
                Some(Statement::Step(step)) => steps += u64::from(step.steps()),
                Some(Statement::Mask(mask)) => setting = mask.setting,
                _ => {}
            }
        }
        for beyond in [0, 1, 100] {
            assert_eq!(program.steps_before(program.len() + beyond), steps);
            assert_eq!(program.mask_setting_at(program.len() + beyond), setting);
        }
    }
}
