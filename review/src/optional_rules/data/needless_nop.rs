//! Steps of `nop` that no distance needs, with the number needed.

use std::borrow::Cow;

use mnc2_isa::{ControlOp, Mode, Op};

use super::FINDINGS_MAX;
use crate::fixes::{Subject, needed_nops, needless_nops};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::{ModeChoice, Program};
use mnc2_text::message;

/// Maximum number of `nop` lines that are tried; each takes about as long as a check of the lines around it.
const TRIED_MAX: usize = 2000;

/// Finds lines of `nop` with more steps than the lines around them need.
pub(super) fn find(program: &Program, mode: Mode, findings: &mut Vec<Finding>) {
    // Counting depends on the meaning of lines, not on their text.
    let text = |_| Cow::Borrowed("");
    let subject = Subject {
        program,
        text: &text,
        mode: ModeChoice::Given(mode),
    };
    let mut found = 0;
    let live = (0..).zip(program.live());
    let steps = live.filter_map(|(number, line)| Some((number, line.step()?)));
    let nops = steps.filter(|(_, step)| {
        let is_nop = |op: Op| op == Op::Control(ControlOp::Nop);
        step.expressions.iter().any(|other| is_nop(other.op))
    });
    for (line, step) in nops.take(TRIED_MAX) {
        let Some(needed) = needed_nops(&subject, line).filter(|&needed| needed < step.steps())
        else {
            continue;
        };
        let written = step.steps();
        let message = match needed {
            0 => message!("the lines around it need no `nop` here"),
            _ => message!(
                "the lines around need only {needed} of {written:# step|# steps} of `nop`",
                written,
                needed
            ),
        };
        let diagnostic = Diagnostic::new(Code::NopNotNeeded, step.range.clone(), message);
        let diagnostic = match needless_nops(&subject, line..line + 1) {
            Some(fix) => diagnostic.fixed(fix),
            None => diagnostic,
        };
        findings.push(Finding { line, diagnostic });
        found += 1;
        if found >= FINDINGS_MAX {
            break;
        }
    }
}
