//! Rules that only some profiles or settings enable.
//!
//! Each runs only if one of its codes is enabled, as one pass over the lines of the program, which ends at `quit`.
//! Lines with errors keep their place; their accesses are unknown and left out.

mod contest;
mod data;
mod mv_wait;
mod packing;
mod tags;
mod unlike_neighbours;

use mnc2_asm::testcase::Surroundings;
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Levels;
use mnc2_program::{Program, Statement};

/// Adds the findings of optional rules, in no particular order. The program runs in the testcase, if there is one.
pub fn findings(
    program: &Program,
    testcase: Option<&Surroundings>,
    mode: Mode,
    quit_line: Option<u32>,
    levels: &Levels,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let wants = |code| levels.wants(code);
    if wants(Code::MvWithoutWait) || wants(Code::MvBesideMv) || wants(Code::DarTiming) {
        mv_wait::find(statements(program, quit_line), &mut findings);
    }
    // The expansion of a directive is not known, and these rules are about whole programs.
    if has_directives(program) {
        return findings;
    }
    if wants(Code::StreamNotPacked) || wants(Code::KernelTooLong) {
        packing::find(statements(program, quit_line), mode, &mut findings);
    }
    // A testcase sets the inputs: that is its purpose.
    let is_testcase = || program.iter().any(|line| line.is_insertion_marker);
    if wants(Code::DebugSetInContest) && !is_testcase() {
        contest::find(statements(program, quit_line), &mut findings);
    }
    if wants(Code::TagNeverIssued) || wants(Code::TagStillPending) {
        tags::find(statements(program, quit_line), &mut findings);
    }
    if wants(Code::UnlikeNeighbours) {
        unlike_neighbours::find(statements(program, quit_line), &mut findings);
    }
    data::find(program, testcase, mode, levels, &mut findings);
    findings
}

/// Whether a linker makes other lines of some lines.
pub(super) fn has_directives(program: &Program) -> bool {
    let mut lines = program.linked_lines();
    lines.any(|(_, line)| line.directive().is_some())
}

/// The findings about MV instructions that are not waited for, regardless of the profile.
pub fn unawaited_mv_findings(program: &Program, quit_line: Option<u32>) -> Vec<Finding> {
    let mut findings = Vec::new();
    mv_wait::find(statements(program, quit_line), &mut findings);
    findings.sort_by_key(|finding| finding.line);
    findings
}

/// The statements of a program with their lines, if they could be parsed.
fn statements(
    program: &Program,
    quit_line: Option<u32>,
) -> impl Iterator<Item = (u32, &Statement)> {
    let end = quit_line.map_or(program.len(), |line| line as usize);
    (0..)
        .zip(program.iter().take(end))
        .filter(|(_, line)| !line.has_error())
        .filter_map(|(number, line)| Some((number, line.statement.as_ref()?)))
}
