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

/// The element that each element is copied from, as pairs of written and read ones, for modes that copy each operand
/// as a whole; `None` for the others, and if an element is copied to itself.
pub(super) fn copies(op: MvOp, from: &End, to: &End) -> Option<Vec<(usize, usize)>> {
    match op {
        MvOp::PdmToPdm if from.group == to.group => None,
        MvOp::PdmToDram
        | MvOp::DramToPdm
        | MvOp::PdmToL2bm
        | MvOp::L2bmToPdm
        | MvOp::DramToL2bm
        | MvOp::L2bmToDram
        | MvOp::PdmToPdm => Some(vec![(to.element(), from.element())]),
        MvOp::PdmToL2bmParallel
        | MvOp::L2bmToPdmParallel
        | MvOp::DramToL2bmParallel
        | MvOp::L2bmToDramParallel => {
            let pair = |group| (to.in_group(group), from.in_group(group));
            Some((0..GROUPS).map(pair).collect())
        }
        MvOp::DramToL2bmInGroup => Some((0..L2BS).map(|l2b| (l2b, l2b / L2BS_PER_GROUP)).collect()),
        MvOp::PdmToL2bmBroadcast => Some((0..L2BS).map(|l2b| (l2b, from.group)).collect()),
        MvOp::Nop
        | MvOp::L2bmToDramInGroup
        | MvOp::L2bmToPdmInGroup
        | MvOp::DramToL2bmGather4
        | MvOp::L2bmToDramReduce4
        | MvOp::L2bmToPdmReduce
        | MvOp::DramToL2bmBroadcast
        | MvOp::L2bmToDramReduce
        | MvOp::PdmToL2bmScatter
        | MvOp::L2bmToPdmGather
        | MvOp::PdmToDramScatter
        | MvOp::DramToPdmGather => None,
    }
}

/// The blocks of one unit operation (manual 3.5.8.2-3.5.8.25).
pub(super) fn moves(op: MvOp, unit: u32, from: &End, to: &End) -> Vec<Move> {
    // Where the unit starts in an operand; a unit covers this many of its long words.
    let at = |long_words: u32, offset: u32| unit.wrapping_mul(long_words).wrapping_add(offset);
    let block = |index: usize| BLOCK * index as u32;
    let blocks = 0..(UNIT / BLOCK) as usize;
    let groups = 0..GROUPS;
    let l2b_of = |group: usize, l2b: usize| group * L2BS_PER_GROUP + l2b;
    match op {
        MvOp::Nop => Vec::new(),
        MvOp::PdmToDram
        | MvOp::DramToPdm
        | MvOp::PdmToL2bm
        | MvOp::L2bmToPdm
        | MvOp::DramToL2bm
        | MvOp::L2bmToDram
        | MvOp::PdmToPdm => blocks
            .map(|j| {
                copy(
                    (to.element(), at(64, block(j))),
                    (from.element(), at(64, block(j))),
                )
            })
            .collect(),
        MvOp::PdmToL2bmParallel
        | MvOp::L2bmToPdmParallel
        | MvOp::DramToL2bmParallel
        | MvOp::L2bmToDramParallel => groups
            .flat_map(|group| {
                blocks.clone().map(move |j| {
                    let offset = at(64, block(j));
                    copy((to.in_group(group), offset), (from.in_group(group), offset))
                })
            })
            .collect(),
        MvOp::DramToL2bmInGroup => (0..L2BS)
            .flat_map(|l2b| {
                blocks.clone().map(move |j| {
                    let offset = at(64, block(j));
                    copy((l2b, offset), (l2b / L2BS_PER_GROUP, offset))
                })
            })
            .collect(),
        MvOp::L2bmToDramInGroup => groups
            .flat_map(|group| {
                blocks.clone().map(move |j| {
                    let offset = at(64, block(j));
                    let pair = [l2b_of(group, 0), l2b_of(group, 1)];
                    reduction((group, offset), pair.map(|l2b| (l2b, offset)))
                })
            })
            .collect(),
        MvOp::L2bmToPdmInGroup => blocks
            .map(|j| {
                let offset = at(64, block(j));
                let pair = [l2b_of(from.group, 0), l2b_of(from.group, 1)];
                reduction((to.group, offset), pair.map(|l2b| (l2b, offset)))
            })
            .collect(),
        MvOp::DramToL2bmGather4 => (0..L2BS)
            .flat_map(|l2b| {
                groups.clone().map(move |group| {
                    let offset = at(32, block(l2b % L2BS_PER_GROUP));
                    copy((l2b, at(64, block(group))), (group, offset))
                })
            })
            .collect(),
        MvOp::L2bmToDramReduce4 => (0..L2BS)
            .map(|l2b| {
                let group = l2b / L2BS_PER_GROUP;
                let l2b = l2b % L2BS_PER_GROUP;
                let offset = at(64, block(group));
                reduction(
                    (group, at(32, block(l2b))),
                    groups.clone().map(|group| (l2b_of(group, l2b), offset)),
                )
            })
            .collect(),
        MvOp::PdmToL2bmBroadcast => (0..L2BS)
            .flat_map(|l2b| {
                blocks.clone().map(move |j| {
                    let offset = at(64, block(j));
                    copy((l2b, offset), (from.group, offset))
                })
            })
            .collect(),
        MvOp::L2bmToPdmReduce => blocks
            .map(|j| {
                let offset = at(64, block(j));
                reduction((to.group, offset), (0..L2BS).map(|l2b| (l2b, offset)))
            })
            .collect(),
        MvOp::DramToL2bmBroadcast => (0..L2BS)
            .flat_map(|l2b| {
                groups
                    .clone()
                    .map(move |group| copy((l2b, at(64, block(group))), (group, at(16, 0))))
            })
            .collect(),
        MvOp::L2bmToDramReduce => groups
            .map(|group| {
                let offset = at(64, block(group));
                reduction((group, at(16, 0)), (0..L2BS).map(|l2b| (l2b, offset)))
            })
            .collect(),
        MvOp::PdmToL2bmScatter => (0..L2BS)
            .flat_map(|l2b| {
                blocks.clone().map(move |j| {
                    copy(
                        (l2b, at(64, block(j))),
                        (from.group, at(512, block(L2BS * j + l2b))),
                    )
                })
            })
            .collect(),
        MvOp::L2bmToPdmGather => (0..L2BS)
            .flat_map(|l2b| {
                blocks.clone().map(move |j| {
                    copy(
                        (to.group, at(512, block(L2BS * j + l2b))),
                        (l2b, at(64, block(j))),
                    )
                })
            })
            .collect(),
        MvOp::PdmToDramScatter => groups
            .map(|group| copy((group, at(16, 0)), (from.group, at(64, block(group)))))
            .collect(),
        MvOp::DramToPdmGather => groups
            .map(|group| copy((to.group, at(64, block(group))), (group, at(16, 0))))
            .collect(),
    }
}
