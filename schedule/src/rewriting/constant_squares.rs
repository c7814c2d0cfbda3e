//! A constant of which only some bits count, as the square of another one.
//!
//! Of the number that a word is shifted by, only the last bits count (manual 3.6.12.17). The other bits of two such numbers are
//! chosen so that one is the square of the other in single precision: the MAU computes it in a step in which the ALU works, and
//! reads the first number from the forwarding register, where a second `imm` would take a step of its own.

use std::collections::HashMap;

use mnc2_emulator::mau::fma_single;

use super::bits::demanded;
use super::graph::{Graph, Operation};
use super::plan::{HomeId, Make, Plan, Source};
use crate::planted::{Wrong, is_planted};

/// Numbers that are tried for a constant and its square: each has the bits that count once in some 2^6.
const TRIALS_MAX: u32 = 1 << 13;

/// The step from one number to the next, which has all kinds of bits: 2^32 divided by the golden ratio.
const STEP: u32 = 0x9e37_79b9;

/// A number that a plan loads and that is nothing but an operand.
struct Loaded {
    item: usize,
    home: HomeId,
    bits: u32,
    /// The bits that count.
    counted: u32,
}

/// Computes a constant of a plan as the square of another one; `None` if there are no such constants.
pub(super) fn apply(plan: &mut Plan, graph: &Graph, product: Operation) -> Option<()> {
    let writers = plan.writers();
    let loaded: Vec<Loaded> = (0..plan.items.len())
        .filter(|item| is_alone(plan, &writers, *item))
        .filter_map(|item| loaded(plan, graph, item))
        .collect();
    let pairs = loaded.iter().enumerate().flat_map(|(index, root)| {
        let others = loaded[index + 1..].iter();
        others.map(move |square| (root, square))
    });
    let is_alike = |it: &(&Loaded, &Loaded)| {
        let [one, other] = [it.0, it.1].map(|it| &plan.homes[it.home]);
        it.1.counted != u32::MAX && (one.width, one.is_repeated) == (other.width, other.is_repeated)
    };
    let found = pairs.filter(is_alike).find_map(|(root, square)| {
        let number = number(root, square)?;
        Some((number, root.item, root.home, square.item))
    });
    let (number, root, home, square) = found?;
    plan.items[root].lines.first_mut()?.make = Make::Immediate(number);
    // One word for all cycles, so that the square is the same in each of them.
    plan.homes[home].is_repeated = false;
    let line = plan.items[square].lines.first_mut()?;
    line.make = Make::Apply(product);
    line.sources = vec![Source::Home(home, 0), Source::Home(home, 0)];
    Some(())
}

/// Whether an item writes all of its home, and nothing else does.
fn is_alone(plan: &Plan, writers: &HashMap<(HomeId, u32), Vec<usize>>, item: usize) -> bool {
    let own = &plan.items[item];
    own.width == plan.homes[own.home].width && own.words().all(|word| writers[&word] == [item])
}

/// The number that an item loads, if its place is still free to choose.
fn loaded(plan: &Plan, graph: &Graph, item: usize) -> Option<Loaded> {
    let own = &plan.items[item];
    let [line] = own.lines.as_slice() else {
        return None;
    };
    let Make::Immediate(bits) = line.make else {
        return None;
    };
    let home = own.home;
    let is_free = plan.homes[home].at.is_none() && !line.is_masked;
    let lines = plan.items.iter().flat_map(|it| &it.lines);
    let reads = lines.flat_map(|line| {
        let sources = line.sources.iter().enumerate();
        let own = sources.filter(|it| matches!(it.1, Source::Home(it, _) if *it == home));
        own.map(|(position, _)| match line.make {
            Make::Apply(operation) => {
                let counted =
                    demanded::counted_bits(&graph.operations[operation as usize], position);
                if is_planted(Wrong::Uncounted) {
                    counted & counted << 1
                } else {
                    counted
                }
            }
            Make::Copy | Make::Immediate(_) | Make::Number(_) => u32::MAX,
        })
    });
    is_free.then(|| Loaded {
        item,
        home,
        bits,
        counted: reads.fold(0, |all, it| all | it),
    })
}

/// A number with the bits that count of one constant, whose square has the bits that count of another one.
fn number(root: &Loaded, square: &Loaded) -> Option<u32> {
    let mut numbers = (0..TRIALS_MAX).map(|it| {
        let any = it.wrapping_mul(STEP);
        any & !root.counted | root.bits & root.counted
    });
    let is_right = |it: &u32| (fma_single(*it, *it, 0) ^ square.bits) & square.counted == 0;
    numbers.find(is_right)
}
