//! When the results of a step can be read, and how: the rules of [`mnc2_isa::timing`] seen from the write.

use mnc2_isa::Width;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::timing::{self, AccessKind, DistanceUnit, TimingRule};

use mnc2_program::access::WriteMasking;
use mnc2_program::{Expression, Operand, OperandKind, PerCycle, Step, WriteMaskSetting};
use mnc2_text::LineRange;

/// When the result of an operand can be read in one way. Steps count from the step that writes: 1 is the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// The operand that is written.
    pub output: LineRange,
    /// The access that reads it.
    pub by: AccessKind,
    /// The first step that can read it in the order in which it was written, each word in its own cycle.
    pub earliest: u32,
    /// The first step that can read it in any order.
    pub always: u32,
    /// The rule for this.
    pub rule: &'static TimingRule,
}

/// When the results of a step can be read; `setting` is the `mask` setting in force. In the order of the operands, and
/// for each of them in the order of the rules.
#[must_use]
pub fn readable(step: &Step, setting: WriteMaskSetting) -> Vec<Readable> {
    readable_outputs(step, setting, |_| true)
}

/// As [`readable`], for the operand at `output`; empty without such an operand.
#[must_use]
pub fn readable_output(
    step: &Step,
    setting: WriteMaskSetting,
    output: &LineRange,
) -> Vec<Readable> {
    readable_outputs(step, setting, |operand| operand.range == *output)
}

fn readable_outputs(
    step: &Step,
    setting: WriteMaskSetting,
    is_asked_for: impl Fn(&Operand) -> bool,
) -> Vec<Readable> {
    let setting = step.setting(setting);
    let mut found = Vec::new();
    for expression in &step.expressions {
        for output in expression.outputs.iter().filter(|it| is_asked_for(it)) {
            push_readable_output(expression, output, setting, &mut found);
        }
    }
    found
}

fn push_readable_output(
    expression: &Expression,
    output: &Operand,
    setting: WriteMaskSetting,
    found: &mut Vec<Readable>,
) {
    let Some(memory) = output.kind.memory() else {
        return;
    };
    if matches!(output.kind, OperandKind::Turnaround(_)) {
        return;
    }
    let written = WriteMasking::from_output(output, memory, setting);
    let width = match &output.kind {
        OperandKind::PeMemory(memory) => memory.width,
        OperandKind::T(_) => Width::DoubleLong,
        _ => Width::Long,
    };
    let cycles = std::array::from_fn(|cycle| written.is_possible(cycle, width));
    let Some(last_written) = cycles.iter().rposition(|is_written| *is_written) else {
        return;
    };
    let Some(access) = AccessKind::from_write(expression.op, memory, written.is_variable()) else {
        return;
    };
    let begin = found.len();
    for rule in timing::rules_after(access) {
        // Filling DARBUF reads nothing of DAR. If several rules apply to one kind of read, the first is the strictest.
        let reads = rule.second != AccessKind::DarbufFill;
        if !reads || found[begin..].iter().any(|other| other.by == rule.second) {
            continue;
        }
        let (earliest, always) = match rule.unit {
            DistanceUnit::Steps => (rule.distance + 1, rule.distance + 1),
            DistanceUnit::Cycles => {
                let latest = match &output.kind {
                    // Each cycle has its own slot.
                    OperandKind::T(_) => steps_after(rule, 0),
                    _ => steps_after(rule, last_written as u32),
                };
                let least = steps_after(rule, same_order_wait(output, &cycles));
                (least.min(latest), latest)
            }
        };
        found.push(Readable {
            output: output.range.clone(),
            by: rule.second,
            earliest,
            always,
            rule,
        });
    }
}

/// Steps until a rule in cycles is met by a read that is `wait` cycles earlier in its step than the write is in its
/// own.
fn steps_after(rule: &TimingRule, wait: u32) -> u32 {
    (rule.distance + 1 + wait).div_ceil(CYCLES_PER_STEP as u32)
}

