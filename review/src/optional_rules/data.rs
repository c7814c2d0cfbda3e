//! Rules about values: uninitialized reads, unused writes, values of another kind than expected.
//!
//! They query [`mnc2_dataflow::flow`] and report only what is certain. In a program with errors they report nothing: a line
//! that could not be parsed may write anything.

mod block_float;
mod needless_nop;
mod precision;
mod source;
mod unused;

use mnc2_dataflow::flow::Flow;
use mnc2_isa::Mode;
use mnc2_program::Program;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Levels;

/// Maximum number of findings of one of these rules.
const FINDINGS_MAX: usize = 1000;

/// Adds the findings of the rules that are enabled.
pub(super) fn find(program: &Program, mode: Mode, levels: &Levels, findings: &mut Vec<Finding>) {
    let wants = |code| levels.wants(code);
    let wants_flow = [
        Code::NotBlockFloat,
        Code::NeverWritten,
        Code::NeverRead,
        Code::OtherPrecision,
    ]
    .into_iter()
    .any(wants);
    if !wants_flow && !wants(Code::NopNotNeeded) {
        return;
    }
    if program.iter().any(|line| line.has_error()) {
        return;
    }
    if wants(Code::NopNotNeeded) {
        needless_nop::find(program, mode, findings);
    }
    if !wants_flow {
        return;
    }
    let flow = Flow::new(program);
    if wants(Code::NeverWritten) {
        unused::never_written(program, &flow, findings);
    }
    if wants(Code::NeverRead) {
        unused::never_read(program, &flow, findings);
    }
    if wants(Code::NotBlockFloat) {
        block_float::find(program, &flow, findings);
    }
    if wants(Code::OtherPrecision) {
        precision::find(program, &flow, findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check_by;
    use mnc2_program::rules::Rules;
    use mnc2_text::Level;

    fn count(source: &str, code: Code) -> usize {
        let mut rules = Rules::default();
        rules.levels.set(code.into(), Level::Warning);
        let findings = check_by(&mnc2_asm::parse(source), &rules).findings;
        let of_code = findings.iter().filter(|it| it.diagnostic.code == code);
        of_code.count()
    }

    #[test]
    fn no_rule_finds_more_than_its_limit() {
        for (code, source) in [
            (
                Code::NotBlockFloat,
                "fvadd $lm0v $ln0v $lr0v\nnop/2\nfmmul $lx $lr0v $ls0v\n",
            ),
            (Code::NopNotNeeded, "nop\nlpassa $lm0v $ls0v\n"),
            (
                Code::OtherPrecision,
                "dvadd $lm0v $ln0v $lr0v\nnop/2\nfvadd $lr0v $lm0v $ls0v\n",
            ),
            (Code::NeverRead, "zero $lr0v\n"),
            (Code::NeverWritten, "dmread $lx0 $ls0v\n"),
        ] {
            assert_eq!(
                count(&source.repeat(3), code),
                if code == Code::NeverRead { 2 } else { 3 }
            );
            assert_eq!(count(&source.repeat(FINDINGS_MAX + 2), code), FINDINGS_MAX);
        }
    }

    /// A result of the MAU that a product reads after a number of copies.
    fn products_after(copies: usize) -> usize {
        let mut source = "fvadd $lm0v $ln0v $lr0v\n".to_owned();
        for copy in 0..copies {
            let (from, to) = [("r", "s"), ("s", "r")][copy % 2];
            source.push_str(&format!("nop/2\nlpassa $l{from}0v $l{to}0v\n"));
        }
        let last = ["r", "s"][copies % 2];
        source.push_str(&format!("nop/2\nfmmul $lx $l{last}0v $lr8v\n"));
        count(&source, Code::NotBlockFloat)
    }

    #[test]
    fn copies_are_followed_back_as_far_as_the_limit() {
        assert_eq!(products_after(0), 1);
        assert_eq!(products_after(16), 1);
        assert_eq!(products_after(17), 0);
    }
}
