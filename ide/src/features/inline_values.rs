//! What a debugger evaluates next to the line where a run has stopped: its operands, as expressions of the debugger.
//!
//! The values are those before the line runs, so only this line has any: what an operand held in a line above can be
//! overwritten since.

use mnc2_asm::watch;
use mnc2_program::{Line, Operand, Statement, WatchKind};
use mnc2_text::LineRange;

/// The operands of a line that can be evaluated, without masks, signs and suffixes.
pub fn operands(text: &str, line: &Line) -> Vec<LineRange> {
    let bare = |operands: &[Operand]| operands.iter().map(Operand::bare_range).collect();
    let ranges: Vec<LineRange> = match &line.statement {
        None | Some(Statement::Quit(_) | Statement::Host(_) | Statement::Directive(_)) => {
            Vec::new()
        }
        Some(Statement::DebugGet(get)) => vec![get.memory.range.clone()],
        Some(Statement::DebugSet(set)) => vec![set.memory.range.clone()],
        Some(Statement::Mask(mask)) => vec![mask.entry_range.clone()],
        Some(Statement::Mv(mv)) => bare(&mv.operands),
        Some(Statement::Step(step)) => {
            let expressions = step.expressions.iter();
            let operands = expressions.flat_map(|expression| expression.operands());
            operands.map(Operand::bare_range).collect()
        }
    };
    let is_place = |range: &LineRange| {
        let text = text.get(range.start as usize..range.end as usize);
        let parsed = text.and_then(|text| watch::parse(text).ok());
        parsed.is_some_and(|parsed| matches!(parsed.kind, WatchKind::Place(_)))
    };
    ranges.into_iter().filter(is_place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_asm::LineParser;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let parsed = LineParser::new().parse(line);
        let ranges = operands(line, &parsed).into_iter();
        let found: Vec<&str> = ranges
            .map(|it| &line[it.start as usize..it.end as usize])
            .collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn operands_are_without_what_belongs_to_the_instruction() {
        check(
            "ladd $lr0 -$lm8v $ls0/1000 # $lr2",
            &["$lr0", "$lm8v", "$ls0"],
        );
        check("lpassa $lm[0,2,4,6] $lr0v", &["$lm[0,2,4,6]", "$lr0v"]);
        check(
            "dvmulu $lr0 $ls0 $nowrite; lpassa $aluf $ln0",
            &["$lr0", "$ls0", "$aluf", "$ln0"],
        );
        check("d get $lm8n0c0b0m0p3 4", &["$lm8n0c0b0m0p3"]);
        check("imm i\"10\" $r0", &["$r0"]);
    }

    #[test]
    fn what_cannot_be_evaluated_is_left_out() {
        check("lpassa $lmt $lr0", &["$lr0"]);
        check("nop/2", &[]);
        check("lpasa $lm0 $lr0", &[]);
    }
}
