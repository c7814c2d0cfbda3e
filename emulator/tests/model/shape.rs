//! Types of transfer between L1BM and the PEs (manual 3.6.8, table 3.8): which long word goes where.

use crate::oracle::samples::Random;
use crate::state::Mem;

/// A type of transfer: transfers of one type are each other's turnaround (manual 3.6.8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) kind: Kind,
    pub(crate) double: bool,
}

/// How the PEs and L1BM correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `l1bmp`: a word for each PE.
    Pe,
    /// 16x1: a word for each PE of a MAB.
    Mab,
    Mab4,
    /// Distribution and gather.
    Each,
}

pub(crate) const fn shape(kind: Kind, double: bool) -> Shape {
    Shape { kind, double }
}

impl Shape {
    /// Long words by which the L1BM address advances in a cycle.
    pub(crate) const fn advance(self) -> usize {
        match (self.kind, self.double) {
            (Kind::Pe, _) => 1,
            (Kind::Mab, false) => 4,
            (Kind::Mab, true) => 8,
            (Kind::Mab4, false) => 16,
            (Kind::Mab4, true) => 32,
            (Kind::Each, _) => 64,
        }
    }

    /// The places of the long words of a MAB and PE in a cycle, MSB side first.
    pub(crate) const fn offsets(self, mab: usize, pe: usize) -> [usize; 2] {
        match (self.kind, self.double) {
            (Kind::Pe, _) => [0, 4],
            (Kind::Mab, _) => [pe, 4 + pe],
            (Kind::Mab4, false) => [(mab >> 2) * 4 + pe, 0],
            (Kind::Mab4, true) => {
                // data[i*4 + pe][0] and [1] are l1bm[i*8 + pe] and l1bm[i*8 + 4 + pe].
                let first = (mab >> 2) * 8 + pe;
                [first, first + 4]
            }
            (Kind::Each, _) => [mab * 4 + pe, 0],
        }
    }

    pub(crate) const fn width(self) -> &'static str {
        if self.double { "ll" } else { "l" }
    }

    /// An aligned address, close to the end of L1BM now and then.
    pub(crate) fn address(self, random: &mut Random) -> usize {
        let alignment = match self.kind {
            Kind::Pe => 1,
            Kind::Mab | Kind::Mab4 | Kind::Each => self.advance(),
        };
        let place = random.below(128) as usize / alignment * alignment;
        if random.below(6) == 0 {
            Mem::L1bm.size() - alignment - place
        } else {
            place
        }
    }
}

pub(crate) fn rotation(random: &mut Random, shape: Shape) -> i64 {
    if shape.kind == Kind::Each && random.flip() {
        random.below(31) as i64 - 15
    } else {
        0
    }
}

pub(crate) fn rotation_text(random: &mut Random, rotation: i64) -> String {
    if rotation == 0 && random.flip() {
        String::new()
    } else {
        format!("{rotation:+}")
    }
}

pub(crate) const fn rotated(mab: usize, rotation: i64) -> usize {
    (mab as i64 + rotation).rem_euclid(16) as usize
}
