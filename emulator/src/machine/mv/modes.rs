//! Which blocks of 16 long words a unit operation of each MV mode moves (manual 3.5.8.2-3.5.8.25).

use mnc2_isa::MvOp;
use mnc2_isa::geometry::{GROUPS, L2BS, L2BS_PER_GROUP};

use super::{BLOCK, End, UNIT};

/// A block: the group or L2B, and long words from the start of the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockPlace {
    /// The group or L2B.
    pub(super) element: usize,
    /// Long words from the start of the operand.
    pub(super) offset: u32,
}

/// A block to write, and the blocks that it is copied or reduced from.
pub(super) struct Move {
    pub(super) to: BlockPlace,
    pub(super) from: Vec<BlockPlace>,
}

fn copy(to: (usize, u32), from: (usize, u32)) -> Move {
    reduction(to, [from])
}

fn reduction(to: (usize, u32), from: impl IntoIterator<Item = (usize, u32)>) -> Move {
    let place = |(element, offset)| BlockPlace { element, offset };
    Move {
        to: place(to),
        from: from.into_iter().map(place).collect(),
    }
}

/// An element that is written, and those that it is copied or reduced from.
type Sources = (usize, Vec<usize>);

fn l2bs_of(group: usize) -> Vec<usize> {
    let first = group * L2BS_PER_GROUP;
    (first..first + L2BS_PER_GROUP).collect()
}

/// Which elements each element is copied or reduced from, for modes that treat each operand as a whole: long word by
/// long word, in order. `None` for modes that rearrange the blocks of an operand.
fn elements(op: MvOp, from: &End, to: &End) -> Option<Vec<Sources>> {
    let groups = 0..GROUPS;
    match op {
        MvOp::Nop => Some(Vec::new()),
        MvOp::PdmToDram
        | MvOp::DramToPdm
        | MvOp::PdmToL2bm
        | MvOp::L2bmToPdm
        | MvOp::DramToL2bm
        | MvOp::L2bmToDram
        | MvOp::PdmToPdm => Some(vec![(to.element(), vec![from.element()])]),
        MvOp::PdmToL2bmParallel
        | MvOp::L2bmToPdmParallel
        | MvOp::DramToL2bmParallel
        | MvOp::L2bmToDramParallel => {
            let pair = |group| (to.in_group(group), vec![from.in_group(group)]);
            Some(groups.map(pair).collect())
        }
        MvOp::DramToL2bmInGroup => {
            let pair = |l2b| (l2b, vec![l2b / L2BS_PER_GROUP]);
            Some((0..L2BS).map(pair).collect())
        }
        MvOp::PdmToL2bmBroadcast => Some((0..L2BS).map(|l2b| (l2b, vec![from.group])).collect()),
        MvOp::L2bmToDramInGroup => Some(groups.map(|group| (group, l2bs_of(group))).collect()),
        MvOp::L2bmToPdmInGroup => Some(vec![(to.group, l2bs_of(from.group))]),
        MvOp::L2bmToPdmReduce => Some(vec![(to.group, (0..L2BS).collect())]),
        MvOp::DramToL2bmGather4
        | MvOp::L2bmToDramReduce4
        | MvOp::DramToL2bmBroadcast
        | MvOp::L2bmToDramReduce
        | MvOp::PdmToL2bmScatter
        | MvOp::L2bmToPdmGather
        | MvOp::PdmToDramScatter
        | MvOp::DramToPdmGather => None,
    }
}

/// The element that each element is copied from, as pairs of written and read ones, for modes that copy each operand
/// as a whole; `None` for the others, and if an element is copied to itself.
pub(super) fn copies(op: MvOp, from: &End, to: &End) -> Option<Vec<(usize, usize)>> {
    if op == MvOp::Nop || (op == MvOp::PdmToPdm && from.group == to.group) {
        return None;
    }
    let single = |(to, from): Sources| match from[..] {
        [from] => Some((to, from)),
        _ => None,
    };
    elements(op, from, to)?.into_iter().map(single).collect()
}

/// The blocks of one unit operation (manual 3.5.8.2-3.5.8.25).
pub(super) fn moves(op: MvOp, unit: u32, from: &End, to: &End) -> Vec<Move> {
    let Some(elements) = elements(op, from, to) else {
        return rearranged(op, unit, from, to);
    };
    let whole = |(to, from): &Sources| -> Vec<Move> {
        (0..UNIT / BLOCK)
            .map(|block| {
                let offset = unit.wrapping_mul(UNIT).wrapping_add(block * BLOCK);
                reduction((*to, offset), from.iter().map(|from| (*from, offset)))
            })
            .collect()
    };
    elements.iter().flat_map(whole).collect()
}

/// The blocks of one unit operation of a mode that rearranges the blocks of an operand.
fn rearranged(op: MvOp, unit: u32, from: &End, to: &End) -> Vec<Move> {
    // Where the unit starts in an operand; a unit covers this many of its long words.
    let at = |long_words: u32, block: usize| {
        unit.wrapping_mul(long_words)
            .wrapping_add(BLOCK * block as u32)
    };
    let of_l2bs = |blocks: usize, it: &dyn Fn(usize, usize) -> Move| -> Vec<Move> {
        (0..L2BS)
            .flat_map(|l2b| (0..blocks).map(move |block| it(l2b, block)))
            .collect()
    };
    let of_groups = |it: &dyn Fn(usize) -> Move| -> Vec<Move> { (0..GROUPS).map(it).collect() };
    let blocks = (UNIT / BLOCK) as usize;
    match op {
        MvOp::DramToL2bmGather4 => of_l2bs(GROUPS, &|l2b, group| {
            copy((l2b, at(64, group)), (group, at(32, l2b % L2BS_PER_GROUP)))
        }),
        MvOp::L2bmToDramReduce4 => of_l2bs(1, &|l2b, _| {
            let (group, in_group) = (l2b / L2BS_PER_GROUP, l2b % L2BS_PER_GROUP);
            let from = (0..GROUPS).map(|other| (l2bs_of(other)[in_group], at(64, group)));
            reduction((group, at(32, in_group)), from)
        }),
        MvOp::DramToL2bmBroadcast => of_l2bs(GROUPS, &|l2b, group| {
            copy((l2b, at(64, group)), (group, at(16, 0)))
        }),
        MvOp::L2bmToDramReduce => of_groups(&|group| {
            let from = (0..L2BS).map(|l2b| (l2b, at(64, group)));
            reduction((group, at(16, 0)), from)
        }),
        MvOp::PdmToL2bmScatter => of_l2bs(blocks, &|l2b, block| {
            copy(
                (l2b, at(64, block)),
                (from.group, at(512, L2BS * block + l2b)),
            )
        }),
        MvOp::L2bmToPdmGather => of_l2bs(blocks, &|l2b, block| {
            copy(
                (to.group, at(512, L2BS * block + l2b)),
                (l2b, at(64, block)),
            )
        }),
        MvOp::PdmToDramScatter => {
            of_groups(&|group| copy((group, at(16, 0)), (from.group, at(64, group))))
        }
        MvOp::DramToPdmGather => {
            of_groups(&|group| copy((to.group, at(64, group)), (group, at(16, 0))))
        }
        // The others treat each operand as a whole.
        _ => Vec::new(),
    }
}
