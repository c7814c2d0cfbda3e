//! The places of `▶ Run to here`: every `d get` that a run can reach.

use mnc2_asm::{LineRange, Program, Statement};

/// Maximum number of lenses of one document; with more the editor would become slow.
pub const LENSES_MAX: usize = 5000;

/// A `d get` to run to.
#[derive(Debug, PartialEq, Eq)]
pub struct Lens {
    /// Its line.
    pub line: u32,
    /// The statement.
    pub range: LineRange,
}

/// The `d get` statements before `quit`.
pub fn lenses(program: &Program, quit_line: Option<u32>) -> Vec<Lens> {
    let reached = quit_line.map_or(usize::MAX, |line| line as usize);
    program
        .range(0..reached)
        .enumerate()
        .filter_map(|(line, content)| match &content.statement {
            Some(Statement::DebugGet(get)) => Some(Lens {
                line: line as u32,
                range: get.range.clone(),
            }),
            _ => None,
        })
        .take(LENSES_MAX)
        .collect()
}
