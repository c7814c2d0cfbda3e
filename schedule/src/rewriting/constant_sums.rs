//! Constants that are sums of others: four of them are one step, where each would be loaded in a step of its own.
//!
//! Constants at addresses in order often advance evenly: each is the fourth before it plus a number. Then four loads and the
//! number make all of them.

use std::collections::BTreeMap;

use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::graph::Operation;
use super::plan::{Home, Item, Line, Make, Plan, Source};
use crate::planted::{Wrong, is_planted};

/// The fewest constants that are worth it: four loads, the number, and two steps with the others.
pub(super) const CONSTANTS_MIN_COUNT: usize = 2 * CYCLES_PER_STEP;

/// The address of a constant, its item, and its bits.
type Constant = (u32, usize, u32);

/// Computes the constants of a plan that advance evenly by an addition of single words.
pub(super) fn apply(plan: &mut Plan, add: Operation) {
    let mut kinds: BTreeMap<(usize, u32), Vec<Constant>> = BTreeMap::new();
    let writers = plan.writers();
    for (index, item) in plan.items.iter().enumerate() {
        // A word that is written again, where a mask allows, is not a constant when a sum reads it.
        let is_written_once = item.words().all(|word| writers[&word] == [index]);
        if let Some((memory, address, bits)) = constant(plan, item).filter(|_| is_written_once) {
            let of_kind = kinds.entry((memory, item.width)).or_default();
            of_kind.push((address, index, bits));
        }
    }
    for ((_, width), mut constants) in kinds {
        constants.sort_unstable();
        let constants: Vec<(usize, u32)> = constants.iter().map(|it| (it.1, it.2)).collect();
        sums(plan, add, width, &constants);
    }
}

/// Where an item writes a number, and which.
fn constant(plan: &Plan, item: &Item) -> Option<(usize, u32, u32)> {
    let [line] = item.lines.as_slice() else {
        return None;
    };
    let at = plan.homes[item.home].at?;
    match line.make {
        Make::Immediate(bits) => Some((at.memory, at.address + item.offset, bits)),
        Make::Apply(_) | Make::Copy | Make::Number(_) => None,
    }
}

/// Computes some of the constants of a memory, which are items with their bits, in the order of their addresses.
fn sums(plan: &mut Plan, add: Operation, width: u32, constants: &[(usize, u32)]) {
    let distance = |index: usize| {
        let before = index.checked_sub(CYCLES_PER_STEP)?;
        Some(constants[index].1.wrapping_sub(constants[before].1))
    };
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for index in 0..constants.len() {
        distance(index)
            .into_iter()
            .for_each(|it| *counts.entry(it).or_default() += 1);
    }
    let most = counts.into_iter().max_by_key(|it| it.1);
    let Some((number, count)) = most.filter(|it| it.1 > it.1.div_ceil(CYCLES_PER_STEP) + 1) else {
        return;
    };
    debug_assert!(count < constants.len(), "the first ones are loaded");
    plan.homes.push(Home {
        width,
        at: None,
        is_repeated: false,
    });
    let home = plan.homes.len() - 1;
    let written = if is_planted(Wrong::Step) {
        number.wrapping_add(1)
    } else {
        number
    };
    plan.items.push(load(home, width, written));
    for index in (0..constants.len()).filter(|it| distance(*it) == Some(number)) {
        let before = &plan.items[constants[index - CYCLES_PER_STEP].0];
        let sources = vec![
            Source::Home(before.home, before.offset),
            Source::Home(home, 0),
        ];
        if let Some(line) = plan.items[constants[index].0].lines.first_mut() {
            line.make = Make::Apply(add);
            line.sources = sources;
            line.width = width;
        }
    }
}

/// An item that loads a number.
fn load(home: usize, width: u32, bits: u32) -> Item {
    Item {
        lines: vec![Line {
            make: Make::Immediate(bits),
            width,
            sources: Vec::new(),
            writes: true,
            is_masked: false,
            sets_mask: false,
        }],
        home,
        offset: 0,
        also: Vec::new(),
        width,
        after: Vec::new(),
        origin: None,
    }
}
