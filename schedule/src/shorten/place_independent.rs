//! A bound over all places of values.

use std::time::Duration;

use mnc2_dataflow::depends::{Depends, Widths};

use super::clock::Clock;
use super::windows::{Effort, search};
use super::{IsCancelled, Refusal};
use crate::bound::{self, Bound};
use crate::draft::Draft;
use crate::list_scheduling;
use crate::problem::Problem;

/// A lower bound for every order of a draft, regardless of the places of its values. If simple reasons leave a gap to the
/// `known` number of steps, a search looks for others.
pub(super) fn bound(
    draft: &Draft,
    known: i64,
    time: Duration,
    clock: &Clock<'_>,
    is_cancelled: IsCancelled<'_>,
) -> Result<Bound, Refusal> {
    let depends = Depends::from_lines(&draft.program, draft.region(), Widths::Free)?;
    let problem = Problem::new(&depends.anywhere(), false);
    let simple = bound::lower_bound(&problem);
    if simple.steps >= known {
        return Ok(simple);
    }
    let start = list_scheduling::schedule(&problem);
    Ok(search(&problem, &start, Effort::within(time), clock, is_cancelled).1)
}