/// By how many cycles the last write of a word is later in its step than the first read of the same word, if the same
/// operand is read; 0 if every word is read in the cycle that wrote it.
fn same_order_wait(output: &Operand, cycles: &PerCycle<bool>) -> u32 {
    let OperandKind::PeMemory(memory) = &output.kind else {
        return 0;
    };
    let addresses = memory.addresses_words();
    let words = |cycle: usize| addresses[cycle]..addresses[cycle] + memory.width.single_words();
    let mut wait = 0;
    for write in (0..CYCLES_PER_STEP).filter(|cycle| cycles[*cycle]) {
        for read in 0..write {
            let overlap =
                words(read).start < words(write).end && words(write).start < words(read).end;
            if overlap {
                wait = wait.max((write - read) as u32);
            }
        }
    }
    wait
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use mnc2_asm::LineParser;
    use mnc2_program::ModeChoice;
    use mnc2_program::code::Code;
    use mnc2_program::rules::check::check;

    fn step_of(text: &str) -> Step {
        let line = LineParser::new().parse(text);
        assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
        line.step().expect("a step").clone()
    }

    fn check_text(text: &str, expected: Expect) {
        let found: String = readable(&step_of(text), WriteMaskSetting::default())
            .iter()
            .map(|readable| {
                let Readable {
                    output,
                    by,
                    earliest,
                    always,
                    ..
                } = readable;
                let spelled = &text[output.start as usize..output.end as usize];
                format!("{spelled} by {}: {earliest}, {always}\n", by.name())
            })
            .collect();
        expected.assert_eq(&found);
    }

    #[test]
    fn memories_of_the_pe() {
        check_text(
            "linc $lm0v $ln0v $lr0v $ls0 $lt",
            expect![[r#"
                $ln0v by LM read: 3, 3
                $lr0v by GRF read: 2, 3
                $ls0 by GRF read: 3, 3
                $lt by T-register read: 2, 2
            "#]],
        );
        check_text(
            "linc $lm0v $lr0v/1000",
            expect![[r#"
                $lr0v/1000 by GRF read: 2, 2
            "#]],
        );
        check_text(
            "linc $lm0v $nowrite; dmwrite $lr0v $lx0",
            expect![[r#"
            $lx0 by use of the matrix register: 1, 1
        "#]],
        );
    }

    #[test]
    fn memories_above_the_pe() {
        check_text(
            "l1bmm@0 $lm0v $lb0; l2bmb $lc0 $lb64",
            expect![[r#"
                $lb0 by L1BM to L2BM transfer: 3, 4
                $lb0 by multicast: 3, 4
                $lb0 by L1BM to PE transfer: 3, 3
                $lb64 by L1BM to L2BM transfer: 3, 3
                $lb64 by multicast: 3, 3
                $lb64 by L1BM to PE transfer: 2, 3
            "#]],
        );
        check_text(
            "l2bm@0 $lb0 $lc0",
            expect![[r#"
                $lc0 by MV instruction that reads L2BM: 2, 2
                $lc0 by L2BM to L1BM transfer: 4, 4
            "#]],
        );
        check_text("l2bmdarw", expect![[r#""#]]);
    }

    /// The first step after a write in which the checker lets the same operand be read.
    fn accepted(write: &str, read: &str, codes: [Code; 3]) -> u32 {
        (1..10)
            .find(|after| {
                let nops = "nop\n".repeat(*after as usize - 1);
                let program = mnc2_asm::parse(&format!("{write}\n{nops}{read}"));
                let report = check(&program, ModeChoice::Infer);
                report
                    .findings
                    .iter()
                    .all(|finding| !codes.contains(&finding.diagnostic.code))
            })
            .expect("at some time it can be read")
    }

    #[test]
    fn the_checker_says_the_same() {
        let codes = [Code::GrfHazard, Code::LmHazard, Code::THazard];
        for (opcode, operand) in [
            ("lpassa $lm0v", "$lr0v"),
            ("lpassa $lm0v", "$lr0"),
            ("ipassa $m0v", "$r0v"),
            ("lpassa $llm0v", "$llr0v"),
            ("lpassa $lm0v", "$lr0v8"),
            ("lpassa $llm0v", "$llr0v4"),
            ("lpassa $lm0v", "$ln0v"),
            ("ipassa $m0v", "$n8"),
            ("lpassa $lm0v", "$ls0v/1000"),
            ("lpassa $lm0v", "$ls0v/0001"),
            ("lpassa $lm0v", "$ls0/0110"),
            ("lpassa $lm0v", "$ls0/1000"),
            ("lpassa $lm0v", "$lr[0,2,0,2]"),
            ("lpassa $lm0v", "$lr[0,0,2,2]/0111"),
            ("lpassa $lm0v", "$lt"),
        ] {
            let write = format!("{opcode} {operand}");
            let found = readable(&step_of(&write), WriteMaskSetting::default());
            let same = operand.split('/').next().unwrap_or_default();
            let target = opcode.split(' ').next_back().unwrap_or_default();
            let read = format!(
                "{} {same} {target}",
                opcode.split(' ').next().unwrap_or_default()
            );
            assert_eq!(found[0].earliest, accepted(&write, &read, codes), "{write}");
        }
        let codes = [
            Code::L2bmMvHazard,
            Code::L2bmMvDoubtful,
            Code::L2bmDirectionHazard,
        ];
        let write = "l2bm@0 $lb0 $lc0";
        let found = readable(&step_of(write), WriteMaskSetting::default());
        for (readable, read) in found
            .iter()
            .zip(["mvp/n64 $lc0@0.0 $p0@0", "l2bmb $lc0 $lb64"])
        {
            assert_eq!(readable.earliest, accepted(write, read, codes), "{read}");
        }
        let codes = [Code::GrfHazard, Code::LmHazard, Code::THazard];
        let found = readable(&step_of("linc $lm0v $lr0v"), WriteMaskSetting::default());
        assert_eq!(
            found[0].always,
            accepted("linc $lm0v $lr0v", "linc $lr6 $lm0v", codes)
        );
    }
}
