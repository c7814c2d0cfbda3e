//! Elements of the chip: their numbers, their names such as `n0c0b0m0p0`, and the scopes that select them.
//!
//! A PE's index runs p fastest, then m, b, c and n. The index of a MAB, L1B,
//! L2B or group is that of its first PE divided by the PEs that it has.

use mnc2_asm::program::Scope;
use mnc2_isa::Memory;
use mnc2_isa::geometry::{GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES, PES_PER_MAB};

/// PEs in an L1B.
pub const PES_PER_L1B: usize = MABS_PER_L1B * PES_PER_MAB;
/// PEs in an L2B.
pub const PES_PER_L2B: usize = L1BS_PER_L2B * PES_PER_L1B;
/// PEs in a group.
pub const PES_PER_GROUP: usize = L2BS_PER_GROUP * PES_PER_L2B;

/// The level of the tree at which a memory sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// PDM, DRAM, DAR.
    Group,
    /// L2BM.
    L2b,
    /// L1BM.
    L1b,
    /// Matrix register.
    Mab,
    /// PE memories and mask registers.
    Pe,
}

impl Level {
    /// The level of a memory.
    #[must_use]
    pub const fn of(memory: Memory) -> Self {
        match memory {
            Memory::Lm0
            | Memory::Lm1
            | Memory::Grf0
            | Memory::Grf1
            | Memory::T
            | Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1 => Self::Pe,
            Memory::MatrixX | Memory::MatrixY => Self::Mab,
            Memory::L1bm => Self::L1b,
            Memory::L2bm => Self::L2b,
            Memory::Pdm | Memory::Dram | Memory::Dar => Self::Group,
        }
    }

    /// PEs below one element of the level.
    #[must_use]
    pub const fn pes(self) -> usize {
        match self {
            Self::Group => PES_PER_GROUP,
            Self::L2b => PES_PER_L2B,
            Self::L1b => PES_PER_L1B,
            Self::Mab => PES_PER_MAB,
            Self::Pe => 1,
        }
    }

    /// The name of an element of the level, such as `n0c0b0` for an L1B.
    #[must_use]
    pub fn name(self, index: usize) -> String {
        let pe = index * self.pes();
        let numbers = [
            ('n', Self::Group, pe / PES_PER_GROUP % GROUPS),
            ('c', Self::L2b, pe / PES_PER_L2B % L2BS_PER_GROUP),
            ('b', Self::L1b, pe / PES_PER_L1B % L1BS_PER_L2B),
            ('m', Self::Mab, pe / PES_PER_MAB % MABS_PER_L1B),
            ('p', Self::Pe, pe % PES_PER_MAB),
        ];
        numbers
            .into_iter()
            .take_while(|&(_, level, _)| level <= self)
            .map(|(letter, _, number)| format!("{letter}{number}"))
            .collect()
    }

    /// The indices of the level's elements in a scope, in order; parts of the scope below the level are ignored.
    pub fn elements(self, scope: Scope) -> impl Iterator<Item = usize> {
        self.elements_below(scope, PES / self.pes())
    }

    /// The same of the first elements only.
    pub fn elements_below(self, scope: Scope, limit: usize) -> impl Iterator<Item = usize> {
        // For each part, in how many elements it advances, how many there are, and which is wanted.
        let part = |level: Self, count: usize, wanted: Option<u8>| {
            let every = level.pes() / self.pes();
            let wanted = wanted.map(usize::from).filter(|_| level <= self);
            (every, count, wanted)
        };
        let parts = [
            part(Self::Group, GROUPS, scope.group),
            part(Self::L2b, L2BS_PER_GROUP, scope.l2b),
            part(Self::L1b, L1BS_PER_L2B, scope.l1b),
            part(Self::Mab, MABS_PER_L1B, scope.mab),
            part(Self::Pe, PES_PER_MAB, scope.pe),
        ];
        let mut next = 0;
        std::iter::from_fn(move || {
            // Whole parts that are not wanted are skipped.
            while next < limit {
                let skipped = parts.iter().find_map(|&(every, count, wanted)| {
                    let number = next / every.max(1) % count;
                    wanted
                        .is_some_and(|wanted| wanted != number)
                        .then(|| (next / every + 1) * every)
                });
                match skipped {
                    Some(after) => next = after,
                    None => {
                        next += 1;
                        return Some(next - 1);
                    }
                }
            }
            None
        })
    }

    /// The index of the element of this level that a PE belongs to.
    #[must_use]
    pub const fn containing(self, pe: usize) -> usize {
        pe / self.pes()
    }
}

/// The index of the first PE of a scope, a missing part counting as 0.
#[must_use]
pub fn first_pe(scope: Scope) -> usize {
    let part = |part: Option<u8>| usize::from(part.unwrap_or(0));
    let pe = part(scope.group) * PES_PER_GROUP
        + part(scope.l2b) * PES_PER_L2B
        + part(scope.l1b) * PES_PER_L1B
        + part(scope.mab) * PES_PER_MAB
        + part(scope.pe);
    pe % PES
}

#[cfg(test)]
mod tests {
    use mnc2_asm::program::Scope;

    use super::{Level, first_pe};

    #[test]
    fn names() {
        let pe = ((5 * 8 + 3) * 16 + 9) * 4 + 2;
        for (level, name) in [
            (Level::Pe, "n2c1b3m9p2"),
            (Level::Mab, "n2c1b3m9"),
            (Level::L1b, "n2c1b3"),
            (Level::L2b, "n2c1"),
            (Level::Group, "n2"),
        ] {
            assert_eq!(level.name(level.containing(pe)), name);
        }
    }

    #[test]
    fn scopes() {
        let all = Scope::default();
        assert_eq!(Level::Pe.elements(all).count(), 4096);
        assert_eq!(Level::Group.elements(all).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let middle = Scope {
            group: Some(0),
            l1b: Some(1),
            mab: Some(2),
            ..all
        };
        let names: Vec<_> = Level::Pe
            .elements(middle)
            .map(|pe| Level::Pe.name(pe))
            .collect();
        assert_eq!(names.len(), 8);
        assert_eq!((&*names[0], &*names[7]), ("n0c0b1m2p0", "n0c1b1m2p3"));
        let one = Scope {
            group: Some(3),
            l2b: Some(1),
            l1b: Some(7),
            mab: Some(15),
            pe: Some(3),
        };
        assert_eq!(Level::Pe.elements(one).collect::<Vec<_>>(), [4095]);
        assert_eq!(Level::L2b.elements(one).collect::<Vec<_>>(), [7]);
        assert_eq!(first_pe(one), 4095);
    }
}
