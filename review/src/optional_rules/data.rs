//! Rules about values: uninitialized reads, unused writes, writes that no output depends on, values of another kind than
//! expected.
//!
//! They query [`mnc2_dataflow::flow`] and report only what is certain. In a program with errors they report nothing: a line
//! that could not be parsed may write anything.

mod beyond_written;
mod block_float;
mod in_testcase;
mod needless_nop;
mod precision;
mod source;
mod unused;

use std::collections::HashSet;

use in_testcase::InTestcase;
use mnc2_asm::testcase::Surroundings;
use mnc2_dataflow::flow::Flow;
use mnc2_dataflow::liveness::Liveness;
use mnc2_isa::Mode;
use mnc2_program::Program;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Levels;

/// Maximum number of findings of one of these rules.
const FINDINGS_MAX: usize = 1000;

/// Adds the findings of the rules that are enabled. The program runs in the testcase, if there is one.
pub(super) fn find(
    program: &Program,
    testcase: Option<&Surroundings>,
    mode: Mode,
    levels: &Levels,
    findings: &mut Vec<Finding>,
) {
    let wants = |code| levels.wants(code);
    let wants_own = [Code::NotBlockFloat, Code::NeverRead, Code::OtherPrecision].map(wants);
    let wants_run = [Code::NeverWritten, Code::DoesNotCount, Code::BeyondWritten].map(wants);
    let wants_own = wants_own.contains(&true);
    let wants_run = wants_run.contains(&true);
    if !wants_own && !wants_run && !wants(Code::NopNotNeeded) {
        return;
    }
    if program.iter().any(|line| line.has_error()) {
        return;
    }
    if wants(Code::NopNotNeeded) {
        needless_nop::find(program, mode, findings);
    }
    let own = wants_own.then(|| Flow::new(program));
    if let Some(flow) = &own {
        if wants(Code::NeverRead) {
            unused::never_read(program, flow, findings);
        }
        if wants(Code::NotBlockFloat) {
            block_float::find(program, flow, findings);
        }
        if wants(Code::OtherPrecision) {
            precision::find(program, flow, findings);
        }
    }
    if wants_run {
        let run = InTestcase::new(program, testcase);
        if testcase.is_none() {
            find_in_run(&run, own.as_ref(), levels, findings);
        } else if !run.program.iter().any(|line| line.has_error()) {
            find_in_run(&run, None, levels, findings);
        }
    }
}

/// Adds the findings that depend on inputs and outputs; the data flow of all lines is computed unless it is known.
fn find_in_run(
    run: &InTestcase<'_>,
    flow: Option<&Flow>,
    levels: &Levels,
    findings: &mut Vec<Finding>,
) {
    let wants = |code| levels.wants(code);
    let new;
    let flow = match flow {
        Some(flow) => flow,
        None => {
            new = Flow::new(&run.program);
            &new
        }
    };
    let wants_liveness = wants(Code::DoesNotCount) || wants(Code::BeyondWritten);
    let liveness = (wants_liveness && run.outputs_are_known())
        .then(|| Liveness::new(&run.program, flow, run.leaving()));
    let mut beyond = Vec::new();
    if let Some(liveness) = liveness.as_ref().filter(|_| wants(Code::BeyondWritten)) {
        beyond_written::find(run, flow, liveness, &mut beyond);
    }
    if let Some(liveness) = liveness.as_ref().filter(|_| wants(Code::DoesNotCount)) {
        let reported = places(findings, Code::NeverRead);
        unused::does_not_count(run, flow, liveness, &reported, findings);
    }
    if wants(Code::NeverWritten) {
        let reported = places(&beyond, Code::BeyondWritten);
        unused::never_written(run, flow, &reported, findings);
    }
    findings.append(&mut beyond);
}

/// The lines and the first bytes of the findings of a code.
fn places(findings: &[Finding], code: Code) -> HashSet<(u32, u32)> {
    let of_code = findings.iter().filter(|it| it.diagnostic.code == code);
    of_code
        .map(|it| (it.line, it.diagnostic.range.start))
        .collect()
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
