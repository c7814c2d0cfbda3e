//! Steps that execute one operation on different addresses, merged into one step whose cycles execute it.
//!
//! An expression with a fixed address in each operand repeats one operation in all four cycles. Four such expressions that
//! differ only in addresses need one step, if a stride or, in flat mode, a list gives these addresses. [`units`] finds what can
//! be merged, [`order`] what must come before what, [`packs`] which units become one, and [`places`] where their values go so
//! that addresses advance evenly. [`write`] makes the text.
//!
//! The result is a draft for the search: it is equivalent, and its steps are far enough apart. Like every proposal it is
//! proven afterwards.

mod allocation;
mod order;
mod packs;
mod units;
mod write;

use std::collections::BTreeSet;

use crate::draft::Draft;
use crate::values::{PE_MEMORIES, Values};
use mnc2_equal::Places;
use packs::Packs;
use units::Units;

/// Times that packs are chosen anew because there is no place for the values of some.
const ROUNDS_MAX: usize = 12;

/// How steps may be merged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Freedom {
    /// Whether values may go to other words of their memory.
    pub(crate) moves: bool,
    /// Whether each cycle may have any address. Otherwise, they advance by a stride.
    pub(crate) lists: bool,
}

/// The region with merged steps; `None` if there are none.
pub(crate) fn merged(
    draft: &Draft,
    places: &Places,
    freedom: Freedom,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Draft> {
    let units = Units::from_draft(draft)?;
    if !units.has_alike() {
        return None;
    }
    let mut values = Values::new(draft, places, PE_MEMORIES);
    if !freedom.moves {
        values.webs.iter_mut().for_each(|web| web.is_pinned = true);
    }
    let edges = order::edges(draft, &units, &values);
    let mut banned = BTreeSet::new();
    for _ in 0..ROUNDS_MAX {
        if is_cancelled() {
            return None;
        }
        let mut packs = Packs::new(draft, &units, &edges, &values, freedom, &banned);
        if packs.is_empty() {
            return None;
        }
        let order = packs.order(&units, &edges);
        match allocation::assign_places(draft, &units, &mut packs, &order, &values) {
            Ok(moves) => {
                return write::draft(draft, &units, &packs, &order, &values, &moves, freedom);
            }
            Err(without_place) => {
                let count = banned.len();
                banned.extend(without_place);
                if banned.len() == count {
                    return None;
                }
            }
        }
    }
    None
}

#[cfg(test)]
pub(crate) mod tests;
