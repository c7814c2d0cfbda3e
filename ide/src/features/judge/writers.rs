//! Which lines of a solution write what output lines of its testcase read.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_asm::testcase::{Surroundings, Testcase};
use mnc2_program::access::Direction;

use crate::features::data_navigation::{Surrounded, Whole};
use crate::session::Snapshot;

/// Maximum number of output lines of a judgement that are followed to the solution.
const OUTPUTS_MAX: usize = 200;
/// Maximum number of lines of a solution that are named for an output line.
const WRITERS_MAX: usize = 20;

/// The lines of a solution whose writes reach some output lines of its testcase, by output line; both are counted from
/// 0 in their own texts.
pub(super) fn writers(
    solution: &Snapshot,
    testcase: &Testcase,
    outputs: &BTreeSet<u32>,
) -> BTreeMap<u32, Vec<u32>> {
    if outputs.is_empty() {
        return BTreeMap::new();
    }
    let surroundings = Surroundings {
        before: testcase.inputs.clone(),
        after: testcase.rest.clone(),
    };
    let Some(surrounded) = Surrounded::new(solution, &surroundings) else {
        return BTreeMap::new();
    };
    let whole = surrounded.whole(solution);
    let outputs = outputs.iter().take(OUTPUTS_MAX);
    outputs
        .map(|&line| {
            (
                line,
                writers_for_line(&whole, line as usize + whole.own.len()),
            )
        })
        .collect()
}

/// The lines of the solution whose writes reach a line that reads memory; both are lines of the whole program.
fn writers_for_line(whole: &Whole<'_>, line: usize) -> Vec<u32> {
    let mut lines = BTreeSet::new();
    let accesses = whole.flow.line(line);
    for (read, _) in accesses
        .iter()
        .filter(|(_, access)| access.direction == Direction::Read)
    {
        let reaching = whole.flow.reaching(read, WRITERS_MAX);
        let places = reaching.links.iter().map(|it| whole.place_of(it.access));
        lines.extend(
            places
                .filter(|place| whole.is_own(place))
                .map(|place| whole.in_file(&place).line),
        );
    }
    lines.into_iter().take(WRITERS_MAX).collect()
}
