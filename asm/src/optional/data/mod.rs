//! Rules about values: what nothing wrote, what nothing reads, what was made for something else.
//!
//! They ask [`crate::flow`] and say only what is certain in it. Of a program
//! with errors they say nothing: a line that is not understood may write
//! anything.

mod block_float;
mod idle;
mod precision;
mod source;
mod unused;

use crate::check::Finding;
use crate::code::Code;
use crate::flow::Flow;
use crate::program::{Mode, Program};
use crate::rules::Levels;

/// Findings of one of these rules at most: more are no help to anybody.
const FINDINGS_MAX: usize = 1000;

/// Adds what the rules find that are wanted.
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
        idle::find(program, mode, findings);
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
